//! Conversion of Markdown's events to HTML.

use pulldown_cmark::{CodeBlockKind, CowStr, Event, Tag, TagEnd, html};

use super::Html;

/// A part of a Markdown text during its conversion to HTML.
#[derive(Debug)]
pub enum Piece<'a> {
    /// An event of the parser.
    Event(Event<'a>),
    /// HTML within a line, generated from it.
    Inline(Html),
    /// A block of HTML, generated from it.
    Block(Html),
}

/// Writes pieces as HTML. Raw HTML in the Markdown is escaped, however the events were changed before; links and images that have
/// not been checked are replaced by their text.
pub fn from_markdown<'a>(pieces: impl Iterator<Item = Piece<'a>>) -> Html {
    let events = pieces.filter_map(|piece| match piece {
        Piece::Inline(html) | Piece::Block(html) => Some(Event::InlineHtml(html.0.into())),
        Piece::Event(Event::Html(raw) | Event::InlineHtml(raw)) => Some(Event::Text(without_controls(raw))),
        Piece::Event(Event::Text(text)) => Some(Event::Text(without_controls(text))),
        Piece::Event(Event::Code(text)) => Some(Event::Code(without_controls(text))),
        Piece::Event(Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language)))) => {
            Some(Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(without_controls(language)))))
        }
        Piece::Event(
            Event::Start(Tag::Link { .. } | Tag::Image { .. }) | Event::End(TagEnd::Link | TagEnd::Image),
        ) => None,
        Piece::Event(other) => Some(other),
    });
    let mut out = String::new();
    html::push_html(&mut out, events);
    Html(out.into())
}

/// Returns a text without control characters, which HTML does not allow and the Markdown writer does not remove.
fn without_controls(text: CowStr<'_>) -> CowStr<'_> {
    let is_allowed = |char: char| !char.is_control() || matches!(char, '\t' | '\n' | '\r');
    if text.chars().all(is_allowed) {
        return text;
    }
    text.chars().map(|char| if is_allowed(char) { char } else { '\u{fffd}' }).collect::<String>().into()
}

#[cfg(test)]
mod tests {
    use pulldown_cmark::Parser;

    use super::*;

    #[test]
    fn unprocessed_events_are_text() {
        let text = "<script>x</script>\n\na <b onclick=x> [c](javascript:x) ![d](https://e.org/f.png) `<i>`";
        let html = from_markdown(Parser::new(text).map(Piece::Event));
        assert_eq!(
            html.as_str(),
            "&lt;script&gt;x&lt;/script&gt;\n<p>a &lt;b onclick=x&gt; c d <code>&lt;i&gt;</code></p>\n"
        );
    }

    #[test]
    fn control_characters_are_replaced() {
        let text = "a\u{1b}]0;x\u{7} `b\u{1b}`\t\u{85}é\n\n<b \u{1b}>\n\n```\u{1b}\nc\u{1b}\n```";
        let html = from_markdown(Parser::new(text).map(Piece::Event));
        let is_left = |char: &char| char.is_control() && !matches!(char, '\t' | '\n');
        assert_eq!(html.as_str().chars().find(is_left), None, "{html:?}");
        assert!(
            html.as_str().starts_with("<p>a\u{fffd}]0;x\u{fffd} <code>b\u{fffd}</code>\t\u{fffd}é</p>"),
            "{html:?}"
        );
    }
}
