//! The life cycle of the server: the messages that it accepts in each stage, and the dispatch to their answers.
//!
//! A [`Server`] reads nothing and writes nothing: it takes one message after the other and returns the answers, so that a test can
//! have the same conversation without a process.

use std::path::PathBuf;

use heat_report::program::NAME;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument,
    DidSaveTextDocument, Exit, Notification as _, PublishDiagnostics, ShowMessage,
};
use lsp_types::request::{Initialize, Request as _, Shutdown};
use lsp_types::{InitializeParams, PublishDiagnosticsParams, ShowMessageParams, Uri};
use serde_json::Value;

use super::requests;
use crate::catalogue::Catalogue;
use crate::documents::{Document, Documents};
use crate::protocol::addresses::path_of;
use crate::protocol::positions::Encoding;
use crate::protocol::refusal::{Refusal, read};
use crate::settings::Settings;
use crate::workspace::Workspace;

/// Stage of a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The client has not sent `initialize` yet.
    New,
    /// All requests are answered.
    Running,
    /// The client has sent `shutdown`.
    ShutDown,
    /// The client has left, after a `shutdown` request or without one.
    Ended { properly: bool },
}

/// A language server, which handles messages one after the other.
pub struct Server {
    stage: Stage,
    workspace: Workspace,
}

impl Server {
    /// A server that knows these types.
    #[must_use]
    pub fn new(catalogue: Catalogue) -> Self {
        let workspace = Workspace {
            catalogue,
            documents: Documents::default(),
            folders: Vec::new(),
            settings: Settings::default(),
            encoding: Encoding::default(),
        };
        Self { stage: Stage::New, workspace }
    }

