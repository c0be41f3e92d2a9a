//! Any schema with any data: reading, validating and updating terminate without a panic.
#![no_main]

use std::time::SystemTime;

use heat_model::custom_constraint::ConstraintRegistry;
use heat_model::evaluate::{Context, Evaluator, Query, ResolveError};
use heat_model::load::load_schema;
use heat_model::{Value, json, update};
use heat_yaml::Source;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, &str)| {
    let (schema, data) = input;
    let Some(file) = load_schema(&Source::new("schemas/A/B.yaml", schema)).file else { return };
    let Ok(Value::Map(data)) = json::parse(data) else { return };
    let constraints = ConstraintRegistry::at(SystemTime::UNIX_EPOCH);
    let same = |query: &Query<'_>| -> Result<Value, ResolveError> { Ok(query.value.clone()) };
    let without_clients = Context::new(&constraints);
    let with_clients = without_clients.with_resolver(&same);
    let evaluator = Evaluator::new(&file.schema);
    for context in [without_clients, with_clients] {
        let resolved = evaluator.resolve(&data, &context);
        // Data that can be resolved are valid, and valid data can be resolved.
        assert!(resolved.is_err() || evaluator.properties(&data, &context).validate().is_empty());
        let _ = update::changes_between(&evaluator, &data, &data, &context, &[]);
    }
});
