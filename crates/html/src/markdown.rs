//! Markdown's events as HTML.

use pulldown_cmark::{Event, Tag, TagEnd, html};

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

/// Writes pieces as HTML. Raw HTML in the text becomes text, no matter what happened to it before; links and images that
/// nothing has checked become their words.
pub fn from_markdown<'a>(pieces: impl Iterator<Item = Piece<'a>>) -> Html {
    let events = pieces.filter_map(|piece| match piece {
        Piece::Inline(html) | Piece::Block(html) => Some(Event::InlineHtml(html.0.into())),
        Piece::Event(Event::Html(raw) | Event::InlineHtml(raw)) => Some(Event::Text(raw)),
        Piece::Event(
            Event::Start(Tag::Link { .. } | Tag::Image { .. }) | Event::End(TagEnd::Link | TagEnd::Image),
        ) => None,
        Piece::Event(other) => Some(other),
    });
    let mut out = String::new();
    html::push_html(&mut out, events);
    Html(out.into())
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
}
