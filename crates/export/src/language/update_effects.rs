//! Costs of updates in the JSON Schema of schema files.

use heat_model::EffectLevel;
use serde_json::{Value as Json, json};

use super::pieces::{described, object, text};

/// The schema of an effect: a level, or a map with the reason and cases.
pub(super) fn update_effect() -> Json {
    let whole = object(
        "A level with its reason.",
        &["level"],
        json!({
            "level": described("What an update costs, if no case applies.", level()),
            "reason": text("Why: what the plug-in and the service do, in a sentence."),
            "cases": {
                "description": "The cases in which it costs something else. The first that applies counts.",
                "type": "array",
                "items": case(),
            },
        }),
    );
    json!({
        "description": "What a change costs: a level, or a map with the reason and the cases in which it is another level.",
        "anyOf": [level(), whole],
    })
}

fn case() -> Json {
    let property = object(
        "A property has one of these values after the update.",
        &["property"],
        json!({
            "property": text("The top-level property that decides, such as a policy."),
            "in": {"description": "The values with which the case applies; any that is not empty if omitted.", "type": "array"},
        }),
    );
    object(
        "A case in which a change costs something else.",
        &["when", "level", "reason"],
        json!({
            "when": {
                "description": "When it applies: a property with its values, or what the template does not say, in words.",
                "anyOf": [text("A circumstance, in words that follow `if`."), property],
            },
            "level": described("What an update then costs.", level()),
            "reason": text("Why, in a sentence."),
        }),
    )
}

fn level() -> Json {
    json!({
        "description": "From nothing to a failed update.",
        "enum": EffectLevel::ALL.map(EffectLevel::as_str),
    })
}
