//! Parameters of templates.

use heat_hot::Fault;
use heat_hot::fault::Exception;
use heat_hot::parameter::{Definition, Parameter, ParameterInputs, ParameterSet, StackIdentity};
use heat_hot::template::declared_version;
use heat_hot_language::{Dialect, Keys};
use heat_model::Value;
use heat_yaml::{Node, ParseOptions, Source, parse_template};

use crate::compare::{Comparison, Difference, same, untagged};
use crate::custom;
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::family::schemas::written::{list, object};
use crate::vector::{Fields, Unanswerable, Vector};

/// The family about parameters. Input `{version, name, definition, value?, param_default?}`: one parameter. `{kind:
/// parameter_set, …}`: all of a template. `{kind: immutable_modified, …}`: those that an update may not change. `{kind:
/// parameter_groups, …}`: the groups. Everything is read from the text of a template.
pub(crate) const FAMILY: Family = Family {
    name: "parameters",
    verdicts: &["definition_error", "validate", "modified"],
    details: &[
        "schema",
        "validate_no_value",
        "value",
        "str",
        "has_value",
        "label",
        "tags",
        "values",
        "strings",
    ],
    differences,
};

/// The project, the name and the ID of the stack in all recordings.
pub(crate) const STACK: [&str; 3] = ["test_tenant_id", "test_stack", "11111111-2222-4333-8444-555555555555"];

fn differences(vector: &Vector, _data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let (input, output) = (&vector.input, &vector.output);
    let mut found = Comparison::default();
    match input.field("kind").and_then(Value::as_str) {
        None => one(input, output, &mut found)?,
        Some("parameter_set") => set(input, output, &mut found)?,
        Some("immutable_modified") => modified(input, output, &mut found)?,
        Some("parameter_groups") => groups(input, output, &mut found)?,
        Some(other) => return Err(Unanswerable::Malformed(format!("a kind that is not known: {other}"))),
    }
    Ok(found.differences)
}

/// The versions that represent the dialects.
const VERSIONS: [(&str, Dialect); 4] = [
    ("hot", Dialect::Hot20130523),
    ("hot-2017-02-24", Dialect::Hot20170224),
    ("hot-2018-03-02", Dialect::Hot20180302),
    ("cfn", Dialect::Cfn),
];

/// Reads a template from its text.
fn template(data: &Value) -> Result<Node, Unanswerable> {
    let parsed =
        parse_template(&Source::new("template", untagged(data).to_string()), &ParseOptions::template());
    parsed.root.ok_or_else(|| Unanswerable::Malformed(format!("{data} is no template")))
}

/// The dialect of a template, and the section of its parameters.
fn section(root: &Node) -> Result<(Dialect, Option<&Node>), Unanswerable> {
    let version = declared_version(root).map_err(|fault| Unanswerable::Malformed(fault.to_string()))?;
    let section = root.as_mapping().and_then(|map| map.get(Keys::of(version).parameters));
    Ok((Dialect::of(version), section))
}

fn one(input: &Value, output: &Value, found: &mut Comparison) -> Result<(), Unanswerable> {
    let version = input.text("version")?;
    let (_, dialect) = VERSIONS
        .into_iter()
        .find(|(name, _)| *name == version)
        .ok_or_else(|| Unanswerable::Malformed(format!("a version that is not known: {version}")))?;
    let name = input.text("name")?;
    let root = template(&object([("parameters", object([(name, input.required("definition")?.clone())]))]))?;
    let section = root.as_mapping().and_then(|map| map.get("parameters")).and_then(Node::as_mapping);
    let node = section.and_then(|map| map.get(name)).ok_or_else(|| Unanswerable::Missing(name.to_owned()))?;

    let mut faults = Vec::new();
    let definition = Definition::read(name, node, dialect, &mut faults);
    let fine = Value::Bool(true);
    verdict("definition_error", output.field("definition_error").unwrap_or(&fine), &faults, found);
    let Some(definition) = definition.filter(|_| output.field("definition_error").is_none()) else {
        return Ok(());
    };
    let [value, default] = ["value", "param_default"].map(|key| input.field(key).map(untagged));
    let parameter = Parameter::new(definition, value, default);
    compare_value("schema", output, &schema(&parameter.definition), found);
    let with_value = output.required("validate")?;
    verdict("validate", with_value, &parameter.faults(true, custom::as_recorded()), found);
    let without = output.field("validate_no_value").unwrap_or(with_value);
    verdict("validate_no_value", without, &parameter.faults(false, custom::as_recorded()), found);
    result("value", output.required("value")?, &parameter.value(), found);
    result("str", output.required("str")?, &parameter.text().map(Value::from), found);
    compare_value("has_value", output, &parameter.has_value().into(), found);
    compare_value("label", output, &parameter.label(), found);
    compare_value("tags", output, &list(parameter.tags().to_vec()), found);
    Ok(())
}

/// Converts a definition to the form of the recordings.
fn schema(definition: &Definition) -> Value {
    let constraints = definition.constraints.iter().map(heat_hot::parameter::ParameterConstraint::to_value);
    object([
        ("type", definition.parameter_type.name(definition.dialect).into()),
        ("default", definition.default.clone().into()),
        ("hidden", definition.hidden.clone()),
        ("immutable", definition.immutable.clone()),
        ("label", definition.label.clone()),
        ("description", definition.description.clone()),
        ("tags", definition.tags.clone()),
        ("required", definition.default.is_none().into()),
        ("constraints", list(constraints.collect())),
    ])
}

