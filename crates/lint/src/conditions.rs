//! Conditions of a schema at all depths, and the paths of properties that rules and facts name, each with its place in the file.

use std::collections::HashMap;
use std::fmt::Debug;

use heat_model::service_rule::{AddressRule, ServiceCheck};
use heat_model::validation_rule::{Condition, Operand, PluginMessage, Requirement, ValidationRule};
use heat_model::{PropertyType, ResourceType, SchemaPath};
use heat_yaml::Span;

use crate::references::{Target, follow, report_step};
use crate::{Findings, Part, PropertySite};

/// A condition with its place.
pub(super) struct ConditionSite<'a> {
    /// The condition.
    pub(super) condition: &'a Condition,
    /// Path of the condition in the file.
    pub(super) place: SchemaPath,
    /// Path of the list in whose items the paths of the condition begin; empty at the top.
    pub(super) around: Vec<String>,
}

impl<'a> ConditionSite<'a> {
    /// Path of the property that the condition tests; `None` if it consists of other conditions.
    pub(super) fn path(&self) -> Option<NamedPath<'a>> {
        let (steps, place, is_list) = match self.condition {
            Condition::Filled(path) => (path, self.place.clone(), false),
            Condition::Is { property, .. }
            | Condition::In { property, .. }
            | Condition::NotIn { property, .. }
            | Condition::Satisfies { property, .. }
            | Condition::Matches { property, .. }
            | Condition::Range { property, .. }
            | Condition::Length { property, .. }
            | Condition::Contains { property, .. }
            | Condition::Within { property, .. } => (property, self.place.join("property"), false),
            Condition::Items { items, .. } | Condition::Count { items, .. } => {
                (items, self.place.join("items"), true)
            }
            Condition::Each { for_each, .. } => (for_each, self.place.join("for_each"), true),
            Condition::Any { .. } | Condition::All { .. } | Condition::Not { .. } => return None,
        };
        Some(NamedPath { steps, place, is_list, ..NamedPath::new(&self.around) })
    }
}

/// Path of a property, as a schema names it.
#[derive(Clone)]
pub(super) struct NamedPath<'a> {
    /// Path of the list in whose items the path begins; empty at the top.
    pub(super) around: Vec<String>,
    /// Names along the path.
    pub(super) steps: &'a [String],
    /// Path of the list of names in the file.
    pub(super) place: SchemaPath,
    /// `true` if the path has to lead to a list.
    pub(super) is_list: bool,
}

impl<'a> NamedPath<'a> {
    fn new(around: &[String]) -> Self {
        Self { around: around.to_vec(), steps: &[], place: SchemaPath::root(), is_list: false }
    }

    /// Returns a path that begins at the top of the properties.
    pub(super) fn at_top(steps: &'a [String], place: SchemaPath) -> Self {
        Self { steps, place, ..Self::new(&[]) }
    }

    /// All names from the top of the properties.
    pub(super) fn steps_from_top(&self) -> Vec<String> {
        [&self.around, self.steps].concat()
    }

    /// Path in the file of a name, by its position from the top of the properties.
    pub(super) fn place_of(&self, step: usize) -> SchemaPath {
        self.place.join(step.saturating_sub(self.around.len()))
    }

    /// Reports the first name that is not a property, or a list of items that is none. The list around the path has a place of
    /// its own.
    pub(super) fn check(&self, schema: &ResourceType, findings: &mut Findings<'_>) {
        let path = self.steps_from_top();
        match follow(schema, &path) {
            Target::Nothing(step, known) if step >= self.around.len() => {
                report_step(schema, &path, (step, known), |step| self.place_of(step), findings);
            }
            Target::Property(property)
                if self.is_list
                    && !matches!(property.property_type, PropertyType::List | PropertyType::Any) =>
            {
                let message =
                    format!("property `{}` is of type `{}`", path.join("."), property.property_type);
                findings.report(&self.place, Part::Value, message).label("has no items");
            }
            Target::Nothing(..) | Target::Property(_) | Target::Within(_) => {}
        }
    }
}

