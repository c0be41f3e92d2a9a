//! Matches the two sides: types by name; properties, fields and items by name and path; items without a name by content.
//!
//! The pairs also describe the fate of a type, for use in checks. The meaning of other keys is in `meaning`.

mod members;
mod place_pair;
mod property;
mod renamed;
pub(crate) mod status;
pub(crate) mod tables;
pub(crate) mod translation;
pub(crate) mod type_change;
mod types;
pub(crate) mod walk;

pub use members::MembersPair;
pub use place_pair::PlacePair;
pub use property::PropertyPair;
pub use renamed::Rename;
pub use types::{TypePair, TypesPair};
