//! What an update makes of a deployment.

use heat_model::Value;

use crate::{Action, Config, Deployment, SoftwareError, Surroundings};

/// What an update makes of a deployment that has changed.
#[derive(Debug, Clone, PartialEq)]
pub enum Update {
    /// The deployment is replaced, because this input has changed and says so.
    Replaced {
        /// The input.
        input: String,
    },
    /// The server is given this config instead of the one before, which is deleted.
    Deployed(Box<Config>),
    /// Nothing reaches the server: the action leads to no deployment.
    Complete,
}

impl Deployment {
    /// What an update makes of the deployment, with the derived config of before; `None` if there was no deployment yet.
    ///
    /// An input with `replace_on_change` counts whether or not the update leads to a deployment, and those count that Heat adds, too.
    ///
    /// # Errors
    /// As [`derive`](Self::derive).
    pub fn update(
        &self,
        config: Option<&Config>,
        before: Option<&Config>,
        surroundings: &Surroundings,
    ) -> Result<Update, SoftwareError> {
        for input in self.inputs(config, Action::Update, surroundings) {
            let Some(before) = before.and_then(|before| value_of(before, &input.name)) else { continue };
            let now = input.value.as_ref().unwrap_or(&Value::Null);
            if input.replace_on_change && !before.python_eq(now) {
                return Ok(Update::Replaced { input: input.name });
            }
        }
        let derived = self.derive(config, Action::Update, surroundings)?;
        Ok(derived.map_or(Update::Complete, |derived| Update::Deployed(Box::new(derived))))
    }
}

/// The value of an input that there is; null if it has none.
fn value_of<'c>(config: &'c Config, name: &str) -> Option<&'c Value> {
    let input = config.inputs.iter().rev().find(|input| input.name == name)?;
    Some(input.value.as_ref().unwrap_or(&Value::Null))
}
