//! Fields one after the other, in schema order: how the structs are read, checked and written.

use heat_model::Value;
use heat_model::evaluate::Resolved;
use heat_model::validate::Step;
use heat_model::value::Map;

use super::Record;
use super::field::Field;
use super::run::Run;
use crate::schema::info::PropertyInfo;

/// Shows values in schema order to those types that may refuse them.
#[derive(Debug)]
pub struct Checker<'c> {
    values: std::slice::Iter<'c, Resolved>,
    members: std::slice::Iter<'static, PropertyInfo>,
    run: &'c mut Run,
}

impl<'c> Checker<'c> {
    pub(crate) fn new(values: &'c [Resolved], members: &'static [PropertyInfo], run: &'c mut Run) -> Self {
        Self { values: values.iter(), members: members.iter(), run }
    }
}

/// Asks a type about the next value.
pub fn check_next<T: Field>(checker: &mut Checker<'_>) {
    let (Some(member), Some(value)) = (checker.members.next(), checker.values.next()) else { return };
    checker.run.at(|| Step::Name(member.name.to_owned()), |run| T::check(value, run));
}

/// Hands out values in schema order.
#[derive(Debug)]
pub struct Reader<'r> {
    values: std::slice::IterMut<'r, Resolved>,
    members: std::slice::Iter<'static, PropertyInfo>,
    run: &'r mut Run,
}

impl<'r> Reader<'r> {
    pub(crate) fn new(
        values: &'r mut [Resolved],
        members: &'static [PropertyInfo],
        run: &'r mut Run,
    ) -> Self {
        Self { values: values.iter_mut(), members: members.iter(), run }
    }
}

/// The value of the next field.
pub fn next<T: Field>(reader: &mut Reader<'_>) -> T {
    let member = reader.members.next();
    let place = || Step::Name(member.map_or("", |member| member.name).to_owned());
    let mut none = Resolved::NULL;
    let value = reader.values.next().unwrap_or(&mut none);
    reader.run.at(place, |run| T::read(value, run))
}

/// Takes values in schema order.
#[derive(Debug)]
pub struct Writer(Written);

#[derive(Debug)]
enum Written {
    Data(Vec<Value>),
    Resolved(Vec<Resolved>),
}

impl Writer {
    /// A struct as property data. What has no value is left out.
    pub(crate) fn data<T: Record>(record: &T) -> Map {
        let mut writer = Self(Written::Data(Vec::with_capacity(T::MEMBERS.len())));
        record.write(&mut writer);
        let Written::Data(values) = writer.0 else { return Map::default() };
        let named = T::MEMBERS.iter().zip(values);
        named
            .filter(|(_, value)| !matches!(value, Value::Null))
            .map(|(member, value)| (member.name.to_owned(), value))
            .collect()
    }

    /// A struct as the engine resolves it.
    pub(crate) fn resolved<T: Record>(record: &T) -> Vec<Resolved> {
        let mut writer = Self(Written::Resolved(Vec::with_capacity(T::MEMBERS.len())));
        record.write(&mut writer);
        match writer.0 {
            Written::Resolved(values) => values,
            Written::Data(_) => Vec::new(),
        }
    }
}

/// The value of the next field.
pub fn put<T: Field>(writer: &mut Writer, field: &T) {
    match &mut writer.0 {
        Written::Data(values) => values.push(field.to_value()),
        Written::Resolved(values) => values.push(field.to_resolved()),
    }
}

/// A struct once more.
pub fn copy<T: Record>(record: &T) -> T {
    let mut run = Run::default();
    T::read(&mut Reader::new(&mut Writer::resolved(record), T::MEMBERS, &mut run))
}

/// Whether all fields are equal.
pub fn equal<T: Record>(one: &T, other: &T) -> bool {
    Writer::resolved(one) == Writer::resolved(other)
}

/// A struct with its fields by their names in Heat; those without a value are left out.
///
/// # Errors
/// The formatter's.
pub fn debug<T: Record>(record: &T, name: &str, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
    let mut shown = f.debug_struct(name);
    for (name, value) in Writer::data(record) {
        shown.field(&name, &format_args!("{value}"));
    }
    shown.finish()
}
