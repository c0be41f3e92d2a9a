//! Output of the command `deployment`: the data that a server receives for a software deployment, and the deployment's results.
//!
//! The template is resolved as by `resolve`. `find` finds the deployment and its config in the resolved stack, and `properties`
//! reads their properties as Heat does; values that only a cloud knows are placeholders in angle brackets, or come from a file
//! (`known_values`). `heat-software` derives the config, and `heat-config`, which runs in servers, runs it in a folder (`trial`);
//! a persistent folder has a `memory`. `life` runs the actions of the deployment, and `text` writes its results for people.

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
