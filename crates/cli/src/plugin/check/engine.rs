//! Living the types of plug-ins in an engine, over Heat's API: a stack for each type, with its minimal template.
//!
//! An engine has no services: a step that needs one does not run, which is no finding.

use std::fs::{self, File};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use heat_import::TypeFacts;
use heat_yaml::one_line;
use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use super::loaded::{Breach, Named, Step, StepResult};
use crate::outcome::Failure;
use crate::plugin::engine::{Engine, EngineOptions, EngineState, Home, Serving, second_value, template};
use crate::temporary_folder::TemporaryFolder;

/// Maximum time that an engine needs to start, on a machine that does much else.
const MAX_START: Duration = Duration::from_secs(240);

/// Number of lines of an engine's error output to show if it does not start.
const LAST_LINES: usize = 3;

/// Kind of an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EngineKind {
    /// The engine that Heat uses by default.
    Convergence,
    /// The engine without convergence.
    Legacy,
}

impl EngineKind {
    /// Name of the engine in reports.
    fn name(self) -> &'static str {
        match self {
            Self::Convergence => "engine",
            Self::Legacy => "legacy engine",
        }
    }
}

/// Lives of types in an engine.
#[derive(Debug, Default, Deserialize)]
pub(super) struct EngineLives {
    /// The steps of each type.
    pub(super) rows: IndexMap<String, Vec<Step>>,
    pub(super) breaches: Vec<Breach>,
    /// The steps during which the engine ended, by the type.
    #[serde(default)]
    ended: IndexMap<String, String>,
}

/// Lives types in an engine.
///
/// # Errors
/// If a folder cannot be written, or the interpreter cannot be started.
pub(super) fn live(
    named: &Named,
    types: &IndexMap<String, TypeFacts>,
    kind: EngineKind,
) -> Result<EngineLives, Failure> {
    if types.is_empty() {
        return Ok(EngineLives::default());
    }
    let mut lives = lives(named, types, kind)?;
    for step in lives.rows.values_mut().flatten() {
        step.name = format!("{}: {}", kind.name(), step.name);
    }
    Ok(lives)
}

fn lives(
    named: &Named,
    types: &IndexMap<String, TypeFacts>,
    kind: EngineKind,
) -> Result<EngineLives, Failure> {
    if !named.stubs.is_empty() {
        return Ok(not_lived(types.keys(), "an engine has no stand-ins for libraries (--stub)"));
    }
    let folder = TemporaryFolder::new("engine")?;
    let home = match Home::new(&named.python, &folder.path().join("state")) {
        Ok(home) => home,
        Err(failure) => return Ok(not_lived(types.keys(), &failure.message())),
    };
    let errors = home.state.join("printed");
    let options = EngineOptions {
        plugins: &named.plugins,
        is_legacy: kind == EngineKind::Legacy,
        errors: File::create(&errors).ok(),
        ..EngineOptions::default()
    };
    let mut engine = home.start(options)?;
    let serving = match serving(&mut engine) {
        Ok(serving) => serving,
        Err(why) => {
            let printed = fs::read_to_string(&errors).unwrap_or_default();
            let lines: Vec<&str> = printed.lines().filter(|line| !line.trim().is_empty()).collect();
            let last = lines[lines.len().saturating_sub(LAST_LINES)..].join("; ");
            let why = format!("the engine does not start: {why}: {}", one_line(&last));
            let breach = breach(None, "engine-refuses", why.clone());
            return Ok(EngineLives { breaches: vec![breach], ..not_lived(types.keys(), &why) });
        }
    };
    let mut lives = drive(&home, &serving, types)?;
    if !lives.ended.is_empty() {
        // The process may not have been waited for.
        let why = match engine.wait(Duration::from_secs(1)) {
            EngineState::Ended(why) => why,
            EngineState::Unchanged | EngineState::Serves(_) => "it no longer answers".to_owned(),
        };
        for (name, step) in &lives.ended {
            let others = if lives.ended.len() > 1 { ", while other types lived" } else { "" };
            let message = format!("the engine ended during `{step}`{others}: {why}");
            lives.breaches.push(breach(Some(name.clone()), "fails-in-engine", message));
        }
    }
    Ok(lives)
}

/// Waits until an engine serves.
fn serving(engine: &mut Engine) -> Result<Serving, String> {
    let began = Instant::now();
    loop {
        match engine.wait(Duration::from_millis(100)) {
            EngineState::Serves(serving) => return Ok(serving),
            EngineState::Ended(why) => return Err(why),
            EngineState::Unchanged if began.elapsed() > MAX_START => {
                return Err("it takes too long".to_owned());
            }
            EngineState::Unchanged => {}
        }
    }
}

/// Runs the program that lives types in an engine that serves.
fn drive(
    home: &Home,
    serving: &Serving,
    types: &IndexMap<String, TypeFacts>,
) -> Result<EngineLives, Failure> {
    let mut lives = EngineLives::default();
    let mut described = Vec::new();
    for (name, facts) in types {
        let Some(template) = template(&facts.schema) else {
            let why = "there is no sample of a required property";
            lives.rows.append(&mut not_lived([name], why).rows);
            continue;
        };
        let updates = updates(facts, &template);
        described.push(json!({"name": name, "template": template, "updates": updates}));
    }
    let classes: Json = serde_json::from_str(&serving.classes).unwrap_or_default();
    let order = json!({"url": serving.url, "log": home.log(), "classes": classes, "types": described});
    let path = home.state.join("lives.json");
    let unreadable = |what: String| Failure::unreadable(format!("types cannot live in an engine: {what}"));
    fs::write(&path, order.to_string()).map_err(|error| unreadable(error.to_string()))?;
    let output = home.command("lives").arg(&path).output().map_err(|error| unreadable(error.to_string()))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(unreadable(one_line(said.lines().last().unwrap_or_default())));
    }
    let driven: EngineLives =
        serde_json::from_slice(&output.stdout).map_err(|error| unreadable(error.to_string()))?;
    lives.rows.extend(driven.rows);
    Ok(EngineLives { rows: lives.rows, ..driven })
}

/// A second value for each property that can be updated; null if there is none.
fn updates(facts: &TypeFacts, template: &Json) -> Map<String, Json> {
    let properties = &template["resources"]["one"]["properties"];
    let updatable = facts.schema.properties.iter().filter(|(_, property)| {
        property.update_allowed && property.implemented && !property.support_status.is_hidden()
    });
    let values = updatable.map(|(name, property)| {
        (name.clone(), second_value(name, property, properties.get(name)).unwrap_or_default())
    });
    values.collect()
}

/// Types none of which lived, for a reason.
fn not_lived<'a>(types: impl IntoIterator<Item = &'a String>, why: &str) -> EngineLives {
    let row = || Step {
        name: "create".to_owned(),
        result: StepResult::NotLived,
        property: None,
        why: Some(why.to_owned()),
    };
    let rows = types.into_iter().map(|name| (name.clone(), vec![row()])).collect();
    EngineLives { rows, ..EngineLives::default() }
}

fn breach(resource_type: Option<String>, rule: &str, message: String) -> Breach {
    Breach { resource_type, rule: rule.to_owned(), message, file: None::<PathBuf>, line: None }
}
