//! Values without parts, as they are written.

use heat_hot::snippet::Content;
use heat_hot_language::ParameterType;
use heat_model::{PropertyType, Value};
use heat_yaml::Span;

use crate::Context;
use crate::lint::context::values;

/// The type with the settings of cloud-init, which takes numbers for the modes of files.
const CLOUD_CONFIG: &str = "OS::Heat::CloudConfig";

/// A value without parts, as it is written.
pub(crate) struct Scalar<'a> {
    /// The value as it stands in the text.
    pub(crate) text: &'a str,
    /// Where the value stands.
    pub(crate) span: Span,
    /// What the value is read as.
    pub(crate) value: Value,
    /// Whether Heat makes a string of the value.
    pub(crate) expects_text: bool,
    /// Whether the value is the mode of a file, which is written in octal digits.
    pub(crate) is_file_mode: bool,
}

/// The values without parts in the properties of resources, and the defaults of parameters.
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
