//! Rules for templates: the docs of Heat's errors, and checks for problems that Heat accepts but that were probably not intended.
//!
//! A rule has an id, a family, docs and a check that says where its findings come from; [`RULES`] lists them all. A rule with
//! code is a file in `rules/`, any other rule is a row of a table in `rules/tables/`. [`lint`] runs the rules with code on a
//! template, and returns every finding with its span, in the order of the text. Each error of `heat-hot` is documented by the
//! rule with the id of its [`Problem`](heat_hot::fault::Problem).
//!
//! The example in a rule's docs must trigger this rule and no other, and the code under *Use instead* must not trigger any rule.
//! A test, `tests/rule_examples.rs`, checks that for every rule, and `conformance/judge_template_rules.py` asks Heat about both.
//!
//! Errors of Heat are not found here but by `heat-hot`, with Heat's messages.

mod condition_facts;
mod context;
mod declared;
mod declared_facts;
mod declared_rules;
mod enabled_rules;
mod finding;
mod mentions;
mod occurrence;
mod plain_map;
mod query;
mod read_properties;
mod rule;
mod rules;
mod scalar;
mod secret;
mod software;
mod status;
mod suppression;
mod values;

use std::sync::Arc;

use heat_hot::Template;
use heat_hot::template::outline::Outline;
use heat_hot::template::undecided::UndecidedStack;
use heat_model::ResourceTypes;
use heat_yaml::{Diagnostic, Source};

use crate::stack::ResolvedStack;

pub use context::Context;
pub use declared::{Case, Declared, DeclaredRule, Document, Judged, Subject, Violation, unknown_names};
pub(crate) use declared_rules::is_own_rule;
pub use declared_rules::{check_schema, declared_finding, open_finding, registered_rule};
pub use enabled_rules::EnabledRules;
pub use finding::Findings;
pub use rule::{Check, Family, Rule, TEMPLATE};
pub(crate) use rules::suppressions;
pub use rules::{RULES, rule};
pub use suppression::{SuppressionReach, apply_suppressions, suppression_comment};

/// Returns all findings in a template, in the order of the text. Nothing is reported for resource types that are not among
/// `types`. Rules that are off by default only run if they are enabled. `stack` has the parameters with the values that are set,
/// and the registry that maps types; without it, parameters have their defaults, and only Heat's own environment applies.
///
/// ```
/// use heat_hot::Template;
/// use heat_model::ResourceType;
/// use heat_template_check::{EnabledRules, lint};
/// use heat_yaml::Source;
/// use indexmap::IndexMap;
///
/// let text = "heat_template_version: 2018-08-31
/// parameters:
///   password: {type: string}
/// resources: {}
/// ";
/// let template = Template::read(&Source::new("a.yaml", text)).template.unwrap();
/// let findings = lint(&template, &IndexMap::<String, ResourceType>::new(), &EnabledRules::default(), None);
/// assert_eq!(findings[0].code, "visible-secret");
/// ```
#[must_use]
pub fn lint(
    template: &Template,
    types: &dyn ResourceTypes,
    enabled: &EnabledRules,
    stack: Option<&ResolvedStack>,
) -> Vec<Diagnostic> {
    let undecided = UndecidedStack::new(template);
    let outline = Outline::read(template, &undecided.scope());
    let context = Context::new(template, types, &outline, stack);
    let mut found = Vec::new();
    for rule in RULES.iter().filter(|rule| enabled.has(rule)) {
        if let Check::Template(check)
        | Check::Creation(check)
        | Check::Service(check)
        | Check::Optional(check) = rule.check
        {
            check(&context, &mut Findings::new(rule.id, rule.stage(), template.source(), &mut found));
        }
    }
    let declared = RULES.iter().copied().filter(|rule| rule.is_declared() && enabled.has(rule));
    let declared: Vec<&'static Rule> = declared.chain(enabled.own.values().copied()).collect();
    declared_rules::check_all(&declared, &context, enabled.tells_open, &mut found);
    found.sort_by_key(|diagnostic| diagnostic.labels.first().map(|label| (label.span, diagnostic.code)));
    found
}

/// Adds the findings of enabled rules about environments.
pub fn lint_environments(environments: &[Arc<Source>], enabled: &EnabledRules, found: &mut Vec<Diagnostic>) {
    declared_rules::check_environments(enabled, environments, found);
}

/// Adds the findings of a project's own rules in a stack.
pub(crate) fn lint_by_own_rules(
    stack: &ResolvedStack,
    types: &dyn ResourceTypes,
    enabled: &EnabledRules,
    found: &mut Vec<Diagnostic>,
) {
    if enabled.own.is_empty() {
        return;
    }
    let undecided = UndecidedStack::new(&stack.template);
    let outline = Outline::read(&stack.template, &undecided.scope());
    let context = Context::new(&stack.template, types, &outline, Some(stack));
    let own: Vec<&'static Rule> = enabled.own.values().copied().collect();
    declared_rules::check_all(&own, &context, enabled.tells_open, found);
}

#[cfg(test)]
mod tests;
