//! Facts that conditions about a resource can read besides its properties.

use heat_hot::Data;
use heat_hot::function::attribute_parts;
use heat_hot::parameter::{Definition, ParameterConstraint, ParameterValue};
use heat_hot::snippet::{Call, Content, Snippet};
use heat_hot_language::{Dialect, Function};
use heat_model::validate::{Step, ValuePath};
use heat_model::{PropertySchema, Value};
use heat_yaml::Span;
use indexmap::IndexMap;

use crate::document;
use crate::lint::context::{Context, CreatedResource};
use crate::lint::secret::is_secret;

/// Key of the values that the template itself determines.
pub(crate) const WRITTEN: &str = "$written";
/// Key of the lines of texts.
const LINES: &str = "$lines";
/// Key of the entries of maps without a schema.
const ENTRIES: &str = "$entries";
/// Key of the properties of other resources that read the resource.
const USED_BY: &str = "$used_by";

/// Function that returns the content of a file.
const GET_FILE: &str = "get_file";

/// Functions that replace texts.
const REPLACING: [&str; 4] = ["str_replace", "str_replace_strict", "str_replace_vstrict", "Fn::Replace"];

/// Functions whose results do not depend on anything outside of the template, if their arguments do not.
const PURE: [&str; 19] = [
    "str_replace",
    "str_replace_strict",
    "str_replace_vstrict",
    "str_split",
    "list_join",
    "list_concat",
    "list_concat_unique",
    "map_merge",
    "map_replace",
    "repeat",
    "digest",
    "yaql",
    "if",
    "Fn::Join",
    "Fn::Replace",
    "Fn::Split",
    "Fn::Base64",
    "Fn::Select",
    "Fn::If",
];

/// Facts that are only collected if a condition reads them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted {
    /// `true` if the lines of texts or the entries of maps are read.
    parts: bool,
    /// `true` if the uses of resources are read.
    uses: bool,
}

impl Wanted {
    /// Facts that conditions read, by their names.
    pub(crate) fn new(is_read: &dyn Fn(&str) -> bool) -> Self {
        Self { parts: is_read(LINES) || is_read(ENTRIES), uses: is_read(USED_BY) }
    }
}

/// Facts that conditions about a resource can read, and the spans of those that are not properties.
pub(crate) struct Additions {
    /// The facts, by their names, which begin with a `$`.
    pub(crate) values: IndexMap<String, Value>,
    lines: Vec<Found>,
    entries: Vec<Found>,
}

/// Part of a template, with what contains it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Found {
    /// Span of the part.
    pub(crate) span: Span,
    /// Span of the text that contains the part, if it is a line of a longer one.
    pub(crate) text: Option<Span>,
    /// Number of the line in the file that `get_file` reads, if the part is in one.
    pub(crate) line: Option<usize>,
}

impl Found {
    /// A part that the template contains.
    pub(crate) const fn new(span: Span) -> Self {
        Self { span, text: None, line: None }
    }
}

impl Additions {
    /// Collects the facts about a resource. `parameters` are the values of the stack's parameters.
    pub(crate) fn new(
        context: &Context<'_>,
        created: &CreatedResource<'_>,
        parameters: &Value,
        wanted: Wanted,
    ) -> Self {
        let metadata = created.resource.metadata.as_ref().map_or(Value::Null, document::marked);
        let description = created.resource.description.as_deref().map_or(Value::Null, Value::from);
        let about = [
            ("name", Value::from(created.name())),
            ("type", Value::from(created.schema.name.as_str())),
            ("description", description),
        ];
        let about: Value = about.map(|(key, value)| (key.to_owned(), value)).into_iter().collect();
        let properties = created.written_properties(context);
        let data = created.resource.properties.as_ref();
        let written = properties.and_then(|one| written(context, one, data)).unwrap_or(Value::Null);
        let mut parts = Parts { context, lines: Vec::new(), entries: Vec::new() };
        if let Some(properties) = properties.filter(|_| wanted.parts) {
            for entry in properties.entries() {
                let schema = created.schema.properties.get(&entry.key);
                let data = data.and_then(|data| data.get(&entry.key));
                let place = Place { property: &entry.key, schema, replaced: &[] };
                parts.collect(&entry.value, data.as_deref(), place);
            }
        }
        if let Some(metadata) = created.written_metadata(context).filter(|_| wanted.parts) {
            let data = created.resource.metadata.as_ref();
            parts.collect(metadata, data, Place { property: "metadata", schema: None, replaced: &[] });
        }
        let (lines, line_spans): (Vec<Value>, _) = parts.lines.into_iter().unzip();
        let (entries, entry_spans): (Vec<Value>, _) = parts.entries.into_iter().unzip();
        let all = [
            ("$parameters", parameters.clone()),
            ("$metadata", metadata),
            ("$resource", about),
            (USED_BY, if wanted.uses { used_by(context, created) } else { Value::Null }),
            (WRITTEN, written),
            (LINES, Value::List(lines.into())),
            (ENTRIES, Value::List(entries.into())),
        ];
        let values = all.map(|(key, value)| (key.to_owned(), value)).into_iter().collect();
        Self { values, lines: line_spans, entries: entry_spans }
    }

