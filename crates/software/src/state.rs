//! State of a deployment over time: the config that was deployed, and the values that the server has reported.

use heat_model::Value;
use indexmap::IndexMap;

use crate::signal::{Attribute, Status, attribute, received};
use crate::{Action, Config, Deployment, HeatFacts, SignalTransport, SoftwareError};

/// State of a deployment in Heat's database.
///
/// ```
/// use heat_model::value;
/// use heat_software::{Action, Deployment, DeploymentState, DeploymentType, HeatFacts, signal::Status};
///
/// let properties = value!({"server": "7f3c"});
/// let deployment = Deployment::of(DeploymentType::Software, properties.as_map().unwrap()).unwrap();
/// let mut state = DeploymentState::default();
/// state.perform(&deployment, None, Action::Create, &HeatFacts::placeholders("d")).unwrap();
/// assert_eq!(state.deployed.as_ref().unwrap().status, Status::InProgress);
/// state.signal(&value!({"deploy_status_code": 1})).unwrap();
/// assert_eq!(state.deployed.unwrap().reason, "deploy_status_code : Deployment exited with non-zero status code: 1");
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DeploymentState {
    /// Most recent deployment; `None` before the first action that deploys something.
    pub deployed: Option<DeployedState>,
}

/// The most recent deployment of a resource.
#[derive(Debug, Clone, PartialEq)]
pub struct DeployedState {
    /// Action that led to the deployment.
    pub action: Action,
    /// Status of the deployment, which changes when the server reports back.
    pub status: Status,
    /// Reason for the status.
    pub reason: String,
    /// Config that the server gets.
    pub derived: Config,
    /// Input values that the deployment sets.
    pub input_values: IndexMap<String, Value>,
    /// Values that the server has reported, by output; `None` before the first signal. They are kept when another action begins.
    pub output_values: Option<IndexMap<String, Value>>,
}

impl DeploymentState {
    /// Begins an action. Returns whether Heat waits for a signal from the server.
    ///
    /// For an update, see [`update`](Self::update).
    ///
    /// # Errors
    /// The errors of [`Deployment::derive`].
    pub fn perform(
        &mut self,
        deployment: &Deployment,
        config: Option<&Config>,
        action: Action,
        surroundings: &HeatFacts,
    ) -> Result<bool, SoftwareError> {
        let derived = deployment.derive(config, action, surroundings)?;
        Ok(derived.is_some_and(|derived| self.deploy(deployment, action, derived)))
    }

    /// Begins an update. Returns whether it replaces the deployment, and otherwise whether Heat waits for a signal.
    ///
    /// # Errors
    /// The errors of [`Deployment::derive`].
    pub fn update(
        &mut self,
        deployment: &Deployment,
        config: Option<&Config>,
        surroundings: &HeatFacts,
    ) -> Result<UpdateOutcome, SoftwareError> {
        let before = self.deployed.as_ref().map(|deployed| &deployed.derived);
        match deployment.update(config, before, surroundings)? {
            Update::Replaced { input } => Ok(UpdateOutcome::Replaced { input }),
            Update::Complete => Ok(UpdateOutcome::InPlace { waits: false }),
            Update::Deployed(derived) => {
                Ok(UpdateOutcome::InPlace { waits: self.deploy(deployment, Action::Update, *derived) })
            }
        }
    }

    fn deploy(&mut self, deployment: &Deployment, action: Action, derived: Config) -> bool {
        let waits = deployment.signal_transport != SignalTransport::None;
        let (status, reason) = if waits {
            (Status::InProgress, "Deploy data available")
        } else {
            (Status::Complete, "Not waiting for outputs signal")
        };
        let before = self.deployed.take();
        let kept = before.as_ref().map(|before| before.input_values.clone()).unwrap_or_default();
        self.deployed = Some(DeployedState {
            action,
            status,
            reason: reason.to_owned(),
            derived,
            input_values: stored(kept, &deployment.input_values),
            output_values: before.and_then(|before| before.output_values),
        });
        waits
    }

