//! Integration tests of YAML texts.

mod hostile;
mod properties;
