//! Reads descriptions in `CommonMark`.

use heat_html::plain_text::is_paragraph_of_words_and_code;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::dialect::Dialect;
use super::page::Block;

impl Dialect {
    /// Converts a description to blocks in this markup.
    pub(crate) fn description(self, markdown: &str) -> Vec<Block> {
        if self == Self::Markdown && stays(markdown) {
            return vec![Block::Paragraph(unnumbered(markdown))];
        }
        self.read(markdown)
    }

    fn read(self, markdown: &str) -> Vec<Block> {
        let mut reader = Reader::new(self);
        for event in Parser::new_ext(markdown, Options::empty()) {
            reader.event(event);
        }
        reader.finish()
    }
}

/// Returns true if a description can stay unchanged, as most can: it is a paragraph of words and code, without anything that a
/// log would treat as a command.
fn stays(markdown: &str) -> bool {
    is_paragraph_of_words_and_code(markdown)
        && !["`::", " ::", "##["].iter().any(|command| markdown.contains(command))
}

/// Escapes the number of a list item at the beginning of a line, which can result from joining several pieces of text.
fn unnumbered(line: &str) -> String {
    let start = usize::from(line.starts_with('('));
    let length = line[start..].find(|each: char| !each.is_ascii_alphanumeric()).unwrap_or(line.len() - start);
    let (number, rest) = line.split_at(start + length);
    let number_itself = &number[start..];
    let is_number = number_itself.len() == 1
        || number_itself.bytes().all(|each| each.is_ascii_digit())
        || number_itself.chars().all(|each| "ivxlcdmIVXLCDM".contains(each));
    let is_item = rest.starts_with(['.', ')']) && !rest[1..].starts_with(|next: char| !next.is_whitespace());
    if is_number && is_item && !number_itself.is_empty() {
        format!("{number}\\{rest}")
    } else {
        line.to_owned()
    }
}

/// An unfinished part of a description.
struct OpenPart {
    kind: PartKind,
    blocks: Vec<Block>,
    items: Vec<Vec<Block>>,
    text: String,
}

enum PartKind {
    /// The description itself, or a list item in it.
    Flow,
    List,
    /// A code block, with its language.
    Code(String),
    /// A link, with its address.
    Link(String),
}

struct Reader {
    dialect: Dialect,
    open: Vec<OpenPart>,
    /// The number of open emphasis marks. In reStructuredText, they cannot be nested, and cannot contain code.
    emphasis: usize,
    /// `true` if the last piece was inline markup, which reStructuredText requires to be separated from a following word.
    after_mark: bool,
}

impl Reader {
    fn new(dialect: Dialect) -> Self {
        let mut reader = Self { dialect, open: Vec::new(), emphasis: 0, after_mark: false };
        reader.open(PartKind::Flow);
        reader
    }

    fn open(&mut self, kind: PartKind) {
        self.open.push(OpenPart { kind, blocks: Vec::new(), items: Vec::new(), text: String::new() });
    }

    /// Writes text unchanged, separated from preceding markup.
    fn push(&mut self, text: &str) {
        let ends_mark = |next: char| next.is_whitespace() || ".,;:!?)".contains(next);
        let is_glued = self.dialect == Dialect::Rst
            && !text.is_empty()
            && std::mem::take(&mut self.after_mark)
            && !text.starts_with(ends_mark);
        if let Some(open) = self.open.last_mut() {
            open.text.push_str(if is_glued { "\\ " } else { "" });
            open.text.push_str(text);
        }
    }

    /// Writes text, escaped so that it has no special meaning.
    fn push_text(&mut self, text: &str) {
        let before = self.open.last().map_or("", |open| open.text.as_str());
        let begins_line = before.rsplit('\n').next().is_none_or(|line| line.trim().is_empty());
        self.push(&self.dialect.escape_at(text, begins_line));
    }

    /// Writes complete markup, separated from a preceding word.
    fn push_marked(&mut self, text: &str) {
        self.open_mark(text);
        self.after_mark = true;
    }

    fn open_mark(&mut self, text: &str) {
        self.after_mark = false;
        if self.dialect == Dialect::Rst
            && let Some(open) = self.open.last_mut()
            && !open.text.is_empty()
            && !open.text.ends_with(char::is_whitespace)
        {
            open.text.push_str("\\ ");
        }
        self.push(text);
    }

