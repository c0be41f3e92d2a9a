//! The rustdoc text of each item: the description, then the facts.

use std::fmt::Write;

use heat_model::update::UpdateBehaviour;
use heat_model::{
    AttributeType, ConstraintKind, NestedSchema, PropertiesGroup, PropertySchema, Status, SupportStatus,
    Value,
};
use indexmap::IndexMap;

use crate::docs::{escaped, safe, summary};
use crate::plan::{Attribute, Choice, Member, Plan, Struct};

/// The page of a type: its description, and tables of its contents.
pub(crate) fn module(plan: &Plan<'_>, docs: Option<&str>) -> String {
    let resource_type = plan.resource_type;
    let mut page = format!("`{}`: its properties and attributes, typed.", resource_type.name);
    if let Some(description) = &resource_type.description {
        push(&mut page, format_args!("\n\n{}", safe(description)));
    }
    if let Some(docs) = docs {
        push(
            &mut page,
            format_args!(
                "\n\n[Reference of `{0}`](<{1}>)",
                resource_type.name,
                address(docs, &resource_type.name)
            ),
        );
    }
    if let Some(line) = status_line(&resource_type.support_status) {
        push(&mut page, format_args!("\n\n* Status: {line}"));
        push(&mut page, format_args!("{}", history(&resource_type.support_status)));
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
    groups(&mut page, &resource_type.properties_groups);
    page.push_str("\n\n## Attributes\n\n| Name | Type | Status |\n|---|---|---|");
    for attribute in &plan.attributes {
        if attribute.schema.is_some_and(|schema| schema.support_status.is_hidden()) {
            continue;
        }
        let word = match attribute.schema {
            Some(schema) => schema.attribute_type.map_or("", |word| word.as_str()),
            None => "map",
        };
        let status = attribute.schema.map_or(Status::Supported, |schema| schema.support_status.status());
        push(&mut page, format_args!("\n| `{}` | {word} | {status} |", cell(attribute.name)));
    }
    update_policy(&mut page, &resource_type.update_policy);
    page
}

/// The properties groups.
fn groups(page: &mut String, groups: &[PropertiesGroup]) {
    if !groups.is_empty() {
        page.push_str("\n\n## Properties groups\n");
    }
    for group in groups {
        match group {
            PropertiesGroup::Expression(expression) => {
                let words = expression.to_string();
                let mut letters = words.chars();
                let first = letters.next().map_or_else(String::new, |first| first.to_uppercase().collect());
                push(page, format_args!("\n* {}", safe(&format!("{first}{}", letters.as_str()))));
            }
            PropertiesGroup::ApiVersions(versions) => {
                let names = versions.properties.iter().map(|path| format!("`{}`", cell(&path.join("."))));
                push(
                    page,
                    format_args!(
                        "\n* Only with {} {}: {}",
                        escaped(&versions.client_plugin),
                        escaped(&versions.versions.join(", ")),
                        names.collect::<Vec<_>>().join(", ")
                    ),
                );
            }
        }
    }
}

/// The keys that a template can set under `update_policy`, with the members of each.
fn update_policy(page: &mut String, policy: &IndexMap<String, PropertySchema>) {
    fn rows(page: &mut String, around: &str, schemas: &IndexMap<String, PropertySchema>) {
        for (name, schema) in schemas.iter().filter(|(_, schema)| !schema.support_status.is_hidden()) {
            let path = format!("{around}{name}");
            let given = presence(schema).replace('|', "\\|");
            let summary = schema.description.as_deref().map(summary).unwrap_or_default().replace('|', "\\|");
            push(
                page,
                format_args!("\n| `{}` | {} | {given} | {summary} |", cell(&path), schema.property_type),
            );
            if let Some(NestedSchema::Members(members)) = &schema.schema {
                rows(page, &format!("{path}."), members);
            }
        }
    }
    if !policy.is_empty() {
        page.push_str("\n\n## Update policy\n\n| Name | Type | Given | Description |\n|---|---|---|---|");
        rows(page, "", policy);
    }
}

/// The page of a type, relative to the address at which the reference is published.
fn address(docs: &str, name: &str) -> String {
    let mut address = format!("{docs}types/");
    for byte in name.replace("::", "/").bytes() {
        if byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte) {
            address.push(char::from(byte));
        } else {
            push(&mut address, format_args!("%{byte:02X}"));
        }
    }
    address + ".html"
}

