//! Reading, checking and writing the fields of a struct, in schema order.

use heat_model::Value;
use heat_model::evaluate::Resolved;
use heat_model::validate::Step;

use super::field::Field;
use super::run::Run;
use crate::schema::info::PropertyInfo;

/// Values, in schema order, for the types that may reject them.
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

/// Values to read, in schema order.
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

impl Reader<'_> {
    /// The name and the value of the next field.
    pub(crate) fn advance(&mut self) -> Option<(&'static str, &mut Resolved)> {
        Some((self.members.next()?.name, self.values.next()?))
    }

    /// Returns whether the value of this field is not known.
    pub(crate) fn is_unknown(&self, name: &str) -> bool {
        self.run.unknown.iter().any(|unknown| unknown == name)
    }
}

/// Reads the value of the next field.
pub fn next<T: Field>(reader: &mut Reader<'_>) -> T {
    let member = reader.members.next();
    let place = || Step::Name(member.map_or("", |member| member.name).to_owned());
    let mut none = Resolved::NULL;
    let value = reader.values.next().unwrap_or(&mut none);
    reader.run.at(place, |run| T::read(value, run))
}

/// Receiver of values, in schema order.
#[derive(Debug)]
pub struct Writer(pub(super) WriterOutput);

/// The values that a writer has received, as property data or resolved.
#[derive(Debug)]
pub(super) enum WriterOutput {
    Data(Vec<Value>),
    Resolved(Vec<Resolved>),
}

/// Writes the value of the next field.
pub fn put<T: Field>(writer: &mut Writer, field: &T) {
    match &mut writer.0 {
        WriterOutput::Data(values) => values.push(field.to_value()),
        WriterOutput::Resolved(values) => values.push(field.to_resolved()),
    }
}
