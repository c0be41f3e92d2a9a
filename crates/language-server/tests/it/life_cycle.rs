//! Tests of the order of messages, and of invalid messages.

use lsp_server::{Request, RequestId};
use serde_json::{Value, json};

use super::client::{Client, URI};

const NOT_INITIALIZED: i32 = -32002;
const INVALID_REQUEST: i32 = -32600;
const METHOD_NOT_FOUND: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;
const CANCELLED: i32 = -32800;

/// Checks the code of the error that answers a request.
fn check(client: &mut Client, method: &str, params: &Value, expect: i32) {
    let code = client.ask(method, params).map_err(|(code, _)| code);
    assert_eq!(code, Err(expect), "{method}");
}

#[test]
fn requests_are_answered_only_between_initialize_and_shutdown() {
    let mut client = Client::new();
    check(&mut client, "textDocument/hover", &json!({}), NOT_INITIALIZED);
    check(&mut client, "shutdown", &Value::Null, NOT_INITIALIZED);
    client.open(URI, "heat_template_version: rocky\n");
    client.ask("initialize", &json!({"capabilities": {}})).unwrap();
    check(&mut client, "initialize", &json!({"capabilities": {}}), INVALID_REQUEST);
    assert_eq!(client.ask("shutdown", &Value::Null), Ok(Value::Null));
    check(&mut client, "shutdown", &Value::Null, INVALID_REQUEST);
    check(&mut client, "textDocument/hover", &json!({}), INVALID_REQUEST);
    assert!(client.leave());
}

#[test]
fn leaving_without_a_word_is_noticed() {
    assert!(!Client::new().leave());
    assert!(!Client::initialized(&json!({"capabilities": {}})).leave());
}

#[test]
fn what_makes_no_sense_is_refused_or_ignored() {
    let mut client = Client::new();
    check(&mut client, "initialize", &json!([1]), INVALID_PARAMS);
    client.ask("initialize", &json!({"capabilities": {}, "initializationOptions": {"docsUrl": 5}})).unwrap();
    check(&mut client, "heat/unknown", &json!({}), METHOD_NOT_FOUND);
    check(&mut client, "textDocument/rename", &json!({"position": 5}), INVALID_PARAMS);
    for method in ["textDocument/didOpen", "textDocument/didChange", "textDocument/didClose", "$/unknown"] {
        client.notify(method, json!({"textDocument": 5}));
    }
    client.notify(
        "textDocument/didChange",
        json!({"textDocument": {"uri": URI, "version": 1}, "contentChanges": [{"text": "a"}]}),
    );
    let at = json!({"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}});
    let (_, message) = client.ask("textDocument/definition", &at).unwrap_err();
    assert_eq!(message, format!("the document `{URI}` is not open"));
}

#[test]
fn cancelled_requests_are_answered_as_such() {
    // The server is busy with this text while it receives the next messages, which were sent before it started.
    let large = format!("heat_template_version: rocky\nresources:\n{}", "  a: {type: A}\n".repeat(20_000));
    let ids = [1000, 1001, 1002].map(RequestId::from);
    let mut client = Client::with_waiting(|client| {
        client.send(
            Request {
                id: ids[0].clone(),
                method: "initialize".to_owned(),
                params: json!({"capabilities": {}}),
            }
            .into(),
        );
        client.notify("initialized", json!({}));
        client.open(URI, &large);
        for id in &ids[1..] {
            let params = json!({"textDocument": {"uri": URI}});
            client.send(
                Request { id: id.clone(), method: "textDocument/documentSymbol".to_owned(), params }.into(),
            );
        }
        client.notify("$/cancelRequest", json!({"id": 1002}));
    });
    client.answer_to(&ids[0]).unwrap();
    client.answer_to(&ids[1]).unwrap();
    let (code, _) = client.answer_to(&ids[2]).unwrap_err();
    assert_eq!(code, CANCELLED);
}
