//! The actions of a resource; similar ones share a file.

mod adopt;
mod create;
mod delete;
mod stored;
mod update;
