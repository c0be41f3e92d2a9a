//! Validation of property data by the plug-in of a type, where each value is valid on its own.

use heat_hot::environment::Registry;
use heat_hot::parameter::ParameterInputs;
use heat_hot::template::Template;
use heat_hot::template::environment_types::EnvironmentTypes;
use heat_hot::template::validate::{Setting, validate};
use heat_model::Value;
use heat_yaml::Source;
use indexmap::IndexMap;

use crate::compare::{Comparison, Difference};
use crate::custom;
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::family::templates::environment::VectorFiles;
use crate::vector::{Fields, Unanswerable, Vector};

/// Maximum number of characters that are recorded of a message.
const MESSAGE_LENGTH: usize = 300;

/// The family about validation by plug-ins. Input `{type, properties}`; the answer says whether a stack with this single resource
/// is accepted.
pub(crate) const FAMILY: Family =
    Family { name: "validation_rules", verdicts: &["verdict"], details: &["error", "message"], differences };

fn differences(vector: &Vector, data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let resource = Value::from_iter(
        ["type", "properties"]
            .map(|key| (key.to_owned(), vector.input.field(key).cloned().unwrap_or(Value::Null))),
    );
    let resources = Value::from_iter([("made".to_owned(), resource)]);
    let template = Value::from_iter([
        ("heat_template_version".to_owned(), Value::from("2021-04-16")),
        ("resources".to_owned(), resources),
    ]);
    let template = Template::read(&Source::new("template", template.to_string()))
        .template
        .ok_or(Unanswerable::NotHere("the text of its template cannot be read"))?;
    let (parameters, _) = template.parameters(None, &ParameterInputs::default());
    let files = VectorFiles(None);
    let registry = Registry::default();
    let types =
        EnvironmentTypes::new(template.source(), registry, IndexMap::new(), data.resource_types()?, &files);
    let setting = Setting::new(&parameters, &types, custom::as_recorded());
    let faults = validate(&template, setting).faults;
    let verdict = if faults.is_empty() { "accepted" } else { "refused" };
    let recorded = vector.output.required("verdict")?;
    let mut found = Comparison::default();
    if recorded.as_str() != Some(verdict) {
        let shown = faults.first().map_or_else(|| verdict.to_owned(), ToString::to_string);
        found.differs("verdict", recorded, &shown);
    } else if let Some(first) = faults.first() {
        let error = vector.output.required("error")?;
        if error.as_str() != Some(first.exception.class()) {
            found.differs("error", error, &first.exception.class());
        }
        let message = vector.output.required("message")?;
        // The recorder keeps the beginning of a message.
        let said: String = first.to_string().chars().take(MESSAGE_LENGTH).collect();
        if message.as_str() != Some(said.as_str()) {
            found.differs("message", message, &said);
        }
    }
    Ok(found.differences)
}
