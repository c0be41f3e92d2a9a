//! A Zaqar queue, to which Heat posts the whole metadata with each change.

use heat_model::Value;

use super::answer::{Answer, FetchResult, needed};
use super::clients::Clients;
use super::session::{Sessions, credentials};
use crate::collect::ini::Options;
use crate::network::Failure;
use crate::network::zaqar::Queue;

/// Messages that were read and are still in the queue.
#[derive(Default)]
pub(super) struct Read {
    ids: Vec<String>,
}

/// Fetches the newest metadata in the queue. Messages stay in the queue until their content is stored: os-collect-config deletes
/// them before, and loses content that is not stored when the power fails.
pub(super) fn fetch(
    clients: &mut Clients,
    sessions: &mut Sessions,
    read: &mut Read,
    options: &Options,
) -> FetchResult {
    let messages = with_queue(clients, sessions, options, |client, queue| queue.messages(client))?;
    read.ids = messages.iter().map(|message| message.id.clone()).collect();
    if messages.is_empty() {
        return Err(Answer::Unchanged);
    }
    let mut bodies = messages.into_iter().rev().map(|message| message.body);
    bodies
        .find(|body| matches!(body, Value::Map(_)))
        .ok_or_else(|| Answer::Unavailable("the messages in the queue are no metadata".to_owned()))
}

/// Deletes the messages that were read.
pub(super) fn kept(
    clients: &mut Clients,
    sessions: &mut Sessions,
    read: &mut Read,
    options: &Options,
) -> Result<(), Failure> {
    let ids = std::mem::take(&mut read.ids);
    if ids.is_empty() {
        return Ok(());
    }
    match with_queue(clients, sessions, options, |client, queue| queue.delete(client, &ids)) {
        Err(Answer::Unavailable(message)) => Err(Failure::soon(message)),
        _ => Ok(()),
    }
}

fn with_queue<T>(
    clients: &mut Clients,
    sessions: &mut Sessions,
    options: &Options,
    mut request: impl FnMut(&crate::network::Client, Queue<'_>) -> Result<T, Failure>,
) -> Result<T, Answer> {
    let credentials = credentials(options, "zaqar")?;
    let name = needed(options, "zaqar", "queue_id")?;
    let region = options.get("zaqar", "region_name");
    let client = clients.client(options, "zaqar", options.get("zaqar", "ca_file"));
    sessions.with(client, &credentials, |session| {
        let endpoint = session.endpoint("messaging", region)?;
        let project_id = &credentials.project_id;
        request(client, Queue { endpoint: &endpoint, token: &session.token, project_id, name })
    })
}
