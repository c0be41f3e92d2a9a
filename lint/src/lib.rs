//! Lint rules: whether the schema of a Heat resource type makes sense, beyond being readable.
//!
//! [`lint_file`] runs the rules on a schema file and returns every finding at its place in the text, in the order of the text.
//! [`lint`] does the same for a schema that has no text. Findings that the schema accepts with a reason are left out.
//!
//! A rule is one file in `rules/`, with its id, its severity, its docs and its check; [`RULES`] lists them all, and
//! the rules page, `heat-codegen rules` and `heat-codegen explain` are made from it. A rule reports at
//! [`SchemaPath`](heat_model::SchemaPath)s; where the schema came from a file, [`lint_file`] turns them into places in its text.
//!
//! The example in a rule's docs has to set it off, and no other rule; what the docs say to use instead must set off
//! none. A test checks that for every rule.
//!
//! Reading a schema, with the errors of its text, is done by [`heat_model::load`]; comparing two schemas by
//! `heat-diff`; drawing the findings by `heat_yaml::render`. This crate reads no files.
//!
//! ```
//! use heat_lint::{Tables, lint_file};
//! use heat_model::load::load_schema;
//! use heat_yaml::Source;
//!
//! let text = "
//! type: My::Custom::Token
//! description: Makes a token.
//! properties:
//!   length:
//!     type: integer
//!     description: The number of characters.
//!     required: true
//!     default: 128
//! ";
//! let file = load_schema(&Source::new("My/Custom/Token.yaml", text)).file.unwrap();
//! let findings = lint_file(&file, &Tables::default());
//! let ids: Vec<&str> = findings.iter().map(|finding| finding.code).collect();
//! assert_eq!(ids, ["required-with-default"]);
//! ```

mod acceptance;
mod backtracking;
mod classes;
mod context;
mod embedded;
mod example;
mod finding;
mod lookups;
mod references;
mod rules;
mod step_bound;

use heat_model::load::SchemaFile;
use heat_yaml::{Diagnostic, Severity};

pub use context::{Context, PropertySite, Section, StatusSite, Subject, Tables};
pub use finding::{Finding, Findings, Part};
pub use rules::RULES;

/// A lint rule.
#[derive(Debug)]
pub struct Rule {
    /// Its name, in kebab case: what is wrong when it reports.
    pub id: &'static str,
    /// How bad its findings are.
    pub severity: Severity,
    /// What it is about, in one line.
    pub summary: &'static str,
    /// Its page, in CommonMark: *What it does*, *Why*, *Example*, *Use instead*.
    pub docs: &'static str,
    /// What finds it.
    pub check: Check,
}

/// What finds the mistakes of a rule.
#[derive(Debug, Clone, Copy)]
pub enum Check {
    /// Reading the text: the loader, or the reading of the catalogue's folder.
    Reading,
    /// A look at the schema.
    Schema(fn(&Context<'_>, &mut Findings<'_>)),
    /// Comparing the accepted findings of a schema with what the other rules found.
    Acceptance,
}

/// The rule of this id.
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.id == id)
}

/// All findings in a schema, in the order of the rules, without those that it accepts.
#[must_use]
pub fn lint(context: &Context<'_>) -> Vec<Finding> {
    lint_by(context, RULES)
}

fn lint_by<'r>(context: &Context<'_>, rules: impl IntoIterator<Item = &'r &'static Rule>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for rule in rules {
        if let Check::Schema(check) = rule.check {
            check(context, &mut Findings::new(rule, &mut findings));
        }
    }
    acceptance::apply(context, findings)
}

/// All findings in a schema file, in the order of the text.
#[must_use]
pub fn lint_file(file: &SchemaFile, tables: &Tables<'_>) -> Vec<Diagnostic> {
    placed(file, tables, lint)
}

/// The errors in a schema file, in the order of the text. Rules that warn are not even looked at.
#[must_use]
pub fn lint_file_for_errors(file: &SchemaFile, tables: &Tables<'_>) -> Vec<Diagnostic> {
    let mut errors = placed(file, tables, |context| {
        lint_by(context, RULES.iter().filter(|rule| rule.severity == Severity::Error))
    });
    // Acceptances of warnings find nothing here, and say so.
    errors.retain(|diagnostic| diagnostic.severity == Severity::Error);
    errors
}

fn placed(
    file: &SchemaFile,
    tables: &Tables<'_>,
    lint: impl FnOnce(&Context<'_>) -> Vec<Finding>,
) -> Vec<Diagnostic> {
    let mut context = Context::new(&file.schema, Some(file.source.name()), tables);
    context.note_unread(file);
    let mut diagnostics: Vec<Diagnostic> =
        lint(&context).into_iter().map(|finding| finding.into_diagnostic(file)).collect();
    diagnostics
        .sort_by_key(|diagnostic| diagnostic.labels.first().map(|label| (label.span, diagnostic.code)));
    diagnostics
}

#[cfg(test)]
mod rendered;
#[cfg(test)]
mod tests;
