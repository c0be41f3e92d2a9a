//! A stand-in for the cloud of an engine: its user, tokens, endpoints, and the records of its services.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use heat_model::Value;
use heat_model::indexmap::IndexMap;

use crate::engine::ContextHost;
use crate::life_cycle::{ContextFacts, Endpoint, Failure, Interface, RequestContext, Token};

/// The cloud of a test: the user of the requests, whose tokens expire by the virtual clock, and the endpoints of services, such
/// as a local one that the test runs. Clones share their state, so a test can keep one beside the [`Settings`](super::Settings).
///
/// ```
/// use heat_plugin::life_cycle::{Failure, Interface};
/// use heat_plugin::testing::{Cloud, Settings};
///
/// let cloud = Cloud::new().with_endpoint("identity", "http://127.0.0.1:5000/v3").with_roles(["member"]);
/// let settings = Settings { cloud: cloud.clone(), ..Settings::default() };
///
/// let token = cloud.context().token()?;
/// assert!(cloud.accepts(token.expose())); // a service of the test asks this
/// cloud.revoke_token();
/// assert!(!cloud.accepts(token.expose()));
/// # drop(settings);
/// # Ok::<(), Failure>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Cloud(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    facts: ContextFacts,
    endpoints: Vec<(String, Endpoint)>,
    /// Failure of every question, while Keystone is down.
    outage: Option<Failure>,
    /// The number of the last token, and the time when it expires.
    token: Option<(u64, f64)>,
    is_revoked: bool,
    lifetime: f64,
    renews: bool,
    now: f64,
    /// The records of the client's entity, if there is a client.
    records: Option<IndexMap<String, Value>>,
}

impl Default for State {
    fn default() -> Self {
        let word = |word: &str| Some(word.to_owned());
        let facts = ContextFacts {
            project_id: word("project"),
            project_name: word("project"),
            project_domain_id: word("default"),
            user_id: word("user"),
            user_name: word("user"),
            user_domain_id: word("default"),
            request_id: word("req-00000000-0000-4000-8000-000000000000"),
            ..ContextFacts::default()
        };
        Self {
            facts,
            endpoints: Vec::new(),
            outage: None,
            token: None,
            is_revoked: false,
            lifetime: 3600.0,
            renews: true,
            now: 0.0,
            records: None,
        }
    }
}

/// Remaining life of a token with which the engine still uses it, in seconds: `MIN_TOKEN_LIFE_SECONDS` of keystoneauth.
const MIN_TOKEN_LIFE: f64 = 120.0;

