//! What the legacy engine does with a resource: the task of a method, in one process.

use super::raised::{Broken, Stop};
use super::{Interruptions, Live, Machine};

impl Machine {
    /// Runs a method of the resource as a task.
    pub(crate) fn run_task(
        &mut self,
        method: &str,
        asked: Interruptions,
        task: impl FnOnce(&mut Live<'_>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let mut live = self.loaded()?;
        match live.run(method, asked, task) {
            // The task was closed: no exception comes out of it.
            Err(Stop::Broken(Broken::Closed)) => Ok(()),
            ended => ended,
        }
    }
}
