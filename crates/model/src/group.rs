//! Properties groups: properties that must be set together, and properties that exclude each other.
//!
//! Follows `heat.engine.properties_group`, where a group is a map from one operator (`AND`, `OR`, `XOR`) to
//! property paths and nested groups; schemas write the operators in lower case.

use std::fmt;

use indexmap::{IndexMap, IndexSet};
use serde::de::{self, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::word::words;

/// Operator that combines the members of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operator {
    /// All members are set, or none.
    And,
    /// At least one member is set.
    Or,
    /// Exactly one member is set.
    Xor,
}

words!(Operator, "and, or or xor", [And => "and", Or => "or", Xor => "xor"]);

/// A member of a group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Member {
    /// A property, by its path from the top.
    Property(Vec<String>),
    /// A nested group.
    Group(GroupExpression),
}

/// An operator with its members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupExpression {
    /// Operator that combines the members.
    pub operator: Operator,
    /// Properties and further groups.
    pub members: Vec<Member>,
}

/// Properties that require certain API versions of a client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApiVersions {
    /// The client plug-in whose version is checked.
    pub client_plugin: String,
    /// The versions that support these properties.
    pub versions: Vec<String>,
    /// The properties, by their paths from the top.
    pub properties: Vec<Vec<String>>,
}

/// A rule about several properties.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PropertiesGroup {
    /// The properties that may, or must, be set together.
    Expression(GroupExpression),
    /// The properties that require certain API versions.
    ApiVersions(ApiVersions),
}

/// Sets of API versions, by client plug-in and path of a property.
pub type SupportedVersions<'a> = IndexMap<(&'a str, &'a [String]), IndexSet<&'a str>>;

/// The API versions that support each property, by client plug-in and path. If several groups name a property, all of them must
/// be satisfied. Properties that no group names are supported by every version.
#[must_use]
pub fn supported_versions(groups: &[PropertiesGroup]) -> SupportedVersions<'_> {
    let mut supported = SupportedVersions::new();
    for group in groups {
        let PropertiesGroup::ApiVersions(ApiVersions { client_plugin, versions, properties }) = group else {
            continue;
        };
        let versions: IndexSet<&str> = versions.iter().map(String::as_str).collect();
        for path in properties {
            supported
                .entry((client_plugin.as_str(), path.as_slice()))
                .and_modify(|supported| supported.retain(|version| versions.contains(version)))
                .or_insert_with(|| versions.clone());
        }
    }
    supported
}

/// State of a group, or of one of its members, for the set of properties that are set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupState {
    /// The member is set: a property that is set, `and` with all its members, `or` with any, `xor` with exactly one.
    Given,
    /// Nothing of the member is set.
    Absent,
    /// Set in an invalid way: `and` with some of its members, `xor` with several.
    Broken,
}

impl GroupExpression {
    /// Returns the state of the group. `is_given` tells whether a property is set.
    #[must_use]
    pub fn standing(&self, is_given: &dyn Fn(&[String]) -> bool) -> GroupState {
        let (mut given, mut absent, mut broken) = (0_usize, 0_usize, 0_usize);
        for member in &self.members {
            let standing = match member {
                Member::Property(path) if is_given(path) => GroupState::Given,
                Member::Property(_) => GroupState::Absent,
                Member::Group(group) => group.standing(is_given),
            };
            match standing {
                GroupState::Given => given += 1,
                GroupState::Absent => absent += 1,
                GroupState::Broken => broken += 1,
            }
        }
        match self.operator {
            _ if broken > 0 => GroupState::Broken,
            _ if given == 0 => GroupState::Absent,
            Operator::And if absent > 0 => GroupState::Broken,
            Operator::Xor if given > 1 => GroupState::Broken,
            _ => GroupState::Given,
        }
    }

    /// Returns whether the group is satisfied: for `and` all of the properties or none are set, for `or` at least one, for `xor`
    /// exactly one.
    #[must_use]
    pub fn is_met(&self, is_given: &dyn Fn(&[String]) -> bool) -> bool {
        match (self.operator, self.standing(is_given)) {
            (_, GroupState::Given) | (Operator::And, GroupState::Absent) => true,
            (_, GroupState::Absent | GroupState::Broken) => false,
        }
    }

    /// Calls `visit` with every property path in the group, however deep.
    pub fn for_each_path(&self, visit: &mut dyn FnMut(&[String])) {
        for member in &self.members {
            match member {
                Member::Property(path) => visit(path),
                Member::Group(group) => group.for_each_path(visit),
            }
        }
    }
}

/// Describes the group: ``at least one of `subnet` and `port` ``.
impl fmt::Display for GroupExpression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.operator {
            Operator::And => "all or none of ",
            Operator::Or => "at least one of ",
            Operator::Xor => "exactly one of ",
        })?;
        for (index, member) in self.members.iter().enumerate() {
            f.write_str(match index {
                0 => "",
                _ if index + 1 == self.members.len() => " and ",
                _ => ", ",
            })?;
            match member {
                Member::Property(path) => write!(f, "`{}`", path.join("."))?,
                Member::Group(group) => write!(f, "({group})")?,
            }
        }
        Ok(())
    }
}

