//! The Atom feed of the releases.

use std::fmt::Write as _;

use super::links::escape;
use super::releases_page::{release_url, summary};
use super::{Site, SiteFile};

/// The feed of releases; what is read somewhere else needs whole addresses, so there is one only where the base is known.
pub(super) fn file(site: &Site<'_>) -> Option<SiteFile> {
    let base = site.options.base_url.as_deref()?;
    let table = &site.catalogue.releases;
    let dated = |version: &str| table.get(version).filter(|release| is_date(&release.date));
    let entries: Vec<_> = site
        .history
        .with_page()
        .rev()
        .filter_map(|(release, changes)| Some((dated(&release.version)?, changes)))
        .collect();
    let (newest, _) = entries.first()?;
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n\
         <id>{base}releases.html</id>\n<title>Heat resource types: what changed</title>\n\
         <updated>{}T00:00:00Z</updated>\n<author><name>Heat resource types</name></author>\n\
         <link rel=\"self\" type=\"application/atom+xml\" href=\"{base}releases.atom\"/>\n\
         <link rel=\"alternate\" type=\"text/html\" href=\"{base}releases.html\"/>\n",
        newest.date,
        base = escape(base),
    );
    for (release, changes) in &entries {
        let url = escape(base).into_owned() + &release_url(&release.version, table);
        let _ = writeln!(
            out,
            "<entry><id>{url}</id><title>Heat {} ({})</title><updated>{}T00:00:00Z</updated>\
             <link rel=\"alternate\" type=\"text/html\" href=\"{url}\"/><summary>{}.</summary></entry>",
            escape(&release.version),
            escape(&release.name),
            release.date,
            escape(&summary(changes)),
        );
    }
    out.push_str("</feed>\n");
    Some(SiteFile { path: "releases.atom".to_owned(), contents: out.into_bytes() })
}

/// Whether a text is a day, as year-month-day.
fn is_date(text: &str) -> bool {
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
