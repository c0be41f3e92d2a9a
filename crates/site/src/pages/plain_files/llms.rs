//! `llms.txt`: an overview of the site for language models and other programs.

use std::fmt::Write as _;

use heat_export::tooltip::escaped as markdown_text;
use heat_model::Status;
use heat_report::RuleSet;

use crate::contents::site::Site;
use crate::files::sink::SiteFile;
use crate::links::addresses::{error_url, markdown_url, type_markdown_url};
use crate::pages::frame::kind::{LlmsSection, PageKind, Pages, Twin};
use crate::pages::frame::side_navigation::guide_groups;
use crate::releases::counts::summary;
use crate::releases::history::RecordedRelease;
use crate::text::markdown;
use crate::text::terms::status_word;

/// Returns the file, with a section for each kind of page that has one.
pub(crate) fn file(site: &Site<'_>, kinds: &[PageKind]) -> SiteFile {
    let base = site.options.base_url.as_deref().unwrap_or_default();
    let identity = &site.options.identity;
    let mut out = format!(
        "# {}\n\n> {} Each page is there as HTML, and the same as Markdown at the address with `.md` instead of `.html`. That of a type is there as \
         JSON (`.json`), too: properties, attributes, constraints, support status and translation rules.\n\n",
        markdown_text(&identity.name),
        markdown_text(&identity.lead),
    );
    let mut sections: Vec<&LlmsSection> =
        kinds.iter().filter_map(|kind| kind.listing.llms.as_ref()).collect();
    sections.sort_by_key(|section| section.place);
    overviews(site, kinds, base, &mut out);
    for section in sections {
        (section.write)(site, base, &mut out);
    }
    SiteFile { path: "llms.txt".to_owned(), contents: out.into_bytes() }
}

/// Writes the single pages, with the reason if one has no Markdown file.
fn overviews(site: &Site<'_>, kinds: &[PageKind], base: &str, out: &mut String) {
    out.push_str("## Overviews\n\n");
    for kind in kinds.iter().filter(|kind| kind.listing.sitemap && (kind.exists)(site)) {
        let Pages::One { path, title, description, .. } = &kind.pages else { continue };
        let description =
            if description.is_empty() { &site.options.identity.description } else { *description };
        let (url, reason) = match kind.twin {
            Twin::Beside => (markdown_url(path), String::new()),
            Twin::None(reason) => ((*path).to_owned(), format!(" {reason}")),
        };
        let _ = writeln!(out, "- [{title}]({base}{url}): {}{reason}", markdown_text(description));
    }
    out.push('\n');
}

/// Writes the pages of the guide, by readers.
pub(crate) fn guide(site: &Site<'_>, base: &str, out: &mut String) {
    for group in guide_groups(site) {
        let _ = writeln!(out, "## Guide: {}\n", group.label.to_lowercase());
        for page in &group.pages {
            let _ = writeln!(out, "- [{}]({base}{})", markdown_text(&page.title), markdown_url(&page.url));
        }
        out.push('\n');
    }
}

/// Writes the architectures.
pub(crate) fn architectures(site: &Site<'_>, base: &str, out: &mut String) {
    if !site.options.architectures.list.is_empty() {
        out.push_str("## Architectures\n\n");
        for each in &site.options.architectures.list {
            let [title, description] = [&each.title, &each.description].map(|text| markdown_text(text));
            let _ = writeln!(out, "- [{title}]({base}{}): {description}", markdown_url(&each.url()));
        }
        out.push('\n');
    }
}

/// Writes the errors of Heat.
pub(crate) fn errors(site: &Site<'_>, base: &str, out: &mut String) {
    let pages = &site.options.errors.list;
    if pages.is_empty() {
        return;
    }
    out.push_str("## Errors of Heat\n\n");
    for page in pages {
        let _ = writeln!(
            out,
            "- [{}]({base}{})",
            markdown_text(page.message()),
            markdown_url(&error_url(&page.id))
        );
    }
    out.push('\n');
}

/// Writes the rules of each set that has pages.
pub(crate) fn rules(site: &Site<'_>, base: &str, out: &mut String) {
    for set in RuleSet::ALL {
        let Some(list) = site.options.guide.list_of(set) else { continue };
        let _ = writeln!(out, "## {}\n", markdown_text(&list.title));
        for rule in site.options.rules_of(set) {
            let (url, summary) = (markdown_url(&rule.page_url()), markdown_text(rule.summary));
            let _ = writeln!(out, "- [{}]({base}{url}): {summary}", rule.id);
        }
        out.push('\n');
    }
}

/// Writes the pages of releases, newest first.
pub(crate) fn releases(site: &Site<'_>, base: &str, out: &mut String) {
    for series in site.all_series().filter(|series| series.history.with_page().next().is_some()) {
        let of =
            if series.is_of_guest { format!(": {}", markdown_text(series.label())) } else { String::new() };
        let _ = writeln!(out, "## Releases{of}\n");
        for (RecordedRelease { version, .. }, changes) in series.history.with_page().rev() {
            let (label, url) = (markdown_text(&series.title(version)), markdown_url(&series.url(version)));
            let _ = writeln!(out, "- [{label}]({base}{url}): {}.", summary(changes));
        }
        out.push('\n');
    }
}

/// Writes the types by service, with the addresses of their Markdown files.
pub(crate) fn types(site: &Site<'_>, base: &str, out: &mut String) {
    for service in &site.services {
        let label = if service.label.is_empty() { String::new() } else { format!(": {}", service.label) };
        let _ = writeln!(out, "## {}{label}\n", markdown_text(service.name));
        for schema in &service.types {
            let url = type_markdown_url(&schema.name);
            let plain = schema.description.as_deref().map(markdown::plain).unwrap_or_default();
            let summary = markdown::first_sentence(&plain);
            let status = match schema.support_status.status() {
                Status::Supported => String::new(),
                other => format!("{} ", status_word(other)),
            };
            let text = format!("{status}{}", markdown_text(summary));
            let text = if text.trim().is_empty() { String::new() } else { format!(": {}", text.trim()) };
            let _ = writeln!(out, "- [{}]({base}{url}){text}", markdown_text(&schema.name));
        }
        out.push('\n');
    }
}
