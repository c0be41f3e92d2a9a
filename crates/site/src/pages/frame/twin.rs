//! The Markdown twin of a page, written from the same values as the HTML.
//!
//! As with HTML, a text cannot change the markup around it: a [`Line`] consists of words of this program, of texts, which are
//! escaped, and of other lines.

use std::fmt::Write as _;
use std::path::Path;

use heat_export::markdown;

use super::render_context::RenderContext;
use crate::contents::site::Site;
use crate::links::addresses::{markdown_url, root_of, type_url};
use crate::links::targets::words;
use crate::text::markdown::with_addresses;

/// The content of a page that can also be written as Markdown.
pub(crate) trait InMarkdown {
    /// Writes the content below the title.
    fn write(&self, twin: &mut TwinWriter<'_>);
}

/// A line of Markdown, or a part of one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Line {
    markdown: String,
    /// `true` if the line begins with a text, which could be read as markup, such as the beginning of a list.
    begins_with_text: bool,
}

/// A [`Line`] of words with gaps, `{}`, for values: lines are inserted unchanged, texts are escaped.
macro_rules! line {
    ($words:literal $(, $value:expr)* $(,)?) => {{
        const VALUES: &[&str] = &[$(stringify!($value)),*];
        const { assert!(heat_html::gaps($words) == VALUES.len(), "the literal needs one gap per value") };
        $crate::pages::frame::twin::Line::fill_in($words, &[$($value.into()),*])
    }};
}
pub(crate) use line;

impl From<&str> for Line {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<&String> for Line {
    fn from(text: &String) -> Self {
        Self::text(text)
    }
}

impl Line {
    /// Fills the gaps of words of this program; [`line!`] checks at compile time that there are as many values.
    pub(crate) fn fill_in(words: &'static str, values: &[Self]) -> Self {
        let mut parts = words.split("{}");
        let first = Self::words(parts.next().unwrap_or_default());
        values.iter().zip(parts).fold(first, |line, (value, words)| line.and(value).then(words))
    }

    /// Markdown from a literal in the program, which is not escaped.
    pub(crate) fn words(words: &'static str) -> Self {
        Self::markup(words.to_owned())
    }

    fn markup(markdown: String) -> Self {
        Self { markdown, begins_with_text: false }
    }

    /// A text, which is escaped.
    pub(crate) fn text(text: &str) -> Self {
        Self { markdown: markdown::text_within(text), begins_with_text: true }
    }

    /// A name or a value as code; empty if it is empty.
    pub(crate) fn code(text: &str) -> Self {
        if text.is_empty() { Self::default() } else { Self::markup(markdown::code(text)) }
    }

    fn is_empty(&self) -> bool {
        self.markdown.is_empty()
    }

    /// Appends another line.
    fn and(mut self, other: &Self) -> Self {
        self.begins_with_text = if self.is_empty() { other.begins_with_text } else { self.begins_with_text };
        self.markdown.push_str(&other.markdown);
        self
    }

    /// Adds words around the line, unless it is empty.
    pub(crate) fn within(self, before: &'static str, after: &'static str) -> Self {
        if self.is_empty() { self } else { Self::words(before).and(&self).then(after) }
    }

    /// Appends Markdown from a literal in the program.
    fn then(mut self, words: &'static str) -> Self {
        self.markdown.push_str(words);
        self
    }

    /// Joins the lines that are not empty, with a separator between them.
    pub(crate) fn join(lines: impl IntoIterator<Item = Self>, separator: &'static str) -> Self {
        let mut lines = lines.into_iter().filter(|line| !line.is_empty());
        let first = lines.next().unwrap_or_default();
        lines.fold(first, |all, line| all.then(separator).and(&line))
    }

    /// The Markdown for use at the beginning of a line of output.
    fn at_beginning(&self) -> String {
        if self.begins_with_text { markdown::at_beginning(&self.markdown) } else { self.markdown.clone() }
    }
}

/// The link addresses in the twin of a page.
pub(crate) struct TwinLinks<'a> {
    context: RenderContext<'a>,
    /// The path from the page to the site's root.
    root: String,
}

impl<'a> TwinLinks<'a> {
    /// The link addresses in the twin of the page with this path.
    pub(crate) fn new(context: RenderContext<'a>, path: &str) -> Self {
        Self { context, root: root_of(path) }
    }

    /// Returns the address in this twin for an address relative to the site's root; `None` if the site has no such page. A page
    /// is replaced by its twin, but a part of a page is not, because a twin has no anchors.
    fn address(&self, url: &str) -> Option<String> {
        let site = self.context.site;
        let page = url.split(['#', '?']).next().filter(|page| !page.is_empty())?;
        if site.options.left_out.contains(page) {
            return None;
        }
        let address = site.release.address(url);
        let is_page = url == page && Path::new(url).extension().is_some_and(|end| end == "html");
        let has_twin = is_page && !self.context.links.without_twin.contains(&page);
        Some(format!("{}{}", self.root, if has_twin { markdown_url(&address) } else { address }))
    }

