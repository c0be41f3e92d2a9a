//! Whole templates: the errors that Heat reports before it creates a stack, and the dependencies of their resources.

use heat_hot::fault::{Exception, Fault};
use heat_hot::parameter::StackIdentity;
use heat_hot::template::Template;
use heat_hot::template::validate::{NestedStacks, Setting, Validated, validate};
use heat_model::Value;
use heat_yaml::Source;

use super::environment::{VectorEnvironment, VectorFiles};
use super::functions::{same_words, shown};
use super::parameters::STACK;
use crate::compare::{Comparison, Difference, untagged};
use crate::custom;
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::vector::{Fields, Unanswerable, Vector};

/// The family about whole templates. Input `{template, environment?, files?, strict_validate?}`; the answer has the errors of the
/// template, and the dependencies of its resources.
///
/// Of the errors that plug-ins add (`validate_with_plugins`), those in the stacks that resources create are compared; the
/// response of the API (`engine`) is not.
pub(crate) const TEMPLATES: Family = Family {
    name: "templates",
    verdicts: &["construct", "validate"],
    details: &["edges", "engine", "validate_with_plugins", "needs_cloud", "nondeterministic"],
    differences: |vector, data| differences(vector, data, NestedStacks::LeftOut),
};

/// The family about nested templates. Input as for [`TEMPLATES`]; the answer has the errors of the template and of all stacks
/// that its resources create.
pub(crate) const STACKS: Family = Family {
    name: "nested_stacks",
    verdicts: &["construct", "validate"],
    details: &["nondeterministic"],
    differences: |vector, data| differences(vector, data, NestedStacks::Validated),
};

fn differences(
    vector: &Vector,
    data: &DataFolder,
    nested_stacks: NestedStacks,
) -> Result<Vec<Difference>, Unanswerable> {
    let (input, output) = (&vector.input, &vector.output);
    let mut found = Comparison::default();
    let text = untagged(input.required("template")?).to_string();
    let read = Template::read(&Source::new("template", text));
    if let Some(fault) = &read.fault {
        verdict(&mut found, "construct", output.field("construct"), std::slice::from_ref(fault));
        return Ok(found.differences);
    }
    let template = read.template.ok_or(Unanswerable::NotHere("the text of its template cannot be read"))?;
    let files = VectorFiles(input.field("files"));
    let environment = VectorEnvironment::read(input.field("environment"))?;
    let [project, name, _] = STACK.map(str::to_owned);
    // A stack that is not stored yet has no ID.
    let identity = StackIdentity { project, name, id: "None".to_owned() };
    let (parameters, wrong) = template.parameters(Some(&identity), &environment.inputs);
    let faults = [environment.faults.as_slice(), &wrong].concat();
    verdict(&mut found, "construct", output.field("construct"), &faults);
    let Some(recorded) = output.field("validate") else { return Ok(found.differences) };
    let types = environment.types(template.source(), data.resource_types()?, &files);
    let setting = Setting {
        parameters: &parameters,
        surroundings: &types,
        stack: Some(&identity),
        strict: input.flag("strict_validate", true),
        nested: nested_stacks,
        customs: custom::as_recorded(),
    };
    let validated = validate(&template, setting);
    verdict(&mut found, "validate", Some(recorded), &validated.faults);
    if let Some(recorded) = output.field("edges")
        && validated.faults.is_empty()
    {
        edges(&mut found, recorded, &validated);
    }
    if let Some(recorded) = output.field("validate_with_plugins") {
        let types = environment.types(template.source(), data.resource_types()?, &files);
        let setting = Setting { surroundings: &types, nested: NestedStacks::Validated, ..setting };
        nested(&mut found, recorded, &validate(&template, setting).faults);
    }
    Ok(found.differences)
}

/// Compares the errors in nested stacks, which have the name of a template in their path.
fn nested(found: &mut Comparison, recorded: &Value, faults: &[Fault]) {
    let is_nested = |step: &str| step.ends_with('>');
    let error = recorded.field("error").and_then(Value::as_str);
    let message = recorded.field("error_message").and_then(Value::as_str).unwrap_or_default();
    let is_of_cloud = error == Some("ConnectFailure") || message.ends_with("network disabled");
    // The key marks the answer of a plug-in from Heat's own tests.
    let is_of_cloud = is_of_cloud || recorded.field("needs_cloud").is_some();
    if is_of_cloud || error == Some("NotImplementedError") {
        return;
    }
    let path = recorded.field("path").and_then(Value::as_list).into_iter().flatten();
    let is_recorded = path.filter_map(Value::as_str).any(is_nested);
    let is_found = faults.first().is_some_and(|fault| match &fault.exception {
        Exception::StackValidationFailed(validation) => validation.path.iter().any(|step| is_nested(step)),
        _ => false,
    });
    if is_recorded || is_found {
        verdict(found, "validate_with_plugins", Some(recorded), faults);
    }
}

/// Compares the first of our errors with the recorded one, or with one that Heat can report first.
fn verdict(found: &mut Comparison, part: &str, recorded: Option<&Value>, faults: &[Fault]) {
    let first = faults.first();
    let agrees = match recorded {
        None => first.is_none(),
        Some(recorded) => match recorded.field("one_of").and_then(Value::as_list) {
            Some(each) => each.iter().any(|recorded| is_same(recorded, first)),
            None => is_same(recorded, first),
        },
    };
    if !agrees {
        let recorded = recorded.cloned().unwrap_or(Value::Null);
        found.differs(part, &recorded, &first.map_or_else(|| "fine".to_owned(), shown));
    }
}

fn is_same(recorded: &Value, fault: Option<&Fault>) -> bool {
    let (class, fault) = match (recorded.field("error_class").and_then(Value::as_str), fault) {
        (None, None) => return true,
        (Some(class), Some(fault)) => (class, fault),
        _ => return false,
    };
    let text = |key: &str| recorded.field(key).and_then(Value::as_str).unwrap_or_default();
    if class != fault.exception.class() {
        return false;
    }
    let same_path = match (&fault.exception, recorded.field("path").and_then(Value::as_list)) {
        (Exception::StackValidationFailed(validation), Some(path)) => {
            path.iter().map(Value::as_str).eq(validation.path.iter().map(|step| Some(step.as_str())))
        }
        _ => true,
    };
    // The messages of Python's module for patterns are its own.
    same_path && (class == "error" || same_words(text("message"), &fault.to_string()))
}

fn edges(found: &mut Comparison, recorded: &Value, validated: &Validated) {
    let mut ours: Vec<[String; 2]> = validated
        .dependencies
        .edges()
        .map(|(requirer, required)| [requirer.to_owned(), required.to_owned()])
        .collect();
    ours.sort();
    let ours: Value = ours.into_iter().map(|[from, to]| Value::from(vec![from, to])).collect();
    if *recorded != ours {
        found.differs("edges", recorded, &ours);
    }
}
