//! The life cycle of a deployment: its actions, one after the other.

use heat_model::Value;
use heat_report::text::counted;
use heat_software::signal::{Attribute, OUTPUTS, Status};
use heat_software::{
    Action, DeploymentState, HeatFacts, ServerConfig, SignalTransport, SoftwareError, UpdateOutcome,
};
use heat_template_check::TemplateFindings;
use heat_yaml::Severity;

use super::find::{Found, find};
use super::known_values::KnownValues;
use super::memory::{Memories, Memory};
use super::options::{Format, Options};
use super::properties::{has_unknown, with_placeholders};
use super::step::{Step, StepResult};
use super::text;
use super::trial::Trial;
use crate::outcome::{CommandResult, Failure, Outcome};
use crate::resolve::{Unknowns, stack_of};
use crate::session::Session;

/// Prints the data that a server receives for each action, and runs the action if requested.
///
/// # Errors
/// If something cannot be read, or there is no such deployment.
pub fn run(options: &Options, session: &mut Session) -> CommandResult {
    let (files, _) = session.read_for_templates()?;
    let (stack, TemplateFindings { diagnostics, omitted }) =
        stack_of(&options.inputs, &files, Unknowns::StandIn)?;
    session.draw(&diagnostics)?;
    if omitted > 0 {
        writeln!(session.err, "and {}\n", counted(omitted, "more finding"))?;
    }
    session.name_catalogue(&diagnostics)?;
    let Some(stack) = stack else { return Err(Failure::refused("the template cannot be read")) };
    let has_errors = diagnostics.iter().any(|found| found.severity == Severity::Error);
    if has_errors && options.trial.is_some() {
        return Err(Failure::refused("the template has errors; nothing was run"));
    }
    let known = options.values.as_deref().map_or(Ok(KnownValues::default()), KnownValues::read)?;
    let mut found = find(&stack.resolved, &options.name, &files)?;
    if let Some(server) = known.server() {
        found.deployment.server = server.clone();
    }
    if let Some(name) = known.name() {
        found.deployment.name = Some(name);
    }
    for (name, value) in &options.input_values {
        found.deployment.input_values.insert(name.clone(), value.as_str().into());
    }
    let trial = options.trial.as_ref().map(Trial::new).transpose()?;
    let mut memories = match &trial {
        Some(trial) if !trial.is_temporary() => Some(Memories::read(trial.folder())?),
        _ => None,
    };
    let memory = memories.as_ref().map(|memories| memories.of(&options.name)).unwrap_or_default();
    let mut life = Life::new(found, known, trial, memory);
    if let Some(trial) = &life.trial {
        text::introduce(trial, &life.unknown_inputs(), session)?;
    }
    let mut steps = Vec::new();
    for (index, action) in options.actions.iter().enumerate() {
        let later = options.later_values.iter().filter(|(number, ..)| *number == index + 1);
        for (_, name, value) in later {
            life.found.deployment.input_values.insert(name.clone(), value.as_str().into());
        }
        let step = life.step(*action)?;
        if let Some(memories) = &mut memories {
            memories.keep(&options.name, &life.memory)?;
        }
        if options.trial.is_some() && options.format.is_none() {
            text::step(&step, session)?;
        }
        steps.push(step);
    }
    write(options, &steps, session)?;
    let has_failed =
        steps.iter().any(|step| step.result.as_ref().is_some_and(|result| result.status == Status::Failed));
    Ok(if has_errors || has_failed { Outcome::Findings } else { Outcome::Done })
}

/// A deployment, and its state after the actions so far.
struct Life {
    found: Found,
    known: KnownValues,
    surroundings: HeatFacts,
    memory: Memory,
    trial: Option<Trial>,
}

impl Life {
    fn new(found: Found, known: KnownValues, trial: Option<Trial>, memory: Memory) -> Self {
        let surroundings = known.surroundings(&found.resource_name, found.deployment.signal_transport);
        Self { found, known, surroundings, memory, trial }
    }

