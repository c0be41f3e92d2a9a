//! What one action did.

use heat_model::Value;
use heat_software::Action;
use heat_software::signal::Status;
use indexmap::IndexMap;

use super::options::Options;
use super::trial::TrialResult;

/// What an action did.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) action: Action,
    /// What the server is given; none if the action leads to no deployment.
    pub(super) entry: Option<Value>,
    /// The hook that is for it: that of the config, or of the component for the action.
    pub(super) hook: Option<String>,
    /// What happened in the server.
    pub(super) tried: Option<TrialResult>,
    /// What became of the deployment.
    pub(super) result: Option<StepResult>,
}

/// What became of a deployment.
#[derive(Debug)]
pub(super) struct StepResult {
    pub(super) status: Status,
    pub(super) reason: String,
    pub(super) attributes: IndexMap<String, Value>,
}

impl Step {
    /// The step for programs: what the server is given, alone if nothing else was asked for.
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
