//! Functions of templates: parsing, validating and resolving a snippet.

use std::cell::RefCell;
use std::collections::HashMap;

use heat_hot::data::Data;
use heat_hot::fault::{Exception, Fault, PythonClass};
use heat_hot::function::{attribute_references, references, select_from_attribute};
use heat_hot::snippet::{self, Context, Path, Snippet};
use heat_hot::stack::{FacadeField, Readiness, Resource, Stack};
use heat_hot::{Conditions, Scope};
use heat_model::intrinsic::{HotVersion, TemplateVersion};
use heat_model::{Value, json, python};
use heat_yaml::{Node, ParseOptions, Source, parse_template};
use indexmap::IndexMap;

use super::Family;
use crate::compare::{Comparison, Difference, same, untagged};
use crate::vector::{DataFolder, Fields, Unanswerable, Vector};

/// Input `{template, snippet, condition?, parameters?, parameter_defaults?, files?, stack?}`: what becomes of the snippet in
/// the template, with or without a stack.
pub(crate) struct Functions;

/// The version that a template declares.
pub(super) fn version(template: &Value) -> Option<TemplateVersion> {
    let declared = |key: &str| template.field(key).and_then(Value::as_str);
    if let Some(version) = declared("heat_template_version") {
        return HotVersion::find(version).map(TemplateVersion::Hot);
    }
    match (declared("HeatTemplateFormatVersion"), declared("AWSTemplateFormatVersion")) {
        (Some("2012-12-12"), None) => Some(TemplateVersion::HeatCfn),
        (None, Some("2010-09-09")) => Some(TemplateVersion::AwsCfn),
        _ => None,
    }
}

/// Data as a tree, by the way of its text.
pub(super) fn tree(value: &Value) -> Result<Node, Unanswerable> {
    let text = value.to_string();
    let parsed = parse_template(&Source::new("snippet", text), &ParseOptions::template());
    parsed.root.ok_or(Unanswerable::NotHere("the text of its input cannot be read"))
}

/// A stack as it was recorded.
struct Recorded<'v> {
    template: &'v Value,
    files: Option<&'v Value>,
    stack: &'v Value,
    parameters: IndexMap<String, Value>,
    resources: HashMap<String, RecordedResource<'v>>,
}

struct RecordedResource<'v> {
    name: String,
    attributes: Vec<String>,
    accepts_any: bool,
    data: Option<&'v Value>,
}

impl<'v> Recorded<'v> {
    fn new(vector: &'v Vector, stack: &'v Value, data: &DataFolder) -> Result<Self, Unanswerable> {
        let template = vector.input.required("template")?;
        let parameters = parameters(vector, stack, template)?;
        let section = template.field("resources").or_else(|| template.field("Resources"));
        let mut resources = HashMap::new();
        for (name, definition) in section.and_then(Value::as_map).into_iter().flatten() {
            let word = definition.field("type").or_else(|| definition.field("Type")).and_then(Value::as_str);
            let attributes = data.attributes(word.unwrap_or_default())?;
            let data = stack.field("resources").and_then(|all| all.field(name));
            let accepts_any = word == Some("OS::Heat::ResourceGroup");
            resources
                .insert(name.clone(), RecordedResource { name: name.clone(), attributes, accepts_any, data });
        }
        Ok(Self { template, files: vector.input.field("files"), stack, parameters, resources })
    }
}

/// The values of all parameters: given, or by default.
fn parameters(
    vector: &Vector,
    stack: &Value,
    template: &Value,
) -> Result<IndexMap<String, Value>, Unanswerable> {
    let section = template.field("parameters").or_else(|| template.field("Parameters"));
    let given = vector.input.field("parameters");
    let mut values = IndexMap::new();
    for (name, definition) in section.and_then(Value::as_map).into_iter().flatten() {
        let default = definition.field("default").or_else(|| definition.field("Default"));
        let default = vector.input.field("parameter_defaults").and_then(|all| all.field(name)).or(default);
        let word = definition.field("type").or_else(|| definition.field("Type")).and_then(Value::as_str);
        if let Some(value) = given.and_then(|given| given.field(name)).or(default) {
            values.insert(name.clone(), converted(word.unwrap_or_default(), value)?);
        }
    }
    let arn = "arn:openstack:heat::test_tenant_id:stacks/test_stack/11111111-2222-4333-8444-555555555555";
    let pseudo = [
        ("OS::stack_name", "test_stack"),
        ("OS::stack_id", "11111111-2222-4333-8444-555555555555"),
        ("OS::project_id", "test_tenant_id"),
        ("AWS::StackName", "test_stack"),
        ("AWS::StackId", arn),
        ("AWS::Region", "ap-southeast-1"),
    ];
    let is_hot = template.field("heat_template_version").is_some();
    for (name, value) in pseudo {
        if name.starts_with("OS::") == is_hot {
            values.insert(name.to_owned(), value.into());
        }
    }
    for (name, value) in stack.field("pseudo").and_then(Value::as_map).into_iter().flatten() {
        values.insert(name.clone(), value.clone());
    }
    Ok(values)
}

