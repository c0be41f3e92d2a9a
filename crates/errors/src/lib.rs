//! The errors of OpenStack Heat, as users meet them: what each message means, what usually causes it, a template that provokes it and
//! the fixed one.
//!
//! Each error has a page, a Markdown file with front matter ([`ErrorPage`]); the project's own pages are
//! [`built in`](ErrorPages::built_in). Users search for an error by the text that a command printed, which contains their own
//! names. [`ErrorIndex`] finds the pages for such a text: each message of Heat is a [`MessageFormat`], words with gaps.
//!
//! ```
//! use heat_errors::ErrorPages;
//!
//! let pages = ErrorPages::built_in();
//! let found = pages.find("ERROR: The Parameter (key_name) was not provided.");
//! assert_eq!(found.pages[0].id, "parameter-not-provided");
//! ```
//!
//! The crate does not check templates or write HTML: the pages are text.

mod area;
mod front_matter;
mod load;
mod matching;
mod page;
mod pages;

pub use area::Area;
pub use matching::{
    ErrorIndex, FoundErrors, IndexedError, Layer, MessageFormat, Precedence, SERVICES, UnknownReason,
    WRAPPERS, Wrapper,
};
pub use page::{ErrorPage, ExampleFile, Provocation, Role, Shown};
pub use pages::{ErrorPages, FoundPages};

#[cfg(test)]
mod pages_tests;
