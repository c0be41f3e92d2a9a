//! A page of the guide, from its Markdown.

use super::markdown;

/// A page of the guide.
#[derive(Debug, Clone)]
pub struct GuidePage {
    /// Its address, from the site's root.
    pub url: String,
    /// Its title.
    pub title: String,
    /// The first sentence of its text.
    pub description: String,
    /// Its text, in CommonMark.
    pub text: String,
}

impl GuidePage {
    /// Creates a page from its text, with the address that its file name determines.
    pub(super) fn new(stem: &str, text: String) -> Self {
        let name = stem.trim_start_matches(|char: char| char.is_ascii_digit()).trim_start_matches('-');
        let title = markdown::title(&text);
        let first = text.split("\n\n").find(|block| !block.starts_with('#') && !block.trim().is_empty());
        Self {
            url: format!("guide/{name}.html"),
            title: title.unwrap_or_else(|| name.to_owned()),
            description: first.map(markdown::plain).unwrap_or_default(),
            text,
        }
    }
}
