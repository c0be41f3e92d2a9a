//! Heat's API: the metadata of the server's resource.

use heat_model::Value;

use super::answer::{FetchResult, json_of, map_of, needed};
use super::clients::Clients;
use super::session::{Sessions, credentials};
use crate::collect::files::MAX_METADATA;
use crate::collect::ini::Options;
use crate::network::{Request, percent_encoded};

/// Fetches the metadata of the resource.
pub(super) fn fetch(clients: &mut Clients, sessions: &mut Sessions, options: &Options) -> FetchResult {
    let credentials = credentials(options, "heat")?;
    let path = format!(
        "/stacks/{}/resources/{}/metadata",
        percent_encoded(needed(options, "heat", "stack_id")?, "/"),
        percent_encoded(needed(options, "heat", "resource_name")?, "")
    );
    let region = options.get("heat", "region_name");
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
