//! The JSON Schema of the output of [`json`](super::json).

use heat_diff::Severity;
use serde_json::{Value as Json, json};

/// The JSON Schema of the format.
#[must_use]
pub fn schema() -> Json {
    let count = |description: &str| json!({"type": "integer", "minimum": 0, "description": description});
    let severities = Severity::ALL.map(Severity::as_str);
    let side = object(&[
        ("file", json!({"type": ["string", "null"], "description": "The schema file or facts file."})),
        ("line", number("The first line, starting at 1; null if there are no lines.")),
        ("column", number("The column, starting at 1, in characters.")),
        ("end_line", number("The last line.")),
        ("end_column", number("The column after the last character.")),
        ("value", json!({"description": "The value on this side; null if there is none."})),
    ]);
    let section = object(&[
        ("title", text("A short description.")),
        (
            "language",
            json!({"type": ["string", "null"], "description": "For example `yaml`; null for prose."}),
        ),
        ("text", text("The text.")),
    ]);
    let allowance = object(&[
        ("reason", text("Why the finding is accepted.")),
        ("expires", text("The release in which it expires.")),
    ]);
    let name = object(&[
        ("name", text("The side: a revision, folder or file, as specified.")),
        ("commit", json!({"type": ["string", "null"], "description": "The commit, if it is a revision."})),
    ]);
    let nullable = |name: &str| json!({"anyOf": [{"$ref": format!("#/$defs/{name}")}, {"type": "null"}]});
    let finding = object(&[
        ("rule", text("The id of the rule, as `heat-codegen rules changes` lists it.")),
        ("severity", json!({"enum": severities, "description": "How bad it is."})),
        (
            "type",
            text(
                "The resource type, by its old name if it was renamed; or the file of a table, such as `constraints.yaml`.",
            ),
        ),
        ("path", text("The path in the schema or table; empty for the type as a whole.")),
        ("message", text("What changed, in one line.")),
        ("fails", json!({"type": "boolean", "description": "Whether it makes the comparison fail."})),
        ("fingerprint", text("Its identity, which does not change when descriptions change or lines move.")),
        ("before", nullable("side")),
        ("after", nullable("side")),
        (
            "counterexample",
            json!({"description": "A value that was accepted and is now refused; null if none is known."}),
        ),
        ("notes", json!({"type": "array", "items": {"type": "string"}, "description": "Its consequences."})),
        ("sections", json!({"type": "array", "items": {"$ref": "#/$defs/section"}})),
        ("allowed", nullable("allowance")),
    ]);
    let [templates, use_of_template] = templates();
    let mut counts: Vec<(&str, Json)> = severities
        .iter()
        .map(|severity| (*severity, count("The number of findings of this severity, listed or not.")))
        .collect();
    counts.push(("allowed", count("The number of accepted findings, which are not counted above.")));
    let mut schema = object(&[
        ("version", json!({"const": super::json::VERSION, "description": "The version of this format."})),
        ("before", json!({"$ref": "#/$defs/name"})),
        ("after", json!({"$ref": "#/$defs/name"})),
        ("failed", json!({"type": "boolean", "description": "Whether the comparison fails."})),
        ("summary", object(&counts)),
        (
            "findings",
            json!({"type": "array", "items": {"$ref": "#/$defs/finding"}, "description": "Most severe first; accepted ones last."}),
        ),
        (
            "unreadable",
            json!({"type": "array", "items": {"$ref": "#/$defs/unreadable"}, "description": "The files of the sides that could not be read: then nothing was compared."}),
        ),
        ("templates", nullable("templates")),
    ]);
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["title"] = "The output of `heat-codegen diff --format json`".into();
    schema["$defs"] = json!({"name": name, "finding": finding, "side": side, "section": section, "allowance": allowance, "templates": templates, "use": use_of_template, "unreadable": unreadable()});
    schema
}

/// The schemas of the templates that use changed items, and of one use.
fn templates() -> [Json; 2] {
    let severities = Severity::ALL.map(Severity::as_str);
    let what =
        object(&[("kind", json!({"enum": ["type", "property", "left_out", "attribute", "group", "rule"]}))]);
    let what = with_optional(
        what,
        &[
            ("path", text("The path of the property in the template, such as `networks[0].fixed_ip`.")),
            (
                "name",
                json!({"type": ["string", "null"], "description": "The attribute; null if all are used."}),
            ),
        ],
    );
    let impact = object(&[(
        "kind",
        json!({"enum": ["fails", "uses", "may"], "description": "Whether Heat refuses it, may refuse it, or accepts it."}),
    )]);
    let impact = with_optional(
        impact,
        &[("why", json!({"type": ["string", "null"], "description": "Heat's message."}))],
    );
    let use_of_template = object(&[
        ("file", text("The template.")),
        ("line", number("The line, starting at 1.")),
        ("column", number("The column, starting at 1, in characters.")),
        ("severity", json!({"enum": severities, "description": "The severity of the change."})),
        ("rule", text("The rule that found the change.")),
        ("fingerprint", text("The fingerprint of the change.")),
        ("resource", text("The resource in the template.")),
        ("type", text("Its type.")),
        ("what", what),
        ("impact", impact),
        ("message", text("What changed, in one line.")),
    ]);
    let all = object(&[
        ("summary", text("A one-line summary.")),
        ("uses", json!({"type": "array", "items": {"$ref": "#/$defs/use"}, "description": "Worst first."})),
        (
            "unreadable",
            json!({"type": "array", "items": {"$ref": "#/$defs/unreadable"}, "description": "The templates that could not be read."}),
        ),
    ]);
    [all, use_of_template]
}

/// A file that could not be read.
fn unreadable() -> Json {
    object(&[
        ("file", json!({"type": ["string", "null"], "description": "The file."})),
        ("line", number("The line, starting at 1; null if the file has no readable text.")),
        ("column", number("The column, starting at 1, in characters.")),
        ("message", text("What is wrong, in one line.")),
    ])
}

fn text(description: &str) -> Json {
    json!({"type": "string", "description": description})
}

fn number(description: &str) -> Json {
    json!({"type": ["integer", "null"], "minimum": 1, "description": description})
}

/// An object that can also have these keys.
fn with_optional(mut object: Json, keys: &[(&str, Json)]) -> Json {
    for (name, schema) in keys {
        object["properties"][*name] = schema.clone();
    }
    object
}

/// An object that has all of these keys and no others.
fn object(keys: &[(&str, Json)]) -> Json {
    let names: Vec<&str> = keys.iter().map(|(name, _)| *name).collect();
    let properties: serde_json::Map<String, Json> =
        keys.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    json!({"type": "object", "properties": properties, "required": names, "additionalProperties": false})
}