fn converted(word: &str, value: &Value) -> Result<Value, Unanswerable> {
    let text = value.as_str();
    Ok(match (word.to_lowercase().as_str(), text) {
        ("number" | "json", Some(text)) => {
            json::parse(text).map_err(|error| Unanswerable::Malformed(error.to_string()))?
        }
        ("comma_delimited_list" | "commadelimitedlist", Some("")) => Value::from(Vec::<String>::new()),
        ("comma_delimited_list" | "commadelimitedlist", Some(text)) => {
            Value::from(text.split(',').collect::<Vec<_>>())
        }
        ("boolean", Some(text)) => Value::Bool(matches!(text, "t" | "true" | "on" | "y" | "yes" | "1")),
        _ => value.clone(),
    })
}

/// The values that are recorded for paths within attributes.
fn overrides(data: &Value) -> impl Iterator<Item = (&Value, &Value)> {
    let all = data.field("attribute_paths").and_then(Value::as_list);
    all.into_iter().flat_map(|items| items.iter()).filter_map(|item| Some((item.get(0)?, item.get(1)?)))
}

impl RecordedResource<'_> {
    fn is_in_schema(&self, name: &str) -> bool {
        self.accepts_any || name == "show" || self.attributes.iter().any(|known| known == name)
    }
}

impl Stack for Recorded<'_> {
    fn parameter(&self, name: &str) -> Result<Option<Data>, Fault> {
        let section = self.template.field("parameters").or_else(|| self.template.field("Parameters"));
        match self.parameters.get(name) {
            Some(value) => Ok(Some(Data::Known(value.clone()))),
            None if section.is_some_and(|section| section.field(name).is_some()) => {
                Err(Exception::UserParameterMissing(name.to_owned()).into())
            }
            None => Ok(None),
        }
    }

    fn resource(&self, name: &str) -> Option<&dyn Resource> {
        self.resources.get(name).map(|resource| resource as &dyn Resource)
    }

    fn file(&self, name: &str) -> Option<Data> {
        self.files?.field(name).cloned().map(Data::Known)
    }

    fn mapping(&self, name: &str) -> Option<&Value> {
        self.template.field("Mappings")?.field(name)
    }

    fn availability_zones(&self) -> Data {
        self.stack.field("availability_zones").cloned().map_or_else(|| vec!["nova"].into(), Data::Known)
    }

    fn facade(&self, field: FacadeField) -> Option<Data> {
        let parent = self.stack.field("parent")?;
        let key = match field {
            FacadeField::Metadata => "metadata",
            FacadeField::DeletionPolicy => "deletion_policy",
            FacadeField::UpdatePolicy => "update_policy",
        };
        Some(parent.field(key).cloned().map_or(Data::NULL, Data::Known))
    }
}

