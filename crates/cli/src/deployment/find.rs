//! Finds a deployment and its config in a resolved stack.

use heat_hot::Data;
use heat_hot::resolve::{ImplementedBy, Resolved, ResolvedResource};
use heat_hot::stand_in::{DeploymentValue, StandIn};
use heat_model::{ResourceType, ResourceTypes, Value};
use heat_software::{Config, ConfigType, Deployment, DeploymentType};

use super::properties::properties;
use crate::outcome::Failure;

/// A deployment with its config.
#[derive(Debug)]
pub(super) struct Found {
    /// The deployment's name in its template.
    pub(super) resource_name: String,
    pub(super) deployment: Deployment,
    /// The config; `None` if the deployment has none.
    pub(super) config: Option<Config>,
}

/// The separator between the names of resources in nested stacks.
const SEPARATOR: char = '/';

/// Finds the deployment of this name.
///
/// # Errors
/// If there is no such deployment, or it or its config cannot be read.
pub(super) fn find(resolved: &Resolved, name: &str, types: &dyn ResourceTypes) -> Result<Found, Failure> {
    let path: Vec<&str> = name.split(SEPARATOR).collect();
    let (stack, resource) = resource_at(resolved, &path).ok_or_else(|| unknown(resolved, name))?;
    let type_name = type_of(resource);
    let Some(deployment_type) = DeploymentType::of_type(type_name) else {
        return Err(not_a_deployment(resolved, name, type_name));
    };
    let schema = schema(resource, types)?;
    let failed =
        |problem: String| Failure::refused(format!("the deployment `{name}` cannot be read: {problem}"));
    let read = properties(resource, schema).map_err(failed)?;
    let deployment = Deployment::of(deployment_type, &read).map_err(|error| failed(error.to_string()))?;
    let config = config_of(resolved, stack, resource, &path, types)?;
    let resource_name = path.last().copied().unwrap_or_default().to_owned();
    Ok(Found { resource_name, deployment, config })
}

/// The names of all deployments, each preceded by those of the resources that contain it.
fn deployments(resolved: &Resolved) -> Vec<String> {
    let mut found = Vec::new();
    for (name, resource) in &resolved.resources {
        if DeploymentType::of_type(type_of(resource)).is_some() {
            found.push(name.clone());
        }
        let nested = resource.nested.iter().flat_map(|nested| deployments(&nested.resolved));
        found.extend(nested.map(|inner| format!("{name}{SEPARATOR}{inner}")));
    }
    found
}

/// The resource at a path, and the stack that contains it.
fn resource_at<'r>(resolved: &'r Resolved, path: &[&str]) -> Option<(&'r Resolved, &'r ResolvedResource)> {
    let (first, rest) = path.split_first()?;
    let resource = resolved.resources.get(*first)?;
    if rest.is_empty() {
        return Some((resolved, resource));
    }
    resource_at(&resource.nested.as_ref()?.resolved, rest)
}

/// The type that a resource finally has: its own, or the type to which an environment maps it.
fn type_of(resource: &ResolvedResource) -> &str {
    match &resource.implementation {
        Some(ImplementedBy::Catalogue(name)) => name,
        _ => &resource.resource_type,
    }
}

fn schema<'t>(
    resource: &ResolvedResource,
    types: &'t dyn ResourceTypes,
) -> Result<&'t ResourceType, Failure> {
    let name = type_of(resource);
    types.find(name).ok_or_else(|| Failure::refused(format!("there is no schema of `{name}`")))
}

/// The config of a deployment, in its stack or in one that contains it.
fn config_of(
    outermost: &Resolved,
    stack: &Resolved,
    deployment: &ResolvedResource,
    path: &[&str],
    types: &dyn ResourceTypes,
) -> Result<Option<Config>, Failure> {
    let given = deployment.properties.as_ref().and_then(|properties| properties.get("config"));
    let stand_in = match given.map(std::borrow::Cow::into_owned) {
        None | Some(Data::Known(Value::Null)) => return Ok(None),
        Some(Data::Known(Value::String(text))) if text.is_empty() => return Ok(None),
        Some(Data::Known(Value::String(text))) => StandIn::of(&text),
        Some(_) => None,
    };
    let by_id = stand_in.and_then(|stand_in| match stand_in.value {
        DeploymentValue::Id(name) => {
            let path: Vec<&str> = stand_in.stack.iter().map(String::as_str).chain([name.as_str()]).collect();
            let (_, config) = resource_at(outermost, &path)?;
            Some((name.clone(), config))
        }
        DeploymentValue::Attribute { .. } | DeploymentValue::Parameter(_) => None,
    });
    // The config is known by its ID.
    let by_reference = || {
        let [name] = deployment.references.get("config")?.as_slice() else { return None };
        Some((name.clone(), stack.resources.get(name)?))
    };
    let found = by_id
        .or_else(by_reference)
        .and_then(|(name, config)| Some((name, config, ConfigType::of_type(type_of(config))?)));
    let Some((name, config, config_type)) = found else {
        let shown = path.join("/");
        return Err(Failure::refused(format!("the config of `{shown}` is not in the template"))
            .with_help("only a config that is a resource of the template, or of one around it, is known"));
    };
    let read = properties(config, schema(config, types)?);
    let config = read.and_then(|read| {
        Config::of(config_type, &read, &format!("<physical name of {name}>"))
            .map_err(|error| error.to_string())
    });
    let failed = |problem| Failure::refused(format!("the config `{name}` cannot be read: {problem}"));
    config.map(Some).map_err(failed)
}

fn unknown(resolved: &Resolved, name: &str) -> Failure {
    let known = deployments(resolved);
    Failure::unknown("deployment", name, known.iter().map(String::as_str), &listed(&known))
}

fn not_a_deployment(resolved: &Resolved, name: &str, type_name: &str) -> Failure {
    let within: Vec<String> = deployments(resolved)
        .into_iter()
        .filter(|each| each.strip_prefix(name).is_some_and(|rest| rest.starts_with(SEPARATOR)))
        .collect();
    let help = if within.is_empty() { listed(&deployments(resolved)) } else { listed(&within) };
    Failure::refused(format!("`{name}` is not a deployment: its type is `{type_name}`")).with_help(help)
}

fn listed(known: &[String]) -> String {
    if known.is_empty() {
        return "the template has no software deployment".to_owned();
    }
    let names: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    let verb = if known.len() == 1 { "the deployment is" } else { "the deployments are" };
    format!("{verb} {}", names.join(", "))
}
