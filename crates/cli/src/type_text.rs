//! A resource type, or a part of it, as text for people: the output of the command `show`.

use std::fmt::Write as _;

use anstyle::Style;
use heat_model::update::UpdateBehaviour;
use heat_model::{
    AttributeSchema, Constraint, ConstraintKind, NestedSchema, PropertySchema, ResourceType, Status,
    SupportStatus, Value,
};
use heat_report::Failure;
use heat_report::text::Pen;
use heat_updates::{effect_words, service_words, update_behaviour};
use heat_yaml::one_line;
use indexmap::IndexMap;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// The maximum number of columns of prose, and of a line of a list.
const WIDTH: usize = 110;

/// The maximum width of the columns for names and types of properties: longer entries shift the rest of the line.
const MAX_COLUMN: usize = 32;

/// A part of a type that has a name: `flavor`, `block_device_mapping_v2.volume_size`, `first_address`.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Part<'t> {
    /// A property, or a nested one.
    Property(&'t PropertySchema),
    /// An attribute.
    Attribute(&'t AttributeSchema),
}

/// The part of a type at a path: a property, which can be nested, or else an attribute.
///
/// # Errors
/// If there is no such part, with the nearest name.
pub(crate) fn part<'t>(schema: &'t ResourceType, path: &str) -> Result<Part<'t>, Failure> {
    let mut members = Some(&schema.properties);
    let mut found = None;
    for name in path.split('.') {
        let Some(property) = members.and_then(|members| members.get(name)) else {
            return match schema.attributes.get(path) {
                Some(attribute) => Ok(Part::Attribute(attribute)),
                None => Err(unknown_part(schema, members, path, name)),
            };
        };
        members = members_of(property);
        found = Some(property);
    }
    // A path has at least one name.
    found.map(Part::Property).ok_or_else(|| unknown_part(schema, None, path, ""))
}

fn unknown_part(
    schema: &ResourceType,
    members: Option<&IndexMap<String, PropertySchema>>,
    path: &str,
    name: &str,
) -> Failure {
    let type_name = one_line(&schema.name);
    let all = format!("`heat-codegen show {type_name}` lists its properties and attributes");
    let names = members.into_iter().flat_map(IndexMap::keys).chain(schema.attributes.keys());
    let failure = Failure::unknown("property or attribute", name, names.map(String::as_str), &all);
    let inner = path.strip_suffix(name).map(|around| around.trim_end_matches('.'));
    match inner.filter(|around| !around.is_empty()) {
        Some(around) => failure.with_note(format!("in `{around}` of {type_name}")),
        None => failure.with_note(format!("in {type_name}")),
    }
}

/// The fields of a map, or of each item of a list.
fn members_of(property: &PropertySchema) -> Option<&IndexMap<String, PropertySchema>> {
    match property.schema.as_ref()? {
        NestedSchema::Members(members) => Some(members),
        NestedSchema::Item(item) => members_of(item),
    }
}

/// Formats a type: its description, its properties and its attributes, one per line.
pub(crate) fn of_type(schema: &ResourceType, color: bool) -> String {
    let pen = Pen { color };
    let mut text = pen.styled(&one_line(&schema.name), BOLD);
    text.extend(status(&schema.support_status).map(|status| format!("  {status}")));
    text.push('\n');
    push_prose(&mut text, schema.description.as_deref(), "");
    let update = |name: &str| update_behaviour(schema, name);
    push_properties(&mut text, "Properties", &schema.properties, update, pen);
    push_properties(&mut text, "Update policy", &schema.update_policy, |_| None, pen);
    let attributes = schema.attributes.iter().map(|(name, attribute)| Row {
        name: one_line(name),
        kind: attribute.attribute_type.map(|kind| kind.to_string()).unwrap_or_default(),
        facts: facts_of_status(&attribute.support_status),
        summary: first_sentence(attribute.description.as_deref()),
    });
    push_rows(&mut text, "Attributes", &attributes.collect::<Vec<_>>(), pen);
    let service = service_words::sentences(schema);
    if !service.is_empty() {
        let _ = write!(text, "\n{}\n", pen.styled("In the service", BOLD));
        for sentence in &service {
            push_wrapped(&mut text, sentence, "  ");
        }
    }
    let example = schema.properties.keys().next().map_or("PROPERTY", String::as_str);
    let more = format!(
        "`heat-codegen show {}.{}` shows all that is known of a part; --format yaml prints the schema.",
        one_line(&schema.name),
        one_line(example)
    );
    let _ = write!(text, "\n{}\n", pen.styled(&more, DIM));
    text
}

