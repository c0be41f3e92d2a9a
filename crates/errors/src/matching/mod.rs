//! Which messages a text has.
//!
//! A text is pasted as a command showed it: with a prefix such as `ERROR:` or the path of a property, with names, quotes and line breaks
//! that are the reader's. So only words count, in lower case ([`words`]): a message is runs of words with gaps between them
//! ([`MessageFormat`]), and a text has it if the runs follow each other in it ([`exact`]). The more words a message has, the more it says:
//! the most specific one comes first. If a text has no message, because it is cut or typed from memory, those count that have most of
//! its words ([`close`]).
//!
//! The search of the site does the same in JavaScript (`site/assets/search-errors.js`); a test compares the two.

mod close;
mod exact;
mod format;
mod index;
mod words;

pub use format::MessageFormat;
pub use index::{ErrorIndex, FoundErrors, IndexedError, Precedence};
