//! Custom constraints that earlier releases of Heat had.

/// Constraints that Heat has removed, each with the first release without it, sorted by name.
const REMOVED: [(&str, &str); 17] = [
    ("designate.domain", "13.0.0"),
    ("heat.resource_type", "10.0.0"),
    ("magnum.baymodel", "19.0.0"),
    ("monasca.notification", "25.0.0"),
    ("neutron.lb.provider", "22.0.0"),
    ("sahara.cluster", "23.0.0"),
    ("sahara.cluster_template", "23.0.0"),
    ("sahara.data_source", "23.0.0"),
    ("sahara.image", "23.0.0"),
    ("sahara.job_binary", "23.0.0"),
    ("sahara.job_type", "23.0.0"),
    ("sahara.plugin", "23.0.0"),
    ("senlin.cluster", "23.0.0"),
    ("senlin.policy", "23.0.0"),
    ("senlin.policy_type", "23.0.0"),
    ("senlin.profile", "23.0.0"),
    ("senlin.profile_type", "23.0.0"),
];

/// The first release of Heat without a custom constraint that an earlier one had.
#[must_use]
pub fn removed_in(name: &str) -> Option<&'static str> {
    let place = REMOVED.binary_search_by_key(&name, |(removed, _)| removed).ok()?;
    REMOVED.get(place).map(|(_, release)| *release)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removed_constraints_are_found_by_name() {
        assert!(REMOVED.is_sorted());
        let check = |name: &str, expect: Option<&str>| assert_eq!(removed_in(name), expect, "{name}");
        check("designate.domain", Some("13.0.0"));
        check("senlin.profile_type", Some("23.0.0"));
        check("designate.zone", None);
        check("", None);
    }
}
