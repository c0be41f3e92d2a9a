//! Which messages a text has.
//!
//! A text is pasted as a command showed it: with a prefix such as `ERROR:` or the path of a property, with names, quotes and line breaks
//! that are the reader's. So only words count, in lower case ([`words`]): a message is runs of words with gaps between them
//! ([`MessageFormat`]), and a text has it if the runs follow each other in it ([`exact`]). The more words a message has, the more it says:
//! the most specific one comes first. It has to be what its sentence says: a sentence that says more about something else only has these
//! words. A sentence ends at the brackets around it, in which many programs put the message of another. If a text has no message, because it is cut or typed from memory, those are similar that have most of its words ([`close`]),
//! and among them the one that says most ([`vocabulary`]). A few words are rather a name of the error ([`typed`]).
//!
//! What stands around a message, such as the name of a resource or the code of an answer, is taken off layer by layer ([`layers`],
//! [`wrappers`]). If no error has what is left, the reason is unknown, however many have what was around it.
//!
//! The search of the site does the same in JavaScript (`site/assets/search-errors.js`); a test compares the two.

mod close;
mod exact;
mod format;
mod index;
mod layers;
mod typed;
mod vocabulary;
mod words;
mod wrappers;

pub use format::MessageFormat;
pub use index::{ErrorIndex, FoundErrors, IndexedError, Precedence};
pub(crate) use layers::inner;
pub use layers::{Layer, UnknownReason};
pub(crate) use wrappers::CLASS;
pub use wrappers::{SERVICES, WRAPPERS, Wrapper};
