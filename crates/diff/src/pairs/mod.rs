//! Matches the two sides: types by name; properties, fields and items by name and path; what has no name, by its content.
//!
//! What is different in a pair is no matter here.

pub(crate) mod dependencies;
mod members;
mod place_pair;
mod property;
mod renamed;
pub(crate) mod side;
mod similar;
pub(crate) mod status;
pub(crate) mod tables;
pub(crate) mod translation;
mod types;
pub(crate) mod walk;

pub use members::MembersPair;
pub use place_pair::PlacePair;
pub use property::PropertyPair;
pub use renamed::Rename;
pub use types::{TypePair, TypesPair};
