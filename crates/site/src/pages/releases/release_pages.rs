//! The pages of releases: the changes in each, the list of all, the comparison of any two, and the releases on a type's page.

use heat_history::Kind;
use serde::Serialize;

use super::line::{ChangeLine, HiddenLater, hidden_later, line};
use super::link::{ReleaseLink, release_link, release_of_type_link};
use crate::contents::site::Site;
use crate::links::addresses::{root_of, type_url};
use crate::pages::frame::kind::{PageJob, PageKind};
use crate::pages::plain_files::feed;
use crate::releases::counts::{KINDS, KindCount, KindTexts, count_with_noun, counts, summary, texts_of};
use crate::releases::history::{RecordedRelease, ReleaseChange};
use crate::releases::series::ReleaseSeries;
use crate::text::terms::thousands;

#[derive(Debug, Serialize)]
pub(super) struct ReleasePage {
    /// The product of the release: Heat, or a plug-in.
    pub(super) product: String,
    pub(super) release: ReleaseLink,
    pub(super) before: Option<ReleaseLink>,
    pub(super) after: Option<ReleaseLink>,
    /// The counts of the release's changes, without zeros.
    pub(super) counts: Vec<Cell>,
    pub(super) sections: Vec<Section>,
    /// The number of changes to items that are not named, as a text.
    pub(super) unnamed: String,
    /// The address of the release's index of types, if it has one.
    pub(super) reference_url: Option<String>,
}

/// The types that changed in the same way as a whole, or of which parts changed.
#[derive(Debug, Serialize)]
pub(super) struct Section {
    id: &'static str,
    pub(super) title: &'static str,
    pub(super) meaning: &'static str,
    count: usize,
    pub(super) types: Vec<TypeChanges>,
}

#[derive(Debug, Serialize)]
pub(super) struct TypeChanges {
    pub(super) name: String,
    pub(super) url: String,
    pub(super) lines: Vec<ChangeLine>,
    pub(super) later: Option<HiddenLater>,
}

/// The jobs that render the page of each release that has one.
pub(crate) fn jobs<'a>(kind: &'static PageKind, site: &'a Site<'a>) -> Vec<PageJob<'a>> {
    let mut jobs = Vec::new();
    for series in site.all_series() {
        for (release, changes) in series.history.with_page() {
            let series = series.clone();
            jobs.push(PageJob::new(series.url(&release.version), move |renderer, path| {
                let title = format!("What changed in {}", series.title(&release.version));
                let description = format!("{} since the previous release.", summary(changes));
                let content = release_page(site, &series, release, changes, &root_of(path));
                renderer.page_with_twin(kind.page(path, &title, &description), content)
            }));
        }
    }
    jobs
}

/// The page of a release.
fn release_page(
    site: &Site<'_>,
    series: &ReleaseSeries<'_>,
    release: &RecordedRelease,
    changes: &[ReleaseChange],
    root: &str,
) -> ReleasePage {
    let versions: Vec<&str> = series.history.releases.iter().map(|each| each.version.as_str()).collect();
    let position = versions.iter().position(|version| *version == release.version);
    let neighbour = |step: isize| {
        let index = position?.checked_add_signed(step)?;
        versions.get(index).map(|version| release_link(series, version))
    };
    let unnamed = changes.iter().filter(|change| !change.is_named()).count();
    ReleasePage {
        product: series.product.to_owned(),
        release: release_link(series, &release.version),
        before: neighbour(-1),
        after: neighbour(1),
        counts: cells(changes).filter(|cell| cell.count > 0).collect(),
        sections: sections(site, changes, root, &release.version),
        unnamed: if unnamed == 0 { String::new() } else { count_with_noun(unnamed, "change", "changes") },
        reference_url: reference_url(site, series, &release.version),
    }
}

/// The address of the index of types as of a release, if it has one. Releases of a plug-in have none.
fn reference_url(site: &Site<'_>, series: &ReleaseSeries<'_>, version: &str) -> Option<String> {
    if series.is_of_guest { None } else { site.release.type_index_of(version) }
}