/// Reports an item of a list that an earlier item equals.
pub(super) fn check_repeated<T: Debug>(items: &[T], place: &SchemaPath, findings: &mut Findings<'_>) {
    let mut known = HashMap::new();
    for (index, item) in items.iter().enumerate() {
        let first = *known.entry(format!("{item:?}")).or_insert(index);
        if first != index {
            findings
                .report(&place.join(index), Part::Value, "an item of a list is written twice")
                .label("again")
                .related(place.join(first), Part::Value, "here first")
                .help("remove one of them");
        }
    }
}

/// Reports a list without items. `so` is what follows from it.
pub(super) fn check_empty<T>(
    items: &[T],
    (key, so): (&str, &str),
    place: &SchemaPath,
    findings: &mut Findings<'_>,
) {
    if items.is_empty() {
        let finding = findings.report(place, Part::Value, format!("`{key}` is empty: {so}"));
        finding.label("no item here");
    }
}

/// Calls `visit` with each condition of a list, at any depth.
pub(super) fn visit_conditions<'a>(
    conditions: &'a [Condition],
    place: &SchemaPath,
    around: &[String],
    visit: &mut dyn FnMut(ConditionSite<'a>),
) {
    for (index, condition) in conditions.iter().enumerate() {
        visit_condition(condition, &place.join(index), around, visit);
    }
}

fn visit_condition<'a>(
    condition: &'a Condition,
    place: &SchemaPath,
    around: &[String],
    visit: &mut dyn FnMut(ConditionSite<'a>),
) {
    visit(ConditionSite { condition, place: place.clone(), around: around.to_vec() });
    match condition {
        Condition::Items { items, matching } | Condition::Count { items, matching, .. } => {
            visit_conditions(matching, &place.join("where"), &[around, items].concat(), visit);
        }
        Condition::Each { for_each, all } => {
            visit_conditions(all, &place.join("all"), &[around, for_each].concat(), visit);
        }
        Condition::Any { any } => visit_conditions(any, &place.join("any"), around, visit),
        Condition::All { all } => visit_conditions(all, &place.join("all"), around, visit),
        Condition::Not { not } => visit_condition(not, &place.join("not"), around, visit),
        _ => {}
    }
}

/// Calls `visit` with each condition in the cases of what an update of a property costs.
pub(super) fn visit_cases<'a>(site: &PropertySite<'a>, visit: &mut dyn FnMut(ConditionSite<'a>)) {
    let list = site.path.join("update_effect").join("cases");
    for (index, case) in site.schema.update_effect.iter().flat_map(|effect| &effect.cases).enumerate() {
        for (key, conditions) in [("before", &case.before), ("when", &case.when)] {
            visit_conditions(conditions, &list.join(index).join(key), &[], visit);
        }
    }
}

/// Calls `visit` with each condition of a validation rule.
pub(super) fn visit_rule<'a>(
    rule: &'a ValidationRule,
    place: &SchemaPath,
    visit: &mut dyn FnMut(ConditionSite<'a>),
) {
    let around = rule.for_each.as_deref().unwrap_or_default();
    visit_conditions(&rule.when, &place.join("when"), around, visit);
    if let Some(required) = required(&rule.requirement) {
        visit_conditions(required, &place.join(rule.requirement.key()), around, visit);
    }
}

/// Conditions of a requirement; `None` if it is a comparison.
pub(super) fn required(requirement: &Requirement) -> Option<&[Condition]> {
    match requirement {
        Requirement::AtMostOne(conditions)
        | Requirement::AtLeastOne(conditions)
        | Requirement::ExactlyOne(conditions)
        | Requirement::All(conditions)
        | Requirement::None(conditions) => Some(conditions),
        Requirement::Equal(_) | Requirement::Ascending(_) => None,
    }
}

/// Paths that a validation rule compares, each with whether it is an operand of a sum, which follows lists.
pub(super) fn compared<'a>(rule: &'a ValidationRule, place: &SchemaPath) -> Vec<(NamedPath<'a>, bool)> {
    let list = place.join(rule.requirement.key());
    let around = rule.for_each.as_deref().unwrap_or_default();
    let named = |steps, place| NamedPath { steps, place, ..NamedPath::new(around) };
    match &rule.requirement {
        Requirement::Equal(paths) => {
            paths.iter().enumerate().map(|(index, path)| (named(path, list.join(index)), false)).collect()
        }
        Requirement::Ascending(operands) => {
            let paths = operands.iter().enumerate().flat_map(|(index, operand)| {
                let place = list.join(index);
                match operand {
                    Operand::Constant(_) => Vec::new(),
                    Operand::Property(path) => vec![(named(path, place), false)],
                    Operand::Sum { sum } => {
                        let place = place.join("sum");
                        let paths = sum.iter().enumerate();
                        paths.map(|(index, path)| (named(path, place.join(index)), true)).collect()
                    }
                }
            });
            paths.collect()
        }
        _ => Vec::new(),
    }
}

