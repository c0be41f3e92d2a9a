//! What becomes of a deployment when the server reports back.

use heat_model::Value;
use heat_model::python::str_of;
use indexmap::IndexMap;

use crate::{Output, SoftwareError};

/// The outputs that every deployment has.
pub const OUTPUTS: [&str; 3] = ["deploy_stdout", "deploy_stderr", STATUS_CODE];

const STATUS_CODE: &str = "deploy_status_code";

/// The state of a deployment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// The deployment waits for a signal.
    InProgress,
    /// The deployment has succeeded.
    Complete,
    /// The deployment has failed.
    Failed,
}

impl Status {
    /// Heat's name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InProgress => "IN_PROGRESS",
            Self::Complete => "COMPLETE",
            Self::Failed => "FAILED",
        }
    }
}

/// What a signal makes of a deployment that waits for one.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The new state.
    pub status: Status,
    /// The reason of the state.
    pub reason: String,
    /// The values of outputs, which become attributes.
    pub output_values: IndexMap<String, Value>,
}

/// What a signal makes of a deployment that waits for one. Heat ignores signals at any other time.
///
/// `earlier` are output values that the deployment has from an action before: those that this signal does not report stay. A missing
/// status code means success.
///
/// # Errors
/// If the data are no map: Heat fails to handle the signal, and the deployment waits on.
pub fn received(
    outputs: &[Output],
    earlier: &IndexMap<String, Value>,
    details: &Value,
) -> Result<Outcome, SoftwareError> {
    let nothing = IndexMap::new();
    let details = match details {
        Value::Map(details) => details,
        other if !other.is_truthy() => &nothing,
        _ => return Err(SoftwareError::SignalIsNoMap),
    };
    let mut reasons: IndexMap<&str, String> = IndexMap::new();
    if let Some(code) = details.get(STATUS_CODE).filter(|code| is_failure(code)) {
        let reason = format!("Deployment exited with non-zero status code: {}", str_of(code));
        reasons.insert(STATUS_CODE, reason);
    }
    let mut output_values = earlier.clone();
    for output in outputs {
        let Some(value) = details.get(&output.name) else { continue };
        output_values.insert(output.name.clone(), value.clone());
        if output.error_output {
            reasons.insert(&output.name, str_of(value));
        }
    }
    for name in OUTPUTS {
        output_values.insert(name.to_owned(), details.get(name).cloned().unwrap_or(Value::Null));
    }
    if reasons.is_empty() {
        let reason = "Outputs received".to_owned();
        return Ok(Outcome { status: Status::Complete, reason, output_values });
    }
    let reasons: Vec<String> = reasons.iter().map(|(name, reason)| format!("{name} : {reason}")).collect();
    Ok(Outcome { status: Status::Failed, reason: reasons.join(", "), output_values })
}

/// Whether a status code means failure: null, 0, `"0"` and nothing at all do not.
fn is_failure(code: &Value) -> bool {
    code.is_truthy() && str_of(code) != "0"
}

/// An attribute of a deployment.
#[derive(Debug, Clone, PartialEq)]
pub enum Attribute {
    /// The server has reported it.
    Reported(Value),
    /// The attribute exists, and nothing has been reported: null.
    Unset,
    /// There is none of this name.
    Unknown,
}

/// An attribute of a deployment: what the server has reported, or an output that the config declares. Without a config nothing is
/// declared: Heat looks for one, and fails.
#[must_use]
pub fn attribute(
    name: &str,
    output_values: &IndexMap<String, Value>,
    outputs: Option<&[Output]>,
) -> Attribute {
    if let Some(value) = output_values.get(name) {
        return Attribute::Reported(value.clone());
    }
    let is_declared =
        |outputs: &[Output]| OUTPUTS.contains(&name) || outputs.iter().any(|output| output.name == name);
    if outputs.is_some_and(is_declared) { Attribute::Unset } else { Attribute::Unknown }
}
