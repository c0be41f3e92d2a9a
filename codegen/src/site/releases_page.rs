//! The pages of releases: what changed in each, all of them, any two compared; and what a type's page says of them.

use heat_model::diff::Severity;
use heat_model::history::Kind;
use heat_model::{ReleaseTable, Value};
use serde::Serialize;

use super::links::{Links, type_url};
use super::release_history::{ShownChange, ShownRelease};
use super::words::release_name;
use super::{Site, markdown};
use crate::html::Html;
use crate::yaml_text::flow;

/// The kinds of changes with how a page heads them, worst first.
const SECTIONS: [(Kind, &str, &str); 5] = [
    (Kind::Removed, "removed", "Removed"),
    (Kind::Hidden, "hidden", "Newly hidden"),
    (Kind::Deprecated, "deprecated", "Deprecated"),
    (Kind::Changed, "changed", "Behaviour changed"),
    (Kind::Added, "added", "Added"),
];

/// The page of a release, from the site's root.
#[must_use]
pub(super) fn release_url(version: &str, table: &ReleaseTable) -> String {
    let name = table.get(version).map_or(version, |release| release.name.as_str());
    let part = |char: char| {
        if char.is_ascii_alphanumeric() || char == '.' { char.to_ascii_lowercase() } else { '-' }
    };
    format!("releases/{}.html", name.chars().map(part).collect::<String>().trim_matches(['.', '-']))
}

#[derive(Debug, Clone, Serialize)]
struct ReleaseLink {
    version: String,
    name: String,
    date: String,
    url: String,
}

fn link(site: &Site<'_>, version: &str) -> ReleaseLink {
    let table = &site.catalogue.releases;
    ReleaseLink {
        version: version.to_owned(),
        name: release_name(version, table).release,
        date: table.get(version).map(|release| release.date.clone()).unwrap_or_default(),
        url: if site.history.has_page(version) { release_url(version, table) } else { String::new() },
    }
}

#[derive(Debug, Serialize)]
pub(super) struct ReleasePage {
    release: ReleaseLink,
    before: Option<ReleaseLink>,
    after: Option<ReleaseLink>,
    sections: Vec<Section>,
}

#[derive(Debug, Serialize)]
struct Section {
    id: &'static str,
    title: &'static str,
    count: usize,
    types: Vec<TypeChanges>,
}

#[derive(Debug, Serialize)]
struct TypeChanges {
    name: String,
    url: String,
    lines: Vec<Line>,
}

/// One change, as a line of a list.
#[derive(Debug, Serialize)]
struct Line {
    /// What it is about, for bringing several releases together.
    key: String,
    name: String,
    url: String,
    attr: bool,
    what: String,
    severity: &'static str,
    before: String,
    after: String,
    lost: Vec<String>,
    gained: Vec<String>,
    message_html: Html,
}

/// The page of a release.
pub(super) fn release_page(
    site: &Site<'_>,
    release: &ShownRelease,
    changes: &[ShownChange],
    root: &str,
) -> ReleasePage {
    let versions: Vec<&str> = site.history.releases.iter().map(|each| each.version.as_str()).collect();
    let position = versions.iter().position(|version| *version == release.version);
    let beside = |step: isize| {
        let index = position?.checked_add_signed(step)?;
        versions.get(index).map(|version| link(site, version))
    };
    ReleasePage {
        release: link(site, &release.version),
        before: beside(-1),
        after: beside(1),
        sections: SECTIONS
            .iter()
            .map(|(kind, id, title)| section(site, changes, *kind, id, title, root))
            .filter(|section| section.count > 0)
            .collect(),
    }
}

fn section(
    site: &Site<'_>,
    changes: &[ShownChange],
    kind: Kind,
    id: &'static str,
    title: &'static str,
    root: &str,
) -> Section {
    let mut types: Vec<TypeChanges> = Vec::new();
    let mut count = 0;
    for change in changes.iter().filter(|change| change.kind == kind) {
        count += 1;
        let url = if change.type_has_page { type_url(&change.resource_type) } else { String::new() };
        let known = types.last_mut().filter(|last| last.name == change.resource_type);
        // Of what is not shown, it is enough how much of it went.
        if !change.type_has_page && kind == Kind::Removed && !change.name.is_empty() {
            let parts = change_count(changes, change);
            if known.is_none() {
                let lines = vec![Line { what: parts, ..Line::empty("") }];
                types.push(TypeChanges { name: change.resource_type.clone(), url, lines });
            }
            continue;
        }
        let line = line(site, change, root);
        match known {
            Some(known) => known.lines.push(line),
            None => types.push(TypeChanges { name: change.resource_type.clone(), url, lines: vec![line] }),
        }
    }
    Section { id, title, count, types }
}

