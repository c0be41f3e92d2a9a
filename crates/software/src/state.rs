//! The life of a deployment: what it has been given, and what it has reported.

use heat_model::Value;
use indexmap::IndexMap;

use crate::signal::{Attribute, Status, attribute, received};
use crate::{Action, Config, Deployment, SignalTransport, SoftwareError, Surroundings, Update};

/// A deployment as Heat's database keeps it.
///
/// ```
/// use heat_model::value;
/// use heat_software::{Action, Deployment, DeploymentState, DeploymentType, Surroundings, signal::Status};
///
/// let properties = value!({"server": "7f3c"});
/// let deployment = Deployment::of(DeploymentType::Software, properties.as_map().unwrap()).unwrap();
/// let mut state = DeploymentState::default();
/// state.perform(&deployment, None, Action::Create, &Surroundings::placeholders("d")).unwrap();
/// assert_eq!(state.deployed.as_ref().unwrap().status, Status::InProgress);
/// state.signal(&value!({"deploy_status_code": 1})).unwrap();
/// assert_eq!(state.deployed.unwrap().reason, "deploy_status_code : Deployment exited with non-zero status code: 1");
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DeploymentState {
    /// What has been deployed; none before the first action that leads to a deployment.
    pub deployed: Option<DeployedState>,
}

/// The newest deployment of a resource.
#[derive(Debug, Clone, PartialEq)]
pub struct DeployedState {
    /// The action that led to it.
    pub action: Action,
    /// Whether the server has reported back.
    pub status: Status,
    /// Why the deployment has this status.
    pub reason: String,
    /// What the server is given.
    pub derived: Config,
    /// The values of inputs that the deployment gave.
    pub input_values: IndexMap<String, Value>,
    /// What the server has reported, by output; none before the first signal. It stays when another action begins.
    pub output_values: Option<IndexMap<String, Value>>,
}

impl DeploymentState {
    /// An action begins. Returns whether there is something to wait for: the signal of the server.
    ///
    /// For an update, see [`update`](Self::update).
    ///
    /// # Errors
    /// As [`Deployment::derive`].
    pub fn perform(
        &mut self,
        deployment: &Deployment,
        config: Option<&Config>,
        action: Action,
        surroundings: &Surroundings,
    ) -> Result<bool, SoftwareError> {
        let derived = deployment.derive(config, action, surroundings)?;
        Ok(derived.is_some_and(|derived| self.deploy(deployment, action, derived)))
    }

    /// An update begins. Returns whether there is something to wait for.
    ///
    /// # Errors
    /// As [`Deployment::derive`].
    pub fn update(
        &mut self,
        deployment: &Deployment,
        config: Option<&Config>,
        surroundings: &Surroundings,
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

    /// The server reports back. `None` if nothing waits for a signal: Heat ignores it then.
    ///
    /// # Errors
    /// If nothing has been deployed, or the data are no map.
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

    /// Somebody cancels the action.
    pub fn cancel(&mut self) {
        if let Some(deployed) =
            self.deployed.as_mut().filter(|deployed| deployed.status == Status::InProgress)
        {
            deployed.status = Status::Failed;
            "Deployment cancelled.".clone_into(&mut deployed.reason);
        }
    }

    /// An attribute: what the server has reported, or an output that the config declares.
    #[must_use]
    pub fn attribute(&self, name: &str, config: Option<&Config>) -> Attribute {
        let reported = self.deployed.as_ref().and_then(|deployed| deployed.output_values.as_ref());
        let outputs = config.map(|config| config.outputs.as_slice());
        attribute(name, reported.unwrap_or(&IndexMap::new()), outputs)
    }
}

/// The values in the database after these have been stored: those of before if there are none, or if Python calls them equal (as 1 and
/// `true`).
fn stored(before: IndexMap<String, Value>, values: &IndexMap<String, Value>) -> IndexMap<String, Value> {
    let [old, new] = [before, values.clone()].map(|map| Value::Map(map.into()));
    let kept = if !new.is_truthy() || old.python_eq(&new) { old } else { new };
    kept.as_map().cloned().unwrap_or_default()
}

/// What an update did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UpdateOutcome {
    /// The deployment has to be replaced, because this input has changed.
    Replaced {
        /// The input.
        input: String,
    },
    /// The deployment is the same.
    InPlace {
        /// Whether there is something to wait for.
        waits: bool,
    },
}
