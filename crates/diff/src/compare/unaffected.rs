//! Changes that would be breaking, if any template could notice them.
//!
//! Schemas are compared key by key, and some keys have no effect where they are. Heat does not check a value that a translation rule
//! moves away, nor one that can never be given because the rule refuses it; and a property whose constraints contradict each other
//! never had a value. Whether that is the case is tried, not derived.

use heat_model::admit::{admits_nothing, admits_only_empty_lists};
use heat_model::{
    Constraint, ConstraintKind, NestedSchema, PropertySchema, PropertyType, ResourceType, RuleKind,
    SchemaPath, Value,
};
use indexmap::IndexMap;

use crate::pairs::TypePair;
use crate::rule::check::Check;
use crate::rule::finding::Finding;
use crate::rule::severity::Severity;
use crate::trial::{Outcomes, connected};

/// Lowers the severity of breaking findings that affect no template.
pub(crate) fn lower(types: &TypePair<'_>, outcomes: &Outcomes<'_>, found: &mut [Finding]) {
    let breaking = found
        .iter_mut()
        .filter(|each| each.severity == Severity::Breaking && each.resource_type == types.before.name);
    for finding in breaking {
        let Some(why) = reason(types, outcomes, finding) else { continue };
        let path = finding.before.as_ref().or(finding.after.as_ref());
        let Some(name) = path.and_then(|path| path.property_names().first().copied()) else { continue };
        if outcomes.affect(&connected(types, name)) || is_still_checked(types, outcomes, finding) {
            continue;
        }
        finding.severity = Severity::Safe;
        finding.note(format!("no template is affected: {why}"));
    }
}

/// Why a finding may affect no template.
fn reason(types: &TypePair<'_>, outcomes: &Outcomes<'_>, finding: &Finding) -> Option<&'static str> {
    let path = finding.after.as_ref().or(finding.before.as_ref())?;
    let name = *path.property_names().first()?;
    if let Some(path) = &finding.before
        && (around_admit_nothing(types.before, path, asks_for_presence(finding))
            || is_about_items_of_empty_list(types.before, path, finding)
            || never_had_a_value(types.before, outcomes, path))
    {
        return Some("no value was accepted here, because constraints contradict each other");
    }
    let has_conversion = |schema: &ResourceType| {
        let property = property_at(schema, &path.property_names());
        property
            .is_some_and(|property| matches!(property.property_type, PropertyType::Map | PropertyType::List))
    };
    if finding.rule.aspect == Some("allow_conversion") && !has_conversion(types.after) {
        return Some("it has no effect on other types than maps and lists");
    }
    let mut rules = types.after.translation_rules.iter();
    let is_end = rules.any(|rule| {
        rule.translation_path.first().is_some_and(|top| top == name) || rule.properties_read().contains(&name)
    });
    is_end.then_some("a translation rule moves or overrides the value before Heat checks it")
}

/// Whether no value of a property is known that was accepted. One that a pattern matches may only be hard to find.
fn never_had_a_value(schema: &ResourceType, outcomes: &Outcomes<'_>, path: &SchemaPath) -> bool {
    let [name] = path.property_names()[..] else { return false };
    let is_pattern = |constraint: &Constraint| matches!(constraint.kind, ConstraintKind::AllowedPattern(_));
    let property = schema.properties.get(name);
    property.is_some_and(|property| !property.constraints.iter().any(is_pattern)) && !outcomes.give(name)
}

/// Whether a finding is about data without the property, too.
fn asks_for_presence(finding: &Finding) -> bool {
    matches!(finding.rule.aspect, Some("required" | "default"))
}

/// Whether a finding is about the items of a list that can only be empty, or about something in them.
fn is_about_items_of_empty_list(schema: &ResourceType, path: &SchemaPath, finding: &Finding) -> bool {
    let names = path.property_names();
    let is_below = |length: usize| {
        let (around, below) = names.split_at(length);
        let is_list = property_at(schema, around).is_some_and(admits_only_empty_lists);
        is_list && (!below.is_empty() || finding.rule.aspect == Some("schema"))
    };
    (1..=names.len()).any(is_below)
}

