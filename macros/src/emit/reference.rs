//! What rustdoc says of each item: the description, then the facts.

use std::fmt::Write;

use heat_model::update::UpdateBehaviour;
use heat_model::{AttributeType, ConstraintKind, PropertySchema, Status, SupportStatus, Value};

use crate::docs::{escaped, safe, summary};
use crate::plan::{Attribute, Choice, Member, Plan, Struct};

/// The page of a type: what it is for, and tables of what it has.
pub(crate) fn module(plan: &Plan<'_>) -> String {
    let resource_type = plan.resource_type;
    let mut page = format!("`{}`: its properties and attributes, typed.", resource_type.name);
    if let Some(description) = &resource_type.description {
        push(&mut page, format_args!("\n\n{}", safe(description)));
    }
    if let Some(line) = status_line(&resource_type.support_status) {
        push(&mut page, format_args!("\n\n* Status: {line}"));
    }
    let shown: Vec<_> =
        plan.properties.members.iter().filter(|member| !member.schema.support_status.is_hidden()).collect();
    if !shown.is_empty() {
        page.push_str(
            "\n\n## Properties\n\n| Name | Type | Given | Update | Status |\n|---|---|---|---|---|",
        );
        for member in shown {
            let given = presence(member.schema);
            push(
                &mut page,
                format_args!(
                    "\n| `{}` | {} | {} | {} | {} |",
                    cell(member.name),
                    member.schema.property_type,
                    given.replace('|', "\\|"),
                    update(member.schema),
                    member.schema.support_status.status()
                ),
            );
        }
    }
    page.push_str("\n\n## Attributes\n\n| Name | Type |\n|---|---|");
    for attribute in &plan.attributes {
        if attribute.schema.is_some_and(|schema| schema.support_status.is_hidden()) {
            continue;
        }
        let word = match attribute.schema {
            Some(schema) => schema.attribute_type.map_or("", |word| word.as_str()),
            None => "map",
        };
        push(&mut page, format_args!("\n| `{}` | {word} |", cell(attribute.name)));
    }
    page
}

/// The page of a property.
pub(crate) fn member(member: &Member<'_>) -> String {
    let schema = member.schema;
    let mut page = match schema.description.as_deref().map(safe) {
        Some(description) if !description.is_empty() => description,
        _ => format!("The property `{}`.", cell(member.name)),
    };
    push(
        &mut page,
        format_args!("\n\n* `{}`: {}, {}", cell(member.name), schema.property_type, presence(schema)),
    );
    if let [_] = member.names.as_slice() {
        push(&mut page, format_args!("\n* Update: {}", update(schema)));
    }
    let constraints =
        schema.constraints.iter().chain(schema.item().into_iter().flat_map(|item| &item.constraints));
    for constraint in constraints {
        let kind = match &constraint.kind {
            // Its name is to be found as it is written.
            ConstraintKind::Custom(name) => format!("custom constraint {}", code_span(name)),
            kind => escaped(&kind.to_string()),
        };
        push(&mut page, format_args!("\n* Constraint: {kind}"));
        if let Some(description) = &constraint.description {
            push(&mut page, format_args!(" ({})", escaped(description.trim_end_matches('.'))));
        }
    }
    if !schema.implemented {
        page.push_str("\n* Not implemented: Heat refuses it");
    }
    if let Some(line) = status_line(&schema.support_status) {
        push(&mut page, format_args!("\n* Status: {line}"));
    }
    page
}

/// The page of a struct of members.
pub(crate) fn nested(nested: &Struct<'_>) -> String {
    let line = format!("Members of `{}`.", cell(&nested.names.join(".")));
    match nested.description.map(safe) {
        Some(description) if !description.is_empty() => format!("{line}\n\n{description}"),
        _ => line,
    }
}

/// The page of an enum of allowed values.
pub(crate) fn choice(choice: &Choice) -> String {
    format!("The values that `{}` allows.", cell(&choice.names.join(".")))
}

/// The line of an allowed value.
pub(crate) fn value(value: &str) -> String {
    if value.trim().is_empty() {
        return format!("{} spaces.", value.chars().count());
    }
    format!("{}.", code_span(value))
}

/// The line of a setter.
pub(crate) fn setter(member: &Member<'_>) -> String {
    format!("Gives `{}`.", cell(member.name))
}

