//! The outputs of a template.

use heat_hot_language::Keys;
use heat_model::python;
use heat_model::suggest::nearest;
use heat_yaml::{Entry, Mapping, Node, Span};

use super::{OF_OUTPUTS, Template, checked_entry};
use crate::Fault;
use crate::fault::{Exception, Help, Problem, Stage};
use crate::plain::{is_truthy, key_of, plain_value};
use crate::scope::Scope;
use crate::snippet::{self, Content, Context, Path, Snippet};

/// Output of a template.
#[derive(Debug, Clone)]
pub struct Output {
    /// Name of the output.
    pub name: String,
    /// Span of the output's name.
    pub name_span: Span,
    /// Value of the output; `None` if its condition is false.
    pub value: Option<Snippet>,
    /// Value of the output's condition; `None` if it is unknown.
    pub is_enabled: Option<bool>,
}

impl Output {
    /// The step for the value of the output in the paths of errors. If an index follows, Heat treats it as part of the name, and
    /// does not use the version's spelling of the key.
    pub(crate) fn value_step(&self, keys: &Keys) -> &'static str {
        match self.value.as_ref().map(|value| &value.content) {
            Some(Content::List(_)) => "Value",
            _ => keys.output_value,
        }
    }
}

/// The names of the outputs, which are attributes of the resource that the template implements. As in Heat, this checks the
/// section.
pub(super) fn attribute_names(template: &Template) -> Result<Vec<String>, Fault> {
    let keys = template.keys();
    let Some(section) = template.section(keys.outputs).filter(|section| is_truthy(section)) else {
        return Ok(Vec::new());
    };
    let Some(map) = section.as_mapping() else {
        return Err(not_a_map(section));
    };
    let mut entries: Vec<_> = map.iter().collect();
    if keys.is_hot() {
        entries.sort_by_key(|entry| key_of(&entry.key));
    }
    let is_key = |key: &str| {
        [Some(keys.output_value), Some(keys.output_description), keys.output_condition].contains(&Some(key))
    };
    for entry in entries {
        if keys.is_hot() {
            checked_entry(&OF_OUTPUTS, &entry.value, keys.outputs, keys.output_value, is_key)?;
        } else if entry.value.as_mapping().is_none() {
            let exception =
                Exception::attribute_error(Problem::InvalidOutput, &plain_value(&entry.value), "get");
            return Err(Fault::at(entry.value.span, exception));
        }
    }
    Ok(map.iter().map(|entry| key_of(&entry.key)).collect())
}

/// Reads all outputs. Outputs that cannot be read are left out, and their errors are added to the faults.
#[must_use]
pub fn outputs(template: &Template, scope: &Scope<'_>) -> (Vec<Output>, Vec<Fault>) {
    let keys = template.keys();
    let section = template.section(keys.outputs).filter(|section| is_truthy(section));
    if let Some(section) = section.filter(|section| section.as_mapping().is_none()) {
        return (Vec::new(), vec![not_a_map(section)]);
    }
    let mut faults = Vec::new();
    let entries = template.entries(keys.outputs).into_iter().flatten();
    let outputs = entries.filter_map(|entry| output(scope, keys, entry, &mut faults)).collect();
    (outputs, faults)
}

/// Reads an output, and adds its errors to the faults; `None` if it cannot be read.
fn output(scope: &Scope<'_>, keys: &Keys, entry: &Entry, faults: &mut Vec<Fault>) -> Option<Output> {
    let name = key_of(&entry.key);
    let section = Path::root(keys.outputs);
    let path = section.key(&name);
    let (map, value) = match map_and_value(keys, entry, &path) {
        Ok(found) => found,
        Err(fault) => {
            faults.push(fault);
            return None;
        }
    };
    let condition = keys.output_condition.and_then(|key| Some((key, map.get(key)?)));
    let is_enabled = match condition.map(|(key, condition)| is_enabled(scope, condition, &path.key(key))) {
        None => Some(true),
        Some(Ok(is_enabled)) => is_enabled,
        Some(Err(mut wrong)) => {
            faults.append(&mut wrong);
            return None;
        }
    };
    let value = (is_enabled != Some(false)).then(|| {
        let (snippet, mut wrong) = snippet::parse(scope, Context::Value, value, &path.key(keys.output_value));
        faults.append(&mut wrong);
        snippet
    });
    Some(Output { name: name.clone(), name_span: entry.key.span, value, is_enabled })
}

/// The definition of an output, and the value in it.
fn map_and_value<'n>(
    keys: &Keys,
    entry: &'n Entry,
    path: &Path<'_>,
) -> Result<(&'n Mapping, &'n Node), Fault> {
    let invalid = |problem: Problem, message: String| {
        let exception =
            Exception::validation_error("Output validation error", problem, path.steps(), message);
        Fault::at(entry.value.span, exception)
    };
    let Some(map) = entry.value.as_mapping() else {
        let kind = python::type_name(&plain_value(&entry.value));
        let message = format!("Output definitions must be a map. Found a {kind} instead");
        return Err(invalid(Problem::InvalidOutput, message));
    };
    if let Some(value) = map.get(keys.output_value) {
        return Ok((map, value));
    }
    let message = format!("Each output definition must contain a {} key.", keys.output_value);
    let given = map.iter().map(|entry| (key_of(&entry.key), entry.key.span));
    let near = given.into_iter().find(|(key, _)| nearest(key, [keys.output_value]).is_some());
    Err(invalid(Problem::MissingOutputValue, message).with_help(match near {
        Some((key, span)) => {
            let text = format!("write `{}` in place of `{key}`", keys.output_value);
            Help::renaming(&key, keys.output_value, text).or_at(span)
        }
        None => format!("add `{}: …`", keys.output_value).into(),
    }))
}

/// Returns whether the condition at a path is true; `None` if it is unknown.
fn is_enabled(scope: &Scope<'_>, condition: &Node, path: &Path<'_>) -> Result<Option<bool>, Vec<Fault>> {
    let (snippet, wrong) = snippet::parse(scope, Context::Condition, condition, path);
    if !wrong.is_empty() {
        return Err(wrong);
    }
    snippet::resolve(scope, &snippet)
        .and_then(|data| scope.conditions.is_enabled_at(scope, &data, path, condition.span))
        .map_err(|fault| vec![fault.or_at(condition.span).noticed_at(Stage::Validation)])
}

fn not_a_map(section: &Node) -> Fault {
    Fault::at(
        section.span,
        Exception::attribute_error(Problem::InvalidSection, &plain_value(section), "items"),
    )
}
