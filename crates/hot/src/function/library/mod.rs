//! What the functions do, one file for those of one kind.

mod arguments;
pub(super) mod attribute;
pub(super) mod cfn;
pub(super) mod condition;
pub(super) mod digest;
pub(super) mod facade;
pub(super) mod list;
pub(super) mod map;
pub(super) mod parameter;
pub(super) mod path;
pub(super) mod repeat;
pub(super) mod replace;
mod seen;
pub(super) mod text;
pub(super) mod url;
pub(super) mod yaql;
pub(super) mod yaql_data;