impl Cloud {
    /// Creates a cloud without services.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with(self, set: impl FnOnce(&mut State)) -> Self {
        set(&mut self.state());
        self
    }

    /// Sets the facts of the requests. The project and the user of a resource are those of the
    /// [`Settings`](super::Settings).
    #[must_use]
    pub fn with_facts(self, facts: ContextFacts) -> Self {
        self.with(|state| state.facts = facts)
    }

    /// Sets the roles of the user.
    #[must_use]
    pub fn with_roles<R: Into<String>>(self, roles: impl IntoIterator<Item = R>) -> Self {
        self.with(|state| state.facts.roles = roles.into_iter().map(Into::into).collect())
    }

    /// Adds the endpoint of a service, for all its interfaces. Without a catalogue entry, a service is not found.
    #[must_use]
    pub fn with_endpoint(self, service_type: &str, url: impl Into<String>) -> Self {
        let endpoint = Endpoint { connect_retries: 0, ..Endpoint::new(url) };
        self.with(|state| state.endpoints.push((service_type.to_owned(), endpoint)))
    }

    /// Sets how long each token is valid, in seconds of the virtual clock; an hour by default. The engine replaces a token that
    /// is about to expire, two minutes before, so with a shorter life each question gets a new one.
    #[must_use]
    pub fn with_token_lifetime(self, seconds: f64) -> Self {
        self.with(|state| state.lifetime = seconds)
    }

    /// Makes the engine unable to get another token: it has the token of the user's request and nothing else, as Heat has by
    /// default while it works on a request.
    #[must_use]
    pub fn without_renewal(self) -> Self {
        self.with(|state| state.renews = false)
    }

    /// Adds a record with an ID, which Heat's client of the schema's `entity` shows and deletes.
    #[must_use]
    pub fn with_record(self, id: impl Into<String>, record: Value) -> Self {
        self.with(|state| {
            state.records.get_or_insert_default().insert(id.into(), record);
        })
    }

    /// Returns whether services accept a token now.
    #[must_use]
    pub fn accepts(&self, token: &str) -> bool {
        let state = self.state();
        let is_last = |(number, expires)| token == text(number) && state.now < expires;
        !state.is_revoked && state.token.is_some_and(is_last)
    }

    /// Revokes the last token.
    pub fn revoke_token(&self) {
        self.state().is_revoked = true;
    }

    /// Makes every question to the engine's context fail, as while Keystone is down, until this is called with `None`.
    pub fn set_outage(&self, failure: Option<Failure>) {
        self.state().outage = failure;
    }

    /// The records that exist: their IDs.
    #[must_use]
    pub fn records(&self) -> Vec<String> {
        self.state().records.iter().flat_map(IndexMap::keys).cloned().collect()
    }

    /// The context of a request in this cloud, for tests of custom constraints and finders.
    #[must_use]
    pub fn context(&self) -> RequestContext<'_> {
        RequestContext::new(self)
    }

    pub(crate) fn set_time(&self, now: f64) {
        self.state().now = now;
    }

    /// The record with an ID. `None` if there is no client.
    pub(crate) fn show(&self, id: &str) -> Option<Result<Value, Failure>> {
        let state = self.state();
        let records = state.records.as_ref()?;
        Some(records.get(id).cloned().ok_or_else(|| Failure::gone(format!("There is no {id}."))))
    }

    /// Deletes the record with an ID, which need not exist.
    pub(crate) fn delete(&self, id: &str) {
        if let Some(records) = &mut self.state().records {
            records.shift_remove(id);
        }
    }
}

fn text(number: u64) -> String {
    format!("token-{number}")
}

impl State {
    fn available(&self) -> Result<(), Failure> {
        self.outage.clone().map_or(Ok(()), Err)
    }

    /// A token; another one if the last one was refused. Follows `BaseIdentityPlugin` and `AccessInfoPlugin` of keystoneauth.
    fn token(&mut self, was_refused: bool) -> Option<Token> {
        let number = match self.token {
            None => 1,
            Some(_) if was_refused && !self.renews => return None,
            Some((number, expires)) => {
                let ends_soon = expires - self.now < MIN_TOKEN_LIFE;
                if !(self.renews && (was_refused || ends_soon)) {
                    return Some(Token::new(text(number)));
                }
                number + 1
            }
        };
        (self.token, self.is_revoked) = (Some((number, self.now + self.lifetime)), false);
        Some(Token::new(text(number)))
    }
}

impl ContextHost for Cloud {
    fn context_facts(&self) -> Result<ContextFacts, Failure> {
        let state = self.state();
        state.available()?;
        Ok(state.facts.clone())
    }

    fn token(&self, was_refused: bool) -> Result<Option<Token>, Failure> {
        let mut state = self.state();
        state.available()?;
        Ok(state.token(was_refused))
    }

    fn endpoint(&self, service_type: &str, _: Interface) -> Result<Endpoint, Failure> {
        let state = self.state();
        state.available()?;
        let found = state.endpoints.iter().find(|(name, _)| name == service_type);
        let missing = || {
            let text = format!("The catalogue has no endpoint for the service {service_type}.");
            Failure::failed(text).with_exception("EndpointNotFound")
        };
        found.map(|(_, endpoint)| endpoint.clone()).ok_or_else(missing)
    }
}
