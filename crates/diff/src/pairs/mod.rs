//! Matches the two sides: types by name; properties, fields and items by name and path.

mod members;
mod place_pair;
mod property;
mod renamed;
mod similar;
mod types;

pub use members::MembersPair;
pub use place_pair::PlacePair;
pub use property::PropertyPair;
pub use renamed::Rename;
pub use types::{TypePair, TypesPair};
