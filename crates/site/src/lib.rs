//! The docs site: from a catalogue to pages.
//!
//! `load → render → write`: [`schema_files`](heat_catalogue::schema_files) reads the files, this module renders them one after the other
//! into a [`Sink`], and the program has a sink that puts them all in place at once. The contexts of templates are plain data,
//! built in the page modules; everything HIDDEN is removed before the first of them.

pub mod build;
mod contents;
mod files;
mod guide;
mod links;
mod pages;
mod releases;
mod search;
mod text;

pub use build::{BuildResult, Counts, build, render_one};
pub use contents::options::SiteOptions;
pub use contents::settings::SiteSettings;
pub use files::assets::{Asset, built_in_assets, read_assets};
pub use files::browser_checker::BrowserChecker;
pub use files::sink::{Memory, Sink, SiteFile};
pub use files::templates::Templates;
pub use guide::architectures::{Architecture, Architectures};
pub use guide::page::{GuidePage, Readers};
pub use guide::pages::Guide;
pub use links::edit_links::{EditLinks, PATH as EDIT_PATH};
pub use releases::options::{HiddenItems, OldReleases};
pub use text::highlight;
pub use text::terms::thousands;
