//! A task with a virtual clock: the steps in which Heat runs a handler and its polls, and what may break them off.
//!
//! Follows `heat.engine.scheduler.TaskRunner`. Heat's tasks are generators; here the code between two `yield`s runs on, and
//! [`Task::pause`] is the `yield`.

use super::exceptions::{Stop, TaskExit};

/// What happens to a task while it runs, in seconds since it began.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Interruptions {
    /// The stack's time is over.
    pub(crate) timeout: Option<f64>,
    /// The user cancels.
    pub(crate) cancel_at: Option<f64>,
    /// The process dies.
    pub(crate) dies_at: Option<f64>,
    /// The time at which others are allowed to do something.
    pub(crate) meanwhile_at: Option<f64>,
}

/// What a pause has to report besides having passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PauseEvent {
    /// The next step is due.
    Step,
    /// The others do something now; then the pause goes on.
    Meanwhile,
}

/// A deadline, and what happens then.
#[derive(Debug, Clone, Copy)]
struct Deadline {
    at: f64,
    /// Whether the task is closed without an exception (`TimedCancel`).
    closes: bool,
}

/// How far a task is with its sleeps between two steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sleeps {
    /// The first sleep is still to come: it takes no time.
    NotYet,
    /// The task has slept.
    Slept,
    /// The task has slept, and others have done something since: the rest of the second is still to pass.
    MetOthers,
}

/// A task that runs.
#[derive(Debug, Clone)]
pub(crate) struct Task {
    /// As Heat describes it: `create from Token "web" …`.
    pub(crate) name: String,
    pub(crate) interruptions: Interruptions,
    begin: f64,
    deadline: Option<Deadline>,
    sleeps: Sleeps,
    /// Whether the task's next pause is its end.
    is_closing: bool,
    /// How long a legacy engine lets it run after a cancel; `None` in convergence, where a cancel is at once.
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

    /// Lets a second pass. `grace` is how long a cancelled task of a legacy engine may go on.
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

    /// A step of the runner: nothing while polls are left out.
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

    /// Goes on after a timeout that was caught: Heat closes a task that does not end then.
    pub(crate) fn close_at_next_pause(&mut self) {
        self.is_closing = true;
    }
}
