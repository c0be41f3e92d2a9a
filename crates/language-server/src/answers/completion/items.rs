//! A completion item, and the text that it inserts.

use heat_catalogue::type_words::type_words;
use heat_export::tooltip;
use heat_model::update::UpdateBehaviour;
use heat_model::{
    AttributeSchema, ConstraintKind, PropertySchema, PropertyType, ResourceType, Status, SupportStatus, Value,
};
use lsp_types::CompletionItemKind;

use crate::places::cursor::Cursor;

/// A completion item.
#[derive(Debug)]
pub(super) struct Item {
    pub(super) label: String,
    pub(super) kind: CompletionItemKind,
    /// A word or two next to the label.
    pub(super) detail: Option<String>,
    /// Docs of the item, in Markdown.
    pub(super) documentation: Option<String>,
    pub(super) is_deprecated: bool,
    form: Form,
}

/// Form in which an item is inserted.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Form {
    /// The label itself.
    Word,
    /// A value that is not text, and so never gets quotes of its own.
    Literal,
    /// A key, with a colon.
    Key,
    /// A key with a map that has these keys, whose values the user fills in.
    Map(Vec<String>),
    /// The call of a function as a value: a map.
    Call,
}

impl Item {
    /// An item that inserts a word.
    pub(super) fn word(label: impl Into<String>, kind: CompletionItemKind) -> Self {
        Self::new(label.into(), kind, Form::Word)
    }

    /// An item that inserts a number or a boolean.
    pub(super) fn literal(label: impl Into<String>, kind: CompletionItemKind) -> Self {
        Self::new(label.into(), kind, Form::Literal)
    }

    /// An item that inserts a key.
    pub(super) fn key(label: impl Into<String>, kind: CompletionItemKind) -> Self {
        Self::new(label.into(), kind, Form::Key)
    }

    /// An item that inserts a key whose value is a map with at least these keys.
    pub(super) fn map(label: impl Into<String>, keys: Vec<String>) -> Self {
        Self::new(label.into(), CompletionItemKind::KEYWORD, Form::Map(keys))
    }

    /// An item that inserts the call of a function.
    pub(super) fn call(label: impl Into<String>) -> Self {
        Self::new(label.into(), CompletionItemKind::FUNCTION, Form::Call)
    }

    fn new(label: String, kind: CompletionItemKind, form: Form) -> Self {
        Self { label, kind, detail: None, documentation: None, is_deprecated: false, form }
    }

    /// A property, with the effect of changing it, or a field of a property.
    pub(super) fn property(name: &str, schema: &PropertySchema, update: Option<UpdateBehaviour>) -> Self {
        let kind = if update.is_some() { CompletionItemKind::PROPERTY } else { CompletionItemKind::FIELD };
        let required = if schema.required { ", required" } else { "" };
        Self::key(name, kind)
            .with_detail(type_words(schema) + required)
            .with_documentation(tooltip::property(name, schema, update))
            .with_status(&schema.support_status)
    }

    /// An item for an attribute.
    pub(super) fn attribute(name: &str, schema: &AttributeSchema) -> Self {
        let item = Self::word(name, CompletionItemKind::FIELD)
            .with_documentation(tooltip::attribute(name, schema))
            .with_status(&schema.support_status);
        match schema.attribute_type {
            Some(kind) => item.with_detail(kind.to_string()),
            None => item,
        }
    }

    /// An item for a resource type.
    pub(super) fn resource_type(schema: &ResourceType) -> Self {
        Self::word(&schema.name, CompletionItemKind::CLASS)
            .with_documentation(tooltip::resource_type(schema))
            .with_status(&schema.support_status)
    }

    /// A resource type as a key of a registry, which maps it to another one.
    pub(super) fn mapped_type(schema: &ResourceType) -> Self {
        Self { form: Form::Key, ..Self::resource_type(schema) }
    }

