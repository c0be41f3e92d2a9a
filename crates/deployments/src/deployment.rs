//! An entry of the list of deployments.
//!
//! The list was written by another program, from metadata that came over the network. A deployment that cannot be read fails alone.

use heat_model::{Value, json, python};
use heat_software::{COMPONENT, Config, Input, UNGROUPED};
use indexmap::IndexMap;

use crate::file_names::file_name;

const INPUTS: &str = "inputs";
const VALUE: &str = "value";
const ACTION: &str = "deploy_action";

/// A deployment: a config to apply and its inputs.
#[derive(Debug, Clone)]
pub struct Deployment {
    /// The deployment's identifier: a deployment that changes gets a new one.
    pub id: String,
    /// Group of the deployment, which selects its hook; for a component, the tool of the action.
    pub group: String,
    /// Values of the inputs, by name. If several inputs have one name, the last one is used.
    pub inputs: IndexMap<String, Value>,
    /// The whole config, as hooks get it.
    pub config: IndexMap<String, Value>,
}

/// The work that a deployment asks for.
#[derive(Debug, Clone)]
pub enum Choice {
    /// The deployment's hook is run.
    Run(Deployment),
    /// Nothing is run: the deployment is a component without a config for this action.
    NothingFor {
        /// The action.
        action: String,
    },
}

/// Reads the list of deployments.
///
/// # Errors
/// If it is not a list in JSON. The message contains the position, but does not quote the text.
pub fn read_list(text: &[u8]) -> Result<Vec<Value>, String> {
    let text = std::str::from_utf8(text).map_err(|error| format!("it is not UTF-8: {error}"))?;
    match json::parse(text).map_err(|error| error.to_string())? {
        Value::List(items) => Ok(items.into_inner()),
        Value::Null => Ok(Vec::new()),
        other => Err(format!("it is {} instead of a list", other.kind())),
    }
}

impl Deployment {
    /// Reads an entry of the list and normalises it for hooks: inputs of type String become text, and `inputs` becomes a list.
    ///
    /// # Errors
    /// If it has no identifier: its state could not be stored.
    pub fn read(entry: &Value) -> Result<Self, String> {
        let mut config =
            entry.as_map().ok_or_else(|| format!("it is {} instead of a map", entry.kind()))?.clone();
        let id = match config.get("id") {
            Some(id @ (Value::String(_) | Value::Integer(_))) => python::str_of(id),
            Some(other) => return Err(format!("its `id` is {}", other.kind())),
            None => return Err("it has no `id`".to_owned()),
        };
        let inputs = match config.get(INPUTS) {
            Some(Value::List(inputs)) => inputs.iter().filter_map(input).collect(),
            _ => Vec::new(),
        };
        let values = inputs.iter().filter_map(|input| {
            let input = input.as_map()?;
            Some((input.get("name")?.as_str()?.to_owned(), input.get(VALUE)?.clone()))
        });
        let values = values.collect();
        config.insert(INPUTS.to_owned(), inputs.into());
        let group = config.get("group").map_or_else(|| UNGROUPED.to_owned(), python::str_of);
        Ok(Self { id, group, inputs: values, config })
    }

    /// Returns the deployment to run: for a component, the first config that has the action.
    #[must_use]
    pub fn choose(mut self) -> Choice {
        if self.group != COMPONENT {
            return Choice::Run(self);
        }
        let action = self.inputs.get(ACTION);
        let component = Config {
            group: Some(self.group.clone()),
            name: None,
            config: self.config.get("config").cloned().unwrap_or(Value::Null),
            options: Value::Null,
            inputs: action.map(|action| Input::given(ACTION, action.clone())).into_iter().collect(),
            outputs: Vec::new(),
        };
        let Some(chosen) = component.for_action() else {
            return Choice::NothingFor { action: action.map(python::str_of).unwrap_or_default() };
        };
        self.config.insert("config".to_owned(), chosen.text);
        self.config.insert("group".to_owned(), chosen.tool.as_str().into());
        self.group = chosen.tool;
        Choice::Run(self)
    }

    /// Name of the deployment's files, without an extension.
    #[must_use]
    pub fn file_name(&self) -> String {
        file_name(&self.id)
    }
}

/// Normalises an input: the value becomes text if the type is String. `None` for an input that is not a map, which hooks cannot
/// read.
fn input(input: &Value) -> Option<Value> {
    let mut input = input.as_map()?.clone();
    let is_string = input.get("type").and_then(Value::as_str) == Some("String");
    if is_string && let Some(value) = input.get_mut(VALUE) {
        match value {
            Value::String(_) => {}
            Value::List(_) | Value::Map(_) => *value = python::json_dumps(value).into(),
            other => *other = python::str_of(other).into(),
        }
    }
    Some(Value::from(input))
}

