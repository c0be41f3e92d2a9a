//! Converts CommonMark to HTML that is safe for any text.
//!
//! Descriptions come from third parties: raw HTML is shown as text, links are limited to allowed schemes, and images become
//! links, because pages must not load anything from other sites. Names of resource types become links to their pages.

use std::ops::Range;

use heat_html::{Html, Piece, from_markdown, html};
use memchr::memmem;
use pulldown_cmark::{Alignment, CodeBlockKind, CowStr, Event, HeadingLevel, Parser, Tag, TagEnd};

use super::events::Events;
use super::flow_picture;
use super::highlight;
use super::section_texts::SectionTexts;
use super::table_cells::TableCells;
use crate::links::targets::Links;

pub(crate) use heat_html::page_urls::slug;
pub(crate) use heat_html::plain_text::{first_sentence, plain, shorten};

/// A heading of a document, for its outline.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub(crate) struct Heading {
    /// The anchor of the heading.
    pub id: String,
    /// The text of the heading, without markup.
    pub title: String,
    /// The level of the heading: 2 or 3.
    pub level: u8,
}

/// A document as HTML.
#[derive(Debug, Default)]
pub(crate) struct Document {
    /// The text of the first-level heading of the document.
    pub title: Option<String>,
    /// The document without its title.
    pub html: Html,
    /// The headings of levels 2 and 3.
    pub headings: Vec<Heading>,
    /// The text before the first heading of level 2 or 3, and the text of the section of each such heading.
    pub sections: Vec<String>,
}

/// Converts a description to HTML blocks. Its headings become bold lines, so that they do not change the page's outline.
#[must_use]
pub(crate) fn block(text: &str, links: &Links<'_>) -> Html {
    from_markdown(LinkedPieces::new(text, links).map(|piece| match piece {
        Piece::Event(Event::Start(Tag::Heading { .. })) => Piece::Block(Html::literal("<p><strong>")),
        Piece::Event(Event::End(TagEnd::Heading(_))) => Piece::Block(Html::literal("</strong></p>\n")),
        other => other,
    }))
}

/// Converts a description to inline HTML, with the words of all its blocks.
#[must_use]
pub(crate) fn inline(text: &str, links: &Links<'_>) -> Html {
    let mut first = true;
    from_markdown(LinkedPieces::new(text, links).filter_map(|piece| match piece {
        Piece::Event(Event::Start(Tag::Paragraph | Tag::Item)) => {
            let space = (!first).then(|| Piece::Event(Event::Text(" ".into())));
            first = false;
            space
        }
        Piece::Event(
            Event::Start(Tag::Strong | Tag::Emphasis)
            | Event::End(TagEnd::Strong | TagEnd::Emphasis)
            | Event::Text(_)
            | Event::Code(_),
        )
        | Piece::Inline(_) => Some(piece),
        Piece::Event(Event::SoftBreak | Event::HardBreak) => Some(Piece::Event(Event::Text(" ".into()))),
        Piece::Event(_) | Piece::Block(_) => None,
    }))
}

/// Returns the text of a document's first-level heading.
#[must_use]
pub(crate) fn title(text: &str) -> Option<String> {
    let links = Links::none();
    let mut title: Option<String> = None;
    for piece in LinkedPieces::new(text, &links) {
        match (piece, &mut title) {
            (Piece::Event(Event::Start(Tag::Heading { level: HeadingLevel::H1, .. })), _) => {
                title = Some(String::new());
            }
            (Piece::Event(Event::End(TagEnd::Heading(_))), Some(_)) => break,
            (Piece::Event(Event::Text(text) | Event::Code(text)), Some(title)) => title.push_str(&text),
            _ => {}
        }
    }
    title
}

