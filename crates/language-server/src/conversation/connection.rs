//! Exchange of messages with a client.
//!
//! Only the newest text matters. All messages that have arrived are read before anything is checked. A request about a text that a
//! later message changes is not answered, but refused as the protocol defines. After a change, a check waits for the next one as
//! long as a check takes.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use lsp_server::{Connection, ErrorCode, Message, Request, RequestId, Response};
use lsp_types::notification::{Cancel, DidChangeTextDocument, Notification as _};
use lsp_types::{CancelParams, NumberOrString};
use serde_json::Value;

use super::server::Server;

/// Stack size of the thread that answers: nested stacks are resolved recursively.
const STACK_SIZE: usize = 16 << 20;

/// Maximum time that a check waits for a further change: nobody notices it, and a fast typist needs longer for a key.
const MAX_PAUSE: Duration = Duration::from_millis(100);

/// Serves a client until it leaves. Returns true if the client left after a `shutdown` request.
///
/// # Errors
/// If a thread cannot be started.
pub fn serve(server: Server, connection: Connection) -> std::io::Result<bool> {
    // The connection holds one message until it is taken. Without this thread, the server would not see the ones behind it.
    let (forward, messages) = channel();
    let receiver = connection.receiver.clone();
    let reader = thread::Builder::new().name("messages".to_owned());
    reader.spawn(move || receiver.iter().try_for_each(|message| forward.send(message)))?;
    let conversation = Conversation::new(server, connection, messages);
    let thread = thread::Builder::new().name("language server".to_owned()).stack_size(STACK_SIZE);
    let ended = thread.spawn(move || conversation.run())?.join();
    Ok(ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
}

struct Conversation {
    server: Server,
    connection: Connection,
    messages: Receiver<Message>,
    /// The messages that have arrived and are not handled yet.
    waiting: VecDeque<Message>,
    /// Time at which the last change was handled.
    changed: Instant,
    /// Time to wait for a further change: the duration of the last check, up to `MAX_PAUSE`.
    pause: Duration,
}

impl Conversation {
    fn new(server: Server, connection: Connection, messages: Receiver<Message>) -> Self {
        let waiting = VecDeque::new();
        Self { server, connection, messages, waiting, changed: Instant::now(), pause: Duration::ZERO }
    }

    fn run(mut self) -> bool {
        while let Some(message) = self.next() {
            if is_change(&message) {
                self.changed = Instant::now();
            }
            let answers = match &message {
                Message::Request(request) => match self.refusal(request) {
                    Some(refusal) => vec![refusal.into()],
                    None => self.server.handle(message),
                },
                _ => self.server.handle(message),
            };
            if !self.send(answers) || self.server.has_ended() {
                break;
            }
        }
        self.server.has_ended_properly()
    }

    /// The next message; `None` if the client is gone. Until one arrives, changed documents are checked.
    fn next(&mut self) -> Option<Message> {
        loop {
            self.waiting.extend(self.messages.try_iter());
            if let Some(message) = self.waiting.pop_front() {
                return Some(message);
            }
            if !self.server.has_due() {
                return self.messages.recv().ok();
            }
            let pause = self.pause.saturating_sub(self.changed.elapsed());
            match self.messages.recv_timeout(pause) {
                Ok(message) => return Some(message),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => self.check()?,
            }
        }
    }

    /// Checks one document that changed, and publishes its findings; `None` if the client is gone.
    fn check(&mut self) -> Option<()> {
        let began = Instant::now();
        let findings = self.server.next_due();
        self.pause = began.elapsed().min(MAX_PAUSE);
        self.send(findings).then_some(())
    }

    /// Sends messages; returns false if the client is gone.
    fn send(&self, messages: impl IntoIterator<Item = Message>) -> bool {
        messages.into_iter().all(|message| self.connection.sender.send(message).is_ok())
    }

    /// The refusal of a request that was cancelled, or that is about a text that a later message changes.
    fn refusal(&self, request: &Request) -> Option<Response> {
        if self.waiting.iter().any(|message| cancels(message, &request.id)) {
            return Some(refused(request, ErrorCode::RequestCanceled, "the request was cancelled"));
        }
        let uri = document(&request.params)?;
        let mut later = self.waiting.iter().filter(|message| is_change(message));
        let is_outdated = later.any(|change| match change {
            Message::Notification(change) => document(&change.params) == Some(uri),
            _ => false,
        });
        is_outdated.then(|| refused(request, ErrorCode::ContentModified, "the document has changed since"))
    }
}

fn is_change(message: &Message) -> bool {
    matches!(message, Message::Notification(notification) if notification.method == DidChangeTextDocument::METHOD)
}

/// Returns whether a message cancels a request.
fn cancels(message: &Message, id: &RequestId) -> bool {
    match message {
        Message::Notification(notification) if notification.method == Cancel::METHOD => {
            let params = serde_json::from_value::<CancelParams>(notification.params.clone());
            params.is_ok_and(|params| request_id(params.id) == *id)
        }
        _ => false,
    }
}

/// The URI of the document that a message is about.
fn document(params: &Value) -> Option<&str> {
    params.get("textDocument")?.get("uri")?.as_str()
}

fn request_id(id: NumberOrString) -> RequestId {
    match id {
        NumberOrString::Number(number) => number.into(),
        NumberOrString::String(text) => text.into(),
    }
}

fn refused(request: &Request, code: ErrorCode, message: &str) -> Response {
    Response::new_err(request.id.clone(), code as i32, message.to_owned())
}

#[cfg(test)]
mod tests {
    use lsp_server::Notification;
    use serde_json::json;

    use super::*;
    use crate::Catalogue;
    use heat_catalogue::SchemaFiles;

    const URI: &str = "file:///nowhere/a.yaml";

    fn request(id: i32, method: &str, params: Value) -> Message {
        Request { id: id.into(), method: method.to_owned(), params }.into()
    }

    fn notification(method: &str, params: Value) -> Message {
        Notification { method: method.to_owned(), params }.into()
    }

    fn changed(version: i32, text: &str) -> Message {
        let document = json!({"uri": URI, "version": version});
        let params = json!({"textDocument": document, "contentChanges": [{"text": text}]});
        notification("textDocument/didChange", params)
    }

    fn symbols(id: i32, uri: &str) -> Message {
        request(id, "textDocument/documentSymbol", json!({"textDocument": {"uri": uri}}))
    }

    /// Compares the server's answers to messages that arrived at once, after the document was opened with version 1.
    fn check(messages: Vec<Message>, expect: &[&str]) {
        let text = "heat_template_version: rocky\n";
        let document = json!({"uri": URI, "languageId": "yaml", "version": 1, "text": text});
        let first = [
            request(0, "initialize", json!({"capabilities": {}})),
            notification("textDocument/didOpen", json!({"textDocument": document})),
        ];
        let (sender, waiting) = channel();
        first.into_iter().chain(messages).for_each(|message| sender.send(message).unwrap());
        let (ours, theirs) = Connection::memory();
        let client = thread::spawn(move || {
            let said = theirs.receiver.iter().skip(1).map(|message| match message {
                Message::Response(answer) => {
                    let error = answer.error.map_or("answered".to_owned(), |error| error.code.to_string());
                    format!("{}: {error}", answer.id)
                }
                Message::Notification(found) => format!("findings of {}", found.params["version"]),
                Message::Request(request) => panic!("{request:?}"),
            });
            said.collect::<Vec<_>>()
        });
        drop(sender);
        Conversation::new(Server::new(Catalogue::new(SchemaFiles::default(), None)), ours, waiting).run();
        assert_eq!(client.join().unwrap(), expect);
    }

    #[test]
    fn a_question_about_a_text_that_changes_is_refused() {
        check(vec![symbols(1, URI)], &["1: answered"]);
        check(
            vec![symbols(1, URI), changed(2, "a"), symbols(2, URI), changed(3, "b"), symbols(3, URI)],
            &["1: -32801", "2: -32801", "3: answered"],
        );
        // The error for this request is that its document is not open.
        check(vec![symbols(1, "file:///nowhere/b.yaml"), changed(2, "a")], &["1: -32803"]);
    }

    #[test]
    fn a_cancelled_question_is_refused_as_such() {
        let cancel = notification("$/cancelRequest", json!({"id": 1}));
        check(vec![symbols(1, URI), changed(2, "a"), cancel], &["1: -32800"]);
    }
}
