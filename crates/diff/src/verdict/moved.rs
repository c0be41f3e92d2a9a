//! Values that translation rules move or override before Heat checks them.
//!
//! It takes data to show that: data that the change would break without the rules are accepted with them, and none are refused.

use heat_admit::Judge;
use heat_model::validate::{Step, ValueError};
use heat_model::{
    ConstraintKind, NestedSchema, PropertySchema, PropertyType, ResourceType, RuleKind, SchemaPath,
    TranslationRule, Value,
};

use super::data::Outcomes;
use super::worsening::worsen;
use crate::accepted::{Data, accepts_alone};
use crate::pairs::TypePair;
use crate::rule::finding::Finding;
use crate::schema::at::property_mut;
use crate::schema::named::{changes, takes_from};

/// Returns whether translation rules keep the subject of a finding from being checked. A rule that only applies under a condition
/// leaves the other cases unprotected, unless it applies to every value but an empty one, and the property accepts no empty
/// value.
pub(super) fn is_moved(types: &TypePair<'_>, outcomes: &Outcomes<'_>, finding: &Finding, name: &str) -> bool {
    let rules = types.after.translation_rules.iter();
    let rules = rules.filter(|rule| changes(rule, name) || takes_from(rule, name));
    let [before, after] = types.sides().map(|side| side.properties.get(name));
    // A rule leaves an empty value alone. If the change is about accepted values, it is enough that the empty value is still
    // accepted.
    let stays = |empty: Value| {
        finding.rule.is_about_constraints() && after.is_some_and(|property| accepts_alone(property)(&empty))
    };
    let is_certain = before.is_some_and(|property| {
        accepts_no_empty_value(property) || empty_value(property.property_type).is_some_and(stays)
    });
    let applies_always = |rule: &TranslationRule| match &rule.when {
        Some(when) => is_certain && when.property == name && when.values.is_empty(),
        None => true,
    };
    let rules: Vec<&TranslationRule> = rules.collect();
    if rules.is_empty() || !rules.iter().all(|rule| applies_always(rule)) {
        return false;
    }
    let (strict, is_fixed) = strict(types, finding);
    let path = path_of(finding);
    let accepted = &outcomes.accepted;
    // In some data, each rule moved a value to its target, which had none. If a rule finds another value there, it does not always
    // read its source: that proves nothing about the other cases.
    let is_missing = |data: &Data, name: &str| data.get(name).is_none_or(Value::is_null);
    let is_given = |data: &Data| data.get(name).is_some_and(Value::is_truthy);
    let targets = rules.iter().filter(|rule| rule.source_path().is_some_and(|source| source == [name]));
    let mut targets = targets.filter_map(|rule| rule.translation_path.first());
    let mut have_moved =
        || targets.all(|target| accepted.iter().any(|data| is_given(data) && is_missing(data, target)));
    let is_refused = || {
        let judge = Judge::new(&strict);
        accepted.iter().any(|data| !judge.accepts(data))
    };
    show_that_rules_keep(outcomes, &strict, &path) && (is_fixed || (have_moved() && !is_refused()))
}

/// Returns whether a new schema would treat some of the data that both sides accept worse, because of the value at a path, if the
/// type had no translation rules.
fn show_that_rules_keep(outcomes: &Outcomes<'_>, after: &ResourceType, path: &[&str]) -> bool {
    let Some(top) = path.first() else { return false };
    let plain = [outcomes.types.before, after]
        .map(|side| ResourceType { properties: side.properties.clone(), ..ResourceType::new(&side.name) });
    let judges = [&plain[0], &plain[1]].map(Judge::new);
    let is_here = |error: &ValueError| {
        let names = error.path.0.iter().filter_map(|step| match step {
            Step::Name(name) => Some(name.as_str()),
            Step::Item(_) => None,
        });
        names.take(path.len()).eq(path.iter().copied())
    };
    let is_kept = |data: &Data| {
        judges[1].errors(data).iter().any(is_here) && !judges[0].errors(data).iter().any(is_here)
    };
    outcomes.accepted.iter().any(is_kept) || worsen(outcomes, &judges, |name| name == *top)
}

/// Returns true if a property refuses the value that is falsy in Python, which a translation rule takes for a missing one.
fn accepts_no_empty_value(schema: &PropertySchema) -> bool {
    empty_value(schema.property_type).is_some_and(|empty| !accepts_alone(schema)(&empty))
}

/// The empty value of a type that has a single one.
fn empty_value(property_type: PropertyType) -> Option<Value> {
    match property_type {
        PropertyType::String => Some("".into()),
        PropertyType::Integer | PropertyType::Number => Some(0.into()),
        PropertyType::Boolean => Some(false.into()),
        PropertyType::List | PropertyType::Map | PropertyType::Any => None,
    }
}

/// The names along the path of a finding, without items.
fn path_of(finding: &Finding) -> Vec<&str> {
    let path = finding.before.as_ref().or(finding.after.as_ref());
    let names = path.map(SchemaPath::property_names).unwrap_or_default();
    names.into_iter().filter(|name| *name != NestedSchema::ITEM_KEY).collect()
}

/// The new type, in which no value satisfies the changed constraints (except an empty one that it accepts), and whether a rule
/// always sets the same value there. The cloud decides which values a custom constraint accepts, and trials miss some values that
/// another constraint refuses. If nothing is refused even so, Heat does not check the constraint.
fn strict(types: &TypePair<'_>, finding: &Finding) -> (ResourceType, bool) {
    let mut after = types.after.clone();
    let path = finding.after.as_ref().map(SchemaPath::property_names).unwrap_or_default();
    let is_fixed = is_fixed(types.after, &path);
    if let Some(property) = property_mut(&mut after, &path) {
        if finding.rule.is_about_constraints() {
            let empty = empty_value(property.property_type).filter(|empty| accepts_alone(property)(empty));
            let strict = empty.map_or_else(
                || unsatisfiable(property.property_type),
                |empty| ConstraintKind::AllowedValues(vec![empty]),
            );
            property.constraints = vec![strict.into()];
        }
        if matches!(finding.rule.aspect, Some("type" | "schema")) {
            refuse_names(property);
        }
    }
    (after, is_fixed)
}

/// Lets no value satisfy the custom constraints of a property, and of the properties inside it.
fn refuse_names(property: &mut PropertySchema) {
    for constraint in &mut property.constraints {
        if matches!(constraint.kind, ConstraintKind::Custom(_)) {
            constraint.kind = unsatisfiable(property.property_type);
        }
    }
    match &mut property.schema {
        Some(NestedSchema::Item(item)) => refuse_names(item),
        Some(NestedSchema::Members(members)) => members.values_mut().for_each(refuse_names),
        None => {}
    }
}

/// A constraint that no value of a type satisfies.
fn unsatisfiable(property_type: PropertyType) -> ConstraintKind {
    match property_type {
        PropertyType::String | PropertyType::Map | PropertyType::List => {
            ConstraintKind::Length { min: Some(Value::from(i64::MAX)), max: None }
        }
        _ => ConstraintKind::AllowedValues(Vec::new()),
    }
}

/// Returns true if a translation rule always replaces the value of a property, or of one around it, with the same one.
fn is_fixed(schema: &ResourceType, path: &[&str]) -> bool {
    schema.translation_rules.iter().any(|rule| {
        rule.rule == RuleKind::Replace
            && rule.when.is_none()
            && rule.source_path().is_none()
            && rule.value.as_ref().is_some_and(Value::is_truthy)
            && path.len() >= rule.translation_path.len()
            && rule.translation_path.iter().eq(path.iter().take(rule.translation_path.len()))
    })
}
