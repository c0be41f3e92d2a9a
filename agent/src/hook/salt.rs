use super::job::Job;
use crate::signal::Outputs;
pub(super) fn run(_: &mut Job<'_>) -> Result<Outputs, String> {
    Err(String::new())
}
