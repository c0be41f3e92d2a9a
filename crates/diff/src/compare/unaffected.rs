//! Changes that would be breaking, if any template could notice them.
//!
//! Schemas are compared key by key, and some keys have no effect where they are: a property whose constraints contradict each other
//! never had a value, and Heat does not check a value that a translation rule moves away. The first is proved from the constraints.
//! The second is shown: data that the change would break without the rules are accepted with them, and none are refused. That a trial
//! found no data is no reason to lower a finding: it may only have failed to find them.

use heat_model::admit::{Judge, admits_nothing, admits_only_empty_lists};
use heat_model::validation_rule::{Condition, PropertyState, Requirement};
use heat_model::{
    ConstraintKind, NestedSchema, PropertySchema, PropertyType, ResourceType, RuleKind, SchemaPath,
    TranslationRule, Value,
};
use indexmap::IndexMap;

use crate::pairs::TypePair;
use crate::rule::check::Check;
use crate::rule::finding::Finding;
use crate::rule::severity::Severity;
use crate::schema::at::{property_at, property_mut};
use crate::trial::{Outcomes, accepts_alone, connected, first_accepted};

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
    {
        if is_moved_to_other_type(types.before, name) {
            return Some("no value was accepted here, because a rule moves it to a property of another type");
        }
        if is_forbidden(types.before, name) {
            return Some("no value was accepted here, because a validation rule asks for none");
        }
        if is_replaced_by_refused_value(types.before, name) {
            return Some("no value was accepted here, because a rule replaces it with one that is refused");
        }
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

/// Returns true if a validation rule that always applies forbids a property, and no translation rule takes its value away before.
fn is_forbidden(schema: &ResourceType, name: &str) -> bool {
    let is = |condition: &Condition, expect: PropertyState| matches!(condition, Condition::Is { property, is } if *is == expect && property.iter().eq([name]));
    let is_possible =
        |condition: &&Condition| !matches!(condition, Condition::In { values, .. } if values.is_empty());
    let mut always =
        schema.validation_rules.iter().filter(|rule| rule.for_each.is_none() && rule.when.is_empty());
    let takes_away = |rule: &TranslationRule| {
        let is_here = rule.translation_path.first().is_some_and(|first| first == name);
        rule.properties_read().contains(&name) || (is_here && rule.rule == RuleKind::Delete)
    };
    !schema.translation_rules.iter().any(takes_away)
        && always.any(|rule| match &rule.requirement {
            Requirement::All(conditions) => conditions.iter().any(|each| is(each, PropertyState::Missing)),
            Requirement::None(conditions) => conditions.iter().any(|each| is(each, PropertyState::Given)),
            Requirement::AtLeastOne(conditions) | Requirement::ExactlyOne(conditions) => {
                let mut possible = conditions.iter().filter(is_possible).peekable();
                possible.peek().is_some() && possible.all(|each| is(each, PropertyState::Missing))
            }
            _ => false,
        })
}

/// Returns true if a translation rule replaces every value of a property with one that the property refuses.
fn is_replaced_by_refused_value(schema: &ResourceType, name: &str) -> bool {
    let mut rules = schema.translation_rules.iter().filter(|rule| {
        rule.translation_path.first().is_some_and(|first| first == name) && rule.rule != RuleKind::Resolve
    });
    let (Some(rule), None) = (rules.next(), rules.next()) else { return false };
    let Some(property) = schema.properties.get(name).filter(|_| is_fixed(schema, &[name])) else {
        return false;
    };
    let alone = ResourceType {
        properties: IndexMap::from([(
            name.to_owned(),
            PropertySchema { required: false, ..property.clone() },
        )]),
        translation_rules: vec![rule.clone()],
        ..ResourceType::new(&schema.name)
    };
    let refuses = |value: Value| !Judge::new(&alone).accepts(&IndexMap::from([(name.to_owned(), value)]));
    rule.properties_read().is_empty() && first_accepted(property).is_some_and(refuses)
}

/// Whether no value, as templates write it, has the types of both properties. Where one converts texts, that is not certain.
fn have_no_value_in_common(one: &PropertySchema, other: &PropertySchema) -> bool {
    use PropertyType::{Any, List, Map};
    if one.allow_conversion || other.allow_conversion {
        return false;
    }
    match (one.property_type, other.property_type) {
        (Any, _) | (_, Any) => false,
        (List, other) | (other, List) => other != List,
        (Map, other) | (other, Map) => other != Map,
        _ => false,
    }
}

/// Whether translation rules keep what a finding is about from being checked. A rule that only applies under a condition leaves the
/// other cases; none, if it applies to every value but an empty one, and the property accepts no empty value.
fn is_moved(types: &TypePair<'_>, outcomes: &Outcomes<'_>, finding: &Finding, name: &str) -> bool {
    let rules = types.after.translation_rules.iter().filter(|rule| {
        rule.translation_path.first().is_some_and(|top| top == name) || rule.properties_read().contains(&name)
    });
    let is_never_empty = types.before.properties.get(name).is_some_and(accepts_no_empty_value);
    let applies_always = |rule: &TranslationRule| match &rule.when {
        Some(when) => is_never_empty && when.property == name && when.values.is_empty(),
        None => true,
    };
    let mut rules = rules.peekable();
    if rules.peek().is_none() || !rules.all(applies_always) {
        return false;
    }
    let (strict, is_fixed) = strict(types, finding);
    outcomes.show_that_rules_keep(&strict, &path_of(finding))
        && (is_fixed || !outcomes.are_refused_by(&strict))
}

/// Returns true if a property refuses the value that Python takes for false, and a translation rule for none.
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

/// Returns true if a property, or one around it, accepts no value: none of its own, or none of a member that it requires.
fn around_admit_nothing(schema: &ResourceType, path: &SchemaPath, only_around: bool) -> bool {
    let names = path.property_names();
    let length = names.len() - usize::from(only_around && !names.is_empty());
    // Heat does not check a value that a rule moves away.
    let is_checked = schema.translation_rules.is_empty();
    (1..=length).filter_map(|length| property_at(schema, names.get(..length)?)).any(|property| {
        let members = property.members().filter(|_| is_checked && !property.allow_conversion);
        admits_nothing(property) || members.is_some_and(|members| members.values().any(is_required_in_vain))
    })
}

/// Returns true if a property is required, but accepts no value.
fn is_required_in_vain(property: &PropertySchema) -> bool {
    property.required && property.default.is_none() && admits_nothing(property)
}

/// The new type with changed constraints that no value satisfies but an empty one that it accepts, and whether a rule always puts the
/// same value there. What a custom constraint accepts is for the cloud to decide, and trials do not find every value that another constraint refuses; that Heat does not
/// look at a constraint shows if nothing is refused even so.
fn strict(types: &TypePair<'_>, finding: &Finding) -> (ResourceType, bool) {
    let mut after = types.after.clone();
    let path = finding.after.as_ref().map(SchemaPath::property_names).unwrap_or_default();
    let is_fixed = is_fixed(types.after, &path);
    if let Some(property) = property_mut(&mut after, &path) {
        if matches!(finding.rule.check, Check::Constraint { .. })
            || finding.rule.aspect == Some("constraints")
        {
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
