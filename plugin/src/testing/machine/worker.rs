//! What a worker does with a resource in convergence: it locks, replaces, finds what dead workers left, and passes on attributes.

use heat_model::Value;

use super::live::{Live, Lock};
use super::raised::{Broken, Kind, Raised, Stop};
use super::row::Row;
use super::{Event, Interruptions, Machine, locked};
use crate::engine::Hook;
use crate::life_cycle::{Action, Status};

/// What can be seen after an event, or after what followed within it.
#[derive(Debug, Clone)]
pub(crate) struct Part {
    /// The resource, by number.
    pub(crate) resource: usize,
    /// Why it did not come to its end.
    pub(crate) stop: Option<Stop>,
    /// The rows then.
    pub(crate) rows: Vec<Row>,
    /// The events that were added.
    pub(crate) events: Vec<Event>,
    /// The seconds that passed.
    pub(crate) seconds: f64,
}

/// The parts of an event.
#[derive(Debug)]
pub(crate) struct Parts {
    pub(crate) finished: Vec<Part>,
    begin: f64,
    seen: usize,
}

impl Parts {
    pub(crate) fn begin(machine: &Machine) -> Self {
        Self { finished: Vec::new(), begin: machine.now, seen: machine.events.len() }
    }

    pub(crate) fn finish(&mut self, machine: &Machine, resource: usize, ended: Result<(), Stop>) {
        let events = machine.events.get(self.seen..).unwrap_or_default().to_vec();
        let seconds = machine.now - self.begin;
        (self.begin, self.seen) = (machine.now, machine.events.len());
        let rows = machine.rows.iter().map(|row| locked(row).clone()).collect();
        self.finished.push(Part { resource, stop: ended.err(), rows, events, seconds });
    }
}

/// What a worker is asked to do.
#[derive(Debug, Clone, Default)]
pub(crate) struct Work {
    /// Whether the resource is visited for the template, or to clean up.
    pub(crate) is_update: bool,
    pub(crate) interruptions: Interruptions,
    /// What is adopted.
    pub(crate) adopted: Option<Value>,
    /// What interrupts that which follows.
    pub(crate) then: Interruptions,
}

impl Machine {
    /// Does the work, and what follows from it. Follows `CheckResource._do_check_resource`.
    pub(crate) fn converge(&mut self, number: usize, work: &Work, parts: &mut Parts) {
        let Some(row) = self.row(number).filter(|row| locked(row).exists) else {
            return parts.finish(self, number, Ok(()));
        };
        let Row { template, action, .. } = locked(&row).clone();
        let current = self.current;
        let will_create = action == Action::Init && work.is_update;
        let used = if will_create { current } else { template.unwrap_or(current) };
        let Some(definition) = self.templates.get(used).cloned().flatten() else {
            return parts.finish(self, number, Ok(()));
        };
        let engine = self.engine;
        let mut live = Live::load(self, row, definition);
        live.engine = Some(engine);
        let ended = if work.is_update { live.visit(work) } else { live.clean_up(work) };
        let ended = match ended {
            // Heat has closed the task, and goes on.
            Ok(()) | Err(Stop::Broken(Broken::Closed)) if work.is_update => {
                // Whatever an attribute raises, nothing is replaced then.
                let passed_on = live.propagate().map_err(Stop::from);
                return parts.finish(self, number, passed_on);
            }
            Err(Stop::Broken(Broken::Closed)) => Ok(()),
            Err(Stop::Raised(raised)) if raised.kind == Kind::InProgress => {
                let holder = locked(&live.row).engine;
                let again = holder.is_none_or(|holder| !live.machine.alive.contains(&holder));
                let raised = if again { live.found_dead(raised) } else { live.preempt(raised) };
                parts.finish(self, number, Err(raised.into()));
                if again {
                    let again = Work { interruptions: work.then, ..work.clone() };
                    self.converge(number, &again, parts);
                }
                return;
            }
            ended => ended,
        };
        let is_replaced = matches!(&ended, Err(Stop::Raised(raised)) if raised.kind == Kind::Replace);
        if is_replaced {
            return self.replace(number, work, ended, parts);
        }
        parts.finish(self, number, ended);
    }