/// The previous statuses, oldest last.
fn history(status: &SupportStatus) -> String {
    let mut lines = String::new();
    for entry in status.history.iter().skip(1) {
        match &entry.version {
            Some(version) => {
                push(&mut lines, format_args!("\n* Previously: {} since {version}", entry.status));
            }
            None => push(&mut lines, format_args!("\n* Previously: {}", entry.status)),
        }
    }
    lines
}

/// The description of an attribute, if it has one.
pub(crate) fn attribute_description<'a>(attribute: &Attribute<'a>) -> Option<&'a str> {
    let base = "The full record from the service's API, as a map.";
    attribute.schema.map_or(Some(base), |schema| schema.description.as_deref())
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
        if let Some(effect) = schema.update_effect.as_ref().filter(|_| schema.update_allowed) {
            push(&mut page, format_args!(", {}", effect.level.in_words()));
            if let Some(reason) = &effect.reason {
                push(&mut page, format_args!(" ({})", escaped(reason.trim_end_matches('.'))));
            }
        }
    }
    let constraints =
        schema.constraints.iter().chain(schema.item().into_iter().flat_map(|item| &item.constraints));
    for constraint in constraints {
        let kind = match &constraint.kind {
            // The name is kept as written, so that it can be searched for.
            ConstraintKind::Custom(name) => format!("custom constraint {}", code_span(name)),
            kind => escaped(&kind.to_string()),
        };
        push(&mut page, format_args!("\n* Constraint: {kind}"));
        if let Some(description) = &constraint.description {
            push(&mut page, format_args!(" ({})", escaped(description.trim_end_matches('.'))));
        }
    }
    if !schema.implemented {
        page.push_str("\n* Not implemented: Heat rejects it");
    }
    if let Some(line) = status_line(&schema.support_status) {
        push(&mut page, format_args!("\n* Status: {line}{}", history(&schema.support_status)));
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
    match value.chars().count() {
        0 => return "The empty string.".to_owned(),
        1 if value == " " => return "1 space.".to_owned(),
        count if value.chars().all(|char| char == ' ') => return format!("{count} spaces."),
        _ if value.trim().is_empty() => return format!("`{}`.", value.escape_debug()),
        _ => {}
    }
    format!("{}.", code_span(value))
}

/// The line of a setter.
pub(crate) fn setter(member: &Member<'_>) -> String {
    format!("Sets `{}`.", cell(member.name))
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
    if let Some(status) = attribute.schema.map(|schema| &schema.support_status)
        && let Some(line) = status_line(status)
    {
        push(&mut page, format_args!("\n* Status: {line}{}", history(status)));
    }
    page
}

/// The compiler's note where a deprecated or hidden property is used.
pub(crate) fn note(plan: &Plan<'_>, member: &Member<'_>) -> String {
    let rules = &plan.resource_type.translation_rules;
    let target = rules
        .iter()
        .find(|rule| rule.source_path().is_some_and(|source| source == member.names))
        .map(|rule| rule.translation_path.join("."));
    status_note(&member.names.join("."), &member.schema.support_status, target.as_deref())
}

/// The compiler's note where a deprecated or hidden item is used: Heat's message, and what to use instead.
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
        UpdateBehaviour::Refused => "not updatable: the update fails",
        UpdateBehaviour::InPlace => "in place",
        UpdateBehaviour::Replace => "replaces the resource",
    }
}

/// A name inside a code span of a table.
pub(crate) fn cell(name: &str) -> String {
    name.chars()
        .map(|char| match char {
            '`' => '\'',
            '|' => '¦',
            char if char.is_control() => char::REPLACEMENT_CHARACTER,
            char => char,
        })
        .collect()
}

/// A text as a code span, whatever it contains.
fn code_span(text: &str) -> String {
    let text: String = text.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
    let longest = text.split(|char| char != '`').map(str::len).max().unwrap_or_default();
    if longest == 0 {
        return format!("`{text}`");
    }
    // A run of backticks that the text does not contain, and spaces that are not part of it.
    let fence = "`".repeat(longest + 1);
    format!("{fence} {text} {fence}")
}

fn push(page: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = page.write_fmt(text);
}
