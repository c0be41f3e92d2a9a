//! Tests of the site: its pages, the items that may be on them, and their publication.
//!
//! Tests with hostile text are in `hostile`.

mod architectures;
mod checker_page;
mod errors;
mod guide;
mod hidden_names;
mod publish;
mod releases;
mod rules;
mod twins;
mod type_pages;
mod vendor;
mod whole_site;
