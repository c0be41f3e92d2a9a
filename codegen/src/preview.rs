//! The preview's HTTP side: a site in memory, and pages that reload themselves.

use std::collections::HashMap;
use std::net::TcpListener;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use heat_site::SiteFile;

use super::http::{self, Hosts, Request, Response};

/// The path of the script that is added to every page; it waits for the next version, and reloads.
const RELOAD_PATH: &str = "/__reload.js";

/// The path for the script's requests, which are answered when there is a newer version than the one that the script knows.
const WAIT_PATH: &str = "/__wait";

/// The maximum time that a request waits, so that dead connections end.
const MAX_WAIT: Duration = Duration::from_secs(25);

/// The maximum number of waiting requests. Each uses a connection, and the number of connections is only slightly larger.
const MAX_WAITING: usize = 32;

const RELOAD_SCRIPT: &str = include_str!("reload.js");

/// The current contents of the site.
#[derive(Debug, Default)]
pub struct Preview {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    version: u64,
    files: HashMap<String, Arc<Vec<u8>>>,
    /// The errors in the newest change; empty if there are none.
    errors: String,
    /// The number of requests that wait for the next version.
    waiting: usize,
}

impl Preview {
    /// Shows a new version of the whole site.
    pub fn show(&self, files: Vec<SiteFile>) {
        let mut state = self.lock();
        state.files = files.into_iter().map(|file| (file.path, Arc::new(file.contents))).collect();
        self.advance(state, String::new());
    }

    /// Replaces some files.
    pub fn replace(&self, files: Vec<SiteFile>) {
        let mut state = self.lock();
        state.files.extend(files.into_iter().map(|file| (file.path, Arc::new(file.contents))));
        self.advance(state, String::new());
    }

    /// Keeps the site, and shows the errors in the newest change over it.
    pub fn show_errors(&self, errors: String) {
        let state = self.lock();
        self.advance(state, errors);
    }

    /// The current version, from 1; it increases with every change.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.lock().version
    }

    /// The contents of a file.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<Arc<Vec<u8>>> {
        self.lock().files.get(path).cloned()
    }

    fn advance(&self, mut state: MutexGuard<'_, State>, errors: String) {
        state.errors = errors;
        state.version += 1;
        self.changed.notify_all();
    }

    /// A thread that panics while it has the lock leaves complete values behind: they are replaced, not changed.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The version and the errors, once the version differs from `known`; `None` if too many requests are waiting.
    fn wait(&self, known: u64) -> Option<(u64, String)> {
        let mut state = self.lock();
        if state.waiting >= MAX_WAITING {
            return None;
        }
        state.waiting += 1;
        let (mut state, _) = self
            .changed
            .wait_timeout_while(state, MAX_WAIT, |state| state.version == known)
            .unwrap_or_else(PoisonError::into_inner);
        state.waiting -= 1;
        Some((state.version, state.errors.clone()))
    }
}

/// Answers requests, for as long as the program runs.
pub(super) fn answer_requests(listener: &TcpListener, hosts: &Hosts, preview: &Arc<Preview>) {
    let preview = Arc::clone(preview);
    http::serve(listener, hosts, &move |request: &Request| answer(request, &preview));
}

fn answer(request: &Request, preview: &Preview) -> Response {
    let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    match path {
        RELOAD_PATH => reply(200, content_type(path), RELOAD_SCRIPT.as_bytes().to_vec()),
        WAIT_PATH => {
            let known = query.strip_prefix("version=").and_then(|number| number.parse().ok()).unwrap_or(0);
            let Some((version, errors)) = preview.wait(known) else {
                return Response::words(503, "Too many pages are already waiting.");
            };
            let body = serde_json::json!({ "version": version, "errors": errors }).to_string();
            reply(200, "application/json", body.into_bytes())
        }
        _ => page(path, preview),
    }
}

fn page(path: &str, preview: &Preview) -> Response {
    let mut name = decode(path.trim_start_matches('/'));
    if name.is_empty() || name.ends_with('/') {
        name.push_str("index.html");
    }
    let (status, name, contents) = match preview.file(&name) {
        Some(contents) => (200, name.as_str(), contents),
        None => (404, "404.html", preview.file("404.html").unwrap_or_default()),
    };
    reply(status, content_type(name), with_reload(name, &contents))
}

/// Adds the script that reloads a page to it.
fn with_reload(name: &str, contents: &[u8]) -> Vec<u8> {
    let script = format!("<script src=\"{RELOAD_PATH}\" defer></script></head>");
    match std::str::from_utf8(contents) {
        Ok(text) if content_type(name).starts_with("text/html") => {
            text.replacen("</head>", &script, 1).into_bytes()
        }
        _ => contents.to_vec(),
    }
}

fn reply(status: u16, content_type: &'static str, body: Vec<u8>) -> Response {
    Response { status, content_type, body: body.into() }
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("xml") => "application/xml",
        Some("txt") => "text/plain; charset=utf-8",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}

/// Decodes the percent encoding of a path; invalid codes stay unchanged.
fn decode(path: &str) -> String {
    let bytes = path.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let code = path.get(at + 1..at + 3).filter(|_| *byte == b'%');
        let decoded = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        out.push(decoded.unwrap_or(*byte));
        at += if decoded.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    fn check(path: &str, status: u16, contains: &str) {
        let preview = Preview::default();
        let file =
            |path: &str, text: &str| SiteFile { path: path.to_owned(), contents: text.as_bytes().to_vec() };
        preview.show(vec![
            file("index.html", "<head></head>home"),
            file("404.html", "<head></head>nothing"),
            file("types/A b.html", "<head></head>spaced"),
            file("a.js", "</head>"),
        ]);
        let response = page(path, &preview);
        assert_eq!(response.status, status, "{path}");
        assert!(String::from_utf8(response.body.into_owned()).unwrap().contains(contains), "{path}");
    }

    #[test]
    fn pages_are_found_and_reload_themselves() {
        check("/", 200, "<script src=\"/__reload.js\" defer></script></head>home");
        check("/types/A%20b.html", 200, "spaced");
        check("/a.js", 200, "</head>");
        check("/../../etc/passwd", 404, "nothing");
        check("/%", 404, "nothing");
    }

    #[test]
    fn waiting_ends_with_the_next_version() {
        let preview = Arc::new(Preview::default());
        preview.show(Vec::new());
        assert_eq!(preview.wait(0), Some((1, String::new())));
        let waiting = Arc::clone(&preview);
        let thread = thread::spawn(move || waiting.wait(1));
        preview.show_errors("broken".to_owned());
        assert_eq!(thread.join().unwrap(), Some((2, "broken".to_owned())));
    }

    #[test]
    fn waiting_requests_are_limited() {
        let preview = Arc::new(Preview::default());
        let waiting: Vec<_> = (0..MAX_WAITING)
            .map(|_| {
                let preview = Arc::clone(&preview);
                thread::spawn(move || preview.wait(0))
            })
            .collect();
        while preview.lock().waiting < MAX_WAITING {
            thread::yield_now();
        }
        assert_eq!(preview.wait(0), None);
        preview.show(Vec::new());
        assert!(waiting.into_iter().all(|thread| thread.join().unwrap() == Some((1, String::new()))));
        assert_eq!(preview.wait(0), Some((1, String::new())));
    }
}
