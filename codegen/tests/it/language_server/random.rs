//! Random edits and requests: the text stays that of the editor, and every request is answered.

use heat_language_server::Server;
use lsp_server::{Message, Notification, Request};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::client::{URI, catalogue};

const TEMPLATE: &str = "heat_template_version: 2018-08-31
parameters:
  size: {type: number, default: 5}
conditions: {large: {equals: [{get_param: size}, 64]}}
resources:
  server:
    type: My::Compute::Server
    condition: large
    properties:
      name: \"ä😀\"
      networks: [{port: {get_resource: server}}]
outputs: {a: {value: {get_attr: [server, address]}}}
";

/// What people and programs type, and what breaks a text.
const PIECES: [&str; 14] = [
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
    "😀",
    "&a *a",
    "get_param: ",
    "server:\n    type: My::Net::Port\n",
];

const REQUESTS: [&str; 10] = [
    "codeAction",
    "completion",
    "hover",
    "definition",
    "references",
    "documentHighlight",
    "rename",
    "prepareRename",
    "documentSymbol",
    "documentLink",
];

#[derive(Debug, Clone)]
enum Step {
    /// Replaces a range, as `[line, column, line, column]`.
    Edit([u32; 4], usize),
    /// Asks something about a place.
    Ask(usize, u32, u32),
    /// Asks for what is wrong.
    Check,
}

fn step() -> impl Strategy<Value = Step> {
    let place = || (0_u32..16, 0_u32..60);
    prop_oneof![
        4 => (place(), place(), 0..PIECES.len())
            .prop_map(|(from, to, piece)| Step::Edit([from.0, from.1, to.0, to.1], piece)),
        2 => (place(), 0..PIECES.len()).prop_map(|(at, piece)| Step::Edit([at.0, at.1, at.0, at.1], piece)),
        4 => (0..REQUESTS.len(), place()).prop_map(|(request, at)| Step::Ask(request, at.0, at.1)),
        1 => Just(Step::Check),
    ]
}

fn notify(server: &mut Server, method: &str, params: Value) {
    let answers = server.handle(Notification { method: method.to_owned(), params }.into());
    assert!(answers.is_empty());
}

fn ask(server: &mut Server, method: &str, params: Value) -> Value {
    let answers = server.handle(Request { id: 1.into(), method: method.to_owned(), params }.into());
    match answers.as_slice() {
        [Message::Response(response)] => serde_json::to_value(response).unwrap(),
        other => panic!("{other:?}"),
    }
}

/// The offset of a position in UTF-16 code units, counted in the simplest way.
fn offset(text: &str, line: u32, column: u32) -> usize {
    let mut at = 0;
    for _ in 0..line {
        let Some(end) = text[at..].find(['\n', '\r']) else { return text.len() };
        at += end + if text[at + end..].starts_with("\r\n") { 2 } else { 1 };
    }
    let mut left = usize::try_from(column).unwrap();
    for character in text[at..].chars() {
        if left < character.len_utf16() || character == '\n' || character == '\r' {
            break;
        }
        left -= character.len_utf16();
        at += character.len_utf8();
    }
    at
}

fn server(encoding: &str) -> Server {
    let mut server = Server::new(catalogue());
    let general = json!({"positionEncodings": [encoding]});
    ask(&mut server, "initialize", json!({"capabilities": {"general": general}}));
    server
}

fn open(server: &mut Server, text: &str) {
    let document = json!({"uri": URI, "languageId": "yaml", "version": 1, "text": text});
    notify(server, "textDocument/didOpen", json!({"textDocument": document}));
}

/// Takes the steps, and compares everything that is said about the text at the end with what is said about it as a whole.
fn check(steps: &[Step]) {
    let mut edited = server("utf-16");
    open(&mut edited, TEMPLATE);
    let mut text = TEMPLATE.to_owned();
    for step in steps {
        match step {
            Step::Edit([line, column, to, end], piece) => {
                let piece = PIECES[*piece];
                let range = json!({"start": {"line": line, "character": column}, "end": {"line": to, "character": end}});
                notify(
                    &mut edited,
                    "textDocument/didChange",
                    json!({"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"range": range, "text": piece}]}),
                );
                let start = offset(&text, *line, *column);
                let end = offset(&text, *to, *end).max(start);
                text.replace_range(start..end, piece);
            }
            Step::Ask(request, line, character) => {
                let method = format!("textDocument/{}", REQUESTS[*request]);
                let answer = ask(
                    &mut edited,
                    &method,
                    json!({
                        "textDocument": {"uri": URI},
                        "position": {"line": line, "character": character},
                        "range": {"start": {"line": 0, "character": 0}, "end": {"line": line, "character": character}},
                        "context": {"includeDeclaration": true, "triggerKind": 1, "diagnostics": []},
                        "newName": "other",
                    }),
                );
                // A request that is refused for its form would test nothing.
                assert_ne!(answer["error"]["code"], -32602, "{answer}");
            }
            Step::Check => _ = edited.due(),
        }
    }
    let mut fresh = server("utf-16");
    open(&mut fresh, &text);
    let outline = json!({"textDocument": {"uri": URI}});
    let [left, right] =
        [&mut edited, &mut fresh].map(|server| ask(server, "textDocument/documentSymbol", outline.clone()));
    assert_eq!(left, right, "{text}");
    _ = edited.due();
    notify(&mut edited, "textDocument/didSave", json!({"textDocument": {"uri": URI}}));
    let [left, right] = [&mut edited, &mut fresh].map(|server| match server.due().as_slice() {
        [Message::Notification(published)] => published.params["diagnostics"].clone(),
        other => panic!("{other:?}"),
    });
    assert_eq!(left, right, "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn any_edits_and_requests_are_survived(steps in prop::collection::vec(step(), 1..24)) {
        check(&steps);
    }
}
