//! Conversations with the server that are generated from bytes: edits, requests, and messages of any form.
//!
//! Every request must be answered once. As long as only well-formed edits are sent, the server must have the resulting text,
//! which the conversation computes as well, and must have the same findings in it as a server that received the whole text.
//!
//! The test of random conversations and the fuzz target `language_server` use this file.

use heat_language_server::{Catalogue, Server};
use lsp_server::{Message, Notification, Request};
use serde_json::{Value, json};

const URI: &str = "file:///nowhere/server.yaml";

/// Other documents: the settings of a project, one that was never saved, and another template.
const OTHER_URIS: [&str; 3] = ["file:///nowhere/heat-codegen.yaml", "untitled:1", "file:///nowhere/a.yaml"];

const TEMPLATE: &str = "heat_template_version: 2018-08-31
parameters:
  size: {type: number, default: 5}
conditions: {large: {equals: [{get_param: size}, 64]}}
resources:
  server:
    type: SERVER
    condition: large
    properties:
      name: \"ä😀\"
      networks: [{port: {get_resource: server}}]
outputs: {a: {value: {get_attr: [server, address]}}}
";

/// Inserted texts: some that people and programs type, and some that break a document. The empty one is replaced by a text from
/// the bytes.
const PIECES: [&str; 21] = [
    "",
    "\n",
    "\r\n",
    "\r",
    "  ",
    "- ",
    ": ",
    "{",
    "]",
    "'",
    "\"",
    "😀",
    "&a *a",
    "<<: *a",
    "get_param: ",
    "get_parm: sise",
    "# heat-codegen: allow(unused-paramter)",
    "|\n  text\n",
    "{get_file: a.yaml}",
    "port: {type: OS::Neutron::Prot}\n",
    "server:\n    type: My::Net::Port\n",
];

/// Requests that an editor sends about a position.
const REQUESTS: [&str; 10] = [
    "textDocument/codeAction",
    "textDocument/completion",
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/rename",
    "textDocument/prepareRename",
    "textDocument/documentSymbol",
    "textDocument/documentLink",
];

/// Requests that an editor sends at other times, or never.
const OTHER_REQUESTS: [&str; 4] = ["initialize", "shutdown", "textDocument/unknown", ""];

const NOTIFICATIONS: [&str; 8] = [
    "textDocument/didOpen",
    "textDocument/didChange",
    "textDocument/didClose",
    "textDocument/didSave",
    "workspace/didChangeWatchedFiles",
    "initialized",
    "$/cancelRequest",
    "exit",
];

/// The error code for parameters that do not have the form of the request.
const INVALID_PARAMS: i64 = -32602;

/// The bytes that determine the next step. When none are left, they are 0.
pub(crate) struct Choices<'i>(pub(crate) &'i [u8]);

impl Choices<'_> {
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[usize::from(self.byte()) % all.len()]
    }

    fn text(&mut self) -> String {
        let length = usize::from(self.byte()).min(self.0.len());
        let (text, rest) = self.0.split_at(length);
        self.0 = rest;
        String::from_utf8_lossy(text).into_owned()
    }

    fn piece(&mut self) -> String {
        let piece = self.one_of(&PIECES);
        if piece.is_empty() { self.text() } else { piece.to_owned() }
    }

    /// Chooses a line and a column.
    fn position(&mut self) -> [u32; 2] {
        match self.byte() {
            255 => [u32::MAX; 2],
            line => [u32::from(line % 32), u32::from(self.byte())],
        }
    }
}

/// Kinds of messages that are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Messages {
    /// Edits, requests about a position, and waiting.
    WellFormed,
    /// Well-formed messages, and messages of any form.
    Any,
}

/// A conversation about one document.
pub(crate) struct Conversation {
    server: Server,
    catalogue: Catalogue,
    /// The text of the document; `None` once it cannot be known.
    text: Option<String>,
    /// Number of bytes that the server wrote.
    pub(crate) written: usize,
}

