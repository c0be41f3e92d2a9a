//! What is known of properties and attributes when the program is compiled.

use heat_model::update::UpdateBehaviour;
use heat_model::{AttributeType, Status};

/// What is known of a property, or of a member of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct PropertyInfo {
    /// Its name.
    pub name: &'static str,
    /// The names that lead to it, joined by dots; the items of a list have none.
    pub path: &'static str,
    /// Its support status.
    pub status: Status,
    /// What an update does that changes it; of a member, what one does that changes the property it is in.
    pub update: UpdateBehaviour,
}

/// What is known of an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct AttributeInfo {
    /// Its name.
    pub name: &'static str,
    /// Its support status.
    pub status: Status,
    /// What its value is, where the schema says so.
    pub attribute_type: Option<AttributeType>,
    /// Whether its value is read once and kept (`cache_local`), or asked for each time.
    pub is_cached: bool,
}

/// What is known of properties: name, path, the number of the status, the number of the update behaviour.
#[must_use]
pub const fn members<const N: usize>(given: [(&'static str, &'static str, u8, u8); N]) -> [PropertyInfo; N] {
    const ANY: PropertyInfo =
        PropertyInfo { name: "", path: "", status: Status::Supported, update: UpdateBehaviour::Replace };
    let mut members = [ANY; N];
    let mut index = 0;
    while index < N {
        let (name, path, state, update) = given[index];
        let update = match update {
            0 => UpdateBehaviour::Replace,
            1 => UpdateBehaviour::InPlace,
            _ => UpdateBehaviour::Refused,
        };
        members[index] = PropertyInfo { name, path, status: status(state), update };
        index += 1;
    }
    members
}

/// What is known of attributes: name, the numbers of status and type, whether it is kept.
#[must_use]
pub const fn attributes<const N: usize>(given: [(&'static str, u8, u8, bool); N]) -> [AttributeInfo; N] {
    const ANY: AttributeInfo =
        AttributeInfo { name: "", status: Status::Supported, attribute_type: None, is_cached: true };
    let mut attributes = [ANY; N];
    let mut index = 0;
    while index < N {
        let (name, state, attribute_type, is_cached) = given[index];
        let known = AttributeType::ALL;
        let attribute_type =
            if (attribute_type as usize) < known.len() { Some(known[attribute_type as usize]) } else { None };
        attributes[index] = AttributeInfo { name, status: status(state), attribute_type, is_cached };
        index += 1;
    }
    attributes
}

/// The status of this number: that of its variant.
const fn status(number: u8) -> Status {
    let mut index = 0;
    while index < Status::ALL.len() {
        if Status::ALL[index] as u8 == number {
            return Status::ALL[index];
        }
        index += 1;
    }
    Status::Unknown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_variants() {
        for known in Status::ALL {
            assert_eq!(status(known as u8), known);
        }
        for known in AttributeType::ALL {
            assert_eq!(attributes([("a", 1, known as u8, true)])[0].attribute_type, Some(known));
        }
        assert_eq!(attributes([("a", 1, u8::MAX, true)])[0].attribute_type, None);
    }
}
