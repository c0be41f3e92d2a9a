//! Recorded scripts that a plug-in in Rust can follow: the recording also has features that only Python has.

use heat_model::Value;

use super::script::{STEPS, failure};
use crate::vector::{Fields, Unanswerable};

/// Hooks that are called while a request is answered.
const REFUSING: [&str; 2] = ["validate", "get_reference_id"];

/// Hooks besides handlers, checks and cancels that a plug-in in Rust may have.
const HOOKS: [&str; 13] = [
    "validate",
    "_resolve_attribute",
    "_show_resource",
    "get_reference_id",
    "handle_restore",
    "handle_signal",
    "handle_preempt",
    "needs_replace",
    "needs_replace_failed",
    "needs_replace_with_prop_diff",
    "needs_replace_with_tmpl_diff",
    "prepare_for_replace",
    "restore_prev_rsrc",
];

const HANDLERS: [&str; 10] = [
    "create",
    "update",
    "delete",
    "snapshot_delete",
    "suspend",
    "resume",
    "check",
    "snapshot",
    "delete_snapshot",
    "adopt",
];

/// Completion checks that Heat's base class already implements, so that a script can have them without the handlers.
const POLLED_DEFAULTS: [(&str, &[&str]); 3] = [
    ("check_adopt_complete", &["handle_adopt"]),
    ("check_update_complete", &["handle_update"]),
    ("check_delete_complete", &["handle_delete", "handle_snapshot_delete"]),
];

/// Checks that the script can be followed.
pub(super) fn check(input: &Value) -> Result<(), Unanswerable> {
    for of in [Some(input), input.field("other")] {
        if let Some(hooks) = of.and_then(|of| of.field("hooks")) {
            check_hooks(hooks)?;
        }
    }
    if let Some(Value::Integer(limit)) =
        input.field("type").and_then(|of| of.field("physical_resource_name_limit"))
        && limit.as_i64().is_some_and(|limit| (1..4).contains(&limit))
    {
        return Err(Unanswerable::NotHere("a limit that leaves no room for a physical name"));
    }
    let Value::List(events) = input.required("events")? else { return Ok(()) };
    events.iter().try_for_each(check_event)
}

fn check_hooks(hooks: &Value) -> Result<(), Unanswerable> {
    let has = |hook: &str| hooks.field(hook).is_some();
    for (hook, handlers) in POLLED_DEFAULTS {
        if has(hook) && !handlers.iter().any(|handler| has(handler)) {
            return Err(Unanswerable::NotHere("a completion check without its handler"));
        }
    }
    for (hook, entries) in hooks.map()? {
        check_hook(hook)?;
        let Value::List(entries) = entries else { continue };
        entries.iter().try_for_each(|entry| check_entry(hook, entry))?;
    }
    Ok(())
}

fn check_hook(hook: &str) -> Result<(), Unanswerable> {
    let middle =
        |before: &str, after: &str| hook.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
    let is_handler = |middle: Option<&str>| middle.is_some_and(|middle| HANDLERS.contains(&middle));
    let is_known = HOOKS.contains(&hook)
        || hook == "get_live_state"
        || [("handle_", ""), ("check_", "_complete"), ("handle_", "_cancel")]
            .into_iter()
            .any(|(before, after)| is_handler(middle(before, after)));
    if is_known { Ok(()) } else { Err(Unanswerable::NotHere("a hook that plug-ins in Rust do not have")) }
}

fn check_entry(hook: &str, entry: &Value) -> Result<(), Unanswerable> {
    if entry.field("super").is_some() && hook != "validate" {
        return Err(Unanswerable::NotHere("a call of Heat's base class"));
    }
    if let Some(class) = entry.field("raise").and_then(Value::as_str) {
        let is_idle = class == "NoActionRequired" && hook == "handle_signal";
        if !is_idle && failure(class, entry).is_none() {
            return Err(Unanswerable::NotHere("an exception that plug-ins in Rust do not raise"));
        }
        if REFUSING.contains(&hook) && class != "StackValidationFailed" {
            return Err(Unanswerable::NotHere(
                "an exception of Heat's own, which the bridge makes a refused request",
            ));
        }
    }
    if hook == "handle_signal" && matches!(entry.field("return"), Some(Value::Map(_) | Value::List(_))) {
        return Err(Unanswerable::NotHere("a description of a signal that is no text"));
    }
    let Some(Value::List(steps)) = entry.field("do") else { return Ok(()) };
    let is_known = |step: &Value| match step {
        Value::List(parts) => parts.first().and_then(Value::as_str).is_some_and(|step| STEPS.contains(&step)),
        _ => false,
    };
    if steps.iter().all(is_known) {
        Ok(())
    } else {
        Err(Unanswerable::NotHere("something that hooks in Rust are not offered"))
    }
}

fn check_event(event: &Value) -> Result<(), Unanswerable> {
    let name = event.field("do").and_then(Value::as_str).unwrap_or_default();
    if matches!(name, "metadata_update" | "metadata_reset") {
        return Err(Unanswerable::NotHere("a hook that plug-ins in Rust do not have"));
    }
    Ok(())
}