/// The changes by type, with each type in one section.
fn sections(site: &Site<'_>, changes: &[ReleaseChange], root: &str, version: &str) -> Vec<Section> {
    let types = by_type(changes);
    let section = |words: &KindTexts| {
        let of_kind = types.iter().filter(|(kind, _)| *kind == words.kind);
        let types: Vec<TypeChanges> =
            of_kind.map(|(kind, changes)| type_changes(site, *kind, changes, root, version)).collect();
        Section { id: words.id, title: words.heading, meaning: words.meaning, count: types.len(), types }
    };
    KINDS.iter().map(section).filter(|section| section.count > 0).collect()
}

/// The changes that may be named, by type, sorted by name, each with the kind of the change of the type as a whole.
fn by_type(changes: &[ReleaseChange]) -> Vec<(Kind, Vec<&ReleaseChange>)> {
    let mut named: Vec<&ReleaseChange> = changes.iter().filter(|change| change.is_named()).collect();
    named.sort_by(|one, other| one.resource_type.cmp(&other.resource_type));
    let of_one = named.chunk_by(|one, other| one.resource_type == other.resource_type);
    of_one.map(|changes| (fate(changes), changes.to_vec())).collect()
}

/// The most severe change of a type as a whole, or `Kind::Changed` if only its parts changed.
fn fate(changes: &[&ReleaseChange]) -> Kind {
    let of_type = changes.iter().filter(|change| change.name.is_empty()).map(|change| change.kind);
    of_type.min().unwrap_or(Kind::Changed)
}

/// The first section with a change of this kind; `None` if the release page names no such change.
fn first_section(changes: &[ReleaseChange], kind: Kind) -> Option<&'static str> {
    let types = by_type(changes);
    let holds = types.iter().filter(|(_, changes)| changes.iter().any(|change| change.kind == kind));
    holds.map(|(fate, _)| *fate).min().map(|fate| texts_of(fate).id)
}

