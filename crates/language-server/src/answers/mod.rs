//! Answers to the questions of an editor about a document, one file per kind of question.
//!
//! Each file adds its questions to the [`Workspace`](crate::workspace::Workspace), which has the data for the answers.
//! `conversation` maps the requests of the protocol to them.

pub(crate) mod actions;
pub(crate) mod caution;
mod completion;
mod hover;
mod navigation;
mod rename;
mod symbols;
mod workspace_symbols;
