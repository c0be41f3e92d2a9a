//! A conversation with the language server over the standard streams of the program.

use std::io::{Read as _, Write as _};
use std::process::Stdio;

use lsp_server::{Message, Notification, Request};
use serde_json::{Value, json};

use crate::support::{command, fixture};

/// A message with the header that a stream requires.
fn framed(message: &Message) -> Vec<u8> {
    let mut bytes = Vec::new();
    message.write(&mut bytes).unwrap();
    bytes
}

#[test]
fn the_command_talks_over_its_standard_streams() {
    let request = |id: i32, method: &str, params: Value| {
        framed(&Request { id: id.into(), method: method.to_owned(), params }.into())
    };
    let notification =
        |method: &str, params: Value| framed(&Notification { method: method.to_owned(), params }.into());
    let document = json!({"uri": "file:///nowhere/server.yaml", "languageId": "yaml", "version": 1, "text": "heat_template_version: rokcy\n"});
    let conversation = [
        request(
            1,
            "initialize",
            json!({"capabilities": {"general": {"positionEncodings": ["utf-8", "utf-16"]}}}),
        ),
        notification("initialized", json!({})),
        notification("textDocument/didOpen", json!({"textDocument": document})),
        request(2, "shutdown", Value::Null),
        notification("exit", Value::Null),
    ];
    let mut server = command(&fixture("catalogue"), &["language-server", "--stdio"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = server.stdin.take().unwrap();
    for message in conversation {
        input.write_all(&message).unwrap();
    }
    let mut out = String::new();
    server.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    assert!(server.wait().unwrap().success(), "{out}");
    assert!(out.contains(r#""positionEncoding":"utf-8""#), "{out}");
    assert!(out.contains(r#"{"jsonrpc":"2.0","id":2,"result":null}"#), "{out}");
}
