//! Python's regular expressions, for `fancy-regex`.
//!
//! The two dialects differ in many places. [`translate`] parses a pattern by the grammar of Python 3.11, rejects the patterns
//! that Python rejects, and writes the others in the engine's syntax. Compiling the result, applying it and limiting its work is
//! left to the caller.
//!
//! ```
//! use heat_pattern::{Flags, translate};
//! let translated = translate(r"(?P<name>\w+)\Z", Flags::default())?;
//! assert_eq!(translated.names, [("name".to_owned(), 1)]);
//! assert!(translate("(?<name>a)", Flags::default()).is_err());
//! # Ok::<(), heat_pattern::PatternError>(())
//! ```

mod class;
mod class_ranges;
mod error;
mod escape;
mod group;
mod parse;
mod parser;
mod repeat;
mod token;

pub use class_ranges::{Ranges, class_ranges};
pub use error::{PatternError, beyond};
pub use parse::{TranslatedPattern, translate};
pub use parser::Flags;
