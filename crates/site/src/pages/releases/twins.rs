//! The pages about releases in Markdown.

use super::line::ChangeLine;
use super::release_pages::{ListedRelease, ListedSeries, ReleaseList, ReleasePage, Section, TypeChanges};
use crate::pages::frame::twin::{InMarkdown, Line, TwinWriter, line};
use crate::releases::hidden_links;

impl InMarkdown for ReleasePage {
    fn write(&self, twin: &mut TwinWriter<'_>) {
        let version = Line::join([Line::text(&self.product), Line::text(&self.release.version)], " ");
        let [before, after] = [&self.before, &self.after]
            .map(|release| release.as_ref().map(|release| release.in_markdown(twin)).unwrap_or_default());
        let meta = [
            version,
            Line::text(&self.release.date),
            before.clone().within("since ", ""),
            reference(self.reference_url.as_ref(), twin),
        ];
        twin.paragraph(&Line::join(meta, ", "));
        if self.counts.is_empty() {
            twin.paragraph(&line!("Nothing changed in the resource types of this release."));
        } else {
            let counts = self.counts.iter().map(|cell| Line::text(&cell.words));
            twin.paragraph(&Line::join(counts, ", ").within("", "."));
        }
        let unnamed = " in items that have since been hidden are counted here and not named.";
        twin.paragraph(&Line::text(&self.unnamed).within("", unnamed));
        for section in &self.sections {
            write_section(section, twin);
        }
        twin.item(0, &before.within("Previous release: ", ""));
        twin.item(0, &after.within("Next release: ", ""));
    }
}

/// The link to the types as of a release; empty if the site has none.
fn reference(url: Option<&String>, twin: &TwinWriter<'_>) -> Line {
    url.map(|url| twin.link(&line!("all types"), url)).unwrap_or_default()
}

fn write_section(section: &Section, twin: &mut TwinWriter<'_>) {
    twin.heading(2, &Line::words(section.title));
    twin.paragraph(&Line::words(section.meaning));
    for TypeChanges { name, url, lines, later } in &section.types {
        let later = later.as_ref().map(|later| later.in_markdown(twin)).unwrap_or_default();
        twin.item(0, &Line::join([twin.code_link(name, url), later], ", "));
        for line in lines {
            twin.item(1, &line.in_markdown(twin));
        }
    }
}

impl ChangeLine {
    fn in_markdown(&self, twin: &TwinWriter<'_>) -> Line {
        let [before, after] = [&self.before, &self.after].map(|text| Line::code(text));
        let turned = match (self.before.as_str(), self.after.as_str()) {
            ("", _) => after.within("now: ", ""),
            (_, "") => before.within("before: ", ""),
            _ => line!("{} became {}", before, after),
        };
        let list = |values: &[String]| Line::join(values.iter().map(|value| Line::code(value)), ", ");
        let effect = self.effect.as_ref().map(|effect| twin.link(&Line::words(effect.words), &effect.url));
        let instead = self.replacements.iter().map(|each| each.in_markdown(twin));
        let details = [
            Line::join([Line::text(&self.what), effect.unwrap_or_default()], ", "),
            turned,
            list(&self.lost).within("no longer ", ""),
            list(&self.gained).within("now also ", ""),
            Line::join(instead, ", ").within("replaced by ", ""),
            twin.message(&self.message),
            self.later.as_ref().map(|later| later.in_markdown(twin)).unwrap_or_default(),
        ];
        let name = twin.code_link(&self.name, &self.url);
        let name = if self.attr { line!("{} (attribute)", name) } else { name };
        let subject = Line::join([Line::words(self.kind_word), name], " ");
        Line::join([subject, Line::join(details, "; ")], ": ")
    }
}

impl InMarkdown for ReleaseList {
    fn write(&self, twin: &mut TwinWriter<'_>) {
        twin.paragraph(&line!("What each release changed in the resource types: what it removed, hid and deprecated, what behaves differently, and what is new."));
        if !twin.site().hidden.is_empty() {
            let link = twin.link(&line!("what each release hid"), hidden_links::PATH);
            twin.paragraph(&line!("Names that the reference no longer has: {}.", link));
        }
        write_series(&self.own, twin);
        for series in &self.guests {
            twin.heading(2, &Line::text(&series.product));
            write_series(series, twin);
        }
    }
}

fn write_series(series: &ListedSeries, twin: &mut TwinWriter<'_>) {
    if let Some(first) = &series.first {
        twin.paragraph(&line!("Changes are recorded since {}.", first.name()));
    }
    let head = ["Release", &series.product, "Date", "Changes", "Types"].map(Line::text);
    let row = |each: &ListedRelease| {
        let [version, date, changes] =
            [&each.release.version, &each.release.date, &each.summary].map(|text| Line::text(text));
        let reference = reference(each.reference_url.as_ref(), twin);
        vec![each.release.in_markdown(twin), version, date, changes, reference]
    };
    let first = series.first.as_ref().map(|first| {
        let [name, version, date] = [first.name(), &first.version, &first.date].map(Line::text);
        vec![name, version, date, Line::default(), reference(series.first_reference_url.as_ref(), twin)]
    });
    let rows: Vec<Vec<Line>> = series.releases.iter().map(row).chain(first).collect();
    twin.table(&head, rows);
}
