//! The page about the life cycle: the meaning of the states, the number of items in each, and the counts of what each release
//! added, deprecated and hid.

use heat_history::Kind;
use heat_html::Html;
use heat_model::Status;
use serde::Serialize;

use super::frame::twin::{InMarkdown, Line, TwinWriter, line};
use super::releases::link::{ReleaseLink, release_link};
use crate::contents::site::Site;
use crate::links::addresses::INDEX;
use crate::releases::hidden_links;
use crate::text::terms::{status_class, status_word, thousands};

#[derive(Debug, Serialize)]
pub(crate) struct LifeCycle {
    states: Vec<State>,
    releases: Vec<ReleaseRow>,
    max: usize,
    /// The first recorded release; earlier changes are derived from the versions in the schemas.
    first: Option<ReleaseLink>,
}

#[derive(Debug, Serialize)]
struct State {
    status: &'static str,
    word: &'static str,
    types: Counted,
    properties: Counted,
    attributes: Counted,
    text_html: Html,
    url: String,
    /// The text for the page in Markdown.
    #[serde(skip)]
    text: &'static str,
}

#[derive(Debug, Serialize)]
struct ReleaseRow {
    url: String,
    version: String,
    name: String,
    date: String,
    added: usize,
    deprecated: usize,
    hidden: usize,
    /// The address of the items that the release hid.
    hidden_url: String,
}

/// A number with its noun.
#[derive(Debug, Serialize)]
struct Counted {
    number: String,
    noun: &'static str,
}

impl Counted {
    fn new(count: usize, one: &'static str, many: &'static str) -> Self {
        Self { number: thousands(count), noun: if count == 1 { one } else { many } }
    }
}

/// The content of the page, with the number of items in each state. HIDDEN items are counted, but not named.
pub(crate) fn life_cycle(site: &Site<'_>) -> LifeCycle {
    let states = [Status::Unsupported, Status::Supported, Status::Deprecated, Status::Hidden].map(|status| {
        let count = site.states.get(status);
        let word = status_class(status);
        let url = match status {
            Status::Hidden if !site.hidden.is_empty() => hidden_links::PATH.to_owned(),
            Status::Hidden => String::new(),
            _ if count.types == 0 => String::new(),
            _ => format!("{INDEX}?status={word}"),
        };
        State {
            status: word,
            word: status_word(status),
            types: Counted::new(count.types, "type", "types"),
            properties: Counted::new(count.properties, "property", "properties"),
            attributes: Counted::new(count.attributes, "attribute", "attributes"),
            text_html: Html::literal(state_text(status, site.options.identity.has_heat)),
            text: state_text(status, site.options.identity.has_heat),
            url,
        }
    });
    let releases = release_rows(site);
    let max = releases.iter().map(|row| row.added).max().unwrap_or_default();
    LifeCycle {
        states: states.into(),
        releases,
        max,
        first: site
            .history
            .releases
            .first()
            .map(|release| release_link(&site.own_series(), &release.version)),
    }
}

fn state_text(status: Status, has_heat: bool) -> &'static str {
    match status {
        Status::Unsupported if !has_heat => "Available, but not supported.",
        Status::Unsupported => {
            "Available, but not supported by the Heat team: many clouds do not have the service behind it."
        }
        Status::Supported | Status::Unknown => "Supported and maintained. Almost everything has this status.",
        Status::Deprecated => {
            "Still works; its page says what to use instead. Stays deprecated for at least one release, so that templates can be changed."
        }
        Status::Hidden => {
            "Still works for existing stacks and templates, unless it became a placeholder. The reference no longer lists it."
        }
    }
}

/// The items that each release added, deprecated and hid, newest release first: the same counts as on the release's own page, if
/// there is one.
fn release_rows(site: &Site<'_>) -> Vec<ReleaseRow> {
    let (table, series) = (&site.catalogue.releases, site.own_series());
    let rows = table.releases.iter().enumerate().rev().map(|(position, release)| {
        let version = &release.version;
        let page = site.history.with_page().find(|(shown, _)| shown.version == *version);
        let [added, deprecated, hidden] = match page {
            Some((_, changes)) => [Kind::Added, Kind::Deprecated, Kind::Hidden]
                .map(|kind| changes.iter().filter(|change| change.kind == kind).count()),
            None => site.declared.by_release.get(&position).copied().unwrap_or_default(),
        };
        let is_listed = site.hidden.iter().any(|item| item.version.as_ref() == Some(version));
        ReleaseRow {
            url: series.url(version),
            hidden_url: if is_listed { hidden_links::url_of_release(version) } else { String::new() },
            version: version.clone(),
            name: release.name.clone(),
            date: release.date.clone(),
            added,
            deprecated,
            hidden,
        }
    });
    rows.collect()
}

impl InMarkdown for LifeCycle {
    fn write(&self, twin: &mut TwinWriter<'_>) {
        twin.paragraph(&line!(
            "Types, properties and attributes go through the same four states. Each status names the release in which it began."
        ));
        twin.heading(2, &line!("The four states"));
        for State { word, text, types, properties, attributes, .. } in &self.states {
            let counts = [types, properties, attributes]
                .map(|count| line!("{} {}", &count.number, Line::words(count.noun)));
            let [word, text] = [word, text].map(|words| Line::words(words));
            twin.item(0, &line!("**{}**: {} {}.", word, text, Line::join(counts, ", ")));
        }
        twin.paragraph(&line!(
            "A deprecated item can also become unsupported, when its service no longer exists but templates that use it should still validate. Items inside something hidden count as hidden."
        ));
        if self.releases.is_empty() {
            return;
        }
        twin.heading(2, &line!("By release"));
        if let Some(first) = &self.first {
            twin.paragraph(&line!(
                "After {}, the numbers are counted in the recorded releases. Up to and including {}, they are derived from the versions that the schemas name.",
                first.name(),
                first.name()
            ));
        }
        let rows: Vec<Vec<Line>> = self.releases.iter().map(|row| row.in_markdown(twin)).collect();
        let head = ["Release", "Name", "Date", "Added", "Deprecated", "Hidden"];
        twin.table(&head.map(Line::words), rows);
    }
}

impl ReleaseRow {
    fn in_markdown(&self, twin: &TwinWriter<'_>) -> Vec<Line> {
        let [added, deprecated, hidden] = [self.added, self.deprecated, self.hidden]
            .map(|count| if count == 0 { Line::default() } else { Line::text(&count.to_string()) });
        let [version, name, date] = [&self.version, &self.name, &self.date].map(|text| Line::text(text));
        vec![twin.link(&version, &self.url), name, date, added, deprecated, hidden]
    }
}