/// Reports the names in a validation rule that are not properties.
pub(super) fn check_rule_paths(
    schema: &ResourceType,
    rule: &ValidationRule,
    place: &SchemaPath,
    findings: &mut Findings<'_>,
) {
    let around = rule.for_each.as_deref().unwrap_or_default();
    if let Some(list) = &rule.for_each {
        NamedPath { is_list: true, ..NamedPath::at_top(list, place.join("for_each")) }
            .check(schema, findings);
    }
    visit_rule(rule, place, &mut |site| check_site(schema, &site, findings));
    for (path, _) in compared(rule, place) {
        path.check(schema, findings);
    }
    let Some(message) = &rule.message else { return };
    for (path, gap) in PluginMessage::read(message).paths() {
        let span = Span::new(gap.start, gap.end);
        check_gap(schema, around, &path, (&place.join("message"), span), findings);
    }
}

/// Reports the paths in some conditions that do not lead to a property.
pub(super) fn check_condition_paths(
    schema: &ResourceType,
    conditions: &[Condition],
    place: &SchemaPath,
    findings: &mut Findings<'_>,
) {
    visit_conditions(conditions, place, &[], &mut |site| check_site(schema, &site, findings));
}

fn check_site(schema: &ResourceType, site: &ConditionSite<'_>, findings: &mut Findings<'_>) {
    if let Some(path) = site.path() {
        path.check(schema, findings);
    }
}

/// Reports a gap of a message that is not a property.
fn check_gap(
    schema: &ResourceType,
    around: &[String],
    path: &[String],
    (place, span): (&SchemaPath, Span),
    findings: &mut Findings<'_>,
) {
    let path = [around, path].concat();
    let Target::Nothing(step, known) = follow(schema, &path) else { return };
    if step < around.len() {
        return;
    }
    if let Some(finding) = report_step(schema, &path, (step, known), |_| place.clone(), findings) {
        finding.place.part = Part::Text(span);
    }
}

/// Conditions in the rules and facts of a schema, without those of `update_effect`.
pub(super) fn conditions_of(schema: &ResourceType) -> Vec<ConditionSite<'_>> {
    let mut found = Vec::new();
    let mut add = |site| found.push(site);
    let root = SchemaPath::root();
    for (index, rule) in schema.validation_rules.iter().enumerate() {
        visit_rule(rule, &root.join("validation_rules").join(index), &mut add);
    }
    for (index, rule) in schema.service_rules.iter().enumerate() {
        let place = root.join("service_rules").join(index);
        if let ServiceCheck::Rule(rule) = &rule.check {
            visit_rule(rule, &place, &mut add);
        }
    }
    for (conditions, place) in conditions_of_facts(schema) {
        visit_conditions(conditions, &place, &[], &mut add);
    }
    found
}

/// Lists of conditions under which facts about the service apply, each with its place. Those of validation rules are not included.
pub(super) fn conditions_of_facts(schema: &ResourceType) -> Vec<(&[Condition], SchemaPath)> {
    let unique = schema.unique.iter().map(|key| &key.when).enumerate().map(|one| ("unique", one));
    let rules = schema.service_rules.iter().enumerate().filter_map(|(index, rule)| match &rule.check {
        ServiceCheck::Address(AddressRule { when, .. }) => Some(("service_rules", (index, when))),
        ServiceCheck::Rule(_) => None,
    });
    let needs = schema.needs_first.iter().map(|need| &need.when).enumerate().map(|one| ("needs_first", one));
    let holds = schema.holds.iter().map(|holding| &holding.when).enumerate().map(|one| ("holds", one));
    let all = unique.chain(rules).chain(needs).chain(holds);
    let place = |key: &str, index: usize| SchemaPath::root().join(key).join(index).join("when");
    all.map(|(key, (index, when))| (when.as_slice(), place(key, index))).collect()
}