    /// Replaces the addresses in a CommonMark text of the site by addresses for this twin.
    pub(crate) fn of_document(&self, text: &str) -> String {
        with_addresses(text, &|url| self.address(url))
    }
}

/// Writes the twin of a page.
pub(crate) struct TwinWriter<'a> {
    links: TwinLinks<'a>,
    out: String,
    /// `true` if the last element written is a list item.
    in_list: bool,
}

impl<'a> TwinWriter<'a> {
    pub(crate) fn new(context: RenderContext<'a>, path: &str, title: &str) -> Self {
        let mut writer = Self { links: TwinLinks::new(context, path), out: String::new(), in_list: false };
        writer.heading(1, &Line::text(title));
        writer
    }

    /// The site of the page.
    pub(crate) fn site(&self) -> &'a Site<'a> {
        self.links.context.site
    }

    /// The twin as text.
    pub(crate) fn finish(self) -> String {
        self.out
    }

    /// Writes a heading. Level 1 is that of the page's title.
    pub(crate) fn heading(&mut self, level: usize, words: &Line) {
        self.block(&format!("{} {}", "#".repeat(level), words.markdown));
    }

    pub(crate) fn paragraph(&mut self, line: &Line) {
        if !line.is_empty() {
            self.block(&line.at_beginning());
        }
    }

    /// Writes a list item, unless it is empty. With a depth greater than 0, it is nested in the previous item.
    pub(crate) fn item(&mut self, depth: usize, line: &Line) {
        if line.is_empty() {
            return;
        }
        if !self.in_list {
            self.block("");
        }
        _ = writeln!(self.out, "{}- {}", "  ".repeat(depth), line.at_beginning());
        self.in_list = true;
    }

    /// Writes a code block.
    pub(crate) fn code_block(&mut self, language: &str, text: &str) {
        self.block(markdown::code_block(language, text).trim_end());
    }

    /// Writes Markdown that belongs to the page; its links within the site begin with `/`.
    pub(crate) fn document(&mut self, text: &str) {
        let text = self.links.of_document(text.trim());
        self.block(&text);
    }

    pub(crate) fn table(&mut self, head: &[Line], rows: impl IntoIterator<Item = Vec<Line>>) {
        // A vertical bar would end the cell, even within code.
        let cell = |line: &Line| line.markdown.replace("\\|", "|").replace('|', "\\|");
        let row = |cells: &[Line]| format!("| {} |", cells.iter().map(cell).collect::<Vec<_>>().join(" | "));
        let mut lines = vec![row(head), format!("|{}", "---|".repeat(head.len()))];
        lines.extend(rows.into_iter().map(|cells| row(&cells)));
        self.block(&lines.join("\n"));
    }

    /// A link to an address relative to the site's root; only the words if the site has no such page.
    pub(crate) fn link(&self, words: &Line, url: &str) -> Line {
        let address = self.links.address(url).filter(|_| !words.is_empty());
        address
            .map_or_else(|| words.clone(), |address| Line::markup(markdown::link(&words.markdown, &address)))
    }

    /// A name as code, with a link as those of [`Self::link`].
    pub(crate) fn code_link(&self, name: &str, url: &str) -> Line {
        self.link(&Line::code(name), url)
    }

    /// The name of a type, with a link to its page if it has one.
    pub(crate) fn type_link(&self, name: &str) -> Line {
        let url = self.site().type_names.contains(name).then(|| type_url(name));
        self.code_link(name, url.as_deref().unwrap_or_default())
    }

    /// A message in which the names of types are links.
    pub(crate) fn message(&self, text: &str) -> Line {
        let (mut line, mut done) = (Line::default(), 0);
        for (start, word) in words(text) {
            if self.site().type_names.contains(word) {
                line = line.and(&Line::text(&text[done..start])).and(&self.type_link(word));
                done = start + word.len();
            }
        }
        line.and(&Line::text(&text[done..]))
    }

    /// A description in CommonMark, on one line.
    pub(crate) fn sentence(&self, description: &str) -> Line {
        let address = |name: &str| {
            let is_type = self.site().type_names.contains(name);
            is_type.then(|| self.links.address(&type_url(name))).flatten()
        };
        Line::markup(markdown::sentence(description, &address))
    }

    fn block(&mut self, text: &str) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out.push_str(text);
        if !text.is_empty() {
            self.out.push('\n');
        }
        self.in_list = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_begins_with_a_text_is_escaped_there() {
        let check = |line: &Line, expect: &str| assert_eq!(line.at_beginning(), expect);
        check(&Line::text("27.0.0"), "27\\.0.0");
        check(&Line::join([Line::default(), Line::text("- a"), Line::text("1.")], " "), "\\- a 1.");
        check(&Line::words("**a** ").and(&Line::text("- b")), "**a** - b");
        check(&Line::text("*a_"), "\\*a\\_");
        check(&Line::text("  a <b>"), "a &lt;b>");
        check(&Line::code("- a"), "`- a`");
    }
}