/// How much a type had that nothing is left of, by the names that are recorded.
fn entries(names: &Value) -> String {
    let count = |key: &str, one: &str, many: &str| match names.as_map()?.get(key)? {
        Value::List(names) => counted(names.len(), one, many),
        _ => None,
    };
    let parts =
        [count("properties", "property", "properties"), count("attributes", "attribute", "attributes")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

fn counted(count: usize, one: &str, many: &str) -> Option<String> {
    match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{count} {many}")),
    }
}

/// How many properties and attributes of a type a release removed.
fn change_count(changes: &[ShownChange], of: &ShownChange) -> String {
    let count = |attribute: bool| {
        let same = |change: &&ShownChange| {
            change.kind == of.kind
                && change.resource_type == of.resource_type
                && change.attribute == attribute
        };
        changes.iter().filter(same).count()
    };
    let parts =
        [counted(count(false), "property", "properties"), counted(count(true), "attribute", "attributes")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

impl Line {
    fn empty(key: &str) -> Self {
        Self {
            key: key.to_owned(),
            name: String::new(),
            url: String::new(),
            attr: false,
            what: String::new(),
            severity: "",
            before: String::new(),
            after: String::new(),
            lost: Vec::new(),
            gained: Vec::new(),
            message_html: Html::new(),
        }
    }
}

fn line(site: &Site<'_>, change: &ShownChange, root: &str) -> Line {
    let links = Links { root, types: Some(&site.type_names), ..Links::default() };
    let section = if change.attribute { "attr" } else { "prop" };
    // Of the type as a whole, the key says what it is about.
    let of_type = change.name.is_empty() && change.kind == Kind::Changed;
    let mut line = Line {
        name: if of_type { change.aspect.clone() } else { change.name.clone() },
        url: match change.anchor.as_str() {
            "" => String::new(),
            anchor => format!("{}#{anchor}", type_url(&change.resource_type)),
        },
        attr: change.attribute,
        message_html: change.message.as_deref().map(|text| links.link_message(text)).unwrap_or_default(),
        ..Line::empty(&format!("{section} {} {}", change.name, change.aspect))
    };
    match change.kind {
        Kind::Changed => {
            line.severity = severity_class(change.severity);
            values(&mut line, change);
            // Which values came and went says it all.
            if line.lost.is_empty() && line.gained.is_empty() {
                change.summary.clone_into(&mut line.what);
            }
        }
        Kind::Removed | Kind::Added => {
            line.what = new_or_gone(site, change);
            if matches!(change.severity, Severity::Breaking) && change.type_has_page {
                line.severity = severity_class(change.severity);
            }
        }
        Kind::Hidden | Kind::Deprecated => {}
    }
    line
}

/// What is said of something new or gone beside its name.
fn new_or_gone(site: &Site<'_>, change: &ShownChange) -> String {
    if change.rule == "resource-type-retired" {
        return change.before.as_ref().map(entries).unwrap_or_default();
    }
    if change.name.is_empty() {
        let schema = site.catalogue.types.get(&change.resource_type);
        let plain = schema.and_then(|schema| schema.description.as_deref()).map(markdown::plain);
        return markdown::first_sentence(&plain.unwrap_or_default()).to_owned();
    }
    match change.rule {
        // That is what the heading says.
        "property-added" | "property-removed" | "attribute-added" | "attribute-removed" => String::new(),
        _ => change.summary.to_owned(),
    }
}

/// How many values a line names, and how long a text it quotes.
const MOST_VALUES: usize = 24;
const LONGEST_TEXT: usize = 80;

/// What was and what is: of two lists of values, those that went and those that came.
fn values(line: &mut Line, change: &ShownChange) {
    let list = |value: &Option<Value>| match value.as_ref()?.as_map()?.get("allowed_values")? {
        Value::List(items) => Some(items.iter().map(flow).collect::<Vec<_>>()),
        _ => None,
    };
    if let (Some(before), Some(after)) = (list(&change.before), list(&change.after)) {
        line.lost = few(before.iter().filter(|value| !after.contains(value)));
        line.gained = few(after.iter().filter(|value| !before.contains(value)));
        return;
    }
    // A flag that was turned is what the words say.
    if let (Some(Value::Bool(_)), Some(Value::Bool(_))) = (&change.before, &change.after) {
        return;
    }
    // Of which kind a constraint is, the words say.
    let inner = |value: &Value| match value.as_map() {
        Some(map) if map.len() == 1 && change.aspect == "constraints" => map.values().next().map(flow),
        _ => Some(flow(value)),
    };
    let shown = |value: &Option<Value>| {
        let text = value.as_ref().and_then(inner).unwrap_or_default();
        markdown::shorten(&text, LONGEST_TEXT)
    };
    (line.before, line.after) = (shown(&change.before), shown(&change.after));
}

/// The first values, and how many there are more.
fn few<'a>(values: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut values: Vec<String> = values.cloned().collect();
    let more = values.len().saturating_sub(MOST_VALUES);
    if more > 1 {
        values.truncate(MOST_VALUES);
        values.push(format!("… {more} more"));
    }
    values
}

fn severity_class(severity: Severity) -> &'static str {
    match severity {
        Severity::Breaking => "breaking",
        Severity::Dangerous => "dangerous",
        Severity::Policy | Severity::Safe | Severity::Docs => "",
    }
}

#[derive(Debug, Serialize)]
pub(super) struct ReleaseList {
    releases: Vec<ListedRelease>,
    first: Option<ReleaseLink>,
    feed: bool,
}

#[derive(Debug, Serialize)]
struct ListedRelease {
    release: ReleaseLink,
    counts: Vec<KindCount>,
    summary: String,
}

#[derive(Debug, Serialize)]
struct KindCount {
    id: &'static str,
    title: &'static str,
    count: usize,
}

/// All releases, newest first.
pub(super) fn release_list(site: &Site<'_>) -> ReleaseList {
    let releases = site.history.with_page().rev().map(|(release, changes)| ListedRelease {
        release: link(site, &release.version),
        counts: counts(changes),
        summary: summary(changes),
    });
    ReleaseList {
        releases: releases.collect(),
        first: site.history.releases.first().map(|release| link(site, &release.version)),
        feed: site.options.base_url.is_some(),
    }
}

fn counts(changes: &[ShownChange]) -> Vec<KindCount> {
    let count = |kind: Kind| changes.iter().filter(|change| change.kind == kind).count();
    SECTIONS.iter().map(|(kind, id, title)| KindCount { id, title, count: count(*kind) }).collect()
}

/// How much of what changed, in words: `7 newly hidden, 1 added`.
pub(super) fn summary(changes: &[ShownChange]) -> String {
    let parts: Vec<String> = counts(changes)
        .iter()
        .filter(|count| count.count > 0)
        .map(|count| format!("{} {}", count.count, count.title.to_lowercase()))
        .collect();
    if parts.is_empty() { "Nothing changed".to_owned() } else { parts.join(", ") }
}

#[derive(Debug, Serialize)]
pub(super) struct TypeRelease {
    release: ReleaseLink,
    lines: Vec<TypeLine>,
}

#[derive(Debug, Serialize)]
struct TypeLine {
    word: &'static str,
    kind: &'static str,
    line: Line,
}

/// What the releases changed in a type, newest first.
pub(super) fn of_type(site: &Site<'_>, name: &str, root: &str) -> Vec<TypeRelease> {
    let releases = site.history.with_page().rev().filter_map(|(release, changes)| {
        let lines: Vec<TypeLine> = changes
            .iter()
            .filter(|change| change.resource_type == name && change.is_open())
            .map(|change| {
                let (kind, word) = word_of(change.kind);
                TypeLine { word, kind, line: line(site, change, root) }
            })
            .collect();
        (!lines.is_empty()).then(|| TypeRelease { release: link(site, &release.version), lines })
    });
    releases.collect()
}

/// How a line of a type's page begins.
fn word_of(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Removed => ("removed", "Removed"),
        Kind::Hidden => ("hidden", "Hidden"),
        Kind::Deprecated => ("deprecated", "Deprecated"),
        Kind::Changed => ("changed", "Changed"),
        Kind::Added => ("added", "Added"),
    }
}
