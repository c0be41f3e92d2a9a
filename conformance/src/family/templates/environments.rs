//! Environments: the result of merging several files, and the contents of their registry.

use heat_hot::environment::{
    Environment, EnvironmentFile, MergeKind, MergeKinds, Registry, Resolution, Setting,
};
use heat_hot::fault::{Exception, Fault};
use heat_hot_language::{Hook, RestrictedAction};
use heat_model::Value;
use heat_yaml::Source;
use indexmap::IndexMap;

use crate::compare::{Comparison, Difference, same, untagged};
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::family::schemas::written::object;
use crate::vector::{Fields, Unanswerable, Vector};

/// The family about merged environments. Input `{parameters, given, plugins, files, lookups, resources}`: the types of the
/// template's parameters, parameters of the command line, the types that Heat has, the files by name and text, and the queries to
/// the registry.
pub(crate) const FAMILY: Family = Family {
    name: "environments",
    verdicts: &["merged"],
    details: &[
        "unknown",
        "loaded",
        "lookups",
        "lookups_in_turn",
        "registry_after",
        "hooks",
        "restricted_actions",
        "nested",
    ],
    differences,
};

fn kinds(input: &Value) -> Result<MergeKinds, Unanswerable> {
    let kind = |name: &Value| match name.as_str() {
        Some("string") => Ok(MergeKind::String),
        Some("number") => Ok(MergeKind::Number),
        Some("comma_delimited_list") => Ok(MergeKind::List),
        Some("json") => Ok(MergeKind::Map),
        Some("boolean") => Ok(MergeKind::Boolean),
        _ => Err(Unanswerable::Malformed(format!("{name} is no type of parameters"))),
    };
    let parameters = input.required("parameters")?.map()?;
    parameters.iter().map(|(name, value)| Ok((name.clone(), kind(value)?))).collect()
}

fn items<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> + use<'v> {
    value.field(key).and_then(Value::as_list).into_iter().flatten()
}

fn strings<'v>(value: &'v Value, key: &str) -> Vec<&'v str> {
    items(value, key).filter_map(Value::as_str).collect()
}

fn settings(settings: &IndexMap<String, Setting>) -> Value {
    settings.iter().map(|(name, setting)| (name.clone(), setting.value.clone())).collect()
}

/// Converts an outcome to the form of the recordings.
fn recorded(outcome: &Result<Value, Exception>) -> Value {
    match outcome {
        Ok(value) => object([("value", value.clone())]),
        Err(exception) => object([
            ("error_class", Value::from(exception.class())),
            ("message", Value::from(exception.to_string())),
        ]),
    }
}

/// Returns whether the message of an exception is compared. Messages of PyYAML and of Python's stack differ from ours.
fn has_our_words(class: &str, message: &str) -> bool {
    let of_yaml = class == "ValueError" && (message.contains('\n') || message.contains("<unicode string>"));
    let of_json = message.starts_with("Invalid parameter in environment ") && message.contains("char ");
    class != "RecursionError" && !of_yaml && !of_json
}

fn agrees(heat: &Value, ours: &Value) -> bool {
    let text = |value: &Value, key: &str| value.field(key).and_then(Value::as_str).map(str::to_owned);
    match (text(heat, "error_class"), text(ours, "error_class")) {
        (Some(heat_class), Some(our_class)) => {
            let message = text(heat, "message").unwrap_or_default();
            heat_class == our_class
                && (!has_our_words(&heat_class, &message) || text(ours, "message") == Some(message))
        }
        _ => same(&untagged(heat), ours),
    }
}

/// Compares an outcome, or a list or map of them.
fn compare(found: &mut Comparison, part: &str, heat: &Value, ours: &Value) {
    match (heat, ours) {
        (Value::List(heat), Value::List(ours)) if heat.len() == ours.len() => {
            for (index, (heat, ours)) in heat.iter().zip(ours).enumerate() {
                compare(found, &format!("{part}[{index}]"), heat, ours);
            }
        }
        (Value::Map(of_heat), Value::Map(of_ours)) if is_group(part) => {
            for (key, heat) in of_heat {
                match of_ours.get(key) {
                    Some(ours) => compare(found, &format!("{part}.{key}"), heat, ours),
                    None => found.differs(part, heat, &"nothing"),
                }
            }
        }
        _ if agrees(heat, ours) => {}
        _ => found.differs(part, heat, ours),
    }
}

/// Returns whether a part of the answer has an outcome for each resource.
fn is_group(part: &str) -> bool {
    ["hooks", "restricted_actions", "nested"].contains(&part)
}

struct Question<'v> {
    input: &'v Value,
    environment: Environment,
    plugins: Vec<&'v str>,
}

