//! A change in a release, as a line of a list.

use heat_history::{Kind, Severity};
use heat_html::Html;
use heat_model::{Value, ValueRun};
use heat_report::RuleSet;
use heat_schema_text::flow;
use serde::Serialize;

use super::replacement_links::{ReplacementLink, replacement_links};
use crate::contents::site::Site;
use crate::links::addresses::type_url;
use crate::links::targets::Links;
use crate::pages::frame::twin::{Line, TwinWriter, line};
use crate::releases::counts::{count_with_noun, texts_of};
use crate::releases::hidden_items::HiddenItem;
use crate::releases::hidden_links;
use crate::releases::history::{NameVisibility, ReleaseChange};
use crate::text::markdown;

/// A change, as a line of a list.
#[derive(Debug, Serialize)]
pub(crate) struct ChangeLine {
    /// The subject of the change, to group the changes of several releases.
    key: String,
    kind: &'static str,
    pub(super) kind_word: &'static str,
    pub(super) name: String,
    pub(super) url: String,
    pub(super) attr: bool,
    pub(super) what: String,
    /// The effect of the change on templates and stacks, if there is one.
    pub(super) effect: Option<Effect>,
    pub(super) before: String,
    pub(super) after: String,
    pub(super) lost: Vec<String>,
    pub(super) gained: Vec<String>,
    pub(super) replacements: Vec<ReplacementLink>,
    message_html: Html,
    /// The message as plain text, for the page in Markdown.
    #[serde(skip)]
    pub(super) message: String,
    /// A later release that hid the item.
    pub(super) later: Option<HiddenLater>,
}

/// The effect of a change on working templates and stacks, with a link to the rule that explains it.
#[derive(Debug, Serialize)]
pub(crate) struct Effect {
    class: &'static str,
    pub(super) words: &'static str,
    /// The effect on stacks.
    stacks: &'static str,
    /// The page of the rule.
    pub(super) url: String,
}

/// The release that hid an item, with a link.
#[derive(Debug, Serialize)]
pub(crate) struct HiddenLater {
    release: String,
    url: String,
}

impl HiddenLater {
    pub(super) fn in_markdown(&self, twin: &TwinWriter<'_>) -> Line {
        twin.link(&line!("hidden in {}", &self.release), &self.url)
    }
}

/// A link to the release that hid the item, if a later release did.
pub(crate) fn hidden_later(site: &Site<'_>, change: &ReleaseChange, version: &str) -> Option<HiddenLater> {
    if change.naming != NameVisibility::InHistory || change.kind == Kind::Hidden {
        return None;
    }
    let table = site.catalogue.releases_of(&change.resource_type);
    let is_same = |item: &&HiddenItem| {
        item.resource_type == change.resource_type
            && (item.name.is_empty() || (item.name == change.name && item.attribute == change.attribute))
    };
    let item = site.hidden.iter().find(is_same)?;
    let hidden = item.version.as_deref()?;
    (table.position(hidden) > table.position(version)).then(|| HiddenLater {
        release: site.series_of(&change.resource_type).name(hidden),
        url: hidden_links::url_of(item),
    })
}

/// A change as a line.
pub(crate) fn line(site: &Site<'_>, change: &ReleaseChange, root: &str, version: &str) -> ChangeLine {
    let links = Links { root, types: Some(&site.type_names), ..Links::default() };
    let section = if change.attribute { "attr" } else { "prop" };
    // For a type as a whole, the key names the subject.
    let of_type = change.name.is_empty() && change.kind == Kind::Changed;
    let words = texts_of(change.kind);
    let mut line = ChangeLine {
        key: format!("{section} {} {}", change.name, change.aspect),
        kind: words.id,
        kind_word: words.word,
        name: if of_type { change.aspect.clone() } else { change.name.clone() },
        url: match change.anchor.as_str() {
            "" => String::new(),
            anchor => format!("{}#{anchor}", type_url(&change.resource_type)),
        },
        attr: change.attribute,
        what: String::new(),
        effect: None,
        before: String::new(),
        after: String::new(),
        lost: Vec::new(),
        gained: Vec::new(),
        replacements: replacements(change),
        message_html: change.message.as_deref().map(|text| links.link_message(text)).unwrap_or_default(),
        message: change.message.clone().unwrap_or_default(),
        // For parts of a type, the type's line already shows it.
        later: if change.name.is_empty() { None } else { hidden_later(site, change, version) },
    };
    match change.kind {
        Kind::Changed => {
            line.effect = effect(site, change);
            values(&mut line, change);
            // The added and removed values are sufficient.
            if line.lost.is_empty() && line.gained.is_empty() {
                rule_summary(site, change).clone_into(&mut line.what);
            }
        }
        Kind::Placeholder => line.what = ignored(change),
        Kind::Removed | Kind::Added => {
            line.what = new_or_gone(site, change);
            if matches!(change.severity, Severity::Breaking) && change.type_has_page {
                line.effect = effect(site, change);
            }
        }
        Kind::Hidden | Kind::Deprecated => {}
    }
    line
}