impl Conversation {
    /// A server that was initialized with this encoding, and has this text.
    pub(crate) fn new(catalogue: Catalogue, text: String, encoding: &str) -> Self {
        let mut conversation =
            Self { server: Server::new(catalogue.clone()), catalogue, text: None, written: 0 };
        let general = json!({"positionEncodings": [encoding]});
        conversation.ask("initialize", json!({"capabilities": {"general": general}}));
        conversation.open(&text);
        // The columns of other encodings are not computed here.
        conversation.text = (encoding == "utf-16").then_some(text);
        conversation
    }

    /// A server with any text, or else a template with a server of this type; it may not have been initialized.
    pub(crate) fn any(catalogue: Catalogue, server_type: &str, choices: &mut Choices<'_>) -> Self {
        let encoding = choices.one_of(&["utf-8", "utf-16"]);
        let is_initialized = choices.byte() != 255;
        let own = choices.text();
        let text = if own.is_empty() { template(server_type) } else { own };
        if is_initialized {
            return Self::new(catalogue, text, encoding);
        }
        let mut conversation =
            Self { server: Server::new(catalogue.clone()), catalogue, text: None, written: 0 };
        conversation.open(&text);
        conversation
    }

    /// Runs steps for as long as there are bytes, and then compares the server with one that received the whole text.
    pub(crate) fn talk(mut self, choices: &mut Choices<'_>, messages: Messages, max_steps: usize) -> usize {
        for _ in 0..max_steps {
            if choices.0.is_empty() || self.server.has_ended() {
                break;
            }
            self.step(choices, messages);
        }
        let written = self.written + length(&self.server.due());
        self.has_the_whole_text();
        written
    }

    fn step(&mut self, choices: &mut Choices<'_>, messages: Messages) {
        let kinds = if messages == Messages::Any { 8 } else { 6 };
        match choices.byte() % kinds {
            0..=2 => {
                let (from, to) = (choices.position(), choices.position());
                let piece = choices.piece();
                self.edit(from, to, &piece);
            }
            3 | 4 => {
                let is_other = messages == Messages::Any && choices.byte() % 4 == 3;
                let method =
                    if is_other { choices.one_of(&OTHER_REQUESTS) } else { choices.one_of(&REQUESTS) };
                let [from, to] = [choices.position(), choices.position()].map(position);
                let params = json!({
                    "textDocument": {"uri": URI},
                    "position": from,
                    "range": {"start": from, "end": to},
                    "context": {"includeDeclaration": true, "triggerKind": 1, "diagnostics": []},
                    "newName": choices.one_of(&["other", "server", "", "a b", "ä"]),
                });
                let answer = self.ask(method, params);
                // A request that is refused because of its form would test nothing.
                assert!(is_other || answer["error"]["code"] != INVALID_PARAMS, "{answer}");
                self.forget_if(is_other);
            }
            5 => self.written += length(&self.server.due()),
            6 => {
                let uri = choices.one_of(&[URI, OTHER_URIS[0], OTHER_URIS[1], OTHER_URIS[2]]);
                let document =
                    json!({"uri": uri, "languageId": "yaml", "version": 1, "text": choices.text()});
                let params = json!({"textDocument": document, "changes": [{"uri": uri, "type": 2}]});
                let method = choices.one_of(&NOTIFICATIONS);
                self.forget_if(true);
                self.notify(method, params);
            }
            _ => {
                let text = choices.text();
                let params = serde_json::from_str(&text).unwrap_or(Value::String(text));
                self.forget_if(true);
                if choices.byte().is_multiple_of(2) {
                    let is_other = choices.byte() % 4 == 3;
                    let requests: &[&str] = if is_other { &OTHER_REQUESTS } else { &REQUESTS };
                    let method = choices.one_of(requests);
                    self.ask(method, params);
                } else {
                    self.notify(choices.one_of(&NOTIFICATIONS), params);
                }
            }
        }
    }

