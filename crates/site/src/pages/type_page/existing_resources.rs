//! Existing resources of a type: the commands that list and show them, and their use in templates.

use heat_catalogue::physical_resource::{external_key, needed_with_external_id};
use heat_html::Html;
use heat_model::{Commands, ResourceType};
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
    let key = external_key(schema)?;
    let needed = needed_with_external_id(schema);
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
