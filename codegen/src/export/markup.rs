//! Reference text in the two markup languages that docs use.
//!
//! Descriptions are CommonMark by third parties: they are parsed and written again in the requested markup. Raw HTML becomes
//! text, and links either lead to the web or are removed.

use std::fmt::Write as _;

use heat_yaml::{one_line, printable};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// The markup languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// `CommonMark`.
    Markdown,
    /// reStructuredText.
    Rst,
}

/// A piece of a page. Texts are in the page's markup.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Block {
    Heading(usize, String),
    Paragraph(String),
    Code(String, String),
    Items(Vec<Vec<Block>>),
}

/// The characters that underline headings in reStructuredText, top level first.
const UNDERLINES: [char; 4] = ['=', '-', '~', '^'];

impl Dialect {
    /// Text on one line without any special meaning, wherever it occurs.
    pub(super) fn escape(self, text: &str) -> String {
        self.escape_at(text, true)
    }

    /// The same for text that follows other words on its line.
    pub(super) fn escape_within(self, text: &str) -> String {
        self.escape_at(text, false)
    }

    fn escape_at(self, text: &str, begins_line: bool) -> String {
        let text = one_line(text);
        // At the beginning of a line, spaces would be an indentation.
        let text = if begins_line { text.trim_start() } else { &text };
        let mut escaped = String::with_capacity(text.len() + 8);
        let mut characters = text.char_indices().peekable();
        while let Some((at, character)) = characters.next() {
            let begins_block = begins_line && at == 0 && self.begins_block(text);
            let ends_in_literal = || text.get(at + 1..).is_some_and(|rest| rest.trim_start().is_empty());
            match (self, character) {
                (Self::Markdown, '<') => escaped.push_str("&lt;"),
                (Self::Markdown, '&') => escaped.push_str("&amp;"),
                (Self::Markdown, '\\' | '*' | '_' | '`' | '[' | ']' | '#' | '|' | '~')
                | (Self::Rst, '\\' | '*' | '`' | '|' | '_') => escaped.extend(['\\', character]),
                // Two colons at the end of a paragraph introduce a literal block.
                (Self::Rst, ':')
                    if text.get(..at).is_some_and(|text| text.ends_with(':')) && ends_in_literal() =>
                {
                    escaped.push_str("\\:");
                }
                (Self::Rst, ':') if !begins_block && makes_address(text, at) => escaped.push_str("\\:"),
                // A digit cannot be escaped, but the character after the number can.
                (Self::Markdown, '0'..='9') if begins_block => {
                    escaped.push(character);
                    while let Some((_, digit)) = characters.next_if(|(_, next)| next.is_ascii_digit()) {
                        escaped.push(digit);
                    }
                    escaped.push('\\');
                }
                (_, _) if begins_block => escaped.extend(['\\', character]),
                _ => escaped.push(character),
            }
        }
        escaped
    }

    /// Whether a line that begins with this text would start a block other than a paragraph.
    fn begins_block(self, text: &str) -> bool {
        let Some(first) = text.chars().next() else { return false };
        let word = text.split(char::is_whitespace).next().unwrap_or_default();
        let number = word.strip_suffix(['.', ')']);
        match self {
            Self::Markdown if first.is_ascii_digit() => {
                let rest = text.trim_start_matches(|each: char| each.is_ascii_digit());
                rest.starts_with(['.', ')'])
            }
            Self::Markdown => first.is_ascii_punctuation(),
            Self::Rst if first.is_alphanumeric() => number.is_some_and(|number| {
                let is_roman = |each: char| "ivxlcdmIVXLCDM".contains(each);
                number.chars().count() == 1
                    || number.chars().all(|each| each.is_ascii_digit())
                    || number.chars().all(is_roman)
            }),
            Self::Rst => !first.is_whitespace(),
        }
    }