impl Resource for RecordedResource<'_> {
    fn reference_id(&self) -> Data {
        self.data
            .and_then(|data| data.field("ref_id"))
            .cloned()
            .map_or_else(|| self.name.as_str().into(), Data::Known)
    }

    fn has_attribute(&self, name: &str) -> Result<bool, Fault> {
        let no_data =
            || Exception::Python(PythonClass::AssertionError, "Resource data not available".to_owned());
        let data = self.data.ok_or_else(no_data)?;
        let is_recorded = data.field("attributes").is_some_and(|all| all.field(name).is_some())
            || overrides(data).any(|(path, _)| path.get(0).and_then(Value::as_str) == Some(name));
        Ok(is_recorded || self.is_in_schema(name))
    }

    fn readiness(&self) -> Readiness {
        let word =
            |key| self.data.and_then(|data| data.field(key)).and_then(Value::as_str).unwrap_or_default();
        let is_done = matches!(word("status"), "IN_PROGRESS" | "COMPLETE");
        match word("action") {
            "CREATE" | "ADOPT" | "SUSPEND" | "RESUME" | "UPDATE" | "CHECK" | "SNAPSHOT" if is_done => {
                Readiness::All
            }
            "CREATE" | "ADOPT" | "SUSPEND" | "RESUME" | "UPDATE" | "CHECK" | "SNAPSHOT" | "ROLLBACK" => {
                Readiness::Single
            }
            _ => Readiness::None,
        }
    }

    fn attribute(&self, name: &Value, path: &[Value]) -> Result<Data, Fault> {
        let Some(data) = self.data else { return Ok(Data::NULL) };
        let whole: Vec<Value> = std::iter::once(name.clone()).chain(path.iter().cloned()).collect();
        if let Some(odd) = whole.iter().find(|step| matches!(step, Value::List(_) | Value::Map(_))) {
            let kind = python::type_name(odd);
            return Err(
                Exception::Python(PythonClass::TypeError, format!("unhashable type: '{kind}'")).into()
            );
        }
        let overridden =
            overrides(data).find(|(at, _)| at.as_list().is_some_and(|at| at.iter().eq(whole.iter())));
        if let Some((_, value)) = overridden {
            return Ok(Data::Known(value.clone()));
        }
        let missing = || {
            let steps: Vec<String> = whole.iter().map(python::repr_of).collect();
            let key = if path.is_empty() { python::str_of(name) } else { format!("({})", steps.join(", ")) };
            Exception::InvalidTemplateAttribute { resource: self.name.clone(), key }
        };
        let attribute = data.field("attributes").zip(name.as_str()).and_then(|(all, name)| all.field(name));
        let attribute = match attribute {
            Some(attribute) => attribute,
            None if name.as_str().is_some_and(|name| self.is_in_schema(name)) => return Ok(Data::NULL),
            None => return Err(missing().into()),
        };
        let path: Vec<Data> = path.iter().cloned().map(Data::Known).collect();
        Ok(select_from_attribute(Data::Known(attribute.clone()), &path))
    }

    fn attributes(&self) -> Data {
        let all = self.data.and_then(|data| data.field("attributes")).and_then(Value::as_map);
        let all = all.into_iter().flatten().filter(|(name, _)| *name != "show");
        Data::Known(all.map(|(name, value)| (name.clone(), value.clone())).collect())
    }
}

/// Compares an outcome of ours with a recorded one: the value, or the class and the words of an error.
pub(super) fn compare(
    found: &mut Comparison,
    part: &str,
    recorded: &Value,
    ours: Result<Value, &Fault>,
) -> Result<(), Unanswerable> {
    match ours {
        Ok(ours) => match recorded.field("value") {
            Some(heat) if same(&with_text_keys(&untagged(heat)), &ours) => {}
            _ if recorded.flag("ok", false) && ours.is_null() => {}
            _ => found.differs(part, recorded, &ours),
        },
        Err(fault) => {
            let Some(class) = recorded.field("error_class") else {
                found.differs(part, recorded, &shown(fault));
                return Ok(());
            };
            let message = recorded.text("message")?;
            if class.as_str() != Some(fault.exception.class()) || !same_words(message, &fault.to_string()) {
                found.differs(part, recorded, &shown(fault));
            }
        }
    }
    Ok(())
}

/// A recorded value, whose keys that are no strings are as JSON writes them: Heat stores templates and data as JSON.
fn with_text_keys(value: &Value) -> Value {
    let pair = |pair: &Value| {
        let key = pair.get(0)?;
        let key = key.as_str().map_or_else(|| key.to_string(), str::to_owned);
        Some((key, with_text_keys(pair.get(1)?)))
    };
    match value {
        Value::List(items) => Value::List(items.iter().map(with_text_keys).collect()),
        Value::Map(map) => match map.get("$map").and_then(Value::as_list) {
            Some(pairs) => pairs.iter().filter_map(pair).collect(),
            None => map.iter().map(|(key, value)| (key.clone(), with_text_keys(value))).collect(),
        },
        other => other.clone(),
    }
}

fn shown(fault: &Fault) -> String {
    format!("{}: {fault}", fault.exception.class())
}

/// Whether two messages say the same. Python's own words are its own: they change with its version.
fn same_words(heat: &str, ours: &str) -> bool {
    const PYTHON: [&str; 9] = [
        "object has no attribute",
        "int() argument",
        "not subscriptable",
        "unhashable type",
        "cannot unpack",
        "to unpack (expected",
        "quote_from_bytes",
        "Expecting value",
        "Extra data",
    ];
    if heat == ours || PYTHON.iter().any(|words| heat.contains(words)) {
        return true;
    }
    // The order of a set's members is left out of recordings.
    match heat.split_once("{<unordered>}") {
        Some((start, end)) => ours.starts_with(start) && ours.ends_with(end),
        None => false,
    }
}

