//! Two values of the same thing, and whether they differ.

use heat_hot::Data;

use crate::definition::Reading;

/// Two values.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The old one; none if there was none.
    pub old: Option<Data>,
    /// The new one; none if there is none.
    pub new: Option<Data>,
}

/// Whether both values of a difference are the same, so that only what follows from other resources makes it one.
#[must_use]
pub fn is_same(difference: &Difference) -> bool {
    are_same(difference.old.as_ref(), difference.new.as_ref())
}

/// Whether two values are the same, where what is unknown is the same if it comes from the same.
pub(crate) fn are_same(old: Option<&Data>, new: Option<&Data>) -> bool {
    let value = |data: &Data| Reading::AsTheyAre.data(data);
    match (old, new) {
        (Some(old), Some(new)) => value(old).python_eq(&value(new)),
        (None, None) => true,
        _ => false,
    }
}
