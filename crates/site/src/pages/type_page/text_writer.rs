//! The texts of a type's page, with their links.

use std::borrow::Cow;

use heat_catalogue::template_version::{newest_version, with_version};
use heat_html::Html;
use heat_model::{ResourceType, SupportStatus};

use super::changes_since::{ChangeMark, change_mark};
use crate::contents::site::Site;
use crate::links::row_anchors::TextRow;
use crate::links::targets::Links;
use crate::text::markdown;
use crate::text::paragraphs::paragraphs;
use crate::text::terms::{StatusStep, release_of_type, status_history};

/// Converts the texts of one type's page to HTML.
pub(super) struct TextWriter<'a> {
    pub(super) site: &'a Site<'a>,
    pub(super) schema: &'a ResourceType,
    pub(super) links: Links<'a>,
}

impl TextWriter<'_> {
    /// A template that does not declare a version newer than the release.
    pub(super) fn as_of_release<'t>(&self, template: &'t str) -> Cow<'t, str> {
        let version = self.site.release.old_version();
        let newest = version.and_then(|version| newest_version(version, &self.site.catalogue.releases));
        newest.map_or(Cow::Borrowed(template), |newest| with_version(template, newest))
    }

    /// A description as HTML blocks, in a row of the page.
    pub(super) fn block(&self, text: Option<&str>, row: TextRow<'_>) -> Html {
        text.map(|text| markdown::block(&paragraphs(text), &Links { row, ..self.links })).unwrap_or_default()
    }

    /// A sentence as HTML, in a row of the page.
    pub(super) fn line(&self, text: &str, row: TextRow<'_>) -> Html {
        markdown::inline(text, &Links { row, ..self.links })
    }

    /// The history of a status, in a row of the page.
    pub(super) fn history(&self, status: &SupportStatus, row: TextRow<'_>) -> Vec<StatusStep> {
        let links = Links { row, ..self.links };
        let release = |version: &str| release_of_type(self.site.catalogue, &self.schema.name, version);
        status_history(status, &release, &|message| links.link_message(message))
    }

    /// The message of a status, in a row of the page.
    pub(super) fn note(&self, status: &SupportStatus, row: TextRow<'_>) -> Html {
        let links = Links { row, ..self.links };
        status.shown_message().map(|message| links.link_message(message)).unwrap_or_default()
    }

    /// The mark of an item of an old release that has changed since.
    pub(super) fn change_mark(&self, anchor: &str) -> Option<ChangeMark> {
        change_mark(self.site.release, &self.schema.name, self.links.root, anchor)
    }
}
