//! Rules of a project: reading them, starting one, and running their examples as their tests.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use heat_catalogue::{SchemaFiles, output};
use heat_hot::environment::files::NoFiles;
use heat_model::load::{Loaded, load_schema};
use heat_report::text::counted;
use heat_report::{Failure, RuleSet};
use heat_template_check::settings::Settings;
use heat_template_check::{
    DeclaredRule, Document, EnabledRules, Rule, TemplateCheck, check_environment, check_schema,
    lint_environments, registered_rule, unknown_names,
};
use heat_template_files::rule_files;
use heat_yaml::{Diagnostic, Node, ParseOptions, Severity, Source, parse};
use indexmap::IndexMap;

use crate::inputs::settings::SettingsFinder;
use crate::outcome::{CommandResult, Outcome};
use crate::plan::findings_between;
use crate::session::Session;

/// Folder with the rules of a project, unless the settings name others.
const FOLDER: &str = "rules";

/// Reads rules from files and folders.
///
/// # Errors
/// If there are none at a path, or one has a mistake, which is drawn.
pub(crate) fn read(paths: &[PathBuf], session: &mut Session) -> Result<Vec<&'static Rule>, Failure> {
    let mut rules = Vec::new();
    for path in paths {
        let sources = sources(path)?;
        for source in sources {
            let (rule, found) = DeclaredRule::read(&source);
            if !found.is_empty() {
                session.draw(&found)?;
                return Err(Failure::unreadable(format!("`{}` is not a rule", source.name())));
            }
            rules.extend(rule.map(registered_rule));
        }
    }
    Ok(rules)
}

fn sources(path: &Path) -> Result<Vec<Arc<Source>>, Failure> {
    let sources = rule_files(path);
    if sources.is_empty() {
        return Err(Failure::unreadable(format!("there are no rules at `{}`", path.display())).with_help(
            "a rule is a YAML file that begins with `rule:`; `heat-codegen rules new ID` writes one",
        ));
    }
    Ok(sources)
}

/// The rules that the settings of some templates add.
///
/// # Errors
/// If settings cannot be read.
pub(crate) fn of_settings(
    templates: &[PathBuf],
    settings: Option<&Path>,
) -> Result<Vec<&'static Rule>, Failure> {
    let finder = SettingsFinder::new(settings);
    let mut found: IndexMap<PathBuf, Vec<&'static Rule>> = IndexMap::new();
    for template in templates {
        let Some((source, folder)) = finder.find(template)? else { continue };
        if !found.contains_key(&folder) {
            let settings = Settings::read(&source, &folder, &rule_files);
            found.insert(folder, settings.rules().collect());
        }
    }
    Ok(found.into_values().flatten().collect())
}

/// Lists the rules of the project around the working folder.
///
/// # Errors
/// If the settings cannot be read, or the output is closed.
pub(crate) fn list(session: &mut Session) -> CommandResult {
    let rules = of_settings(&[PathBuf::from("template.yaml")], None)?;
    let width = rules.iter().map(|rule| rule.id.len()).max().unwrap_or_default();
    for rule in &rules {
        writeln!(session.out, "{:width$}  {:7}  {}", rule.id, rule.severity().as_str(), rule.summary)?;
    }
    if rules.is_empty() {
        session.note("the project has no rules of its own: `heat-codegen rules new ID` begins one")?;
    }
    Ok(Outcome::Done)
}

