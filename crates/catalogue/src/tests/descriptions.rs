//! Requirements on the catalogue's descriptions. People decide whether a sentence is correct; a test can check that effects that
//! Heat has for every type are described for every type.

use std::collections::{BTreeMap, BTreeSet};

use heat_model::{AttributeType, PropertySchema, PropertyType, ResourceType};

use super::catalogue;

/// The sentence in the description of a property that gets the resource's own `description` as its default.
const FALLBACK: &str = "If omitted, the `description` of the resource in the template is used.";

/// Collects the complaints about each visible type, and expects none.
#[track_caller]
fn check(mut complaints: impl FnMut(&ResourceType) -> Vec<String>) {
    let found: Vec<String> = catalogue().visible().flat_map(&mut complaints).collect();
    assert!(found.is_empty(), "{found:#?}");
}

/// Calls `visit` with the path and schema of each property of `schema`, including nested ones and items.
fn walk<'a>(schema: &'a ResourceType, visit: &mut dyn FnMut(&str, &'a PropertySchema)) {
    fn below<'a>(path: &str, property: &'a PropertySchema, visit: &mut dyn FnMut(&str, &'a PropertySchema)) {
        visit(path, property);
        if let Some(nested) = &property.schema {
            for (name, member) in nested.entries() {
                below(&format!("{path}.{name}"), member, visit);
            }
        }
    }
    for (name, property) in &schema.properties {
        below(name, property, visit);
    }
}

#[test]
fn a_description_that_heat_fills_in_says_so() {
    check(|schema| {
        let Some(property) = schema.properties.get("description") else { return Vec::new() };
        // Heat's condition: there is no value, no default, and the property can be updated.
        let filled_in = property.update_allowed && property.default.is_none();
        let says_so = property.description.as_deref().is_some_and(|text| text.contains(FALLBACK));
        match (filled_in, says_so) {
            (true, false) => vec![format!("{}: does not say `{FALLBACK}`", schema.name)],
            (false, true) => vec![format!("{}: says `{FALLBACK}`, which Heat does not do here", schema.name)],
            _ => Vec::new(),
        }
    });
}

#[test]
fn list_items_that_are_maps_are_described() {
    check(|schema| {
        let mut found = Vec::new();
        walk(schema, &mut |path, property| {
            let item = property.item().filter(|item| item.property_type == PropertyType::Map);
            if item.is_some_and(|item| item.description.is_none()) {
                found.push(format!("{}: {path}", schema.name));
            }
        });
        found
    });
}

#[test]
fn no_description_recommends_a_hidden_attribute() {
    let catalogue = catalogue();
    let mut hidden: BTreeMap<&str, BTreeSet<bool>> = BTreeMap::new();
    for schema in catalogue.types.values() {
        for (name, attribute) in &schema.attributes {
            hidden.entry(name).or_default().insert(attribute.support_status.is_hidden());
        }
    }
    let only_hidden = |name: &str| hidden.get(name).is_some_and(|seen| !seen.contains(&false));
    check(|schema| {
        let mut found = Vec::new();
        let mut texts: Vec<(String, &str)> = Vec::new();
        walk(schema, &mut |path, property| {
            texts.extend(property.description.as_deref().map(|text| (path.to_owned(), text)));
        });
        texts.extend(schema.description.as_deref().map(|text| (String::new(), text)));
        for (path, text) in texts {
            for call in text.split("get_attr: [").skip(1) {
                let name = call.split([',', ']']).nth(1).unwrap_or_default().trim();
                if only_hidden(name) {
                    found.push(format!("{} {path}: {name}", schema.name));
                }
            }
        }
        found
    });
}

/// The phrase that introduces the alternative to an AWS-compatible type.
const IN_NEW_TEMPLATES: &str = "In new templates, ";

#[test]
fn aws_compatible_types_name_what_to_use_instead() {
    let types: BTreeSet<String> = catalogue().visible().map(|schema| schema.name.clone()).collect();
    check(|schema| {
        if !schema.name.starts_with("AWS::") {
            return Vec::new();
        }
        let text = schema.description.as_deref().unwrap_or_default();
        let Some((_, alternative)) = text.split_once(IN_NEW_TEMPLATES) else {
            return vec![format!("{}: no sentence begins with `{IN_NEW_TEMPLATES}`", schema.name)];
        };
        let named = alternative.split('`').skip(1).step_by(2);
        let is_known = named.into_iter().any(|name| name.starts_with("OS::") && types.contains(name));
        if is_known { Vec::new() } else { vec![format!("{}: it names no `OS::` type", schema.name)] }
    });
}

/// Attributes whose values have a different type from the one that the plug-in declares, as their descriptions say.
const OTHER_THAN_DECLARED: [(&str, &str); 2] =
    [("OS::Mistral::ExternalResource", "output"), ("OS::Neutron::Port", "dns_assignment")];

#[test]
fn maps_and_lists_that_attributes_give_have_an_example() {
    // Blazar's plug-in passes these on as the service sends them.
    let without = [("OS::Blazar::Host", "cpu_info"), ("OS::Blazar::Host", "extra_capability")];
    check(|schema| {
        let mut found = Vec::new();
        let name = schema.name.as_str();
        for (attribute, declared) in
            schema.attributes.iter().filter(|(_, own)| !own.support_status.is_hidden())
        {
            let place = (name, attribute.as_str());
            let fits = match (declared.attribute_type, &declared.example) {
                (Some(AttributeType::Map), Some(example)) => {
                    example.as_map().is_some() != OTHER_THAN_DECLARED.contains(&place)
                }
                (Some(AttributeType::List), Some(example)) => example.as_list().is_some(),
                (Some(AttributeType::Map | AttributeType::List), None) => without.contains(&place),
                _ => true,
            };
            if !fits {
                found.push(format!("{name}: {attribute}: {:?}", declared.example));
            }
        }
        found
    });
}
