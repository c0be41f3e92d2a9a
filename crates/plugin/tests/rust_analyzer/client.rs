//! A client for the Language Server Protocol, as far as needed to query rust-analyzer.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Maximum wait for an answer. The first answers wait until the macro has been compiled.
const PATIENCE: Duration = Duration::from_secs(540);

/// A running rust-analyzer with a package open.
pub(crate) struct Client {
    server: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    next_id: u64,
    file: String,
    text: String,
    /// The queries and answers, for people to read.
    pub(crate) transcript: String,
}

/// A position in a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// The last components of the file's path.
    pub(crate) file: String,
    /// The line, from 0.
    pub(crate) line: u64,
    /// The text of the range, if it is in the open file.
    pub(crate) text: String,
}

impl Client {
    /// Starts rust-analyzer on a package, opens `src/lib.rs`, and waits until everything is loaded.
    pub(crate) fn open(package: &Path, target: &Path) -> Self {
        let mut server = Command::new("rust-analyzer")
            .current_dir(package)
            .env("CARGO_TARGET_DIR", target)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("rust-analyzer can be started: rustup component add rust-analyzer rust-src");
        let input = server.stdin.take().unwrap();
        let output = BufReader::new(server.stdout.take().unwrap());
        let (send, messages) = channel();
        std::thread::spawn(move || {
            let mut output = output;
            while let Some(message) = read(&mut output) {
                if send.send(message).is_err() {
                    break;
                }
            }
        });
        let file = format!("file://{}", package.join("src/lib.rs").display());
        let text = std::fs::read_to_string(package.join("src/lib.rs")).unwrap();
        let mut client = Self { server, input, messages, next_id: 0, file, text, transcript: String::new() };
        client.ask(
            "initialize",
            &json!({
                "processId": null,
                "rootUri": format!("file://{}", package.display()),
                "capabilities": {
                    "textDocument": {"hover": {"contentFormat": ["markdown"]}, "rename": {"prepareSupport": true}},
                    "experimental": {"serverStatusNotification": true},
                },
                "initializationOptions": {
                    "cachePriming": {"enable": false},
                    "checkOnSave": false,
                    "completion": {"autoimport": {"enable": false}, "postfix": {"enable": false}},
                },
            }),
        )
        .expect("rust-analyzer starts");
        client.notify("initialized", &json!({}));
        let document = json!({"uri": client.file, "languageId": "rust", "version": 1, "text": client.text});
        client.notify("textDocument/didOpen", &json!({"textDocument": document}));
        client.wait_until_loaded();
        client
    }

    fn wait_until_loaded(&mut self) {
        loop {
            let message = self.receive();
            if message["method"] == "experimental/serverStatus" && message["params"]["quiescent"] == true {
                assert_ne!(message["params"]["health"], "error", "{message}");
                return;
            }
        }
    }

    /// The definition of the name at the cursor, the `|` in a snippet of the file.
    pub(crate) fn definition(&mut self, at: &str) -> Vec<Place> {
        let answer = self.ask_at("textDocument/definition", at, json!({}));
        self.places(&answer)
    }

    /// The uses of the name at the cursor, without its definition.
    pub(crate) fn references(&mut self, at: &str) -> Vec<Place> {
        let context = json!({"context": {"includeDeclaration": false}});
        let answer = self.ask_at("textDocument/references", at, context);
        self.places(&answer)
    }