    /// A name or a value, in monospace.
    pub(super) fn code(self, text: &str) -> String {
        let text = one_line(text);
        match self {
            // A literal of reStructuredText cannot start or end with a space, and cannot contain its own delimiter.
            Self::Rst if text.trim() != text || text.is_empty() || text.contains('`') => self.escape(&text),
            Self::Rst => format!("``{text}``"),
            Self::Markdown if text.trim().is_empty() => self.escape(&text),
            Self::Markdown => {
                let fence = "`".repeat(longest_run(&text) + 1);
                let space = if text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) { " " } else { "" };
                format!("{fence}{space}{text}{space}{fence}")
            }
        }
    }

    /// Strong emphasis.
    pub(super) fn strong(self, text: &str) -> String {
        let text = self.escape(text.trim());
        if text.is_empty() { text } else { format!("**{text}**") }
    }

    /// A link to the web, around text that is already in this markup.
    fn link(self, text: &str, url: &str) -> String {
        let is_web = ["https://", "http://", "mailto:"].iter().any(|scheme| url.starts_with(scheme));
        let text = text.trim();
        match self {
            _ if !is_web || text.is_empty() => text.to_owned(),
            Self::Markdown => format!("[{text}](<{}>)", address(url)),
            Self::Rst => format!("`{} <{}>`__", text.replace('<', "\\<"), address(url)),
        }
    }

    /// A description in this markup.
    pub(super) fn description(self, markdown: &str) -> Vec<Block> {
        let mut reader = Reader::new(self);
        for event in Parser::new_ext(markdown, Options::empty()) {
            reader.event(event);
        }
        reader.finish()
    }

    /// The text of a page.
    pub(super) fn page(self, blocks: &[Block]) -> String {
        let mut page = String::new();
        self.write(blocks, 0, &mut page);
        page
    }

    fn write(self, blocks: &[Block], indent: usize, page: &mut String) {
        let margin = " ".repeat(indent);
        for (index, block) in blocks.iter().enumerate() {
            if index > 0 {
                page.push('\n');
            }
            match block {
                Block::Heading(level, text) if self == Self::Markdown => {
                    push_lines(page, "", &format!("{} {text}", "#".repeat(level + 1)));
                }
                Block::Heading(level, text) => {
                    let underline = UNDERLINES.get(*level).unwrap_or(&'"').to_string();
                    // Some characters are two columns wide.
                    let width: usize = text.chars().map(|each| if each.is_ascii() { 1 } else { 2 }).sum();
                    push_lines(page, "", &format!("{text}\n{}", underline.repeat(width)));
                }
                Block::Paragraph(text) => push_lines(page, &margin, text),
                Block::Code(language, code) => {
                    let (language, code) = (language_name(language), printable(code));
                    let code = code.trim_end();
                    if self == Self::Markdown {
                        let fence = "`".repeat(longest_run(code).max(2) + 1);
                        push_lines(page, &margin, &format!("{fence}{language}\n{code}\n{fence}"));
                    } else {
                        let language = if language.is_empty() { "text" } else { language };
                        push_lines(page, &margin, &format!(".. code-block:: {language}"));
                        page.push('\n');
                        push_lines(page, &format!("{margin}   "), code.trim_start_matches('\n'));
                    }
                }
                Block::Items(items) => {
                    for (index, item) in items.iter().enumerate() {
                        if index > 0 {
                            page.push('\n');
                        }
                        let mut text = String::new();
                        self.write(item, indent + 2, &mut text);
                        page.push_str(&margin);
                        page.push_str("- ");
                        page.push_str(text.get(indent + 2..).unwrap_or_default());
                    }
                }
            }
        }
    }
}

/// Whether a colon would turn the words around it into an address, which reStructuredText links regardless of its scheme.
fn makes_address(text: &str, colon: usize) -> bool {
    let (before, after) = text.split_at(colon);
    let scheme = before.rsplit(|each: char| !each.is_ascii_alphanumeric() && !"+-.".contains(each)).next();
    let is_joined = after.chars().nth(1).is_some_and(|next| next != ':' && !next.is_whitespace());
    // The scheme may be in an earlier piece of text.
    let is_scheme = before.is_empty() || scheme.is_some_and(|scheme| !scheme.is_empty());
    is_joined && is_scheme && !scheme.is_some_and(|scheme| ["http", "https", "mailto"].contains(&scheme))
}