    /// Returns whether the client has left.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        matches!(self.stage, Stage::Ended { .. })
    }

    /// Returns whether the client left after a `shutdown` request.
    #[must_use]
    pub fn has_ended_properly(&self) -> bool {
        self.stage == Stage::Ended { properly: true }
    }

    /// Handles a message, and returns the messages that answer it.
    #[must_use]
    pub fn handle(&mut self, message: Message) -> Vec<Message> {
        match message {
            Message::Request(request) => {
                let caution = requests::caution(&self.workspace, &request);
                let response = self.request(request);
                let said = caution.filter(|_| self.stage == Stage::Running && response.error.is_none());
                said.map(shown).into_iter().chain([response.into()]).collect()
            }
            Message::Notification(notification) => self.notification(notification),
            // The server sends no requests.
            Message::Response(_) => Vec::new(),
        }
    }

    /// Returns whether a document changed since it was checked.
    #[must_use]
    pub fn has_due(&self) -> bool {
        self.workspace.documents.iter().any(|document| document.is_due)
    }

    /// The findings of the first document that changed since it was checked; `None` if all are checked.
    #[must_use]
    pub fn next_due(&mut self) -> Option<Message> {
        let due = self.workspace.documents.iter().find(|document| document.is_due);
        let uri = due?.uri.clone();
        self.publish(&uri)
    }

    /// The findings of all documents that changed since they were checked.
    #[must_use]
    pub fn due(&mut self) -> Vec<Message> {
        std::iter::from_fn(|| self.next_due()).collect()
    }

    fn publish(&mut self, uri: &Uri) -> Option<Message> {
        let diagnostics = self.workspace.diagnostics(self.workspace.documents.get(uri)?);
        let document = self.workspace.documents.get_mut(uri)?;
        document.is_due = false;
        Some(published(PublishDiagnosticsParams {
            uri: uri.clone(),
            diagnostics,
            version: Some(document.version),
        }))
    }

    fn request(&mut self, request: Request) -> Response {
        let Request { id, method, params } = request;
        let result = match self.stage {
            Stage::New if method == Initialize::METHOD => self.initialize(params),
            Stage::New => Err(Refusal::with_code(
                ErrorCode::ServerNotInitialized,
                "the first request has to be `initialize`",
            )),
            Stage::ShutDown | Stage::Ended { .. } => {
                Err(Refusal::with_code(ErrorCode::InvalidRequest, "the server was shut down"))
            }
            Stage::Running if method == Initialize::METHOD => {
                Err(Refusal::with_code(ErrorCode::InvalidRequest, "the server is initialized already"))
            }
            Stage::Running if method == Shutdown::METHOD => {
                self.stage = Stage::ShutDown;
                Ok(Value::Null)
            }
            Stage::Running => requests::answer(&self.workspace, &method, params).unwrap_or_else(|| {
                let message = format!("there is no request `{method}`");
                Err(Refusal::with_code(ErrorCode::MethodNotFound, message))
            }),
        };
        response(id, result)
    }

    fn initialize(&mut self, params: Value) -> Result<Value, Refusal> {
        let params: InitializeParams = read(params)?;
        let offered =
            params.capabilities.general.as_ref().and_then(|general| general.position_encodings.as_deref());
        self.workspace.encoding = Encoding::negotiated(offered);
        let folders = params.workspace_folders.into_iter().flatten().map(|folder| folder.uri);
        #[expect(deprecated, reason = "clients that know no workspace folders say it in this way")]
        let root = params.root_uri;
        let paths = folders.chain(root).filter_map(|uri| path_of(uri.as_str()));
        self.workspace.folders = paths.map(PathBuf::from).collect();
        self.workspace.settings =
            Settings::read(params.initialization_options.as_ref(), &params.capabilities);
        self.stage = Stage::Running;
        Ok(serde_json::json!({
            "capabilities": requests::capabilities(self.workspace.encoding),
            "serverInfo": {"name": NAME, "version": env!("CARGO_PKG_VERSION")},
        }))
    }

    fn notification(&mut self, notification: Notification) -> Vec<Message> {
        let Notification { method, params } = notification;
        if method == Exit::METHOD {
            self.stage = Stage::Ended { properly: self.stage == Stage::ShutDown };
            return Vec::new();
        }
        if self.stage != Stage::Running {
            return Vec::new();
        }
        // A notification has no answer, so an invalid one is ignored.
        self.notified(&method, params).unwrap_or_default()
    }

    fn notified(&mut self, method: &str, params: Value) -> Option<Vec<Message>> {
        let encoding = self.workspace.encoding;
        let documents = &mut self.workspace.documents;
        match method {
            DidOpenTextDocument::METHOD => {
                let opened = notified::<DidOpenTextDocument>(params)?.text_document;
                documents.open(Document::new(opened.uri, opened.version, opened.text, encoding));
            }
            DidChangeTextDocument::METHOD => {
                let changed = notified::<DidChangeTextDocument>(params)?;
                let document = documents.get_mut(&changed.text_document.uri)?;
                document.change(changed.text_document.version, changed.content_changes);
                let path = document.path().to_owned();
                documents.file_changed(&path);
            }
            DidCloseTextDocument::METHOD => {
                let closed = documents.close(&notified::<DidCloseTextDocument>(params)?.text_document.uri)?;
                let params =
                    PublishDiagnosticsParams { uri: closed.uri, diagnostics: Vec::new(), version: None };
                return Some(vec![published(params)]);
            }
            DidSaveTextDocument::METHOD => {
                self.changed_on_disk(&notified::<DidSaveTextDocument>(params)?.text_document.uri);
            }
            DidChangeWatchedFiles::METHOD => {
                for change in notified::<DidChangeWatchedFiles>(params)?.changes {
                    self.changed_on_disk(&change.uri);
                }
            }
            _ => {}
        }
        Some(Vec::new())
    }

    /// Marks the documents to check again after a file changed.
    fn changed_on_disk(&mut self, uri: &Uri) {
        let Some(path) = path_of(uri.as_str()) else { return };
        let Workspace { catalogue, documents, .. } = &mut self.workspace;
        documents.file_changed(&path);
        if catalogue.refresh(path.as_ref()) {
            documents.iter_mut().for_each(Document::set_due);
        } else if let Some(document) = documents.get_mut(uri) {
            document.set_due();
        }
    }
}

/// The parameters of a notification; `None` if they do not conform to the protocol.
fn notified<N: lsp_types::notification::Notification>(params: Value) -> Option<N::Params> {
    serde_json::from_value(params).ok()
}

fn response(id: RequestId, result: Result<Value, Refusal>) -> Response {
    match result {
        Ok(result) => Response::new_ok(id, result),
        Err(refusal) => Response::new_err(id, refusal.code as i32, refusal.message),
    }
}

fn shown(params: ShowMessageParams) -> Message {
    Notification::new(ShowMessage::METHOD.to_owned(), params).into()
}

fn published(params: PublishDiagnosticsParams) -> Message {
    Notification::new(PublishDiagnostics::METHOD.to_owned(), params).into()
}