    /// Makes another resource in place of this one. Follows `make_replacement`.
    fn replace(&mut self, number: usize, work: &Work, ended: Result<(), Stop>, parts: &mut Parts) {
        let new = self.rows.len();
        let row = self.add_row();
        {
            let mut row = locked(&row);
            row.exists = true;
            row.template = Some(self.current);
        }
        if let Some(old) = self.row(number) {
            locked(&old).replaced_by = Some(new);
        }
        parts.finish(self, number, ended);
        let next = Work { is_update: true, interruptions: work.then, adopted: None, then: work.then };
        self.converge(new, &next, parts);
    }
}

impl Live<'_> {
    /// The engine that had the lock is dead: the resource has failed.
    fn found_dead(&mut self, raised: Raised) -> Raised {
        locked(&self.row).engine = None;
        let action = self.action;
        let reason = format!("Worker went down during resource {action}");
        let failed = self.set_state(action, Status::Failed, &reason, Lock::None);
        failed.err().unwrap_or(raised)
    }

    /// The engine that has the lock lives: it may be asked to finish.
    fn preempt(&mut self, raised: Raised) -> Raised {
        if !self.defines(Hook::Preempt) {
            return raised;
        }
        self.call(|class, host| class.preempt(host)).err().unwrap_or(raised)
    }

    /// Follows `check_resource_update`.
    fn visit(&mut self, work: &Work) -> Result<(), Stop> {
        let asked = work.interruptions;
        match self.machine.stack_action {
            "SUSPEND" => Ok(()),
            "CHECK" => self.run("check", asked, Self::check_resource),
            "RESUME" => self.run("resume", asked, Self::resume),
            "SNAPSHOT" => self.run("snapshot", asked, |this| {
                this.snapshot()?;
                this.keep_snapshot();
                Ok(())
            }),
            _ if self.action == Action::Init => {
                self.template = Some(self.machine.current);
                match &work.adopted {
                    Some(existing) => self.run("adopt", asked, |this| this.adopt(existing)),
                    None => self.run("create", asked, Self::create),
                }
            }
            _ => self.update_in_convergence(asked),
        }
    }

    /// Follows `check_resource_cleanup`.
    fn clean_up(&mut self, work: &Work) -> Result<(), Stop> {
        match self.machine.stack_action {
            "CHECK" | "RESUME" | "SNAPSHOT" => Ok(()),
            "SUSPEND" => self.run("suspend", work.interruptions, Self::suspend),
            _ if self.template == Some(self.machine.current) => Ok(()),
            _ if self.action == Action::Init => {
                locked(&self.row).exists = false;
                Ok(())
            }
            _ => self.run("delete", work.interruptions, Self::delete),
        }
    }

    pub(crate) fn run(
        &mut self,
        method: &str,
        asked: Interruptions,
        task: impl FnOnce(&mut Self) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        self.begin(method, asked);
        task(self)
    }

    /// Follows `update_convergence`.
    fn update_in_convergence(&mut self, asked: Interruptions) -> Result<(), Stop> {
        let current = self.machine.current;
        let Some(after) = self.machine.templates.get(current).cloned().flatten() else { return Ok(()) };
        if self.machine.stack_action == "ROLLBACK" && self.replaced_by.is_some() {
            let undone = if self.defines(Hook::PrepareForReplace) {
                self.call(|class, host| class.restore_prev_rsrc(true, host))
            } else {
                Ok(())
            };
            self.or_failed(undone)?;
        }
        self.replaced_by = None;
        self.run("update", asked, |this| this.update(after, Some(current)))
    }

    /// Reads the attributes that other resources use, and stores them.
    fn propagate(&mut self) -> Result<(), Raised> {
        let referenced = self.machine.settings.referenced.clone();
        if referenced.is_empty() {
            self.clear_stored_attributes();
            return Ok(());
        }
        for (name, path) in &referenced {
            match self.attribute(name, path) {
                Err(raised) if raised.class != "InvalidTemplateAttribute" => return Err(raised),
                _ => {}
            }
        }
        self.reference_id()?;
        self.store_attributes();
        Ok(())
    }
}