/// The replacements of an item, unless its message already links to them.
fn replacements(change: &ReleaseChange) -> Vec<ReplacementLink> {
    let is_linked = change.message.is_some() && change.replacements.iter().all(|each| each.name.is_empty());
    if is_linked { Vec::new() } else { replacement_links(&change.replacements, &change.resource_type) }
}

/// The parts of a placeholder that Heat ignores, as a text.
fn ignored(change: &ReleaseChange) -> String {
    let parts = change.before.as_ref().map(entries).unwrap_or_default();
    if parts.is_empty() {
        "Heat now ignores it.".to_owned()
    } else {
        format!("Heat now ignores it and its {parts}.")
    }
}

/// The number of entries of a type that were removed, from the recorded names.
fn entries(names: &Value) -> String {
    let count = |key: &str, one: &str, many: &str| match names.as_map()?.get(key)? {
        Value::List(names) if !names.is_empty() => Some(count_with_noun(names.len(), one, many)),
        _ => None,
    };
    let parts =
        [count("properties", "property", "properties"), count("attributes", "attribute", "attributes")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

/// The description of a new or removed item, besides its name.
fn new_or_gone(site: &Site<'_>, change: &ReleaseChange) -> String {
    if change.name.is_empty() {
        let schema = site.catalogue.types.get(&change.resource_type);
        let plain = schema.and_then(|schema| schema.description.as_deref()).map(markdown::plain);
        return markdown::first_sentence(&plain.unwrap_or_default()).to_owned();
    }
    match change.rule {
        // The preceding label already says this.
        "property-added" | "property-removed" | "attribute-added" | "attribute-removed" => String::new(),
        _ => rule_summary(site, change).to_owned(),
    }
}

/// The maximum number of values in a line, and the maximum length of a quoted text.
const MAX_VALUES: usize = 24;
const MAX_TEXT: usize = 80;

/// The old and the new value; for two lists of values, the removed and the added ones.
fn values(line: &mut ChangeLine, change: &ReleaseChange) {
    let list = |value: &Option<Value>| match value.as_ref()?.as_map()?.get("allowed_values")? {
        Value::List(items) => Some(items.clone()),
        _ => None,
    };
    if let (Some(before), Some(after)) = (list(&change.before), list(&change.after)) {
        let without = |all: &[Value], others: &[Value]| -> Vec<Value> {
            all.iter().filter(|value| !others.contains(value)).cloned().collect()
        };
        line.lost = few(runs(&without(&before, &after)));
        line.gained = few(runs(&without(&after, &before)));
        return;
    }
    // For a flag, the text already states the new value.
    if let (Some(Value::Bool(_)), Some(Value::Bool(_))) = (&change.before, &change.after) {
        return;
    }
    // The text already states the kind of the constraint.
    let inner = |value: &Value| match value.as_map() {
        Some(map) if map.len() == 1 && change.aspect == "constraints" => {
            map.values().next().map(|value| match value {
                Value::List(items) => runs(items).join(", "),
                other => flow(other),
            })
        }
        _ => Some(flow(value)),
    };
    let shown = |value: &Option<Value>| {
        let text = value.as_ref().and_then(inner).unwrap_or_default();
        markdown::shorten(&text, MAX_TEXT)
    };
    (line.before, line.after) = (shown(&change.before), shown(&change.after));
}

/// The values in order; consecutive integers become a range.
fn runs(values: &[Value]) -> Vec<String> {
    let run = |run| match run {
        ValueRun::One(value) => flow(value),
        ValueRun::Range(first, last) => format!("{} to {}", flow(first), flow(last)),
    };
    ValueRun::of(values).map(run).collect()
}

/// The first values, and the number of the remaining ones.
fn few(mut values: Vec<String>) -> Vec<String> {
    let more = values.len().saturating_sub(MAX_VALUES);
    if more > 1 {
        values.truncate(MAX_VALUES);
        values.push(format!("… {more} more"));
    }
    values
}

/// Summary of the rule that reports a change.
fn rule_summary(site: &Site<'_>, change: &ReleaseChange) -> &'static str {
    site.options.rule(RuleSet::Changes, change.rule).map_or("", |rule| rule.summary)
}

/// The effect of a change; `None` if it does not affect templates and stacks.
fn effect(site: &Site<'_>, change: &ReleaseChange) -> Option<Effect> {
    let words = match change.severity {
        Severity::Breaking => "breaking",
        Severity::Dangerous => "behaves differently",
        Severity::Policy | Severity::Safe | Severity::Docs => return None,
    };
    let stacks = site.options.rule(RuleSet::Changes, change.rule).map_or("", |rule| rule.stacks);
    Some(Effect {
        class: change.severity.as_str(),
        words,
        stacks,
        url: RuleSet::Changes.page_url(change.rule),
    })
}

impl ChangeLine {
    /// Removes the replacements and the message from the line of a placeholder.
    pub(crate) fn without_advice_of_placeholder(&mut self) {
        if self.kind == texts_of(Kind::Placeholder).id {
            self.replacements.clear();
            self.message_html = Html::new();
            self.message.clear();
        }
    }
}
