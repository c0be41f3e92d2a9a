//! The docs site: renders a catalogue as pages.
//!
//! [`build()`] turns a catalogue and its [`SiteOptions`] into files and passes each to a [`Sink`]; the program has a sink that
//! puts them all in place at once.
//!
//! The modules, each of which only knows those before it: input and output `files`, `links` between pages, `text` as HTML, the
//! `guide`, the settings of a site in `docs_file`, the past of a catalogue in `releases`, the `contents` of a site, its `search`,
//! and the `pages`. A page is a template and its context, which is plain data. All HIDDEN items are removed before the first
//! context is created.

pub mod build;
mod contents;
pub mod docs_file;
mod files;
mod guide;
mod links;
mod pages;
mod releases;
mod search;
#[cfg(test)]
mod tests;
mod text;

pub use build::{BuildResult, Counts, build, render_one};
pub use contents::identity::Identity;
pub use contents::options::{SiteOptions, StackGraph};
pub use contents::settings::SiteSettings;
pub use docs_file::DocsFile;
pub use files::assets::{Asset, built_in_assets, read_assets};
pub use files::browser_checker::BrowserChecker;
pub use files::sink::{Memory, Sink, SiteFile};
pub use files::templates::Templates;
pub use guide::architectures::{Architecture, Architectures};
pub use guide::page::{GuidePage, Readers};
pub use guide::pages::Guide;
pub use links::edit_links::EditLinks;
pub use links::web_address::{base_url, edit_url};
pub use releases::options::{HiddenItems, OldReleases};
pub use text::highlight;
pub use text::terms::thousands;