pub(crate) fn inputs(
    values: Option<&Value>,
    defaults: Option<&Value>,
) -> Result<ParameterInputs, Unanswerable> {
    let map = |value: Option<&Value>| match value.map(untagged) {
        None | Some(Value::Null) => Ok(indexmap::IndexMap::new()),
        Some(value) => value.map().cloned(),
    };
    Ok(ParameterInputs { values: map(values)?, defaults: map(defaults)? })
}

fn set(input: &Value, output: &Value, found: &mut Comparison) -> Result<(), Unanswerable> {
    let root = template(input.required("template")?)?;
    let (dialect, section) = section(&root)?;
    let [project, name, id] = STACK.map(str::to_owned);
    let stack = input.flag("with_stack", false).then_some(StackIdentity { project, name, id });
    let inputs = inputs(input.field("values"), input.field("param_defaults"))?;
    let (set, faults) = ParameterSet::read(dialect, section, stack.as_ref(), &inputs);
    let fine = Value::Bool(true);
    verdict("definition_error", output.field("definition_error").unwrap_or(&fine), &faults, found);
    if output.field("definition_error").is_some() {
        return Ok(());
    }
    verdict("validate", output.required("validate")?, &set.faults(true, custom::as_recorded()), found);
    for (part, text) in [("values", false), ("strings", true)] {
        let recorded = output.required(part)?.map()?;
        let mut names: Vec<_> = set.iter().map(|(name, _)| name).collect();
        // The names are recorded sorted, as Python sorts them.
        names.sort_unstable();
        let known: Vec<_> = recorded.keys().map(String::as_str).collect();
        if names != known {
            found.differs(part, &known.join(", "), &names.join(", "));
        }
        for (name, recorded) in recorded {
            let Some(parameter) = set.get(name) else { continue };
            let ours = if text { parameter.text().map(Value::from) } else { parameter.value() };
            result(&format!("{part} of {name}"), recorded, &ours, found);
        }
    }
    Ok(())
}

fn modified(input: &Value, output: &Value, found: &mut Comparison) -> Result<(), Unanswerable> {
    let read = |template_key: &str, values: &str| {
        let root = template(input.required(template_key)?)?;
        let (dialect, section) = section(&root)?;
        let [project, name, id] = STACK.map(str::to_owned);
        let stack = StackIdentity { project, name, id };
        Ok(ParameterSet::read(dialect, section, Some(&stack), &inputs(input.field(values), None)?).0)
    };
    let (before, after): (ParameterSet, ParameterSet) =
        (read("before_template", "before")?, read("after_template", "after")?);
    let ours = before.immutable_modified(&after).map(|mut names| {
        names.sort_unstable();
        if names.is_empty() { Value::Null } else { list(names.into_iter().map(Value::from).collect()) }
    });
    let recorded = output.required("modified")?;
    // Heat iterates over a set: which of several parameters without a value it finds first depends on hashes.
    if recorded.field("error_class").is_some() && ours.is_err() {
        return Ok(());
    }
    let value = object([("value", recorded.clone())]);
    let recorded = if recorded.field("error_class").is_some() { recorded } else { &value };
    result("modified", recorded, &ours, found);
    Ok(())
}

fn groups(input: &Value, output: &Value, found: &mut Comparison) -> Result<(), Unanswerable> {
    let root = template(input.required("template")?)?;
    let (dialect, section) = section(&root)?;
    let (set, _) = ParameterSet::read(dialect, section, None, &ParameterInputs::default());
    let groups = root.as_mapping().and_then(|map| map.get("parameter_groups"));
    verdict("validate", output.required("validate")?, &set.group_faults(groups), found);
    Ok(())
}

fn compare_value(part: &str, output: &Value, ours: &Value, found: &mut Comparison) {
    let heat = output.field(part).map_or(Value::Null, untagged);
    if !same(&heat, ours) {
        found.differs(part, &heat, ours);
    }
}

/// Compares the first of our errors with the recorded one.
fn verdict(part: &str, recorded: &Value, faults: &[Fault], found: &mut Comparison) {
    let ours = faults.first().map(|fault| &fault.exception);
    match (recorded.field("error_class"), ours) {
        (None, None) => {}
        (Some(_), Some(exception)) if is_same_error(recorded, exception) => {}
        (_, ours) => found.differs(part, recorded, &in_words(ours)),
    }
}

fn result(part: &str, recorded: &Value, ours: &Result<Value, Exception>, found: &mut Comparison) {
    match (recorded.field("value").map(untagged), ours) {
        (Some(heat), Ok(ours)) if same(&heat, ours) => {}
        (None, Err(exception)) if is_same_error(recorded, exception) => {}
        (_, Ok(ours)) => found.differs(part, recorded, ours),
        (_, Err(exception)) => found.differs(part, recorded, &in_words(Some(exception))),
    }
}

fn in_words(exception: Option<&Exception>) -> String {
    exception.map_or_else(|| "fine".to_owned(), |exception| format!("{}: {exception}", exception.class()))
}

/// Returns whether the class and the message are Heat's. The messages of Python's own module for patterns are not ours.
fn is_same_error(recorded: &Value, exception: &Exception) -> bool {
    let part = |key: &str| recorded.field(key).and_then(Value::as_str);
    part("error_class") == Some(exception.class())
        && (matches!(exception.class(), "error" | "RecursionError")
            || part("message") == Some(exception.to_string().as_str()))
}