    /// Span of the part of the template that a path into the facts leads to.
    pub(crate) fn found(&self, path: &ValuePath) -> Option<Found> {
        let [Step::Name(name), Step::Item(index), ..] = path.0.as_slice() else { return None };
        match name.as_str() {
            LINES => self.lines.get(*index).copied(),
            ENTRIES => self.entries.get(*index).copied(),
            _ => None,
        }
    }
}

/// Values that the template itself determines: literals, functions of literals, and defaults of parameters that are not set. `data` is
/// what the value resolves to.
fn written(context: &Context<'_>, snippet: &Snippet, data: Option<&Data>) -> Option<Value> {
    match &snippet.content {
        Content::Scalar(value) => Some(value.clone()),
        Content::List(items) => {
            // An item that is left out shifts the others.
            let known = data.and_then(Data::items).filter(|data| data.len() == items.len());
            let item = |(index, item): (usize, &Snippet)| {
                let data = known.as_ref().and_then(|known| known.get(index));
                written(context, item, data.map(AsRef::as_ref)).unwrap_or(Value::Null)
            };
            Some(Value::List(items.iter().enumerate().map(item).collect()))
        }
        Content::Map(entries) => {
            let entries = entries.iter().filter_map(|entry| {
                let data = data.and_then(|data| data.get(&entry.key));
                Some((entry.key.clone(), written(context, &entry.value, data.as_deref())?))
            });
            Some(entries.collect())
        }
        Content::Call(call) => {
            let value = data.and_then(Data::as_known)?;
            is_determined(context, call, snippet).then(|| value.clone())
        }
        Content::Invalid(_) | Content::Omitted => None,
    }
}

/// Returns whether the template alone determines the result of a call.
fn is_determined(context: &Context<'_>, call: &Call, snippet: &Snippet) -> bool {
    let is_in_template = |call: &Call| match default_of(context, call) {
        Some(is_default) => is_default,
        None => PURE.contains(&call.name.as_str()),
    };
    is_in_template(call) && snippet.calls().into_iter().all(|(call, _)| is_in_template(call))
}

/// Returns whether a parameter that a call reads has the default of the template; `None` if the call reads none. What is named like a secret is
/// reported where the parameter is declared.
fn default_of(context: &Context<'_>, call: &Call) -> Option<bool> {
    let reads = [Function::GET_PARAM.name(), Function::REF.name()];
    if !reads.contains(&call.name.as_str()) {
        return None;
    }
    let name = call.args.as_str().or_else(|| call.args.items().first()?.as_str());
    let Some(parameter) = name.and_then(|name| context.parameter(name)) else { return Some(false) };
    let definition = &parameter.definition;
    let is_reported = is_secret(definition);
    let is_default = matches!(parameter.resolved(), Ok(ParameterValue::Default(_)))
        && parameter.default_value() == definition.default.as_ref();
    Some(is_default && !is_reported)
}