/// A line that does not begin with the number of an item, which several pieces of text may have formed together.
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

/// The longest run of backticks.
fn longest_run(text: &str) -> usize {
    text.split(|each| each != '`').map(str::len).max().unwrap_or_default()
}

/// The name of a language; empty if it is not a plain word.
fn language_name(info: &str) -> &str {
    let is_plain = |each: char| each.is_ascii_alphanumeric() || "+-_#".contains(each);
    if info.chars().all(is_plain) { info } else { "" }
}

/// An address without characters that could end it.
fn address(url: &str) -> String {
    let mut address = String::with_capacity(url.len());
    for byte in url.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~:/?#@!$&'()*+,;=%".contains(&byte) {
            address.push(byte.into());
        } else {
            // Writing to a string cannot fail.
            _ = write!(address, "%{byte:02X}");
        }
    }
    // In reStructuredText, an address that ends like this is the name of another link.
    match address.strip_suffix('_') {
        Some(start) => format!("{start}%5F"),
        None => address,
    }
}

fn push_lines(page: &mut String, margin: &str, text: &str) {
    for line in text.lines() {
        if !line.is_empty() {
            page.push_str(margin);
            page.push_str(line);
        }
        page.push('\n');
    }
}

/// An unfinished part of a description.
struct Open {
    kind: Kind,
    blocks: Vec<Block>,
    items: Vec<Vec<Block>>,
    text: String,
}

enum Kind {
    /// The description, or an item of a list in it.
    Flow,
    List,
    /// Code, with its language.
    Code(String),
    /// A link, with its address.
    Link(String),
}

struct Reader {
    dialect: Dialect,
    open: Vec<Open>,
    /// The number of open emphasis marks; in reStructuredText they cannot be nested and cannot contain code.
    emphasis: usize,
    /// Whether the last item was inline markup, which reStructuredText requires to be separated from a following word.
    after_mark: bool,
}

impl Reader {
    fn new(dialect: Dialect) -> Self {
        let mut reader = Self { dialect, open: Vec::new(), emphasis: 0, after_mark: false };
        reader.open(Kind::Flow);
        reader
    }

