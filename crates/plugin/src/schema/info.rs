//! Metadata of properties and attributes that is available at compile time.

use heat_model::update::UpdateBehaviour;
use heat_model::{AttributeType, Status};

/// The metadata of a property, or of a member of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct PropertyInfo {
    /// The name of the property.
    pub name: &'static str,
    /// The names on the path to the property, joined by dots; the items of a list do not add a name.
    pub path: &'static str,
    /// The support status of the property.
    pub status: Status,
    /// The effect of an update that changes the property; for a member, of one that changes the property that contains it.
    pub update: UpdateBehaviour,
}

/// The metadata of an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct AttributeInfo {
    /// The name of the attribute.
    pub name: &'static str,
    /// The support status of the attribute.
    pub status: Status,
    /// The type of the attribute's value, if the schema declares it.
    pub attribute_type: Option<AttributeType>,
    /// `true` if the attribute's value is read once and cached (`cache_local`).
    pub is_cached: bool,
}

/// Unpacks the metadata of top-level properties from their names, which are also their paths, and one byte each: the number of
/// the status in three bits, and above them the number of the update behaviour.
#[must_use]
pub const fn members<const N: usize>(names: [&'static str; N], facts: &[u8; N]) -> [PropertyInfo; N] {
    nested(names, names, facts)
}

/// Unpacks the metadata of members of properties.
#[must_use]
pub const fn nested<const N: usize>(
    names: [&'static str; N],
    paths: [&'static str; N],
    facts: &[u8; N],
) -> [PropertyInfo; N] {
    const ANY: PropertyInfo =
        PropertyInfo { name: "", path: "", status: Status::Supported, update: UpdateBehaviour::Replace };
    let mut members = [ANY; N];
    let mut index = 0;
    while index < N {
        let update = match facts[index] >> 3 {
            0 => UpdateBehaviour::Replace,
            1 => UpdateBehaviour::InPlace,
            _ => UpdateBehaviour::Refused,
        };
        members[index] =
            PropertyInfo { name: names[index], path: paths[index], status: status(facts[index] & 7), update };
        index += 1;
    }
    members
}

/// Unpacks the metadata of attributes from their names, and one byte each: the number of the status in three bits, the number
/// of the type in the next three, and whether the value is cached in the seventh.
#[must_use]
pub const fn attributes<const N: usize>(names: [&'static str; N], facts: &[u8; N]) -> [AttributeInfo; N] {
    const ANY: AttributeInfo =
        AttributeInfo { name: "", status: Status::Supported, attribute_type: None, is_cached: true };
    let mut attributes = [ANY; N];
    let mut index = 0;
    while index < N {
        let known = AttributeType::ALL;
        let number = (facts[index] >> 3 & 7) as usize;
        let attribute_type = if number < known.len() { Some(known[number]) } else { None };
        let status = status(facts[index] & 7);
        let is_cached = facts[index] >> 6 == 1;
        attributes[index] = AttributeInfo { name: names[index], status, attribute_type, is_cached };
        index += 1;
    }
    attributes
}

/// The status with this number, which is that of its variant.
const fn status(number: u8) -> Status {
    match number {
        1 => Status::Supported,
        2 => Status::Deprecated,
        3 => Status::Unsupported,
        4 => Status::Hidden,
        _ => Status::Unknown,
    }
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
            assert_eq!(attributes(["a"], &[1 | (known as u8) << 3])[0].attribute_type, Some(known));
        }
        let [info] = attributes(["a"], &[1 | 7 << 3 | 1 << 6]);
        assert_eq!((info.attribute_type, info.is_cached), (None, true));
    }
}
