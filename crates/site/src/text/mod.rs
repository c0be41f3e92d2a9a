//! Text as HTML: CommonMark, highlighted YAML, and sentences about schemas.
//!
//! These modules know no pages: the possible links of a text are passed in ([`Links`](crate::links::targets::Links)).

mod events;
mod flow_picture;
pub mod highlight;
pub(crate) mod markdown;
pub(crate) mod paragraphs;
mod section_texts;
pub(crate) mod sentences;
mod table_cells;
pub(crate) mod terms;
mod value_list;
