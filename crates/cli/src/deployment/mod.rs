//! What a server is given for a software deployment, and what becomes of it there: what the command `deployment` prints.
//!
//! The template is resolved as by `resolve`. `find` looks the deployment and its config up in the resolved stack, and `properties` reads
//! their properties as Heat does; what only a cloud knows is a placeholder in angle brackets, or comes from a file (`known_values`).
//! `heat-software` derives the config, and `heat-config`, which runs in servers, does it in a folder made for it (`trial`); a folder that is kept has a `memory`. `life` takes
//! the deployment through the actions, and `text` writes it for people.

mod find;
mod known_values;
mod life;
mod memory;
mod options;
mod properties;
mod step;
mod text;
mod trial;

pub use life::run;
pub use options::{Format, Options, TrialOptions};
