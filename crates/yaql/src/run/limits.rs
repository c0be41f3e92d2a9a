//! Resources that an evaluation has used, and their limits.

use std::cell::Cell;

use crate::data::Val;
use crate::data::compare::take_work;
use crate::data::size::size_of;
use crate::error::{Error, ErrorClass, Outcome, too_deep, too_much_memory};
use crate::settings::Settings;

/// Number of compared parts of values that cost one step.
const PARTS_PER_STEP: usize = 2;

/// Number of bytes of text that cost one step.
const BYTES_PER_STEP: usize = 256;

/// An evaluation, with the resources that it has used.
pub(crate) struct Run<'s> {
    pub(crate) settings: &'s Settings<'s>,
    steps: Cell<u64>,
    bytes: Cell<u64>,
    depth: Cell<u32>,
    /// Set once `def` has been called: only then can a name refer to a function outside the standard library.
    pub(crate) has_definitions: Cell<bool>,
}

impl<'s> Run<'s> {
    pub(crate) fn new(settings: &'s Settings<'s>) -> Self {
        Self {
            settings,
            steps: Cell::new(0),
            bytes: Cell::new(0),
            depth: Cell::new(0),
            has_definitions: Cell::new(false),
        }
    }

    /// Number of steps that have been counted.
    pub(crate) fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// Counts steps, and fails if the limit is exceeded.
    pub(crate) fn step(&self, count: usize) -> Outcome<()> {
        let work = take_work() / PARTS_PER_STEP;
        let steps = self.steps.get().saturating_add(count as u64).saturating_add(work as u64);
        self.steps.set(steps);
        if steps > self.settings.limits.steps {
            return Err(Error::fault(ErrorClass::StepsExceeded, "The expression takes too many steps"));
        }
        Ok(())
    }

    /// Counts the steps for this many bytes of text.
    pub(crate) fn work(&self, bytes: usize) -> Outcome<()> {
        self.step(bytes / BYTES_PER_STEP)
    }

    /// Counts the bytes of new text, whose total is limited.
    pub(crate) fn allocate(&self, bytes: usize) -> Outcome<()> {
        let total = self.bytes.get().saturating_add(bytes as u64);
        self.bytes.set(total);
        if total > self.settings.limits.total_memory {
            return Err(too_much_memory());
        }
        self.work(bytes)
    }

    /// Runs a closure that is nested in the current call, `frames` deep.
    pub(crate) fn nested<T>(&self, frames: u32, inner: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
        let depth = self.depth.get() + frames;
        if depth > self.settings.limits.depth {
            return Err(too_deep());
        }
        self.depth.set(depth);
        let result = inner();
        self.depth.set(depth - frames);
        result
    }

    /// Rejects a value that is larger than the quota.
    pub(crate) fn check_size(&self, value: &Val) -> Outcome<()> {
        self.check_bytes(size_of(value))
    }

    pub(crate) fn check_bytes(&self, bytes: u64) -> Outcome<()> {
        let quota = self.settings.limits.memory_quota;
        if quota > 0 && bytes > quota { Err(too_much_memory()) } else { Ok(()) }
    }

    /// Rejects a collection with more items than the limit.
    pub(crate) fn check_len(&self, len: usize) -> Outcome<()> {
        match self.settings.limits.iterators {
            Some(limit) if len > limit => {
                let message = format!("Collection length exceeds {limit} elements");
                Err(Error::fault(ErrorClass::CollectionTooLarge, message))
            }
            _ => Ok(()),
        }
    }
}
