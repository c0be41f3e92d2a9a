//! Result of one action.

use heat_model::Value;
use heat_software::Action;
use heat_software::signal::Status;
use indexmap::IndexMap;

use super::options::Options;
use super::trial::TrialResult;

/// Result of an action.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) action: Action,
    /// The data that the server receives; `None` if the action leads to no deployment.
    pub(super) entry: Option<Value>,
    /// The hook that runs the deployment: that of the config, or of the component for the action.
    pub(super) hook: Option<String>,
    /// The result of running the deployment here.
    pub(super) tried: Option<TrialResult>,
    /// The state of the deployment after the action.
    pub(super) result: Option<StepResult>,
}

/// State of a deployment after an action.
#[derive(Debug)]
pub(super) struct StepResult {
    pub(super) status: Status,
    pub(super) reason: String,
    pub(super) attributes: IndexMap<String, Value>,
}

impl Step {
    /// Converts the step to data for programs: only the server's data if nothing else was requested.
    pub(super) fn to_value(&self, options: &Options) -> Value {
        let entry = self.entry.clone().unwrap_or(Value::Null);
        if options.trial.is_none() && !options.is_sequence {
            return entry;
        }
        let mut members = IndexMap::from([
            ("action".to_owned(), Value::from(self.action.as_str())),
            ("deployment".to_owned(), entry),
        ]);
        if let Some(result) = &self.result {
            members.insert("status".to_owned(), result.status.as_str().into());
            members.insert("status_reason".to_owned(), result.reason.as_str().into());
            members.insert("attributes".to_owned(), Value::Map(result.attributes.clone().into()));
        }
        Value::Map(members.into())
    }
}
