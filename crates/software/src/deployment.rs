//! Deployments, and the config that Heat derives from one for an action.

use heat_model::Value;
use indexmap::IndexMap;

use crate::{Action, Config, HeatFacts, Input, SignalTransport, SoftwareError, UNGROUPED};

/// Resource types that deploy a config to one server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeploymentType {
    /// `OS::Heat::SoftwareDeployment`: the hook gets the unchanged config.
    Software,
    /// `OS::Heat::StructuredDeployment`: input values replace `{get_input: NAME}` in the config.
    Structured,
}

impl DeploymentType {
    /// Name of the resource type.
    #[must_use]
    pub const fn type_name(self) -> &'static str {
        match self {
            Self::Software => "OS::Heat::SoftwareDeployment",
            Self::Structured => "OS::Heat::StructuredDeployment",
        }
    }

    /// Returns the type of deployment that a resource type is.
    #[must_use]
    pub fn of_type(type_name: &str) -> Option<Self> {
        [Self::Software, Self::Structured].into_iter().find(|each| each.type_name() == type_name)
    }
}

/// Treatment of inputs without a value in the config of a structured deployment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ValueCheck {
    /// The value is null: the default.
    #[default]
    Lax,
    /// The missing input is an error.
    Strict,
}

/// Settings for the replacement of inputs in the config of a structured deployment.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Substitution {
    input_key: String,
    check: ValueCheck,
}

/// A deployment, as described by its properties.
#[derive(Debug, Clone, PartialEq)]
pub struct Deployment {
    /// ID of the server. Null if it is not known.
    pub server: Value,
    /// Values for the inputs.
    pub input_values: IndexMap<String, Value>,
    /// Actions that deploy the config, unless the config is a component.
    pub actions: Vec<Action>,
    /// Name of the derived config. The server's list is sorted by it.
    pub name: Option<String>,
    /// Transport by which the server reports back.
    pub signal_transport: SignalTransport,
    /// Settings for the replacement of inputs; `None` if the deployment is not structured.
    substitution: Option<Substitution>,
}

impl Deployment {
    /// Creates a deployment from its properties, as Heat has read them.
    ///
    /// # Errors
    /// If an action, a transport or a check does not exist in Heat.
    pub fn of(
        deployment_type: DeploymentType,
        properties: &IndexMap<String, Value>,
    ) -> Result<Self, SoftwareError> {
        let property = |name: &str| properties.get(name).cloned().unwrap_or(Value::Null);
        let transport = property("signal_transport");
        let substitution = match deployment_type {
            DeploymentType::Software => None,
            DeploymentType::Structured => Some(Substitution {
                input_key: property("input_key").as_str().unwrap_or("get_input").to_owned(),
                check: value_check(&property("input_values_validate"))?,
            }),
        };
        Ok(Self {
            server: property("server"),
            input_values: property("input_values").as_map().cloned().unwrap_or_default(),
            actions: actions(&property("actions"))?,
            name: property("name").as_str().filter(|name| !name.is_empty()).map(str::to_owned),
            signal_transport: match transport.as_str() {
                None => SignalTransport::default(),
                Some(word) => word.parse().map_err(|_| unknown("signal_transport", word))?,
            },
            substitution,
        })
    }

    /// Derives the config for an action, with the inputs that Heat adds. `None` if the action does not deploy anything: it is
    /// complete at once.
    ///
    /// If there is no config, Heat deploys an empty one, because of its inputs.
    ///
    /// # Errors
    /// If the group is `component` but the config is not one of a component, or if an input is missing that the deployment
    /// requires.
    pub fn derive(
        &self,
        config: Option<&Config>,
        action: Action,
        surroundings: &HeatFacts,
    ) -> Result<Option<Config>, SoftwareError> {
        let deploys = match config.filter(|config| config.is_component()) {
            Some(component) => component.has_action(action.as_str())?,
            None => self.actions.contains(&action),
        };
        if !deploys {
            return Ok(None);
        }
        let named = self.name.clone().or_else(|| config?.name.clone().filter(|name| !name.is_empty()));
        let group = config.and_then(|config| config.group.clone()).filter(|group| !group.is_empty());
        let options = config.map_or(Value::Null, |config| config.options.clone());
        let mut derived = Config {
            group: Some(group.unwrap_or_else(|| UNGROUPED.to_owned())),
            name: Some(named.unwrap_or_else(|| surroundings.physical_resource_name.clone())),
            config: config.map_or(Value::Null, |config| config.config.clone()),
            options: if options.is_truthy() { options } else { Value::Map(IndexMap::new().into()) },
            inputs: self.inputs(config, action, surroundings),
            outputs: config.map(|config| config.outputs.clone()).unwrap_or_default(),
        };
        if let Some(Substitution { input_key, check }) = &self.substitution {
            derived.config = with_values(&derived.config, &values(&derived), input_key, *check)?;
        }
        if !derived.config.is_truthy() {
            derived.config = match self.substitution {
                Some(_) => Value::Map(IndexMap::new().into()),
                None => Value::from(""),
            };
        }
        Ok(Some(derived))
    }

    /// Inputs of a derived config: the inputs of the config, the values that it does not declare, and the inputs that Heat adds.
    pub(crate) fn inputs(
        &self,
        config: Option<&Config>,
        action: Action,
        surroundings: &HeatFacts,
    ) -> Vec<Input> {
        let mut given = self.input_values.clone();
        let declared = config.map(|config| config.inputs.as_slice()).unwrap_or_default();
        let mut inputs: Vec<Input> = declared
            .iter()
            .map(|input| {
                let value = given.shift_remove(&input.name).or_else(|| input.default.clone());
                Input { value: Some(value.unwrap_or(Value::Null)), ..input.clone() }
            })
            .collect();
        inputs.extend(given.into_iter().map(|(name, value)| Input::given(name, value)));
        inputs.extend(self.added(action, surroundings));
        inputs
    }

