//! Text as HTML: CommonMark, highlighted YAML, and the words and sentences for what a schema says.
//!
//! Nothing here knows a page: a text is given the links that it can have ([`Links`](crate::links::targets::Links)).

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
