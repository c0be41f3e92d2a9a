//! The stacks that resources create, at the time when Heat creates them.

use heat_hot::fault::{Exception, Fault, Stage};
use heat_hot::parameter::StackIdentity;
use heat_hot::resolve::resolve;
use heat_hot::template::Template;
use heat_hot::template::known::KnownAttributes;
use heat_hot::template::validate::Setting;
use heat_model::Value;
use heat_yaml::Source;

use crate::compare::{Comparison, Difference, untagged};
use crate::custom;
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::family::templates::environment::{VectorEnvironment, VectorFiles};
use crate::family::templates::functions::{same_words, shown};
use crate::family::templates::parameters::STACK;
use crate::vector::{Fields, Unanswerable, Vector};

/// The family about nested stacks. Input `{template, environment?, files?, unknown?}`, which Heat's validation accepts. The
/// answer says whether its stack is created with all nested ones, or which of those Heat refuses.
///
/// If values are `unknown` before the creation, because functions read attributes, only our errors are compared. Failures for
/// other reasons (`failed`) are not compared, because Heat's values then differ from ours.
pub(crate) const FAMILY: Family = Family {
    name: "created_stacks",
    verdicts: &["created", "refused", "failed"],
    details: &["reason"],
    differences,
};

fn differences(vector: &Vector, data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let (input, output) = (&vector.input, &vector.output);
    let faults = nested_faults(input, data)?;
    let mut found = Comparison::default();
    let refused = output.field("refused").and_then(Value::as_list);
    let fails = |fault: &&Fault| fault.stage() == Stage::NestedCreation;
    if output.field("created").is_some()
        && let Some(fault) = faults.iter().find(fails)
    {
        found.differs("created", &Value::from("created"), &shown(fault));
    }
    if !input.flag("unknown", false) {
        let missed = refused
            .into_iter()
            .flatten()
            .filter(|recorded| !faults.iter().any(|fault| is_same(recorded, fault)));
        for recorded in missed {
            let ours = faults.iter().map(shown).collect::<Vec<_>>().join("; ");
            found.differs("refused", recorded, &ours);
        }
    }
    Ok(found.differences)
}

/// Our errors in the stacks that are nested in a stack, at the time of their creation.
fn nested_faults(input: &Value, data: &DataFolder) -> Result<Vec<Fault>, Unanswerable> {
    let text = untagged(input.required("template")?).to_string();
    let template = Template::read(&Source::new("template", text)).template;
    let template = template.ok_or(Unanswerable::NotHere("the text of its template cannot be read"))?;
    let files = VectorFiles(input.field("files"));
    let environment = VectorEnvironment::read(input.field("environment"))?;
    let [project, name, _] = STACK.map(str::to_owned);
    let identity = StackIdentity { project, name, id: "None".to_owned() };
    let (parameters, _) = template.parameters(Some(&identity), &environment.inputs);
    let types = environment.types(template.source(), data.resource_types()?, &files);
    let setting =
        Setting { stack: Some(&identity), ..Setting::new(&parameters, &types, custom::as_recorded()) };
    let found = resolve(&template, setting, &KnownAttributes::new()).resolution_faults;
    let is_creation =
        |fault: &Fault| matches!(fault.stage(), Stage::NestedCreation | Stage::PossibleCreation);
    Ok(found.into_iter().filter(is_creation).collect())
}

/// Returns whether we found the error that Heat reported. If several members have the same mistake, Heat names one and we
/// another.
fn is_same(recorded: &Value, fault: &Fault) -> bool {
    let text = |key: &str| recorded.field(key).and_then(Value::as_str).unwrap_or_default();
    match &fault.exception {
        Exception::StackValidationFailed(ours) if recorded.field("error_message").is_some() => {
            let path: Vec<&str> = recorded
                .field("path")
                .and_then(Value::as_list)
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect();
            let is_member = |step: usize| step == 1;
            let start = ours.path.len().checked_sub(path.len());
            let same_path = start.is_some_and(|start| {
                ours.path[start..]
                    .iter()
                    .zip(&path)
                    .enumerate()
                    .all(|(step, (ours, theirs))| is_member(step) || ours == theirs)
            });
            same_path && same_words(text("error_message"), &ours.message)
        }
        exception => same_words(text("message"), &exception.to_string()),
    }
}
