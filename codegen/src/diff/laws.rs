//! What holds for any two schemas: comparing them never fails, and nothing changes without being found.

use heat_model::diff::{Finding, Policy, compare};
use heat_model::{NestedSchema, PropertySchema, ReleaseTable, ResourceType};
use proptest::prelude::*;

use crate::yaml_text::arbitrary;

fn findings(before: &ResourceType, after: &ResourceType) -> Vec<Finding> {
    let releases = ReleaseTable::default();
    compare(&[before], &[after], &Policy::new(&releases))
}

/// A part of a type, taken over from another.
type Take = fn(&mut ResourceType, ResourceType);

const PARTS: [(&str, Take); 14] = [
    ("description", |to, from| to.description = from.description),
    ("support_status", |to, from| to.support_status = from.support_status),
    ("default_client_name", |to, from| to.default_client_name = from.default_client_name),
    ("entity", |to, from| to.entity = from.entity),
    ("required_service_extension", |to, from| {
        to.required_service_extension = from.required_service_extension;
    }),
    ("physical_resource_name_limit", |to, from| {
        to.physical_resource_name_limit = from.physical_resource_name_limit;
    }),
    ("python_class", |to, from| to.python_class = from.python_class),
    ("always_replace_on_check_failed", |to, from| {
        to.always_replace_on_check_failed = from.always_replace_on_check_failed;
    }),
    ("requires_deferred_auth", |to, from| to.requires_deferred_auth = from.requires_deferred_auth),
    ("strict_dependency", |to, from| to.strict_dependency = from.strict_dependency),
    ("no_signal_actions", |to, from| to.no_signal_actions = from.no_signal_actions),
    ("attributes", |to, from| to.attributes = from.attributes),
    ("update_policy", |to, from| to.update_policy = from.update_policy),
    ("examples", |to, from| to.examples = from.examples),
];

/// A part of a property, taken over from another.
type TakeOfProperty = fn(&mut PropertySchema, PropertySchema);

const PROPERTY_PARTS: [(&str, TakeOfProperty); 11] = [
    ("type", |to, from| to.property_type = from.property_type),
    ("description", |to, from| to.description = from.description),
    ("support_status", |to, from| to.support_status = from.support_status),
    ("required", |to, from| to.required = from.required),
    ("update_allowed", |to, from| to.update_allowed = from.update_allowed),
    ("immutable", |to, from| to.immutable = from.immutable),
    ("default", |to, from| to.default = from.default),
    ("implemented", |to, from| to.implemented = from.implemented),
    ("allow_conversion", |to, from| to.allow_conversion = from.allow_conversion),
    ("schema", |to, from| to.schema = from.schema),
    ("constraints", |to, from| to.constraints = from.constraints),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn nothing_changes_where_nothing_changed(schema in arbitrary::resource_type()) {
        prop_assert!(findings(&schema, &schema).is_empty());
    }

    #[test]
    fn any_two_can_be_compared(before in arbitrary::resource_type(), after in arbitrary::resource_type()) {
        let after = ResourceType { name: before.name.clone(), ..after };
        let fingerprints = |findings: Vec<Finding>| findings.iter().map(Finding::fingerprint).collect::<Vec<_>>();
        let found = fingerprints(findings(&before, &after));
        prop_assert_eq!(found, fingerprints(findings(&before, &after)));
    }

    #[test]
    fn every_change_of_a_type_is_found(before in arbitrary::resource_type(), other in arbitrary::resource_type()) {
        for (part, take) in PARTS {
            let mut after = before.clone();
            take(&mut after, other.clone());
            prop_assert_eq!(before == after, findings(&before, &after).is_empty(), "{}", part);
        }
    }

    #[test]
    fn every_change_of_a_property_is_found(
        mut before in arbitrary::resource_type(),
        one in arbitrary::property(),
        other in arbitrary::property(),
        nested in any::<bool>(),
    ) {
        for (part, take) in PROPERTY_PARTS {
            let mut changed = one.clone();
            take(&mut changed, other.clone());
            let [old, new] = [&one, &changed].map(|inner| {
                let mut list = PropertySchema::new(heat_model::PropertyType::List);
                list.schema = Some(NestedSchema::Item(Box::new(inner.clone())));
                if nested { list } else { inner.clone() }
            });
            before.properties.insert("subject".to_owned(), old);
            let mut after = before.clone();
            after.properties.insert("subject".to_owned(), new);
            let found = findings(&before, &after);
            // Constraints in other words, or in another order, may admit the same.
            if before == after || part != "constraints" {
                prop_assert_eq!(before == after, found.is_empty(), "{}: {:?} {:?}", part, one, changed);
            }
        }
    }
}
