//! Software configuration in a server: the work of several Python programs in OpenStack's image elements for Heat.
//!
//! Heat passes a list of deployments to a server in its metadata. [`run`](mod@run) runs the hook of each deployment in the list
//! that is not done yet, stores the outputs of the hook, and passes them to a [`Notifier`](run::Notifier), which signals them to
//! Heat. The built-in notifier, and the code that reads the metadata from a cloud, are in `heat-config`, the program for servers:
//! this crate has no HTTP client.
//!
//! To try a deployment, put everything below a folder:
//!
//! ```
//! use heat_deployments::Folders;
//! use heat_deployments::log::Level;
//! use heat_deployments::run::{Notification, Notifier, NotifyError, run};
//! use heat_model::value;
//!
//! /// Signals to nobody: the report has the outputs.
//! struct Nobody;
//!
//! impl Notifier for Nobody {
//!     fn notify(&mut self, _request: &Notification<'_>) -> Result<(), NotifyError> {
//!         Ok(())
//!     }
//! }
//!
//! let scratch = std::env::temp_dir().join(format!("heat-deployments-{}", std::process::id()));
//! let folders = Folders::from_environment().below(&scratch);
//! let list = [value!({"id": "1", "group": "script", "config": "echo $greeting", "inputs": [{"name": "greeting", "value": "hello"}]})];
//! let mut log: Vec<(Level, String)> = Vec::new();
//! let report = run(&list, &folders, &mut Nobody, &mut log)?;
//! let outputs = report.deployments[0].outputs.as_ref().unwrap();
//! assert_eq!(outputs["deploy_stdout"].as_str(), Some("hello\n"));
//! # std::fs::remove_dir_all(&scratch)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod deployment;
pub mod file_names;
pub mod files;
mod folders;
pub mod hook;
mod idle;
pub mod json;
mod list;
pub mod lock;
pub mod log;
mod notifier;
mod process;
pub mod rebuild;
pub mod run;
pub mod signal;
pub mod state;
pub mod status;
mod supervisor;
mod work;

pub use folders::Folders;
pub use notifier::NotifyProgram;
pub use supervisor::supervise;