impl PropertiesGroup {
    /// Returns the paths of all properties in the group, in source order, without duplicates.
    #[must_use]
    pub fn paths(&self) -> Vec<Vec<String>> {
        let mut paths: Vec<Vec<String>> = Vec::new();
        let mut add = |path: &[String]| {
            if !paths.iter().any(|known| known == path) {
                paths.push(path.to_vec());
            }
        };
        match self {
            Self::Expression(group) => group.for_each_path(&mut add),
            Self::ApiVersions(versions) => versions.properties.iter().for_each(|path| add(path)),
        }
        paths
    }
}

impl Serialize for GroupExpression {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.operator.as_str(), &self.members)?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for GroupExpression {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match PropertiesGroup::deserialize(deserializer)? {
            PropertiesGroup::Expression(group) => Ok(group),
            PropertiesGroup::ApiVersions(_) => {
                Err(de::Error::custom("`api_versions` is only allowed at the top"))
            }
        }
    }
}

impl Serialize for PropertiesGroup {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Expression(group) => group.serialize(serializer),
            Self::ApiVersions(versions) => {
                let mut map = serializer.serialize_map(Some(1))?;
                map.serialize_entry(API_VERSIONS, versions)?;
                map.end()
            }
        }
    }
}

/// The key of an [`ApiVersions`] group.
pub const API_VERSIONS: &str = "api_versions";

impl<'de> Deserialize<'de> for PropertiesGroup {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct GroupVisitor;

        impl<'de> Visitor<'de> for GroupVisitor {
            type Value = PropertiesGroup;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map with one key: and, or, xor or api_versions")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let Some(key) = map.next_key::<String>()? else {
                    return Err(de::Error::custom("a properties group needs an operator"));
                };
                let group = if key == API_VERSIONS {
                    PropertiesGroup::ApiVersions(map.next_value()?)
                } else {
                    let operator = key.parse().map_err(de::Error::custom)?;
                    PropertiesGroup::Expression(GroupExpression { operator, members: map.next_value()? })
                };
                if map.next_key::<String>()?.is_some() {
                    return Err(de::Error::custom("a properties group must have exactly one operator"));
                }
                Ok(group)
            }
        }

        deserializer.deserialize_map(GroupVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(json: &str, expect: Result<&[&str], &str>) {
        let group: Result<PropertiesGroup, _> = serde_json::from_str(json);
        match (group, expect) {
            (Ok(group), Ok(paths)) => {
                assert_eq!(group.paths().iter().map(|path| path.join(".")).collect::<Vec<_>>(), paths);
                assert_eq!(serde_json::to_string(&group).unwrap(), json);
            }
            (Err(error), Err(message)) => assert!(error.to_string().contains(message), "{error}"),
            (got, _) => panic!("{json}: {got:?}"),
        }
    }

    #[test]
    fn nested_groups_round_trip() {
        check(r#"{"or":[["subnet"],["port"]]}"#, Ok(&["subnet", "port"]));
        check(r#"{"xor":[["a","b"],{"and":[["c"],["d"]]}]}"#, Ok(&["a.b", "c", "d"]));
        check(
            r#"{"api_versions":{"client_plugin":"nova","versions":["2.19"],"properties":[["description"]]}}"#,
            Ok(&["description"]),
        );
    }

    #[test]
    fn groups_are_checked_against_the_given_properties() {
        fn check(json: &str, met_by: &[&[&str]], refused: &[&[&str]]) {
            let group: GroupExpression = serde_json::from_str(json).unwrap();
            let is_met = |given: &[&str]| group.is_met(&|path| given.contains(&path.join(".").as_str()));
            for given in met_by {
                assert!(is_met(given), "{group} with {given:?}");
            }
            for given in refused {
                assert!(!is_met(given), "{group} with {given:?}");
            }
        }
        check(r#"{"and":[["a"],["b"]]}"#, &[&[], &["a", "b"]], &[&["a"], &["b"]]);
        check(r#"{"or":[["a"],["b"]]}"#, &[&["a"], &["a", "b"]], &[&[], &["c"]]);
        check(r#"{"xor":[["a"],["b","c"]]}"#, &[&["a"], &["b.c"]], &[&[], &["a", "b.c"]]);
        check(
            r#"{"xor":[["a"],{"and":[["b"],["c"]]}]}"#,
            &[&["a"], &["b", "c"]],
            &[&["a", "b"], &["b"], &["a", "b", "c"], &[]],
        );
    }

    #[test]
    fn groups_are_described() {
        let group: GroupExpression =
            serde_json::from_str(r#"{"xor":[["a"],["b","c"],{"and":[["d"],["e"]]}]}"#).unwrap();
        assert_eq!(group.to_string(), "exactly one of `a`, `b.c` and (all or none of `d` and `e`)");
    }

    #[test]
    fn what_heat_refuses_is_refused() {
        check(r#"{"AND":[["a"]]}"#, Err("not and, or or xor"));
        check(r#"{"and":[["a"]],"or":[["b"]]}"#, Err("one operator"));
        check("{}", Err("needs an operator"));
        check(r#"["and"]"#, Err("a map with one key"));
    }
}
