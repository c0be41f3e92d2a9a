//! `heat-config hook NAME`, also started by the name of a built-in hook, so that the program can be in the folder of hooks.

use std::io::Read as _;
use std::time::Duration;

use heat_deployments::Folders;
use heat_deployments::hook::{BuiltIn, Job};
use heat_deployments::log::Log as _;
use heat_model::python::json_dumps;
use heat_model::{Value, json};

use super::output::print;
use super::stderr::Stderr;

/// Time by which its program is stopped before the hook itself would be.
const EARLIER: Duration = Duration::from_secs(5);

/// Returns 0 if the result was printed, also if it is a failure.
pub(super) fn main(hook: BuiltIn) -> u8 {
    let mut text = Vec::new();
    if let Err(error) = std::io::stdin().read_to_end(&mut text) {
        Stderr.error(&format!("The config cannot be read: {error}"));
        return 1;
    }
    let config = match json::parse(&String::from_utf8_lossy(&text)) {
        Ok(Value::Map(config)) => config.into_inner(),
        Ok(other) => {
            Stderr.error(&format!("The config is {} instead of a map", other.kind()));
            return 1;
        }
        Err(error) => {
            Stderr.error(&format!("The config is not JSON: {error}"));
            return 1;
        }
    };
    let folders = Folders::from_environment();
    let time_limit = folders.time_limit().unwrap_or_else(|problem| {
        Stderr.warning(&problem);
        None
    });
    let time_limit = time_limit.map(within);
    let mut job = Job { config: &config, folders: &folders, time_limit, log: &mut Stderr };
    print(&json_dumps(&Value::from(hook.run(&mut job))))
}

/// Returns the time limit for the program that the hook runs. If the agent runs this hook, it has the same limit for the hook,
/// and stopping the hook does not stop its program: the program has to be stopped before.
fn within(limit: Duration) -> Duration {
    limit.saturating_sub(EARLIER).max(limit / 2)
}
