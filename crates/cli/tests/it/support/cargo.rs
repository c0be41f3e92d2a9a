//! Information about the workspace from cargo.

use std::process::Command;

use serde_json::Value;

use super::project;

/// Runs a command of cargo in the workspace, which downloads nothing, and returns its output.
pub(crate) fn cargo(arguments: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO")).args(arguments).arg("--offline").current_dir(project()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The packages of the workspace in the output of `cargo metadata`.
pub(crate) fn packages() -> Vec<Value> {
    let metadata: Value =
        serde_json::from_str(&cargo(&["metadata", "--no-deps", "--format-version", "1"])).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}
