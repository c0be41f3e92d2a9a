//! Tests of templates, without a cloud.
//!
//! A file with tests ([`TestFile`]) names a template, answers of a cloud, and cases. [`run`] resolves the template of a case and checks
//! what the case expects: of resources, outputs and parameters, of an update from another case, or that Heat refuses the stack.
//! Conditions are those of schemas ([`heat_model::validation_rule`]), and read the document that `resolve` prints. The crate reads no
//! files and writes no reports.

mod answered_names;
mod coverage;
mod expectation;
mod file;
mod first_file;
mod run;
mod snapshot;
mod subject;

pub use answered_names::unknown_answers;
pub use coverage::{Coverage, Gap};
pub use expectation::{Expectation, Subject, Test};
pub use file::{Answers, Refusal, TEST_ENDINGS, TestCase, TestFile, templates_of};
pub use first_file::first_file;
pub use run::{CaseReport, Side, differences, run};
pub use snapshot::snapshot;
