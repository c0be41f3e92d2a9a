//! Integration tests of YAQL expressions.

mod examples;
mod hostile;
mod language;
mod properties;
mod registered;
