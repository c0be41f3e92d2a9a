//! The conversation with a client: messages come in, the server answers them.

use std::collections::VecDeque;
use std::thread;

use lsp_server::{Connection, ErrorCode, Message, RequestId, Response};
use lsp_types::notification::{Cancel, Notification as _};
use lsp_types::{CancelParams, NumberOrString};

use super::server::Server;

/// The stack of the thread that answers: nested stacks are resolved recursively.
const STACK_SIZE: usize = 16 << 20;

/// Talks to a client until it leaves. Says whether the client left as it should.
///
/// # Errors
/// If the thread cannot be started.
pub fn serve(server: Server, connection: Connection) -> std::io::Result<bool> {
    let talk = move || Conversation { server, connection, waiting: VecDeque::new() }.run();
    let thread = thread::Builder::new().name("language server".to_owned()).stack_size(STACK_SIZE);
    let ended = thread.spawn(talk)?.join();
    Ok(ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
}

struct Conversation {
    server: Server,
    connection: Connection,
    /// The messages that came in and were not handled yet.
    waiting: VecDeque<Message>,
}

impl Conversation {
    fn run(mut self) -> bool {
        while let Some(message) = self.next() {
            let answers = match &message {
                Message::Request(request) if self.is_cancelled(&request.id) => {
                    vec![cancelled(request.id.clone())]
                }
                _ => self.server.handle(message),
            };
            if !self.send(answers) || self.server.has_ended() {
                break;
            }
        }
        self.server.has_ended_properly()
    }

    /// The next message. While there is none, what changed is checked; none if the client is gone.
    fn next(&mut self) -> Option<Message> {
        self.waiting.extend(self.connection.receiver.try_iter());
        if self.waiting.is_empty() {
            let due = self.server.due();
            if !self.send(due) {
                return None;
            }
            self.waiting.push_back(self.connection.receiver.recv().ok()?);
        }
        self.waiting.pop_front()
    }

    /// Sends messages; says whether the client is still there.
    fn send(&self, messages: Vec<Message>) -> bool {
        messages.into_iter().all(|message| self.connection.sender.send(message).is_ok())
    }

    /// Whether a later message says that nobody waits for the answer any longer.
    fn is_cancelled(&self, id: &RequestId) -> bool {
        self.waiting.iter().any(|message| match message {
            Message::Notification(notification) if notification.method == Cancel::METHOD => {
                let params = serde_json::from_value::<CancelParams>(notification.params.clone());
                params.is_ok_and(|params| request_id(params.id) == *id)
            }
            _ => false,
        })
    }
}

fn request_id(id: NumberOrString) -> RequestId {
    match id {
        NumberOrString::Number(number) => number.into(),
        NumberOrString::String(text) => text.into(),
    }
}

fn cancelled(id: RequestId) -> Message {
    Response::new_err(id, ErrorCode::RequestCanceled as i32, "the request was cancelled".to_owned()).into()
}