/// The lines of a variant for a property.
pub(crate) fn variant(name: &str, description: Option<&str>) -> String {
    match description.map(summary) {
        Some(summary) if !summary.is_empty() => format!("`{}`: {summary}", cell(name)),
        _ => format!("`{}`.", cell(name)),
    }
}

/// The page of an attribute.
pub(crate) fn attribute(attribute: &Attribute<'_>, description: Option<&str>) -> String {
    let mut page = match description.map(safe) {
        Some(description) if !description.is_empty() => description,
        _ => format!("The attribute `{}`.", cell(attribute.name)),
    };
    let word = match attribute.schema {
        Some(schema) => schema.attribute_type.map(AttributeType::as_str),
        None => Some("map"),
    };
    push(&mut page, format_args!("\n\n* `{}`", cell(attribute.name)));
    if let Some(word) = word {
        push(&mut page, format_args!(": {word}"));
    }
    if let Some(line) = attribute.schema.and_then(|schema| status_line(&schema.support_status)) {
        push(&mut page, format_args!("\n* Status: {line}"));
    }
    page
}

/// What the compiler says where a deprecated or hidden property is used.
pub(crate) fn note(plan: &Plan<'_>, member: &Member<'_>) -> String {
    let rules = &plan.resource_type.translation_rules;
    let target = rules
        .iter()
        .find(|rule| rule.source_path().is_some_and(|source| source == member.names))
        .map(|rule| rule.translation_path.join("."));
    status_note(&member.names.join("."), &member.schema.support_status, target.as_deref())
}

/// What the compiler says where something deprecated or hidden is used: what Heat says of it, and what to use instead.
pub(crate) fn status_note(name: &str, status: &SupportStatus, instead: Option<&str>) -> String {
    if !matches!(status.status(), Status::Deprecated | Status::Hidden) {
        return String::new();
    }
    let mut note = format!("`{name}` is {}", status.status());
    if let Some(version) = status.version() {
        push(&mut note, format_args!(" since {version}"));
    }
    if let Some(message) = status.message() {
        push(&mut note, format_args!(": {}", message.trim_end()));
    }
    if let Some(instead) = instead
        && !status.message().is_some_and(|message| message.contains(instead))
    {
        let (gap, end) = if note.ends_with('.') { (" Use", ".") } else { ("; use", "") };
        push(&mut note, format_args!("{gap} `{instead}` instead{end}"));
    }
    note
}

fn status_line(status: &SupportStatus) -> Option<String> {
    let current = status.current()?;
    let mut line = match (current.status, &current.version) {
        (Status::Supported, Some(version)) => format!("since {version}"),
        (Status::Supported, None) => return None,
        (other, Some(version)) => format!("{other} since {version}"),
        (other, None) => other.to_string(),
    };
    if let Some(message) = status.message() {
        push(&mut line, format_args!(". {}", safe(message).replace('\n', " ")));
    }
    Some(line)
}

fn presence(schema: &PropertySchema) -> String {
    match &schema.default {
        Some(default) => {
            let text = match default {
                Value::String(text) if !text.trim().is_empty() => text.clone(),
                other => other.to_string(),
            };
            if text.chars().count() > 60 {
                "has a default".to_owned()
            } else {
                format!("default {}", code_span(&text))
            }
        }
        None if schema.required => "required".to_owned(),
        None => "optional".to_owned(),
    }
}

fn update(schema: &PropertySchema) -> &'static str {
    match schema.update_behaviour() {
        UpdateBehaviour::Refused => "a change is refused",
        UpdateBehaviour::InPlace => "in place",
        UpdateBehaviour::Replace => "a change replaces the resource",
    }
}

/// A name within a code span of a table.
fn cell(name: &str) -> String {
    name.chars()
        .map(|char| match char {
            '`' => '\'',
            '|' => '¦',
            char if char.is_control() => char::REPLACEMENT_CHARACTER,
            char => char,
        })
        .collect()
}

/// A text as code, whatever is in it.
fn code_span(text: &str) -> String {
    let text: String = text.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
    let longest = text.split(|char| char != '`').map(str::len).max().unwrap_or_default();
    if longest == 0 {
        return format!("`{text}`");
    }
    // A run of backticks that the text does not have, and spaces, which belong to neither.
    let fence = "`".repeat(longest + 1);
    format!("{fence} {text} {fence}")
}

fn push(page: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = page.write_fmt(text);
}