/// Whether a property, or one around it, accepts no value at all.
fn around_admit_nothing(schema: &ResourceType, path: &SchemaPath, only_around: bool) -> bool {
    let names = path.property_names();
    let mut members = Some(&schema.properties);
    let mut found: Option<&PropertySchema> = None;
    for (position, name) in names.iter().enumerate() {
        if only_around && position + 1 == names.len() {
            return false;
        }
        let next: Option<&PropertySchema> = match found {
            Some(PropertySchema { schema: Some(NestedSchema::Item(item)), .. })
                if *name == NestedSchema::ITEM_KEY =>
            {
                Some(&**item)
            }
            _ => members.and_then(|members: &IndexMap<String, PropertySchema>| members.get(*name)),
        };
        let Some(property) = next else { return false };
        if admits_nothing(property) {
            return true;
        }
        members = property.members();
        found = Some(property);
    }
    false
}

/// Whether Heat still checks the constraints that changed: if no value satisfied them, data would be refused. What a custom constraint
/// accepts is for the cloud to decide, and trials do not find every value that another constraint refuses.
fn is_still_checked(types: &TypePair<'_>, outcomes: &Outcomes<'_>, finding: &Finding) -> bool {
    let Some(path) = &finding.after else { return false };
    let path = path.property_names();
    if is_fixed(types.after, &path) {
        return false;
    }
    let mut after = types.after.clone();
    let Some(property) = property_mut(&mut after.properties, &path) else { return false };
    let is_about_constraints =
        matches!(finding.rule.check, Check::Constraint { .. }) || finding.rule.aspect == Some("constraints");
    if is_about_constraints {
        property.constraints = vec![unsatisfiable(property.property_type).into()];
    }
    let brings_names = matches!(finding.rule.aspect, Some("type" | "schema")) && refuse_names(property);
    (brings_names || is_about_constraints) && outcomes.are_refused_by(&after)
}

/// Lets no value satisfy the custom constraints of a property, and of what is in it. Returns whether there are any.
fn refuse_names(property: &mut PropertySchema) -> bool {
    let mut found = false;
    for constraint in &mut property.constraints {
        if matches!(constraint.kind, ConstraintKind::Custom(_)) {
            constraint.kind = unsatisfiable(property.property_type);
            found = true;
        }
    }
    match &mut property.schema {
        Some(NestedSchema::Item(item)) => refuse_names(item) || found,
        Some(NestedSchema::Members(members)) => {
            members.values_mut().fold(found, |found, member| refuse_names(member) || found)
        }
        None => found,
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

/// Whether a rule always puts the same value in place of a property's.
fn is_fixed(schema: &ResourceType, path: &[&str]) -> bool {
    schema.translation_rules.iter().any(|rule| {
        rule.rule == RuleKind::Replace
            && rule.when.is_none()
            && rule.source_path().is_none()
            && rule.value.as_ref().is_some_and(Value::is_truthy)
            && rule.translation_path.iter().eq(path.iter())
    })
}

fn property_at<'s>(schema: &'s ResourceType, path: &[&str]) -> Option<&'s PropertySchema> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(schema.properties.get(*first)?, |property, name| match property.schema.as_ref()? {
        NestedSchema::Item(item) => (*name == NestedSchema::ITEM_KEY).then_some(&**item),
        NestedSchema::Members(members) => members.get(*name),
    })
}

fn property_mut<'s>(
    members: &'s mut IndexMap<String, PropertySchema>,
    path: &[&str],
) -> Option<&'s mut PropertySchema> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(members.get_mut(*first)?, |property, name| match property.schema.as_mut()? {
        NestedSchema::Item(item) => (*name == NestedSchema::ITEM_KEY).then_some(&mut **item),
        NestedSchema::Members(members) => members.get_mut(*name),
    })
}
