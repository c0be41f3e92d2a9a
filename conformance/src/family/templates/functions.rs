//! Functions of templates: parsing, validating and resolving a snippet.

use heat_hot::data::Data;
use heat_hot::fault::Fault;
use heat_hot::function::{attribute_references, references};
use heat_hot::snippet::{self, Context, Path, Snippet};
use heat_hot::{Conditions, Scope, Stack, Template};
use heat_model::Value;
use heat_yaml::{Node, ParseOptions, Source, parse_template};

use super::recorded_stack::RecordedStack;
use crate::compare::{Comparison, Difference, same, untagged};
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::vector::{Fields, Unanswerable, Vector};

/// The family about functions. Input `{template, snippet, condition?, parameters?, parameter_defaults?, files?, stack?}`; the
/// answer is the result of the snippet in the template, with or without a stack.
pub(crate) const FAMILY: Family = Family {
    name: "functions",
    verdicts: &["template_error", "parse", "validate"],
    details: &["resolve", "resolve_nullable", "dependencies", "dep_attrs"],
    differences,
};

/// Converts data to a tree by writing and parsing its text.
pub(crate) fn tree(value: &Value) -> Result<Node, Unanswerable> {
    let text = value.to_string();
    let parsed = parse_template(&Source::new("snippet", text), &ParseOptions::template());
    parsed.root.ok_or(Unanswerable::NotHere("the text of its input cannot be read"))
}

/// Compares our outcome with a recorded one: the value, or the class and the message of an error.
pub(crate) fn compare(
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

/// Converts keys that are not strings to strings as JSON does, because Heat stores templates and data as JSON.
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

pub(crate) fn shown(fault: &Fault) -> String {
    format!("{}: {fault}", fault.exception.class())
}

/// Returns whether two messages are equivalent. Python's own messages are not compared: they change with its version.
pub(crate) fn same_words(heat: &str, ours: &str) -> bool {
    const PYTHON: [&str; 16] = [
        "object has no attribute",
        "int() argument",
        "not subscriptable",
        "unhashable type",
        "cannot unpack",
        "to unpack (expected",
        "quote_from_bytes",
        "Expecting ",
        "Extra data",
        "Unterminated string",
        "Invalid control character",
        // Python's representation of a function that is not resolved.
        "<heat.engine.",
        "index out of range",
        "object is not iterable",
        "maximum recursion depth",
        // The rest of the message is PyYAML's.
        "Error parsing template",
    ];
    if heat == ours || PYTHON.iter().any(|words| heat.contains(words)) {
        return true;
    }
    // Recordings leave the order of a set's members out.
    match heat.split_once("{<unordered>}") {
        Some((start, end)) => ours.starts_with(start) && ours.ends_with(end),
        None => false,
    }
}

fn differences(vector: &Vector, data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let input = &vector.input;
    let template = input.required("template")?;
    if vector.output.field("template_error").is_some() {
        return Err(Unanswerable::NotHere("the template itself is refused"));
    }
    let node = tree(input.required("snippet")?)?;
    let template = Template::read(&Source::new("template", template.to_string())).template;
    let template = template.ok_or(Unanswerable::NotHere("the version of the template is unknown"))?;
    let stack = input.field("stack");
    let stack = stack.map(|stack| RecordedStack::new(vector, &template, stack, data)).transpose()?;
    let context = if input.flag("condition", false) { Context::Condition } else { Context::Value };
    let asked = Question {
        template: &template,
        stack: stack.as_ref().map(|stack| stack as &dyn Stack),
        context,
        node: &node,
        output: &vector.output,
    };
    let mut found = Comparison::default();
    let faults = asked.read(|_, _, faults| faults.to_vec());
    match (vector.output.field("parse"), faults.first()) {
        (Some(recorded), Some(fault)) => compare(&mut found, "parse", recorded, Err(fault))?,
        (Some(recorded), None) => found.differs("parse", recorded, &"parsed"),
        (None, Some(fault)) => found.differs("parse", &"parsed", &shown(fault)),
        (None, None) => asked.compare_rest(&mut found)?,
    }
    Ok(found.differences)
}

/// A snippet with its context and Heat's answer.
struct Question<'v> {
    template: &'v Template,
    stack: Option<&'v dyn Stack>,
    context: Context,
    node: &'v Node,
    output: &'v Value,
}

