//! A task with a virtual clock: the steps in which Heat runs a handler and its polls, and their interruptions.
//!
//! Follows `heat.engine.scheduler.TaskRunner`. Heat's tasks are generators; here the code between two `yield`s runs normally,
//! and [`Task::pause`] is the `yield`.

use super::exceptions::{Stop, TaskExit};

/// Interruptions of a task, in seconds since it began.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Interruptions {
    /// Time at which the stack times out.
    pub(crate) timeout: Option<f64>,
    /// Time at which the user cancels.
    pub(crate) cancel_at: Option<f64>,
    /// Time at which the process dies.
    pub(crate) dies_at: Option<f64>,
    /// Time at which other processes may act.
    pub(crate) meanwhile_at: Option<f64>,
}

/// An event during a pause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PauseEvent {
    /// The next step is due.
    Step,
    /// Other processes act now; then the pause continues.
    Meanwhile,
}

/// A deadline, and the end of a task that exceeds it.
#[derive(Debug, Clone, Copy)]
struct Deadline {
    at: f64,
    /// `true` if the task is closed without an exception (`TimedCancel`).
    closes: bool,
}

/// The state of a task's sleeps between two steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sleeps {
    /// The first sleep is still to come, and takes no time.
    NotYet,
    /// The task has slept.
    Slept,
    /// The task has slept, and other processes have acted since: the rest of the second is still to pass.
    MetOthers,
}

/// A task that runs.
#[derive(Debug, Clone)]
pub(crate) struct Task {
    /// Heat's description of the task: `create from Token "web" …`.
    pub(crate) name: String,
    pub(crate) interruptions: Interruptions,
    begin: f64,
    deadline: Option<Deadline>,
    sleeps: Sleeps,
    /// `true` if the task's next pause is its end.
    is_closing: bool,
    /// `true` if a legacy engine runs the task. In convergence, a cancel takes effect immediately.
    pub(crate) is_legacy: bool,
    rest: u64,
}

impl Task {
    pub(crate) fn new(name: String, now: f64, interruptions: Interruptions, is_legacy: bool) -> Self {
        let deadline = interruptions.timeout.map(|timeout| Deadline { at: now + timeout, closes: false });
        Self {
            name,
            interruptions,
            begin: now,
            deadline,
            sleeps: Sleeps::NotYet,
            is_closing: false,
            is_legacy,
            rest: 0,
        }
    }

    /// Begins a pause of some polls. Call [`pass`](Self::pass) until it reports the next step.
    pub(crate) fn pause(&mut self, polls: u64) -> Result<(), Stop> {
        if self.is_closing {
            return Err(Stop::Broken(TaskExit::Closed));
        }
        self.rest = polls.max(1);
        Ok(())
    }

    /// Lets a second pass. `grace` is the time for which a cancelled task of a legacy engine may continue, in seconds.
    pub(crate) fn pass(&mut self, now: &mut f64, grace: Option<f64>) -> Result<PauseEvent, Stop> {
        loop {
            if self.sleeps != Sleeps::MetOthers {
                if self.rest == 0 {
                    return Ok(PauseEvent::Step);
                }
                if self.sleeps == Sleeps::Slept {
                    *now += 1.0;
                }
                if self.is_due(self.interruptions.dies_at, *now) {
                    return Err(Stop::Died);
                }
                if self.is_due(self.interruptions.meanwhile_at, *now) {
                    self.interruptions.meanwhile_at = None;
                    self.sleeps = Sleeps::MetOthers;
                    return Ok(PauseEvent::Meanwhile);
                }
            }
            self.sleeps = Sleeps::Slept;
            if self.is_due(self.interruptions.cancel_at, *now) {
                self.cancel(*now, grace)?;
            }
            self.step(*now)?;
        }
    }

    fn is_due(&self, at: Option<f64>, now: f64) -> bool {
        at.is_some_and(|at| now - self.begin >= at)
    }

    fn cancel(&mut self, now: f64, grace: Option<f64>) -> Result<(), Stop> {
        if !self.is_legacy {
            return Err(Stop::Broken(TaskExit::Cancelled));
        }
        let Some(grace) = grace else { return Err(Stop::Broken(TaskExit::Closed)) };
        if self.deadline.is_none_or(|deadline| now + grace < deadline.at) {
            self.deadline = Some(Deadline { at: now + grace, closes: true });
        }
        Ok(())
    }

    /// Runs a step of the runner, which does nothing while polls are skipped.
    fn step(&mut self, now: f64) -> Result<(), Stop> {
        if self.rest > 1 {
            self.rest -= 1;
            return Ok(());
        }
        self.rest = 0;
        match self.deadline {
            Some(Deadline { at, closes }) if now > at => Err(Stop::Broken(if closes {
                TaskExit::Closed
            } else {
                TaskExit::Timeout(format!("Task {} Timed out", self.name))
            })),
            _ => Ok(()),
        }
    }

    /// Closes the task at its next pause, as Heat closes a task that does not end after a timeout that it caught.
    pub(crate) fn close_at_next_pause(&mut self) {
        self.is_closing = true;
    }
}
