//! Components: configs with separate instructions for each action.

use heat_model::Value;

use crate::{Config, SoftwareError};

/// Tool and config for one action.
#[derive(Debug, Clone, PartialEq)]
pub struct ActionConfig {
    /// Name of the tool, which selects the hook.
    pub tool: String,
    /// The config: text, or a map.
    pub text: Value,
}

impl Config {
    /// Returns whether a component has a config for this action.
    ///
    /// # Errors
    /// If the config is not the config of a component.
    pub(crate) fn has_action(&self, action: &str) -> Result<bool, SoftwareError> {
        let configs = self.config.as_map().and_then(|config| config.get("configs")).and_then(items);
        let mut found = false;
        for config in configs.ok_or(SoftwareError::NotAComponent)? {
            let actions = config.as_map().and_then(|config| config.get("actions")).and_then(items);
            let actions = actions.ok_or(SoftwareError::NotAComponent)?;
            if actions.iter().any(|action| matches!(action, Value::List(_) | Value::Map(_))) {
                return Err(SoftwareError::NotAComponent);
            }
            found |= actions.iter().any(|each| each.as_str() == Some(action));
        }
        Ok(found)
    }

    /// Returns the value of an input. If several inputs have the name, the last one is used.
    #[must_use]
    pub fn input(&self, name: &str) -> Option<&Value> {
        self.inputs.iter().rev().find(|input| input.name == name)?.value.as_ref()
    }

    /// Tool and config for the action of a derived config: in a component, the first config that lists the action; otherwise the
    /// config itself. `None` if a component has no config for the action.
    ///
    /// The hook in the server makes the same choice.
    #[must_use]
    pub fn for_action(&self) -> Option<ActionConfig> {
        if !self.is_component() {
            let tool = self.group.clone().unwrap_or_default();
            return Some(ActionConfig { tool, text: self.config.clone() });
        }
        let action = self.input("deploy_action")?;
        let configs = self.config.as_map()?.get("configs")?.as_list()?;
        let member = |config: &Value, name: &str| config.as_map()?.get(name).cloned();
        let config = configs.iter().find(|config| {
            let actions = member(config, "actions");
            actions.as_ref().and_then(Value::as_list).is_some_and(|actions| actions.contains(action))
        })?;
        Some(ActionConfig {
            tool: member(config, "tool").as_ref().and_then(Value::as_str).unwrap_or_default().to_owned(),
            text: member(config, "config").unwrap_or(Value::Null),
        })
    }
}

/// Items that Python iterates over for a value: items, keys or characters. Heat does not check that these are lists if the config
/// is a map written by hand.
fn items(value: &Value) -> Option<Vec<Value>> {
    match value {
        Value::List(items) => Some(items.iter().cloned().collect()),
        Value::Map(map) => Some(map.keys().map(|key| Value::from(key.as_str())).collect()),
        Value::String(text) => {
            Some(text.chars().map(|character| Value::from(character.to_string())).collect())
        }
        Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use heat_model::value;

    use super::*;
    use crate::Input;

    fn component(configs: Value, action: &str) -> Config {
        let mut config = Config::from_value(&value!({"group": "component"})).unwrap();
        config.config = value!({"configs": configs});
        config.inputs = vec![Input::given("deploy_action", action)];
        config
    }

    #[test]
    fn the_first_config_with_the_action_is_chosen() {
        fn check(action: &str, expect: Option<(&str, Value)>) {
            let configs = value!([
                {"actions": ["CREATE", "UPDATE"], "config": "first", "tool": "script"},
                {"actions": ["UPDATE", "own"], "config": {"a": 1}, "tool": "json-file"},
                {"actions": ["DELETE"], "tool": "ansible"},
            ]);
            let found = component(configs, action).for_action();
            assert_eq!(
                found.map(|found| (found.tool, found.text)),
                expect.map(|(tool, text)| (tool.to_owned(), text))
            );
        }
        check("CREATE", Some(("script", "first".into())));
        check("UPDATE", Some(("script", "first".into())));
        check("own", Some(("json-file", value!({"a": 1}))));
        check("DELETE", Some(("ansible", Value::Null)));
        check("SUSPEND", None);
        check("", None);
    }

    #[test]
    fn without_a_component_the_config_is_for_every_action() {
        let config = Config::from_value(&value!({"group": "script", "config": "all"})).unwrap();
        let found = config.for_action().unwrap();
        assert_eq!((found.tool.as_str(), found.text), ("script", "all".into()));
    }

    #[test]
    fn the_last_input_of_a_name_counts() {
        let mut config = component(value!([{"actions": ["DELETE"], "config": "x", "tool": "t"}]), "CREATE");
        config.inputs.push(Input::given("deploy_action", "DELETE"));
        assert!(config.for_action().is_some());
    }
}
