//! Communication with a cloud: signals, and requests for metadata.
//!
//! [`Client`] sends one request. [`Signaller`] is the [`Notifier`](heat_deployments::run::Notifier) that a server uses: it
//! signals by a signed URL, by Heat's API or by a Zaqar queue, depending on the inputs of the deployment. Nothing here logs or
//! returns a secret: errors name the service by scheme, host and port, never by the rest of its URL, which may be signed.

mod failure;
mod http;
pub mod keystone;
mod origin;
mod proxy;
mod retry;
mod signaller;
pub mod zaqar;

pub use failure::{Failure, Repeat};
pub use http::{Client, ClientOptions, Method, Request, Response};
pub use origin::percent_encoded;
pub(crate) use origin::{Origin, host_header};
pub use retry::{Retry, Sleep, sleep_for};
pub use signaller::Signaller;