#[cfg(test)]
mod tests {
    use heat_model::value;

    use super::*;

    fn read(entry: &Value) -> Deployment {
        Deployment::read(entry).unwrap()
    }

    #[test]
    fn a_list_is_a_list() {
        fn check(text: &str, expect: Result<usize, &str>) {
            let read = read_list(text.as_bytes());
            assert_eq!(read.as_ref().map(Vec::len).map_err(String::as_str), expect, "{text}");
        }
        check("[]", Ok(0));
        check("null", Ok(0));
        check("[{}, 1]", Ok(2));
        check("", Err("expected a value (line 1, column 1)"));
        check("{}", Err("it is a map instead of a list"));
        check("[{\"id\": \"a\"", Err("[0].id: expected `,` or `}` (line 1, column 12)"));
        assert!(read_list(b"[\"\xff\"]").is_err());
        assert!(read_list("[".repeat(100_000).as_bytes()).is_err());
    }

    #[test]
    fn inputs_of_type_string_are_text() {
        fn check(input_type: &str, value: &Value, expect: &Value) {
            let entry =
                value!({"id": "a", "inputs": [{"name": "x", "type": input_type, "value": value.clone()}]});
            let deployment = read(&entry);
            assert_eq!(&deployment.inputs["x"], expect, "{input_type} {value}");
            assert_eq!(&deployment.config["inputs"][0]["value"], expect, "{input_type} {value}");
        }
        check("String", &value!("a"), &value!("a"));
        check("String", &value!(1), &value!("1"));
        check("String", &value!(1.5), &value!("1.5"));
        check("String", &value!(true), &value!("True"));
        check("String", &value!(null), &value!("None"));
        // As text that another program reads again.
        check("String", &value!({"ü": ["it's", null]}), &value!(r#"{"\u00fc": ["it's", null]}"#));
        check("Number", &value!(1), &value!(1));
        check("Json", &value!({"a": 1}), &value!({"a": 1}));
        check("Boolean", &value!(true), &value!(true));
    }

    #[test]
    fn missing_parts_do_not_drop_a_deployment() {
        let deployment = read(&value!({"id": "a", "inputs": [{"name": "x"}, {"value": 1}, 7]}));
        assert!(deployment.inputs.is_empty());
        assert_eq!(deployment.config["inputs"], value!([{"name": "x"}, {"value": 1}]));
        let deployment = read(&value!({"id": 7, "group": "script"}));
        assert_eq!((deployment.id.as_str(), &deployment.config["inputs"]), ("7", &value!([])));
        assert_eq!(read(&value!({"id": "a"})).group, "Heat::Ungrouped");
        for entry in [value!({"group": "script"}), value!({"id": null}), value!({"id": ["a"]}), value!("a")] {
            assert!(Deployment::read(&entry).is_err(), "{entry}");
        }
    }

    #[test]
    fn a_component_has_the_config_of_its_action() {
        fn check(action: &Value, expect: Option<(&str, Value)>) {
            let deployment = read(&value!({
                "id": "a",
                "group": "component",
                "inputs": [{"name": "deploy_action", "value": action.clone()}],
                "config": {"configs": [
                    {"actions": ["CREATE"], "config": "c", "tool": "script"},
                    {"actions": ["DELETE"], "tool": "ansible"},
                ]},
            }));
            let chosen = match deployment.choose() {
                Choice::Run(chosen) => {
                    assert_eq!(chosen.config["group"].as_str(), Some(chosen.group.as_str()));
                    Some((chosen.group, chosen.config["config"].clone()))
                }
                Choice::NothingFor { .. } => None,
            };
            assert_eq!(chosen, expect.map(|(tool, config)| (tool.to_owned(), config)), "{action}");
        }
        check(&value!("CREATE"), Some(("script", value!("c"))));
        check(&value!("DELETE"), Some(("ansible", value!(null))));
        check(&value!("SUSPEND"), None);
        check(&value!(null), None);
    }

    #[test]
    fn a_hostile_component_has_nothing_for_the_action() {
        for config in
            [value!("text"), value!({"configs": 1}), value!({"configs": [1, {"actions": "CREATE"}]})]
        {
            let inputs = value!([{"name": "deploy_action", "value": "CREATE"}]);
            let entry = value!({"id": "a", "group": "component", "inputs": inputs, "config": config});
            assert!(matches!(read(&entry).choose(), Choice::NothingFor { .. }));
        }
    }
}
