//! Software configuration: the data that a server receives, and the results of a deployment.

use heat_model::evaluate::{Context, Evaluator, members_to_map};
use heat_model::{ResourceType, Value, value};
use heat_software::signal::{Attribute, Status};
use heat_software::{
    Action, Config, ConfigType, Credentials, DeployedState, Deployment, DeploymentGroup, DeploymentState,
    DeploymentType, HeatFacts, ServerConfig, UpdateOutcome, member_attribute, server_metadata,
};
use indexmap::IndexMap;

use crate::compare::{Comparison, Difference, same};
use crate::custom;
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::vector::{Fields, Unanswerable, Vector};

/// The family about software configuration. Input `{config?, deployment, credentials?, events?}`, `{others, server}` or
/// `{group}`, as the recorder describes it.
pub(crate) const FAMILY: Family = Family {
    name: "software",
    verdicts: &["steps", "stored", "members", "server"],
    details: &[],
    differences,
};

const STACK: &str = "test_stack/11111111-2222-4333-8444-555555555555";
const NAME: &str = "d";

fn differences(vector: &Vector, data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let (input, output) = (&vector.input, &vector.output);
    let ours = Question { types: data.resource_types()?, input, output }.answer()?;
    let mut found = Comparison::default();
    match (ours, output.field("error_class")) {
        (Err(_), Some(_)) => {}
        (Err(error), None) => found.differs("answer", output, &error),
        (Ok(ours), Some(_)) => found.differs("answer", output, &ours),
        (Ok(ours), None) => compare(&mut found, "", output, &ours),
    }
    Ok(found.differences)
}

/// Compares answers part by part, so that each difference has a path.
fn compare(found: &mut Comparison, place: &str, heat: &Value, ours: &Value) {
    match (heat, ours) {
        (Value::Map(left), Value::Map(right)) if left.keys().all(|key| right.contains_key(key)) => {
            for (key, ours) in right {
                compare(found, &format!("{place}.{key}"), left.get(key).unwrap_or(&Value::Null), ours);
            }
        }
        (Value::List(left), Value::List(right)) if left.len() == right.len() => {
            for (index, (heat, ours)) in left.iter().zip(right.iter()).enumerate() {
                compare(found, &format!("{place}[{index}]"), heat, ours);
            }
        }
        // An error in a step has a different message in our answer.
        (Value::Map(_), Value::Bool(true)) if place.ends_with(".raised") => {}
        _ if same(heat, ours) => {}
        _ => found.differs(place, heat, ours),
    }
}

/// A vector's input and output, and the catalogue.
struct Question<'a> {
    types: &'a IndexMap<String, ResourceType>,
    input: &'a Value,
    output: &'a Value,
}

/// An answer, or the error of Heat to which it corresponds.
type Answer<T> = Result<Result<T, String>, Unanswerable>;

