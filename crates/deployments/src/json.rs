//! JSON texts with line breaks, as Python's `json` module writes them.
//!
//! `json.dumps()` without options is `heat_model::python::json_dumps`. Files for people are indented.

use heat_model::Value;
use heat_model::python::json_dumps;

/// Format of a JSON text.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// Number of spaces per level of nesting.
    pub indent: usize,
    /// `true` if keys are sorted.
    pub sort_keys: bool,
}

/// Style of the files of the agent's state.
pub(crate) const STATE: Style = Style { indent: 2, sort_keys: false };

/// Style of the data files for other programs, which the hooks `json-file` and `hiera` write.
pub(crate) const DATA: Style = Style { indent: 4, sort_keys: true };

/// Returns the result of `json.dumps()` with an indent and with `(",", ": ")` as separators.
#[must_use]
pub fn indented(value: &Value, style: Style) -> String {
    let mut out = String::new();
    write(value, style, 0, &mut out);
    out
}

fn write(value: &Value, style: Style, depth: usize, out: &mut String) {
    let line = |depth: usize, out: &mut String| {
        out.push('\n');
        out.extend(std::iter::repeat_n(' ', depth * style.indent));
    };
    match value {
        Value::List(items) if !items.is_empty() => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { "," });
                line(depth + 1, out);
                write(item, style, depth + 1, out);
            }
            line(depth, out);
            out.push(']');
        }
        Value::Map(map) if !map.is_empty() => {
            let mut entries: Vec<_> = map.iter().collect();
            if style.sort_keys {
                // Python compares code points, which is the order of the bytes of UTF-8.
                entries.sort_by_key(|(key, _)| *key);
            }
            out.push('{');
            for (index, (key, value)) in entries.into_iter().enumerate() {
                out.push_str(if index == 0 { "" } else { "," });
                line(depth + 1, out);
                out.push_str(&json_dumps(&Value::from(key)));
                out.push_str(": ");
                write(value, style, depth + 1, out);
            }
            line(depth, out);
            out.push('}');
        }
        scalar => out.push_str(&json_dumps(scalar)),
    }
}

#[cfg(test)]
mod tests {
    use heat_model::value;

    use super::*;

    #[test]
    fn lines_are_those_of_python() {
        // json.dumps(data, indent=2, separators=(',', ': '))
        let value = value!({"b": [1, {"ü": null}, []], "a": {}, "c": [[true]]});
        let expect = "{\n  \"b\": [\n    1,\n    {\n      \"\\u00fc\": null\n    },\n    []\n  ],\n  \"a\": {},\n  \"c\": [\n    [\n      true\n    ]\n  ]\n}";
        assert_eq!(indented(&value, STATE), expect);
        // json.dumps(data, indent=4, sort_keys=True, separators=(',', ': '))
        assert_eq!(indented(&value!({"b": 1, "a": "x"}), DATA), "{\n    \"a\": \"x\",\n    \"b\": 1\n}");
        assert_eq!(indented(&value!({}), STATE), "{}");
    }
}
