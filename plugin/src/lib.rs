//! Typed Heat resources from schemas: what the code of a plug-in depends on.
//!
//! A schema says what properties and attributes a resource type has. [`HeatResource`](derive@HeatResource) makes Rust of
//! it: a struct of properties that reads data as Heat does, enums of what is allowed, names that are checked when the
//! plug-in is compiled.
//!
//! ```ignore
//! use heat_plugin::{HeatResource, Value, json};
//!
//! #[derive(HeatResource)]
//! #[heat(schema = "schemas/My/Custom/Token.yaml")] // from the folder of Cargo.toml
//! pub struct Token;
//!
//! fn create(data: &str) -> Result<Value, Box<dyn std::error::Error>> {
//!     // Validated, converted, translated, with defaults; or every mistake, each with its path.
//!     let properties = token::Properties::from_value(&json::parse(data)?, &heat_plugin::NoResolver)?;
//!     let length: i64 = properties.length;
//!     let prefix: Option<&str> = properties.prefix.as_deref();
//!     Ok(make_token(length, prefix, properties.kind))
//! }
//!
//! fn update(old: &token::StoredProperties, new: &token::Properties) -> heat_plugin::Decision {
//!     old.changes(new).decision // nothing, in place, replace, refused
//! }
//!
//! fn attribute(made: &str, attribute: token::Attribute) -> Value {
//!     match attribute {
//!         token::Attribute::Value => Value::from(made), // a new attribute does not compile until it is answered
//!         token::Attribute::Show => Value::Null,
//!     }
//! }
//! ```
//!
//! The module has the name of the struct in snake case. In it are
//!
//! * `Values`, a field for each property, and `Properties`: the values with the data that they were read from;
//! * a struct for each map with members, named by its path: `NetworksFixedIp`;
//! * an enum for each list of allowed texts, named likewise, with `Other` where other texts can get there;
//! * `Property` and `Attribute`, the names, which know their status, and what an update does; `Updatable`, the properties
//!   that can be updated in place, to be matched exhaustively;
//! * `Attributes`, a trait with a method for each attribute, of its declared type;
//! * `StoredProperties`, which read whatever was stored, also by an older schema: see [`Stored`];
//! * `PropertiesBuilder`, and a builder for each struct, to write property data.
//!
//! A property is an `Option` unless it is required or has a default. What is deprecated or hidden warns where it is
//! used. `examples/token` in the project's repository is a whole plug-in.

mod choice;
mod data;
mod errors;
mod field;
mod info;
mod names;
mod number;
mod properties;
mod record;
mod schema;
mod stored;
mod text_or;
mod update;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

pub use heat_macros::HeatResource;
pub use heat_model::custom_constraint::{BuiltIn, CustomConstraints, CustomViolation, Moment, Registry};
pub use heat_model::evaluate::{Context, Query, ResolveError, Resolved, Resolver};
pub use heat_model::update::{Decision, UpdateBehaviour};
pub use heat_model::validate::{ErrorKind, Step, ValueError, ValuePath};
pub use heat_model::value::{List, Map};
pub use heat_model::{AttributeType, Integer, ResourceType, Status, Value};
pub use heat_model::{indexmap, json, value};

pub use data::Gives;
pub use errors::{InvalidProperties, UnknownName};
pub use field::Field;
pub use info::{AttributeInfo, PropertyInfo};
pub use names::{Attribute, NotUpdatable, Property, Updatable};
pub use number::Number;
pub use properties::{NoResolver, Properties, WithoutCloud};
pub use record::{PropertyValues, Record};
pub use stored::{Stored, StoredProperties};
pub use text_or::TextOr;
pub use update::Changes;

/// A resource type with its typed properties and attributes. Derived.
pub trait HeatResource {
    /// The values of its properties.
    type Values: PropertyValues<Property = Self::Property>;
    /// The names of its properties.
    type Property: Property;
    /// The names of its attributes.
    type Attribute: Attribute;

    /// Its name, such as `OS::Nova::Server`.
    const TYPE: &'static str;

    /// Its schema.
    #[must_use]
    fn schema() -> &'static ResourceType {
        <Self::Values as PropertyValues>::schema().resource_type()
    }
}
