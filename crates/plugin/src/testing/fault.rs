//! Faults that a test injects into handlers and polls.

use std::sync::{Arc, Mutex, PoisonError};

use super::machine::{Interference, Observer};
use crate::engine::{Call, Handler};
use crate::life_cycle::Failure;

/// A fault in a handler or in one of its polls: a failure, a panic, a delay, or an action that is never complete.
///
/// ```
/// use heat_plugin::engine::Handler;
/// use heat_plugin::life_cycle::Failure;
/// use heat_plugin::testing::Fault;
///
/// let third_poll = Fault::fails(Handler::Create, Failure::in_error("ERROR", "no valid host")).at_poll(2);
/// let slow = Fault::blocks(Handler::Delete, 30.0);
/// # drop((third_poll, slow));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    handler: Handler,
    /// The number of the poll, from 0; `None` for the handler itself.
    poll: Option<u64>,
    effect: Effect,
}

#[derive(Debug, Clone, PartialEq)]
enum Effect {
    Fails(Failure),
    Panics(String),
    Blocks(f64),
    NeverDone,
}

impl Fault {
    /// Makes the handler fail, once.
    #[must_use]
    pub fn fails(handler: Handler, failure: Failure) -> Self {
        Self { handler, poll: None, effect: Effect::Fails(failure) }
    }

    /// Makes the handler panic with this text, once.
    #[must_use]
    pub fn panics(handler: Handler, text: impl Into<String>) -> Self {
        Self { handler, poll: None, effect: Effect::Panics(text.into()) }
    }

    /// Makes the handler block for some seconds, once; then it continues.
    #[must_use]
    pub fn blocks(handler: Handler, seconds: f64) -> Self {
        Self { handler, poll: None, effect: Effect::Blocks(seconds) }
    }

    /// Makes the pending action of the handler never complete.
    #[must_use]
    pub fn never_done(handler: Handler) -> Self {
        Self { handler, poll: Some(0), effect: Effect::NeverDone }
    }

    /// Moves the fault from the handler itself to a poll of its pending action, numbered from 0.
    #[must_use]
    pub fn at_poll(self, poll: u64) -> Self {
        Self { poll: Some(poll), ..self }
    }
}

/// The injected faults that can still happen.
#[derive(Debug, Clone, Default)]
pub(crate) struct Faults(Arc<Mutex<Vec<Fault>>>);

impl Faults {
    pub(crate) fn add(&self, fault: Fault) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(fault);
    }

    fn happen(&self, handler: Handler, poll: Option<u64>) -> Result<Interference, Failure> {
        let mut faults = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_now = |fault: &Fault| {
            let is_poll = match fault.effect {
                Effect::NeverDone => poll >= fault.poll,
                _ => poll == fault.poll,
            };
            fault.handler == handler && is_poll
        };
        let Some(place) = faults.iter().position(is_now) else { return Ok(Interference::default()) };
        if let Some(Effect::NeverDone) = faults.get(place).map(|fault| &fault.effect) {
            return Ok(Interference { stays_pending: true, ..Interference::default() });
        }
        match faults.remove(place).effect {
            Effect::Fails(failure) => Err(failure),
            Effect::Panics(text) => Err(Failure::panicked(Box::new(text))),
            Effect::Blocks(blocks) => Ok(Interference { blocks, ..Interference::default() }),
            Effect::NeverDone => Ok(Interference::default()),
        }
    }
}

impl Observer for Faults {
    fn handling(&self, call: &Call<'_>) -> Result<Interference, Failure> {
        self.happen(call.handler(), None)
    }

    fn polling(&self, handler: Handler, polls: u64) -> Result<Interference, Failure> {
        self.happen(handler, Some(polls))
    }
}
