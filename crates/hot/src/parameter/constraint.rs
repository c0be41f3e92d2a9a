//! Constraints of parameters, read from a definition.

use heat_hot_language::{Dialect, ParameterType};
use heat_model::suggest::nearest;
use heat_model::{ConstraintKind, PropertyType, Value};
use heat_yaml::{Mapping, Node, Span};

use super::convert::to_number;
use super::flaw::flaw;
use super::limits::MAX_REPORTED;
use crate::fault::{Exception, Fault, Help, Problem};
use crate::plain::{key_of, plain_value};

/// A constraint of a parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct ParameterConstraint {
    /// Condition that values have to meet.
    pub kind: ConstraintKind,
    /// Message for values that violate the constraint. Heat accepts any value, and uses its own message for false values such as
    /// null.
    pub description: Value,
    /// Name of a custom constraint that is not a string, so that no such constraint exists.
    pub(super) odd_name: Option<Value>,
    /// Span of the constraint in the template.
    pub span: Span,
}

/// The type of properties that treats constraints like this type of parameters.
pub(super) fn property_type(parameter_type: ParameterType) -> PropertyType {
    match parameter_type {
        ParameterType::String => PropertyType::String,
        ParameterType::Number => PropertyType::Number,
        ParameterType::CommaDelimitedList => PropertyType::List,
        ParameterType::Json => PropertyType::Map,
        ParameterType::Boolean => PropertyType::Boolean,
    }
}

impl ParameterConstraint {
    /// The name of Heat's class.
    #[must_use]
    pub fn class(&self) -> &'static str {
        match self.kind {
            ConstraintKind::Range { .. } => "Range",
            ConstraintKind::Length { .. } => "Length",
            ConstraintKind::Modulo { .. } => "Modulo",
            ConstraintKind::AllowedValues(_) => "AllowedValues",
            ConstraintKind::AllowedPattern(_) => "AllowedPattern",
            ConstraintKind::Custom(_) => "CustomConstraint",
        }
    }

    /// Returns whether the constraint can be used with parameters of this type.
    #[must_use]
    pub fn applies_to(&self, parameter_type: ParameterType) -> bool {
        self.kind.valid_types().contains(&property_type(parameter_type))
    }

    /// The constraint as data, in the form in which Heat's API shows it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let pair = |names: [&str; 2], ends: [&Option<Value>; 2]| {
            let given = names.into_iter().zip(ends);
            given.filter_map(|(name, end)| Some((name.to_owned(), end.clone()?))).collect::<Value>()
        };
        let argument = match &self.kind {
            ConstraintKind::Range { min, max } | ConstraintKind::Length { min, max } => {
                pair(["min", "max"], [min, max])
            }
            ConstraintKind::Modulo { step, offset } => pair(["step", "offset"], [step, offset]),
            ConstraintKind::AllowedValues(allowed) => Value::from(allowed.clone()),
            ConstraintKind::AllowedPattern(pattern) => Value::from(pattern),
            ConstraintKind::Custom(name) => self.odd_name.clone().unwrap_or_else(|| Value::from(name)),
        };
        let description = (self.description != Value::Null).then(|| self.description.clone());
        let description = description.map(|text| ("description".to_owned(), text));
        description.into_iter().chain([(self.kind.key().to_owned(), argument)]).collect()
    }
}

/// An error in a definition.
pub(super) fn invalid(problem: Problem, span: Span, message: impl Into<String>) -> Fault {
    Fault::at(span, Exception::InvalidSchemaError(problem, message.into()))
}

/// Returns the node as a map, and reports an error if it is not a map, or for keys that are not allowed.
pub(super) fn check_keys<'n>(
    (no_map, unknown_key): (Problem, Problem),
    node: &'n Node,
    allowed: &[&str],
    entity: &str,
    faults: &mut Vec<Fault>,
) -> Option<&'n Mapping> {
    let Some(map) = node.as_mapping() else {
        faults.push(invalid(no_map, node.span, format!("Invalid {entity}, expected a mapping")));
        return None;
    };
    let odd = map.iter().map(|entry| (entry.key.span, key_of(&entry.key)));
    let odd = odd.filter(|(_, key)| !allowed.contains(&key.as_str())).take(MAX_REPORTED);
    faults.extend(odd.map(|(span, key)| {
        let near = || nearest(&key, allowed.iter().copied()).map(|near| Help::did_you_mean(&key, near));
        invalid(unknown_key, span, format!("Invalid key '{key}' for {entity}")).or_help(near)
    }));
    Some(map)
}

