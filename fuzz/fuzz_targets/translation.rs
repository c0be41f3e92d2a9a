//! Any translation rules with any data: reading with them terminates without a panic.
#![no_main]

use std::sync::LazyLock;
use std::time::SystemTime;

use heat_model::custom_constraint::ConstraintRegistry;
use heat_model::evaluate::{Context, Evaluator, Query, ResolveError};
use heat_model::{ResourceType, TranslationRule, Value, json};
use libfuzzer_sys::fuzz_target;

/// Properties of every shape to which a rule's path can lead.
static SUBJECT: LazyLock<ResourceType> = LazyLock::new(|| {
    let schema = r#"{"type": "A::B", "properties": {
        "a": {"type": "string"},
        "b": {"type": "string", "default": "x"},
        "l": {"type": "list", "schema": {"*": {"type": "string"}}},
        "f": {"type": "list"},
        "m": {"type": "map", "schema": {"a": {"type": "string"}, "l": {"type": "list"}}},
        "n": {"type": "list", "schema": {"*": {"type": "map", "schema": {
            "a": {"type": "string"}, "b": {"type": "string", "required": true}, "l": {"type": "list"}}}}},
        "description": {"type": "string", "update_allowed": true},
        "0": {"type": "map"}}}"#;
    serde_json::from_str(schema).expect("the schema is written above")
});

fuzz_target!(|input: (&str, &str)| {
    let (rules, data) = input;
    let Ok(rules) = serde_json::from_str::<Vec<TranslationRule>>(rules) else { return };
    let Ok(Value::Map(data)) = json::parse(data) else { return };
    let mut subject = SUBJECT.clone();
    subject.translation_rules = rules;
    let constraints = ConstraintRegistry::at(SystemTime::UNIX_EPOCH);
    let same = |query: &Query<'_>| -> Result<Value, ResolveError> { Ok(query.value.clone()) };
    let without_clients = Context::new(&constraints);
    let with_clients = without_clients.with_resolver(&same);
    let evaluator = Evaluator::new(&subject);
    for context in [without_clients, with_clients] {
        let _ = evaluator.resolve(&data, &context);
        let mut properties = evaluator.properties(&data, &context);
        for name in subject.properties.keys() {
            let _ = properties.get(name);
            let _ = properties.user_value(name);
        }
    }
});
