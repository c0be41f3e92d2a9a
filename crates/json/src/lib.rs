//! JSON as Python's `json` module reads it: with `NaN`, `Infinity` and `-Infinity`, and with integers of any size.
//!
//! [`Reader`] implements the grammar. It returns [`Token`]s with their positions and keeps track only of the open lists and maps,
//! so that each caller builds what it needs: a tree with spans, a value, or nothing. The caller also decides how to treat
//! duplicate keys.
//!
//! ```
//! use heat_json::{Reader, Token};
//! let mut reader = Reader::new("[1, NaN]", 10);
//! let mut tokens = Vec::new();
//! while let Some(token) = reader.token()? {
//!     tokens.push(token);
//! }
//! assert!(matches!(tokens[..], [Token::OpenList, Token::Integer("1"), Token::Float(_), Token::CloseList]));
//! # Ok::<(), heat_json::Error>(())
//! ```

mod error;
mod reader;

pub use error::{Error, Problem};
pub use reader::{Reader, Token};

#[cfg(test)]
mod tests;
