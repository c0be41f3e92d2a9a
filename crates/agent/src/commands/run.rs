//! `heat-config run`, also started as `55-heat-config`.

use heat_deployments::log::Log as _;
use heat_deployments::run::{RunError, run_file};

use super::notifier::notifier;
use super::stderr::Stderr;
use super::supervise::folders;

/// Returns 1 if there is no list or the state cannot be stored, and 0 whatever happened to the deployments: the signals report
/// that.
pub(super) fn main() -> u8 {
    let folders = folders();
    match run_file(&folders, &mut *notifier(&folders), &mut Stderr) {
        Ok(_) => 0,
        Err(error @ RunError::PartOfAnother) => {
            Stderr.warning(&error.to_string());
            0
        }
        Err(error) => {
            Stderr.error(&error.to_string());
            1
        }
    }
}
