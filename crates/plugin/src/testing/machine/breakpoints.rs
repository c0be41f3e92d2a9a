//! Breakpoints of the environment: a resource waits until a signal clears them.

use heat_model::Value;
use heat_model::python::str_of;

use super::Datum;
use super::exceptions::{RaisedException, Stop};
use super::live::Live;
use crate::testing::settings::Breakpoint;

/// The key in the details of a signal that clears a breakpoint.
const UNSET: &str = "unset_hook";

/// Value of a breakpoint's key in the resource data while a resource waits.
const WAITS: &str = "True";

impl Live<'_> {
    /// Waits if the environment has a breakpoint here. Follows `_break_if_required`.
    pub(crate) fn wait_at(&mut self, breakpoint: Breakpoint) -> Result<(), Stop> {
        if !self.machine.settings.breakpoints.contains(&breakpoint) {
            return Ok(());
        }
        let key = breakpoint.as_str();
        let datum = Datum { value: WAITS.to_owned(), redacted: false };
        self.memory.set_data(key, datum);
        self.note_here(&format!("{} paused until Hook {key} is cleared", breakpoint.action()));
        while self.is_waiting(key) {
            match self.pause(1) {
                Err(Stop::Broken(broken)) => {
                    self.memory.delete_data(key);
                    self.note_here("Failure occurred while waiting.");
                    return Err(Stop::Broken(broken));
                }
                passed => passed?,
            }
        }
        Ok(())
    }

    fn is_waiting(&self, key: &str) -> bool {
        self.memory.data_now(key).is_some_and(|text| text == WAITS)
    }

    /// Adds an event with the current state.
    fn note_here(&mut self, reason: &str) {
        self.note(self.action.as_str(), self.status, reason);
    }

    /// Clears a breakpoint, if a signal requests it. Follows `_signal_check_hook` and `_unset_hook`.
    pub(crate) fn clear_breakpoint(&mut self, details: &Value) -> Result<bool, RaisedException> {
        let Some(hook) = details.get(UNSET) else { return Ok(false) };
        let hook = str_of(hook);
        let refused = |text: String| Err(RaisedException::other("InvalidBreakPointHook", text));
        if !Breakpoint::ALL.iter().any(|breakpoint| breakpoint.as_str() == hook) {
            return refused(format!("Invalid hook type \"{hook}\" for {}", self.described()));
        }
        if !self.is_waiting(&hook) {
            return refused(format!("The \"{hook}\" hook is not defined on {}", self.described()));
        }
        self.memory.delete_data(&hook);
        self.note_here(&format!("Hook {hook} is cleared"));
        Ok(true)
    }
}
