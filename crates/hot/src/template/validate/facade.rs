//! Compatibility of nested templates with the type that they replace: its properties and attributes have to match.
//!
//! Follows `TemplateResource._validate_against_facade`.

use heat_model::{PropertyType, ResourceType};

use crate::fault::{Exception, Problem};

/// The exception of Heat for a nested template that is not compatible with the type that it replaces, by their schemas.
pub(super) fn misfit(
    resource_type: &str,
    facade: &ResourceType,
    provider: &ResourceType,
) -> Option<Exception> {
    let wanted = facade.properties.iter().find_map(|(name, wanted)| match provider.properties.get(name) {
        None if wanted.required => {
            Some(format!("Required property {name} for facade {resource_type} missing in provider"))
        }
        Some(own) if of_parameter(wanted.property_type) != own.property_type => {
            let (wanted, own) = (wanted.property_type.heat_name(), own.property_type.heat_name());
            Some(format!(
                "Property {name} type mismatch between facade {resource_type} ({wanted}) and provider ({own})"
            ))
        }
        _ => None,
    });
    let unknown = || {
        let mut required = provider.properties.iter().filter(|(_, own)| own.required);
        let (name, _) = required.find(|(name, _)| !facade.properties.contains_key(*name))?;
        Some(format!("Provider requires property {name} unknown in facade {resource_type}"))
    };
    let missing = || {
        let mut attributes = facade.attributes.keys();
        let name = attributes.find(|name| !provider.attributes.contains_key(*name))?;
        Some(format!("Attribute {name} for facade {resource_type} missing in provider"))
    };
    let message = wanted.or_else(unknown).or_else(missing)?;
    Some(Exception::validation(Problem::ProviderMismatch, Vec::new(), message))
}

/// The type of the property that a matching parameter becomes: parameters have no integers.
fn of_parameter(property_type: PropertyType) -> PropertyType {
    match property_type {
        PropertyType::Integer => PropertyType::Number,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use heat_model::load::load_schema;
    use heat_yaml::Source;

    use super::*;

    fn check(provider: &str, expect: &str) {
        let schema = |text: &str| load_schema(&Source::new("test.yaml", text)).file.unwrap().schema;
        let facade = schema(
            "type: My::Thing
properties: {name: {type: string, required: true}, size: {type: integer}}
attributes: {address: {type: string}}
",
        );
        let provider = schema(&format!("type: My::Nested\n{provider}"));
        let found = misfit("My::Thing", &facade, &provider);
        assert_eq!(found.map_or_else(|| "fits".to_owned(), |found| found.to_string()), expect);
    }

    #[test]
    fn a_provider_takes_and_gives_what_its_facade_does() {
        check("properties: {name: {type: string}, size: {type: number}}\nattributes: {address: {}}", "fits");
        check("attributes: {address: {}}", "Required property name for facade My::Thing missing in provider");
        check(
            "properties: {name: {type: list}}",
            "Property name type mismatch between facade My::Thing (String) and provider (List)",
        );
        check(
            "properties: {name: {type: string}, own: {type: string, required: true}}",
            "Provider requires property own unknown in facade My::Thing",
        );
        check(
            "properties: {name: {type: string}}",
            "Attribute address for facade My::Thing missing in provider",
        );
    }
}