/// Runs the examples of rules: `example` has to be reported, and `use_instead` not. Also reports types and properties that do not exist.
///
/// # Errors
/// If there are no rules at a path, the catalogue cannot be read, or the output is closed.
pub(crate) fn check(paths: &[PathBuf], session: &mut Session) -> CommandResult {
    let default = [PathBuf::from(FOLDER)];
    let paths = if paths.is_empty() { &default[..] } else { paths };
    let (types, _) = session.read_for_templates()?;
    let mut found = Vec::new();
    let mut ids: IndexMap<String, Arc<Source>> = IndexMap::new();
    let mut count = 0;
    for path in paths {
        for source in sources(path)? {
            count += 1;
            let (rule, mut errors) = DeclaredRule::read(&source);
            if rule.is_none() && errors.is_empty() {
                let nothing = Diagnostic::error("invalid-rule", "there is no rule in this file");
                errors.push(nothing.in_file(source.name()).with_help("begin with `rule:` and its id"));
            }
            if let Some(rule) = rule {
                errors.extend(id_is_taken(&rule, &mut ids));
                errors.extend(unknown_names(&rule, &types));
                errors.extend(check_examples(rule, &source, &types));
            }
            found.append(&mut errors);
        }
    }
    session.draw(&found)?;
    let has_errors = found.iter().any(|finding| finding.severity == Severity::Error);
    if !session.is_quiet {
        let failed = found.len();
        let result = if failed == 0 { "no mistakes".to_owned() } else { counted(failed, "finding") };
        writeln!(session.out, "{result} in {}", counted(count, "rule"))?;
    }
    Ok(if has_errors { Outcome::Findings } else { Outcome::Done })
}

/// The error about an id that another rule has.
fn id_is_taken(rule: &DeclaredRule, ids: &mut IndexMap<String, Arc<Source>>) -> Option<Diagnostic> {
    let message = if heat_rules::ids(RuleSet::Templates).contains(&rule.id.as_str()) {
        format!("`{}` is the id of a built-in rule", rule.id)
    } else {
        let other = ids.insert(rule.id.clone(), Arc::clone(&rule.source))?;
        format!("there is already a rule `{}`, in {}", rule.id, other.name())
    };
    let error = Diagnostic::error("invalid-rule", message);
    Some(at_key(error, &rule.source, "rule").with_help("give the rule another id"))
}

/// A finding about a key of a rule, or about its id if it has no such key.
fn at_key(finding: Diagnostic, source: &Arc<Source>, key: &str) -> Diagnostic {
    let root = parse(source, &ParseOptions::default()).root;
    let entries = root.as_ref().and_then(Node::as_mapping);
    let entry = entries.and_then(|map| map.entry(key).or_else(|| map.entry("rule")));
    finding.at(source, entry.map(|entry| entry.key.span), "")
}

/// The problems with the examples of a rule.
fn check_examples(rule: DeclaredRule, source: &Arc<Source>, types: &SchemaFiles) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let in_rule = |severity, key: &str, message: String| {
        at_key(Diagnostic::new(severity, "rule-example", message), source, key)
    };
    let id = rule.id.clone();
    let before = rule.before.clone();
    let kind = Examples::of(&rule);
    if (kind == Examples::Updates) != before.is_some() {
        let message = if before.is_some() {
            format!("`before` has no effect: the rule `{id}` is not about updates")
        } else {
            format!("the rule `{id}` has no `before`")
        };
        let help = "the template of the stack that the examples update belongs there";
        found.push(in_rule(Severity::Warning, "before", message).with_help(help));
        if before.is_none() {
            return found;
        }
    }
    let examples =
        [("example", rule.example.clone(), true), ("use_instead", rule.use_instead.clone(), false)];
    if let Some(before) = &before {
        let template = Source::new("before", before.as_str());
        let reported = check_template(template, &EnabledRules::default(), types);
        if let Some(mistake) = reported.iter().find(|one| one.severity == Severity::Error) {
            let message = format!("`before` of the rule `{id}` has an error: {}", mistake.message);
            found.push(in_rule(Severity::Error, "before", message));
            return found;
        }
    }
    let enabled: EnabledRules = std::iter::once(registered_rule(rule)).collect();
    for (key, text, is_found) in examples {
        let Some(text) = text else {
            let help = format!("add one under `{key}`: examples are the tests of a rule");
            found.push(
                in_rule(Severity::Warning, key, format!("the rule `{id}` has no `{key}`")).with_help(help),
            );
            continue;
        };
        let named = |key: &str, text: &str| Source::new(format!("`{key}` of {}", source.name()), text);
        let example = named(key, &text);
        let reported = match (kind, &before) {
            (Examples::Updates, Some(before)) => {
                findings_between([named("before", before), example], &enabled, types).unwrap_or_else(|| {
                    vec![Diagnostic::error("rule-example", "it is not a template that can be read")]
                })
            }
            (Examples::Schemas, _) => {
                let Loaded { file, mut diagnostics } = load_schema(&example);
                diagnostics.extend(file.iter().flat_map(|file| check_schema(&enabled, file)));
                diagnostics
            }
            (Examples::Environments, _) => {
                let mut reported = check_environment(&example, &NoFiles);
                lint_environments(&[example], &enabled, &mut reported);
                reported
            }
            _ => check_template(example, &enabled, types),
        };
        let mistake = reported.iter().find(|one| one.severity == Severity::Error && one.code != id);
        if let Some(mistake) = mistake {
            let message = format!("`{key}` of the rule `{id}` has an error: {}", mistake.message);
            found.push(in_rule(Severity::Error, key, message));
            continue;
        }
        let is_reported = reported.iter().any(|one| one.code == id);
        if is_reported != is_found {
            let words = if is_found { "finds nothing in its" } else { "reports its" };
            found.push(in_rule(Severity::Error, key, format!("the rule `{id}` {words} `{key}`")));
        }
    }
    found
}

