//! What derived code calls, and nobody else.

pub use std::clone::Clone;
pub use std::cmp::{Eq, PartialEq};
pub use std::convert::{From, Infallible, Into};
pub use std::fmt::{self, Debug, Display, Formatter};
pub use std::iter::IntoIterator;
pub use std::marker::{Copy, Sized};
pub use std::option::Option;
pub use std::result::Result;
pub use std::str::FromStr;
pub use std::string::String;
pub use std::vec::Vec;
pub use std::{concat, env, include_bytes};

pub use crate::choice::{choose, choose_or, find, given, known, variant};
pub use crate::data::{Data, Gives, set, set_entries, set_items, set_record, set_records};
pub use crate::errors::{InvalidProperties, UnknownName};
pub use crate::field::{Field, Run};
pub use crate::info::{AttributeInfo, PropertyInfo, attributes, members, nested};
pub use crate::names::{Attribute, NotUpdatable, Property, Updatable};
pub use crate::number::Number;
pub use crate::properties::{Properties, build};
pub use crate::record::{
    Checker, PropertyValues, Reader, Record, Writer, check_next, copy, debug, equal, next, put,
};
pub use crate::schema::Schema;
pub use crate::stored::{Stored, StoredProperties};
pub use crate::text_or::TextOr;
pub use crate::update::Changes;
pub use crate::{
    AttributeType, Context, Integer, Map, Resolved, Resolver, ResourceType, Status, UpdateBehaviour, Value,
};

/// No data yet.
pub const EMPTY: Data = Data::EMPTY;

/// A schema, with the bytes of the file that it is from.
#[must_use]
pub const fn schema(_file: &'static [u8], json: &'static str) -> Schema {
    Schema::new(json)
}