/// Returns the definition of a parameter, in the terms of HOT, with its name and whether that is one of a secret.
pub(crate) fn of_definition(definition: &Definition) -> Value {
    let constraints: Value = definition.constraints.iter().map(ParameterConstraint::to_value).collect();
    let parts = [
        ("name", Value::from(definition.name.as_str())),
        ("type", definition.parameter_type.name(Dialect::Hot20180302).into()),
        ("label", definition.label.clone()),
        ("description", definition.description.clone()),
        ("default", definition.default.clone().unwrap_or(Value::Null)),
        ("hidden", definition.hidden.is_truthy().into()),
        ("immutable", definition.immutable.is_truthy().into()),
        ("tags", definition.tags.clone()),
        ("constraints", constraints),
        ("$is_secret", is_secret(definition).into()),
    ];
    parts.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// Position in the properties of a resource.
#[derive(Clone, Copy)]
struct Place<'p> {
    /// Name of the property, or of the nearest key.
    property: &'p str,
    schema: Option<&'p PropertySchema>,
    /// Texts that a function around the position replaces.
    replaced: &'p [&'p str],
}

/// Lines of texts and entries of maps in the properties of a resource.
struct Parts<'c, 'a> {
    context: &'c Context<'a>,
    lines: Vec<(Value, Found)>,
    entries: Vec<(Value, Found)>,
}

impl Parts<'_, '_> {
    fn collect(&mut self, snippet: &Snippet, data: Option<&Data>, place: Place<'_>) {
        match &snippet.content {
            Content::Scalar(Value::String(text)) => self.add_lines(text, snippet.span, place, true),
            Content::List(items) => {
                let schema = place.schema.and_then(PropertySchema::item);
                let known = data.and_then(Data::items).filter(|data| data.len() == items.len());
                for (index, item) in items.iter().enumerate() {
                    let data = known.as_ref().and_then(|known| known.get(index));
                    self.collect(item, data.map(AsRef::as_ref), Place { schema, ..place });
                }
            }
            Content::Map(entries) => {
                let members = place.schema.and_then(PropertySchema::members);
                for entry in entries {
                    let data = data.and_then(|data| data.get(&entry.key));
                    let schema = members.and_then(|members| members.get(&entry.key));
                    if schema.is_none() {
                        self.add_entry(&entry.key, &entry.value, data.as_deref(), place);
                    }
                    self.collect(
                        &entry.value,
                        data.as_deref(),
                        Place { property: &entry.key, schema, ..place },
                    );
                }
            }
            Content::Call(call) => self.collect_call(call, snippet, data, place),
            Content::Scalar(_) | Content::Invalid(_) | Content::Omitted => {}
        }
    }

    fn collect_call(&mut self, call: &Call, snippet: &Snippet, data: Option<&Data>, place: Place<'_>) {
        if call.name == GET_FILE {
            if let Some(Value::String(text)) = data.and_then(Data::as_known) {
                self.add_lines(text, snippet.span, place, false);
            }
            return;
        }
        if let Some(branches) = &call.branches {
            branches.as_slice().iter().for_each(|branch| self.collect(branch, data, place));
            return;
        }
        let inside = Place { schema: None, ..place };
        if REPLACING.contains(&call.name.as_str()) {
            let (template, params) = match call.args.items() {
                [params, template] => (Some(template), Some(params)),
                _ => (call.args.get("template"), call.args.get("params")),
            };
            let params = params.map(Snippet::entries).unwrap_or_default();
            let keys = params.iter().map(|entry| entry.key.as_str());
            let replaced: Vec<&str> = place.replaced.iter().copied().chain(keys).collect();
            if let Some(template) = template {
                self.collect(template, None, Place { replaced: &replaced, ..inside });
            }
            for entry in params {
                self.add_entry(&entry.key, &entry.value, None, inside);
                self.collect(&entry.value, None, inside);
            }
            return;
        }
        // Arguments that name parameters and resources are no texts.
        if PURE.contains(&call.name.as_str()) {
            self.collect(&call.args, None, Place { property: place.property, ..inside });
        }
    }