    /// The text shown for the name at the cursor.
    pub(crate) fn hover(&mut self, at: &str) -> String {
        let answer = self.ask_at("textDocument/hover", at, json!({}));
        answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    /// The completions at the cursor.
    pub(crate) fn completion(&mut self, at: &str) -> Vec<String> {
        let answer = self.ask_at("textDocument/completion", at, json!({}));
        let items = if answer.is_array() { &answer } else { &answer["items"] };
        let labels = items.as_array().into_iter().flatten().filter_map(|item| item["label"].as_str());
        labels.map(str::to_owned).collect()
    }

    /// The changes, file by file, if the name at the cursor is renamed to `new`; or why it cannot be.
    pub(crate) fn rename(&mut self, at: &str, new: &str) -> Result<Value, String> {
        let params = self.position(at, json!({"newName": new}));
        let answer = self.ask("textDocument/rename", &params);
        self.note("textDocument/rename", at, &answer);
        answer
    }

    fn ask_at(&mut self, method: &str, at: &str, more: Value) -> Value {
        let params = self.position(at, more);
        let answer = self.ask(method, &params);
        self.note(method, at, &answer);
        answer.unwrap_or_else(|message| panic!("{method} at `{at}`: {message}"))
    }

    fn note(&mut self, method: &str, at: &str, answer: &Result<Value, String>) {
        let shown = match answer {
            Ok(answer) => shortened(answer),
            Err(message) => format!("error: {message}"),
        };
        self.transcript.extend([method, " at `", at, "`\n    ", &shown, "\n"]);
    }

    fn position(&self, at: &str, mut more: Value) -> Value {
        let cursor = at.find('|').expect("a snippet has a cursor");
        let plain = at.replacen('|', "", 1);
        let start = self.text.find(&plain).unwrap_or_else(|| panic!("`{plain}` is in the file"));
        let before = &self.text[..start + cursor];
        let line = before.matches('\n').count();
        let character = before.len() - before.rfind('\n').map_or(0, |end| end + 1);
        more["textDocument"] = json!({"uri": self.file});
        more["position"] = json!({"line": line, "character": character});
        more
    }

    fn places(&self, answer: &Value) -> Vec<Place> {
        let places = answer.as_array().into_iter().flatten().map(|place| {
            let uri = place["uri"].as_str().or(place["targetUri"].as_str()).unwrap_or_default();
            let range =
                if place["range"].is_null() { &place["targetSelectionRange"] } else { &place["range"] };
            let line = range["start"]["line"].as_u64().unwrap_or_default();
            let text = if uri == self.file { self.text_of(range) } else { String::new() };
            let parts: Vec<&str> = uri.rsplit('/').take(2).collect();
            Place { file: parts.into_iter().rev().collect::<Vec<_>>().join("/"), line, text }
        });
        let mut places: Vec<Place> = places.collect();
        places.sort();
        places
    }

    fn text_of(&self, range: &Value) -> String {
        let number = |value: &Value| {
            value.as_u64().and_then(|number| usize::try_from(number).ok()).unwrap_or_default()
        };
        let line = self.text.lines().nth(number(&range["start"]["line"])).unwrap_or_default();
        let columns = number(&range["start"]["character"])..number(&range["end"]["character"]);
        line.get(columns).unwrap_or_default().to_owned()
    }

    /// Sends a request and waits for the answer, or for the message of an error, which also reports a panic
    /// of the server.
    fn ask(&mut self, method: &str, params: &Value) -> Result<Value, String> {
        for _ in 0..50 {
            self.next_id += 1;
            let id = self.next_id;
            self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
            let answer = loop {
                let message = self.receive();
                if message["id"] == id && message["method"].is_null() {
                    break message;
                }
            };
            match &answer["error"] {
                Value::Null => return Ok(answer["result"].clone()),
                // The contents were modified, or the request was cancelled: something was loaded in between.
                error if [-32801, -32800].contains(&error["code"].as_i64().unwrap_or_default()) => {
                    std::thread::sleep(Duration::from_millis(200));
                }
                error => return Err(error["message"].as_str().unwrap_or_default().to_owned()),
            }
        }
        Err("the server does not become idle".to_owned())
    }

    fn notify(&mut self, method: &str, params: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.input.flush().unwrap();
    }

    /// The next message; the server's own requests are answered with null.
    fn receive(&mut self) -> Value {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let message = self.messages.recv_timeout(left).expect("rust-analyzer answers in time");
            if !message["method"].is_null() && !message["id"].is_null() {
                self.send(&json!({"jsonrpc": "2.0", "id": message["id"], "result": null}));
            } else {
                return message;
            }
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// A message: headers, an empty line, and as many bytes of JSON as the headers specify.
fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("Content-Length: ") {
            length = value.parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

/// An answer on one readable line.
fn shortened(answer: &Value) -> String {
    let text = match answer["contents"]["value"].as_str() {
        Some(markdown) => markdown.replace('\n', " "),
        None => answer.to_string(),
    };
    let mut short: String = text.chars().take(300).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
