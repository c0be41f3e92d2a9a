//! A worker in convergence: it locks and replaces resources, finds resources that dead workers left, and passes on attributes.

use heat_model::Value;
use heat_model::update::Definition;

use super::exceptions::{Kind, RaisedException, Stop, TaskExit};
use super::handlers::RETRY;
use super::live::{Live, Lock};
use super::row::Row;
use super::{Event, Interruptions, Machine, SharedRow, locked};
use crate::engine::{Hook, ResourceClass};
use crate::life_cycle::{Action, State, Status};

/// The visible result of an event, or of work that followed within it.
#[derive(Debug, Clone)]
pub(crate) struct Part {
    /// The number of the resource.
    pub(crate) resource: usize,
    /// The reason why this part of the work did not complete.
    pub(crate) stop: Option<Stop>,
    /// The rows after this part.
    pub(crate) rows: Vec<Row>,
    /// The events that were added.
    pub(crate) events: Vec<Event>,
    /// The seconds that passed.
    pub(crate) seconds: f64,
}

/// The visible results of the parts of an event.
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

/// The work that a worker is asked to do.
#[derive(Debug, Clone, Default)]
pub(crate) struct Work {
    /// `true` if the resource is visited for the template; otherwise, to clean up.
    pub(crate) is_update: bool,
    pub(crate) interruptions: Interruptions,
    /// The existing resource to adopt.
    pub(crate) adopted: Option<Value>,
    /// The interruptions of the work that follows.
    pub(crate) then: Interruptions,
    /// The traversal of the stack that the work belongs to.
    pub(crate) traversal: u64,
}

impl Machine {
    /// Does the work, and the work that follows from it. Follows `CheckResource.check`.
    pub(crate) fn converge(&mut self, number: usize, work: &Work, parts: &mut Parts) {
        let loaded = self.row(number).filter(|row| locked(row).exists);
        let Some((row, definition, class)) = loaded.and_then(|row| self.definition_for(row, work)) else {
            return parts.finish(self, number, Ok(()));
        };
        let engine = self.engine;
        let mut live = Live::load(self, row, definition, class);
        live.engine = Some(engine);
        let ended = if work.is_update { live.visit(work) } else { live.clean_up(work) };
        match ended {
            Err(Stop::Raised(raised)) if raised.kind == Kind::InProgress => {
                let again = live.is_stale();
                let raised = if again { live.found_stale(raised) } else { live.preempt(raised) };
                parts.finish(self, number, Err(raised.into()));
                if again {
                    let again = Work { interruptions: work.then, ..work.clone() };
                    self.follow(number, &again, parts);
                }
            }
            Err(Stop::Raised(raised)) if raised.kind == Kind::Replace => {
                let new = live.make_replacement();
                parts.finish(self, number, Err(raised.into()));
                if let Some(new) = new {
                    let next =
                        Work { is_update: true, interruptions: work.then, adopted: None, ..work.clone() };
                    self.follow(new, &next, parts);
                }
            }
            ended => {
                let ended = live.passed_on(ended, work);
                parts.finish(self, number, ended);
            }
        }
    }

    /// Does the work that follows, unless the stack has begun another traversal.
    fn follow(&mut self, number: usize, work: &Work, parts: &mut Parts) {
        if self.traversal == work.traversal {
            self.converge(number, work, parts);
        }
    }

    /// The definition with which a resource is loaded, and the class. Follows `Resource.load`.
    fn definition_for(&self, row: SharedRow, work: &Work) -> Option<(SharedRow, Definition, ResourceClass)> {
        let Row { template, action, .. } = locked(&row).clone();
        let will_create = action == Action::Init && work.is_update;
        let used = if will_create { self.current } else { template.unwrap_or(self.current) };
        let definition_in = |template: usize| self.templates.get(template).and_then(Option::as_ref);
        let definition = definition_in(used)?;
        let class = self.class_of(definition)?;
        let latest = definition_in(self.current).filter(|_| work.is_update && used != self.current);
        let substitute = latest.and_then(|latest| self.class_of(latest));
        let is_substitute =
            |other: &ResourceClass| class.class().schema().is_substituted_by(other.class().schema());
        let class = substitute.filter(is_substitute).unwrap_or(class);
        Some((row, definition.clone(), class))
    }

    /// Marks the stack as failed, unless it has begun another traversal: Heat removes deleted resources. Follows
    /// `mark_failed`.
    fn fail(&mut self, traversal: u64) {
        if self.traversal != traversal {
            return;
        }
        self.traversal += 1;
        let deleted = State::new(Action::Delete, Status::Complete);
        for mut row in self.rows.iter().map(locked) {
            if row.exists && row.state() == deleted {
                row.remove();
            }
        }
    }
}

