//! The sections of pages have all properties that the pages list there.

use heat_model::Status;

use super::catalogue;

#[test]
fn every_optional_property_of_a_type_with_sections_is_in_one() {
    for schema in catalogue().types.values().filter(|schema| !schema.sections.is_empty()) {
        for (name, property) in &schema.properties {
            let status = property.support_status.status();
            let is_listed = !property.required && !matches!(status, Status::Deprecated | Status::Hidden);
            let is_named = schema.sections.iter().any(|section| section.properties.contains(name));
            assert!(!is_listed || is_named, "{}: {name} is in no section", schema.name);
        }
    }
}
