//! Software configuration in a template: deployments with their configs, and the inputs of configs.

use heat_hot::snippet::{Content, Snippet};
use heat_hot::template::outline::Resource;

use crate::Context;

/// The resource type of software components.
pub(crate) const COMPONENT: &str = "OS::Heat::SoftwareComponent";

const DEPLOYMENTS: [&str; 4] = [
    "OS::Heat::SoftwareDeployment",
    "OS::Heat::SoftwareDeploymentGroup",
    "OS::Heat::StructuredDeployment",
    "OS::Heat::StructuredDeploymentGroup",
];

/// A deployment whose config is a resource of the template.
pub(crate) struct Deployment<'c> {
    pub(crate) resource: &'c Resource<'c>,
    pub(crate) properties: &'c Snippet,
    pub(crate) config: &'c Resource<'c>,
}

/// The deployments whose configs are resources of the template.
pub(crate) fn deployments<'c>(context: &'c Context<'c>) -> impl Iterator<Item = Deployment<'c>> {
    context.resources_of(&DEPLOYMENTS).filter_map(|resource| {
        let properties = resource.properties?;
        let config = properties.get("config").and_then(Snippet::as_call)?;
        let config = context.resources.named(config.args.as_str()?)?;
        Some(Deployment { resource, properties, config })
    })
}

/// The inputs that a config declares, with their names; none if one of the names is not known.
pub(crate) fn inputs<'c>(config: &Resource<'c>) -> Option<Vec<(&'c str, &'c Snippet)>> {
    let Content::List(inputs) = &config.properties?.get("inputs")?.content else { return None };
    inputs.iter().map(|input| Some((input.get("name")?.as_str()?, input))).collect()
}

/// The configs of a software component.
pub(crate) fn configs<'c>(component: &Resource<'c>) -> &'c [Snippet] {
    match component
        .properties
        .and_then(|properties| properties.get("configs"))
        .map(|configs| &configs.content)
    {
        Some(Content::List(configs)) => configs,
        _ => &[],
    }
}