/// Converts a guide page to HTML: a document with anchors on its headings, and labelled table cells.
#[must_use]
pub(crate) fn document(text: &str, links: &Links<'_>) -> Document {
    let mut document = Document::default();
    let mut pieces: Vec<Piece<'_>> = Vec::new();
    let mut heading: Option<usize> = None;
    let mut cells = TableCells::default();
    let mut linked = LinkedPieces::new(text, links);
    for piece in linked.by_ref() {
        match cells.marked(piece) {
            Piece::Event(Event::Start(Tag::Heading { .. })) => heading = Some(pieces.len()),
            Piece::Event(Event::End(TagEnd::Heading(level))) => {
                let Some(start) = heading.take() else { continue };
                let inner: Vec<Piece<'_>> = pieces.drain(start..).collect();
                pieces.extend(anchored(&mut document, level, inner));
            }
            other => pieces.push(other),
        }
    }
    document.html = from_markdown(pieces.into_iter());
    document.sections = linked.sections.into_texts();
    document
}

/// Returns a heading with its anchor; `None` for the title.
fn anchored<'a>(document: &mut Document, level: HeadingLevel, inner: Vec<Piece<'_>>) -> Option<Piece<'a>> {
    let mut title = String::new();
    for piece in &inner {
        if let Piece::Event(Event::Text(text) | Event::Code(text)) = piece {
            title.push_str(text);
        }
    }
    if level == HeadingLevel::H1 && document.title.is_none() {
        document.title = Some(title);
        return None;
    }
    let id = unique(slug(&title), &document.headings);
    let depth = if level <= HeadingLevel::H2 { 2 } else { 3 };
    let text = from_markdown(inner.into_iter());
    let heading = html!("<h{} id=\"{}\"><a href=\"#{}\">{}</a></h{}>\n", depth, id, id, text, depth);
    document.headings.push(Heading { id, title, level: depth });
    Some(Piece::Block(heading))
}

/// Rewrites a text so that raw HTML is plain text, as on pages, and links within the site, which begin with `/`, have other
/// addresses. `address` returns the new address of a path, or `None` for a page that the site does not have; then only the words
/// of the link remain.
#[must_use]
pub(crate) fn with_addresses(text: &str, address: &dyn Fn(&str) -> Option<String>) -> String {
    // Fast path: without links and raw HTML, nothing changes.
    if !["](", "]:", "<"].iter().any(|sign| memmem::find(text.as_bytes(), sign.as_bytes()).is_some()) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (event, range) in Parser::new(text).into_offset_iter() {
        if let Event::Html(raw) | Event::InlineHtml(raw) = &event
            && range.start >= done
        {
            out.push_str(&text[done..range.start]);
            out.push_str(&raw.replace('<', "&lt;"));
            done = range.end;
        }
        let Event::Start(Tag::Link { dest_url, .. }) = event else { continue };
        let Some(path) = dest_url.strip_prefix('/').filter(|_| range.start >= done) else { continue };
        // The address follows the words of the link.
        let link = &text[range.clone()];
        let (Some(words), Some(at)) = (link.rfind("]("), link.rfind(&*dest_url)) else { continue };
        out.push_str(&text[done..range.start]);
        match address(path) {
            Some(address) => {
                out.push_str(&link[..at]);
                out.push_str(&address);
                out.push_str(&link[at + dest_url.len()..]);
            }
            None => out.push_str(&link[1..words]),
        }
        done = range.end;
    }
    out.push_str(&text[done..]);
    out
}

/// The label of a code block that readers copy into a file, from the second part of its fence.
fn copy_label(contents: &str) -> Option<&'static str> {
    match contents {
        "template" => Some("Template"),
        "nested" => Some("Nested template"),
        "environment" => Some("Environment"),
        _ => None,
    }
}

fn unique(id: String, taken: &[Heading]) -> String {
    if !taken.iter().any(|heading| heading.id == id) {
        return id;
    }
    let mut candidates = (2..).map(|number| format!("{id}-{number}"));
    candidates.find(|candidate| !taken.iter().any(|heading| heading.id == *candidate)).unwrap_or(id)
}

/// Iterator over the pieces of a text, with links to types added.
struct LinkedPieces<'a, 'l> {
    text: &'a str,
    events: Events<'a>,
    links: &'l Links<'l>,
    /// Flags of the open links, innermost last: whether the link was dropped, or needs an end tag.
    open_links: Vec<bool>,
    sections: SectionTexts,
}

