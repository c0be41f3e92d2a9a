//! From the text of an expression to a tree, as yaql 3.2.0 reads it with its default operators. Nothing here evaluates anything.
//!
//! yaql reports one error, the first; so does this.

mod characters;
mod escape;
mod lexer;
mod node;
mod operator;
mod parser;
mod slot;
mod token;

pub(crate) use characters::{ascii_digit, is_word};
pub(crate) use node::{CallNode, Constant, Form, Kind, Node};
pub(crate) use parser::parse;

#[cfg(test)]
mod tests;
