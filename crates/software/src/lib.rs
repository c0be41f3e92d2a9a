//! Software configuration as Heat processes it, without a cloud.
//!
//! A [`Config`] describes the work on a server, and a [`Deployment`] selects the server and sets the inputs. For each action,
//! Heat derives a config from both ([`Deployment::derive`]), which the server finds in its metadata ([`server_metadata`]). The
//! server reports back with a signal; [`signal`] determines the state of the deployment after it.
//!
//! Values are the ones that Heat uses after functions have been resolved and properties have been read by their schemas.
//! `heat-hot` reads templates; the code that runs in the server is in `heat-agent`.
//!
//! The rules come from `heat.engine.resources.openstack.heat` (`software_config`, `structured_config`, `software_component`,
//! `software_deployment`), `heat.engine.software_config_io` and `heat.engine.service_software_config` of Heat 27.
//!
//! ```
//! use heat_model::value;
//! use heat_software::{Action, Config, ConfigType, Deployment, DeploymentType, HeatFacts};
//!
//! let properties = value!({
//!     "configs": [
//!         {"actions": ["CREATE"], "config": "apt-get install -y nginx", "tool": "script"},
//!         {"actions": ["DELETE"], "config": "apt-get purge -y nginx", "tool": "script"},
//!     ],
//! });
//! let component = Config::of(ConfigType::Component, properties.as_map().unwrap(), "stack-nginx-x").unwrap();
//! let properties = value!({"server": "7f3c", "actions": ["CREATE", "UPDATE"], "signal_transport": "NO_SIGNAL"});
//! let deployment = Deployment::of(DeploymentType::Software, properties.as_map().unwrap()).unwrap();
//! let surroundings = HeatFacts::placeholders("install");
//!
//! // A component's own actions count, not those of the deployment.
//! let derived = deployment.derive(Some(&component), Action::Delete, &surroundings).unwrap().unwrap();
//! assert_eq!(derived.for_action().unwrap().text, "apt-get purge -y nginx".into());
//! assert!(deployment.derive(Some(&component), Action::Update, &surroundings).unwrap().is_none());
//! ```

mod action;
mod component;
mod config;
mod deployment;
mod error;
mod group;
mod heat_facts;
mod input;
mod output;
pub mod signal;
mod state;

pub use action::{Action, SignalTransport};
pub use component::ActionConfig;
pub use config::{COMPONENT, Config, ConfigType, ServerConfig, UNGROUPED, server_metadata};
pub use deployment::{Deployment, DeploymentType, ValueCheck};
pub use error::SoftwareError;
pub use group::{DeploymentGroup, member_attribute};
pub use heat_facts::{Credentials, HeatFacts};
pub use input::{Input, ValueType};
pub use output::Output;
pub use state::{DeployedState, DeploymentState, Update, UpdateOutcome};