impl<'a, 'l> LinkedPieces<'a, 'l> {
    fn new(text: &'a str, links: &'l Links<'l>) -> Self {
        let (events, sections) = (Events::new(text), SectionTexts::default());
        Self { text, events, links, open_links: Vec::new(), sections }
    }

    fn open_link(&mut self, url: &str) -> Option<Piece<'a>> {
        let Some(url) = self.links.resolve(url) else {
            self.open_links.push(false);
            return None;
        };
        self.open_links.push(true);
        Some(Piece::Inline(html!("<a href=\"{}\">", url)))
    }

    fn code_block(&mut self, kind: &CodeBlockKind<'_>) -> Piece<'a> {
        let mut code = String::new();
        for (event, _) in self.events.by_ref() {
            match event {
                end @ Event::End(TagEnd::CodeBlock) => {
                    self.sections.note(&end);
                    break;
                }
                Event::Text(text) => code.push_str(&text),
                _ => {}
            }
        }
        let fence = match kind {
            CodeBlockKind::Fenced(fence) => fence.as_ref(),
            CodeBlockKind::Indented => "",
        };
        let (language, contents) = fence.split_once(',').unwrap_or((fence, ""));
        if language == flow_picture::FENCE {
            return Piece::Block(flow_picture::picture(&code, &slug(contents), contents));
        }
        let html =
            if language == "yaml" { highlight::linked_yaml(&code, self.links) } else { Html::text(&code) };
        let pre = html!("<pre class=\"code\"><code>{}</code></pre>", html);
        let Some(label) = copy_label(contents) else { return Piece::Block(html!("{}\n", pre)) };
        Piece::Block(html!(
            "<figure class=\"code\"><figcaption>{}</figcaption><button class=\"copy\" type=\"button\">Copy</button>{}</figure>\n",
            label,
            pre
        ))
    }

    /// Returns text in which the names of resource types are links, unless it is inside a link.
    fn text(&self, text: CowStr<'a>) -> Piece<'a> {
        if !self.open_links.is_empty() || !text.contains("::") {
            return Piece::Event(Event::Text(text));
        }
        Piece::Inline(self.links.link_types(&text))
    }

    fn code(&self, code: CowStr<'a>, range: &Range<usize>) -> Piece<'a> {
        let around = [self.text.get(..range.start), self.text.get(range.end..)];
        let [before, after] = around.map(Option::unwrap_or_default);
        let is_outside = self.open_links.is_empty();
        let target = is_outside.then(|| self.links.code_target(&code, before, after)).flatten();
        match target {
            Some(url) => Piece::Inline(Html::link(&url, Html::code_name(&code))),
            None => Piece::Event(Event::Code(code)),
        }
    }
}

impl<'a> Iterator for LinkedPieces<'a, '_> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        loop {
            let (event, range) = self.events.next()?;
            self.sections.note(&event);
            let event = match event {
                // Raw HTML becomes text, and a block of it becomes a paragraph.
                Event::Html(raw) | Event::InlineHtml(raw) => Event::Text(raw),
                Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
                Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
                // A link within a link is dropped, and an image within a link becomes its alternative text.
                Event::Start(Tag::Link { .. } | Tag::Image { .. }) if !self.open_links.is_empty() => {
                    self.open_links.push(false);
                    continue;
                }
                // Alignment would need inline styles, which the content security policy of the pages forbids.
                Event::Start(Tag::Table(columns)) => {
                    Event::Start(Tag::Table(vec![Alignment::None; columns.len()]))
                }
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    match self.open_link(&dest_url) {
                        Some(piece) => return Some(piece),
                        None => continue,
                    }
                }
                Event::End(TagEnd::Link | TagEnd::Image) => match self.open_links.pop() {
                    Some(true) => return Some(Piece::Inline(Html::literal("</a>"))),
                    _ => continue,
                },
                Event::Start(Tag::CodeBlock(kind)) => return Some(self.code_block(&kind)),
                Event::Text(text) => return Some(self.text(text)),
                Event::Code(code) => return Some(self.code(code, &range)),
                other => other,
            };
            return Some(Piece::Event(event));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        assert_eq!(block(text, &Links::none()).as_str().trim_end(), expect, "{text}");
    }

    #[test]
    fn links_within_the_site_get_other_addresses() {
        let address = |path: &str| (path != "gone.html").then(|| format!("../{path}"));
        let check = |text: &str, expect: &str| assert_eq!(with_addresses(text, &address), expect);
        check("[a](/b.html#c), [`d`](/e) [f](https://g)", "[a](../b.html#c), [`d`](../e) [f](https://g)");
        check("see [*it* all](/gone.html \"x\") [x](/y)", "see *it* all [x](../y)");
        check("a <b> `<c>`\n\n<script>\nx\n</script>\n", "a &lt;b> `<c>`\n\n&lt;script>\nx\n&lt;/script>\n");
        check("`[a](/b)`\n\n    [a](/b)\n", "`[a](/b)`\n\n    [a](/b)\n");
    }

    #[test]
    fn raw_html_is_text() {
        check("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>");
        check("a <b onclick=x>b</b>", "<p>a &lt;b onclick=x&gt;b&lt;/b&gt;</p>");
        check("`<i>`", "<p><code>&lt;i&gt;</code></p>");
    }

    #[test]
    fn only_harmless_links_are_links() {
        check("[a](https://x.org/)", "<p><a href=\"https://x.org/\">a</a></p>");
        check("[a](javascript:alert(1))", "<p>a</p>");
        check("[a](JAVASCRIPT:alert(1))", "<p>a</p>");
        check("[a](java\tscript:x)", "<p>[a](java\tscript:x)</p>");
        check("[a](data:text/html,x)", "<p>a</p>");
        check(
            "[a](https://x.org/\"onmouseover=1)",
            "<p><a href=\"https://x.org/&quot;onmouseover=1\">a</a></p>",
        );
        check("![a](https://x.org/i.png)", "<p><a href=\"https://x.org/i.png\">a</a></p>");
        check("[![x](https://a.org/)](https://b.org/)", "<p><a href=\"https://b.org/\">x</a></p>");
        check("[a][r]\n\n[r]: vbscript:x", "<p>a</p>");
    }

    #[test]
    fn tables_have_no_styles() {
        assert!(!block("| a |\n|--:|\n| b |\n", &Links::none()).as_str().contains("style"));
    }

    #[test]
    fn headings_do_not_change_the_outline() {
        check("# Big", "<p><strong>Big</strong></p>");
    }

    #[test]
    fn inline_text_joins_blocks() {
        let got = inline("One *a*.\n\n- two\n- three", &Links::none());
        assert_eq!(got.as_str(), "One <em>a</em>. two three");
        assert_eq!(plain("One *a*.\n\n`b` [c](d)\n"), "One a. b c");
        assert_eq!(
            plain("Yes (or \"no\"): 1/2, a-b; it's 5% of it.  Is it?"),
            "Yes (or \"no\"): 1/2, a-b; it's 5% of it. Is it?"
        );
        assert_eq!(plain("One sentence."), "One sentence.");
        assert_eq!(plain("One sentence. \n"), "One sentence.");
        assert_eq!(first_sentence("One a. Two."), "One a.");
    }

    #[test]
    fn rows_of_tables_have_headers_and_cells_the_head_of_their_column() {
        let html = document("| a | b `<i>` |\n|---|---|\n| `c` | d |\n| e | f |\n", &Links::none()).html;
        let rows = html.as_str().split("<tbody>").nth(1).unwrap().replace('\n', "");
        assert_eq!(
            rows,
            "<tr><th scope=\"row\"><code>c</code></th><td data-l=\"b &lt;i&gt;\">d</td></tr><tr><th scope=\"row\">e</th><td data-l=\"b &lt;i&gt;\">f</td></tr></tbody></table>"
        );
    }

    #[test]
    fn documents_have_anchors() {
        let document = document("# Title\n\n## A `b`\n\n## A b\n", &Links::none());
        assert_eq!(document.title.as_deref(), Some("Title"));
        let ids: Vec<_> = document.headings.iter().map(|heading| heading.id.as_str()).collect();
        assert_eq!(ids, ["a-b", "a-b-2"]);
    }
}
