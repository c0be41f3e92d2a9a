//! A file with tests to start from.

use std::collections::BTreeSet;

use heat_hot_language::ParameterType;
use heat_model::{ConstraintKind, Value};
use heat_template_check::ResolvedStack;
use heat_yaml::{Node, Value as Yaml};
use indexmap::IndexMap;

/// Maximum number of cases.
const MAX_CASES: usize = 24;

/// Maximum number of values that are tried for a parameter.
const MAX_VALUES: usize = 12;

/// Returns the cases of a first file: their names and parameters, and the stack of each. There is one for the defaults, and one for each
/// further value that a condition can have, as far as trying the values of one parameter finds it. `resolve` returns the stack for
/// parameters; nothing if Heat refuses it.
pub fn first_file(
    required: &IndexMap<String, Value>,
    resolve: &dyn Fn(&IndexMap<String, Value>) -> Option<ResolvedStack>,
) -> Vec<(String, IndexMap<String, Value>, ResolvedStack)> {
    let mut cases: Vec<(String, IndexMap<String, Value>, ResolvedStack)> = Vec::new();
    let Some(base) = resolve(required) else { return cases };
    let mut seen = conditions(&base);
    let tried = candidates(&base);
    cases.push(("defaults".to_owned(), required.clone(), base));
    for (parameter, values) in tried {
        for value in values {
            if cases.len() >= MAX_CASES {
                return cases;
            }
            let mut parameters = required.clone();
            parameters.insert(parameter.clone(), value.clone());
            let Some(stack) = resolve(&parameters) else { continue };
            let own = conditions(&stack);
            if own.is_subset(&seen) {
                continue;
            }
            seen.extend(own);
            let text = value.to_string();
            let name = format!("{parameter} is {}", text.trim_matches('"'));
            cases.push((name, parameters, stack));
        }
    }
    cases
}

/// The conditions of a stack with their values.
fn conditions(stack: &ResolvedStack) -> BTreeSet<(String, bool)> {
    let known = stack.resolved.conditions.iter();
    known
        .filter_map(|(name, value)| match value.as_known()? {
            Value::Bool(value) => Some((name.clone(), *value)),
            _ => None,
        })
        .collect()
}

/// Values to try for each parameter: those that it allows, and the texts and numbers that stand in conditions.
fn candidates(stack: &ResolvedStack) -> IndexMap<String, Vec<Value>> {
    let literals = stack.template.conditions_section().map(literals).unwrap_or_default();
    let parameters = stack.parameters.iter().filter(|(name, _)| !stack.parameters.is_reserved(name));
    let values = parameters.map(|(name, parameter)| {
        let allowed = parameter.definition.constraints.iter().find_map(|constraint| match &constraint.kind {
            ConstraintKind::AllowedValues(values) => Some(values.clone()),
            _ => None,
        });
        let is_boolean = parameter.definition.parameter_type == ParameterType::Boolean;
        let values = match allowed {
            Some(allowed) => allowed,
            None if is_boolean => vec![Value::from(true), Value::from(false)],
            None => literals.clone(),
        };
        (name.to_owned(), values.into_iter().take(MAX_VALUES).collect())
    });
    values.collect()
}

/// The texts and numbers in conditions.
fn literals(section: &Node) -> Vec<Value> {
    let mut found: Vec<Value> = Vec::new();
    let mut open = vec![section];
    while let Some(node) = open.pop() {
        let value = match &node.value {
            Yaml::Mapping(map) => {
                open.extend(map.iter().map(|entry| &entry.value));
                continue;
            }
            Yaml::Sequence(items) => {
                open.extend(items);
                continue;
            }
            Yaml::Integer(number) => Value::from(*number),
            _ => match node.as_str() {
                Some(text) => Value::from(text),
                None => continue,
            },
        };
        if !found.contains(&value) {
            found.push(value);
        }
    }
    // A value that no condition names makes comparisons false.
    found.push(Value::from("other"));
    found
}
