//! Tokens, kept for as long as os-collect-config keeps them.

use std::time::{Duration, Instant};

use super::answer::{Answer, needed};
use crate::collect::ini::Options;
use crate::network::keystone::{Credentials, Session};
use crate::network::{Client, Failure};

/// Time for which a token is used. A service that refuses it earlier gets a new one.
const LIFETIME: Duration = Duration::from_secs(1800);

/// Reads the account in a section.
pub(super) fn credentials(options: &Options, section: &str) -> Result<Credentials, Answer> {
    let needed = |name| needed(options, section, name).map(str::to_owned);
    Ok(Credentials {
        auth_url: needed("auth_url")?,
        password: needed("password")?,
        project_id: needed("project_id")?,
        user_id: needed("user_id")?,
    })
}

/// The token of one account: a server uses only one at a time.
#[derive(Default)]
pub(super) struct Sessions(Option<(Credentials, Instant, Session)>);

impl Sessions {
    /// Forgets the token, so that the next request logs in again.
    pub(super) fn forget(&mut self) {
        self.0 = None;
    }

    /// Calls the function with a session, and a second time with a new session if the service refuses the token.
    pub(super) fn with<T>(
        &mut self,
        client: &Client,
        credentials: &Credentials,
        mut request: impl FnMut(&Session) -> Result<T, Failure>,
    ) -> Result<T, Answer> {
        if let Some((known, since, session)) = &self.0
            && known == credentials
            && since.elapsed() < LIFETIME
        {
            match request(session) {
                Err(failure) if failure.status == Some(401) => {}
                result => return Ok(result?),
            }
        }
        let session = credentials.log_in(client)?;
        let result = request(&session);
        self.0 = result.is_ok().then(|| (credentials.clone(), Instant::now(), session));
        Ok(result?)
    }
}
