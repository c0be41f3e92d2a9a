//! The generated text.

use std::fmt::{Display, Write};

use heat_model::SupportStatus;

use super::path;
use crate::plan::{Plan, Type};

/// Rust code that is being generated.
pub(super) struct Code {
    pub(super) text: String,
    /// `true` if the use of deprecated or hidden items causes warnings.
    warns: bool,
}

impl Code {
    pub(super) fn new(warns: bool) -> Self {
        Self { text: String::new(), warns }
    }

    /// Adds derives for the item that follows, besides those that it always has.
    pub(super) fn derive(&mut self, derives: &[syn::Path], known: &[&str]) {
        for path in derives {
            let name = path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
            if known.contains(&name.as_str()) {
                continue;
            }
            let path = path::path(path, true);
            match name.as_str() {
                // The name from the prelude may mean something else in the user's crate.
                "Hash" if path == name => self.push("#[derive(::core::hash::Hash)]"),
                "Default" if path == name => self.push("#[derive(::core::default::Default)]"),
                "Clone" if path == name => self.push("#[derive(::core::clone::Clone)]"),
                "Debug" if path == name => self.push("#[derive(::core::fmt::Debug)]"),
                "Eq" | "Ord" | "PartialEq" | "PartialOrd" if path == name => {
                    self.push(format_args!("#[derive(::core::cmp::{name})]"));
                }
                _ => self.push(format_args!("#[derive({path})]")),
            }
        }
    }

    /// Implements serde's traits, by way of property data: names in Rust are not always those in Heat. A trait among the
    /// user's own derives is left out.
    pub(super) fn serde(&mut self, name: &str, derives: &[syn::Path]) {
        let derives_own = |known: &str| {
            derives.iter().any(|path| path.segments.last().is_some_and(|segment| segment.ident == known))
        };
        if !derives_own("Serialize") {
            self.push(format_args!(
                "impl hp::Serialize for {name} {{ #[inline] fn serialize<S: hp::Serializer>(&self, serializer: S) \
                 -> hp::Result<S::Ok, S::Error> {{ hp::serialize(self, serializer) }} }}"
            ));
        }
        if !derives_own("Deserialize") {
            self.push(format_args!(
                "impl<'de> hp::Deserialize<'de> for {name} {{ #[inline] fn deserialize<D: hp::Deserializer<'de>>(deserializer: D) \
                 -> hp::Result<Self, D::Error> {{ hp::deserialize(deserializer) }} }}"
            ));
        }
    }

    /// Appends code.
    pub(super) fn push(&mut self, code: impl Display) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{code}");
    }

    /// Appends a text as a literal.
    pub(super) fn literal(&mut self, text: &str) {
        // Unescaped if possible: escapes are work for those who write them and those who read them.
        // Most texts have no quotes, and that is faster to check than whether a `"#` occurs.
        if text.contains('"') && text.contains("\"#") || text.contains('\r') {
            self.push(format_args!("{text:?}"));
            return;
        }
        for part in ["r#\"", text, "\"#\n"] {
            self.text.push_str(part);
        }
    }

    /// Documents the item that follows.
    pub(super) fn doc(&mut self, doc: &str) {
        self.text.push_str("#[doc = ");
        self.literal(doc);
        self.text.push_str("]\n");
    }

    /// Hides the item that follows from the documentation if a property on its path is HIDDEN.
    pub(super) fn hide_below(&mut self, plan: &Plan<'_>, names: &[String]) {
        let is_hidden = |length: usize| {
            let property = names.get(..length).and_then(|path| plan.resource_type.property_at(path));
            property.is_some_and(|property| property.support_status.is_hidden())
        };
        if (1..=names.len()).any(is_hidden) {
            self.push("#[doc(hidden)]");
        }
    }

    /// Hides the item that follows from the documentation if it is HIDDEN.
    pub(super) fn hide(&mut self, status: &SupportStatus) {
        if status.is_hidden() {
            self.push("#[doc(hidden)]");
        }
    }

    /// Marks the item that follows according to its status. The note is shown where it is used.
    pub(super) fn status(&mut self, status: &SupportStatus, note: &str) {
        self.hide(status);
        if self.warns && (status.is_hidden() || status.status() == heat_model::Status::Deprecated) {
            self.push(format_args!("#[deprecated(note = {note:?})]"));
        }
    }
}

impl Type {
    /// The type's Rust code.
    pub(super) fn to_code(&self) -> String {
        match self {
            Self::String => "hp::String".to_owned(),
            Self::Integer(integer) => integer.name.to_owned(),
            Self::Number => "hp::Number".to_owned(),
            Self::Boolean => "bool".to_owned(),
            Self::Map => "hp::Map".to_owned(),
            Self::Any => "hp::Value".to_owned(),
            Self::Struct(name) | Self::Choice(name) | Self::Known(name) | Self::Own(name) => name.clone(),
            Self::List(item) => format!("hp::Vec<{}>", item.to_code()),
            Self::TextOr(other) => format!("hp::TextOr<{}>", other.to_code()),
        }
    }
}
