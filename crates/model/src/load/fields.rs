//! Reads single values and maps with known keys, and reports errors at their positions.
//!
//! It is used for schemas, the tables beside them, and all other hand-written files, so that an error has the
//! same code and message in all of them.

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::Arc;

use heat_yaml::{Diagnostic, Entry, Node, ParseOptions, Source, Span};
use indexmap::IndexMap;

use crate::suggest::nearest;
use crate::{Integer, Value};

/// Parses a text and reads its root, with all errors of both steps. For an empty text, the default is returned.
#[must_use]
pub fn read<T: Default>(
    source: &Arc<Source>,
    read: impl FnOnce(&mut Reader<'_>, &Node) -> T,
) -> (T, Vec<Diagnostic>) {
    let parsed = heat_yaml::parse(source, &ParseOptions::default());
    let mut diagnostics = parsed.diagnostics;
    let mut reader = Reader::new(source);
    let table = parsed.root.map(|root| read(&mut reader, &root)).unwrap_or_default();
    diagnostics.append(&mut reader.diagnostics);
    (table, diagnostics)
}

/// Collects the findings from reading one text.
pub struct Reader<'a> {
    source: &'a Arc<Source>,
    /// The findings so far.
    pub diagnostics: Vec<Diagnostic>,
    /// The number of schemas around the current position.
    pub(super) nesting: usize,
}

/// Entries of a map with known keys.
pub struct Fields<'n> {
    entries: Vec<(&'n str, &'n Entry)>,
    /// Known keys that were probably misspelt as unknown ones.
    misspelt: Vec<String>,
    /// The position of the map.
    pub span: Span,
}

impl<'n> Fields<'n> {
    /// Returns the value of a key; `None` if the key is missing.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&'n Node> {
        self.entries.iter().find(|(known, _)| *known == key).map(|(_, entry)| &entry.value)
    }

    /// Returns whether a key is missing; `false` if it was misspelt, which has already been reported.
    #[must_use]
    pub fn lacks(&self, key: &str) -> bool {
        self.get(key).is_none() && !self.misspelt.iter().any(|misspelt| misspelt == key)
    }

    /// Keys that are present, in source order.
    pub fn keys(&self) -> impl Iterator<Item = &'n str> + '_ {
        self.entries.iter().map(|(key, _)| *key)
    }
}

impl<'a> Reader<'a> {
    /// Creates a reader for the nodes of a text.
    #[must_use]
    pub fn new(source: &'a Arc<Source>) -> Self {
        Self { source, diagnostics: Vec::new(), nesting: 0 }
    }

    /// Reports an error at a position.
    pub fn error(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
        help: Option<String>,
    ) {
        let mut diagnostic = Diagnostic::error(code, message).with_label(self.source, span, label);
        diagnostic.help = help;
        self.diagnostics.push(diagnostic);
    }

    /// Reports a value of the wrong kind.
    pub fn wrong_kind(&mut self, node: &Node, what: &str, expected: &str, help: Option<String>) {
        self.error(
            "invalid-type",
            node.span,
            format!("{what} is {expected}, not {}", node.value.kind()),
            format!("expected {expected}"),
            help,
        );
    }

