//! The site: its pages, what may be on them, and how they are published.
//!
//! Hostile text on it is tested in `hostile`.

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