impl Family for Functions {
    fn name(&self) -> &'static str {
        "functions"
    }

    fn verdicts(&self) -> &'static [&'static str] {
        &["template_error", "parse", "validate"]
    }

    fn details(&self) -> &'static [&'static str] {
        &["resolve", "resolve_nullable", "dependencies", "dep_attrs"]
    }

    fn differences(&self, vector: &Vector, data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
        let input = &vector.input;
        let template = input.required("template")?;
        if vector.output.field("template_error").is_some() {
            return Err(Unanswerable::NotHere("the template itself is refused"));
        }
        let written = input.required("snippet")?;
        let version =
            version(template).ok_or(Unanswerable::NotHere("the version of the template is unknown"))?;
        let stack = input.field("stack").map(|stack| Recorded::new(vector, stack, data)).transpose()?;
        let section =
            template.field("conditions").or_else(|| template.field("Conditions")).map(tree).transpose()?;
        let section_name =
            if matches!(version, TemplateVersion::Hot(_)) { "conditions" } else { "Conditions" };
        let conditions = Conditions::new(section_name, section.as_ref());
        let scope = Scope::new(version, stack.as_ref().map(|stack| stack as &dyn Stack), &conditions);
        let context = if input.flag("condition", false) { Context::Condition } else { Context::Value };

        let node = tree(written)?;
        let (parsed, faults) = snippet::parse(&scope, context, &node, &Path::root(""));
        let found = RefCell::new(Comparison::default());
        match (vector.output.field("parse"), faults.first()) {
            (Some(recorded), Some(fault)) => compare(&mut found.borrow_mut(), "parse", recorded, Err(fault))?,
            (Some(recorded), None) => found.borrow_mut().differs("parse", recorded, &"parsed"),
            (None, Some(fault)) => found.borrow_mut().differs("parse", &"parsed", &shown(fault)),
            (None, None) => later(&mut found.borrow_mut(), &scope, vector, &parsed)?,
        }
        Ok(found.into_inner().differences)
    }
}

/// What comes after parsing.
fn later(
    found: &mut Comparison,
    scope: &Scope<'_>,
    vector: &Vector,
    parsed: &Snippet,
) -> Result<(), Unanswerable> {
    let output = &vector.output;
    let mut faults = Vec::new();
    snippet::validate(scope, parsed, &mut faults);
    compare(found, "validate", output.required("validate")?, faults.first().map_or(Ok(Value::Null), Err))?;
    let resolved = snippet::resolve(scope, parsed);
    // What `yaql` gives is unknown here.
    let is_open = resolved.as_ref().is_ok_and(|data| data.as_known().is_none());
    if let Some(recorded) = output.field("resolve")
        && !is_open
    {
        compare(found, "resolve", recorded, resolved.as_ref().map(known))?;
    }
    if let Some(recorded) = output.field("dependencies") {
        let (references, faults) = references(scope, parsed, &Path::root(""));
        if let Some(fault) = faults.first() {
            compare(found, "dependencies", recorded, Err(fault))?;
        } else {
            let mut names: Vec<String> = references.into_iter().map(|reference| reference.resource).collect();
            names.sort();
            names.dedup();
            let ours = Value::from(names);
            if !same(&sorted(recorded.field("names")), &ours) {
                found.differs("dependencies", recorded, &ours);
            }
        }
    }
    if let Some(recorded) = output.field("dep_attrs") {
        let ours = attribute_references(scope, parsed).into_iter().map(|reference| {
            let attribute = match reference.attribute {
                None => Value::from("*"),
                Some(steps) => match steps.as_slice() {
                    [attribute] => known(attribute),
                    steps => Value::List(steps.iter().map(known).collect()),
                },
            };
            Value::from(vec![known(&reference.resource), attribute])
        });
        let ours = sorted(Some(&Value::List(ours.collect())));
        let heat = sorted(recorded.field("attrs"));
        if !same(&heat, &ours) {
            found.differs("dep_attrs", recorded, &ours);
        }
    }
    Ok(())
}

fn sorted(list: Option<&Value>) -> Value {
    let mut items: Vec<Value> =
        list.and_then(Value::as_list).map(|items| items.iter().cloned().collect()).unwrap_or_default();
    items.sort_by_key(ToString::to_string);
    items.dedup();
    Value::from(items)
}

/// The data, with a word for what is unknown: a recorded stack leaves nothing open.
fn known(data: &Data) -> Value {
    match data {
        Data::Known(value) => value.clone(),
        Data::List(items) => Value::List(items.iter().map(known).collect()),
        Data::Map(map) => map.iter().map(|(key, value)| (key.clone(), known(value))).collect(),
        Data::Unknown(unknown) => {
            [("$unknown".to_owned(), Value::from(unknown.origin.as_str()))].into_iter().collect()
        }
    }
}
