//! The Atom feed of the releases.

use heat_html::{Html, html};
use heat_model::Release;

use crate::contents::site::Site;
use crate::files::sink::SiteFile;
use crate::links::addresses::RELEASES;
use crate::links::release_address::release_url;
use crate::releases::counts::{KINDS, KindTexts, summary};
use crate::releases::history::ReleaseChange;

/// The feed of releases. Feed readers need absolute URLs, so there is a feed only if the base URL is known.
pub(crate) fn file(site: &Site<'_>) -> Option<SiteFile> {
    let base = site.options.base_url.as_deref()?;
    let (table, identity) = (&site.catalogue.releases, &site.options.identity);
    let entries: Vec<_> = entries(site).collect();
    let (newest, _) = entries.first()?;
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
    for (release, changes) in &entries {
        let url = base.to_owned() + &release_url(&release.version, table);
        out.push(&html!(
            "<entry><id>{}</id><title>{} ({})</title><updated>{}T00:00:00Z</updated>\
             <link rel=\"alternate\" type=\"text/html\" href=\"{}\"/><summary>{}.</summary>{}</entry>\n",
            url,
            identity.versioned(&release.version),
            release.name,
            release.date,
            url,
            summary(changes),
            content(changes)
        ));
    }
    out.push_literal("</feed>\n");
    Some(SiteFile::markup("releases.atom", out))
}

/// The names of the changed items by kind of change. A feed reader shows it as HTML, so it is escaped once more.
fn content(changes: &[ReleaseChange]) -> Html {
    let named = |words: &KindTexts| {
        let of_kind = changes.iter().filter(|change| change.kind == words.kind && change.is_named());
        let name = |change: &ReleaseChange| {
            let separator = if change.name.is_empty() { "" } else { " " };
            Html::code(&format!("{}{separator}{}", change.resource_type, change.name))
        };
        let mut names: Vec<Html> = of_kind.map(name).collect();
        // If an item has several changes, the page has the details.
        names.dedup();
        (!names.is_empty()).then(|| html!("<p>{}: {}.</p>", words.word, Html::join(names, ", ")))
    };
    let paragraphs: Vec<Html> = KINDS.iter().filter_map(named).collect();
    if paragraphs.is_empty() {
        return Html::new();
    }
    html!("<content type=\"html\">{}</content>", Html::join(paragraphs, "").as_str())
}

/// Whether the site has a feed.
pub(crate) fn has_feed(site: &Site<'_>) -> bool {
    site.options.base_url.is_some() && entries(site).next().is_some()
}

/// The releases with a page and a known date, newest first.
fn entries<'a>(site: &'a Site<'_>) -> impl Iterator<Item = (&'a Release, &'a [ReleaseChange])> {
    let table = &site.catalogue.releases;
    let dated = |version: &str| table.get(version).filter(|release| is_date(&release.date));
    site.history
        .with_page()
        .rev()
        .filter_map(move |(release, changes)| Some((dated(&release.version)?, changes)))
}

/// Whether a text is a date in the form year-month-day.
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