    /// The inputs whose values only a cloud knows.
    fn unknown_inputs(&self) -> Vec<String> {
        let values = self.found.deployment.input_values.iter();
        values.filter(|(_, value)| has_unknown(value)).map(|(name, _)| name.clone()).collect()
    }

    fn step(&mut self, action: Action) -> Result<Step, Failure> {
        let Some(deployed) = self.deploy(action).map_err(|error| refused(action, &error))? else {
            return Ok(Step { action, entry: None, hook: None, tried: None, result: None });
        };
        let entry = with_placeholders(&deployed.to_value());
        let hook = deployed.config.for_action().map(|chosen| chosen.tool);
        let Some(trial) = &self.trial else {
            return Ok(Step { action, entry: Some(entry), hook, tried: None, result: None });
        };
        let tried = trial.run(&entry)?;
        if self.found.deployment.signal_transport != SignalTransport::None
            && let Some(outputs) = &tried.outputs
        {
            let outputs = Value::Map(outputs.clone().into());
            self.memory.state.signal(&outputs).map_err(|error| refused(action, &error))?;
        }
        Ok(Step { action, entry: Some(entry), hook, tried: Some(tried), result: self.result() })
    }

    /// The data that the server receives for an action; `None` if the action leads to no deployment.
    fn deploy(&mut self, action: Action) -> Result<Option<ServerConfig>, SoftwareError> {
        let Found { deployment, config, resource_name } = &self.found;
        let config = config.as_ref();
        if deployment.derive(config, action, &self.surroundings)?.is_none() {
            return Ok(None);
        }
        let state = &mut self.memory.state;
        if action == Action::Create {
            // The deployment of an earlier call belongs to another stack.
            *state = DeploymentState::default();
        }
        // An update that changes nothing does not reach the deployment, so this update changes something.
        if action == Action::Update {
            let updated = state.update(deployment, config, &self.surroundings)?;
            if let UpdateOutcome::Replaced { .. } = updated {
                *state = DeploymentState::default();
                state.perform(deployment, config, action, &self.surroundings)?;
            }
        } else {
            state.perform(deployment, config, action, &self.surroundings)?;
        }
        self.memory.count += 1;
        let id = self.known.id(resource_name, action, self.memory.count);
        let creation_time = self.known.creation_time();
        let derived = self.memory.state.deployed.as_ref().map(|deployed| deployed.derived.clone());
        Ok(derived.map(|config| ServerConfig { id, creation_time, config }))
    }

    fn result(&self) -> Option<StepResult> {
        let deployed = self.memory.state.deployed.as_ref()?;
        let declared = deployed.derived.outputs.iter().map(|output| output.name.as_str());
        let attributes = declared.chain(OUTPUTS).filter_map(|name| {
            let value = match self.memory.state.attribute(name, self.found.config.as_ref()) {
                Attribute::Reported(value) => value,
                Attribute::Unset => Value::Null,
                Attribute::Unknown => return None,
            };
            Some((name.to_owned(), value))
        });
        Some(StepResult {
            status: deployed.status,
            reason: deployed.reason.clone(),
            attributes: attributes.collect(),
        })
    }
}

fn refused(action: Action, error: &SoftwareError) -> Failure {
    Failure::refused(format!("{action} cannot be deployed: {error}"))
}

/// Writes the result for programs. For people, each step has already been written, if the deployment was run.
fn write(options: &Options, steps: &[Step], session: &mut Session) -> Result<(), Failure> {
    let format = match (options.format, &options.trial) {
        (Some(format), _) => format,
        (None, Some(_)) => return Ok(()),
        (None, None) => Format::Yaml,
    };
    let all: Vec<Value> = steps.iter().map(|step| step.to_value(options)).collect();
    let value = match all.as_slice() {
        [only] if !options.is_sequence => only.clone(),
        _ => all.into(),
    };
    for step in steps.iter().filter(|step| step.entry.is_none()) {
        writeln!(session.err, "note: {} leads to no deployment of `{}`", step.action, options.name)?;
    }
    match format {
        Format::Json => session.write_json(&value)?,
        Format::Yaml => write!(session.out, "{}", heat_schema_text::document(&value))?,
    }
    Ok(())
}