impl Question<'_> {
    fn answer(&self) -> Answer<Value> {
        if let Some(group) = self.input.field("group") {
            return self.group(group);
        }
        if self.input.field("others").is_some() {
            return self.server();
        }
        let config = match self.config(self.input.field("config"))? {
            Ok(config) => config,
            Err(error) => return Ok(Err(error)),
        };
        let Some(events) = self.input.field("events").and_then(Value::as_list) else {
            return Ok(config
                .map(|config| value!({"stored": config.to_value()}))
                .ok_or("no config".to_owned()));
        };
        let deployment = match self.deployment(self.input.required("deployment")?)? {
            Ok(deployment) => deployment,
            Err(error) => return Ok(Err(error)),
        };
        let surroundings = self.surroundings(NAME);
        let mut life = Life {
            asked: self,
            config,
            deployment,
            surroundings,
            state: DeploymentState::default(),
            shown: None,
        };
        let steps: Vec<Value> = events.iter().map(|event| life.step(event)).collect::<Result<_, _>>()?;
        Ok(Ok(value!({"steps": steps})))
    }

    /// The properties of a resource, as Heat reads them.
    fn properties(&self, resource: &Value) -> Answer<IndexMap<String, Value>> {
        let schema = self.types.get(resource.text("type")?);
        let schema = schema.ok_or_else(|| Unanswerable::Missing("no such type".to_owned()))?;
        let nothing = IndexMap::new();
        let given = resource.field("properties").and_then(Value::as_map).unwrap_or(&nothing);
        let evaluator = Evaluator::new(schema);
        let context = Context::new(custom::as_recorded());
        Ok(match evaluator.read(given, &context) {
            Ok(read) => Ok(members_to_map(&schema.properties, &read)),
            Err(errors) => Err(errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")),
        })
    }

    fn config(&self, resource: Option<&Value>) -> Answer<Option<Config>> {
        let Some(resource) = resource else { return Ok(Ok(None)) };
        let config_type = ConfigType::of_type(resource.text("type")?);
        let config_type =
            config_type.ok_or_else(|| Unanswerable::Malformed("not a config's type".to_owned()))?;
        let properties = self.properties(resource)?;
        let config = properties.and_then(|properties| {
            Config::of(config_type, &properties, "test_stack-c").map_err(|error| error.to_string())
        });
        Ok(config.map(Some))
    }

    fn deployment(&self, resource: &Value) -> Answer<Deployment> {
        let deployment_type = DeploymentType::of_type(resource.text("type")?);
        let deployment_type =
            deployment_type.ok_or_else(|| Unanswerable::Malformed("not a deployment's type".to_owned()))?;
        let properties = self.properties(resource)?;
        Ok(properties.and_then(|properties| {
            Deployment::of(deployment_type, &properties).map_err(|error| error.to_string())
        }))
    }

    fn surroundings(&self, name: &str) -> HeatFacts {
        let credentials = self.input.field("credentials");
        let text = |key: &str, usual: &str| {
            let changed = credentials.and_then(|credentials| credentials.field(key)).and_then(Value::as_str);
            changed.unwrap_or(usual).to_owned()
        };
        let region = text("region_name", "");
        HeatFacts {
            resource_name: name.to_owned(),
            physical_resource_name: format!("test_stack-{name}"),
            stack: STACK.to_owned(),
            cfn_signal_url: "https://cfn.test/signal?Signature=s".to_owned(),
            temp_url: "https://swift.test/signal?temp_url_sig=s".to_owned(),
            queue_id: "queue".to_owned(),
            credentials: Credentials {
                auth_url: text("auth_url", "https://keystone.test/v3"),
                username: text("username", "user"),
                user_id: text("user_id", "user-id"),
                password: text("password", "secret"),
                project_id: text("project_id", "project-id"),
                region_name: Some(region).filter(|region| !region.is_empty()),
            },
        }
    }

    /// The deployments that a group creates.
    fn group(&self, group: &Value) -> Answer<Value> {
        let member_type = DeploymentGroup::member_type(group.text("type")?);
        let member_type =
            member_type.ok_or_else(|| Unanswerable::Malformed("not a group's type".to_owned()))?;
        let properties = match self.properties(group)? {
            Ok(properties) => properties,
            Err(error) => return Ok(Err(error)),
        };
        let group = match DeploymentGroup::of(member_type, &properties) {
            Ok(group) => group,
            Err(error) => return Ok(Err(error.to_string())),
        };
        // Heat's members are compared as deployments: by their properties, however these are written.
        let mut members = IndexMap::new();
        let recorded = self.output.required("members")?.map()?;
        for (name, member) in group.members {
            let heat = recorded.get(&name).map(|member| self.deployment(member)).transpose()?;
            let is_same = heat == Some(Ok(member.clone()))
                && recorded.get(&name).is_some_and(|heat| heat.text("type") == Ok(member_type.type_name()));
            let ours = if is_same { recorded.get(&name).cloned() } else { None };
            members.insert(name, ours.unwrap_or_else(|| Value::from(format!("{member:?}"))));
        }
        Ok(Ok(value!({"members": Value::Map(members.into())})))
    }

    /// The metadata that a server receives.
    fn server(&self) -> Answer<Value> {
        let mut deployed = Vec::new();
        for (name, other) in self.input.required("others")?.map()? {
            let derived = match (
                self.config(other.field("config"))?,
                self.deployment(other.required("deployment")?)?,
            ) {
                (Ok(config), Ok(deployment)) => deployment
                    .derive(config.as_ref(), Action::Create, &self.surroundings(name))
                    .map_err(|error| error.to_string()),
                (Err(error), _) | (_, Err(error)) => Err(error),
            };
            match derived {
                Ok(Some(config)) => {
                    deployed.push(ServerConfig { id: String::new(), creation_time: String::new(), config });
                }
                Ok(None) => {}
                Err(error) => return Ok(Err(error)),
            }
        }
        let Value::List(entries) = server_metadata(deployed) else {
            return Ok(Err("no list".to_owned()));
        };
        let entries = entries.iter().map(|entry| {
            let mut entry = entry.as_map().cloned().unwrap_or_default();
            entry.retain(|key, _| !matches!(key.as_str(), "id" | "creation_time"));
            Value::Map(entry.into())
        });
        Ok(Ok(value!({"server": entries.collect::<Vec<_>>()})))
    }
}

/// A deployment during a list of events.
struct Life<'a> {
    asked: &'a Question<'a>,
    config: Option<Config>,
    deployment: Deployment,
    surroundings: HeatFacts,
    state: DeploymentState,
    /// The derived config that an earlier step showed.
    shown: Option<Config>,
}

