//! Checks of templates: problems that Heat refuses, and problems that Heat accepts but that were probably not intended.
//!
//! `heat-hot` finds the errors of Heat. Every such error, and everything else that is reported about templates, has a [`Rule`]
//! with its docs: [`RULES`] lists them. [`lint`] runs the rules that this crate implements; [`TemplateCheck`] runs all on one
//! template with its environments and files, and [`resolve_stack`] resolves it. The crate reads no files, starts no threads and
//! writes no reports, so that it also runs in a browser. Rules for the schemas of resource types are in `heat-lint`.
//!
//! ```
//! use heat_hot::environment::files::NoFiles;
//! use heat_model::ResourceType;
//! use heat_template_check::{EnabledRules, TemplateCheck};
//! use heat_yaml::Source;
//! use indexmap::IndexMap;
//!
//! let check = TemplateCheck {
//!     environments: Vec::new(),
//!     parameters: &IndexMap::new(),
//!     files: &NoFiles,
//!     types: &IndexMap::<String, ResourceType>::new(),
//!     is_strict: false,
//!     now: None,
//!     enabled: &EnabledRules::default(),
//! };
//! let template = Source::new("a.yaml", "heat_template_version: 2018-08-31\noutputs: {x: {value: {get_attr: [server, name]}}}\n");
//! let (_, found) = check.run(template);
//! assert_eq!(found.diagnostics[0].code, "unknown-resource");
//! ```

mod check;
pub mod document;
mod environment_check;
mod environment_defaults;
mod findings;
pub mod fix;
mod known_constraints;
mod lint;
mod other_files;
mod release;
mod rule_example;
mod selection;
pub mod settings;
mod stack;
mod stack_graph;
mod unified;

pub use check::{TemplateCheck, Verdicts, check_own_rules, verdicts};
pub use environment_check::check_environment;
pub use findings::{StackFinding, StackFindings, TemplateFindings, Verdict, shown};
pub use lint::{
    Case, Check, Context, Declared, DeclaredRule, Document, EnabledRules, Family, Findings, Judged, RULES,
    Rule, Subject, SuppressionReach, TEMPLATE, Violation, apply_suppressions, check_schema, declared_finding,
    lint, lint_environments, open_finding, registered_rule, rule, suppression_comment, unknown_names,
};
pub use release::later_version;
pub use selection::{FailOn, PatternError, Selection, template_rules};
pub use settings::nearest_settings;
pub use stack::{CloudAnswers, Purpose, ReadStack, ResolvedStack, StackSources, resolve_stack};
pub use stack_graph::stack_graph;
pub use unified::unified;
