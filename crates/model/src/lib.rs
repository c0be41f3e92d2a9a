//! The schema language of Heat resource types.
//!
//! A [`ResourceType`] contains everything that Heat knows about a resource type: properties, attributes, support status,
//! translation rules, properties groups. It is the only representation of a schema in this project, whether it came from YAML,
//! from a derive or from an import, and its terms are Heat's own.
//!
//! The crate reads no files, no environment and no clock, and prints nothing. With the feature `load`, it
//! also reads schemas from YAML text (`load`) and reports every error, not only the first. The lint rules are
//! in `heat-lint`.
//!
//! A schema is read from YAML and written again with `serde_yaml`: the feature `load` reads it with the
//! positions of all errors, and serde writes it, in YAML, JSON or any other format.
//!
//! ```
//! use heat_model::PropertyType;
//! use heat_model::load::load_schema;
//! use heat_yaml::Source;
//!
//! let text = "\
//! type: My::Custom::Token
//! properties:
//!   length:
//!     type: integer
//!     default: 32
//!     constraints:
//!     - range:
//!         min: 8
//!         max: 512
//! ";
//! let loaded = load_schema(&Source::new("My/Custom/Token.yaml", text));
//! assert!(loaded.diagnostics.is_empty());
//! let schema = loaded.file.unwrap().schema;
//! assert_eq!(schema.properties["length"].property_type, PropertyType::Integer);
//! assert_eq!(serde_yaml::to_string(&schema).unwrap(), text);
//!
//! let loaded = load_schema(&Source::new("My/Custom/Token.yaml", text.replace("default", "defualt")));
//! let mistake = &loaded.diagnostics[0];
//! assert_eq!(mistake.message, "a property has no key `defualt`");
//! ```

pub mod commands;
pub mod constraint;
pub mod custom_constraint;
pub mod dependency;
pub mod evaluate;
pub mod group;
pub mod heat_words;
pub mod hidden;
pub mod json;
#[cfg(feature = "load")]
pub mod load;
pub mod networks;
pub mod path;
pub mod pattern;
pub mod property;
mod property_type;
pub mod python;
pub mod release;
pub mod resource_type;
pub mod resource_types;
pub mod service;
pub mod service_facts;
pub mod service_rule;
#[doc(hidden)]
pub mod steps;
pub mod suggest;
pub mod support;
pub mod translation;
pub mod unique;
pub mod update;
pub mod update_effect;
pub mod validate;
pub mod validation_rule;
pub mod value;
pub mod word;

pub use commands::Commands;
pub use constraint::{Constraint, ConstraintKind, ValueRun};
pub use custom_constraint::{CustomConstraint, CustomConstraintTable};
pub use dependency::{EmptyValue, ValueDependency};
pub use group::PropertiesGroup;
pub use path::{SchemaPath, Segment};
pub use property::{AttributeSchema, AttributeType, CacheMode, NestedSchema, PropertySchema};
pub use property_type::PropertyType;
pub use release::{Appearance, FirstAppearance, Release, ReleaseTable};
pub use resource_type::{AcceptedFinding, EarlyReference, Example, PageSection, ResourceType};
pub use resource_types::{PreparedTypes, ResourceTypes};
pub use service::{Service, ServiceTable};
pub use support::{Status, StatusEntry, SupportStatus};
pub use translation::{RuleKind, TranslationRule, When};
pub use update_effect::{EffectLevel, UpdateEffect};
pub use validation_rule::ValidationRule;
pub use value::{Integer, Value};

/// The map type for values: a [`Map`](value::Map) derefs to an `IndexMap`.
pub use indexmap;
