//! Groups of parameters, which user interfaces show together.

use std::collections::HashSet;

use heat_model::Value;
use heat_model::python::str_of;
use heat_model::suggest::nearest;
use heat_yaml::Node;
use indexmap::IndexSet;

use super::limits::MAX_REPORTED;
use crate::fault::{Exception, Fault, Help, Problem};
use crate::plain::{is_truthy, plain_value};

const SECTION: &str = "parameter_groups";

/// The errors in the section: each parameter must exist, and be in only one group.
pub(super) fn faults(section: &Node, names: &IndexSet<&str>) -> Vec<Fault> {
    if !is_truthy(section) {
        return Vec::new();
    }
    let Some(groups) = section.as_sequence() else {
        return vec![fault(
            Problem::InvalidParameterGroup,
            section,
            vec![SECTION.to_owned()],
            "The parameter_groups should be a list.",
        )];
    };
    let mut faults = Vec::new();
    let mut grouped = HashSet::new();
    for group in groups {
        if faults.len() >= MAX_REPORTED {
            break;
        }
        check_group(group, names, &mut grouped, &mut faults);
    }
    faults.truncate(MAX_REPORTED);
    faults
}

fn check_group(group: &Node, names: &IndexSet<&str>, grouped: &mut HashSet<String>, faults: &mut Vec<Fault>) {
    let Some(map) = group.as_mapping() else {
        faults.push(attribute_error(group, &plain_value(group), "get"));
        return;
    };
    let label = map.get("label");
    let mut report =
        |problem: Problem, node: &Node, message: &str| match label.map(|label| (label, plain_value(label))) {
            // Heat checks whether the last part of a path consists of digits, which fails for these values.
            Some((label, odd @ (Value::Null | Value::Float(_) | Value::List(_) | Value::Map(_)))) => {
                faults.push(attribute_error(label, &odd, "isdigit"));
            }
            label => {
                let label = label.map_or_else(String::new, |(_, label)| str_of(&label));
                let near = || meant(problem, node, names);
                faults.push(fault(problem, node, vec![SECTION.to_owned(), label], message).or_help(near));
            }
        };
    let Some(parameters) = map.get("parameters").filter(|parameters| !parameters.is_null()) else {
        return report(
            Problem::InvalidParameterGroup,
            group,
            "The parameters must be provided for each parameter group.",
        );
    };
    let Some(items) = parameters.as_sequence() else {
        return report(
            Problem::InvalidParameterGroup,
            parameters,
            "The parameters of parameter group should be a list.",
        );
    };
    let wrong = items.iter().filter_map(|item| {
        let value = plain_value(item);
        let shown = str_of(&value);
        if !grouped.insert(key_of_equals(&value)) {
            Some((
                Problem::ParameterInSeveralGroups,
                item,
                format!("The {shown} parameter must be assigned to one parameter group only."),
            ))
        } else if value.as_str().is_some_and(|name| names.contains(name)) {
            None
        } else {
            Some((
                Problem::UnknownGroupedParameter,
                item,
                format!("The grouped parameter {shown} does not reference a valid parameter."),
            ))
        }
    });
    for (problem, item, message) in wrong.take(MAX_REPORTED) {
        report(problem, item, &message);
    }
}

/// Help for a parameter that does not exist: the one that was probably meant.
fn meant(problem: Problem, node: &Node, names: &IndexSet<&str>) -> Option<Help> {
    let name = node.as_str().filter(|_| problem == Problem::UnknownGroupedParameter)?;
    nearest(name, names.iter().copied()).map(|near| Help::did_you_mean(name, near))
}

/// Text that is the same for values that are equal in Python, such as `1`, `1.0` and `true`.
fn key_of_equals(value: &Value) -> String {
    let number = match value {
        Value::String(text) => return format!("text {text}"),
        Value::Bool(flag) => f64::from(u8::from(*flag)),
        Value::Integer(integer) => integer.as_f64(),
        Value::Float(float) => *float,
        other => return other.to_string(),
    };
    format!("number {number}")
}

fn fault(problem: Problem, node: &Node, path: Vec<String>, message: &str) -> Fault {
    Fault::at(node.span, Exception::validation_error("Parameter Groups error", problem, path, message))
}

fn attribute_error(node: &Node, value: &Value, attribute: &str) -> Fault {
    Fault::at(node.span, Exception::attribute_error(Problem::InvalidParameterGroup, value, attribute))
}

#[cfg(test)]
mod tests {
    use heat_yaml::{ParseOptions, Source, parse};

    use super::*;

    fn check(text: &str, expect: &[&str]) {
        let root = parse(&Source::new("test", text), &ParseOptions::template()).root.unwrap();
        let found: Vec<_> =
            faults(&root, &IndexSet::from(["a", "b"])).iter().map(ToString::to_string).collect();
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn groups_are_checked() {
        check("[{label: l, parameters: [a]}, {parameters: [b]}]", &[]);
        check("{}", &[]);
        check("x", &["Parameter Groups error: parameter_groups: The parameter_groups should be a list."]);
        check(
            "[{label: l}, {parameters: a}]",
            &[
                "Parameter Groups error: parameter_groups.l: The parameters must be provided for each parameter group.",
                "Parameter Groups error: parameter_groups.: The parameters of parameter group should be a list.",
            ],
        );
        check(
            "[{label: 5, parameters: [a, c, a]}]",
            &[
                "Parameter Groups error: parameter_groups[5]: The grouped parameter c does not reference a valid parameter.",
                "Parameter Groups error: parameter_groups[5]: The a parameter must be assigned to one parameter group only.",
            ],
        );
        let valid = "does not reference a valid parameter.";
        let twice = "must be assigned to one parameter group only.";
        check(
            "[{label: l, parameters: [1, true]}]",
            &[
                &format!("Parameter Groups error: parameter_groups.l: The grouped parameter 1 {valid}"),
                &format!("Parameter Groups error: parameter_groups.l: The True parameter {twice}"),
            ],
        );
        check("[a]", &["'str' object has no attribute 'get'"]);
        check("[{label: null}]", &["'NoneType' object has no attribute 'isdigit'"]);
    }
}
