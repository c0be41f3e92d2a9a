//! `export`: writes the catalogue in formats for other programs, and JSON Schemas of the tool's own formats.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use codegen::Publisher;
use heat_catalogue::io_error::describe;
use heat_catalogue::output;
use heat_export::{ExportedCatalogue, Form};
use heat_site::{Sink, SiteFile};

use crate::commands::arguments::release::ReleaseArgs;
use crate::commands::candidates;
use crate::commands::docs::build::sources;
use crate::outcome::{CommandResult, Failure, Outcome};
use crate::session::Session;

/// Examples, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Examples:
  heat-codegen export --format json-schema --out hot.schema.json
  heat-codegen export --format rst OS::Nova::Server OS::Nova::KeyPair
  heat-codegen export --format sphinx --out doc/source/resources
  heat-codegen export --format python My::Custom::Token --out token_plugin.py
  heat-codegen export --format schema-language --out schema.json
  heat-codegen export --format diff-report --out diff-report.schema.json
  heat-codegen export --format docs-settings --out docs.schema.json
  heat-codegen export --format template-tests --out template-tests.schema.json

With `json-schema`, an editor checks and completes templates and environments: put \
`# yaml-language-server: $schema=hot.schema.json` at the top of a file. `python` writes a plug-in for Heat, to which you add how a \
resource is created and deleted. `sphinx` writes a folder with a page per type, which has a label of the type's name and refers to other types. `schema-language` is a JSON \
Schema of schema files, `diff-report` one of the output of `diff --format json`, `docs-settings` one of `docs.yaml`, `template-tests` one of files with tests, `project-rule` one of rules, \
`resolved-template` and `plan` of the JSON of those commands. HIDDEN and unimplemented items are omitted, with two exceptions: `json-schema` accepts HIDDEN ones without \
offering them, and `python` only omits HIDDEN types.";

/// The arguments of `export`.
#[derive(Debug, Clone, Args)]
pub struct ExportArgs {
    /// The resource types to export [default: those of your own schemas, or else of Heat; all for `json-schema`].
    #[arg(value_name = "TYPE", add = candidates::types())]
    types: Vec<String>,
    /// The format of the export.
    #[arg(long, value_enum)]
    format: ExportFormat,
    /// Write to this file instead of standard output; for `sphinx`, the folder to write the pages to.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Also export HIDDEN types, properties and attributes; `json-schema` then offers them, too.
    #[arg(long)]
    include_hidden: bool,
    #[command(flatten)]
    release: ReleaseArgs,
}

/// The formats of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
    /// The whole catalogue as one document.
    Json,
    /// A JSON Schema of templates and environments, for checks and completion in editors.
    JsonSchema,
    /// Plain reference pages in reStructuredText, for your own docs.
    Rst,
    /// Pages for Sphinx, one per type, with labels and references between them, and an index.
    Sphinx,
    /// Plain reference pages in Markdown, for your own docs.
    Markdown,
    /// A module of Heat's own classes, as a starting point for a plug-in in Python.
    Python,
    /// A JSON Schema of schema files, for checks and completion in editors.
    SchemaLanguage,
    /// A JSON Schema of the output of `diff --format json`.
    DiffReport,
    /// A JSON Schema of `docs.yaml`, the settings of a site.
    DocsSettings,
    /// A JSON Schema of files with tests of templates, for checks and completion in editors.
    TemplateTests,
    /// A JSON Schema of the rules of a project, for checks and completion in editors.
    ProjectRule,
    /// A JSON Schema of the output of `resolve --format json`.
    ResolvedTemplate,
    /// A JSON Schema of the output of `plan --format json`.
    Plan,
}

/// The JSON Schemas of the tool's own formats. Tests compare them with what the formats have.
const SCHEMA_LANGUAGE: &str = include_str!("../../../schema.json");
const DIFF_REPORT: &str = include_str!("../../../diff-report.schema.json");
const DOCS_SETTINGS: &str = include_str!("../../../docs.schema.json");
const TEMPLATE_TESTS: &str = include_str!("../../../template-tests.schema.json");
const PROJECT_RULE: &str = include_str!("../../../project-rule.schema.json");
const RESOLVED_TEMPLATE: &str = include_str!("../../../resolved-template.schema.json");
const PLAN: &str = include_str!("../../../plan.schema.json");

