//! Zaqar, version 2 of its API: posting a message to a queue, reading messages and deleting them.
//!
//! The Python tools post by version 1.1, which neither the current Zaqar nor its current client supports.

use heat_model::{Value, json};

use super::{Client, Failure, Method, Request, percent_encoded};

/// Maximum size of an answer: messages with metadata.
const MAX_ANSWER: u64 = 16 << 20;

/// Number of messages that are read at once: Zaqar's default.
const MESSAGES_AT_ONCE: u32 = 10;

/// ID of the agent as a client. Zaqar leaves out messages that were sent under the same ID unless it is asked for them.
const CLIENT_ID: &str = "6f1d2bb7-0b2c-4b65-9c3c-0d6ac0f3a3f1";

/// A queue and the parameters for its use.
#[derive(Clone, Copy)]
pub struct Queue<'a> {
    /// Zaqar's URL, from the service catalog.
    pub endpoint: &'a str,
    /// A token.
    pub token: &'a str,
    /// ID of the project.
    pub project_id: &'a str,
    /// Name of the queue.
    pub name: &'a str,
}

/// A message.
#[derive(Debug, Clone)]
pub struct Message {
    /// ID by which the message is deleted.
    pub id: String,
    /// Body of the message.
    pub body: Value,
}

impl Queue<'_> {
    /// Posts a message.
    ///
    /// # Errors
    /// If it was not accepted.
    pub fn post(&self, client: &Client, body: &str, seconds: u32) -> Result<(), Failure> {
        let body = format!("{{\"messages\": [{{\"ttl\": {seconds}, \"body\": {body}}}]}}");
        self.send(client, Method::Post, "", Some(&body)).map(drop)
    }

    /// Reads the oldest messages, in order, and leaves them in the queue.
    ///
    /// # Errors
    /// If there was no valid answer.
    pub fn messages(&self, client: &Client) -> Result<Vec<Message>, Failure> {
        let query = format!("?limit={MESSAGES_AT_ONCE}&echo=true&include_claimed=true");
        let answer = self.send(client, Method::Get, &query, None)?;
        let text = std::str::from_utf8(&answer).ok().map(str::trim);
        // An empty queue is reported as an empty list, or without a body.
        if text == Some("") {
            return Ok(Vec::new());
        }
        let parsed = text.and_then(|text| json::parse(text).ok());
        let list = parsed.as_ref().and_then(|answer| answer.get("messages")?.as_list());
        let list = list.ok_or_else(|| Failure::soon("Zaqar's answer is not a list of messages"))?;
        let messages = list.iter().filter_map(|message| {
            let id = match (message.get("id"), message.get("href")) {
                (Some(Value::String(id)), _) => id.clone(),
                (_, Some(Value::String(href))) => {
                    href.split('?').next()?.rsplit('/').next().map(str::to_owned)?
                }
                _ => return None,
            };
            Some(Message { id, body: message.get("body").cloned().unwrap_or(Value::Null) })
        });
        Ok(messages.collect())
    }

    /// Deletes messages that were read, which are the oldest ones.
    ///
    /// # Errors
    /// If Zaqar refuses to delete them.
    pub fn delete(&self, client: &Client, ids: &[String]) -> Result<(), Failure> {
        if ids.is_empty() {
            return Ok(());
        }
        let encoded: Vec<String> = ids.iter().map(|id| percent_encoded(id, "")).collect();
        match self.send(client, Method::Delete, &format!("?ids={}", encoded.join(",")), None) {
            // Zaqar can be configured to delete only claimed messages; but messages can always be popped in their order.
            Err(failure) if failure.status == Some(400) => {
                self.send(client, Method::Delete, &format!("?pop={}", ids.len()), None).map(drop)
            }
            result => result.map(drop),
        }
    }

    fn send(
        &self,
        client: &Client,
        method: Method,
        query: &str,
        body: Option<&str>,
    ) -> Result<Vec<u8>, Failure> {
        let endpoint = self.endpoint.trim_end_matches('/');
        let endpoint = endpoint.strip_suffix("/v2").unwrap_or(endpoint);
        let url = format!("{endpoint}/v2/queues/{}/messages{query}", percent_encoded(self.name, ""));
        let headers = [
            ("x-auth-token", self.token),
            ("x-project-id", self.project_id),
            ("client-id", CLIENT_ID),
            ("content-type", "application/json"),
            ("accept", "application/json"),
        ];
        // Of any other answer, only the status code is used.
        let limit = if method == Method::Get { MAX_ANSWER } else { 0 };
        let request = Request { method, url: &url, headers: &headers, body, limit };
        Ok(client.send(request)?.body)
    }
}
