//! Typed Heat resources from schemas: the crate on which the code of a plug-in depends.
//!
//! A schema lists the properties and attributes of a resource type. [`HeatResource`](derive@HeatResource)
//! turns it into Rust: a struct of properties that reads data as Heat does, enums of allowed values, and
//! names that are checked when the plug-in is compiled.
//!
//! ```
//! use heat_plugin::error::InvalidProperties;
//! use heat_plugin::resolve::IdentityResolver;
//! use heat_plugin::update::Decision;
//! use heat_plugin::{HeatResource, Value, value};
//!
//! /// `My::Custom::Token`: a random token that lives as long as its resource.
//! #[derive(HeatResource)]
//! #[heat(schema = "schemas/My/Custom/Token.yaml")] // from the folder of Cargo.toml
//! pub struct Token;
//!
//! fn create(data: &Value) -> Result<String, InvalidProperties> {
//!     // Validated, converted, translated, with defaults; or all errors, each with its path.
//!     let properties = token::Properties::from_value(data, &IdentityResolver)?;
//!     let length: i64 = properties.length;
//!     let prefix: Option<&str> = properties.prefix.as_deref();
//!     let letter = match properties.kind {
//!         token::Kind::Hex => "0",
//!         token::Kind::Letters => "a",
//!     };
//!     Ok(format!("{}{}", prefix.unwrap_or_default(), letter.repeat(length as usize)))
//! }
//!
//! fn update(old: &token::StoredProperties, new: &token::Properties) -> Decision {
//!     old.changes(new).decision // nothing, in place, replace, refused
//! }
//!
//! fn attribute(made: &str, attribute: token::Attribute) -> Value {
//!     match attribute {
//!         token::Attribute::Value => Value::from(made), // a new attribute does not compile until it is handled
//!         token::Attribute::Show => Value::Null,
//!     }
//! }
//!
//! # fn main() -> Result<(), InvalidProperties> {
//! let made = create(&value!({"length": "8", "prefix": "web-", "kind": "letters"}))?;
//! assert_eq!(attribute(&made, token::Attribute::Value), Value::from("web-aaaaaaaa"));
//!
//! let error = create(&value!({"lenght": 16, "kind": "octal"})).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "2 errors in the properties of My::Custom::Token\n  \
//!        lenght: unknown property: did you mean `length`?\n  \
//!        kind: \"octal\" is not one of \"hex\", \"letters\"",
//! );
//! # let (old, new) = (value!({}), value!({"prefix": "web-"}));
//! # let old = token::StoredProperties::from_translated(&old)?;
//! # let new = token::Properties::from_value(&new, &IdentityResolver)?;
//! # assert_eq!(update(&old, &new), Decision::InPlace);
//! # Ok(())
//! # }
//! ```
//!
//! The module has the name of the struct in snake case. It contains
//!
//! * `Values`, with a field for each property, and `Properties`: the values with the data from which they
//!   were read;
//! * a struct for each map with members, named by its path: `NetworksFixedIp`;
//! * an enum for each list of allowed texts, named in the same way, with `Other` if other texts are possible;
//! * `Property` and `Attribute`, the names, with their status and the effect of an update; `Updatable`, the
//!   properties that can be updated in place, to be matched exhaustively;
//! * `Attributes`, a trait with a method for each attribute, of its declared type;
//! * `StoredProperties`, which reads whatever was stored, even with an older schema: see [`Stored`];
//! * on request, with `#[heat(schema = "…", builders)]`: `PropertiesBuilder`, and a builder for each struct, to
//!   write property data.
//!
//! A property is an `Option` unless it is required or has a default. Deprecated and hidden items cause
//! warnings where they are used. `examples/token` in the project's repository is a complete plug-in.
//!
//! # Where things are
//!
//! Every item has one path. The root contains what nearly every plug-in uses: the derive, the properties that
//! it reads, the [`Context`] in which it reads them, and values. The rest is in modules by task, so that each
//! page shows related items:
//!
//! | Module | For |
//! |---|---|
//! | [`life_cycle`] | the life cycle of a resource: creating, updating, deleting, and the optional methods that Heat calls |
//! | `testing` | a driver that runs one resource as Heat does, for the tests of a plug-in (feature `testing`) |
//! | [`constraints`] | custom constraints, with a cloud and without |
//! | [`resolve`] | resolvers, which replace names with IDs |
//! | [`update`] | the changes of an update, and their effect |
//! | [`error`] | errors in data and in names |
//! | [`value`](mod@value), [`json`] | the types of values, and reading them from JSON |
//! | [`record`] | types of your own as fields, and code for all derived structs |
//! | [`schema`] | metadata of a type, its properties and attributes |
//! | [`engine`] | types without their Rust types, for engines that call them |
//!
//! # Compatibility
//!
//! Errors, kinds of errors and descriptions of requests are `#[non_exhaustive]`: they can get more fields and
//! variants without a new major version. Enums whose variants code has to handle one by one are not, so that
//! the compiler points at code that does not handle a new variant yet: [`Decision`](update::Decision),
//! [`Status`](schema::Status), [`Stored`], [`Value`] and the derived ones.

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod choice;
pub mod constraints;
pub mod engine;
pub mod error;
pub mod life_cycle;
mod properties;
pub mod record;
pub mod resolve;
pub mod schema;
mod serialized;
mod stored;
#[cfg(feature = "testing")]
pub mod testing;
pub mod update;
pub mod value;

/// Derives typed properties and attributes from the schema of a resource type.
///
/// ```
/// use heat_plugin::HeatResource;
///
/// #[derive(HeatResource)]
/// #[heat(schema = "schemas/My/Custom/Token.yaml", builders)] // from the folder of Cargo.toml
/// pub struct Token;
///
/// assert_eq!(Token::TYPE, "My::Custom::Token");
/// let properties = token::Properties::builder().length(16).build()?;
/// assert_eq!((properties.length, properties.kind), (16, token::Kind::Hex));
/// # Ok::<(), heat_plugin::error::InvalidProperties>(())
/// ```
pub use heat_macros::HeatResource;
pub use heat_model::evaluate::Context;
pub use heat_model::{Value, indexmap, json};

pub use properties::Properties;
pub use record::derived_names::{Attribute, Property};
pub use stored::{Stored, StoredProperties};

use record::PropertyValues;
use schema::ResourceType;

/// A resource type with its typed properties and attributes. Implemented by the derive.
pub trait HeatResource {
    /// The values of the type's properties.
    type Values: PropertyValues<Property = Self::Property>;
    /// The names of the type's properties.
    type Property: Property;
    /// The names of the type's attributes.
    type Attribute: Attribute;

    /// The name of the type, such as `OS::Nova::Server`.
    const TYPE: &'static str;

    /// Set if the type's schema declares support for the deletion policy `Snapshot`.
    const SUPPORTS_SNAPSHOT_DELETION: bool = false;

    /// The schema of the type.
    #[must_use]
    fn schema() -> &'static ResourceType {
        <Self::Values as PropertyValues>::schema().resource_type()
    }
}

/// The example of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
