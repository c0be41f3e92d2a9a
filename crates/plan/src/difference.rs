//! Differences between two values of the same thing.

use heat_hot::Data;

use crate::definition::Reading;

/// Old and new value of the same thing.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// Old value; `None` if there was none.
    pub old: Option<Data>,
    /// New value; `None` if there is none.
    pub new: Option<Data>,
}

/// Returns whether both values of a difference are the same, so that the change is only caused by changes in other resources.
#[must_use]
pub fn is_same(difference: &Difference) -> bool {
    are_same(difference.old.as_ref(), difference.new.as_ref())
}

/// Returns whether two values are the same. Unknown values are the same if they have the same origin.
pub(crate) fn are_same(old: Option<&Data>, new: Option<&Data>) -> bool {
    let value = |data: &Data| Reading::AsTheyAre.data(data);
    match (old, new) {
        (Some(old), Some(new)) => value(old).python_eq(&value(new)),
        (None, None) => true,
        _ => false,
    }
}