fn type_changes(
    site: &Site<'_>,
    kind: Kind,
    changes: &[&ReleaseChange],
    root: &str,
    version: &str,
) -> TypeChanges {
    let first = changes.first();
    let has_page = first.is_some_and(|change| change.type_has_page);
    let name = first.map(|change| change.resource_type.clone()).unwrap_or_default();
    let hidden_now = changes.iter().any(|change| change.name.is_empty() && change.kind == Kind::Hidden);
    let mut lines: Vec<ChangeLine> = changes.iter().map(|change| line(site, change, root, version)).collect();
    if kind == Kind::Placeholder && hidden_now {
        // The replacement is shown in the release that hid the type.
        lines.iter_mut().for_each(ChangeLine::without_advice_of_placeholder);
    }
    let whole = changes.iter().find(|change| change.name.is_empty());
    TypeChanges {
        url: if has_page { type_url(&name) } else { String::new() },
        name,
        lines,
        later: whole.and_then(|change| hidden_later(site, change, version)),
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct ReleaseList {
    /// The releases of the catalogue.
    pub(super) own: ListedSeries,
    /// The releases of each plug-in that is a guest on the site.
    pub(super) guests: Vec<ListedSeries>,
    /// `true` if the choice of a release is grouped by series.
    grouped: bool,
    /// The heading of the types in the comparison.
    kinds: Vec<KindHeading>,
    feed: bool,
}

/// The releases of a series, newest first.
#[derive(Debug, Serialize)]
pub(super) struct ListedSeries {
    /// The anchor of a plug-in's releases, which is also the common part of their addresses.
    id: String,
    /// The prefix of the versions in the comparison, which makes them unique across all series.
    prefix: String,
    /// The product of the releases.
    pub(super) product: String,
    pub(super) releases: Vec<ListedRelease>,
    columns: Vec<Column>,
    /// The first recorded release, whose changes are unknown.
    pub(super) first: Option<ReleaseLink>,
    pub(super) first_reference_url: Option<String>,
}

#[derive(Debug, Serialize)]
struct Column {
    title: &'static str,
}

#[derive(Debug, Serialize)]
struct KindHeading {
    id: &'static str,
    /// The heading of the kind's column in the matrix.
    word: &'static str,
    heading: &'static str,
}

#[derive(Debug, Serialize)]
pub(super) struct ListedRelease {
    pub(super) release: ReleaseLink,
    cells: Vec<Cell>,
    pub(super) summary: String,
    /// The address of the release's index of types, if it has one.
    pub(super) reference_url: Option<String>,
}

/// The number of changes of one kind in a release.
#[derive(Debug, Serialize)]
pub(super) struct Cell {
    id: &'static str,
    title: &'static str,
    #[serde(skip)]
    kind: Kind,
    count: usize,
    pub(super) words: String,
    /// The section of the release's page that contains the first of these changes.
    section: Option<&'static str>,
}

fn cells(changes: &[ReleaseChange]) -> impl Iterator<Item = Cell> {
    counts(changes).into_iter().map(|KindCount { kind, count, words }| Cell {
        id: texts_of(kind).id,
        title: texts_of(kind).word,
        kind,
        count,
        words,
        section: first_section(changes, kind),
    })
}

/// The changes in the newest release.
#[derive(Debug, Serialize)]
pub(crate) struct News {
    release: ReleaseLink,
    counts: Vec<NewsCount>,
}

#[derive(Debug, Serialize)]
struct NewsCount {
    id: &'static str,
    count: String,
    /// The noun for the counted changes: `behaviour changes`.
    noun: &'static str,
    section: Option<&'static str>,
}

/// The changes in the newest release, for the start page; `None` on the pages of an old release.
pub(crate) fn news(site: &Site<'_>) -> Option<News> {
    let (release, changes) = site.history.with_page().next_back().filter(|_| !site.release.is_old())?;
    let count = |cell: Cell| NewsCount {
        id: cell.id,
        count: thousands(cell.count),
        noun: texts_of(cell.kind).noun(cell.count),
        section: cell.section,
    };
    let mut counts: Vec<NewsCount> = cells(changes).filter(|cell| cell.count > 0).map(count).collect();
    // Here, additions come first and removals last.
    counts.reverse();
    Some(News { release: release_link(&site.own_series(), &release.version), counts })
}

/// The content of the list of releases, newest first.
pub(crate) fn release_list(site: &Site<'_>) -> ReleaseList {
    let guests = site.all_series().filter(|series| series.is_of_guest);
    let guests: Vec<ListedSeries> = guests.map(|series| listed_series(site, &series)).collect();
    ReleaseList {
        own: listed_series(site, &site.own_series()),
        grouped: !guests.is_empty(),
        guests,
        kinds: KINDS
            .iter()
            .map(|words| KindHeading { id: words.id, word: words.word, heading: words.heading })
            .collect(),
        feed: feed::has_feed(site),
    }
}

fn listed_series(site: &Site<'_>, series: &ReleaseSeries<'_>) -> ListedSeries {
    let all: Vec<(&RecordedRelease, &[ReleaseChange])> = series.history.with_page().rev().collect();
    // A kind of change that no release contains needs no column.
    let did = |kind: Kind| all.iter().any(|(_, changes)| changes.iter().any(|change| change.kind == kind));
    let columns = KINDS.iter().filter(|words| did(words.kind)).map(|words| Column { title: words.word });
    let releases = all.iter().map(|(release, changes)| ListedRelease {
        release: release_link(series, &release.version),
        cells: cells(changes).filter(|cell| did(cell.kind)).collect(),
        summary: summary(changes),
        reference_url: reference_url(site, series, &release.version),
    });
    let first = series.history.releases.first();
    ListedSeries {
        id: series.id().to_owned(),
        prefix: series.folder.clone(),
        product: series.label().to_owned(),
        releases: releases.collect(),
        columns: columns.collect(),
        first: first.map(|release| release_link(series, &release.version)),
        first_reference_url: first.and_then(|release| reference_url(site, series, &release.version)),
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct TypeRelease {
    release: ReleaseLink,
    lines: Vec<ChangeLine>,
}

/// The changes of a type in the releases, newest first.
pub(crate) fn of_type(site: &Site<'_>, name: &str, root: &str) -> Vec<TypeRelease> {
    let releases = site.series_of(name).history.with_page().rev().filter_map(|(release, changes)| {
        let of_type = changes.iter().filter(|change| change.resource_type == name && change.is_open());
        let lines: Vec<ChangeLine> =
            of_type.map(|change| line(site, change, root, &release.version)).collect();
        (!lines.is_empty())
            .then(|| TypeRelease { release: release_of_type_link(site, name, &release.version), lines })
    });
    releases.collect()
}
