//! State of the deployments of a `--folder` between calls, in place of Heat's database.

use std::path::{Path, PathBuf};

use heat_model::{Value, json};
use heat_software::signal::Status;
use heat_software::{Action, Config, DeployedState, DeploymentState, Input};
use indexmap::IndexMap;

use crate::outcome::Failure;

/// The file in the folder, with one entry for each deployment.
const FILE: &str = "heat-codegen-deployments.json";

/// State of one deployment between calls.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// Number of configs that have been derived.
    pub(super) count: usize,
    pub(super) state: DeploymentState,
}

/// The stored states of the deployments of a folder, by their names.
#[derive(Debug)]
pub(super) struct Memories {
    file: PathBuf,
    all: IndexMap<String, Value>,
}

impl Memories {
    /// Reads the stored states of a folder.
    ///
    /// # Errors
    /// If they cannot be read.
    pub(super) fn read(folder: &Path) -> Result<Self, Failure> {
        let file = folder.join(FILE);
        if !file.exists() {
            return Ok(Self { file, all: IndexMap::new() });
        }
        let shown = file.display().to_string();
        let failed = |problem: &dyn std::fmt::Display| {
            Failure::unreadable(format!("`{shown}` cannot be read: {problem}"))
                .with_help("it remembers earlier calls; without it, the folder is that of a new server")
        };
        let text = std::fs::read_to_string(&file).map_err(|error| failed(&error))?;
        match json::parse(&text).map_err(|error| failed(&error))? {
            Value::Map(all) => Ok(Self { file, all: all.into_inner() }),
            other => Err(failed(&format!("it is {} instead of a map", other.kind()))),
        }
    }

    /// The stored state of a deployment.
    pub(super) fn of(&self, name: &str) -> Memory {
        let Some(known) = self.all.get(name) else { return Memory::default() };
        let map = |key: &str| known.get(key).and_then(Value::as_map).cloned();
        let count = known.get("count").and_then(Value::as_i64).and_then(|count| usize::try_from(count).ok());
        let deployed = map("inputs").map(|inputs| DeployedState {
            action: Action::Create,
            status: Status::Complete,
            reason: String::new(),
            // An update only compares the values of inputs.
            derived: Config {
                group: None,
                name: None,
                config: Value::Null,
                options: Value::Null,
                inputs: inputs.into_iter().map(|(name, value)| Input::given(name, value)).collect(),
                outputs: Vec::new(),
            },
            input_values: map("input_values").unwrap_or_default(),
            output_values: map("output_values"),
        });
        Memory { count: count.unwrap_or_default(), state: DeploymentState { deployed } }
    }

    /// Stores the state of a deployment.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn keep(&mut self, name: &str, memory: &Memory) -> Result<(), Failure> {
        let mut known = IndexMap::from([("count".to_owned(), Value::from(memory.count as u64))]);
        if let Some(deployed) = &memory.state.deployed {
            let inputs = deployed.derived.inputs.iter();
            let inputs: IndexMap<String, Value> = inputs
                .map(|input| (input.name.clone(), input.value.clone().unwrap_or(Value::Null)))
                .collect();
            let mut add = |key: &str, map: IndexMap<String, Value>| {
                known.insert(key.to_owned(), Value::Map(map.into()));
            };
            add("inputs", inputs);
            add("input_values", deployed.input_values.clone());
            if let Some(values) = &deployed.output_values {
                add("output_values", values.clone());
            }
        }
        self.all.insert(name.to_owned(), Value::Map(known.into()));
        let text = heat_model::python::json_dumps(&Value::Map(self.all.clone().into()));
        // The file contains the values of inputs, which may be secret.
        heat_deployments::files::replace(&self.file, heat_deployments::files::PRIVATE, text.as_bytes())
            .map_err(|error| {
                Failure::unreadable(format!("`{}` cannot be written: {error}", self.file.display()))
            })
    }
}