/// Formats a property or an attribute, with all facts about it.
pub(crate) fn of_part(schema: &ResourceType, path: &str, part: Part<'_>, color: bool) -> String {
    let pen = Pen { color };
    let name = pen.styled(&format!("{}.{}", one_line(&schema.name), one_line(path)), BOLD);
    let mut text = match part {
        Part::Property(property) => {
            let update = if path.contains('.') { None } else { update_behaviour(schema, path) };
            let mut facts = vec![kind(property)];
            facts.extend(property.required.then(|| "required".to_owned()));
            facts.extend(update.map(|update| effect_words::outcome(property, update)));
            format!("{name}  {}\n", facts.join(", "))
        }
        Part::Attribute(attribute) => {
            let kind = attribute.attribute_type.map(|kind| format!(", {kind}")).unwrap_or_default();
            format!("{name}  attribute{kind}\n")
        }
    };
    let (support, description) = match part {
        Part::Property(property) => (&property.support_status, property.description.as_deref()),
        Part::Attribute(attribute) => (&attribute.support_status, attribute.description.as_deref()),
    };
    text.extend(status(support).map(|status| format!("{status}\n")));
    push_prose(&mut text, description, "");
    if let Part::Property(property) = part {
        let facts = facts(property);
        if !facts.is_empty() {
            text.push('\n');
        }
        for fact in facts {
            push_wrapped(&mut text, &fact, "  ");
        }
        if let Some(members) = members_of(property) {
            push_properties(&mut text, "Members", members, |_| None, pen);
        }
    }
    text
}

/// A line of a list.
struct Row {
    name: String,
    kind: String,
    facts: Vec<String>,
    summary: String,
}

fn push_properties(
    text: &mut String,
    title: &str,
    properties: &IndexMap<String, PropertySchema>,
    update: impl Fn(&str) -> Option<UpdateBehaviour>,
    pen: Pen,
) {
    let row = |(name, property): (&String, &PropertySchema)| {
        let mut facts: Vec<String> = Vec::new();
        facts.extend(property.required.then(|| "required".to_owned()));
        facts.extend(update(name).map(|update| effect_words::outcome(property, update)));
        facts.extend(facts_of_status(&property.support_status));
        Row {
            name: one_line(name),
            kind: kind(property),
            facts,
            summary: first_sentence(property.description.as_deref()),
        }
    };
    // Required properties come first.
    let mut rows: Vec<Row> = properties.iter().filter(|(_, property)| property.required).map(row).collect();
    rows.extend(properties.iter().filter(|(_, property)| !property.required).map(row));
    push_rows(text, title, &rows, pen);
}

fn push_rows(text: &mut String, title: &str, rows: &[Row], pen: Pen) {
    if rows.is_empty() {
        return;
    }
    let _ = write!(text, "\n{}\n", pen.styled(&format!("{title} ({})", rows.len()), BOLD));
    let width = |of: fn(&Row) -> usize| rows.iter().map(of).max().unwrap_or_default().min(MAX_COLUMN);
    let name_width = width(|row| row.name.chars().count());
    let kind_width = width(|row| row.kind.chars().count());
    for Row { name, kind, facts, summary } in rows {
        let facts = if facts.is_empty() { String::new() } else { format!("{}. ", facts.join(", ")) };
        let line = format!("  {name:name_width$}  {kind:kind_width$}  {facts}{summary}");
        let _ = writeln!(text, "{}", cut(line.trim_end()));
    }
}

/// Truncates a line that is too long.
fn cut(line: &str) -> String {
    if line.chars().count() <= WIDTH {
        return line.to_owned();
    }
    let mut cut: String = line.chars().take(WIDTH - 1).collect();
    if let Some(space) = cut.rfind(' ') {
        cut.truncate(space);
    }
    format!("{}…", cut.trim_end_matches([',', ';', ':']))
}

