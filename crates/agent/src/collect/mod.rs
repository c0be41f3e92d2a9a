//! Collecting metadata: the work of os-collect-config and os-apply-config for Heat's software configuration.
//!
//! A server reads its metadata from the *sources* that its settings name: files that were written at boot, the metadata service,
//! the CloudFormation API, Heat's API, a temporary URL or a Zaqar queue. [`Collector::poll`] asks each source once, stores the
//! answers in a cache, and merges them. The key `deployments` of the result is the list of deployments to run; the key
//! `os-collect-config` changes the settings, so that the data of the boot lead to the source that Heat has prepared.
//!
//! Collecting continues whatever a source answers: a source that does not answer is treated as unchanged.
//!
//! Settings, their defaults and the files of the cache are those of os-collect-config, so that either program can replace the
//! other. Differences:
//!
//! | os-collect-config | here |
//! |---|---|
//! | An unavailable source is ignored when another one changes: its deployments vanish. | Its last answer is used. |
//! | Settings from metadata need os-apply-config, a template, and a restart. | They are applied at once, and stored in the cache. |
//! | With several paths of the CloudFormation API, all signatures but the first are wrong. | All are right. |
//! | The file with the URL of the CloudFormation API must not contain the version, which Heat writes. | It may contain the version. |
//! | A deployment without a config ends the program. | It is left out. |
//! | The name of a deployment is the path of a file, even outside the cache. | The file stays in the cache, and never replaces a source. |
//! | A temporary URL that changes twice within a second is read once. | The digest of the object decides. |
//! | A message is deleted from the queue before its content is stored. | It is deleted afterwards. |
//! | Zaqar's certificate is not checked unless that is configured. | Certificates are always checked. |
//! | The pause never becomes shorter again. | It becomes shorter after a change. |
//! | Unknown collectors and invalid settings end the program. | They are reported, and the other settings are used. |
//! | Zaqar can be read by a websocket. | It is polled by HTTP, which is logged. |
//! | `SIGHUP` restarts the program. | `SIGHUP` makes it poll at once; settings are read at each poll. |
//!
//! Plain HTTP through a proxy of the environment uses the method `CONNECT`, as HTTPS does: the proxy has to allow that.

mod cache;
mod files;
mod ini;
mod merge;
mod poll;
mod settings;
mod signature;
mod source;
mod xml;

pub use cache::Cache;
pub use ini::Options;
pub use poll::{Apply, ApplyOutcome, COLLECTOR, Collector, Poll, PollMode};
pub use settings::{Settings, Source};
