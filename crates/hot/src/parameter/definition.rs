//! The definition of a parameter in a template.

use heat_hot_language::{Dialect, ParameterType};
use heat_model::python::str_of;
use heat_model::suggest::nearest;
use heat_model::{ConstraintKind, Value};
use heat_yaml::{Mapping, Node, Span};

use super::ParameterConstraint;
use super::check::Checker;
use super::constraint::{cfn_constraints, check_keys, hot_constraints, invalid};
use super::convert::no_split;
use super::failure::Failure;
use super::limits::{MAX_CHECKED, most_reported, weight};
use crate::fault::{Exception, Fault, Help, Problem, PythonClass};
use crate::plain::plain_value;

/// Definition of a parameter in a template.
///
/// Heat accepts any value for the description, the label and the flags; they are stored unchanged.
#[derive(Debug, Clone, PartialEq)]
pub struct Definition {
    /// Name of the parameter.
    pub name: String,
    /// Spelling of the definition.
    pub dialect: Dialect,
    /// Type of the parameter.
    pub parameter_type: ParameterType,
    /// Description of the parameter; null if there is none.
    pub description: Value,
    /// Default value; `None` if it is null.
    pub default: Option<Value>,
    /// Constraints, in source order.
    pub constraints: Vec<ParameterConstraint>,
    /// Flag that hides the value in the API, if it is true.
    pub hidden: Value,
    /// Label of the parameter; null if there is none.
    pub label: Value,
    /// Flag that forbids updates to change the value, if it is true.
    pub immutable: Value,
    /// Tags of the parameter; null if there are none.
    pub tags: Value,
    /// Spans of the parts of the definition.
    pub spans: DefinitionSpans,
}

/// Spans of the parts of a definition; empty for pseudo parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DefinitionSpans {
    /// Span of the definition without its name.
    pub definition: Span,
    /// Span of the type.
    pub parameter_type: Span,
    /// Span of the default, if the definition has one.
    pub default: Option<Span>,
}

impl Definition {
    /// Reads the definition of the parameter `name`. Returns `None` if its type cannot be used.
    ///
    /// All errors are added to `faults`; the one that Heat raises comes first.
    pub fn read(name: &str, node: &Node, dialect: Dialect, faults: &mut Vec<Fault>) -> Option<Self> {
        let keys = dialect.keys();
        let map = check_keys(
            (Problem::InvalidParameter, Problem::UnknownParameterKey),
            node,
            dialect.allowed_keys(),
            &format!("parameter ({name})"),
            faults,
        )?;
        let get = |key: &str| (!key.is_empty()).then(|| map.get(key)).flatten();
        let value = |key: &str| get(key).map_or(Value::Null, plain_value);
        let type_node = get(keys.parameter_type);
        if type_node.is_none() {
            faults.push(invalid(
                Problem::MissingParameterType,
                node.span,
                format!("Missing parameter type for parameter: {name}"),
            ));
        }
        if let Some(tags) = get(keys.tags).filter(|tags| tags.as_sequence().is_none()) {
            let message = format!("Tags property should be a list for parameter: {name}");
            faults.push(invalid(Problem::InvalidParameter, tags.span, message));
        }
        let constraints = constraints(name, map, dialect, faults);
        let type_node = type_node?;
        let Some(parameter_type) = type_node.as_str().and_then(|word| dialect.type_named(word)) else {
            let word = str_of(&plain_value(type_node));
            let types = ParameterType::ALL.map(|known| known.name(dialect));
            let help = match nearest(&word, types.iter().copied()) {
                Some(near) => Help::did_you_mean(&word, near),
                None => format!("the types are {}", types.map(|name| format!("`{name}`")).join(", ")).into(),
            };
            faults.push(
                invalid(Problem::UnknownParameterType, type_node.span, format!("Invalid type ({word})"))
                    .with_help(help),
            );
            return None;
        };
        let hidden = match (dialect.is_hot(), value(keys.hidden)) {
            (true, hidden) if get(keys.hidden).is_some() => hidden,
            (true, _) => Value::Bool(false),
            (false, hidden) => Value::Bool(str_of(&hidden).to_lowercase() == "true"),
        };
        Some(Self {
            name: name.to_owned(),
            dialect,
            parameter_type,
            description: value(keys.description),
            default: get(keys.default).map(plain_value).filter(|default| *default != Value::Null),
            constraints,
            hidden,
            label: value(keys.label),
            immutable: get(keys.immutable).map_or(Value::Bool(false), plain_value),
            tags: value(keys.tags),
            spans: DefinitionSpans {
                definition: node.span,
                parameter_type: type_node.span,
                default: get(keys.default).map(|default| default.span),
            },
        })
    }

    /// The errors about constraints that do not apply to the type, and constraints that the default violates. Custom constraints
    /// are not checked for defaults here, only for values.
    pub(super) fn faults(&self, checker: &Checker<'_>) -> Vec<Fault> {
        let mut faults = Vec::new();
        let misplaced =
            self.constraints.iter().filter(|constraint| !constraint.applies_to(self.parameter_type));
        for constraint in misplaced.take(most_reported(self.name.len())) {
            let type_name = self.parameter_type.name(self.dialect);
            let message = format!("{} constraint invalid for {type_name}", constraint.class());
            faults.push(self.schema_error(Problem::ConstraintNotForType, constraint.span, &message));
        }
        faults.extend(self.default_faults(checker));
        faults
    }

