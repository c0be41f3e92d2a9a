//! The context of a request: on whose behalf the engine works, and access to the services of OpenStack as this user.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::failure::Failure;

/// The context of a request, with which a plug-in calls the services of OpenStack as Heat's own plug-ins do.
///
/// [`Resource::context`](super::Resource::context) returns it; custom constraints and finders get it as a second argument. It
/// stores nothing: each call asks the engine, whose answer may differ from the last one. The crate `heat-plugin-openstack` has
/// an HTTP client that is built on it.
///
/// ```
/// use heat_plugin::life_cycle::{Failure, Interface, RequestContext};
///
/// fn request(context: RequestContext<'_>) -> Result<(String, String), Failure> {
///     let endpoint = context.endpoint("identity", Interface::Configured)?;
///     let header = context.token()?.expose().to_owned(); // X-Auth-Token
///     Ok((endpoint.url, header))
/// }
/// # use heat_plugin::testing::Cloud;
/// # let cloud = Cloud::new().with_endpoint("identity", "http://127.0.0.1:5000/v3");
/// # assert_eq!(request(cloud.context())?, ("http://127.0.0.1:5000/v3".to_owned(), "token-1".to_owned()));
/// # Ok::<(), Failure>(())
/// ```
#[derive(Clone, Copy)]
pub struct RequestContext<'h> {
    host: &'h dyn ContextHost,
}

impl<'h> RequestContext<'h> {
    /// Creates a context that asks this engine. Plug-ins get one from it.
    #[must_use]
    pub fn new(host: &'h dyn ContextHost) -> Self {
        Self { host }
    }

    /// The user, the project and other facts. For a stack whose context Heat has stored, Heat may have to ask Keystone for the
    /// roles and the domains.
    ///
    /// # Errors
    /// There is no request, or Keystone refuses the stored credentials.
    pub fn facts(&self) -> Result<ContextFacts, Failure> {
        self.host.context_facts()
    }

    /// A token of the user. Ask for it before each request, and do not store it: the engine renews it shortly before it
    /// expires, if it has the credentials to do so.
    ///
    /// # Errors
    /// Keystone gives no token, with Heat's exception and its text.
    pub fn token(&self) -> Result<Token, Failure> {
        let no_token = || Failure::failed("The engine has no token for this request.");
        self.host.token(false)?.ok_or_else(no_token)
    }

    /// Another token, after a service has refused the last one with 401. `None` if the engine has no other, because all that
    /// it has of the user is this token: the request failed then. Follows `Session.invalidate` of keystoneauth.
    ///
    /// # Errors
    /// Keystone gives no token, with Heat's exception and its text.
    pub fn renewed_token(&self) -> Result<Option<Token>, Failure> {
        self.host.token(true)
    }

    /// The endpoint of a service by its type, such as `identity` or `compute`, in the region that Heat's own clients use, and
    /// the options for connections to it. Follows `ClientPlugin.url_for`.
    ///
    /// # Errors
    /// The catalogue has no such endpoint (`EndpointNotFound`), or Keystone does not answer.
    pub fn endpoint(&self, service_type: &str, interface: Interface) -> Result<Endpoint, Failure> {
        self.host.endpoint(service_type, interface)
    }
}

impl fmt::Debug for RequestContext<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RequestContext").finish_non_exhaustive()
    }
}

/// The engine's interface for a [`RequestContext`]. By default, there is no request.
pub trait ContextHost: Send + Sync {
    /// The facts of the context.
    ///
    /// # Errors
    /// The engine cannot find them out.
    fn context_facts(&self) -> Result<ContextFacts, Failure> {
        Err(without_request())
    }

    /// A token that is valid. If the last one was refused, another one, or `None` if there is no other.
    ///
    /// # Errors
    /// The engine cannot get a token.
    fn token(&self, was_refused: bool) -> Result<Option<Token>, Failure> {
        let _ = was_refused;
        Err(without_request())
    }

    /// The endpoint of a service.
    ///
    /// # Errors
    /// The engine does not find the endpoint.
    fn endpoint(&self, service_type: &str, interface: Interface) -> Result<Endpoint, Failure> {
        let _ = (service_type, interface);
        Err(without_request())
    }
}

