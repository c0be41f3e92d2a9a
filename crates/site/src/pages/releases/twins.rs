//! The pages about releases in Markdown.

use super::line::ChangeLine;
use super::release_pages::{ListedRelease, ListedSeries, ReleaseList, ReleasePage, Section, TypeChanges};
use crate::pages::frame::twin::{InMarkdown, Line, TwinWriter};
use crate::releases::hidden_links;

impl InMarkdown for ReleasePage {
    fn write(&self, twin: &mut TwinWriter<'_>) {
        let version = Line::join([Line::text(&self.product), Line::text(&self.release.version)], " ");
        let before = self.before.as_ref().map(|before| Line::words("since ").and(&before.in_markdown(twin)));
        let reference = self.reference_url.as_ref().map(|url| twin.link(&Line::words("all types"), url));
        let meta = [Some(version), Some(Line::text(&self.release.date)), before, reference];
        twin.paragraph(&Line::join(meta.into_iter().flatten(), ", "));
        if self.counts.is_empty() {
            twin.paragraph(&Line::words("Nothing changed in the resource types of this release."));
        } else {
            let counts = self.counts.iter().map(|cell| Line::text(&cell.words));
            twin.paragraph(&Line::join(counts, ", ").then("."));
        }
        if !self.unnamed.is_empty() {
            let words = " in items that have since been hidden are counted here and not named.";
            twin.paragraph(&Line::text(&self.unnamed).then(words));
        }
        for section in &self.sections {
            write_section(section, twin);
        }
        for (words, other) in [("Previous release: ", &self.before), ("Next release: ", &self.after)] {
            if let Some(other) = other {
                twin.item(0, &Line::words(words).and(&other.in_markdown(twin)));
            }
        }
    }
}

fn write_section(section: &Section, twin: &mut TwinWriter<'_>) {
    twin.heading(2, &Line::words(section.title));
    twin.paragraph(&Line::words(section.meaning));
    for TypeChanges { name, url, lines, later } in &section.types {
        let later = later.as_ref().map(|later| later.in_markdown(twin)).unwrap_or_default();
        let name = if url.is_empty() { Line::code(name) } else { twin.link(&Line::code(name), url) };
        twin.item(0, &Line::join([name, later], ", "));
        for line in lines {
            let line = line.in_markdown(twin);
            twin.item(1, &line);
        }
    }
}

impl ChangeLine {
    fn in_markdown(&self, twin: &TwinWriter<'_>) -> Line {
        let code = |text: &String| Line::code(text);
        let turned = match (self.before.as_str(), self.after.as_str()) {
            ("", "") => Line::default(),
            ("", _) => Line::words("now: ").and(&code(&self.after)),
            (_, "") => Line::words("before: ").and(&code(&self.before)),
            _ => code(&self.before).then(" became ").and(&code(&self.after)),
        };
        let list = |words: &'static str, values: &[String]| match values {
            [] => Line::default(),
            values => Line::words(words).and(&Line::join(values.iter().map(code), ", ")),
        };
        let instead = match self.replacements.as_slice() {
            [] => Line::default(),
            all => Line::words("replaced by ")
                .and(&Line::join(all.iter().map(|each| each.in_markdown(twin)), ", ")),
        };
        let what = Line::text(&self.what);
        let effect = self.effect.as_ref().map(|effect| twin.link(&Line::words(effect.words), &effect.url));
        let what = Line::join([what, effect.unwrap_or_default()], ", ");
        let details =
            [what, turned, list("no longer ", &self.lost), list("now also ", &self.gained), instead];
        let later = self.later.as_ref().map(|later| later.in_markdown(twin));
        let details = details.into_iter().chain([twin.message(&self.message)]).chain(later);
        let name = match self.url.as_str() {
            "" => code(&self.name),
            url => twin.link(&code(&self.name), url),
        };
        let name = if self.attr { name.then(" (attribute)") } else { name };
        let subject = Line::join([Line::words(self.kind_word), name], " ");
        Line::join([subject, Line::join(details, "; ")], ": ")
    }
}

impl InMarkdown for ReleaseList {
    fn write(&self, twin: &mut TwinWriter<'_>) {
        twin.paragraph(&Line::words("What each release changed in the resource types: what it removed, hid and deprecated, what behaves differently, and what is new."));
        if !twin.site().hidden.is_empty() {
            let link = twin.link(&Line::words("what each release hid"), hidden_links::PATH);
            twin.paragraph(&Line::words("Names that the reference no longer has: ").and(&link).then("."));
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
        let since = Line::words("Changes are recorded since ").and(&Line::text(first.name()));
        twin.paragraph(&since.then("."));
    }
    let [release, date, changes, types] = ["Release", "Date", "Changes", "Types"].map(Line::words);
    let head = [release, Line::text(&series.product), date, changes, types];
    let reference = |url: &Option<String>| {
        url.as_ref().map(|url| twin.link(&Line::words("all types"), url)).unwrap_or_default()
    };
    let row = |each: &ListedRelease| {
        let [version, date, changes] =
            [&each.release.version, &each.release.date, &each.summary].map(|text| Line::text(text));
        vec![each.release.in_markdown(twin), version, date, changes, reference(&each.reference_url)]
    };
    let first = series.first.as_ref().map(|first| {
        let [name, version, date] = [first.name(), &first.version, &first.date].map(Line::text);
        vec![name, version, date, Line::default(), reference(&series.first_reference_url)]
    });
    let rows: Vec<Vec<Line>> = series.releases.iter().map(row).chain(first).collect();
    twin.table(&head, rows);
}
