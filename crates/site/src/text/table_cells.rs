//! The cells of tables in the guide. The first cell of a row is a header cell; the others contain the header of their column,
//! because on a phone, each row is a card, and the column headers are not shown.

use heat_html::{Html, Piece, html};
use pulldown_cmark::{Event, Tag, TagEnd};

/// The current position in a table during a conversion.
#[derive(Debug, Default)]
pub(crate) struct TableCells {
    /// The headers of the columns.
    heads: Vec<String>,
    is_head: bool,
    column: usize,
}

impl TableCells {
    /// Returns the next piece, with the markup of table cells.
    pub(crate) fn marked<'a>(&mut self, piece: Piece<'a>) -> Piece<'a> {
        let Piece::Event(event) = &piece else { return piece };
        match event {
            Event::Start(Tag::TableHead) => {
                self.heads.clear();
                self.is_head = true;
            }
            Event::End(TagEnd::TableHead) => self.is_head = false,
            Event::Start(Tag::TableCell) if self.is_head => self.heads.push(String::new()),
            Event::Text(text) | Event::Code(text) if self.is_head => {
                if let Some(head) = self.heads.last_mut() {
                    head.push_str(text);
                }
            }
            Event::Start(Tag::TableRow) => self.column = 0,
            Event::Start(Tag::TableCell) => return Piece::Block(self.start()),
            Event::End(TagEnd::TableCell) if !self.is_head => {
                self.column += 1;
                return Piece::Block(Html::literal(if self.column == 1 { "</th>" } else { "</td>" }));
            }
            _ => {}
        }
        piece
    }

    fn start(&self) -> Html {
        match self.heads.get(self.column) {
            _ if self.column == 0 => Html::literal("<th scope=\"row\">"),
            Some(head) if !head.is_empty() => html!("<td data-l=\"{}\">", head),
            _ => Html::literal("<td>"),
        }
    }
}