impl ExportFormat {
    /// The JSON Schema of one of the tool's own formats, and why types cannot be named for it.
    const fn own_schema(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::SchemaLanguage => {
                Some((SCHEMA_LANGUAGE, "`schema-language` describes schema files, not single types"))
            }
            Self::DiffReport => Some((DIFF_REPORT, "`diff-report` describes reports, not single types")),
            Self::DocsSettings => {
                Some((DOCS_SETTINGS, "`docs-settings` describes the settings of a site, not single types"))
            }
            Self::TemplateTests => {
                Some((TEMPLATE_TESTS, "`template-tests` describes files with tests, not single types"))
            }
            Self::ProjectRule => Some((PROJECT_RULE, "`project-rule` describes rules, not single types")),
            Self::ResolvedTemplate => {
                Some((RESOLVED_TEMPLATE, "`resolved-template` describes stacks, not single types"))
            }
            Self::Plan => Some((PLAN, "`plan` describes plans, not single types")),
            _ => None,
        }
    }
}

/// Runs `export`.
///
/// # Errors
/// If the catalogue has errors, there is no such type, or the output cannot be written.
pub fn run(args: &ExportArgs, session: &mut Session) -> CommandResult {
    args.release.apply(session);
    // For most formats, the project's own schemas are published; an editor needs all types that a template can use.
    let is_about_templates = args.format == ExportFormat::JsonSchema;
    if args.types.is_empty() && !is_about_templates && !session.is_built_in {
        session.has_only_own_types = true;
    }
    let text = match args.format {
        ExportFormat::SchemaLanguage
        | ExportFormat::DiffReport
        | ExportFormat::DocsSettings
        | ExportFormat::TemplateTests
        | ExportFormat::ProjectRule
        | ExportFormat::ResolvedTemplate
        | ExportFormat::Plan => {
            let (schema, why) = args.format.own_schema().unwrap_or_default();
            refuse_types(args, why)?;
            schema.to_owned()
        }
        ExportFormat::Sphinx => return sphinx(args, session),
        ExportFormat::Json => exported(args, Form::Json, session)?,
        ExportFormat::JsonSchema => {
            let files = session.read_strictly()?;
            heat_export::json_schema(&files, &args.types, args.include_hidden)?
        }
        ExportFormat::Python => {
            let files = session.read_strictly()?;
            let module = heat_export::python(&files, &args.types, args.include_hidden)?;
            for (name, finder) in heat_export::lost_finders(&files, &args.types, args.include_hidden)? {
                writeln!(
                    session.err,
                    "warning: a rule of {name} has the finder `{finder}` and no `client_plugin`: Heat does not find it in Python, and every \
                     create fails\n  help: name the client plug-in that has it, or export it from a plug-in in Rust"
                )?;
            }
            module
        }
        ExportFormat::Rst => exported(args, Form::Rst, session)?,
        ExportFormat::Markdown => exported(args, Form::Markdown, session)?,
    };
    match &args.out {
        None => session.out.write_all(text.as_bytes())?,
        Some(path) => output::write(path, text.as_bytes()).map_err(|error| {
            Failure::unreadable(format!("`{}` cannot be written: {}", path.display(), describe(&error)))
        })?,
    }
    Ok(Outcome::Done)
}

fn refuse_types(args: &ExportArgs, why: &str) -> Result<(), Failure> {
    if args.types.is_empty() { Ok(()) } else { Err(Failure::refused(why).with_help("omit the types")) }
}

fn exported(args: &ExportArgs, form: Form, session: &mut Session) -> Result<String, Failure> {
    Ok(exported_catalogue(args, session)?.text(form)?)
}

fn exported_catalogue(args: &ExportArgs, session: &mut Session) -> Result<ExportedCatalogue, Failure> {
    let files = session.read_strictly()?;
    ExportedCatalogue::new(&files, &args.types, args.include_hidden)
}

/// Writes pages to a folder, all at once: pages of removed types are removed, and other files stay.
fn sphinx(args: &ExportArgs, session: &mut Session) -> CommandResult {
    let Some(out) = &args.out else {
        return Err(Failure::refused("`sphinx` writes a page per type, and needs a folder")
            .with_help("name one in the sources of your docs: --out doc/source/resources"));
    };
    let title = match sources(session, None)?.title() {
        Ok(title) => title.unwrap_or_else(|| "Resource types".to_owned()),
        Err(found) => {
            session.draw(&found)?;
            return Err(Failure::refused("docs.yaml has errors; nothing was written"));
        }
    };
    let pages = heat_export::pages::sphinx(&exported_catalogue(args, session)?, &title);
    let written = Publisher::new(out).and_then(|publisher| {
        for page in pages {
            publisher.write(SiteFile { path: page.path, contents: page.text.into_bytes() })?;
        }
        publisher.finish()
    });
    if let Err(error) = written {
        session.draw(&[error])?;
        return Err(Failure::unreadable("nothing was written"));
    }
    Ok(Outcome::Done)
}