    /// Returns whether markup must be omitted, because it cannot be nested in other markup.
    fn is_marked(&self) -> bool {
        let in_link = matches!(self.open.last(), Some(OpenPart { kind: PartKind::Link(_), .. }));
        self.dialect == Dialect::Rst && (in_link || self.emphasis > 0)
    }

    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text)
                if matches!(self.open.last(), Some(OpenPart { kind: PartKind::Code(_), .. })) =>
            {
                self.push(&text);
            }
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => {
                self.push_text(&text);
            }
            Event::Code(text) if self.is_marked() => self.push_text(&text),
            Event::Code(text) => self.push_marked(&self.dialect.code(&text)),
            Event::SoftBreak | Event::HardBreak => self.push("\n"),
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => {
                self.open(PartKind::Link(dest_url.to_string()));
            }
            Tag::CodeBlock(kind) => {
                self.flush();
                let language = match kind {
                    CodeBlockKind::Fenced(language) => language.to_string(),
                    CodeBlockKind::Indented => String::new(),
                };
                self.open(PartKind::Code(language));
            }
            Tag::List(_) => {
                self.flush();
                self.open(PartKind::List);
            }
            Tag::Item => self.open(PartKind::Flow),
            Tag::Paragraph | Tag::Heading { .. } | Tag::HtmlBlock => self.flush(),
            Tag::Strong => self.emphasize("**"),
            Tag::Emphasis => self.emphasize("*"),
            _ => {}
        }
    }

    fn emphasize(&mut self, mark: &str) {
        if !self.is_marked() {
            self.open_mark(mark);
        }
        self.emphasis += 1;
    }

    fn end_emphasis(&mut self, mark: &str) {
        self.emphasis = self.emphasis.saturating_sub(1);
        if !self.is_marked() {
            self.after_mark = false;
            self.push(mark);
            self.after_mark = true;
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::HtmlBlock => self.flush(),
            TagEnd::Strong => self.end_emphasis("**"),
            TagEnd::Emphasis => self.end_emphasis("*"),
            TagEnd::Link | TagEnd::Image | TagEnd::CodeBlock | TagEnd::Item | TagEnd::List(_) => self.close(),
            _ => {}
        }
    }

    /// Closes the innermost part, and adds it to its parent.
    fn close(&mut self) {
        if matches!(self.open.last(), Some(OpenPart { kind: PartKind::Flow, .. })) {
            self.flush();
        }
        let Some(OpenPart { kind, blocks, items, text }) = self.open.pop() else { return };
        if let PartKind::Link(url) = kind {
            return if self.is_marked() {
                self.push(&text);
            } else {
                self.push_marked(&self.dialect.link(&text, &url));
            };
        }
        let Some(around) = self.open.last_mut() else { return };
        match kind {
            PartKind::Code(language) if !text.trim().is_empty() => {
                around.blocks.push(Block::Code(language, text));
            }
            PartKind::List if !items.is_empty() => around.blocks.push(Block::Items(items)),
            PartKind::Flow | PartKind::Link(_) if !blocks.is_empty() => around.items.push(blocks),
            _ => {}
        }
    }

    /// Ends the current paragraph.
    fn flush(&mut self) {
        self.after_mark = false;
        if let Some(open) = self.open.last_mut() {
            let text = std::mem::take(&mut open.text);
            // Indented lines would have a different meaning.
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            let text = lines.map(unnumbered).collect::<Vec<_>>().join("\n");
            if !text.is_empty() {
                open.blocks.push(Block::Paragraph(text));
            }
        }
    }

    fn finish(mut self) -> Vec<Block> {
        self.flush();
        self.open.pop().map(|open| open.blocks).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stays_is_as_if_it_were_read() {
        let check = |markdown: &str, expect: bool| {
            assert_eq!(stays(markdown), expect, "{markdown}");
            let read = Dialect::Markdown.read(markdown);
            assert_eq!(Dialect::Markdown.description(markdown), read, "{markdown}");
        };
        check(
            "Name or ID of the server's `OS::Nova::Server`: 50 % (\"a\", or not) - e.g. `<a> *b* #_|[x]~\\`.",
            true,
        );
        check("I. is a number, and so are mix) and C.", true);
        check("I) `a`; `b`", true);
        check("iv. Is one", true);
        check("A `::error::` ::error:: `##[x]`", false);
        check("a `` b", false);
        check("a *b* c", false);
        check("", false);
    }
}