    fn default_faults(&self, checker: &Checker<'_>) -> Vec<Fault> {
        let Some(default) = &self.default else { return Vec::new() };
        let span = self.spans.default.unwrap_or(self.spans.definition);
        let compared = match (self.parameter_type, default) {
            (ParameterType::CommaDelimitedList, Value::List(items)) => {
                items.iter().map(|item| Value::String(str_of(item))).collect()
            }
            (ParameterType::CommaDelimitedList, Value::String(text)) => {
                text.split(',').map(Value::from).collect()
            }
            (ParameterType::CommaDelimitedList, other) => {
                let message = format!("Default must be a comma-delimited list string: {}", no_split(other));
                return vec![self.schema_error(Problem::InvalidDefault, span, &message)];
            }
            _ => default.clone(),
        };
        let failures =
            self.applicable().filter(|constraint| !matches!(constraint.kind, ConstraintKind::Custom(_)));
        failures
            .filter_map(|constraint| checker.check(constraint, &compared, self.types()).err())
            .map(|failure| match failure {
                Failure::Raw(Exception::Python(_, PythonClass::TypeError, message)) => {
                    self.invalid_default(span, default, &message)
                }
                Failure::Raw(other) => {
                    let problem = Problem::InvalidDefault;
                    Fault::at(span, other.reported_as(Problem::InvalidParameterValue, problem))
                }
                Failure::Value(message) => self.invalid_default(span, default, &message),
            })
            .take(most_reported(self.name.len() + weight(default)))
            .collect()
    }

    fn invalid_default(&self, span: Span, default: &Value, why: &str) -> Fault {
        self.schema_error(
            Problem::InvalidDefault,
            span,
            &format!("Invalid default {} ({why})", str_of(default)),
        )
    }

    fn schema_error(&self, problem: Problem, span: Span, message: &str) -> Fault {
        invalid(problem, span, format!("Parameter '{}' is invalid: {message}", self.name))
    }

    /// The constraints that apply to the type of the parameter, up to the limit. Heat refuses the others.
    pub(super) fn applicable(&self) -> impl Iterator<Item = &ParameterConstraint> {
        self.constraints
            .iter()
            .filter(|constraint| constraint.applies_to(self.parameter_type))
            .take(MAX_CHECKED)
    }

    pub(super) fn types(&self) -> (ParameterType, Dialect) {
        (self.parameter_type, self.dialect)
    }
}

fn constraints(
    name: &str,
    map: &Mapping,
    dialect: Dialect,
    faults: &mut Vec<Fault>,
) -> Vec<ParameterConstraint> {
    if !dialect.is_hot() {
        return cfn_constraints(map, faults);
    }
    map.get("constraints").map_or_else(Vec::new, |node| hot_constraints(name, node, dialect, faults))
}

#[cfg(test)]
mod tests {
    use heat_model::value;
    use heat_yaml::{ParseOptions, Source, parse};

    use super::*;

    fn check(text: &str, dialect: Dialect, expect: Result<(ParameterType, Value, Value), &[&str]>) {
        let root = parse(&Source::new("test", text), &ParseOptions::template()).root.unwrap();
        let mut faults = Vec::new();
        let read = Definition::read("p", &root, dialect, &mut faults);
        let messages: Vec<_> = faults.iter().map(ToString::to_string).collect();
        match expect {
            Ok((parameter_type, default, hidden)) => {
                let read = read.unwrap();
                let found = (read.parameter_type, Value::from(read.default), read.hidden);
                assert_eq!((found, messages), ((parameter_type, default, hidden), Vec::new()), "{text}");
            }
            Err(expect) => assert_eq!(messages, expect, "{text}"),
        }
    }

    #[test]
    fn definitions_are_read_per_dialect() {
        use ParameterType::{Json, Number, String};
        let hot = Dialect::Hot20130523;
        check("{type: string, default: ~, schema: 5}", hot, Ok((String, Value::Null, value!(false))));
        check("{type: json, default: {a: 1}, hidden: 'no'}", hot, Ok((Json, value!({"a": 1}), value!("no"))));
        check("{type: string, hidden: ~}", hot, Ok((String, Value::Null, Value::Null)));
        check(
            "{Type: Number, Default: 0, NoEcho: 'TRUE'}",
            Dialect::Cfn,
            Ok((Number, value!(0), value!(true))),
        );
        check("{Type: Number, NoEcho: 1}", Dialect::Cfn, Ok((Number, Value::Null, value!(false))));
    }

    #[test]
    fn mistakes_are_reported_in_heats_order() {
        check("a", Dialect::Hot20130523, Err(&["Invalid parameter (p), expected a mapping"]));
        check(
            "{Type: a, type: [b], tags: [c], constraints: [a]}",
            Dialect::Hot20170224,
            Err(&[
                "Invalid key 'Type' for parameter (p)",
                "Invalid key 'tags' for parameter (p)",
                "Invalid parameter constraints, expected a mapping",
                "Invalid type (['b'])",
            ]),
        );
        check(
            "{tags: ~}",
            Dialect::Hot20180302,
            Err(&[
                "Missing parameter type for parameter: p",
                "Tags property should be a list for parameter: p",
            ]),
        );
        check(
            "{Type: string, MinLength: a}",
            Dialect::Cfn,
            Err(&["could not convert string to float: 'a'", "Invalid type (string)"]),
        );
    }

    #[test]
    fn parts_have_places() {
        let text = "{type: string, default: x}";
        let source = Source::new("test", text);
        let root = parse(&source, &ParseOptions::template()).root.unwrap();
        let read = Definition::read("p", &root, Dialect::Hot20130523, &mut Vec::new()).unwrap();
        assert_eq!(source.slice(read.spans.parameter_type), "string");
        assert_eq!(source.slice(read.spans.default.unwrap()), "x");
        assert_eq!(source.slice(read.spans.definition), text);
    }
}
