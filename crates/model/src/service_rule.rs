//! Rules of a service: conditions that the properties of a resource must satisfy, which Heat does not check.
//!
//! Heat accepts a template whose data violate such a rule, and the service refuses the resource when the stack is created. A rule
//! is a [validation rule](crate::validation_rule), or a test of an address.

use serde::{Deserialize, Serialize};

use crate::validation_rule::Condition;
use crate::{ReleaseTable, ValidationRule};

/// A rule of a service.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ServiceRule {
    /// Client plug-in of the service, such as `neutron`.
    pub by: String,
    /// Release of OpenStack since which the service has the rule, such as `2025.1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// First release of OpenStack in which the service no longer has the rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// Test of the data.
    #[serde(flatten)]
    pub check: ServiceCheck,
}

/// Test of data by a service.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ServiceCheck {
    /// A rule in the language of validation rules. Its message is that of the service.
    Rule(ValidationRule),
    /// A test of an address or a network.
    Address(AddressRule),
}

/// A rule about an address or a network. A value that is none satisfies it, and so does one that is compared with none.
///
/// In a rule `for_each` item of a list, a path is followed in the item, or from the top if the item does not have its first name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddressRule {
    /// List whose items are checked one by one, by its path from the top.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub for_each: Option<Vec<String>>,
    /// Conditions of the rule, which only applies if all of them are true. Their paths begin at the top.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<Condition>,
    /// Property with the address or network.
    pub address: Vec<String>,
    /// Property with the IP version that it must have: 4 or 6.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<Vec<String>>,
    /// Property with the network in which it must be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<Vec<String>>,
    /// Property with an address after which it must not be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_after: Option<Vec<String>>,
    /// Properties with the first and the last address of a range in which it must not be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_between: Option<[Vec<String>; 2]>,
    /// Message of the service.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl ServiceRule {
    /// Message of the service, word for word, with gaps for values.
    #[must_use]
    pub fn message(&self) -> Option<&str> {
        match &self.check {
            ServiceCheck::Rule(rule) => rule.message.as_deref(),
            ServiceCheck::Address(rule) => rule.message.as_deref(),
        }
    }

    /// Returns the rule as the service has it in a release of OpenStack, without what happens to it later; `None` if it does not
    /// have the rule. A name that the table does not have is later than all releases.
    #[must_use]
    pub fn as_of(mut self, version: &str, table: &ReleaseTable) -> Option<Self> {
        let now = table.position(version)?;
        let is_later = |name: &String| {
            table
                .find(name)
                .and_then(|release| table.position(&release.version))
                .is_none_or(|place| place > now)
        };
        if self.since.as_ref().is_some_and(is_later) {
            return None;
        }
        self.until = self.until.filter(|name| !is_later(name));
        self.until.is_none().then_some(self)
    }

    /// Calls `visit` with each path of the rule, from the top of the properties or, in a rule for each item of a list, possibly
    /// from the item.
    pub fn visit_paths(&self, visit: &mut dyn FnMut(&[String])) {
        match &self.check {
            ServiceCheck::Rule(rule) => rule.visit_paths(&mut |path, _| visit(path)),
            ServiceCheck::Address(rule) => {
                rule.for_each.iter().for_each(|path| visit(path));
                rule.when.iter().for_each(|condition| condition.visit_paths(&mut |path, _| visit(path)));
            }
        }
    }

    /// Returns the rule as a sentence, without a full stop.
    #[must_use]
    pub fn words(&self) -> String {
        match &self.check {
            ServiceCheck::Rule(rule) => rule.words(),
            ServiceCheck::Address(rule) => rule.words(),
        }
    }
}

impl AddressRule {
    /// Paths that the rule compares.
    pub fn compared(&self) -> impl Iterator<Item = &Vec<String>> {
        let single =
            [Some(&self.address), self.version.as_ref(), self.within.as_ref(), self.not_after.as_ref()];
        single.into_iter().flatten().chain(self.not_between.iter().flatten())
    }

    fn words(&self) -> String {
        let name = |path: &Vec<String>| format!("`{}`", path.join("."));
        let address = name(&self.address);
        let mut parts = Vec::new();
        parts.extend(
            self.version.as_ref().map(|path| format!("{address} must have the IP version in {}", name(path))),
        );
        parts.extend(self.within.as_ref().map(|path| format!("{address} must be in {}", name(path))));
        parts.extend(
            self.not_after.as_ref().map(|path| format!("{address} must not be after {}", name(path))),
        );
        parts.extend(self.not_between.as_ref().map(|[first, last]| {
            format!("{address} must not be between {} and {}", name(first), name(last))
        }));
        let each = if self.not_between.is_some() { "any" } else { "each" };
        let within = self.for_each.as_ref().map(|list| format!(" in {each} item of {}", name(list)));
        let conditions: Vec<String> = self.when.iter().map(Condition::words).collect();
        let when =
            if conditions.is_empty() { String::new() } else { format!(" if {}", conditions.join(" and ")) };
        format!("{}{}{when}", parts.join(" and "), within.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_of_some_releases() {
        let table = r#"[{"version": "18.0.0", "name": "Yoga", "date": ""}, {"version": "24.0.0", "name": "2025.1", "date": ""},
            {"version": "25.0.0", "name": "2025.2", "date": ""}]"#;
        let table: ReleaseTable = serde_json::from_str(table).unwrap();
        let check = |limits: &str, expect: [Option<&str>; 3]| {
            let rule: ServiceRule =
                serde_json::from_str(&format!(r#"{{"by": "nova", "all": [["a"]], {limits}}}"#)).unwrap();
            let found = ["18.0.0", "24.0.0", "25.0.0"].map(|version| rule.clone().as_of(version, &table));
            let words = found.map(|rule| rule.map(|rule| rule.until.unwrap_or_default()));
            assert_eq!(words.each_ref().map(Option::as_deref), expect, "{limits}");
        };
        check(r#""since": "2025.1""#, [None, Some(""), Some("")]);
        check(r#""until": "2025.1""#, [Some(""), None, None]);
        check(r#""since": "Yoga", "until": "2025.2""#, [Some(""), Some(""), None]);
        check(r#""since": "2026.1", "until": "2026.2""#, [None; 3]);
    }
}
