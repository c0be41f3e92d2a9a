//! `apply-config`: runs `os-apply-config`, which reads the metadata itself.

use super::job::Job;
use super::report;
use crate::process::Program;
use crate::signal::Outputs;

pub(super) fn run(job: &mut Job<'_>) -> Result<Outputs, String> {
    let program = Program::new(job.folders.text("HEAT_APPLY_CONFIG_CMD", "os-apply-config"));
    Ok(report::finished(&job.run(program)?))
}