    /// Reads the entries of a map that may have only these keys.
    pub fn fields<'n>(&mut self, node: &'n Node, what: &str, known: &[&str]) -> Option<Fields<'n>> {
        self.fields_with_advice(node, what, known, |_| None)
    }

    /// Reads the entries of a map that may have only these keys, with advice about keys that belong elsewhere.
    pub fn fields_with_advice<'n>(
        &mut self,
        node: &'n Node,
        what: &str,
        known: &[&str],
        advice: fn(&str) -> Option<String>,
    ) -> Option<Fields<'n>> {
        let Some(mapping) = node.as_mapping() else {
            self.wrong_kind(node, what, "a map", None);
            return None;
        };
        let mut entries = Vec::with_capacity(mapping.len());
        let mut misspelt = Vec::new();
        for entry in mapping {
            match entry.key.as_str() {
                Some(key) if known.contains(&key) => entries.push((key, entry)),
                Some(key) => {
                    let near = nearest(key, known.iter().copied());
                    let help = advice(key).unwrap_or_else(|| match near {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => format!("known here: {}", known.join(", ")),
                    });
                    misspelt.extend(near.map(ToOwned::to_owned));
                    self.error(
                        "unknown-key",
                        entry.key.span,
                        format!("{what} has no key `{key}`"),
                        "not a key here",
                        Some(help),
                    );
                }
                None => self.key_not_text(entry),
            }
        }
        Some(Fields { entries, misspelt, span: node.span })
    }

    /// Reports the required keys that a map lacks.
    pub fn require(&mut self, fields: &Fields<'_>, what: &str, keys: &[&str]) {
        for key in keys.iter().filter(|key| fields.lacks(key)) {
            let message = format!("{what} needs `{key}`");
            self.error("missing-key", fields.span, message, format!("no `{key}` here"), None);
        }
    }

    /// Reads the entries of a map whose keys are names defined by the schema.
    pub fn named<'n>(&mut self, node: &'n Node, what: &str) -> Vec<(&'n str, &'n Entry)> {
        let Some(mapping) = node.as_mapping() else {
            self.wrong_kind(node, what, "a map", None);
            return Vec::new();
        };
        let mut entries = Vec::with_capacity(mapping.len());
        for entry in mapping {
            match entry.key.as_str() {
                Some(key) => entries.push((key, entry)),
                None => self.key_not_text(entry),
            }
        }
        entries
    }

    fn key_not_text(&mut self, entry: &Entry) {
        let text = self.source.slice(entry.key.span);
        let help = (!text.contains(['\n', '"'])).then(|| format!("write it in quotes: \"{text}\""));
        self.error(
            "invalid-type",
            entry.key.span,
            format!("a key must be a string, not {}", entry.key.value.kind()),
            format!("YAML reads this as {}", entry.key.value.kind()),
            help,
        );
    }

    /// Reads the items of a list.
    pub fn list<'n>(&mut self, node: &'n Node, what: &str) -> &'n [Node] {
        if let Some(items) = node.as_sequence() {
            return items;
        }
        let help =
            node.as_mapping().is_some().then(|| "put a `- ` before it: each entry is an item".to_owned());
        self.wrong_kind(node, what, "a list", help);
        &[]
    }

    /// Reads the items of a list, each converted. If one cannot be read, the list is empty: without it, the others would have
    /// different indexes than in the text.
    pub fn items<T>(
        &mut self,
        node: &Node,
        what: &str,
        read: impl Fn(&mut Self, &Node) -> Option<T>,
    ) -> Vec<T> {
        self.whole_list(node, what, read).unwrap_or_default()
    }

    /// Reads the items of a list; `None` if not all of them can be read. For lists where being empty is a separate error.
    pub fn whole_list<T>(
        &mut self,
        node: &Node,
        what: &str,
        read: impl Fn(&mut Self, &Node) -> Option<T>,
    ) -> Option<Vec<T>> {
        let items: Vec<Option<T>> = self.list(node, what).iter().map(|item| read(self, item)).collect();
        let is_list = node.as_sequence().is_some();
        items.into_iter().collect::<Option<Vec<T>>>().filter(|_| is_list)
    }

    /// Reads the items of a list that means nothing if it is empty, or if an item is written twice.
    pub fn some_items<T: Debug>(
        &mut self,
        node: &Node,
        what: &str,
        read: impl Fn(&mut Self, &Node) -> Option<T>,
    ) -> Vec<T> {
        let items = self.filled_items(node, what, read);
        let spans = node.as_sequence().into_iter().flatten().map(|node| node.span);
        let entries = items.iter().map(|item| format!("{item:?}")).zip(spans);
        self.refuse_repeated(entries, &format!("an item of {what}"));
        items
    }

    /// Reads the items of a list that means nothing if it is empty.
    pub fn filled_items<T>(
        &mut self,
        node: &Node,
        what: &str,
        read: impl Fn(&mut Self, &Node) -> Option<T>,
    ) -> Vec<T> {
        if node.as_sequence().is_some_and(<[Node]>::is_empty) {
            let help = Some("write an item, or remove the key".to_owned());
            self.error("invalid-value", node.span, format!("{what} must not be empty"), "no item here", help);
        }
        self.items(node, what, read)
    }

    /// Reports each entry that is written again.
    pub fn refuse_repeated(&mut self, entries: impl IntoIterator<Item = (String, Span)>, what: &str) {
        let mut known = HashMap::new();
        for (entry, span) in entries {
            let first = *known.entry(entry).or_insert(span);
            if first != span {
                let diagnostic = Diagnostic::error("invalid-value", format!("{what} is written twice"))
                    .with_label(self.source, span, "again")
                    .with_label(self.source, first, "here first")
                    .with_help("remove one of them");
                self.diagnostics.push(diagnostic);
            }
        }
    }

    /// Reports each text that several maps of a list have under a key, as the value or in a list.
    pub fn refuse_repeated_texts(&mut self, list: &Node, key: &str, what: &str) {
        let maps = list.as_sequence().into_iter().flatten();
        let values = maps.filter_map(|node| node.as_mapping()?.get(key));
        let values = values.flat_map(|node| node.as_sequence().unwrap_or(std::slice::from_ref(node)));
        let texts = values.filter_map(|node| Some((node.as_str()?.to_owned(), node.span)));
        self.refuse_repeated(texts, what);
    }

    /// Reads a string that is not blank.
    pub fn text(&mut self, node: &Node, what: &str) -> Option<String> {
        let text = self.string(node, what)?;
        if text.trim().is_empty() {
            self.error("invalid-value", node.span, format!("{what} must not be empty"), "no text here", None);
            return None;
        }
        Some(text)
    }

    /// Reads a string.
    pub fn string(&mut self, node: &Node, what: &str) -> Option<String> {
        if let Some(text) = node.as_str() {
            return Some(text.to_owned());
        }
        let scalar = node.as_mapping().is_none() && node.as_sequence().is_none();
        let text = self.source.slice(node.span);
        let help = (scalar && !text.is_empty() && !text.contains('\n'))
            .then(|| format!("write it in quotes: \"{text}\""));
        self.wrong_kind(node, what, "a string", help);
        None
    }

    /// Reads a description, if there is one: CommonMark, without the final line feed.
    pub fn description(&mut self, node: Option<&Node>) -> Option<String> {
        self.string(node?, "a description").map(|text| text.trim_end().to_owned())
    }

    /// Reads a boolean.
    pub fn boolean(&mut self, node: &Node, what: &str) -> Option<bool> {
        if let heat_yaml::Value::Bool(flag) = node.value {
            return Some(flag);
        }
        self.wrong_kind(node, what, "true or false", None);
        None
    }

    /// Reads the strings in a list; `None` if not all of them can be read.
    pub fn strings(&mut self, node: &Node, what: &str) -> Option<Vec<String>> {
        let item = format!("an item of {what}");
        self.whole_list(node, what, |reader, node| reader.string(node, &item))
    }

    /// Reads the names along the path of a property. Heat refuses every template of a type with an empty path.
    pub fn path(&mut self, node: &Node, what: &str) -> Option<Vec<String>> {
        let names = self.strings(node, what)?;
        if names.is_empty() {
            let help = Some("write the names that lead to the property, such as `[name]`".to_owned());
            self.error("invalid-value", node.span, format!("{what} must not be empty"), "no name here", help);
            return None;
        }
        Some(names)
    }

    /// Reads one of a few words.
    pub fn word<T: std::str::FromStr>(
        &mut self,
        node: &Node,
        code: &'static str,
        what: &str,
        words: &[&str],
    ) -> Option<T> {
        let text = self.string(node, what)?;
        if let Ok(word) = text.parse() {
            return Some(word);
        }
        let help = match nearest(&text, words.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("expected one of {}", words.join(", ")),
        };
        self.error(code, node.span, format!("`{text}` is not {what}"), "not known", Some(help));
        None
    }

    /// Reads any value.
    pub fn value(&mut self, node: &Node) -> Value {
        match &node.value {
            heat_yaml::Value::Null => Value::Null,
            heat_yaml::Value::Bool(flag) => Value::Bool(*flag),
            heat_yaml::Value::Integer(small) => Value::Integer((*small).into()),
            heat_yaml::Value::BigInteger(digits) => {
                Integer::from_decimal(digits).map_or(Value::Null, Value::Integer)
            }
            heat_yaml::Value::Float(float) => Value::Float(*float),
            heat_yaml::Value::String(text) => Value::String(text.clone()),
            heat_yaml::Value::Sequence(items) => {
                Value::List(items.iter().map(|item| self.value(item)).collect())
            }
            heat_yaml::Value::Mapping(_) => {
                let mut map = IndexMap::new();
                for (key, entry) in self.named(node, "a map") {
                    let value = self.value(&entry.value);
                    map.insert(key.to_owned(), value);
                }
                Value::from(map)
            }
            heat_yaml::Value::Binary(_) | heat_yaml::Value::Set(_) => {
                self.wrong_kind(node, "a value", "something that JSON can say", None);
                Value::Null
            }
        }
    }
}
