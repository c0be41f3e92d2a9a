//! Lint rules: problems in the schema of a Heat resource type that the loader does not find.
//!
//! [`lint_file`] runs the rules on a schema file and returns every finding with its span in the text, in the order of the text.
//! [`lint`] does the same for a schema without a text. Findings that the schema accepts, with a reason, are left out.
//! [`lint_custom_constraints`] checks the table of custom constraints of a catalogue.
//!
//! A rule is one file in `rules/`, with its id, its severity, its docs and its check, or, if the problem is found while reading,
//! a row of the table `rules/reading.rs`. [`RULES`] lists them all, and the rules page, `heat-codegen rules` and
//! `heat-codegen explain` are generated from it. A rule reports at [`SchemaPath`](heat_model::SchemaPath)s; if the schema came
//! from a file, [`lint_file`] converts them to spans in its text.
//!
//! The example in a rule's docs must trigger this rule and no other, and the code under *Use instead* must not trigger any rule.
//! A test checks that for every rule.
//!
//! [`heat_model::load`] reads schemas and reports errors in their text, `heat-diff` compares two schemas, and
//! `heat_yaml::render` prints findings. This crate reads no files.
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
mod conditions;
mod constraint_table;
mod context;
mod embedded;
mod example;
mod finding;
mod lookups;
mod possible;
mod references;
mod rule;
mod rule_example;
mod rules;

use heat_model::load::SchemaFile;
use heat_yaml::{Diagnostic, Severity};

pub use constraint_table::lint_custom_constraints;
pub use context::{Context, PropertySite, Section, StatusSite, Subject, Tables};
pub use example::{ParsedExample, ParsedExamples};
pub use finding::{Finding, Findings, Part};
pub use rule::{Check, Rule};
pub use rule_example::check_example;
pub use rules::{RULES, rule};

/// Returns all findings in a schema, in the order of the rules, without those that it accepts.
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

/// Returns all findings in a schema file, in the order of the text.
#[must_use]
pub fn lint_file(file: &SchemaFile, tables: &Tables<'_>) -> Vec<Diagnostic> {
    placed(file, tables, lint)
}

/// Returns the errors in a schema file, in the order of the text. Rules that report warnings do not run.
#[must_use]
pub fn lint_file_for_errors(file: &SchemaFile, tables: &Tables<'_>) -> Vec<Diagnostic> {
    let mut errors = placed(file, tables, |context| {
        lint_by(context, RULES.iter().filter(|rule| rule.severity == Severity::Error))
    });
    // Acceptances of warnings would be reported as unused here.
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
mod reading_tests;
#[cfg(test)]
mod rendered;
#[cfg(test)]
mod tests;
