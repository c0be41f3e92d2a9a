//! Changes that would be breaking, if any template could notice them.
//!
//! Schemas are compared key by key, and some keys have no effect where they are: a property whose constraints contradict each other
//! never had a value, and Heat does not check a value that a translation rule moves away. The first is proved from the constraints.
//! The second is shown: data that the change would break without the rules are accepted with them, and none are refused. That a trial
//! found no data is no reason to lower a finding: it may only have failed to find them.

use heat_model::admit::{admits_nothing, admits_only_empty_lists};
use heat_model::{
    ConstraintKind, NestedSchema, PropertySchema, PropertyType, ResourceType, RuleKind, SchemaPath,
    TranslationRule, Value,
};
use indexmap::IndexMap;

use crate::pairs::TypePair;
use crate::rule::check::Check;
use crate::rule::finding::Finding;
use crate::rule::severity::Severity;
use crate::trial::{Outcomes, connected};

/// What is said of a finding about a value that translation rules keep from being checked.
const MOVED: &str = "a translation rule moves or overrides the value before Heat checks it";

/// Lowers the severity of breaking findings that affect no template.
pub(crate) fn lower(types: &TypePair<'_>, outcomes: &Outcomes<'_>, found: &mut [Finding]) {
    let breaking = found
        .iter_mut()
        .filter(|each| each.severity == Severity::Breaking && each.resource_type == types.before.name);
    for finding in breaking {
        let Some(name) = top_name(finding) else { continue };
        let proved = without_effect(types, finding);
        let Some(why) = proved.or_else(|| is_moved(types, outcomes, finding, name).then_some(MOVED)) else {
            continue;
        };
        if outcomes.affect(&connected(types, name)) {
            continue;
        }
        finding.severity = Severity::Safe;
        finding.note(format!("no template is affected: {why}"));
    }
}

/// The top-level property that a finding is about.
fn top_name(finding: &Finding) -> Option<&str> {
    let path = finding.before.as_ref().or(finding.after.as_ref())?;
    path.property_names().first().copied()
}

/// Why it is certain that a finding affects no template: that follows from the schemas.
fn without_effect(types: &TypePair<'_>, finding: &Finding) -> Option<&'static str> {
    let path = finding.after.as_ref().or(finding.before.as_ref())?;
    if let Some(path) = &finding.before
        && (around_admit_nothing(types.before, path, asks_for_presence(finding))
            || is_about_items_of_empty_list(types.before, path, finding))
    {
        return Some("no value was accepted here, because constraints contradict each other");
    }
    if let Some(path) = &finding.before
        && let [name, ..] = path.property_names()[..]
        && !(asks_for_presence(finding) && path.property_names().len() == 1)
        && is_moved_to_other_type(types.before, name)
    {
        return Some("no value was accepted here, because a rule moves it to a property of another type");
    }
    let has_conversion = |schema: &ResourceType| {
        let property = property_at(schema, &path.property_names());
        property
            .is_some_and(|property| matches!(property.property_type, PropertyType::Map | PropertyType::List))
    };
    let has_effect = finding.rule.aspect != Some("allow_conversion") || has_conversion(types.after);
    (!has_effect).then_some("it has no effect on other types than maps and lists")
}

/// Whether the only rule of another property always takes its value from this one, and no value has the types of both.
fn is_moved_to_other_type(schema: &ResourceType, name: &str) -> bool {
    let leads_from_here = |rule: &TranslationRule| {
        rule.rule == RuleKind::Replace
            && rule.when.is_none()
            && rule.value.is_none()
            && rule.custom_value_path.is_none()
            && rule.source_path().is_some_and(|source| source == [name])
    };
    schema.translation_rules.iter().filter(|rule| leads_from_here(rule)).any(|rule| {
        let is_here =
            |other: &&TranslationRule| other.translation_path.first() == rule.translation_path.first();
        let [target] = rule.translation_path.as_slice() else { return false };
        let is_only = schema.translation_rules.iter().filter(is_here).count() == 1;
        let types = schema.properties.get(name).zip(schema.properties.get(target));
        is_only && types.is_some_and(|(source, target)| have_no_value_in_common(source, target))
    })
}

/// Whether no value, as templates write it, has the types of both properties. Where one converts texts, that is not certain.
fn have_no_value_in_common(one: &PropertySchema, other: &PropertySchema) -> bool {
    use PropertyType::{Any, Boolean, Integer, List, Map, Number, String};
    if one.allow_conversion || other.allow_conversion {
        return false;
    }
    let is_number = |property: &PropertySchema| matches!(property.property_type, Integer | Number | Boolean);
    match (one.property_type, other.property_type) {
        (Any | String, _) | (_, Any | String) => false,
        (List, Map) | (Map, List) => true,
        (List | Map, _) => is_number(other),
        (_, List | Map) => is_number(one),
        _ => false,
    }
}

/// Whether translation rules keep what a finding is about from being checked. A rule that only applies under a condition leaves the
/// other cases.
fn is_moved(types: &TypePair<'_>, outcomes: &Outcomes<'_>, finding: &Finding, name: &str) -> bool {
    let rules = types.after.translation_rules.iter().filter(|rule| {
        rule.translation_path.first().is_some_and(|top| top == name) || rule.properties_read().contains(&name)
    });
    let mut rules = rules.peekable();
    if rules.peek().is_none() || rules.any(|rule| rule.when.is_some()) {
        return false;
    }
    let (strict, is_fixed) = strict(types, finding);
    outcomes.show_that_rules_keep(&strict, &path_of(finding))
        && (is_fixed || !outcomes.are_refused_by(&strict))
}

/// The names along the path of what a finding is about, without items.
fn path_of(finding: &Finding) -> Vec<&str> {
    let path = finding.before.as_ref().or(finding.after.as_ref());
    let names = path.map(SchemaPath::property_names).unwrap_or_default();
    names.into_iter().filter(|name| *name != NestedSchema::ITEM_KEY).collect()
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

/// The new type with changed constraints that no value satisfies, and whether a rule always puts the same value there. What a custom
/// constraint accepts is for the cloud to decide, and trials do not find every value that another constraint refuses; that Heat does not
/// look at a constraint shows if nothing is refused even so.
fn strict(types: &TypePair<'_>, finding: &Finding) -> (ResourceType, bool) {
    let mut after = types.after.clone();
    let path = finding.after.as_ref().map(SchemaPath::property_names).unwrap_or_default();
    let is_fixed = is_fixed(types.after, &path);
    if let Some(property) = property_mut(&mut after.properties, &path) {
        if matches!(finding.rule.check, Check::Constraint { .. })
            || finding.rule.aspect == Some("constraints")
        {
            property.constraints = vec![unsatisfiable(property.property_type).into()];
        }
        if matches!(finding.rule.aspect, Some("type" | "schema")) {
            refuse_names(property);
        }
    }
    (after, is_fixed)
}

/// Lets no value satisfy the custom constraints of a property, and of what is in it.
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
