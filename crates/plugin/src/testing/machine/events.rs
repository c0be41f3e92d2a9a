//! Events: requests of the service for the resource, in either engine.

use heat_model::Value;
use heat_model::update::Definition;

use super::exceptions::Stop;
use super::{Interruptions, Machine, Part, Parts, Work, locked};
use crate::life_cycle::Action;

/// A request of the service.
#[derive(Debug, Clone)]
pub(crate) enum ServiceRequest {
    Create,
    Update(Definition),
    Restore(Definition),
    /// A rollback to the definition before the last one.
    Rollback,
    Adopt(Value),
    Delete,
    Suspend,
    Resume,
    Check,
    Snapshot,
    /// Deletes resources that are no longer in the template.
    CleanUp,
}

impl ServiceRequest {
    /// The action of the stack; `None` if it does not change.
    fn stack_action(&self) -> Option<&'static str> {
        Some(match self {
            Self::Create => "CREATE",
            Self::Update(_) => "UPDATE",
            Self::Restore(_) => "RESTORE",
            Self::Rollback => "ROLLBACK",
            Self::Adopt(_) => "ADOPT",
            Self::Delete => "DELETE",
            Self::Suspend => "SUSPEND",
            Self::Resume => "RESUME",
            Self::Check => "CHECK",
            Self::Snapshot => "SNAPSHOT",
            Self::CleanUp => return None,
        })
    }
}

impl Machine {
    /// Handles a request, with the resource of this number or with the newest one.
    pub(crate) fn ask(
        &mut self,
        asked: ServiceRequest,
        of: Option<usize>,
        interruptions: Interruptions,
        then: Interruptions,
    ) -> Vec<Part> {
        let mut parts = Parts::begin(self);
        self.stack_action = asked.stack_action().unwrap_or(self.stack_action);
        if self.settings.legacy {
            let number = of.unwrap_or_else(|| self.newest());
            let ended = self.run_legacy(asked, interruptions);
            parts.finish(self, number, ended);
        } else {
            let work = self.prepared(asked, interruptions, then);
            let number = of.unwrap_or_else(|| self.newest());
            self.converge(number, &work, &mut parts);
        }
        if parts.finished.iter().any(|part| part.stop == Some(Stop::Died)) {
            self.engine += 1;
        }
        parts.finished
    }

    /// Stores the new template, as the service does, and returns the work for a worker.
    fn prepared(&mut self, asked: ServiceRequest, interruptions: Interruptions, then: Interruptions) -> Work {
        let is_update =
            !matches!(asked, ServiceRequest::Delete | ServiceRequest::Suspend | ServiceRequest::CleanUp);
        let mut adopted = None;
        match asked {
            ServiceRequest::Update(definition) | ServiceRequest::Restore(definition) => {
                self.use_template(Some(definition));
            }
            ServiceRequest::Delete => {
                self.use_template(None);
            }
            ServiceRequest::Rollback => self.current = self.template_before_last(),
            ServiceRequest::Adopt(existing) => adopted = Some(existing),
            _ => {}
        }
        self.traversal += 1;
        if is_update {
            self.store_missing();
        }
        Work { is_update, interruptions, adopted, then, traversal: self.traversal }
    }

    /// Stores the resource again, as the service does, if it was deleted and then removed.
    fn store_missing(&mut self) {
        let has_resource = self.templates.get(self.current).is_some_and(Option::is_some);
        if has_resource && !self.rows.iter().any(|row| locked(row).exists) {
            let row = self.add_row();
            let mut row = locked(&row);
            row.exists = true;
            row.template = Some(self.current);
        }
    }

    /// The template before the last one that has the resource.
    fn template_before_last(&self) -> usize {
        let with_resource = self.templates.iter().enumerate().filter(|(_, template)| template.is_some());
        with_resource.map(|(number, _)| number).rev().nth(1).unwrap_or_default()
    }

    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "a method is not general enough over lifetimes"
    )]
    fn run_legacy(&mut self, asked: ServiceRequest, interruptions: Interruptions) -> Result<(), Stop> {
        match asked {
            ServiceRequest::Update(definition) | ServiceRequest::Restore(definition) => {
                self.templates.push(Some(definition));
                self.update_legacy(self.templates.len() - 1, interruptions)
            }
            ServiceRequest::Rollback => self.update_legacy(self.template_before_last(), interruptions),
            ServiceRequest::Adopt(existing) => {
                self.run_task("adopt", interruptions, |live| live.adopt(&existing))
            }
            ServiceRequest::Create => self.run_task("create", interruptions, |live| {
                // The resource is stored first.
                locked(&live.row).exists = true;
                live.create()
            }),
            ServiceRequest::Delete => self.run_task("delete", interruptions, |live| live.delete()),
            ServiceRequest::Suspend => self.run_task("suspend", interruptions, |live| live.suspend()),
            ServiceRequest::Resume => self.run_task("resume", interruptions, |live| live.resume()),
            ServiceRequest::Check => self.run_task("check", interruptions, |live| live.check_resource()),
            ServiceRequest::Snapshot => self.run_task("snapshot", interruptions, |live| {
                live.snapshot()?;
                live.keep_snapshot();
                Ok(())
            }),
            ServiceRequest::CleanUp => Ok(()),
        }
    }

    /// Updates in the legacy engine. The stack's template only changes if the update was successful.
    fn update_legacy(&mut self, template: usize, interruptions: Interruptions) -> Result<(), Stop> {
        let Some(definition) = self.templates.get(template).cloned().flatten() else { return Ok(()) };
        let new_class = self.class_of(&definition);
        let mut is_complete = false;
        let ended = self.run_task("update", interruptions, |live| {
            live.become_substitute(new_class)?;
            live.update(definition, None)?;
            is_complete = true;
            Ok(())
        });
        if is_complete {
            self.current = template;
        }
        ended
    }

    /// Runs a function as another process, while an engine is at work.
    pub(crate) fn elsewhere<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let (engine, alive) = (self.engine, self.alive.clone());
        self.alive.push(engine);
        self.engine += 1;
        let done = run(self);
        (self.engine, self.alive) = (engine, alive);
        done
    }

    /// Replaces the stored properties, as if another version of the schema had stored them.
    pub(crate) fn store_properties(&mut self, properties: &Value) {
        if let (Some(row), Some(map)) = (self.row(self.newest()), properties.as_map()) {
            locked(&row).stored_properties = Some(map.clone().into());
        }
    }

    /// Replaces the metadata, as a user does through the API.
    pub(crate) fn set_metadata(&mut self, metadata: &Value) -> Result<(), super::RaisedException> {
        use crate::engine::Host as _;
        let live = self.loaded()?;
        if live.action == Action::Init {
            let text = format!("The Resource ({}) is not available.", live.name());
            return Err(super::RaisedException::other("ResourceNotAvailable", text));
        }
        let host = live.host();
        host.set_metadata(metadata)
            .map_err(|failure| super::RaisedException::other("ResourceNotAvailable", failure.to_string()))
    }
}