impl Question<'_> {
    fn lookup(&self, registry: &mut Registry, lookup: &Value) -> Value {
        let Some([resource_type, resource_name]) = lookup.as_list().and_then(|pair| pair.get(..2)) else {
            return Value::Null;
        };
        let is_type = |name: &str| self.plugins.contains(&name);
        let resolved =
            registry.resolve(resource_type.as_str().unwrap_or_default(), resource_name.as_str(), &is_type);
        let resolved = resolved.map(|resolution| match resolution {
            Resolution::Type(name) => object([("type", Value::from(name))]),
            Resolution::Template { name, path, .. } => {
                object([("name", Value::from(name)), ("template", Value::from(path))])
            }
        });
        recorded(&resolved)
    }

    fn each_resource(&self, ask: impl Fn(&str) -> Result<Value, Exception>) -> Value {
        let names = strings(self.input, "resources");
        names.into_iter().map(|name| (name.to_owned(), recorded(&ask(name)))).collect()
    }

    fn hooks(&self, name: &str) -> Result<Value, Exception> {
        let mut hooks = Vec::new();
        for hook in Hook::ALL {
            if self.environment.registry.matches_hook(name, hook)? {
                hooks.push(hook.as_str());
            }
        }
        Ok(Value::from(hooks))
    }

    fn restricted_actions(&self, name: &str) -> Result<Value, Exception> {
        let actions = self.environment.registry.restricted_actions(name)?;
        let mut actions: Vec<_> = actions.into_iter().map(RestrictedAction::as_str).collect();
        actions.sort_unstable();
        Ok(Value::from(actions))
    }

    fn compare(&self, found: &mut Comparison, output: &Value) {
        let mut differs = |part: &str, ours: &Value| {
            if let Some(heat) = output.field(part) {
                compare(found, part, heat, ours);
            }
        };
        let mut in_turn = self.environment.registry.clone();
        let alone = items(self.input, "lookups")
            .map(|lookup| self.lookup(&mut self.environment.registry.clone(), lookup))
            .collect();
        let one_by_one: Value =
            items(self.input, "lookups").map(|lookup| self.lookup(&mut in_turn, lookup)).collect();
        differs("lookups", &alone);
        differs("lookups_in_turn", &one_by_one);
        if output.field("lookups_in_turn").is_none() {
            differs("lookups", &one_by_one);
        }
        differs("registry_after", &recorded(&Ok(in_turn.to_value())));
        differs("hooks", &self.each_resource(|name| self.hooks(name)));
        differs("restricted_actions", &self.each_resource(|name| self.restricted_actions(name)));
        let nested = |name: &str| self.environment.registry.nested(name).map(|nested| nested.to_value());
        differs("nested", &self.each_resource(nested));
    }
}

fn differences(vector: &Vector, _data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let (input, output) = (&vector.input, &vector.output);
    let kinds = kinds(input)?;
    let given = match input.field("given") {
        Some(given) => given.map()?.clone(),
        None => IndexMap::new(),
    };
    let files = items(input, "files").map(|file| {
        let source = Source::new(file.text("name")?, file.text("text")?);
        Ok(EnvironmentFile::read(&source))
    });
    let files = files.collect::<Result<Vec<_>, Unanswerable>>()?;
    let (environment, faults) = Environment::merge(&files, &given, &kinds);

    let mut found = Comparison::default();
    let first = faults.first().map(|fault| recorded(&Err(fault.exception.clone())));
    let expected = output.field("loaded").unwrap_or(output);
    let parameters = settings(&environment.parameters);
    match (first, expected.field("error_class").is_some()) {
        (Some(first), true) => {
            if !agrees(expected, &first) {
                found.differs("error", expected, &first);
            }
        }
        (None, false) => {
            let loaded = object([
                ("resource_registry", environment.registry.to_value()),
                ("parameters", parameters.clone()),
                ("parameter_defaults", settings(&environment.parameter_defaults)),
                ("event_sinks", environment.event_sinks.clone()),
            ]);
            compare(&mut found, "loaded", expected, &recorded(&Ok(loaded)));
        }
        (first, _) => {
            let ours = first.unwrap_or_else(|| Value::from("fine"));
            found.differs("verdict", expected, &ours);
        }
    }
    if let Some(merged) = output.field("merged") {
        compare(&mut found, "merged.parameters", merged.required("parameters")?, &parameters);
        let encrypted = merged.required("encrypted_param_names")?;
        compare(&mut found, "merged.encrypted", encrypted, &environment.encrypted_param_names);
        let unknown = environment.unknown_parameters(|name| kinds.contains_key(name));
        let verdict = |fault: &Fault| recorded(&Err(fault.exception.clone()));
        let unknown = unknown.first().map_or_else(|| recorded(&Ok(Value::Null)), verdict);
        compare(&mut found, "unknown", output.required("unknown")?, &unknown);
    }
    let plugins = strings(input, "plugins");
    Question { input, environment, plugins }.compare(&mut found, output);
    Ok(found.differences)
}