impl Live<'_> {
    /// Returns whether another attempt is made at a resource that could not be locked. Follows `_stale_resource_needs_retry`.
    fn is_stale(&self) -> bool {
        let row = locked(&self.row);
        match row.engine.filter(|holder| Some(*holder) != self.engine) {
            Some(holder) => !self.machine.alive.contains(&holder),
            None => row.engine.is_none() && row.template == self.loaded_template,
        }
    }

    /// Marks the resource as failed if the engine that had the lock is dead.
    fn found_stale(&mut self, raised: RaisedException) -> RaisedException {
        if locked(&self.row).engine.take().is_none() {
            return raised;
        }
        let action = self.action;
        let reason = format!("Worker went down during resource {action}");
        let failed = self.set_state(action, Status::Failed, &reason, Lock::None);
        failed.err().unwrap_or(raised)
    }

    /// Creates a resource that replaces this one, and returns its number. Follows `make_replacement`, which creates none while
    /// another engine has locked this one.
    fn make_replacement(&mut self) -> Option<usize> {
        let is_free = |this: &Self| {
            let row = locked(&this.row);
            (row.engine.is_none(), this.memory.is_current(&row))
        };
        if is_free(self) != (true, true) {
            if self.machine.settings.client_retry_limit == 0 {
                return None;
            }
            self.machine.now += RETRY;
            if !is_free(self).0 {
                return None;
            }
        }
        let new = self.machine.rows.len();
        {
            let row = self.machine.add_row();
            let mut row = locked(&row);
            row.exists = true;
            row.template = Some(self.machine.current);
        }
        let mut row = locked(&self.row);
        row.replaced_by = Some(new);
        self.memory.advance(&mut row);
        Some(new)
    }

    /// Finishes the work on a resource: reads the attributes that other resources need, or marks the stack as failed. A failed
    /// check does not prevent the checks of other resources.
    fn passed_on(&mut self, ended: Result<(), Stop>, work: &Work) -> Result<(), Stop> {
        let is_check = self.stack_action == "CHECK";
        let (is_done, mut has_failed) = match &ended {
            // Heat has closed the task, and continues.
            Ok(()) | Err(Stop::Broken(TaskExit::Closed)) => (true, false),
            Err(
                Stop::Raised(RaisedException { kind: Kind::ResourceFailure(_), .. })
                | Stop::Broken(TaskExit::Timeout(_)),
            ) => (is_check, true),
            Err(Stop::Raised(_)) => (false, !is_check),
            Err(Stop::Broken(TaskExit::Cancelled) | Stop::Died) => (false, false),
        };
        let mut ended = if matches!(ended, Err(Stop::Broken(TaskExit::Closed))) { Ok(()) } else { ended };
        if is_done
            && work.is_update
            && let Err(raised) = self.propagate()
        {
            has_failed = !is_check;
            ended = Err(raised.into());
        }
        if has_failed {
            self.machine.fail(work.traversal);
        }
        ended
    }

    /// Asks the engine that has the lock, and is alive, to finish.
    fn preempt(&mut self, raised: RaisedException) -> RaisedException {
        if !self.defines(Hook::Preempt) {
            return raised;
        }
        self.call(|class, host| class.preempt(host)).err().unwrap_or(raised)
    }

    /// Visits the resource for the template. Follows `check_resource_update`.
    fn visit(&mut self, work: &Work) -> Result<(), Stop> {
        let asked = work.interruptions;
        match self.stack_action {
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

    /// Visits the resource to clean up. Follows `check_resource_cleanup`.
    fn clean_up(&mut self, work: &Work) -> Result<(), Stop> {
        match self.stack_action {
            "CHECK" | "RESUME" | "SNAPSHOT" => Ok(()),
            "SUSPEND" => self.run("suspend", work.interruptions, Self::suspend),
            _ if self.template == Some(self.machine.current) => Ok(()),
            _ if self.action == Action::Init => {
                locked(&self.row).remove();
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

    /// Updates the resource to the current template. Follows `update_convergence`.
    fn update_in_convergence(&mut self, asked: Interruptions) -> Result<(), Stop> {
        let current = self.machine.current;
        let Some(after) = self.machine.templates.get(current).cloned().flatten() else { return Ok(()) };
        if self.class.name() != after.resource_type {
            return Err(self.replaced_by_type().into());
        }
        if self.stack_action == "ROLLBACK" && self.replaced_by.is_some() {
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
    fn propagate(&mut self) -> Result<(), RaisedException> {
        let referenced = self.machine.settings.referenced.clone();
        if referenced.is_empty() {
            self.clear_stored_attributes();
            return Ok(());
        }
        // A resource that was never created has no attributes yet.
        let read = if self.action == Action::Init { Vec::new() } else { referenced };
        for (name, path) in &read {
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