/// The type of a property: `string`, `list of map`.
fn kind(property: &PropertySchema) -> String {
    match &property.schema {
        Some(NestedSchema::Item(item)) => format!("{} of {}", property.property_type, kind(item)),
        _ => property.property_type.to_string(),
    }
}

/// A status in words; `None` if it needs none.
fn status(status: &SupportStatus) -> Option<String> {
    let word = status.status();
    if word == Status::Supported {
        let since = status.since().map(|since| format!("since {}", one_line(since)));
        let message = status.shown_message().map(one_line);
        let words: Vec<String> = since.into_iter().chain(message).collect();
        return (!words.is_empty()).then(|| words.join(": "));
    }
    let since = status.version().map(|version| format!(" since {}", one_line(version))).unwrap_or_default();
    let message =
        status.shown_message().map(|message| format!(": {}", one_line(message))).unwrap_or_default();
    Some(format!("{}{since}{message}", word.as_str()))
}

/// The words for a status that readers of a list need to know.
fn facts_of_status(status: &SupportStatus) -> Vec<String> {
    let word = status.status();
    if word == Status::Supported { Vec::new() } else { vec![word.as_str().to_owned()] }
}

/// The facts about a property besides its name and type, one per line.
fn facts(property: &PropertySchema) -> Vec<String> {
    let mut facts = Vec::new();
    facts.extend(
        property.default.as_ref().map(|default| format!("Default: {}", one_line(&default.to_string()))),
    );
    facts.extend(property.constraints.iter().map(constraint));
    if !property.implemented {
        facts.push("Not implemented: Heat ignores it.".to_owned());
    }
    facts.extend(effect_words::sentences(property));
    facts
}

fn constraint(constraint: &Constraint) -> String {
    let fact = match &constraint.kind {
        ConstraintKind::Custom(name) => format!("Has to meet: {name}"),
        ConstraintKind::AllowedPattern(pattern) => format!("Has to match: {pattern}"),
        ConstraintKind::AllowedValues(values) => {
            format!("One of: {}", value_words(values).join(", "))
        }
        kind => format!("Has to be: {kind}"),
    };
    let words = constraint.description.iter().map(|description| format!(" ({description})"));
    one_line(&format!("{fact}{}", words.collect::<String>()))
}

/// The minimum number of consecutive integers that are written as a range.
const RUN: usize = 5;

/// Lists values in their order; consecutive integers form one range: `0 to 255`.
fn value_words(values: &[Value]) -> Vec<String> {
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let runs = values.chunk_by(|one, other| {
        let next = one.as_i64().and_then(|one| one.checked_add(1));
        next.is_some() && next == other.as_i64()
    });
    let words = runs.map(|run| match run {
        [first, .., last] if run.len() >= RUN => vec![format!("{} to {}", plain(first), plain(last))],
        few => few.iter().map(plain).collect(),
    });
    words.flatten().collect()
}

/// The first sentence of a description.
fn first_sentence(description: Option<&str>) -> String {
    let text = description.unwrap_or_default().split("\n\n").next().unwrap_or_default().replace('\n', " ");
    let end = text.match_indices(". ").map(|(end, _)| end + 1).next();
    one_line(text.get(..end.unwrap_or(text.len())).unwrap_or(&text))
}

/// Adds the paragraphs of a description, each after an empty line.
fn push_prose(text: &mut String, description: Option<&str>, margin: &str) {
    for paragraph in description.unwrap_or_default().split("\n\n").filter(|part| !part.trim().is_empty()) {
        text.push('\n');
        let is_plain = !paragraph.lines().any(|line| line.starts_with(['-', '*', '`', ' ', '|']));
        if is_plain {
            push_wrapped(text, &paragraph.replace('\n', " "), margin);
        } else {
            // A list or a code block keeps its lines.
            paragraph.lines().for_each(|line| _ = writeln!(text, "{margin}{}", one_line(line)));
        }
    }
}

/// Adds a text, wrapped to the maximum width.
fn push_wrapped(text: &mut String, prose: &str, margin: &str) {
    let mut line = margin.to_owned();
    for word in one_line(prose).split_whitespace() {
        let is_first = line.len() == margin.len();
        if !is_first && line.chars().count() + 1 + word.chars().count() > WIDTH {
            let _ = writeln!(text, "{line}");
            margin.clone_into(&mut line);
        }
        if line.len() > margin.len() {
            line.push(' ');
        }
        line.push_str(word);
    }
    let _ = writeln!(text, "{line}");
}

