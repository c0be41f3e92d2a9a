//! Benchmarks of the language server's answers about a template of 100 resources:
//! `cargo bench -p heat-codegen --bench language_server`.
//!
//! An editor asks with every key, so that an answer may take 20 ms.

#![allow(
    clippy::expect_used,
    clippy::print_stdout,
    clippy::missing_docs_in_private_items,
    reason = "a benchmark for people"
)]

use std::time::{Duration, Instant};

use heat_catalogue::SchemaFiles;
use heat_language_server::{Catalogue, Server};
use lsp_server::{Message, Notification, Request};
use serde_json::{Value, json};

mod large_template;

const URI: &str = "file:///nowhere/template.yaml";

/// Maximum time for an answer.
const BOUND: Duration = Duration::from_millis(20);

/// The line of the last resource's flavor, and a column within the name of the parameter.
const PLACE: (usize, usize) = (4 + 99 * 6 + 3, 28);

fn main() {
    // `cargo test` also runs benches, to check that they work; it does not measure.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let mut server = Server::new(Catalogue::new(SchemaFiles::built_in(), None));
    request(&mut server, "initialize", &json!({"capabilities": {}}));
    let document = json!({"uri": URI, "languageId": "yaml", "version": 1, "text": large_template::text()});
    notify(&mut server, "textDocument/didOpen", &json!({"textDocument": document}));
    row("findings after an edit", || {
        let (line, character) = (0, 0);
        let start = json!({"line": line, "character": character});
        let change = json!({"range": {"start": start, "end": start}, "text": "# A comment\n"});
        let back = json!({"range": {"start": start, "end": {"line": 1, "character": 0}}, "text": ""});
        let text_document = json!({"uri": URI, "version": 2});
        let start = Instant::now();
        let changes = json!({"textDocument": text_document, "contentChanges": [change, back]});
        notify(&mut server, "textDocument/didChange", &changes);
        assert_eq!(server.due().len(), 1, "the findings are published");
        start.elapsed()
    });
    let methods = [
        "completion",
        "hover",
        "definition",
        "references",
        "documentHighlight",
        "rename",
        "documentSymbol",
        "documentLink",
        "codeAction",
    ];
    for method in methods {
        let params = json!({
            "textDocument": {"uri": URI},
            "position": {"line": PLACE.0, "character": PLACE.1},
            "range": {"start": {"line": 0, "character": 0}, "end": {"line": PLACE.0, "character": PLACE.1}},
            "context": {"includeDeclaration": true, "triggerKind": 1, "diagnostics": []},
            "newName": "size",
        });
        row(method, || {
            let start = Instant::now();
            let answer = request(&mut server, &format!("textDocument/{method}"), &params);
            let time = start.elapsed();
            assert!(!answer.is_null(), "{method} has an answer");
            time
        });
    }
}

fn notify(server: &mut Server, method: &str, params: &Value) {
    _ = server.handle(Notification { method: method.to_owned(), params: params.clone() }.into());
}

fn request(server: &mut Server, method: &str, params: &Value) -> Value {
    let request = Request { id: 1.into(), method: method.to_owned(), params: params.clone() };
    match server.handle(request.into()).pop() {
        Some(Message::Response(response)) => response.result.expect("the request has a result"),
        _ => Value::Null,
    }
}

/// The median of some runs, beside the bound.
fn row(name: &str, mut run: impl FnMut() -> Duration) {
    let mut times: Vec<Duration> = (0..21).map(|_| run()).collect();
    times.sort();
    let median = times[times.len() / 2];
    let ratio = median.as_secs_f64() / BOUND.as_secs_f64();
    println!("{name:<34} {:>8.2} ms   {ratio:>5.2} of 20 ms", median.as_secs_f64() * 1e3);
}
