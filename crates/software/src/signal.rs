//! Signals from the server, and the state of a deployment after one.

use heat_model::Value;
use heat_model::python::str_of;
use indexmap::IndexMap;

use crate::{Output, SoftwareError};

/// Outputs that every deployment has.
pub const OUTPUTS: [&str; 3] = ["deploy_stdout", "deploy_stderr", STATUS_CODE];

const STATUS_CODE: &str = "deploy_status_code";

/// Status of a deployment.
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
    /// Heat's name for the status.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InProgress => "IN_PROGRESS",
            Self::Complete => "COMPLETE",
            Self::Failed => "FAILED",
        }
    }
}

/// Result of a signal for a deployment that waits for one.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// New status.
    pub status: Status,
    /// Reason for the status.
    pub reason: String,
    /// Values of the outputs, which become attributes.
    pub output_values: IndexMap<String, Value>,
}

/// Processes a signal for a deployment that waits for one. Heat ignores signals at any other time.
///
/// `earlier` contains the output values from previous actions: values that this signal does not report are kept. A missing status
/// code means success.
///
/// # Errors
/// If the data are not a map: Heat fails to handle the signal, and the deployment continues to wait.
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

/// Returns whether a status code means failure: null, 0, `"0"` and an empty value do not.
fn is_failure(code: &Value) -> bool {
    code.is_truthy() && str_of(code) != "0"
}

/// Value of an attribute of a deployment.
#[derive(Debug, Clone, PartialEq)]
pub enum Attribute {
    /// The server has reported a value.
    Reported(Value),
    /// The attribute exists, but no value has been reported: null.
    Unset,
    /// No attribute has this name.
    Unknown,
}

/// Looks up an attribute of a deployment: a value that the server has reported, or an output that the config declares. Without a
/// config, no output is declared: Heat looks for one, and fails.
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
