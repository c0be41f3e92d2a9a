//! Detection of files that declare no template version: an environment, a template without its first line, or a file of another
//! program.

use std::collections::HashSet;
use std::sync::Arc;

use heat_hot::fault::Problem;
use heat_hot_language::{HotVersion, Section, TemplateVersion};
use heat_yaml::{Diagnostic, Mapping, Node, ParseOptions, Source, code, parse_template};

/// Keys that identify files of other programs: a file has all keys of a row.
const PROGRAMS: [(&[&str], &str); 8] = [
    (&["$schema", "runs"], "a report in SARIF"),
    (&["$schema"], "a JSON Schema"),
    (&["apiVersion", "kind"], "a manifest of Kubernetes"),
    (&["services"], "a file of Docker Compose"),
    (&["jobs"], "a pipeline of continuous integration"),
    (&["stages"], "a pipeline of continuous integration"),
    (&["tosca_definitions_version"], "a template of TOSCA"),
    (&["type", "properties"], "the schema of a resource type, which `heat-codegen check` checks"),
];

/// File extensions of other programs.
const ENDINGS: [(&str, &str); 10] = [
    ("md", "a document in Markdown"),
    ("rst", "a document in reStructuredText"),
    ("txt", "a text"),
    ("tf", "a configuration of Terraform"),
    ("bicep", "a template of Azure"),
    ("j2", "a file for Jinja, from which a template is made"),
    ("py", "a program in Python"),
    ("sh", "a shell script"),
    ("toml", "a file in TOML"),
    ("xml", "a file in XML"),
];

/// Beginnings of Jinja's statements and values, which YAML reads as maps.
const JINJA: [&str; 2] = ["{%", "{{"];

/// Adds help to the error that a file declares no version or is not YAML, if the file shows what it is.
pub(crate) fn explain(source: &Arc<Source>, found: &mut Vec<Diagnostic>) {
    explain_environments(found);
    explain_jinja(source, found);
    if let Some(what) = by_ending(source)
        && let Some(error) = found.iter_mut().find(|found| is_about_text(found))
    {
        error.help = Some(what);
    }
    let is_meant =
        |found: &&mut Diagnostic| found.code == Problem::UnknownVersion.id() && found.help.is_none();
    let Some(error) = found.iter_mut().find(is_meant) else { return };
    let root = parse_template(source, &ParseOptions::template()).root;
    if source.text().trim().is_empty() {
        error.help = Some(format!("the file is empty; {}", begin(TemplateVersion::Hot(HotVersion::NEWEST))));
        return;
    }
    let is_text = root.as_ref().is_some_and(|root| root.as_str().is_some());
    error.help = root.and_then(|root| words(&root)).or_else(|| {
        let is_cloud_config = source.text().starts_with("#cloud-config");
        is_cloud_config.then(|| not_a_template("the user data of a server"))
    });
    let text = || is_text.then(|| not_a_template("a text"));
    error.help = error.help.take().or_else(|| by_ending(source)).or_else(text);
}

/// Returns help for a file by its extension; `None` if templates can have this extension, too.
fn by_ending(source: &Source) -> Option<String> {
    let (_, end) = source.name().rsplit_once('.')?;
    ENDINGS.iter().find(|(ending, _)| end.eq_ignore_ascii_case(ending)).map(|(_, what)| not_a_template(what))
}

fn is_about_text(found: &Diagnostic) -> bool {
    [code::SYNTAX, code::UNHASHABLE_KEY].contains(&found.code)
}

/// Reduces the errors about the sections of an environment that is in fact a template to the first one, whose help says so.
fn explain_environments(found: &mut Vec<Diagnostic>) {
    let mut explained = HashSet::new();
    found.retain_mut(|found| {
        let label = found.labels.first().filter(|_| found.code == Problem::UnknownEnvironmentSection.id());
        let Some(source) = label.map(|label| &label.source) else { return true };
        if explained.contains(source.name()) {
            return false;
        }
        let root = parse_template(source, &ParseOptions::template()).root;
        let declares = |map: &Mapping| TemplateVersion::KEYS.into_iter().any(|key| map.get(key).is_some());
        if root.as_ref().and_then(Node::as_mapping).is_some_and(declares) {
            explained.insert(source.name().to_owned());
            found.help = Some("this is a template: `-e` names environments".to_owned());
        }
        true
    });
}