/// Reads the list under `constraints`, in HOT.
pub(super) fn hot_constraints(
    name: &str,
    node: &Node,
    dialect: Dialect,
    faults: &mut Vec<Fault>,
) -> Vec<ParameterConstraint> {
    if node.is_null() {
        return Vec::new();
    }
    let Some(items) = node.as_sequence() else {
        let message = format!("Invalid parameter constraints for parameter {name}, expected a list");
        faults.push(invalid(Problem::InvalidParameterConstraint, node.span, message));
        return Vec::new();
    };
    items.iter().filter_map(|item| hot_constraint(item, dialect, faults)).collect()
}

/// The kinds of constraints in HOT, in the order in which Heat looks for them: if an item has several, only the first is used.
const HOT_KINDS: [&str; 6] =
    ["modulo", "range", "length", "allowed_values", "allowed_pattern", "custom_constraint"];

const HOT_KEYS: [&str; 7] =
    ["description", "length", "range", "modulo", "allowed_values", "allowed_pattern", "custom_constraint"];

/// The problems reported for a constraint that is not a map, and for an unknown key in one.
const MALFORMED: (Problem, Problem) =
    (Problem::InvalidParameterConstraint, Problem::InvalidParameterConstraint);

fn hot_constraint(node: &Node, dialect: Dialect, faults: &mut Vec<Fault>) -> Option<ParameterConstraint> {
    let map = check_keys(MALFORMED, node, &HOT_KEYS, "parameter constraints", faults)?;
    let kinds = if dialect.has_modulo() { &HOT_KINDS[..] } else { &HOT_KINDS[1..] };
    let Some((key, argument)) = kinds.iter().find_map(|key| Some((*key, map.get(key)?))) else {
        faults.push(invalid(Problem::InvalidParameterConstraint, node.span, "No constraint expressed"));
        return None;
    };
    let kind = match key {
        "modulo" => {
            let map = check_keys(MALFORMED, argument, &["step", "offset"], "modulo constraint", faults)?;
            let [step, offset] = numbers([map.get("step"), map.get("offset")], faults)?;
            ConstraintKind::Modulo { step, offset }
        }
        "range" | "length" => {
            let map = check_keys(MALFORMED, argument, &["min", "max"], &format!("{key} constraint"), faults)?;
            let [min, max] = numbers([map.get("min"), map.get("max")], faults)?;
            if key == "range" {
                ConstraintKind::Range { min, max }
            } else {
                ConstraintKind::Length { min, max }
            }
        }
        "allowed_values" => allowed_values(argument, faults)?,
        "allowed_pattern" => allowed_pattern(argument, faults)?,
        _ => ConstraintKind::Custom(heat_model::python::str_of(&plain_value(argument))),
    };
    let is_odd = matches!(kind, ConstraintKind::Custom(_)) && argument.as_str().is_none();
    let mut constraint =
        constraint(kind, argument.span, map.get("description").map_or(Value::Null, plain_value), faults)?;
    constraint.odd_name = is_odd.then(|| plain_value(argument));
    Some(constraint)
}

/// Reads the constraints from the keys of a CFN-style definition.
pub(super) fn cfn_constraints(definition: &Mapping, faults: &mut Vec<Fault>) -> Vec<ParameterConstraint> {
    let description = definition.get("ConstraintDescription").map_or(Value::Null, plain_value);
    let mut found = Vec::new();
    let mut add = |kind: Option<ConstraintKind>, node: Option<&Node>, faults: &mut Vec<Fault>| {
        if let (Some(kind), Some(node)) = (kind, node) {
            found.extend(constraint(kind, node.span, description.clone(), faults));
        }
    };
    for (keys, is_range) in [(["MinValue", "MaxValue"], true), (["MinLength", "MaxLength"], false)] {
        let ends = keys.map(|key| definition.get(key));
        if ends.iter().all(Option::is_none) {
            continue;
        }
        let kind = numbers(ends, faults).map(|[min, max]| {
            if is_range { ConstraintKind::Range { min, max } } else { ConstraintKind::Length { min, max } }
        });
        add(kind, ends.into_iter().flatten().next(), faults);
    }
    if let Some(node) = definition.get("AllowedValues") {
        add(allowed_values(node, faults), Some(node), faults);
    }
    if let Some(node) = definition.get("AllowedPattern") {
        add(allowed_pattern(node, faults), Some(node), faults);
    }
    found
}

/// Reads two numbers, which may be written as text. Null is the same as no number.
fn numbers(nodes: [Option<&Node>; 2], faults: &mut Vec<Fault>) -> Option<[Option<Value>; 2]> {
    let mut is_fine = true;
    let numbers = nodes.map(|node| {
        let node = node.filter(|node| !node.is_null())?;
        to_number(&plain_value(node))
            .map_err(|exception| {
                is_fine = false;
                let problem = Problem::InvalidParameterConstraint;
                let exception = exception.reported_as(Problem::InvalidParameterValue, problem);
                faults.push(Fault::at(node.span, exception));
            })
            .ok()
    });
    is_fine.then_some(numbers)
}

