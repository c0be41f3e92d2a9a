//! The generator of the reference docs: from sources to a published site, or to a preview of it.
//!
//! [`Sources`] names the schemas, types and settings of a site, and [`build`](build()) renders it with `heat-site` and publishes
//! it. [`Follower`] keeps a preview up to date, which a [`Listener`] serves. The program `codegen` builds the docs and does
//! nothing else; `heat-codegen`, in `crates/cli`, has all other commands.

mod build;
mod console;
mod day;
mod http;
pub mod place;
pub mod preview;
pub mod publish;
mod serve;
mod sources;

pub use build::build;
pub use console::{Console, is_colored};
pub use day::built_on;
pub use publish::Publisher;
pub use serve::{Follower, Listener, canonical_path};
pub use sources::{Sources, no_catalogue};