    fn open(&mut self, kind: Kind) {
        self.open.push(Open { kind, blocks: Vec::new(), items: Vec::new(), text: String::new() });
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

    /// Writes text without any special meaning.
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

    /// Whether markup has to be omitted, because it cannot be nested in other markup.
    fn is_marked(&self) -> bool {
        let in_link = matches!(self.open.last(), Some(Open { kind: Kind::Link(_), .. }));
        self.dialect == Dialect::Rst && (in_link || self.emphasis > 0)
    }

    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if matches!(self.open.last(), Some(Open { kind: Kind::Code(_), .. })) => {
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
                self.open(Kind::Link(dest_url.to_string()));
            }
            Tag::CodeBlock(kind) => {
                self.flush();
                let language = match kind {
                    CodeBlockKind::Fenced(language) => language.to_string(),
                    CodeBlockKind::Indented => String::new(),
                };
                self.open(Kind::Code(language));
            }
            Tag::List(_) => {
                self.flush();
                self.open(Kind::List);
            }
            Tag::Item => self.open(Kind::Flow),
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

    /// Ends the innermost part, and adds it to its parent.
    fn close(&mut self) {
        if matches!(self.open.last(), Some(Open { kind: Kind::Flow, .. })) {
            self.flush();
        }
        let Some(Open { kind, blocks, items, text }) = self.open.pop() else { return };
        if let Kind::Link(url) = kind {
            return if self.is_marked() {
                self.push(&text);
            } else {
                self.push_marked(&self.dialect.link(&text, &url));
            };
        }
        let Some(around) = self.open.last_mut() else { return };
        match kind {
            Kind::Code(language) if !text.trim().is_empty() => {
                around.blocks.push(Block::Code(language, text));
            }
            Kind::List if !items.is_empty() => around.blocks.push(Block::Items(items)),
            Kind::Flow | Kind::Link(_) if !blocks.is_empty() => around.items.push(blocks),
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

    #[track_caller]
    fn check(markdown: &str, dialect: Dialect, expect: &str) {
        assert_eq!(dialect.page(&dialect.description(markdown)), expect);
    }

    const HOSTILE: &str = "Use `a_b` *now*, <b>see</b> [docs](https://example.org/a) or [x](javascript:alert).\n\n\
                           - one\n- two\n\n```yaml\na: <1>\n```\n";

    #[test]
    fn markdown_stays_markdown_without_html() {
        check(
            HOSTILE,
            Dialect::Markdown,
            "Use `a_b` *now*, &lt;b>see&lt;/b> [docs](<https://example.org/a>) or x.\n\n- one\n\n- two\n\n\
             ```yaml\na: <1>\n```\n",
        );
    }

    #[test]
    fn rst_has_its_own_markup() {
        check(
            HOSTILE,
            Dialect::Rst,
            "Use ``a_b`` *now*, <b>see</b> `docs <https://example.org/a>`__ or x.\n\n- one\n\n- two\n\n\
             .. code-block:: yaml\n\n   a: <1>\n",
        );
    }

    #[test]
    fn text_is_escaped() {
        check("a\\*b snake_case 1 & 2\\_", Dialect::Rst, "a\\*b snake\\_case 1 & 2\\_\n");
        check(
            "a**b**c [`x` *y*](https://e.org/)z",
            Dialect::Rst,
            "a\\ **b**\\ c `x y <https://e.org/>`__\\ z\n",
        );
        check("see javascript:x, OS::Nova: y", Dialect::Rst, "see javascript\\:x, OS::Nova: y\n");
        check("a\\*b &lt;c&gt;", Dialect::Markdown, "a\\*b &lt;c>\n");
    }

    /// Texts that would begin a block, end a literal, or be read as a directive, a role, a reference or HTML.
    const PAYLOADS: [&str; 24] = [
        ".. include:: /etc/passwd",
        "a\u{2028}.. include:: /etc/passwd",
        "&#46;&#46; include:: /etc/passwd",
        "a&#10;&#10;.. raw:: html",
        "text::\n\n   block",
        "``` x y\n:class: z\n```",
        "````\n```\n````",
        "`x`:raw:",
        ":raw:`x`",
        "`a <javascript:x>`_",
        "name_ and |x| and [1]_",
        "=====\nTitle\n=====",
        "1. a\n   1. b",
        "M. Twain",
        "1986\\. x",
        "&#49;2. x",
        ":field: x",
        "--option x",
        ">>> 1",
        "[x](http://e.org/a_)y",
        "[x](<http://e.org/ `_>)",
        "<script>x</script>",
        "<div>\n\n.. include:: x\n\n</div>",
        "- \n- .. raw:: html",
    ];

    #[test]
    fn descriptions_have_no_directives() {
        for payload in PAYLOADS {
            let rst = Dialect::Rst.page(&Dialect::Rst.description(payload));
            let is_directive = |line: &&str| line.trim_start_matches([' ', '-']).starts_with("..");
            for line in rst.lines().filter(is_directive) {
                let language = line.trim_start_matches([' ', '-']).strip_prefix(".. code-block:: ");
                assert!(language.is_some_and(|name| name == language_name(name)), "{payload}: {rst}");
            }
            assert!(!rst.contains(['\u{2028}', '\u{b}']), "{rst}");
            let is_literal = |line: &str| line.ends_with("::") && !line.ends_with("\\:");
            assert!(!rst.lines().any(is_literal), "{payload}: {rst}");
        }
    }

    #[test]
    fn descriptions_have_no_html() {
        for payload in PAYLOADS {
            let markdown = Dialect::Markdown.page(&Dialect::Markdown.description(payload));
            let is_html = |event: &Event<'_>| matches!(event, Event::Html(_) | Event::InlineHtml(_));
            assert!(!Parser::new(&markdown).any(|event| is_html(&event)), "{payload}: {markdown}");
            // Parsing it again changes nothing.
            let again = Dialect::Markdown.page(&Dialect::Markdown.description(&markdown));
            assert_eq!(again, markdown, "{payload}");
        }
    }
}
