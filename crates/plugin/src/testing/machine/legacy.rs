//! The legacy engine, which runs a method of a resource as a task, in one process.

use super::exceptions::{RaisedException, Stop, TaskExit};
use super::{Interruptions, Live, Machine};
use crate::engine::ResourceClass;

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
            Err(Stop::Broken(TaskExit::Closed)) => Ok(()),
            ended => ended,
        }
    }
}

impl Live<'_> {
    /// Continues an update to another type with its class, if that is a substitute. Follows `StackUpdate`.
    pub(crate) fn become_substitute(&mut self, new: Option<ResourceClass>) -> Result<(), RaisedException> {
        let Some(new) = new.filter(|new| new.name() != self.class.name()) else { return Ok(()) };
        if !self.schema().is_substituted_by(new.class().schema()) {
            return Err(self.replaced_by_type());
        }
        self.class = new;
        Ok(())
    }
}
