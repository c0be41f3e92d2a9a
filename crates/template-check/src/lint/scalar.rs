//! Scalar values as they are written in the template.

use heat_hot::snippet::Content;
use heat_hot_language::ParameterType;
use heat_model::{PropertyType, Value};
use heat_yaml::Span;

use crate::Context;
use crate::lint::context::values;

/// Type with the settings of cloud-init, which accepts numbers for the modes of files.
const CLOUD_CONFIG: &str = "OS::Heat::CloudConfig";

/// Scalar value with its source text.
pub(crate) struct Scalar<'a> {
    /// Source text of the value.
    pub(crate) text: &'a str,
    /// Span of the value.
    pub(crate) span: Span,
    /// Value as YAML reads it.
    pub(crate) value: Value,
    /// `true` if Heat converts the value to a string.
    pub(crate) expects_text: bool,
    /// `true` if the value is the mode of a file, which is written in octal digits.
    pub(crate) is_file_mode: bool,
}

/// Returns the scalar values in the properties of resources, and the defaults of parameters.
pub(crate) fn scalars<'a>(context: &Context<'a>) -> Vec<Scalar<'a>> {
    let source = context.template.source();
    let scalar = |span: Span, value: &Value, expects_text| Scalar {
        text: source.slice(span),
        span,
        value: value.clone(),
        expects_text,
        is_file_mode: false,
    };
    let mut found = Vec::new();
    for (_, parameter) in context.parameters() {
        let definition = &parameter.definition;
        let Some((default, span)) = definition.default.as_ref().zip(definition.spans.default) else {
            continue;
        };
        let expects_text = definition.parameter_type == ParameterType::String;
        found.push(scalar(span, default, expects_text));
    }
    for (resource, schema) in context.known_resources() {
        for given in values(resource, schema) {
            let Content::Scalar(value) = &given.snippet.content else { continue };
            let expects_text =
                given.schema.is_some_and(|schema| schema.property_type == PropertyType::String);
            let is_file_mode = schema.name == CLOUD_CONFIG && given.name == "permissions";
            found.push(Scalar { is_file_mode, ..scalar(given.snippet.span, value, expects_text) });
        }
    }
    found
}
