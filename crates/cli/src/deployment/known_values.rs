//! Values that only a cloud knows, read from a file: by the names of the inputs that Heat adds.

use std::path::Path;

use heat_model::Value;
use heat_model::python::str_of;
use heat_model::suggest::nearest;
use heat_software::{Action, HeatFacts, SignalTransport};
use heat_template_files::read_value;
use indexmap::IndexMap;

use crate::outcome::Failure;

/// The names that a file can contain: of inputs that Heat adds, and of fields of the derived config.
const NAMES: [&str; 13] = [
    "id",
    "creation_time",
    "name",
    "deploy_server_id",
    "deploy_stack_id",
    "deploy_signal_id",
    "deploy_queue_id",
    "deploy_auth_url",
    "deploy_username",
    "deploy_user_id",
    "deploy_password",
    "deploy_project_id",
    "deploy_region_name",
];

/// Values that only a cloud knows.
#[derive(Debug, Default)]
pub(super) struct KnownValues(IndexMap<String, Value>);

impl KnownValues {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, is not a map, or has other names.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let shown = path.display();
        let Some(Value::Map(values)) = read_value(path)? else {
            return Err(Failure::unreadable(format!("`{shown}` is not a map of values by name"))
                .with_help("write `deploy_stack_id: web/7f3c…`"));
        };
        if let Some(name) = values.keys().find(|name| !NAMES.contains(&name.as_str())) {
            let help = nearest(name, NAMES).map_or_else(
                || format!("the names are {}", NAMES.join(", ")),
                |near| format!("did you mean `{near}`?"),
            );
            return Err(Failure::unreadable(format!("`{shown}` gives `{name}`, which Heat does not add"))
                .with_help(help));
        }
        Ok(Self(values.into_inner()))
    }

    fn text(&self, name: &str) -> Option<String> {
        self.0.get(name).map(str_of)
    }

    /// The ID of the server.
    pub(super) fn server(&self) -> Option<&Value> {
        self.0.get("deploy_server_id")
    }

    /// The name of the derived config.
    pub(super) fn name(&self) -> Option<String> {
        self.text("name")
    }

    /// The ID of the derived config for an action, which is one of several if it has a number.
    pub(super) fn id(&self, resource_name: &str, action: Action, number: usize) -> String {
        let plain = || format!("{resource_name}-{number}-{}", action.as_str().to_lowercase());
        match self.text("id") {
            Some(id) if number == 1 => id,
            Some(id) => format!("{id}-{number}"),
            None => plain(),
        }
    }

    /// The time at which the derived config was created.
    pub(super) fn creation_time(&self) -> String {
        self.text("creation_time").unwrap_or_else(|| "<time of the creation>".to_owned())
    }

    /// The values that Heat adds to the inputs of a deployment.
    pub(super) fn surroundings(&self, resource_name: &str, transport: SignalTransport) -> HeatFacts {
        let mut surroundings = HeatFacts::placeholders(resource_name);
        let signal = match transport {
            SignalTransport::TempUrl => &mut surroundings.temp_url,
            _ => &mut surroundings.cfn_signal_url,
        };
        let credentials = &mut surroundings.credentials;
        let fields = [
            ("deploy_stack_id", &mut surroundings.stack),
            ("deploy_signal_id", signal),
            ("deploy_queue_id", &mut surroundings.queue_id),
            ("deploy_auth_url", &mut credentials.auth_url),
            ("deploy_username", &mut credentials.username),
            ("deploy_user_id", &mut credentials.user_id),
            ("deploy_password", &mut credentials.password),
            ("deploy_project_id", &mut credentials.project_id),
        ];
        for (name, field) in fields {
            if let Some(text) = self.text(name) {
                *field = text;
            }
        }
        credentials.region_name = self.text("deploy_region_name").or_else(|| credentials.region_name.take());
        surroundings
    }
}