impl Question<'_> {
    /// Reads the snippet and answers a question. The snippet is read again for each question, because resolving can change it.
    fn read<T>(&self, question: impl FnOnce(&Scope<'_>, &Snippet, &[Fault]) -> T) -> T {
        let keys = self.template.keys();
        let conditions =
            Conditions::new(keys.conditions.unwrap_or_default(), self.template.conditions_section());
        let scope = Scope::new(self.template.version(), self.stack, &conditions);
        let (parsed, faults) = snippet::parse(&scope, self.context, self.node, &Path::root(""));
        question(&scope, &parsed, &faults)
    }

    /// Compares the answers after parsing.
    fn compare_rest(&self, found: &mut Comparison) -> Result<(), Unanswerable> {
        let output = self.output;
        let mut faults = Vec::new();
        self.read(|scope, parsed, _| snippet::validate(scope, parsed, &mut faults));
        compare(
            found,
            "validate",
            output.required("validate")?,
            faults.first().map_or(Ok(Value::Null), Err),
        )?;
        let resolved = self.read(|scope, parsed, _| snippet::resolve(scope, parsed));
        // The result of `yaql` is unknown here.
        let is_open = resolved.as_ref().is_ok_and(|data| data.as_known().is_none());
        if let Some(recorded) = output.field("resolve")
            && !is_open
        {
            compare(found, "resolve", recorded, resolved.as_ref().map(known))?;
        }
        if let Some(recorded) = output.field("resolve_nullable")
            && !is_open
        {
            let omitted = || [("$omitted".to_owned(), Value::Bool(true))].into_iter().collect();
            let nullable = self.read(|scope, parsed, _| snippet::resolve_nullable(scope, parsed));
            let nullable = nullable.map(|data| data.map_or_else(omitted, |data| known(&data)));
            match &nullable {
                Ok(value) => compare(found, "resolve_nullable", recorded, Ok(value.clone()))?,
                Err(fault) => compare(found, "resolve_nullable", recorded, Err(fault))?,
            }
        }
        if let Some(recorded) = output.field("dependencies") {
            let (references, faults) =
                self.read(|scope, parsed, _| references(scope, parsed, &Path::root("")));
            let mut names: Vec<String> = references.into_iter().map(|reference| reference.resource).collect();
            names.sort();
            names.dedup();
            let ours = Value::from(names);
            match faults.first() {
                Some(fault) => compare(found, "dependencies", recorded, Err(fault))?,
                None if same(&sorted(recorded.field("names")), &ours) => {}
                None => found.differs("dependencies", recorded, &ours),
            }
        }
        if let Some(recorded) = output.field("dep_attrs") {
            let ours = sorted(Some(&Value::List(self.attributes())));
            if recorded.field("error_class").is_some() || !same(&sorted(recorded.field("attrs")), &ours) {
                found.differs("dep_attrs", recorded, &ours);
            }
        }
        Ok(())
    }

    /// The attributes that the snippet reads, in the form of the recordings.
    fn attributes(&self) -> heat_model::value::List {
        let ours = self.read(|scope, parsed, _| attribute_references(scope, parsed));
        let ours = ours.into_iter().map(|reference| {
            let attribute = match reference.attribute {
                None => Value::from("*"),
                Some(steps) => match steps.as_slice() {
                    [attribute] => known(attribute),
                    steps => Value::List(steps.iter().map(known).collect()),
                },
            };
            Value::from(vec![known(&reference.resource), attribute])
        });
        ours.collect()
    }
}

fn sorted(list: Option<&Value>) -> Value {
    let mut items: Vec<Value> =
        list.and_then(Value::as_list).map(|items| items.iter().cloned().collect()).unwrap_or_default();
    items.sort_by_key(ToString::to_string);
    items.dedup();
    Value::from(items)
}

/// Replaces unknown data with a word: in a recorded stack, nothing is unknown.
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
