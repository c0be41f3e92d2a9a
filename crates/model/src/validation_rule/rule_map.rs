//! The representation of a rule in a schema: the requirement has a key of its own.

use serde::{Deserialize, Serialize};

use super::{Condition, Operand, Requirement, ValidationRule};
use crate::property::is_false;

/// A rule as a map.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RuleMap {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    for_each: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    when: Vec<Condition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at_most_one: Option<Vec<Condition>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at_least_one: Option<Vec<Condition>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exactly_one: Option<Vec<Condition>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    all: Option<Vec<Condition>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    none: Option<Vec<Condition>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    equal: Option<Vec<Vec<String>>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ascending: Option<Vec<Operand>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exception: Option<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    already_enforced: bool,
}

impl TryFrom<RuleMap> for ValidationRule {
    type Error = String;

    fn try_from(written: RuleMap) -> Result<Self, String> {
        let RuleMap { for_each, when, description, message, exception, already_enforced, .. } = written;
        let requirements = [
            written.at_most_one.map(Requirement::AtMostOne),
            written.at_least_one.map(Requirement::AtLeastOne),
            written.exactly_one.map(Requirement::ExactlyOne),
            written.all.map(Requirement::All),
            written.none.map(Requirement::None),
            written.equal.map(Requirement::Equal),
            written.ascending.map(Requirement::Ascending),
        ];
        let mut given = requirements.into_iter().flatten();
        match (given.next(), given.next()) {
            (Some(requirement), None) => {
                Ok(Self { for_each, when, requirement, description, message, exception, already_enforced })
            }
            _ => Err(format!("a validation rule needs exactly one of `{}`", Requirement::KEYS.join("`, `"))),
        }
    }
}

impl From<ValidationRule> for RuleMap {
    fn from(rule: ValidationRule) -> Self {
        let ValidationRule { for_each, when, requirement, description, message, exception, already_enforced } =
            rule;
        let written =
            Self { for_each, when, description, message, exception, already_enforced, ..Self::default() };
        match requirement {
            Requirement::AtMostOne(conditions) => Self { at_most_one: Some(conditions), ..written },
            Requirement::AtLeastOne(conditions) => Self { at_least_one: Some(conditions), ..written },
            Requirement::ExactlyOne(conditions) => Self { exactly_one: Some(conditions), ..written },
            Requirement::All(conditions) => Self { all: Some(conditions), ..written },
            Requirement::None(conditions) => Self { none: Some(conditions), ..written },
            Requirement::Equal(paths) => Self { equal: Some(paths), ..written },
            Requirement::Ascending(operands) => Self { ascending: Some(operands), ..written },
        }
    }
}
