//! The custom constraints as they were during the recording.

use std::sync::{Arc, LazyLock};

use heat_model::custom_constraint::{BuiltIn, ConstraintRegistry, Moment};
use heat_model::load::load_custom_constraints;
use heat_yaml::Source;

/// Current time for constraints: between the times that vectors use as past (1999) and as future (2999), so that no clock is
/// involved.
const NOW: Moment = Moment::from_unix(1_700_000_000, 0);

static AS_RECORDED: LazyLock<ConstraintRegistry> = LazyLock::new(|| {
    let (table, _) = load_custom_constraints(&source());
    let of_services = table.constraints.into_keys().filter(|name| !BuiltIn::NAMES.contains(&name.as_str()));
    ConstraintRegistry::at(NOW).accept(of_services)
});

fn source() -> Arc<Source> {
    Source::new("schemas/constraints.yaml", include_str!("../../schemas/constraints.yaml"))
}

/// Returns constraints that check the value itself, unchanged, constraints of services that accept everything, and no others.
pub(crate) fn as_recorded() -> &'static ConstraintRegistry {
    &AS_RECORDED
}

#[cfg(test)]
mod tests {
    use heat_model::Value;
    use heat_model::custom_constraint::{CustomConstraints, CustomViolation};

    use super::*;

    #[test]
    fn other_constraints_are_unknown() {
        let (table, diagnostics) = load_custom_constraints(&source());
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        for (name, constraint) in &table.constraints {
            assert_eq!(constraint.client_plugin.is_some(), constraint.lookup.is_some(), "{name}");
        }
    }

    #[test]
    fn services_accept_everything() {
        fn check(name: &str, value: &str, expect: Option<bool>) {
            let found = match as_recorded().check(name, &Value::from(value)) {
                Ok(()) => Some(true),
                Err(CustomViolation::NotFound) => None,
                Err(_) => Some(false),
            };
            assert_eq!(found, expect, "{name} {value}");
        }
        check("nova.flavor", "anything", Some(true));
        check("ip_addr", "10.0.0.1", Some(true));
        check("ip_addr", "anything", Some(false));
        check("no.such", "anything", None);
    }
}
