//! The Atom feed of releases, including those of plug-ins.

use std::cmp::Reverse;

use heat_html::{Html, html};

use crate::contents::site::Site;
use crate::files::sink::SiteFile;
use crate::links::addresses::RELEASES;
use crate::releases::counts::{KINDS, KindTexts, summary};
use crate::releases::history::{RecordedRelease, ReleaseChange};

/// A release in the feed.
struct Entry<'a> {
    /// The address of the release's page, relative to the site's root.
    url: String,
    title: String,
    date: &'a str,
    changes: &'a [ReleaseChange],
}

/// The feed of releases. Feed readers need absolute URLs, so there is a feed only if the base URL is known.
pub(crate) fn file(site: &Site<'_>) -> Option<SiteFile> {
    let base = site.options.base_url.as_deref()?;
    let identity = &site.options.identity;
    let entries = entries(site);
    let newest = entries.first()?;
    let mut out = html!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n\
         <id>{}{}</id>\n<title>{}: what changed</title>\n\
         <updated>{}T00:00:00Z</updated>\n<author><name>{}</name></author>\n\
         <link rel=\"self\" type=\"application/atom+xml\" href=\"{}releases.atom\"/>\n\
         <link rel=\"alternate\" type=\"text/html\" href=\"{}{}\"/>\n",
        base,
        RELEASES,
        identity.name,
        newest.date,
        identity.name,
        base,
        base,
        RELEASES
    );
    for Entry { url, title, date, changes } in &entries {
        let url = base.to_owned() + url;
        out.push(&html!(
            "<entry><id>{}</id><title>{}</title><updated>{}T00:00:00Z</updated>\
             <link rel=\"alternate\" type=\"text/html\" href=\"{}\"/><summary>{}.</summary>{}</entry>\n",
            url,
            title,
            date,
            url,
            summary(changes),
            content(changes)
        ));
    }
    out.push_literal("</feed>\n");
    Some(SiteFile::markup("releases.atom", out))
}

/// The names of the changed items by kind of change. A feed reader shows the text as HTML, so it is escaped twice.
fn content(changes: &[ReleaseChange]) -> Html {
    let named = |words: &KindTexts| {
        let of_kind = changes.iter().filter(|change| change.kind == words.kind && change.is_named());
        let name = |change: &ReleaseChange| {
            let separator = if change.name.is_empty() { "" } else { " " };
            Html::code(&format!("{}{separator}{}", change.resource_type, change.name))
        };
        let mut names: Vec<Html> = of_kind.map(name).collect();
        // The page contains the details of an item with several changes.
        names.dedup();
        (!names.is_empty()).then(|| html!("<p>{}: {}.</p>", words.word, Html::join(names, ", ")))
    };
    let paragraphs: Vec<Html> = KINDS.iter().filter_map(named).collect();
    if paragraphs.is_empty() {
        return Html::new();
    }
    html!("<content type=\"html\">{}</content>", Html::join(paragraphs, "").as_str())
}

/// Returns whether the site has a feed.
pub(crate) fn has_feed(site: &Site<'_>) -> bool {
    site.options.base_url.is_some() && !entries(site).is_empty()
}

/// The releases with a page and a known date, of the catalogue and of its guests, newest first.
fn entries<'a>(site: &Site<'a>) -> Vec<Entry<'a>> {
    let mut entries = Vec::new();
    for series in site.all_series() {
        let of_series =
            series.history.with_page().rev().map(|(RecordedRelease { version, .. }, changes)| Entry {
                url: series.url(version),
                title: series.title(version),
                date: series.date(version),
                changes,
            });
        entries.extend(of_series.filter(|entry| is_date(entry.date)));
    }
    // Stable sort: among releases of the same day, the catalogue's own come first.
    entries.sort_by_key(|entry| Reverse(entry.date));
    entries
}

/// Returns whether a text has the form of a date, year-month-day.
pub(crate) fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == 10
        && bytes.iter().enumerate().all(|(index, byte)| match index {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        })
}

#[cfg(test)]
mod tests {
    use super::is_date;

    #[test]
    fn only_days_are_dates() {
        for (text, expect) in
            [("2026-09-30", true), ("2026-9-30", false), ("soon", false), ("2026-09-30T", false)]
        {
            assert_eq!(is_date(text), expect, "{text}");
        }
    }
}
