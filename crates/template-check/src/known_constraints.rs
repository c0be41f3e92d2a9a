//! Custom constraints whose names are known without a cloud.

use heat_model::custom_constraint::{BuiltIn, CustomConstraints, CustomViolation, WithoutCloud, removed_in};
use heat_model::suggest::nearest;
use heat_model::{CustomConstraintTable, Value};
use indexmap::IndexMap;

/// Custom constraints that are known without a cloud. A cloud can have constraints of its own, so an unknown name is only refused
/// if it is similar to a known one, or if an earlier release had it.
pub(crate) struct KnownConstraints<'a> {
    pub(crate) customs: WithoutCloud,
    /// Table of known constraints; `None` if not all names are known.
    pub(crate) table: Option<&'a CustomConstraintTable>,
    /// Values that the cloud accepts, by the name of the constraint.
    pub(crate) accepted: &'a IndexMap<String, Vec<Value>>,
}

/// Result of looking up the name of a custom constraint.
pub(crate) enum ConstraintName {
    /// The constraint exists, or the names of constraints are not known.
    Known,
    /// The name is similar to this name of a constraint.
    Misspelt(String),
    /// The constraint was removed in this release of Heat.
    Removed(&'static str),
    /// Heat has no constraint of this name, but a cloud can have it.
    Unknown,
}

impl ConstraintName {
    /// Looks up a name.
    pub(crate) fn of(name: &str, table: Option<&CustomConstraintTable>) -> Self {
        let Some(table) = table else { return Self::Known };
        if table.get(name).is_some() || BuiltIn::NAMES.contains(&name) {
            return Self::Known;
        }
        if let Some(release) = removed_in(name) {
            return Self::Removed(release);
        }
        let names = table.constraints.keys().map(String::as_str).chain(BuiltIn::NAMES);
        nearest(name, names).map_or(Self::Unknown, |near| Self::Misspelt(near.to_owned()))
    }

    /// Returns the help for a name that no constraint has.
    pub(crate) fn help(&self, name: &str) -> Option<String> {
        match self {
            Self::Misspelt(near) => Some(format!("did you mean `{near}`?")),
            Self::Removed(release) => Some(format!(
                "Heat {release} removed the constraint `{name}`, with the service or the types that it was for: remove it"
            )),
            Self::Known | Self::Unknown => None,
        }
    }
}

impl CustomConstraints for KnownConstraints<'_> {
    fn check(&self, name: &str, value: &Value) -> Result<(), CustomViolation> {
        if let Some(accepted) = self.accepted.get(name) {
            let is_accepted = accepted.iter().any(|known| known.python_eq(value));
            let refused = || CustomViolation::Refused(format!("the answers of the test accept no {value}"));
            return if is_accepted { Ok(()) } else { Err(refused()) };
        }
        match ConstraintName::of(name, self.table) {
            ConstraintName::Misspelt(_) | ConstraintName::Removed(_) => Err(CustomViolation::NotFound),
            ConstraintName::Known | ConstraintName::Unknown => self.customs.check(name, value),
        }
    }

    fn help_with_unknown(&self, name: &str) -> Option<String> {
        ConstraintName::of(name, self.table).help(name)
    }
}

#[cfg(test)]
mod tests {
    use heat_model::CustomConstraint;

    use super::*;

    fn check(name: &str, expect: &Result<(), CustomViolation>, help: Option<&str>) {
        let constraints = ["neutron.network", "nova.flavor"]
            .map(|name| (name.to_owned(), CustomConstraint::default()))
            .into_iter()
            .collect();
        let table = CustomConstraintTable { constraints };
        let accepted = IndexMap::new();
        let known =
            KnownConstraints { customs: WithoutCloud::timeless(), table: Some(&table), accepted: &accepted };
        assert_eq!(&known.check(name, &Value::from("10.0.0.1")), expect, "{name}");
        assert_eq!(known.help_with_unknown(name).as_deref(), help, "{name}");
    }

    #[test]
    fn a_name_is_refused_that_is_nearly_known_or_was_known() {
        let not_found = || Err(CustomViolation::NotFound);
        check("neutron.network", &Ok(()), None);
        check("ip_addr", &Ok(()), None);
        check("neutron.netwrok", &not_found(), Some("did you mean `neutron.network`?"));
        check("ip_adr", &not_found(), Some("did you mean `ip_addr`?"));
        check(
            "designate.domain",
            &not_found(),
            Some(
                "Heat 13.0.0 removed the constraint `designate.domain`, with the service or the types that it was for: remove it",
            ),
        );
        check("acme.datacentre", &Ok(()), None);
    }
}
