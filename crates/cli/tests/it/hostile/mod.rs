//! Tests with input that is broken, or written to do harm: in files, names, texts and links.

mod bad_input;
mod hostile_names;
mod hostile_site;
mod links;