fn without_request() -> Failure {
    Failure::failed("There is no request whose user the plug-in could act as.")
}

/// Facts about a request that are not secret.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ContextFacts {
    /// The ID of the project.
    pub project_id: Option<String>,
    /// The name of the project.
    pub project_name: Option<String>,
    /// The ID of the project's domain.
    pub project_domain_id: Option<String>,
    /// The ID of the user.
    pub user_id: Option<String>,
    /// The name of the user; `None` if Heat acts by a trust, for which it does not store the name.
    pub user_name: Option<String>,
    /// The ID of the user's domain.
    pub user_domain_id: Option<String>,
    /// The names of the user's roles in the project.
    pub roles: Vec<String>,
    /// Set if Heat's policy takes the user for an administrator.
    pub is_admin: bool,
    /// The ID of the request, which is in the lines of Heat's log: `req-…`.
    pub request_id: Option<String>,
    /// The region whose endpoints are used; `None` if neither the request nor Heat's configuration names one.
    pub region: Option<String>,
    /// The ID of the trust by which Heat acts as the user, if it does: after a request has ended, for example.
    pub trust_id: Option<String>,
}

/// A token of Keystone. It is secret: `Debug` hides it, and there is no `Display`.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// Creates a token from its text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text of the token, for the header `X-Auth-Token`.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

/// An interface of a service, of which its catalogue has an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Interface {
    /// The interface that Heat's own client of the service uses: the option `endpoint_type` of the section `[clients_NAME]` or
    /// `[clients]`.
    #[default]
    Configured,
    /// The public interface.
    Public,
    /// The internal interface.
    Internal,
    /// The interface for administrators.
    Admin,
}

impl Interface {
    /// The name of the interface in the catalogue; `None` for the configured one.
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::Configured => None,
            Self::Public => Some("public"),
            Self::Internal => Some("internal"),
            Self::Admin => Some("admin"),
        }
    }
}

/// The endpoint of a service, and the options of Heat's own connections to it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Endpoint {
    /// The URL of the endpoint, as in the catalogue.
    pub url: String,
    /// A file or a folder with the only certificates to trust; `None` for those of the system. From the option `ca_file` of
    /// `[clients_keystone]` or `[clients]`, as for all clients of Heat that share its Keystone session, or from the variables
    /// `REQUESTS_CA_BUNDLE` and `CURL_CA_BUNDLE`.
    pub ca_file: Option<String>,
    /// Set if the certificate of the service is not checked: the option `insecure`.
    pub insecure: bool,
    /// A file with the certificate of the client: the option `cert_file`.
    pub cert_file: Option<String>,
    /// The file with the key of that certificate: the option `key_file`. If it is `None`, the key is in the same file.
    pub key_file: Option<String>,
    /// The URL of the proxy that the engine's environment names for this endpoint. It may contain a password.
    pub proxy: Option<String>,
    /// Number of further attempts after a connection failed: the option `client_retry_limit`.
    pub connect_retries: u32,
}

impl Endpoint {
    /// Creates an endpoint with Heat's default options.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            ca_file: None,
            insecure: false,
            cert_file: None,
            key_file: None,
            proxy: None,
            connect_retries: 2,
        }
    }
}

/// Hides the proxy, whose URL may contain a password.
impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint")
            .field("url", &self.url)
            .field("ca_file", &self.ca_file)
            .field("insecure", &self.insecure)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Nothing;
    impl ContextHost for Nothing {}

    #[test]
    fn secrets_are_not_shown() {
        let mut endpoint = Endpoint::new("http://127.0.0.1:5000/v3");
        endpoint.proxy = Some("http://user:secret@proxy:3128".to_owned());
        let shown = format!("{:?} {endpoint:?} {:?}", Token::new("secret"), RequestContext::new(&Nothing));
        assert!(shown.starts_with("Token(..) Endpoint") && !shown.contains("secret"), "{shown}");
    }

    #[test]
    fn without_a_request_every_question_fails() {
        let context = RequestContext::new(&Nothing);
        let failures = [
            context.facts().err(),
            context.token().err(),
            context.renewed_token().err(),
            context.endpoint("identity", Interface::Public).err(),
        ];
        for failure in failures {
            assert_eq!(failure, Some(without_request()));
        }
    }
}
