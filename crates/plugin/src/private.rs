//! The items that derived code calls, and no other code should.

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
pub use crate::engine::probe::{Optional, Probe, Undefined, check_snapshot_deletion};
pub use crate::error::{InvalidProperties, UnknownName};
pub use crate::life_cycle::Planned;
pub use crate::life_cycle::planned::{PlannedProperties, next_planned};
pub use crate::properties::{Properties, build};
pub use crate::record::data::{Data, set, set_entries, set_items, set_record, set_records};
pub use crate::record::derived_names::{Attribute, Property};
pub use crate::record::run::Run;
pub use crate::record::sequence::{Checker, Reader, Writer, check_next, next, put};
pub use crate::record::whole::{copy, debug, equal};
pub use crate::record::{Buildable, Field, IntoData, PropertyValues, Record};
pub use crate::resolve::Resolver;
pub use crate::schema::embedded::Schema;
pub use crate::schema::info::{attributes, members, nested};
pub use crate::schema::{AttributeInfo, AttributeType, PropertyInfo, ResourceType, Status};
pub use crate::serialized::{deserialize, serialize};
pub use crate::stored::{Stored, StoredProperties};
pub use crate::update::{Changes, NotUpdatable, Updatable, UpdateBehaviour};
pub use crate::value::{Integer, Map, Number, TextOr};
pub use crate::{Context, Value};
pub use heat_model::evaluate::Resolved;
pub use heat_model::value;
pub use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Empty data of a builder.
pub const EMPTY: Data = Data::EMPTY;

/// Creates a schema. The bytes of its file are not used: they make the compiler rebuild when the file changes.
#[must_use]
pub const fn schema(_file: &'static [u8], json: &'static str) -> Schema {
    Schema::new(json)
}
