//! The answers: what an editor asks about a document, one file per kind of question.
//!
//! Each adds its questions to the [`Workspace`](crate::workspace::Workspace), which says what is known. Which request of the protocol asks
//! what is in `conversation`.

pub(crate) mod actions;
pub(crate) mod caution;
mod completion;
mod hover;
mod navigation;
mod rename;
mod symbols;
mod workspace_symbols;