    /// Adds the lines of a text without comments. A text that a function replaces is written as a variable.
    fn add_lines(&mut self, text: &str, span: Span, place: Place<'_>, is_in_template: bool) {
        let source = self.context.template.source();
        let (raw, mut from) = (source.slice(span), 0);
        let is_long = text.trim_end().contains('\n');
        let numbered = text.lines().map(str::trim).enumerate();
        let mut lines = numbered.filter(|(_, line)| !line.is_empty()).peekable();
        while let Some((index, shown)) = lines.next() {
            let at = raw.get(from..).filter(|_| is_in_template && is_long);
            let found = match at.and_then(|raw| raw.find(shown)) {
                Some(start) => {
                    let start = from + start;
                    from = start + shown.len();
                    let line = Span::new(span.start + start, span.start + from);
                    Found { text: Some(span), ..Found::new(line) }
                }
                None => Found { line: (!is_in_template).then_some(index + 1), ..Found::new(span) },
            };
            if shown.starts_with('#') {
                continue;
            }
            let next = lines.peek().map_or(Value::Null, |(_, next)| without(next, place.replaced).into());
            let line = [
                ("property", Value::from(place.property)),
                ("text", without(shown, place.replaced).into()),
                ("next", next),
            ];
            let line = line.map(|(key, value)| (key.to_owned(), value));
            self.lines.push((line.into_iter().collect(), found));
        }
    }

    /// Adds an entry of a map without a schema, if the template determines its value.
    fn add_entry(&mut self, key: &str, value: &Snippet, data: Option<&Data>, place: Place<'_>) {
        let Some(known) = written(self.context, value, data) else { return };
        if matches!(known, Value::Map(_) | Value::List(_)) {
            return;
        }
        let is_replaced = known.as_str().is_some_and(|text| place.replaced.contains(&text));
        if is_replaced {
            return;
        }
        let entry = [("key", Value::from(key)), ("value", known), ("property", Value::from(place.property))];
        let entry = entry.map(|(key, value)| (key.to_owned(), value));
        self.entries.push((entry.into_iter().collect(), Found::new(value.span)));
    }
}

/// A line in which texts that a function replaces are written as variables.
fn without(line: &str, replaced: &[&str]) -> String {
    let replaced = replaced.iter().filter(|replaced| !replaced.is_empty() && line.contains(**replaced));
    replaced.fold(line.to_owned(), |line, replaced| line.replace(replaced, "${}"))
}

/// Properties of other resources that read a resource: a list of maps with `type`, `resource` and `property`.
fn used_by(context: &Context<'_>, created: &CreatedResource<'_>) -> Value {
    let mut found = Vec::new();
    // Names of resources in other stacks mean others.
    if created.is_nested() {
        return Value::List(Vec::new().into());
    }
    for other in &context.resources.all {
        for entry in other.properties.map(Snippet::entries).unwrap_or_default() {
            for property in uses(&entry.value, &entry.key, created.name()) {
                let used = [
                    ("type", context.type_name(other).unwrap_or(other.resource_type.0)),
                    ("resource", &other.name),
                    ("property", property),
                ];
                let used = used.map(|(key, text)| (key.to_owned(), Value::from(text)));
                found.push(used.into_iter().collect());
            }
        }
    }
    Value::List(found.into_iter().collect())
}

/// Keys of the values that read a resource: names of properties, and of their parts.
fn uses<'s>(snippet: &'s Snippet, key: &'s str, resource: &str) -> Vec<&'s str> {
    let mut found = Vec::new();
    let mut open = vec![(snippet, key)];
    while let Some((snippet, key)) = open.pop() {
        match &snippet.content {
            Content::List(items) => open.extend(items.iter().rev().map(|item| (item, key))),
            Content::Map(entries) => {
                open.extend(entries.iter().rev().map(|entry| (&entry.value, entry.key.as_str())));
            }
            Content::Call(call) => {
                let reads = |call: &Call| {
                    let attribute = attribute_parts(call).and_then(|parts| parts.resource.as_str());
                    let whole = [Function::GET_RESOURCE.name(), Function::REF.name()];
                    let whole = call.args.as_str().filter(|_| whole.contains(&call.name.as_str()));
                    attribute.or(whole) == Some(resource)
                };
                let within = snippet.calls().into_iter().map(|(call, _)| call);
                if within.chain([&**call]).any(reads) {
                    found.push(key);
                }
            }
            _ => {}
        }
    }
    found
}