/// Adds help to a syntax error in a line with Jinja: the file has to be rendered first.
fn explain_jinja(source: &Arc<Source>, found: &mut [Diagnostic]) {
    let is_jinja = |found: &&mut Diagnostic| {
        let line = found.labels.first().map(|label| line_at(source.text(), label.span.start));
        is_about_text(found) && line.is_some_and(|line| JINJA.iter().any(|sign| line.contains(sign)))
    };
    if let Some(error) = found.iter_mut().find(is_jinja) {
        let what = "this seems to be a file for Jinja, from which a template is made";
        error.help = Some(format!("{what}: check what Jinja makes of it, for example from a pipe, with `-`"));
    }
}

/// Returns the line around an offset.
fn line_at(text: &str, offset: usize) -> &str {
    let (before, after) = text.split_at_checked(offset).unwrap_or((text, ""));
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let end = after.find('\n').map_or(text.len(), |end| offset + end);
    text.get(start..end).unwrap_or_default()
}

/// Returns help about the first line of a template of a version.
fn begin(version: TemplateVersion) -> String {
    let (key, value) = version.declaration();
    let quote = if version == TemplateVersion::HeatCfn { "'" } else { "" };
    format!("begin the template with `{key}: {quote}{value}{quote}`")
}

/// Returns help for a document without a version; `None` if its keys show nothing.
fn words(root: &Node) -> Option<String> {
    if let Some(items) = root.as_sequence() {
        let is_play = |item: &Node| item.as_mapping().is_some_and(|map| map.get("hosts").is_some());
        return items.iter().any(is_play).then(|| not_a_template("a playbook of Ansible"));
    }
    let map = root.as_mapping()?;
    let has = |key: &str| map.get(key).is_some();
    if TemplateVersion::KEYS.into_iter().any(has) {
        return None;
    }
    if has("resources") {
        return Some(begin(TemplateVersion::Hot(HotVersion::NEWEST)));
    }
    if has("Resources") {
        return Some(begin(TemplateVersion::HeatCfn));
    }
    if is_environment(map) {
        return Some(
            "this seems to be an environment: give it with `-e` to the template that it is for".to_owned(),
        );
    }
    let program = PROGRAMS.iter().find(|(keys, _)| keys.iter().all(|key| has(key)));
    program.map(|(_, what)| not_a_template(what))
}

fn not_a_template(what: &str) -> String {
    format!("this seems to be {what}, not a template")
}

