//! Converting, copying, comparing and formatting of whole structs.

use heat_model::Value;
use heat_model::evaluate::Resolved;
use heat_model::value::Map;

use super::Record;
use super::run::Run;
use super::sequence::{Reader, Writer, WriterOutput};

impl Writer {
    /// Converts a struct to property data. Fields without a value are omitted.
    pub(crate) fn data<T: Record>(record: &T) -> Map {
        let mut writer = Self(WriterOutput::Data(Vec::with_capacity(T::MEMBERS.len())));
        record.write(&mut writer);
        let WriterOutput::Data(values) = writer.0 else { return Map::default() };
        let named = T::MEMBERS.iter().zip(values);
        named
            .filter(|(_, value)| !matches!(value, Value::Null))
            .map(|(member, value)| (member.name.to_owned(), value))
            .collect()
    }

    /// Converts a struct to the form in which the engine resolves it.
    pub(crate) fn resolved<T: Record>(record: &T) -> Vec<Resolved> {
        let mut writer = Self(WriterOutput::Resolved(Vec::with_capacity(T::MEMBERS.len())));
        record.write(&mut writer);
        match writer.0 {
            WriterOutput::Resolved(values) => values,
            WriterOutput::Data(_) => Vec::new(),
        }
    }
}

/// Copies a struct.
pub fn copy<T: Record>(record: &T) -> T {
    let mut run = Run::default();
    T::read(&mut Reader::new(&mut Writer::resolved(record), T::MEMBERS, &mut run))
}

/// Returns whether all fields are equal.
pub fn equal<T: Record>(one: &T, other: &T) -> bool {
    Writer::resolved(one) == Writer::resolved(other)
}

/// Formats a struct with its fields, by their names in Heat; fields without a value are omitted.
///
/// # Errors
/// The formatter's error.
pub fn debug<T: Record>(record: &T, name: &str, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
    let mut shown = f.debug_struct(name);
    for (name, value) in Writer::data(record) {
        shown.field(&name, &format_args!("{value}"));
    }
    shown.finish()
}
