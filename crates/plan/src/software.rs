//! Software deployments, which are replaced if the value of an input with `replace_on_change` changes.
//!
//! The inputs belong to the config, which is a separate resource: its definition is looked up in the same stack, or in one around
//! it. If the config is not a resource of the template, it is unknown, and so are its inputs.

use std::collections::HashMap;

use heat_hot::Data;
use heat_hot::resolve::{Resolved, ResolvedResource};
use heat_hot::stand_in::{DeploymentValue, StandIn};
use heat_model::Value;
use heat_model::update::Definition;
use heat_software::{Action, Config, ConfigType, Deployment, DeploymentType, HeatFacts, Update};
use indexmap::IndexMap;

use crate::definition::{Reading, definition, is_unknown};
use crate::effects::path_of;
use crate::outcome::Reason;

/// Software configs of a stack and the stacks within it, by path.
#[derive(Debug, Default)]
pub(crate) struct Configs<'a>(HashMap<Vec<String>, &'a ResolvedResource>);

impl<'a> Configs<'a> {
    /// Collects the configs of a stack and the stacks within it.
    pub(crate) fn of(resolved: &'a Resolved) -> Self {
        let mut configs = Self::default();
        configs.add(resolved, &[]);
        configs
    }

    fn add(&mut self, resolved: &'a Resolved, stack: &[String]) {
        for (name, resource) in &resolved.resources {
            let is_config = ConfigType::of_type(&resource.resource_type).is_some();
            if !is_config && resource.nested.is_none() {
                continue;
            }
            let path: Vec<String> = stack.iter().cloned().chain([name.clone()]).collect();
            if let Some(nested) = &resource.nested {
                self.add(&nested.resolved, &path);
            }
            if is_config {
                self.0.insert(path, resource);
            }
        }
    }

    /// Config that a deployment deploys.
    fn deployed_by(&self, deployment: &ResolvedResource) -> DeployedConfig {
        let properties = deployment.properties.as_ref();
        let config =
            properties.and_then(|properties| properties.get("config")).map(std::borrow::Cow::into_owned);
        let stand_in = match config {
            None | Some(Data::Known(Value::Null)) => return DeployedConfig::Nothing,
            Some(Data::Known(Value::String(text))) => StandIn::of(&text),
            Some(_) => None,
        };
        let path =
            stand_in.filter(|one| matches!(one.value, DeploymentValue::Id(_))).as_ref().and_then(path_of);
        let Some(config) = path.and_then(|path| self.0.get(&path)) else {
            return DeployedConfig::Unknown;
        };
        let Some(config_type) = ConfigType::of_type(&config.resource_type) else {
            return DeployedConfig::Unknown;
        };
        let definition = definition(config, Reading::AsTheyAre);
        let properties = definition.properties.unwrap_or_default();
        Config::of(config_type, &properties, "").map_or(DeployedConfig::Unknown, DeployedConfig::Config)
    }
}

/// The config of a deployment.
enum DeployedConfig {
    /// The deployment has no config.
    Nothing,
    /// The template defines the config.
    Config(Config),
    /// The template does not define the config.
    Unknown,
}

impl DeployedConfig {
    fn config(&self) -> Option<&Config> {
        match self {
            Self::Config(config) => Some(config),
            Self::Nothing | Self::Unknown => None,
        }
    }
}

/// Both versions of a deployment: as resources, and as definitions that the update reads.
pub(crate) struct Versions<'v, 'a> {
    pub(crate) resources: [&'v ResolvedResource; 2],
    pub(crate) definitions: [&'v Definition; 2],
    pub(crate) configs: [&'v Configs<'a>; 2],
}

/// Decision of the inputs of a deployment that would otherwise be updated in place.
pub(crate) enum ByInputs {
    /// The deployment is replaced.
    Replaced(Reason),
    /// The deployment may be replaced.
    MayBeReplaced(Reason),
}

const INPUT_VALUES: &str = "input_values";

/// Decision of the inputs of a deployment; `None` if the type is not a deployment, or if the inputs allow an update in place.
pub(crate) fn by_inputs(type_name: &str, versions: &Versions<'_, '_>) -> Option<ByInputs> {
    let deployment_type = DeploymentType::of_type(type_name)?;
    let [old_config, new_config] =
        [0, 1].map(|side| versions.configs[side].deployed_by(versions.resources[side]));
    let none = IndexMap::new();
    let [old, new] = versions.definitions.map(|definition| definition.properties.as_ref().unwrap_or(&none));
    let values = |side: &IndexMap<String, Value>| side.get(INPUT_VALUES).cloned().unwrap_or(Value::Null);
    let (old_values, new_values) = (values(old), values(new));
    let is_same = old_values.python_eq(&new_values);
    let may_be = || {
        Some(ByInputs::MayBeReplaced(Reason::ReplacedIf {
            property: INPUT_VALUES.to_owned(),
            when: "the value of an input of its config changes that has `replace_on_change`",
        }))
    };
    if matches!(new_config, DeployedConfig::Unknown) {
        return if is_same { None } else { may_be() };
    }
    if is_unknown(&old_values) || is_unknown(&new_values) {
        let replaces = new_config
            .config()
            .is_some_and(|config| config.inputs.iter().any(|input| input.replace_on_change));
        return if is_same || !replaces { None } else { may_be() };
    }
    let [old, new] = [old, new].map(|properties| Deployment::of(deployment_type, properties).ok());
    let (old, new) = (old?, new?);
    let surroundings = HeatFacts::placeholders("");
    // The config that the server has may come from the creation or from an earlier update. No input shows which.
    let before = Action::ALL
        .into_iter()
        .find_map(|action| old.derive(old_config.config(), action, &surroundings).ok().flatten());
    match new.update(new_config.config(), before.as_ref(), &surroundings) {
        Ok(Update::Replaced { input }) => Some(ByInputs::Replaced(Reason::Input(input))),
        _ => None,
    }
}
