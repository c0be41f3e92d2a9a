//! The intrinsic functions of a template version.

use heat_hot::Template;
use heat_hot_language::{FUNCTIONS, Function, TemplateVersion};
use heat_yaml::Source;

use crate::compare::{Comparison, Difference};
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::vector::{Fields, Unanswerable, Vector};

/// The family about lists of functions. Input `{template}`, which only contains its version; the answer lists the functions in
/// `values` and in `conditions`, and those that were `removed`, by name.
pub(crate) struct IntrinsicFunctions;

fn version(vector: &Vector) -> Result<TemplateVersion, Unanswerable> {
    let template = vector.input.required("template")?;
    let read = Template::read(&Source::new("template", template.to_string()));
    let unknown = || Unanswerable::Malformed(format!("{template} declares no version that we know"));
    read.template.map(|template| template.version()).ok_or_else(unknown)
}

impl Family for IntrinsicFunctions {
    fn name(&self) -> &'static str {
        "intrinsic_functions"
    }

    fn verdicts(&self) -> &'static [&'static str] {
        &["values", "conditions", "removed"]
    }

    fn details(&self) -> &'static [&'static str] {
        &[]
    }

    fn differences(&self, vector: &Vector, _data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
        let version = version(vector)?;
        let names = |is_there: fn(&Function, TemplateVersion) -> bool| {
            let mut names: Vec<&str> =
                FUNCTIONS.iter().filter(|function| is_there(function, version)).map(Function::name).collect();
            names.sort_unstable();
            heat_model::Value::from(names)
        };
        let mut found = Comparison::default();
        for (key, ours) in [
            ("values", names(Function::is_value)),
            ("conditions", names(Function::is_condition)),
            ("removed", names(Function::is_removed)),
        ] {
            let heat = vector.output.required(key)?;
            if *heat != ours {
                found.differs(key, heat, &ours);
            }
        }
        Ok(found.differences)
    }
}