#[cfg(test)]
mod tests {
    use heat_model::load::load_schema;
    use heat_yaml::Source;

    use super::*;

    fn schema() -> ResourceType {
        let text = "\
type: My::Own::Server
description: |
  Runs programs. It can do more.

  - one
  - two
support_status:
  - version: '1.0'
properties:
  name: {type: string, description: Its name. As you like., update_allowed: true}
  flavor:
    type: string
    update_allowed: true
    update_effect:
      level: interrupts
      reason: The server stops.
      cases: [{when: [{property: [name], in: [x]}], level: loses_data, reason: It is gone.}]
  size:
    type: integer
    required: true
    description: How large it is.
    default: 3
    constraints: [{range: {min: 1}}, {custom_constraint: my.size}]
  disks:
    type: list
    immutable: true
    support_status: [{status: DEPRECATED, version: '2.0', message: Use volumes.}]
    schema:
      '*':
        type: map
        schema:
          path: {type: string, required: true}
attributes:
  address: {type: string, description: Where it is.}
";
        load_schema(&Source::new("a.yaml", text)).file.unwrap().schema
    }

    #[test]
    fn a_type_is_a_list_of_its_parts() {
        assert_eq!(
            of_type(&schema(), false),
            "\
My::Own::Server  since 1.0

Runs programs. It can do more.

- one
- two

Properties (4)
  size    integer      required, replaces. How large it is.
  name    string       in place. Its name.
  flavor  string       interrupts, in some cases loses data.
  disks   list of map  not updatable, DEPRECATED.

Attributes (1)
  address  string  Where it is.

`heat-codegen show My::Own::Server.name` shows all that is known of a part; --format yaml prints the schema.
"
        );
    }

    #[test]
    fn a_part_has_everything_that_is_known_of_it() {
        let schema = schema();
        let check = |path: &str, expect: &str| {
            let found = part(&schema, path).map(|part| of_part(&schema, path, part, false));
            let shown = found.unwrap_or_else(|failure| failure.message());
            assert_eq!(shown, expect, "{path}");
        };
        check(
            "size",
            "My::Own::Server.size  integer, required, replaces\n\nHow large it is.\n\n  Default: 3\n  Has to be: at least 1\n  Has to meet: my.size\n",
        );
        check(
            "disks",
            "My::Own::Server.disks  list of map, not updatable\nDEPRECATED since 2.0: Use volumes.\n\nMembers (1)\n  path  string  required.\n",
        );
        check(
            "flavor",
            "My::Own::Server.flavor  string, interrupts, in some cases loses data\n\n  On update: The server stops.\n  An update loses data if `name` is `x`: It is gone.\n",
        );
        check("disks.path", "My::Own::Server.disks.path  string, required\n");
        check("address", "My::Own::Server.address  attribute, string\n\nWhere it is.\n");
        check("nmae", "there is no property or attribute `nmae`");
        check("disks.none", "there is no property or attribute `none`");
        check("name.none", "there is no property or attribute `none`");
    }

    #[test]
    fn consecutive_integers_are_a_range() {
        let check = |json: &str, expect: &str| {
            let values: Vec<Value> = serde_json::from_str(json).unwrap();
            assert_eq!(value_words(&values).join(", "), expect, "{json}");
        };
        check(r#"["tcp", 0, 1, 2, 3, 4, 5, "udp", 7, 8]"#, "tcp, 0 to 5, udp, 7, 8");
        check("[1, 2, 3, 4]", "1, 2, 3, 4");
        check("[5, 4, 3, 2, 1]", "5, 4, 3, 2, 1");
    }

    #[test]
    fn long_lines_are_cut_and_prose_is_wrapped() {
        let words = "word ".repeat(40);
        let cut = cut(&words);
        assert!(cut.chars().count() <= WIDTH && cut.ends_with("word…"), "{cut}");
        let mut text = String::new();
        push_wrapped(&mut text, &words, "  ");
        assert!(text.lines().all(|line| line.starts_with("  word") && line.len() <= WIDTH), "{text}");
        assert_eq!(text.matches("word").count(), 40);
    }
}
