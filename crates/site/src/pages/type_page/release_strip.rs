//! A strip with a cell for each recorded release: whether a property exists in it, and whether the release changed the property.

use heat_history::Kind;
use serde::Serialize;

use crate::contents::site::Site;
use crate::releases::history::{ReleaseChange, ReleaseHistory};

/// The releases as cells of a strip, oldest first.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct ReleaseStrip {
    /// The number of cells.
    cells: usize,
    spans: Vec<Span>,
    /// The changes in words: `added in Wallaby, changed in Yoga`.
    words: String,
}

/// Consecutive cells of the same kind.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Span {
    class: &'static str,
    from: usize,
    length: usize,
}

/// The state of a property in a release.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cell {
    Absent,
    Present,
    Changed,
    Deprecated,
}

impl Cell {
    /// The class of the cell; `None` if the property does not exist, because nothing is drawn then.
    fn class(self) -> Option<&'static str> {
        match self {
            Self::Absent => None,
            Self::Present => Some("present"),
            Self::Changed => Some("changed"),
            Self::Deprecated => Some("deprecated"),
        }
    }
}

/// The strip of the property with this anchor; `None` if no recorded release changed it.
pub(super) fn release_strip(site: &Site<'_>, resource_type: &str, anchor: &str) -> Option<ReleaseStrip> {
    let series = site.series_of(resource_type);
    strip(series.history, resource_type, anchor, &|version| series.name(version))
}

fn strip(
    history: &ReleaseHistory,
    resource_type: &str,
    anchor: &str,
    name: &dyn Fn(&str) -> String,
) -> Option<ReleaseStrip> {
    let mut cells = vec![Cell::Present; history.releases.len()];
    let mut events: Vec<(Kind, Vec<String>)> = Vec::new();
    for (at, release) in history.releases.iter().enumerate() {
        let changes = release.changes.iter().flatten();
        let of_type = changes.filter(|change| change.resource_type == resource_type && change.is_open());
        for kind in of_type.filter_map(|change| event(change, anchor)) {
            match kind {
                Kind::Added => cells[..at].fill(Cell::Absent),
                Kind::Deprecated => cells[at..].fill(Cell::Deprecated),
                Kind::Changed if cells[at] == Cell::Present => cells[at] = Cell::Changed,
                Kind::Changed => {}
                Kind::Removed | Kind::Hidden | Kind::Placeholder => cells[at..].fill(Cell::Absent),
            }
            let version = name(&release.version);
            match events.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, versions)) if versions.contains(&version) => {}
                Some((_, versions)) => versions.push(version),
                None => events.push((kind, vec![version])),
            }
        }
    }
    let words: Vec<String> =
        events.iter().map(|(kind, versions)| format!("{} in {}", word(*kind), versions.join(", "))).collect();
    (!words.is_empty()).then(|| ReleaseStrip {
        cells: cells.len(),
        spans: spans(&cells),
        words: words.join("; "),
    })
}

/// The kind of a change of the type if it affects the property: a change of the property itself, or the addition or removal of
/// the type or of a property around it.
fn event(change: &ReleaseChange, anchor: &str) -> Option<Kind> {
    if change.attribute {
        return None;
    }
    let is_own = change.anchor == anchor;
    let is_around = change.name.is_empty()
        || anchor.strip_prefix(change.anchor.as_str()).is_some_and(|rest| rest.starts_with('.'));
    let comes_or_goes = matches!(change.kind, Kind::Added | Kind::Removed);
    ((is_own && !change.name.is_empty()) || (is_around && comes_or_goes)).then_some(change.kind)
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Added => "added",
        Kind::Changed => "changed",
        Kind::Deprecated => "deprecated",
        Kind::Hidden => "hidden",
        Kind::Placeholder => "without effect",
        Kind::Removed => "removed",
    }
}

/// The runs of equal cells, without those that are not drawn.
fn spans(cells: &[Cell]) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut from = 0;
    for run in cells.chunk_by(|one, other| one == other) {
        spans.extend(run[0].class().map(|class| Span { class, from, length: run.len() }));
        from += run.len();
    }
    spans
}

#[cfg(test)]
mod tests {
    use heat_history::Severity;

    use super::*;
    use crate::releases::history::{NameVisibility, RecordedRelease};

    /// Compares the strip of `prop-map.a` in releases 0 to 4, where these items changed: a character per cell, and the words.
    fn check(changes: &[(usize, &str, Kind)], expect: &str) {
        let release = |at: usize| RecordedRelease {
            version: at.to_string(),
            changes: (at > 0).then(|| {
                let of_release = changes.iter().filter(|(when, ..)| *when == at);
                of_release.map(|(_, name, kind)| change(name, *kind)).collect()
            }),
        };
        let history = ReleaseHistory { releases: (0..5).map(release).collect() };
        let strip = strip(&history, "A::B", "prop-map.a", &str::to_owned);
        let text = strip.map_or_else(String::new, |strip| {
            let mut signs = vec!["."; strip.cells];
            for span in &strip.spans {
                signs[span.from..span.from + span.length].fill(&span.class[..1]);
            }
            format!("{} {}", signs.concat(), strip.words)
        });
        assert_eq!(text, expect);
    }

    fn change(name: &str, kind: Kind) -> ReleaseChange {
        ReleaseChange {
            kind,
            resource_type: "A::B".to_owned(),
            type_has_page: true,
            name: name.to_owned(),
            anchor: if name.is_empty() { String::new() } else { format!("prop-{name}") },
            attribute: false,
            aspect: String::new(),
            rule: "",
            severity: Severity::Safe,
            before: None,
            after: None,
            message: None,
            replacements: Vec::new(),
            naming: NameVisibility::Anywhere,
        }
    }

    #[test]
    fn a_strip_says_when_a_property_came_and_changed() {
        check(&[], "");
        check(&[(2, "map.a", Kind::Added), (3, "map.a", Kind::Changed)], "..pcp added in 2; changed in 3");
        check(
            &[(1, "map.a", Kind::Changed), (3, "map.a", Kind::Deprecated)],
            "pcpdd changed in 1; deprecated in 3",
        );
    }

    #[test]
    fn what_is_around_a_property_brings_it_and_changes_nothing_else_of_it() {
        check(&[(1, "", Kind::Added), (2, "", Kind::Changed)], ".pppp added in 1");
        check(&[(2, "map", Kind::Added), (3, "map", Kind::Changed)], "..ppp added in 2");
        check(&[(2, "ma", Kind::Added), (2, "map.ab", Kind::Added)], "");
    }
}
