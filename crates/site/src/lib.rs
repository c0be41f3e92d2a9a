//! The docs site: from a catalogue to pages.
//!
//! `load → render → write`: [`schema_files`](heat_catalogue::schema_files) reads the files, this module renders them one after the other
//! into a [`Sink`], and the program has a sink that puts them all in place at once. The contexts of templates are plain data,
//! built in the page modules; everything HIDDEN is removed before the first of them.

mod architecture_page;
mod architectures;
mod assets;
mod browser_checker;
pub mod build;
mod by_page;
mod changed_since;
mod checker_page;
mod compact;
mod constraint_uses;
mod constraints_page;
mod contents;
mod edit_links;
mod edition;
mod feed;
mod flow;
mod folder;
mod functions_page;
mod guide;
mod guide_content;
#[cfg(test)]
mod guide_counts;
mod guide_page;
mod hidden_items;
mod hidden_links;
mod hidden_page;
pub mod highlight;
mod instead;
mod introduction;
mod life_cycle_page;
mod link_check;
pub mod links;
mod listings;
pub mod markdown;
mod old_releases;
pub mod options;
mod overview;
mod pages;
mod part_names;
mod parts;
mod pieces;
mod release_address;
mod release_counts;
mod release_history;
mod release_line;
mod release_link;
mod release_options;
mod releases_page;
mod replacement;
mod rules_page;
mod search_index;
mod section_texts;
mod sentences;
mod service_lists;
mod service_picture;
pub mod sink;
pub mod sources;
mod state_counts;
mod table_cells;
mod templates;
mod type_page;
#[cfg(test)]
mod unread_fields;
mod usage;
mod value_list;
pub mod words;
mod yaql_page;

pub use architectures::{Architecture, Architectures};
pub use assets::{Asset, built_in_assets, read_assets};
pub use browser_checker::BrowserChecker;
pub use build::{Built, Counts, build, render_one};
pub use edit_links::{EditLinks, PATH as EDIT_PATH};
pub use guide::Guide;
pub use guide_page::{GuidePage, Readers};
pub use options::SiteOptions;
pub use release_options::{HiddenItems, OldReleases};
pub use sink::{Memory, Sink, SiteFile};
pub use sources::Sources;
pub use templates::Templates;
