//! Fields in schema order: how structs are read, checked and written.

use heat_model::Value;
use heat_model::evaluate::Resolved;
use heat_model::validate::Step;
use heat_model::value::Map;

use super::Record;
use super::field::Field;
use super::run::Run;
use crate::schema::info::PropertyInfo;

/// Shows values, in schema order, to the types that may reject them.
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

/// Lets a type check the next value.
pub fn check_next<T: Field>(checker: &mut Checker<'_>) {
    let (Some(member), Some(value)) = (checker.members.next(), checker.values.next()) else { return };
    checker.run.at(|| Step::Name(member.name.to_owned()), |run| T::check(value, run));
}

/// Returns values in schema order.
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

/// Receives values in schema order.
#[derive(Debug)]
pub struct Writer(Written);

#[derive(Debug)]
enum Written {
    Data(Vec<Value>),
    Resolved(Vec<Resolved>),
}

impl Writer {
    /// A struct as property data. Fields without a value are omitted.
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

    /// A struct in the form in which the engine resolves it.
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

/// A copy of a struct.
pub fn copy<T: Record>(record: &T) -> T {
    let mut run = Run::default();
    T::read(&mut Reader::new(&mut Writer::resolved(record), T::MEMBERS, &mut run))
}

/// Whether all fields are equal.
pub fn equal<T: Record>(one: &T, other: &T) -> bool {
    Writer::resolved(one) == Writer::resolved(other)
}

/// Shows a struct with its fields by their names in Heat; those without a value are omitted.
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
