//! The requests that the server answers.

use lsp_types::request::{
    CodeActionRequest, Completion, DocumentHighlightRequest, DocumentLinkRequest, DocumentSymbolRequest,
    GotoDefinition, HoverRequest, PrepareRenameRequest, References, Rename, Request, WorkspaceSymbolRequest,
};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CompletionOptions, CompletionResponse,
    DocumentLinkOptions, DocumentSymbolResponse, HoverProviderCapability, OneOf, RenameOptions, RenameParams,
    SaveOptions, ServerCapabilities, TextDocumentPositionParams, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions, Uri, WorkDoneProgressOptions,
    WorkspaceSymbolResponse,
};
use serde_json::Value;

use crate::answers::actions::FIX_ALL;
use crate::documents::Document;
use crate::protocol::positions::Encoding;
use crate::protocol::refusal::{Refusal, read, written};
use crate::workspace::Workspace;

/// The capabilities that the server announces.
pub(crate) fn capabilities(encoding: Encoding) -> ServerCapabilities {
    let no_progress = WorkDoneProgressOptions::default();
    ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
            ..TextDocumentSyncOptions::default()
        })),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some([" ", "[", "{", "\"", "'", ":", "/"].map(str::to_owned).into()),
            ..CompletionOptions::default()
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        document_link_provider: Some(DocumentLinkOptions {
            resolve_provider: Some(false),
            work_done_progress_options: no_progress,
        }),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, FIX_ALL]),
            resolve_provider: Some(false),
            work_done_progress_options: no_progress,
        })),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: no_progress,
        })),
        ..ServerCapabilities::default()
    }
}

type Answer<R> = Result<<R as Request>::Result, Refusal>;

/// The answer to a request; `None` if the method is unknown.
pub(crate) fn answer(workspace: &Workspace, method: &str, params: Value) -> Option<Result<Value, Refusal>> {
    Some(match method {
        Completion::METHOD => of::<Completion>(params, |params| {
            let (document, at) = workspace.place(&params.text_document_position)?;
            Ok(workspace.completion(document, at).map(CompletionResponse::Array))
        }),
        HoverRequest::METHOD => of::<HoverRequest>(params, |params| {
            let (document, at) = workspace.place(&params.text_document_position_params)?;
            Ok(workspace.hover(document, at))
        }),
        GotoDefinition::METHOD => of::<GotoDefinition>(params, |params| {
            let (document, at) = workspace.place(&params.text_document_position_params)?;
            Ok(workspace.definition(document, at))
        }),
        References::METHOD => of::<References>(params, |params| {
            let (document, at) = workspace.place(&params.text_document_position)?;
            Ok(workspace.references(document, at, params.context.include_declaration))
        }),
        DocumentHighlightRequest::METHOD => of::<DocumentHighlightRequest>(params, |params| {
            let (document, at) = workspace.place(&params.text_document_position_params)?;
            Ok(workspace.highlights(document, at))
        }),
        DocumentSymbolRequest::METHOD => of::<DocumentSymbolRequest>(params, |params| {
            let document = workspace.document(&params.text_document.uri)?;
            Ok(workspace.symbols(document).map(DocumentSymbolResponse::Nested))
        }),
        DocumentLinkRequest::METHOD => of::<DocumentLinkRequest>(params, |params| {
            Ok(workspace.links(workspace.document(&params.text_document.uri)?))
        }),
        PrepareRenameRequest::METHOD => of::<PrepareRenameRequest>(params, |params| {
            let (document, at) = workspace.place(&params)?;
            Ok(workspace.prepare_rename(document, at))
        }),
        CodeActionRequest::METHOD => of::<CodeActionRequest>(params, |params| {
            let document = workspace.document(&params.text_document.uri)?;
            Ok(Some(workspace.actions(document, params.range, &params.context)))
        }),
        WorkspaceSymbolRequest::METHOD => of::<WorkspaceSymbolRequest>(params, |params| {
            Ok(Some(WorkspaceSymbolResponse::Flat(workspace.workspace_symbols(&params.query))))
        }),
        Rename::METHOD => of::<Rename>(params, |params| {
            let (document, at) = workspace.place(&params.text_document_position)?;
            workspace.rename(document, at, &params.new_name).map(Some)
        }),
        _ => return None,
    })
}

/// The warning that a client without support for annotations has to show before it gets the answer to a request.
pub(crate) fn caution(
    workspace: &Workspace,
    request: &lsp_server::Request,
) -> Option<lsp_types::ShowMessageParams> {
    if request.method != Rename::METHOD || workspace.settings.has_annotations {
        return None;
    }
    let params: RenameParams = serde_json::from_value(request.params.clone()).ok()?;
    let (document, at) = workspace.place(&params.text_document_position).ok()?;
    workspace.caution(document, at)?.message()
}

/// Parses the parameters of a request of this kind, and serializes the answer to it.
fn of<R: Request>(params: Value, answer: impl FnOnce(R::Params) -> Answer<R>) -> Result<Value, Refusal> {
    written(&answer(read(params)?)?)
}

impl Workspace {
    fn document(&self, uri: &Uri) -> Result<&Document, Refusal> {
        let closed = || Refusal::new(format!("the document `{}` is not open", uri.as_str()));
        self.documents.get(uri).ok_or_else(closed)
    }

    fn place(
        &self,
        params: &TextDocumentPositionParams,
    ) -> Result<(&Document, lsp_types::Position), Refusal> {
        Ok((self.document(&params.text_document.uri)?, params.position))
    }
}