/// The findings in an example that is a template.
fn check_template(example: Arc<Source>, enabled: &EnabledRules, types: &SchemaFiles) -> Vec<Diagnostic> {
    let check = TemplateCheck {
        environments: Vec::new(),
        parameters: &IndexMap::new(),
        files: &NoFiles,
        types,
        is_strict: false,
        now: None,
        enabled,
    };
    check.run(example).1.diagnostics
}

/// Kinds of examples.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Examples {
    Templates,
    Environments,
    /// The templates of stacks that are updated.
    Updates,
    Schemas,
}

impl Examples {
    fn of(rule: &DeclaredRule) -> Self {
        let is_about = |document| rule.is_about(document);
        match () {
            () if is_about(Document::Updates) || is_about(Document::Plan) => Self::Updates,
            () if is_about(Document::Schemas) => Self::Schemas,
            () if is_about(Document::Environments) => Self::Environments,
            () => Self::Templates,
        }
    }
}

/// Writes a new rule into the folder of rules.
///
/// # Errors
/// If the file exists or cannot be written, or the id is not one.
pub(crate) fn new(id: &str, session: &mut Session) -> CommandResult {
    let path = Path::new(FOLDER).join(format!("{id}.yaml"));
    if path.exists() {
        return Err(Failure::refused(format!("`{}` exists", path.display())));
    }
    let text = NEW.replace("ID", id);
    let (_, found) = DeclaredRule::read(&Source::new(path.display().to_string(), text.as_str()));
    if let Some(mistake) = found.first() {
        return Err(
            Failure::refused(mistake.message.clone()).with_help(mistake.help.clone().unwrap_or_default())
        );
    }
    let failed =
        |error: std::io::Error| Failure::unreadable(format!("cannot write {}: {error}", path.display()));
    std::fs::create_dir_all(FOLDER).map_err(failed)?;
    output::write(&path, text.as_bytes()).map_err(failed)?;
    writeln!(session.out, "{}: a rule to begin with", path.display())?;
    let has_settings = SettingsFinder::new(None).find(Path::new("template.yaml"))?.is_some();
    if !has_settings {
        session
            .note("rules apply where a `heat-codegen.yaml` is: an empty one beside the folder is enough")?;
    }
    Ok(Outcome::Done)
}

/// A rule to begin with.
const NEW: &str = r#"rule: ID
severity: warning
summary: A server has no tag `costs`
why: >
  Costs are assigned by this tag.
help: "add `costs` under `metadata`"
applies_to: [OS::Nova::Server]
all:
  - {property: [metadata, costs], is: filled}
example: |
  heat_template_version: 2018-08-31
  resources:
    server:
      type: OS::Nova::Server
      properties: {flavor: m1.small, image: debian, networks: [{network: private}]}
use_instead: |
  heat_template_version: 2018-08-31
  resources:
    server:
      type: OS::Nova::Server
      properties:
        flavor: m1.small
        image: debian
        networks: [{network: private}]
        metadata: {costs: research}
"#;
