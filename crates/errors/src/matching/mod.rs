//! Matching of texts and messages.
//!
//! A text is pasted as a command printed it: with a prefix such as `ERROR:` or the path of a property, and with the user's names,
//! quotes and line breaks. Therefore only words are compared, in lower case ([`words`]): a message consists of runs of words with
//! gaps between them ([`MessageFormat`]), and a text contains it if the runs follow one another in the text ([`exact`]). A
//! message with more words is more specific, and the most specific one comes first. The message must be the subject of its
//! sentence: a sentence that says more about something else does not match. A sentence also ends at the brackets around it, in
//! which many programs put the message of another. If a text contains no message, because it is cut or typed from memory, the
//! similar messages are those that have most of its words in common ([`close`]), including the most distinctive one
//! ([`vocabulary`]). A few words are rather a name of the error ([`typed`]).
//!
//! The wrappers around a message, such as the name of a resource or the code of a response, are removed layer by layer
//! ([`layers`], [`wrappers`]). If the rest matches no error, the reason is unknown, even if errors match its wrappers.
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