fn allowed_values(node: &Node, faults: &mut Vec<Fault>) -> Option<ConstraintKind> {
    let Value::List(allowed) = plain_value(node) else {
        faults.push(invalid(Problem::InvalidParameterConstraint, node.span, "AllowedValues must be a list"));
        return None;
    };
    Some(ConstraintKind::AllowedValues(allowed.into_inner()))
}

fn allowed_pattern(node: &Node, faults: &mut Vec<Fault>) -> Option<ConstraintKind> {
    let Some(pattern) = node.as_str() else {
        faults.push(invalid(
            Problem::InvalidParameterConstraint,
            node.span,
            "AllowedPattern must be a string",
        ));
        return None;
    };
    Some(ConstraintKind::AllowedPattern(pattern.to_owned()))
}

/// Creates a constraint, unless Heat refuses it.
fn constraint(
    kind: ConstraintKind,
    span: Span,
    description: Value,
    faults: &mut Vec<Fault>,
) -> Option<ParameterConstraint> {
    if let Some(exception) = flaw(&kind) {
        faults.push(Fault::at(span, exception));
        return None;
    }
    Some(ParameterConstraint { kind, description, odd_name: None, span })
}

#[cfg(test)]
mod tests {
    use heat_yaml::{ParseOptions, Source, parse};

    use super::*;

    fn check(text: &str, dialect: Dialect, expect: &[&str]) {
        let root = parse(&Source::new("test", text), &ParseOptions::template()).root.unwrap();
        let mut faults = Vec::new();
        let found = match dialect {
            Dialect::Cfn => cfn_constraints(root.as_mapping().unwrap(), &mut faults),
            _ => hot_constraints("p", &root, dialect, &mut faults),
        };
        let found: Vec<_> = found
            .iter()
            .map(|constraint| constraint.to_value().to_string())
            .chain(faults.iter().map(|fault| format!("{}: {fault}", fault.exception.class())))
            .collect();
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn constraints_are_read() {
        check(
            "[{range: {min: '1', max: 2.5}, description: d}, {length: {min: null, max: 3}}]",
            Dialect::Hot20130523,
            &[r#"{"description": "d", "range": {"min": 1, "max": 2.5}}"#, r#"{"length": {"max": 3}}"#],
        );
        check("[{custom_constraint: 5}]", Dialect::Hot20130523, &[r#"{"custom_constraint": 5}"#]);
        check("[]", Dialect::Hot20130523, &[]);
        check(
            "{MinValue: 1, MinLength: '2', AllowedValues: [a], AllowedPattern: a+, ConstraintDescription: d}",
            Dialect::Cfn,
            &[
                r#"{"description": "d", "range": {"min": 1}}"#,
                r#"{"description": "d", "length": {"min": 2}}"#,
                r#"{"description": "d", "allowed_values": ["a"]}"#,
                r#"{"description": "d", "allowed_pattern": "a+"}"#,
            ],
        );
    }

    #[test]
    fn of_several_kinds_the_first_counts() {
        let text = "[{length: {min: 1}, modulo: {step: 2, offset: 1}}]";
        check(text, Dialect::Hot20130523, &[r#"{"length": {"min": 1}}"#]);
        check(text, Dialect::Hot20170224, &[r#"{"modulo": {"step": 2, "offset": 1}}"#]);
        check(
            "[{modulo: {step: 2, offset: 1}}]",
            Dialect::Hot20130523,
            &["InvalidSchemaError: No constraint expressed"],
        );
    }

    #[test]
    fn all_mistakes_are_reported() {
        check(
            "[5, {x: 1}, {range: {foo: 1, min: x}}, {length: {max: 1.5}}, {allowed_values: a}, {allowed_pattern: 5}]",
            Dialect::Hot20180302,
            &[
                "InvalidSchemaError: Invalid parameter constraints, expected a mapping",
                "InvalidSchemaError: Invalid key 'x' for parameter constraints",
                "InvalidSchemaError: No constraint expressed",
                "InvalidSchemaError: Invalid key 'foo' for range constraint",
                "ValueError: could not convert string to float: 'x'",
                "InvalidSchemaError: min/max length must be integral",
                "InvalidSchemaError: AllowedValues must be a list",
                "InvalidSchemaError: AllowedPattern must be a string",
            ],
        );
        check(
            "a",
            Dialect::Hot20180302,
            &["InvalidSchemaError: Invalid parameter constraints for parameter p, expected a list"],
        );
    }
}
