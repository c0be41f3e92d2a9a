//! What can be done about findings: their fixes, all safe fixes at once, and comments that switch a rule off.
//!
//! No action changes what the rest of the document says: the text with its edits is read before it is offered.

use std::collections::HashMap;
use std::sync::Arc;

use heat_template_lint::{SuppressionReach, rule, suppression_comment};
use heat_yaml::{Applicability, Diagnostic as Finding, Edit, Severity, Source, Span};
use lsp_types::{
    CodeAction, CodeActionContext, CodeActionKind, CodeActionOrCommand, Diagnostic, Range, TextEdit, Uri,
    WorkspaceEdit,
};

use super::addresses::uri_of;
use super::documents::Document;
use super::positions::Lines;
use super::workspace::Workspace;
use crate::program::NAME;
use crate::template_checking::{fixed, is_same_data};

/// The kind of the action that applies all safe fixes, for editors that do so when a document is saved.
pub(super) const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.heat-codegen");

/// How much of a text the title of an action shows.
const MAX_SHOWN: usize = 40;

impl Workspace {
    /// What can be done about the findings in a range.
    pub(super) fn actions(
        &self,
        document: &Document,
        range: Range,
        context: &CodeActionContext,
    ) -> Vec<CodeActionOrCommand> {
        let found = &self.checked(document).findings;
        let is_wanted = |kind: &CodeActionKind| {
            context.only.as_ref().is_none_or(|only| only.iter().any(|wanted| is_within(kind, wanted)))
        };
        let mut actions = Vec::new();
        if is_wanted(&CodeActionKind::QUICKFIX) {
            let mut writer = self.writer(document);
            for finding in found {
                let shown = writer.diagnostic(finding);
                if overlap(shown.range, range) {
                    for action in of_finding(document, finding, &shown) {
                        add(&mut actions, action);
                    }
                }
            }
        }
        if is_wanted(&FIX_ALL) {
            actions.extend(fix_all(document, found));
        }
        actions.into_iter().map(CodeActionOrCommand::CodeAction).collect()
    }
}

/// Adds an action. Findings for which the same can be done have one action.
fn add(actions: &mut Vec<CodeAction>, action: CodeAction) {
    match actions.iter_mut().find(|other| other.edit == action.edit) {
        Some(same) => {
            same.diagnostics.get_or_insert_default().extend(action.diagnostics.into_iter().flatten());
        }
        None => actions.push(action),
    }
}

/// Whether a kind is the wanted one, or a kind of it: `source.fixAll` is a kind of `source`.
fn is_within(kind: &CodeActionKind, wanted: &CodeActionKind) -> bool {
    let rest = kind.as_str().strip_prefix(wanted.as_str());
    rest.is_some_and(|rest| wanted.as_str().is_empty() || rest.is_empty() || rest.starts_with('.'))
}

/// Whether two ranges have a place in common. The end counts, where the cursor can be.
fn overlap(left: Range, right: Range) -> bool {
    left.start <= right.end && right.start <= left.end
}

fn of_finding(document: &Document, finding: &Finding, shown: &Diagnostic) -> Vec<CodeAction> {
    let quick_fix = |title: String, edit: WorkspaceEdit| CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![shown.clone()]),
        edit: Some(edit),
        ..CodeAction::default()
    };
    let mut actions = Vec::new();
    if let Some((title, edit)) = fix(document, finding) {
        let is_safe = finding.fix.as_ref().is_some_and(|fix| fix.applicability == Applicability::Safe);
        actions.push(CodeAction { is_preferred: is_safe.then_some(true), ..quick_fix(title, edit) });
    }
    if finding.severity != Severity::Error && rule(finding.code).is_some() {
        let code = finding.code;
        let reaches = [
            (SuppressionReach::Line, format!("Allow `{code}` here, for a reason that you add")),
            (SuppressionReach::File, format!("Allow `{code}` in this file, for a reason that you add")),
        ];
        for (reach, title) in reaches {
            let edit = suppression(document, finding, reach);
            actions.extend(
                edit.and_then(|edit| Some(quick_fix(title, in_text(document, &document.source, &[edit])?))),
            );
        }
    }
    actions
}

/// The fix of a finding, with its title; none if the text would read as something else.
fn fix(document: &Document, finding: &Finding) -> Option<(String, WorkspaceEdit)> {
    let source = &finding.labels.first()?.source;
    let fixed = fixed(source, std::slice::from_ref(finding), Applicability::Unsafe)?;
    let edits: Vec<Edit> = fixed.applied.into_iter().map(|applied| applied.edit).collect();
    let [edit] = edits.as_slice() else { return None };
    let title = format!("Change `{}` to `{}`", short(source.slice(edit.span)), short(&edit.text));
    Some((title, in_text(document, source, &edits)?))
}

/// The action that applies all safe fixes in a document; none if there are none.
fn fix_all(document: &Document, found: &[Finding]) -> Option<CodeAction> {
    let fixed = fixed(&document.source, found, Applicability::Safe)?;
    let edits: Vec<Edit> = fixed.applied.into_iter().map(|applied| applied.edit).collect();
    Some(CodeAction {
        title: format!("{NAME}: apply all safe fixes"),
        kind: Some(FIX_ALL),
        edit: Some(in_text(document, &document.source, &edits)?),
        ..CodeAction::default()
    })
}

/// The edit that adds a comment which allows what a rule finds: in the line before, or at the top of the file. None where no comment
/// can stand, such as in JSON.
fn suppression(document: &Document, finding: &Finding, reach: SuppressionReach) -> Option<Edit> {
    let text = document.text();
    let label = finding.labels.first();
    let own = label.filter(|label| Arc::ptr_eq(&label.source, &document.source));
    let at = match (reach, own) {
        (SuppressionReach::Line, Some(label)) => document.lines.start_of_line(label.span.start),
        (SuppressionReach::Line, None) => return None,
        // A finding in another file is allowed there.
        (SuppressionReach::File, None) if label.is_some() => return None,
        (SuppressionReach::File, _) => 0,
    };
    let line = text.get(at..)?;
    let indent = line.get(..line.len() - line.trim_start_matches(' ').len()).unwrap_or_default();
    let line_break = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let comment = suppression_comment(finding.code, reach);
    let edit = Edit { span: Span::new(at, at), text: format!("{indent}{comment}{line_break}") };
    let mut changed = text.to_owned();
    changed.insert_str(at, &edit.text);
    // JSON has no comments, though Heat would read it as YAML.
    let is_json = serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
    (!is_json && is_same_data(&document.source, &changed)).then_some(edit)
}

/// Some edits in a text, which is that of the document or of another file.
fn in_text(document: &Document, source: &Arc<Source>, edits: &[Edit]) -> Option<WorkspaceEdit> {
    let (uri, lines): (Uri, _) = if Arc::ptr_eq(source, &document.source) {
        (document.uri.clone(), &document.lines)
    } else {
        (uri_of(source.name())?, &Lines::of(source.text()))
    };
    let edits = edits.iter().map(|edit| TextEdit {
        range: lines.range(source.text(), edit.span, document.encoding),
        new_text: edit.text.clone(),
    });
    #[expect(clippy::mutable_key_type, reason = "the protocol's own type, whose keys do not change")]
    let changes = HashMap::from([(uri, edits.collect())]);
    Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() })
}

/// A text for a title.
fn short(text: &str) -> String {
    let mut shown: String =
        text.chars().take(MAX_SHOWN).map(|char| if char.is_control() { ' ' } else { char }).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}
