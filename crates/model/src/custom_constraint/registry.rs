//! A caller's own custom constraints, in addition to the built-in ones.

use std::fmt;

use indexmap::IndexMap;

use super::{BuiltIn, CustomConstraints, CustomViolation, Moment};
use crate::Value;

/// A check of the caller's, which returns the reason if it rejects a value.
type Check = Box<dyn Fn(&Value) -> Result<(), String> + Send + Sync>;

/// The built-in constraints and any others.
///
/// Heat registers constraints by name in the same way; a later registration of a name replaces an earlier
/// one, including a built-in one.
///
/// ```
/// use heat_model::Value;
/// use heat_model::custom_constraint::{CustomConstraints, CustomViolation, Moment, ConstraintRegistry};
///
/// let registry = ConstraintRegistry::at(Moment::from_unix(1_700_000_000, 0))
///     .with("vlan", |value| match value.as_str() {
///         Some("trunk") => Ok(()),
///         _ => Err("not a VLAN".to_owned()),
///     })
///     .accept(["nova.flavor"]);
/// assert!(registry.check("vlan", &Value::from("trunk")).is_ok());
/// assert!(registry.check("nova.flavor", &Value::from("m1.small")).is_ok());
/// assert!(registry.check("mac_addr", &Value::from("fa:16:3e:12:34:56")).is_ok());
/// assert_eq!(registry.check("nova.host", &Value::from("a")), Err(CustomViolation::NotFound));
/// ```
pub struct ConstraintRegistry {
    built_in: BuiltIn,
    own: IndexMap<String, Option<Check>>,
}

impl ConstraintRegistry {
    /// Returns only the built-in constraints, with the present moment for those that depend on it.
    #[must_use]
    pub fn at(now: impl Into<Moment>) -> Self {
        Self { built_in: BuiltIn::at(now), own: IndexMap::new() }
    }

    /// Registers a constraint; the check returns the reason if it rejects a value.
    ///
    /// To register another [`CustomConstraints`], pass a closure that calls it.
    #[must_use]
    pub fn with<F>(mut self, name: impl Into<String>, check: F) -> Self
    where
        F: Fn(&Value) -> Result<(), String> + Send + Sync + 'static,
    {
        self.own.insert(name.into(), Some(Box::new(check)));
        self
    }

    /// Registers names that accept every value, in place of constraints that need a cloud.
    #[must_use]
    pub fn accept<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.own.extend(names.into_iter().map(|name| (name.into(), None)));
        self
    }

    /// The check registered under a name. With only a few, comparing names is faster than hashing one.
    fn own(&self, name: &str) -> Option<&Option<Check>> {
        if self.own.len() > 16 {
            return self.own.get(name);
        }
        self.own.iter().find(|(known, _)| *known == name).map(|(_, check)| check)
    }

    /// The names of all constraints: the built-in ones, then the caller's in the order of their first
    /// registration.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let added = self.own.keys().map(String::as_str).filter(|name| !BuiltIn::NAMES.contains(name));
        BuiltIn::NAMES.into_iter().chain(added)
    }
}

impl CustomConstraints for ConstraintRegistry {
    fn check(&self, name: &str, value: &Value) -> Result<(), CustomViolation> {
        match self.own(name) {
            Some(Some(check)) => check(value).map_err(CustomViolation::Refused),
            Some(None) => Ok(()),
            None => self.built_in.check(name, value),
        }
    }
}

impl fmt::Debug for ConstraintRegistry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConstraintRegistry")
            .field("built_in", &self.built_in)
            .field("own", &self.own.keys())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reason of a rejection, or the name of another result.
    fn check(registry: &ConstraintRegistry, name: &str, expect: &str) {
        let answer = match registry.check(name, &Value::from("x")) {
            Ok(()) => "ok".to_owned(),
            Err(CustomViolation::NotFound) => "not found".to_owned(),
            Err(CustomViolation::Refused(why)) => why,
        };
        assert_eq!(answer, expect, "{name}");
    }

    #[test]
    fn the_last_registration_of_a_name_counts() {
        let registry = ConstraintRegistry::at(Moment::from_unix(0, 0))
            .with("a", |_| Err("first".to_owned()))
            .accept(["b", "c"])
            .with("a", |_| Err("second".to_owned()))
            .with("b", |_| Err(String::new()))
            .accept(["ip_addr"]);
        check(&registry, "a", "second");
        check(&registry, "b", "");
        check(&registry, "c", "ok");
        check(&registry, "ip_addr", "ok");
        check(&registry, "d", "not found");
        check(&registry, "dns_name", "ok");
        let names: Vec<&str> = registry.names().collect();
        assert_eq!(names[..12], BuiltIn::NAMES);
        assert_eq!(names[12..], ["a", "b", "c"]);
    }
}