impl Life<'_> {
    fn step(&mut self, event: &Value) -> Result<Value, Unanswerable> {
        let name = event.as_str().map_or_else(|| event.text("do"), Ok)?;
        let before = self.state.deployed.clone();
        // Errors are only compared by their presence.
        let raised = |_| IndexMap::from([("raised".to_owned(), Value::Bool(true))]);
        let mut step = self.happen(name, event)?.unwrap_or_else(raised);
        step.insert("do".to_owned(), name.into());
        let is_deleted = before.is_some() && self.state.deployed.is_none();
        if is_deleted {
            step.insert("deployment".to_owned(), Value::Null);
        }
        if let Some(deployed) = self.state.deployed.clone() {
            step.insert("deployment".to_owned(), shown(&deployed));
            if self.shown.as_ref() != Some(&deployed.derived) {
                step.insert("derived".to_owned(), deployed.derived.to_value());
                self.shown = Some(deployed.derived);
            }
        }
        Ok(Value::Map(step.into()))
    }

    fn happen(&mut self, name: &str, event: &Value) -> Answer<IndexMap<String, Value>> {
        let complete = |waits: bool| {
            let complete = if waits { Value::Null } else { Value::Bool(true) };
            IndexMap::from([("complete".to_owned(), complete)])
        };
        let action = match name {
            "create" => Action::Create,
            "suspend" => Action::Suspend,
            "resume" => Action::Resume,
            "delete" => Action::Delete,
            "update" => return self.update(event),
            "cancel" => {
                self.state.cancel();
                return Ok(Ok(IndexMap::new()));
            }
            "signal" => return Ok(self.signal(event.required("details")?)),
            "attributes" => return Ok(Ok(self.attributes(event.required("of")?))),
            other => return Err(Unanswerable::Malformed(format!("there is no event `{other}`"))),
        };
        let waits = self.state.perform(&self.deployment, self.config.as_ref(), action, &self.surroundings);
        Ok(waits
            .map(|waits| {
                if action == Action::Delete && !waits {
                    self.state.deployed = None;
                }
                complete(waits)
            })
            .map_err(|error| error.to_string()))
    }

    fn update(&mut self, event: &Value) -> Answer<IndexMap<String, Value>> {
        if event.field("config").is_some() {
            match self.asked.config(event.field("config"))? {
                Ok(config) => self.config = config,
                Err(error) => return Ok(Err(error)),
            }
        }
        if let Some(deployment) = event.field("deployment") {
            match self.asked.deployment(deployment)? {
                Ok(deployment) => self.deployment = deployment,
                Err(error) => return Ok(Err(error)),
            }
        }
        let updated = self.state.update(&self.deployment, self.config.as_ref(), &self.surroundings);
        Ok(updated
            .map(|updated| match updated {
                UpdateOutcome::Replaced { .. } => {
                    IndexMap::from([("replaced".to_owned(), Value::Bool(true))])
                }
                UpdateOutcome::InPlace { waits: true } => {
                    IndexMap::from([("complete".to_owned(), Value::Null)])
                }
                UpdateOutcome::InPlace { waits: false } => {
                    IndexMap::from([("complete".to_owned(), Value::Bool(true))])
                }
            })
            .map_err(|error| error.to_string()))
    }

    fn signal(&mut self, details: &Value) -> Result<IndexMap<String, Value>, String> {
        let status = self.state.signal(details).map_err(|error| error.to_string())?;
        // The ID in the answer differs each time.
        let answered = status.map(Status::as_str);
        Ok(IndexMap::from([("result".to_owned(), Value::from(answered))]))
    }

    fn attributes(&self, names: &Value) -> IndexMap<String, Value> {
        let names = names.as_list().into_iter().flatten().filter_map(Value::as_str);
        let values: IndexMap<String, Value> = names
            .map(|name| {
                let found = match self.state.attribute(member_attribute(name), self.config.as_ref()) {
                    Attribute::Reported(value) => value!({"value": value}),
                    Attribute::Unset => value!({"value": null}),
                    Attribute::Unknown => value!({"is_unknown": true}),
                };
                (name.to_owned(), found)
            })
            .collect();
        IndexMap::from([("result".to_owned(), Value::Map(values.into()))])
    }
}

/// Converts a deployment to the form in which the service shows it.
fn shown(deployed: &DeployedState) -> Value {
    value!({
        "action": deployed.action.as_str(),
        "status": deployed.status.as_str(),
        "status_reason": deployed.reason.as_str(),
        "output_values": deployed.output_values.clone().map_or(Value::Null, |values| Value::Map(values.into())),
        "input_values": Value::Map(deployed.input_values.clone().into()),
    })
}