    /// Handles a signal from the server. `None` if the deployment does not wait for one: Heat then ignores the signal.
    ///
    /// # Errors
    /// If nothing has been deployed, or if the data are not a map.
    pub fn signal(&mut self, details: &Value) -> Result<Option<Status>, SoftwareError> {
        let deployed = self.deployed.as_mut().ok_or(SoftwareError::NotDeployed)?;
        if deployed.status != Status::InProgress {
            return Ok(None);
        }
        let earlier = deployed.output_values.clone().unwrap_or_default();
        let outcome = received(&deployed.derived.outputs, &earlier, details)?;
        deployed.status = outcome.status;
        deployed.reason = outcome.reason;
        deployed.output_values = Some(stored(earlier, &outcome.output_values));
        Ok(Some(outcome.status))
    }

    /// Cancels the action in progress.
    pub fn cancel(&mut self) {
        if let Some(deployed) =
            self.deployed.as_mut().filter(|deployed| deployed.status == Status::InProgress)
        {
            deployed.status = Status::Failed;
            "Deployment cancelled.".clone_into(&mut deployed.reason);
        }
    }

    /// Returns an attribute: a value that the server has reported, or an output that the config declares.
    #[must_use]
    pub fn attribute(&self, name: &str, config: Option<&Config>) -> Attribute {
        let reported = self.deployed.as_ref().and_then(|deployed| deployed.output_values.as_ref());
        let outputs = config.map(|config| config.outputs.as_slice());
        attribute(name, reported.unwrap_or(&IndexMap::new()), outputs)
    }
}

/// Values in the database after `values` have been stored: the previous ones if there are no new values, or if Python considers
/// both equal (such as 1 and `true`).
fn stored(before: IndexMap<String, Value>, values: &IndexMap<String, Value>) -> IndexMap<String, Value> {
    let [old, new] = [before, values.clone()].map(|map| Value::Map(map.into()));
    let kept = if !new.is_truthy() || old.python_eq(&new) { old } else { new };
    kept.as_map().cloned().unwrap_or_default()
}

/// Outcome of an update.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UpdateOutcome {
    /// The deployment has to be replaced, because this input has changed.
    Replaced {
        /// Name of the input.
        input: String,
    },
    /// The deployment is updated in place.
    InPlace {
        /// `true` if Heat waits for a signal.
        waits: bool,
    },
}

/// Result of an update of a deployment that has changed.
#[derive(Debug, Clone, PartialEq)]
pub enum Update {
    /// The deployment is replaced, because this input has changed and has `replace_on_change`.
    Replaced {
        /// Name of the input.
        input: String,
    },
    /// The server gets this config instead of the previous one, which is deleted.
    Deployed(Box<Config>),
    /// Nothing reaches the server, because the action does not deploy anything.
    Complete,
}

impl Deployment {
    /// Determines the result of an update. `before` is the previous derived config; `None` if nothing was deployed yet.
    ///
    /// An input with `replace_on_change` replaces the deployment whether or not the update deploys anything. This includes the
    /// inputs that Heat adds.
    ///
    /// # Errors
    /// The errors of [`derive`](Self::derive).
    pub fn update(
        &self,
        config: Option<&Config>,
        before: Option<&Config>,
        surroundings: &HeatFacts,
    ) -> Result<Update, SoftwareError> {
        for input in self.inputs(config, Action::Update, surroundings) {
            let Some(before) = before.and_then(|before| value_of(before, &input.name)) else { continue };
            let now = input.value.as_ref().unwrap_or(&Value::Null);
            if input.replace_on_change && !before.python_eq(now) {
                return Ok(Update::Replaced { input: input.name });
            }
        }
        let derived = self.derive(config, Action::Update, surroundings)?;
        Ok(derived.map_or(Update::Complete, |derived| Update::Deployed(Box::new(derived))))
    }
}

/// Value of an input: null if the input has no value, `None` if there is no such input.
fn value_of<'c>(config: &'c Config, name: &str) -> Option<&'c Value> {
    let input = config.inputs.iter().rev().find(|input| input.name == name)?;
    Some(input.value.as_ref().unwrap_or(&Value::Null))
}
