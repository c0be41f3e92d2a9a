//! The outputs of a template.

use heat_hot_language::Keys;
use heat_model::python;
use heat_model::suggest::nearest;
use heat_yaml::Span;

use super::{OF_OUTPUTS, Template, checked_entry};
use crate::Fault;
use crate::fault::{Exception, Help, Problem, PythonClass, Stage, Validation};
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
        return Err(Fault::at(
            section.span,
            Exception::attribute_error(Problem::InvalidSection, &plain_value(section), "items"),
        ));
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
    let (mut outputs, mut faults) = (Vec::new(), Vec::new());
    let section = template.section(keys.outputs).filter(|section| is_truthy(section));
    if let Some(section) = section.filter(|section| section.as_mapping().is_none()) {
        let exception = Exception::attribute_error(Problem::InvalidSection, &plain_value(section), "items");
        return (outputs, vec![Fault::at(section.span, exception)]);
    }
    for entry in template.entries(keys.outputs).into_iter().flatten() {
        let name = key_of(&entry.key);
        let path = || vec![keys.outputs.to_owned(), name.clone()];
        let invalid = |problem: Problem, message: String| {
            let error = "Output validation error".to_owned();
            Fault::at(
                entry.value.span,
                Exception::StackValidationFailed(Box::new(Validation {
                    problem,
                    error,
                    path: path(),
                    message,
                })),
            )
        };
        let Some(map) = entry.value.as_mapping() else {
            let kind = python::type_name(&plain_value(&entry.value));
            faults.push(invalid(
                Problem::InvalidOutput,
                format!("Output definitions must be a map. Found a {kind} instead"),
            ));
            continue;
        };
        let Some(value) = map.get(keys.output_value) else {
            let fault = invalid(
                Problem::MissingOutputValue,
                format!("Each output definition must contain a {} key.", keys.output_value),
            );
            let given = map.iter().map(|entry| (key_of(&entry.key), entry.key.span));
            let near = given.into_iter().find(|(key, _)| nearest(key, [keys.output_value]).is_some());
            faults.push(fault.with_help(match near {
                Some((key, span)) => {
                    let text = format!("write `{}` in place of `{key}`", keys.output_value);
                    Help::renaming(&key, keys.output_value, text).or_at(span)
                }
                None => format!("add `{}: …`", keys.output_value).into(),
            }));
            continue;
        };
        let mut is_enabled = Some(true);
        if let Some(key) = keys.output_condition
            && let Some(condition) = map.get(key)
        {
            let root = format!("{}.{name}.{key}", keys.outputs);
            let (snippet, mut wrong) =
                snippet::parse(scope, Context::Condition, condition, &Path::root(&root));
            if !wrong.is_empty() {
                faults.append(&mut wrong);
                continue;
            }
            let enabled = snippet::resolve(scope, &snippet)
                .and_then(|condition| scope.conditions.is_enabled(scope, &condition))
                .map_err(|fault| fault.noticed_at(Stage::Validation));
            match enabled {
                Ok(data) => is_enabled = data.is_truthy(),
                Err(fault) if matches!(fault.exception, Exception::Python(_, PythonClass::ValueError, _)) => {
                    let path = path().into_iter().chain([key.to_owned()]).collect();
                    let exception =
                        Exception::validation(fault.exception.problem(), path, fault.exception.to_string());
                    faults.push(Fault { exception, ..fault }.or_at(condition.span));
                    continue;
                }
                Err(fault) => {
                    faults.push(fault.or_at(condition.span));
                    continue;
                }
            }
        }
        let value = if is_enabled == Some(false) {
            None
        } else {
            let root = format!("{}.{name}.{}", keys.outputs, keys.output_value);
            let (snippet, mut wrong) = snippet::parse(scope, Context::Value, value, &Path::root(&root));
            faults.append(&mut wrong);
            Some(snippet)
        };
        outputs.push(Output { name, name_span: entry.key.span, value, is_enabled });
    }
    (outputs, faults)
}
