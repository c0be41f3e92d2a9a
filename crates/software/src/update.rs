//! Updates of a deployment.

use heat_model::Value;

use crate::{Action, Config, Deployment, HeatFacts, SoftwareError};

/// Result of an update of a deployment that has changed.
#[derive(Debug, Clone, PartialEq)]
pub enum Update {
    /// The deployment is replaced, because this input has changed and has `replace_on_change`.
    Replaced {
        /// Name of the input.
        input: String,
    },
    /// The server gets this config instead of the previous one, which is deleted.
    Deployed(Box<Config>),
    /// Nothing reaches the server, because the action does not deploy anything.
    Complete,
}

impl Deployment {
    /// Determines the result of an update. `before` is the previous derived config; `None` if nothing was deployed yet.
    ///
    /// An input with `replace_on_change` replaces the deployment whether or not the update deploys anything. This includes the
    /// inputs that Heat adds.
    ///
    /// # Errors
    /// The errors of [`derive`](Self::derive).
    pub fn update(
        &self,
        config: Option<&Config>,
        before: Option<&Config>,
        surroundings: &HeatFacts,
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

/// Value of an input: null if the input has no value, `None` if there is no such input.
fn value_of<'c>(config: &'c Config, name: &str) -> Option<&'c Value> {
    let input = config.inputs.iter().rev().find(|input| input.name == name)?;
    Some(input.value.as_ref().unwrap_or(&Value::Null))
}
