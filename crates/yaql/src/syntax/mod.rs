//! Parsing of expressions to trees, as yaql 3.2.0 parses them with its default operators. Nothing is evaluated here.
//!
//! Like yaql, the parser only reports the first error.

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
