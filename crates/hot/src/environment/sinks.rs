//! Checking event sinks: Heat creates them when it reads an environment, so it raises their errors there.

use heat_hot_language::{EVENT_SINK_ARGUMENTS, EVENT_SINK_TYPE};
use heat_model::{Value, python};
use indexmap::IndexMap;

use super::location::EntryLocation;
use super::merged_section::MergedSection;
use crate::fault::Problem;
use crate::{Exception, Fault};

/// The class of the sink, which errors name.
const CLASS: &str = "ZaqarEventSink";

/// Checks the sinks of a merged environment.
pub(super) fn check(section: &MergedSection, sinks: &Value, faults: &mut Vec<Fault>) {
    let (spans, place) = match section {
        MergedSection::Nothing => return,
        MergedSection::Map(map) => {
            let first = map.values().next();
            (None, first.map(|entry| EntryLocation { value: entry.key.span, ..entry.location() }))
        }
        MergedSection::Other(source, node) => {
            (node.as_sequence(), Some(EntryLocation::of(source, node, node)))
        }
    };
    let mut fault = |index: usize, exception: Exception| {
        let item = spans.and_then(|items| items.get(index)).map(|item| item.span);
        let span = item.or(place.as_ref().map(|place| place.value));
        let source = place.as_ref().map(|place| place.source.clone());
        faults.push(Fault { span, source, ..Fault::from(exception) });
    };
    match sinks {
        Value::List(items) => {
            for (index, item) in items.iter().enumerate() {
                if let Err(exception) = check_sink(item) {
                    fault(index, exception);
                }
            }
        }
        // Python iterates over the keys of a map, and the characters of a text.
        Value::Map(_) | Value::String(_) => {
            if sinks.is_truthy() {
                fault(0, Exception::attribute_error(Problem::InvalidEnvironment, &Value::from(""), "copy"));
            }
        }
        other => {
            let message = format!("'{}' object is not iterable", python::type_name(other));
            fault(0, Exception::type_error(Problem::InvalidEnvironment, message));
        }
    }
}

fn check_sink(sink: &Value) -> Result<(), Exception> {
    let sink = match sink {
        Value::Map(sink) => sink,
        Value::List(_) => {
            let message = "'str' object cannot be interpreted as an integer";
            return Err(Exception::type_error(Problem::InvalidEnvironment, message));
        }
        other => return Err(Exception::attribute_error(Problem::InvalidEnvironment, other, "copy")),
    };
    match sink.get("type") {
        None => Err(Exception::key_error(Problem::InvalidEnvironment, "type")),
        Some(Value::String(text)) if text == EVENT_SINK_TYPE => check_arguments(sink),
        Some(Value::String(other)) => Err(Exception::key_error(Problem::InvalidEnvironment, other.as_str())),
        Some(unhashable @ (Value::List(_) | Value::Map(_))) => Err(Exception::type_error(
            Problem::InvalidEnvironment,
            format!("unhashable type: '{}'", python::type_name(unhashable)),
        )),
        Some(other) => Err(Exception::key_error(Problem::InvalidEnvironment, python::repr_of(other))),
    }
}

fn check_arguments(sink: &IndexMap<String, Value>) -> Result<(), Exception> {
    let refused = |what: &str| {
        Err(Exception::type_error(Problem::InvalidEnvironment, format!("{CLASS}.__init__() {what}")))
    };
    let names = || sink.keys().filter(|key| *key != "type");
    if names().any(|name| name == "self") {
        return refused("got multiple values for argument 'self'");
    }
    if let Some(odd) = names().find(|name| !EVENT_SINK_ARGUMENTS.contains(&name.as_str())) {
        return refused(&format!("got an unexpected keyword argument '{odd}'"));
    }
    if !sink.contains_key("target") {
        return refused("missing 1 required positional argument: 'target'");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use heat_model::value;

    use super::*;

    #[test]
    fn a_sink_is_made_from_its_map() {
        fn check(sink: &Value, expect: Result<(), &str>) {
            let found = check_sink(sink).map_err(|error| error.to_string());
            assert_eq!(found, expect.map_err(str::to_owned), "{sink}");
        }
        check(&value!({"type": "zaqar-queue", "target": "queue", "ttl": 5}), Ok(()));
        check(&value!({"target": "queue"}), Err("'type'"));
        check(&value!({"type": "other"}), Err("'other'"));
        check(
            &value!({"type": "zaqar-queue"}),
            Err("ZaqarEventSink.__init__() missing 1 required positional argument: 'target'"),
        );
        check(
            &value!({"type": "zaqar-queue", "more": 1}),
            Err("ZaqarEventSink.__init__() got an unexpected keyword argument 'more'"),
        );
        check(&Value::Null, Err("'NoneType' object has no attribute 'copy'"));
        check(&value!([]), Err("'str' object cannot be interpreted as an integer"));
    }

    #[test]
    fn what_is_wrong_with_a_sink_is_said_where_it_stands() {
        fn check(sinks: &str, expect: &[(&str, &str)]) {
            let source = heat_yaml::Source::new("environment.yaml", format!("event_sinks: {sinks}"));
            let files = [crate::environment::EnvironmentFile::read(&source)];
            let (_, faults) =
                crate::environment::Environment::merge(&files, &IndexMap::new(), &IndexMap::new());
            let found: Vec<(&str, String)> = faults
                .iter()
                .map(|fault| {
                    assert_eq!(fault.source.as_ref().unwrap().name(), "environment.yaml");
                    let span = fault.span.unwrap();
                    (&source.text()[span.start..span.end], fault.to_string())
                })
                .collect();
            let found: Vec<_> = found.iter().map(|(place, words)| (*place, words.as_str())).collect();
            assert_eq!(found, expect, "{sinks}");
        }
        check("[{type: zaqar-queue, target: q}]", &[]);
        check(
            "[{type: zaqar-queue, target: q}, {target: q}, {type: x}]",
            &[("{target: q}", "'type'"), ("{type: x}", "'x'")],
        );
        // For a map, Python reads the first key.
        check("{type: zaqar-queue, target: q}", &[("type", "'str' object has no attribute 'copy'")]);
        check("queue", &[("queue", "'str' object has no attribute 'copy'")]);
        check("5", &[("5", "'int' object is not iterable")]);
        // An empty value is not a section.
        check("[]", &[]);
        check("''", &[]);
    }
}