/// Returns whether a map has a section that only environments have, or values of parameters.
fn is_environment(map: &Mapping) -> bool {
    let parameters = Section::Parameters.as_str();
    let only = Section::ALL.map(Section::as_str).into_iter().filter(|section| *section != parameters);
    let has_value = |values: &Mapping| values.iter().any(|entry| entry.value.as_mapping().is_none());
    only.into_iter().any(|section| map.get(section).is_some())
        || map.get(parameters).and_then(Node::as_mapping).is_some_and(has_value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: Option<&str>) {
        let mut found =
            vec![Diagnostic::error(Problem::UnknownVersion.id(), "Template version was not provided")];
        explain(&Source::new("a.yaml", text), &mut found);
        assert_eq!(found[0].help.as_deref(), expect, "{text}");
    }

    const ENVIRONMENT: &str =
        "this seems to be an environment: give it with `-e` to the template that it is for";

    #[test]
    fn environments_are_known_by_their_sections_and_values() {
        check("parameter_defaults: {a: 1}\n", Some(ENVIRONMENT));
        check("resource_registry: {}\n", Some(ENVIRONMENT));
        check("parameters: {flavor: small}\n", Some(ENVIRONMENT));
        check("parameters: {flavor: {type: string}}\n", None);
    }

    #[test]
    fn a_template_lacks_its_first_line() {
        let newest = HotVersion::NEWEST.as_str();
        let expect = format!("begin the template with `heat_template_version: {newest}`");
        check("parameters: {a: 1}\nresources: {}\n", Some(&expect));
        check("Resources: {}\n", Some("begin the template with `HeatTemplateFormatVersion: '2012-12-12'`"));
        check("heat_template_version: 1\nresources: {}\n", None);
    }

    #[test]
    fn files_of_other_programs_are_named() {
        check(
            "{$schema: x, type: object, properties: {}}",
            Some("this seems to be a JSON Schema, not a template"),
        );
        check("services: {web: {}}\n", Some("this seems to be a file of Docker Compose, not a template"));
        check(
            "apiVersion: v1\nkind: Pod\n",
            Some("this seems to be a manifest of Kubernetes, not a template"),
        );
        check("- hosts: all\n", Some("this seems to be a playbook of Ansible, not a template"));
        check(
            "#cloud-config\nusers: []\n",
            Some("this seems to be the user data of a server, not a template"),
        );
        check("kind: Pod\n", None);
        check("- a\n", None);
        check("text\n", Some("this seems to be a text, not a template"));
    }

    #[test]
    fn the_end_of_a_name_says_what_a_file_is() {
        let check = |name: &str, text: &str, expect: Option<&str>| {
            let source = Source::new(name, text);
            let mut found = parse_template(&source, &ParseOptions::template()).diagnostics;
            found.push(Diagnostic::error(Problem::UnknownVersion.id(), "Template version was not provided"));
            explain(&source, &mut found);
            let help = found[0].help.as_deref().filter(|help| help.starts_with("this seems to be"));
            assert_eq!(help, expect, "{name}");
        };
        check("README.md", "# Title\n", Some("this seems to be a document in Markdown, not a template"));
        check("README.MD", "a: *b*\n: [", Some("this seems to be a document in Markdown, not a template"));
        check(
            "main.tf",
            "resource \"a\" {}\n",
            Some("this seems to be a configuration of Terraform, not a template"),
        );
        check("a.yaml", "a: *b*\n: [", None);
    }

    #[test]
    fn a_template_in_place_of_an_environment_is_named() {
        let template = Source::new("a.yaml", "heat_template_version: rocky\n");
        let check = |text: &str, expect: &[Option<&str>]| {
            let source = Source::new("b.yaml", text);
            let error = || {
                let found = Diagnostic::error(Problem::UnknownEnvironmentSection.id(), "wrong section");
                found.with_label(&source, heat_yaml::Span::default(), "")
            };
            let mut found = vec![error(), error()];
            explain(&template, &mut found);
            let helps: Vec<Option<&str>> = found.iter().map(|found| found.help.as_deref()).collect();
            assert_eq!(helps, expect, "{text}");
        };
        check(
            "heat_template_version: rocky\nresources: {}\n",
            &[Some("this is a template: `-e` names environments")],
        );
        check("a: 1\nb: 2\n", &[None, None]);
    }

    #[test]
    fn an_empty_file_is_named() {
        let newest = HotVersion::NEWEST.as_str();
        let expect = format!("the file is empty; begin the template with `heat_template_version: {newest}`");
        check("", Some(&expect));
        check("\n \n", Some(&expect));
        check("# nothing yet\n", None);
    }

    #[test]
    fn a_file_for_jinja_is_named() {
        let check = |text: &str, is_named: bool| {
            let source = Source::new("a.yaml", text);
            let mut found = parse_template(&source, &ParseOptions::template()).diagnostics;
            assert!(!found.is_empty(), "{text}");
            explain(&source, &mut found);
            let help = found.iter().find_map(|found| found.help.as_deref()).unwrap_or_default();
            assert_eq!(help.starts_with("this seems to be a file for Jinja"), is_named, "{text}: {help}");
        };
        check(
            "resources:\n{% for i in range(3) %}\n  a{{ i }}: {type: OS::Heat::None}\n{% endfor %}\n",
            true,
        );
        check("resources:\n  {{ name }}:\n    type: OS::Heat::None\n", true);
        check("resources:\n  a: %b\n", false);
    }
}
