//! Writing the YAML tree of a generated template. Each value keeps the span that it comes from.

use heat_hot_language::{Keys, TemplateVersion};
use heat_model::Value;
use heat_yaml::{Entry, Node, Span, Value as Yaml};
use indexmap::IndexMap;

use crate::Data;
use crate::plain::node_of;
use crate::snippet::{Content, Snippet};

/// Resource of the template: its name, its span, and the keys of its definition.
pub(super) type WrittenResource<'n> = (&'n str, Span, Vec<(&'n str, Node)>);

/// Writer that converts values to nodes.
pub(super) struct Writer {
    /// Span of the resource that generates the template.
    span: Span,
    /// Function that reads a parameter.
    parameter: &'static str,
    /// Text that is replaced in strings, and its replacement.
    pub(super) replacement: Option<(String, String)>,
    /// Unknown values, by the name of the parameter that represents them.
    pub(super) unknown: IndexMap<String, Data>,
}

impl Writer {
    pub(super) fn new(span: Span, version: TemplateVersion) -> Self {
        let parameter = if matches!(version, TemplateVersion::Hot(_)) { "get_param" } else { "Ref" };
        Self { span, parameter, replacement: None, unknown: IndexMap::new() }
    }

    /// Writes a whole template, with the spans of its resources. The keys of resources are those of HOT, and are translated to
    /// the version of the template.
    pub(super) fn template(
        &self,
        version: TemplateVersion,
        resources: Vec<WrittenResource<'_>>,
        outputs: Vec<(&str, Node)>,
    ) -> Node {
        let keys = Keys::of(version);
        let resource = keys.resource;
        let spelled = |key| match key {
            "type" => resource.resource_type,
            "properties" => resource.properties,
            "metadata" => resource.metadata,
            other => other,
        };
        let resources = resources.into_iter().map(|(name, span, parts)| {
            let parts = parts.into_iter().map(|(key, value)| (spelled(key), value));
            (name, map(span, parts.collect()))
        });
        let resources = map(self.span, resources.collect());
        let outputs =
            outputs.into_iter().map(|(name, value)| (name, map(self.span, vec![(keys.output_value, value)])));
        let outputs = map(self.span, outputs.collect());
        let (key, text) = version.declaration();
        let declared = Node { span: self.span, value: Yaml::String(text.to_owned()) };
        map(self.span, vec![(key, declared), (keys.resources, resources), (keys.outputs, outputs)])
    }

    /// Writes a value that does not occur in the text, with the span of the text that it is generated for.
    pub(super) fn value(&mut self, value: &Value, span: Option<Span>) -> Node {
        self.at(Part::Value(value), None, span.unwrap_or(self.span))
    }

    /// Writes data, with the spans of the snippet that they come from.
    pub(super) fn data(&mut self, data: &Data, snippet: Option<&Snippet>) -> Node {
        self.at(Part::Data(data), snippet, self.span)
    }

    fn at(&mut self, part: Part<'_>, snippet: Option<&Snippet>, span: Span) -> Node {
        let span = snippet.map_or(span, |snippet| snippet.span);
        let value = match part.form() {
            Form::Text(text) => Yaml::String(match &self.replacement {
                Some((variable, name)) => text.replace(variable.as_str(), name),
                None => text.to_owned(),
            }),
            Form::Scalar(value) => return node_of(value, span),
            Form::List(items) => {
                let items = items.into_iter().enumerate();
                let items = items.map(|(index, item)| self.at(item, item_of(snippet, index), span));
                Yaml::Sequence(items.collect())
            }
            Form::Map(entries) => {
                let entries = entries.into_iter().map(|(key, value)| {
                    let (key_span, within) = entry_of(snippet, key);
                    let key = Node { span: key_span.unwrap_or(span), value: Yaml::String(key.to_owned()) };
                    Entry { key, value: self.at(value, within, span) }
                });
                Yaml::Mapping(entries.collect())
            }
            Form::Unknown(data) => {
                let name = format!("unknown value {}", self.unknown.len() + 1);
                self.unknown.insert(name.clone(), data.clone());
                let name = Node { span, value: Yaml::String(name) };
                return map(span, vec![(self.parameter, name)]);
            }
        };
        Node { span, value }
    }
}

/// Data, or a value within known data.
#[derive(Clone, Copy)]
enum Part<'d> {
    Data(&'d Data),
    Value(&'d Value),
}

/// Kind of node to write for a part.
enum Form<'d> {
    Text(&'d str),
    Scalar(&'d Value),
    List(Vec<Part<'d>>),
    Map(Vec<(&'d str, Part<'d>)>),
    Unknown(&'d Data),
}

impl<'d> Part<'d> {
    fn form(self) -> Form<'d> {
        match self {
            Self::Data(Data::Known(value)) | Self::Value(value) => match value {
                Value::String(text) => Form::Text(text),
                Value::List(items) => Form::List(items.iter().map(Part::Value).collect()),
                Value::Map(map) => {
                    Form::Map(map.iter().map(|(key, value)| (key.as_str(), Part::Value(value))).collect())
                }
                other => Form::Scalar(other),
            },
            Self::Data(Data::List(items)) => Form::List(items.iter().map(Part::Data).collect()),
            Self::Data(Data::Map(map)) => {
                Form::Map(map.iter().map(|(key, value)| (key.as_str(), Part::Data(value))).collect())
            }
            Self::Data(unknown @ Data::Unknown(_)) => Form::Unknown(unknown),
        }
    }
}

fn map(span: Span, entries: Vec<(&str, Node)>) -> Node {
    let entries = entries.into_iter().map(|(key, value)| Entry {
        key: Node { span: value.span, value: Yaml::String(key.to_owned()) },
        value,
    });
    Node { span, value: Yaml::Mapping(entries.collect()) }
}

/// The snippet of an item, if no items of the list are left out.
fn item_of(snippet: Option<&Snippet>, index: usize) -> Option<&Snippet> {
    let items = snippet?.items();
    // An item that is left out shifts the following items.
    let is_whole = items.iter().all(|item| !matches!(item.content, Content::Omitted));
    items.get(index).filter(|_| is_whole)
}

/// The span of a key, and the snippet of its value.
fn entry_of<'s>(snippet: Option<&'s Snippet>, key: &str) -> (Option<Span>, Option<&'s Snippet>) {
    let entry = snippet.and_then(|snippet| snippet.entries().iter().rev().find(|entry| entry.key == key));
    (entry.map(|entry| entry.key_span), entry.map(|entry| &entry.value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_is_found_where_it_stands_unless_one_is_left_out() {
        let item = |start: usize, content: Content| Snippet { span: Span::new(start, start + 1), content };
        let scalar = |start| item(start, Content::Scalar(Value::Null));
        let list = |items| Snippet { span: Span::default(), content: Content::List(items) };
        let whole = list(vec![scalar(1), scalar(2)]);
        assert_eq!(item_of(Some(&whole), 1).map(|item| item.span.start), Some(2));
        let left_out = list(vec![item(1, Content::Omitted), scalar(2)]);
        assert!(item_of(Some(&left_out), 1).is_none());
    }
}
