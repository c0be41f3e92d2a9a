//! A client of the server in the same process, and functions that format its answers.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use heat_catalogue::SchemaFiles;
use heat_language_server::{Catalogue, Server, serve};
use lsp_server::{Connection, Message, Notification, Request, RequestId};
use serde_json::{Value, json};

/// URI of the document of a test, if it is not saved.
pub(crate) const URI: &str = "file:///nowhere/server.yaml";

/// Maximum time to wait for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Client {
    connection: Option<Connection>,
    server: Option<JoinHandle<bool>>,
    next_id: i32,
    /// The notifications that came before the answer.
    pub(crate) notified: Vec<Value>,
}

/// The catalogue of the tests, which is read once.
pub(crate) fn catalogue() -> Catalogue {
    static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(read_catalogue);
    CATALOGUE.clone()
}

/// The schemas of the catalogue of the tests.
pub(crate) fn schemas() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../cli/tests/fixtures/catalogue/schemas")
        .canonicalize()
        .unwrap()
}

fn read_catalogue() -> Catalogue {
    let folder = schemas();
    Catalogue::new(SchemaFiles::read(&folder), Some(&folder))
}

impl Client {
    /// A server that was not initialized.
    pub(crate) fn new() -> Self {
        Self::with_waiting(|_| {})
    }

    /// A server for which some messages are already waiting when it starts.
    pub(crate) fn with_waiting(send: impl FnOnce(&mut Self)) -> Self {
        Self::started(catalogue(), send)
    }

    /// A server that was not initialized, with the types of Heat, including those of earlier releases.
    pub(crate) fn with_heat() -> Self {
        Self::started(Catalogue::new(SchemaFiles::built_in(), None), |_| {})
    }

    fn started(catalogue: Catalogue, send: impl FnOnce(&mut Self)) -> Self {
        let (server, client) = Connection::memory();
        let mut client = Self { connection: Some(client), server: None, next_id: 0, notified: Vec::new() };
        send(&mut client);
        client.server = Some(thread::spawn(move || serve(Server::new(catalogue), server).unwrap()));
        client
    }

    /// A server that was initialized with these parameters.
    pub(crate) fn initialized(params: &Value) -> Self {
        let mut client = Self::new();
        client.ask("initialize", params).unwrap();
        client.notify("initialized", json!({}));
        client
    }

    /// A server with a document. The rules that are off by default are enabled, so that there are findings.
    pub(crate) fn with(uri: &str, text: &str) -> Self {
        let enable = ["undescribed-parameter", "unused-parameter"];
        let options = json!({"docsUrl": "https://docs.example.org/heat/", "enable": enable});
        let mut client = Self::initialized(&json!({"capabilities": {}, "initializationOptions": options}));
        client.open(uri, text);
        client
    }

    pub(crate) fn open(&mut self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": "yaml", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    pub(crate) fn send(&self, message: Message) {
        self.connection.as_ref().unwrap().sender.send(message).unwrap();
    }

    pub(crate) fn notify(&self, method: &str, params: Value) {
        self.send(Notification { method: method.to_owned(), params }.into());
    }

    /// Sends a request and waits for the answer, or the code and the message of the error.
    pub(crate) fn ask(&mut self, method: &str, params: &Value) -> Result<Value, (i32, String)> {
        self.next_id += 1;
        let id = RequestId::from(self.next_id);
        let request = Request { id: id.clone(), method: method.to_owned(), params: params.clone() };
        self.send(request.into());
        self.answer_to(&id)
    }

    pub(crate) fn answer_to(&mut self, id: &RequestId) -> Result<Value, (i32, String)> {
        loop {
            match self.receive() {
                Message::Response(response) if response.id == *id => {
                    let answer = response.error.map(|error| (error.code, error.message));
                    return answer.map_or(Ok(response.result.unwrap_or_default()), Err);
                }
                Message::Notification(notification) => self.notified.push(notification.params),
                other => panic!("unexpected: {other:?}"),
            }
        }
    }

    fn receive(&self) -> Message {
        self.connection.as_ref().unwrap().receiver.recv_timeout(PATIENCE).expect("the server answers")
    }

    /// Waits for the next findings that are published.
    pub(crate) fn published(&mut self) -> Value {
        if !self.notified.is_empty() {
            return self.notified.remove(0);
        }
        match self.receive() {
            Message::Notification(notification) => notification.params,
            other => panic!("unexpected: {other:?}"),
        }
    }

    /// Shuts the server down. Returns whether it considers the shutdown regular.
    pub(crate) fn leave(&mut self) -> bool {
        self.notify("exit", Value::Null);
        self.server.take().unwrap().join().unwrap()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // The server exits when its connection is closed.
        drop(self.connection.take());
        if let Some(server) = self.server.take() {
            server.join().unwrap();
        }
    }
}

/// The text without the cursor, which is its first `|`, and the position of the cursor.
pub(crate) fn cursor(text: &str) -> (String, Value) {
    let at = text.find('|').expect("there is a cursor");
    let before = &text[..at];
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let character: usize = before[start..].chars().map(char::len_utf16).sum();
    (text.replacen('|', "", 1), json!({"line": line, "character": character}))
}

/// The text of a key in each item of a list that has it, such as the labels of completions.
pub(crate) fn texts<'v>(items: &'v Value, key: &str) -> Vec<&'v str> {
    items.as_array().into_iter().flatten().filter_map(|item| item[key].as_str()).collect()
}

/// The answer to a request at the cursor of a text.
pub(crate) fn at_cursor(text: &str, method: &str, mut more: Value) -> (String, Result<Value, (i32, String)>) {
    let (text, position) = cursor(text);
    more["textDocument"] = json!({"uri": URI});
    more["position"] = position;
    let answer = Client::with(URI, &text).ask(method, &more);
    (text, answer)
}

/// Ranges in a text: each line that contains one, with carets below it. `note` contains the text to write beside them.
pub(crate) fn drawn<'v>(text: &str, ranges: impl Iterator<Item = (&'v Value, String)>) -> String {
    let mut out = String::new();
    for (range, note) in ranges {
        let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
        let (start, end) = (&range["start"], &range["end"]);
        let line = number(&start["line"]);
        let shown = text.split('\n').nth(line).unwrap_or_default();
        let width = if end["line"] == start["line"] {
            number(&end["character"]) - number(&start["character"])
        } else {
            shown.chars().count().saturating_sub(number(&start["character"]))
        };
        let margin = " ".repeat(number(&start["character"]));
        let note = note.replace('\n', &format!("\n       {margin}"));
        _ = writeln!(out, "{:>4} | {shown}\n     | {margin}{} {note}", line + 1, "^".repeat(width.max(1)));
    }
    out
}

/// Creates the folder of a test, with these files. The folder of all tests looks like a repository of its own, so that the server
/// does not look for a catalogue or for settings in this project.
pub(crate) fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let repository = Path::new(env!("CARGO_TARGET_TMPDIR")).join("language-server");
    fs::create_dir_all(repository.join(".git")).unwrap();
    let folder = repository.join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    for (file, text) in files {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder.canonicalize().unwrap()
}

pub(crate) fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}
