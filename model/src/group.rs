//! Properties groups: which properties belong together, and which exclude each other.
//!
//! Follows `heat.engine.properties_group`, where a group is a map of one operator (`AND`, `OR`, `XOR`) to property
//! paths and further groups; schemas write the operators in lower case.

use std::fmt;

use serde::de::{self, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How the members of a group relate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operator {
    /// All of them, or none.
    And,
    /// At least one.
    Or,
    /// Exactly one.
    Xor,
}

impl Operator {
    /// All operators.
    pub const ALL: [Self; 3] = [Self::And, Self::Or, Self::Xor];

    /// The word for it in a schema.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::And => "and",
            Self::Or => "or",
            Self::Xor => "xor",
        }
    }
}

/// A member of a group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Member {
    /// A property, by its path from the top.
    Property(Vec<String>),
    /// A group of its own.
    Group(GroupExpression),
}

/// An operator with its members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupExpression {
    /// How the members relate.
    pub operator: Operator,
    /// Properties and further groups.
    pub members: Vec<Member>,
}

/// Properties that need a client of a certain API version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApiVersions {
    /// The client plug-in whose version counts.
    pub client_plugin: String,
    /// The versions that know these properties.
    pub versions: Vec<String>,
    /// The properties, by their paths from the top.
    pub properties: Vec<Vec<String>>,
}

/// A rule about several properties.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PropertiesGroup {
    /// Which of them may, or have to, be given together.
    Expression(GroupExpression),
    /// Which of them need a certain API version.
    ApiVersions(ApiVersions),
}

impl GroupExpression {
    /// Calls `visit` with every property path in it, however deep.
    pub fn for_each_path(&self, visit: &mut dyn FnMut(&[String])) {
        for member in &self.members {
            match member {
                Member::Property(path) => visit(path),
                Member::Group(group) => group.for_each_path(visit),
            }
        }
    }
}

impl PropertiesGroup {
    /// The paths of all properties it speaks of, in source order, each once.
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
                Err(de::Error::custom("`api_versions` stands at the top only"))
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

/// The key of a group of [`ApiVersions`].
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
                    let operator = Operator::ALL
                        .into_iter()
                        .find(|operator| operator.as_str() == key)
                        .ok_or_else(|| de::Error::custom(format!("`{key}` is not and, or or xor")))?;
                    PropertiesGroup::Expression(GroupExpression { operator, members: map.next_value()? })
                };
                if map.next_key::<String>()?.is_some() {
                    return Err(de::Error::custom("a properties group has one operator"));
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
    fn groups_nest_and_write_back_as_they_were() {
        check(r#"{"or":[["subnet"],["port"]]}"#, Ok(&["subnet", "port"]));
        check(r#"{"xor":[["a","b"],{"and":[["c"],["d"]]}]}"#, Ok(&["a.b", "c", "d"]));
        check(
            r#"{"api_versions":{"client_plugin":"nova","versions":["2.19"],"properties":[["description"]]}}"#,
            Ok(&["description"]),
        );
    }

    #[test]
    fn what_heat_refuses_is_refused() {
        check(r#"{"AND":[["a"]]}"#, Err("not and, or or xor"));
        check(r#"{"and":[["a"]],"or":[["b"]]}"#, Err("one operator"));
        check("{}", Err("needs an operator"));
        check(r#"["and"]"#, Err("a map with one key"));
    }
}
