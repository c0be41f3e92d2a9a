//! A conversation with the language server: a text, and then edits, requests and messages of any form. The server survives all of
//! them, answers each request once, and does so in time.
#![no_main]

mod limits;

use heat_language_server::{Catalogue, Server};
use heat_catalogue::SchemaFiles;
use libfuzzer_sys::fuzz_target;
use lsp_server::{Message, Notification, Request};
use serde_json::{Value, json};

const URI: &str = "file:///nowhere/template.yaml";
const OTHER_URI: &str = "file:///nowhere/heat-codegen.yaml";

const TEMPLATE: &str = "heat_template_version: 2018-08-31
parameters:
  size: {type: number, default: 5}
conditions: {large: {equals: [{get_param: size}, 64]}}
resources:
  server:
    type: OS::Nova::Server
    condition: large
    properties:
      name: \"ä😀\"
      networks: [{port: {get_resource: server}}]
outputs: {a: {value: {get_attr: [server, addresses]}}}
";

/// What people and programs type, and what breaks a text.
const PIECES: [&str; 20] = [
    "", "\n", "\r\n", "\r", "  ", "- ", ": ", "{", "]", "'", "\"", "😀", "&a *a", "<<: *a", "get_param: ", "get_parm: sise",
    "# heat-codegen: allow(unused-paramter)", "|\n  text\n", "{get_file: a.yaml}", "port: {type: OS::Neutron::Prot}\n",
];

const REQUESTS: [&str; 14] = [
    "textDocument/completion",
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/rename",
    "textDocument/prepareRename",
    "textDocument/documentSymbol",
    "textDocument/documentLink",
    "textDocument/codeAction",
    "initialize",
    "shutdown",
    "textDocument/unknown",
    "",
];

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

thread_local! {
    static CATALOGUE: Catalogue = Catalogue::new(SchemaFiles::built_in(), None);
}

/// The bytes that decide what comes next. Where there are none left, they are 0.
struct Choices<'i>(&'i [u8]);

impl<'i> Choices<'i> {
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

    fn position(&mut self) -> Value {
        match self.byte() {
            255 => json!({"line": u32::MAX, "character": u32::MAX}),
            line => json!({"line": line % 32, "character": self.byte()}),
        }
    }
}

fuzz_target!(|input: &[u8]| {
    let shown = String::from_utf8_lossy(input);
    limits::check(&shown, || CATALOGUE.with(|catalogue| talk(catalogue.clone(), input)));
});

/// Takes all steps, and says how much the server wrote. What it writes of one text grows with the text, and it is asked often.
fn talk(catalogue: Catalogue, input: &[u8]) -> usize {
    let mut choices = Choices(input);
    let mut server = Server::new(catalogue);
    let encoding = choices.one_of(&["utf-8", "utf-16"]);
    let general = json!({"general": {"positionEncodings": [encoding]}});
    let mut written = 0;
    if choices.byte() != 255 {
        written += ask(&mut server, "initialize", json!({"capabilities": general}));
    }
    let own = choices.text();
    let text = if own.is_empty() { TEMPLATE.to_owned() } else { own };
    let document = json!({"uri": URI, "languageId": "yaml", "version": 1, "text": text});
    written += notify(&mut server, "textDocument/didOpen", json!({"textDocument": document}));
    for _ in 0..40 {
        if choices.0.is_empty() || server.has_ended() {
            break;
        }
        written += step(&mut server, &mut choices);
    }
    written += said(&server.due());
    written / 40
}

fn step(server: &mut Server, choices: &mut Choices<'_>) -> usize {
    match choices.byte() % 8 {
        0..=2 => {
            let range = json!({"start": choices.position(), "end": choices.position()});
            let piece = choices.one_of(&PIECES);
            let text = if piece.is_empty() { choices.text() } else { piece.to_owned() };
            let change = json!({"range": range, "text": text});
            let document = json!({"uri": URI, "version": 2});
            notify(server, "textDocument/didChange", json!({"textDocument": document, "contentChanges": [change]}))
        }
        3 | 4 => {
            let method = choices.one_of(&REQUESTS);
            let (position, end) = (choices.position(), choices.position());
            let params = json!({
                "textDocument": {"uri": URI},
                "position": position,
                "range": {"start": position, "end": end},
                "context": {"includeDeclaration": true, "triggerKind": 1, "diagnostics": []},
                "newName": choices.one_of(&["other", "server", "", "a b", "ä"]),
            });
            ask(server, method, params)
        }
        5 => said(&server.due()),
        6 => {
            let uri = choices.one_of(&[URI, OTHER_URI, "untitled:1", "file:///nowhere/a.yaml"]);
            let document = json!({"uri": uri, "languageId": "yaml", "version": 1, "text": choices.text()});
            let params = json!({"textDocument": document, "changes": [{"uri": uri, "type": 2}]});
            notify(server, choices.one_of(&NOTIFICATIONS), params)
        }
        _ => {
            let (method, params) = (choices.one_of(&REQUESTS), choices.text());
            let params = serde_json::from_str(&params).unwrap_or(Value::String(params));
            if choices.byte() % 2 == 0 {
                ask(server, method, params)
            } else {
                notify(server, choices.one_of(&NOTIFICATIONS), params)
            }
        }
    }
}

/// Sends a request, which has to be answered once.
fn ask(server: &mut Server, method: &str, params: Value) -> usize {
    let answers = server.handle(Request { id: 7.into(), method: method.to_owned(), params }.into());
    let is_answer = matches!(answers.as_slice(), [Message::Response(response)] if response.id == 7.into());
    assert!(is_answer, "{method} is answered by {answers:?}");
    said(&answers)
}

fn notify(server: &mut Server, method: &str, params: Value) -> usize {
    said(&server.handle(Notification { method: method.to_owned(), params }.into()))
}

/// How long some messages are.
fn said(messages: &[Message]) -> usize {
    messages.iter().map(|message| serde_json::to_string(message).map_or(0, |text| text.len())).sum()
}
