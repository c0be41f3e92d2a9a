//! The language of a template version: its functions, sections and keys.

use std::collections::BTreeMap;

use heat_hot::Template;
use heat_hot::function::variant;
use heat_hot::snippet::Context;
use heat_hot_language::{FUNCTIONS, Function, Keys, TemplateVersion, Variant};
use heat_model::Value;
use heat_yaml::Source;

use crate::compare::{Comparison, Difference};
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::vector::{Fields, Unanswerable, Vector};

/// The family about template versions. Input `{key, version}`, which declares a version. The answer lists its functions in values
/// and in conditions with the names of their classes, the functions that it no longer has, its sections, and the keys of a
/// resource.
pub(crate) const LANGUAGE: Family = Family {
    name: "language",
    verdicts: &["functions"],
    details: &["removed", "condition_functions", "sections", "resource_keys"],
    differences: language,
};

fn language(vector: &Vector, _data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let (key, version) = (vector.input.text("key")?, vector.input.text("version")?);
    let unknown = || Unanswerable::Malformed(format!("no version is declared by {key}: {version}"));
    let version = TemplateVersion::declared_by(key, version).ok_or_else(unknown)?;
    let keys = Keys::of(version);
    let removed = FUNCTIONS.iter().filter(|function| function.is_removed(version)).map(Function::name);
    let ours = [
        ("functions", classes(version, Context::Value)),
        ("condition_functions", classes(version, Context::Condition)),
        ("removed", sorted(removed)),
        ("sections", sorted(keys.sections())),
        ("resource_keys", sorted(keys.resource.names())),
    ];
    let mut found = Comparison::default();
    for (part, ours) in ours {
        let heat = vector.output.field(part).cloned().unwrap_or(Value::Null);
        if !heat.python_eq(&ours) {
            found.differs(part, &heat, &ours.to_string());
        }
    }
    Ok(found.differences)
}

fn sorted<'n>(names: impl Iterator<Item = &'n str>) -> Value {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    Value::from(names)
}

/// The functions of a version, with Heat's classes for their forms.
fn classes(version: TemplateVersion, context: Context) -> Value {
    let form = |function: &Function| variant(function.name(), version, context);
    let there = FUNCTIONS.iter().filter_map(|function| Some((function.name(), form(function)?)));
    let there = there.filter(|(_, form)| !matches!(form, Variant::Removed | Variant::Invalid));
    let classes: BTreeMap<&str, &str> = there
        .map(|(name, form)| match form {
            // The class depends on the target of the reference.
            Variant::Ref => (name, "Ref"),
            form => (name, form.class()),
        })
        .collect();
    classes.into_iter().map(|(name, class)| (name.to_owned(), Value::from(class))).collect()
}

/// The family about lists of functions. Input `{template}`, which only contains its version; the answer lists the functions in
/// `values` and in `conditions`, and those that were `removed`, by name.
pub(crate) const INTRINSIC_FUNCTIONS: Family = Family {
    name: "intrinsic_functions",
    verdicts: &["values", "conditions", "removed"],
    details: &[],
    differences: intrinsic_functions,
};

fn version(vector: &Vector) -> Result<TemplateVersion, Unanswerable> {
    let template = vector.input.required("template")?;
    let read = Template::read(&Source::new("template", template.to_string()));
    let unknown = || Unanswerable::Malformed(format!("{template} declares no version that we know"));
    read.template.map(|template| template.version()).ok_or_else(unknown)
}

fn intrinsic_functions(vector: &Vector, _data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let version = version(vector)?;
    let names = |is_there: fn(&Function, TemplateVersion) -> bool| {
        sorted(FUNCTIONS.iter().filter(|function| is_there(function, version)).map(Function::name))
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