    /// Inputs that Heat adds.
    fn added(&self, action: Action, surroundings: &HeatFacts) -> Vec<Input> {
        let mut inputs = vec![
            described("deploy_server_id", self.server.clone(), "ID of the server being deployed to"),
            described("deploy_action", action.as_str(), "Name of the current action being deployed"),
            described(
                "deploy_stack_id",
                surroundings.stack.as_str(),
                "ID of the stack this deployment belongs to",
            ),
            described(
                "deploy_resource_name",
                surroundings.resource_name.as_str(),
                "Name of this deployment resource in the stack",
            ),
            described(
                "deploy_signal_transport",
                self.signal_transport.as_str(),
                "How the server should signal to heat with the deployment output values.",
            ),
        ];
        let by_url = |url: &str, verb: &str| {
            [
                described("deploy_signal_id", url, "ID of signal to use for signaling output values"),
                described("deploy_signal_verb", verb, "HTTP verb to use for signaling output values"),
            ]
        };
        match self.signal_transport {
            SignalTransport::Cfn => inputs.extend(by_url(&surroundings.cfn_signal_url, "POST")),
            SignalTransport::TempUrl => inputs.extend(by_url(&surroundings.temp_url, "PUT")),
            SignalTransport::Heat => inputs.extend(surroundings.credentials.inputs()),
            SignalTransport::Zaqar => {
                inputs.extend(surroundings.credentials.inputs());
                let queue = surroundings.queue_id.as_str();
                inputs.push(described(
                    "deploy_queue_id",
                    queue,
                    "ID of queue to use for signaling output values",
                ));
            }
            SignalTransport::None => {}
        }
        inputs
    }
}

impl crate::Credentials {
    fn inputs(&self) -> Vec<Input> {
        let mut inputs = vec![
            described("deploy_auth_url", self.auth_url.as_str(), "URL for API authentication"),
            described("deploy_username", self.username.as_str(), "Username for API authentication"),
            described("deploy_user_id", self.user_id.as_str(), "User ID for API authentication"),
            described("deploy_password", self.password.as_str(), "Password for API authentication"),
            described("deploy_project_id", self.project_id.as_str(), "ID of project for API authentication"),
        ];
        let region = self.region_name.as_deref().filter(|region| !region.is_empty());
        inputs.extend(
            region
                .map(|region| described("deploy_region_name", region, "Region name for API authentication")),
        );
        inputs
    }
}

/// Creates an input that Heat adds. The server gets the descriptions, too.
fn described(name: &str, value: impl Into<Value>, description: &str) -> Input {
    Input { description: Some(description.to_owned()), ..Input::given(name, value) }
}

fn actions(value: &Value) -> Result<Vec<Action>, SoftwareError> {
    let Some(items) = value.as_list() else { return Ok(vec![Action::Create, Action::Update]) };
    let action = |item: &Value| {
        let word = heat_model::python::str_of(item);
        word.parse().map_err(|_| unknown("actions", &word))
    };
    items.iter().map(action).collect()
}

fn value_check(value: &Value) -> Result<ValueCheck, SoftwareError> {
    match value.as_str() {
        None | Some("LAX") => Ok(ValueCheck::Lax),
        Some("STRICT") => Ok(ValueCheck::Strict),
        Some(word) => Err(unknown("input_values_validate", word)),
    }
}

fn unknown(property: &'static str, word: &str) -> SoftwareError {
    SoftwareError::UnknownWord { property, word: word.to_owned() }
}

/// Replaces each map with `input_key` as its only key, at any depth: `{get_input: NAME}` becomes the value of the input. The
/// contents of such a map are not searched.
fn with_values(
    config: &Value,
    inputs: &IndexMap<&str, &Value>,
    input_key: &str,
    check: ValueCheck,
) -> Result<Value, SoftwareError> {
    match config {
        Value::Map(map) => {
            if let Some(name) = asked(map, input_key) {
                return match (inputs.get(name), check) {
                    (Some(value), _) => Ok((*value).clone()),
                    (None, ValueCheck::Lax) => Ok(Value::Null),
                    (None, ValueCheck::Strict) => Err(SoftwareError::MissingInput(name.to_owned())),
                };
            }
            let entry = |(key, value): (&String, &Value)| {
                Ok((key.clone(), with_values(value, inputs, input_key, check)?))
            };
            map.iter().map(entry).collect::<Result<_, _>>().map(Value::Map)
        }
        Value::List(items) => {
            let items = items.iter().map(|item| with_values(item, inputs, input_key, check));
            Ok(Value::List(items.collect::<Result<Vec<_>, _>>()?.into()))
        }
        scalar => Ok(scalar.clone()),
    }
}

/// Name of the input that a map refers to.
fn asked<'m>(map: &'m IndexMap<String, Value>, input_key: &str) -> Option<&'m str> {
    let (key, name) = map.first()?;
    (map.len() == 1 && key == input_key).then(|| name.as_str())?
}

/// Values of the inputs, by name. If several inputs have the same name, the last one is used.
fn values(config: &Config) -> IndexMap<&str, &Value> {
    const NULL: &Value = &Value::Null;
    config.inputs.iter().map(|input| (input.name.as_str(), input.value.as_ref().unwrap_or(NULL))).collect()
}