    /// A parameter of a template, described like a property.
    pub(super) fn parameter(name: &str, schema: &PropertySchema) -> Self {
        let item = Self::key(name, CompletionItemKind::VARIABLE).with_detail(type_words(schema));
        item.with_documentation(tooltip::property(name, schema, None))
    }

    /// The item as a word, such as a step of a path.
    pub(super) fn into_word(self) -> Self {
        Self { form: Form::Word, ..self }
    }

    pub(super) fn with_detail(self, detail: impl Into<String>) -> Self {
        Self { detail: Some(detail.into()), ..self }
    }

    pub(super) fn with_documentation(self, documentation: impl Into<String>) -> Self {
        Self { documentation: Some(documentation.into()), ..self }
    }

    fn with_status(self, status: &SupportStatus) -> Self {
        Self { is_deprecated: status.status() == Status::Deprecated, ..self }
    }

    /// The text that the item inserts at a cursor, and whether it is a snippet, with a tab stop for the cursor.
    pub(super) fn text(&self, cursor: &Cursor, with_snippets: bool) -> (String, bool) {
        let is_plain = cursor.is_quoted || self.form == Form::Literal;
        let word = if is_plain { self.label.clone() } else { plain(&self.label) };
        let is_key = !cursor.has_colon && !cursor.is_quoted;
        match &self.form {
            Form::Map(keys) if is_key && with_snippets && !keys.is_empty() => {
                (filled(&word, keys, cursor.begins_line), true)
            }
            Form::Map(_) | Form::Key if is_key => (format!("{word}: "), false),
            Form::Call if cursor.is_quoted => (word, false),
            Form::Call if with_snippets => (format!("{{{}: $1}}$0", escaped(&word)), true),
            Form::Call => (format!("{{{word}: }}"), false),
            Form::Word | Form::Literal | Form::Key | Form::Map(_) => (word, false),
        }
    }
}

/// A map with these keys as a snippet, with a tab stop for each value.
fn filled(word: &str, keys: &[String], is_block: bool) -> String {
    let entry = |(index, key): (usize, &String)| format!("{}: ${}", escaped(&plain(key)), index + 1);
    let entries: Vec<String> = keys.iter().enumerate().map(entry).collect();
    if is_block {
        format!("{word}:\n  {}", entries.join("\n  "))
    } else {
        format!("{word}: {{{}}}$0", entries.join(", "))
    }
}

/// A word in a snippet.
fn escaped(word: &str) -> String {
    word.replace('\\', "\\\\").replace('$', "\\$").replace('}', "\\}")
}

/// A word, quoted if it would otherwise be read as something else.
fn plain(word: &str) -> String {
    let text = heat_schema_text::flow(&Value::from(word));
    // The colons in names of types and functions have no meaning in YAML between letters.
    if text.trim_matches(['"', '\'']) == word && word.contains("::") { word.to_owned() } else { text }
}

/// The two values of a boolean.
pub(super) fn booleans() -> Vec<Item> {
    ["true", "false"].map(|word| Item::literal(word, CompletionItemKind::VALUE)).into()
}

/// The values that a schema lists.
pub(super) fn expected_values(schema: &PropertySchema) -> Vec<Item> {
    let allowed = schema.constraints.iter().filter_map(|constraint| match &constraint.kind {
        ConstraintKind::AllowedValues(values) => Some(values),
        _ => None,
    });
    let mut items: Vec<Item> = allowed.flatten().map(|value| value_item(value, schema)).collect();
    if items.is_empty() && schema.property_type == PropertyType::Boolean {
        items = booleans();
    }
    items
}

fn value_item(value: &Value, schema: &PropertySchema) -> Item {
    let item = match value {
        Value::String(text) => Item::word(text, CompletionItemKind::ENUM_MEMBER),
        other => Item::literal(other.to_string(), CompletionItemKind::ENUM_MEMBER),
    };
    if schema.default.as_ref() == Some(value) { item.with_detail("default") } else { item }
}
