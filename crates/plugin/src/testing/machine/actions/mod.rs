//! The actions of a resource, one file for those that work alike.

mod adopt;
mod create;
mod delete;
mod stored;
mod update;
