//! Existing resources of a type: the commands that list and show them, their use in templates, and the value of `get_resource`.

use heat_html::Html;
use heat_model::commands::{Identifier, is_value};
use heat_model::{Commands, ResourceType, RuleKind};
use heat_samples::snippet::{VERSION, resource_name};

use super::context::{ExistingResources, External};

/// The page of the guide about existing resources.
const GUIDE_PAGE: &str = "guide/existing-resources.html";

/// The section about existing resources; `None` if nothing is known about them. `guide` contains the addresses of the guide's
/// pages; `highlighted` highlights a template.
pub(super) fn existing_resources<'a>(
    schema: &ResourceType,
    mut guide: impl Iterator<Item = &'a str>,
    highlighted: impl Fn(&str) -> Html,
) -> Option<ExistingResources> {
    let Commands { list, show, none } = &schema.commands;
    let commands = [list, show].into_iter().flatten().map(|words| format!("openstack {words}\n"));
    (!schema.commands.is_empty()).then(|| ExistingResources {
        commands_html: Html::text(&commands.collect::<String>()),
        reason: none.clone().unwrap_or_default(),
        external: external(schema, highlighted),
        guide_url: guide.find(|url| *url == GUIDE_PAGE).map(str::to_owned),
    })
}

fn external(schema: &ResourceType, highlighted: impl Fn(&str) -> Html) -> Option<External> {
    let key = identifier(schema)?;
    let needed = needed(schema);
    Some(External {
        key: key.word(),
        needed: Html::listed(&needed.iter().map(|name| Html::code(name)).collect::<Vec<_>>(), "and"),
        template_html: highlighted(&template(schema, key.word(), &needed)),
    })
}

/// A template that uses an existing resource.
fn template(schema: &ResourceType, key: &str, needed: &[&str]) -> String {
    let resource = resource_name(&schema.name);
    let parameter = format!("{resource}_{}", key.to_lowercase());
    let names = std::iter::once(parameter.as_str()).chain(needed.iter().copied());
    let parameters: Vec<String> = names.map(|name| format!("  {name}:\n    type: string\n")).collect();
    let found_in: Vec<String> =
        needed.iter().map(|name| format!("      {name}: {{ get_param: {name} }}\n")).collect();
    let (parameters, found_in) = (parameters.concat(), found_in.concat());
    let (declaration, version) = VERSION.declaration();
    let properties = if needed.is_empty() { "" } else { "    properties:\n" };
    format!(
        "{declaration}: {version}\n\nparameters:\n{parameters}\nresources:\n  {resource}:\n    type: {}\n    \
         external_id: {{ get_param: {parameter} }}\n{properties}{found_in}",
        schema.name
    )
}

/// The properties that Heat needs to find an existing resource: those that identify the resource containing it, and those without
/// which Heat cannot translate the others.
fn needed(schema: &ResourceType) -> Vec<&str> {
    let parents = schema.commands.values_of_show().rev().skip(1);
    let resolved = schema.translation_rules.iter().filter(|rule| rule.rule == RuleKind::Resolve);
    let deciding = resolved.filter_map(|rule| Some(rule.when.as_ref()?.property.to_uppercase()));
    let values: Vec<String> = parents.map(str::to_owned).chain(deciding).collect();
    let names = schema.properties.keys().map(String::as_str);
    names.filter(|name| values.contains(&name.to_uppercase())).collect()
}

/// Kind of identifier by which Heat looks up an existing resource of a type, so that a template can use it by `external_id`; `None`
/// if it cannot.
fn identifier(schema: &ResourceType) -> Option<Identifier> {
    schema.commands.identifier().filter(|_| schema.entity.is_some() || schema.has_record())
}

/// Description of the value of `get_resource` for a created resource, in CommonMark.
pub(super) fn value_of_reference(schema: &ResourceType) -> String {
    if let Some(text) = &schema.get_resource {
        return text.clone();
    }
    match (schema.commands.identifier(), &schema.commands.show) {
        (Some(identifier), Some(show)) => {
            let words: Vec<&str> = show.split(' ').take_while(|word| !is_value(word)).collect();
            format!("Its {}, which `openstack {}` accepts.", identifier.word(), words.join(" "))
        }
        _ => "Its ID, or its name in the template if it has none.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use heat_catalogue::SchemaFiles;

    use super::*;

    fn of_type(name: &str) -> ResourceType {
        SchemaFiles::built_in()
            .into_catalogue()
            .types
            .shift_remove(name)
            .unwrap_or_else(|| ResourceType::new(name))
    }

    #[test]
    fn references_say_what_the_command_takes() {
        let check = |name: &str, expect: &str| assert_eq!(value_of_reference(&of_type(name)), expect);
        check("OS::Nova::Server", "Its ID, which `openstack server show` accepts.");
        check("OS::Nova::KeyPair", "Its name, which `openstack keypair show` accepts.");
        check("OS::Barbican::Secret", "Its URI, which `openstack secret get` accepts.");
        check("OS::Octavia::PoolMember", "Its ID, which `openstack loadbalancer member show` accepts.");
        check("OS::Heat::ResourceGroup", "ID of the stack that it creates.");
        check("OS::Heat::RandomString", "The random string.");
        check("My::Own::Type", "Its ID, or its name in the template if it has none.");
    }

    #[test]
    fn some_existing_resources_need_properties() {
        let check = |name: &str, expect: Option<&[&str]>| {
            let schema = of_type(name);
            let parents = identifier(&schema).map(|_| needed(&schema));
            assert_eq!(parents.as_deref(), expect, "{name}");
        };
        check("OS::Nova::Server", Some(&[]));
        check("OS::Octavia::PoolMember", Some(&["pool"]));
        check("OS::Neutron::RBACPolicy", Some(&["object_type"]));
        check("OS::Zaqar::Subscription", Some(&["queue_name"]));
        check("OS::Neutron::RouterInterface", None);
        check("OS::Neutron::FloatingIPPortForward", None);
        check("OS::Nova::Quota", None);
        check("OS::Heat::RandomString", None);
        check("AWS::EC2::Instance", None);
    }

    /// The value of `get_resource` is known for every visible type: the general text is for types of other catalogues.
    #[test]
    fn every_visible_type_has_a_reference_of_its_own() {
        for schema in SchemaFiles::built_in().into_catalogue().visible() {
            assert!(!value_of_reference(schema).starts_with("Its ID, or its name"), "{}", schema.name);
        }
    }
}