    fn forget_if(&mut self, is_unknown: bool) {
        if is_unknown {
            self.text = None;
        }
    }

    fn open(&mut self, text: &str) {
        let document = json!({"uri": URI, "languageId": "yaml", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Replaces a range. One that ends before it begins is empty.
    fn edit(&mut self, from: [u32; 2], to: [u32; 2], piece: &str) {
        let change = json!({"range": {"start": position(from), "end": position(to)}, "text": piece});
        let params = json!({"textDocument": {"uri": URI, "version": 2}, "contentChanges": [change]});
        self.notify("textDocument/didChange", params);
        if let Some(text) = &mut self.text {
            let start = offset(text, from);
            let end = offset(text, to).max(start);
            text.replace_range(start..end, piece);
        }
    }

    fn notify(&mut self, method: &str, params: Value) {
        let answers = self.server.handle(Notification { method: method.to_owned(), params }.into());
        assert!(self.text.is_none() || answers.is_empty(), "{method} is answered by {answers:?}");
        self.written += length(&answers);
    }

    /// Sends a request, which must be answered once. A warning may be shown with the answer, for example when a rename deletes a
    /// resource of a running stack.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        let request = Request { id: 7.into(), method: method.to_owned(), params };
        let answers = self.server.handle(request.into());
        self.written += length(&answers);
        let (shown, answers): (Vec<_>, Vec<_>) = answers.into_iter().partition(
            |answer| matches!(answer, Message::Notification(shown) if shown.method == "window/showMessage"),
        );
        assert!(shown.len() <= 1, "{method} shows {shown:?}");
        match answers.as_slice() {
            [Message::Response(response)] if response.id == 7.into() => {
                serde_json::to_value(response).unwrap_or_default()
            }
            other => panic!("{method} is answered by {other:?}"),
        }
    }

    /// Checks that the server's findings are those of a server that received the whole text.
    fn has_the_whole_text(mut self) {
        let Some(text) = self.text.take() else { return };
        let mut fresh = Self::new(self.catalogue.clone(), text.clone(), "utf-16");
        let outline = json!({"textDocument": {"uri": URI}});
        let [left, right] =
            [&mut self, &mut fresh].map(|each| each.ask("textDocument/documentSymbol", outline.clone()));
        assert_eq!(left, right, "{text}");
        _ = self.server.due();
        self.notify("textDocument/didSave", json!({"textDocument": {"uri": URI}}));
        let [left, right] = [self, fresh].map(|mut each| match each.server.due().as_slice() {
            [Message::Notification(published)] => published.params["diagnostics"].clone(),
            other => panic!("{other:?}"),
        });
        assert_eq!(left, right, "{text}");
    }
}

/// A template with a server of this type.
pub(crate) fn template(server_type: &str) -> String {
    TEMPLATE.replace("SERVER", server_type)
}

fn position([line, character]: [u32; 2]) -> Value {
    json!({"line": line, "character": character})
}

/// The offset of a position in UTF-16 code units, counted in the simplest way.
fn offset(text: &str, [line, column]: [u32; 2]) -> usize {
    let mut at = 0;
    for _ in 0..line {
        let Some(end) = text[at..].find(['\n', '\r']) else { return text.len() };
        at += end + if text[at + end..].starts_with("\r\n") { 2 } else { 1 };
    }
    let mut left = usize::try_from(column).unwrap_or(usize::MAX);
    for character in text[at..].chars() {
        if left < character.len_utf16() || character == '\n' || character == '\r' {
            break;
        }
        left -= character.len_utf16();
        at += character.len_utf8();
    }
    at
}

/// The total length of some messages.
fn length(messages: &[Message]) -> usize {
    messages.iter().map(|message| serde_json::to_string(message).map_or(0, |text| text.len())).sum()
}
