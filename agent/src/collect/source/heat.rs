//! Heat's API: the metadata of the server's resource.

use heat_model::Value;

use super::{Answer, Fetched, Sources, json_of, map_of, needed};
use crate::collect::files::MAX_METADATA;
use crate::collect::ini::Options;
use crate::network::keystone::Credentials;
use crate::network::{Request, percent_encoded};

/// The account of a section.
pub(super) fn credentials(options: &Options, section: &str) -> Result<Credentials, Answer> {
    let needed = |name| needed(options, section, name).map(str::to_owned);
    Ok(Credentials {
        auth_url: needed("auth_url")?,
        password: needed("password")?,
        project_id: needed("project_id")?,
        user_id: needed("user_id")?,
    })
}

impl Sources {
    /// The metadata of the resource.
    pub(super) fn heat(&mut self, options: &Options) -> Fetched {
        let credentials = credentials(options, "heat")?;
        let path = format!(
            "/stacks/{}/resources/{}/metadata",
            percent_encoded(needed(options, "heat", "stack_id")?, "/"),
            percent_encoded(needed(options, "heat", "resource_name")?, "")
        );
        let region = options.get("heat", "region_name");
        let Self { clients, sessions, .. } = self;
        let client = clients.client(options, "heat", None);
        let response = sessions.with(client, &credentials, |session| {
            let url = format!("{}{path}", session.endpoint("orchestration", region)?);
            let headers = [("x-auth-token", session.token.as_str()), ("accept", "application/json")];
            client.send(Request::get(&url, &headers, MAX_METADATA))
        })?;
        let answer = json_of(&response, "Heat's answer")?;
        let metadata = answer.get("metadata").cloned().unwrap_or(Value::Null);
        map_of(metadata, "the metadata of the resource")
    }
}
