//! Software configuration in a template: deployments with their configs, and the inputs of configs.

use heat_hot::snippet::{Content, Snippet};
use heat_hot::template::outline::Resource;
use heat_model::Value;
use heat_yaml::Span;

use crate::Context;

/// Resource type of software components.
pub(crate) const COMPONENT: &str = "OS::Heat::SoftwareComponent";

/// Resource types that create software configs.
pub(crate) const CONFIGS: [&str; 5] = [
    "OS::Heat::SoftwareConfig",
    "OS::Heat::StructuredConfig",
    COMPONENT,
    "OS::Heat::CloudConfig",
    "OS::Heat::MultipartMime",
];

/// Resource types of software configs that have inputs and outputs.
pub(crate) const CONFIGS_WITH_INPUTS: [&str; 3] =
    ["OS::Heat::SoftwareConfig", "OS::Heat::StructuredConfig", COMPONENT];

/// Resource types of deployments that insert values into a config.
pub(crate) const STRUCTURED: [&str; 2] =
    ["OS::Heat::StructuredDeployment", "OS::Heat::StructuredDeploymentGroup"];

/// Key of a map that represents the value of an input.
pub(crate) const GET_INPUT: &str = "get_input";

const DEPLOYMENTS: [&str; 4] = [
    "OS::Heat::SoftwareDeployment",
    "OS::Heat::SoftwareDeploymentGroup",
    "OS::Heat::StructuredDeployment",
    "OS::Heat::StructuredDeploymentGroup",
];

/// Deployment whose config is a resource of the template.
pub(crate) struct Deployment<'c> {
    pub(crate) resource: &'c Resource<'c>,
    pub(crate) properties: &'c Snippet,
    pub(crate) config: &'c Resource<'c>,
}

/// Returns the deployments whose configs are resources of the template.
pub(crate) fn deployments<'c>(context: &'c Context<'c>) -> impl Iterator<Item = Deployment<'c>> {
    context.resources_of(&DEPLOYMENTS).filter_map(|resource| {
        let properties = resource.properties?;
        let config = properties.get("config").and_then(Snippet::as_call)?;
        let config = context.resources.named(config.args.as_str()?)?;
        Some(Deployment { resource, properties, config })
    })
}

/// Returns the configs that can have inputs.
pub(crate) fn configs_with_inputs<'c>(context: &'c Context<'c>) -> impl Iterator<Item = &'c Resource<'c>> {
    context.resources.all.iter().filter(|one| CONFIGS_WITH_INPUTS.contains(&one.resource_type.0))
}

/// Returns the inputs that a config declares, with their names; `None` if one of the names is not known.
pub(crate) fn inputs<'c>(config: &Resource<'c>) -> Option<Vec<(&'c str, &'c Snippet)>> {
    let Content::List(inputs) = &config.properties?.get("inputs")?.content else { return None };
    inputs.iter().map(|input| Some((input.get("name")?.as_str()?, input))).collect()
}

/// Returns the names of the outputs that a config declares; `None` if one of them is not known.
pub(crate) fn outputs<'c>(config: &Resource<'c>) -> Option<Vec<&'c str>> {
    let Some(outputs) = config.properties.and_then(|properties| properties.get("outputs")) else {
        return Some(Vec::new());
    };
    let Content::List(outputs) = &outputs.content else { return None };
    outputs.iter().map(|output| output.get("name")?.as_str()).collect()
}

/// Returns the inputs that a config reads, with the span of each name.
pub(crate) fn asked_inputs(config: &Snippet) -> Vec<(&str, Span)> {
    let mut found = Vec::new();
    let mut open = vec![config];
    while let Some(snippet) = open.pop() {
        match &snippet.content {
            Content::List(items) => open.extend(items.iter().rev()),
            Content::Map(entries) => match entries.as_slice() {
                [only] if only.key == GET_INPUT => {
                    found.extend(only.value.as_str().map(|name| (name, only.value.span)));
                }
                entries => open.extend(entries.iter().rev().map(|entry| &entry.value)),
            },
            _ => {}
        }
    }
    found
}

/// Returns a value that is written in the template, or is the value of a parameter.
pub(crate) fn literal(context: &Context<'_>, snippet: &Snippet) -> Option<Value> {
    match &snippet.content {
        Content::Scalar(value) => Some(value.clone()),
        Content::List(items) => {
            let items: Option<Vec<Value>> = items.iter().map(|item| literal(context, item)).collect();
            Some(Value::List(items?.into()))
        }
        Content::Map(entries) => {
            entries.iter().map(|entry| Some((entry.key.clone(), literal(context, &entry.value)?))).collect()
        }
        Content::Call(_) => context.known_value(snippet),
        Content::Invalid(_) | Content::Omitted => None,
    }
}

/// Configs of a software component.
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
