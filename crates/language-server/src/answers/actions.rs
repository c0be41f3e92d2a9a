//! Code actions for findings: their fixes, all safe fixes at once, and comments that switch a rule off.
//!
//! No action changes the meaning of the rest of the document: the text with its edits is read before the action is offered.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::slice;
use std::sync::Arc;

use heat_report::program::NAME;
use heat_template_check::fix::Trials;
use heat_template_check::{SuppressionReach, rule, suppression_comment};
use heat_yaml::{Applicability, Diagnostic as Finding, Edit, Severity, Source, Span};
use lsp_types::{
    CodeAction, CodeActionContext, CodeActionKind, CodeActionOrCommand, Diagnostic, Range, TextEdit, Uri,
    WorkspaceEdit,
};

use crate::documents::Document;
use crate::protocol::addresses::uri_of;
use crate::protocol::positions::Lines;
use crate::workspace::Workspace;

/// The kind of the action that applies all safe fixes, for editors that do so when a document is saved.
pub(crate) const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.heat-codegen");

/// Maximum number of quick fixes: editors show them in a menu.
const MAX_OFFERED: usize = 100;

/// Maximum number of characters of a text in the title of an action.
const MAX_SHOWN: usize = 40;

impl Workspace {
    /// Returns the actions for the findings in a range.
    pub(crate) fn actions(
        &self,
        document: &Document,
        range: Range,
        context: &CodeActionContext,
    ) -> Vec<CodeActionOrCommand> {
        let found = &self.checked(document).findings;
        let is_wanted = |kind: &CodeActionKind| {
            context.only.as_ref().is_none_or(|only| only.iter().any(|wanted| is_within(kind, wanted)))
        };
        let mut offer = Offer::new(document);
        let fix_all = if is_wanted(&FIX_ALL) { offer.fix_all(found) } else { None };
        if is_wanted(&CodeActionKind::QUICKFIX) {
            let mut writer = self.writer(document);
            for finding in found {
                let shown = writer.diagnostic(finding);
                if overlap(shown.range, range) {
                    offer.finding(finding, &shown);
                }
            }
        }
        offer.actions.into_iter().chain(fix_all).map(CodeActionOrCommand::CodeAction).collect()
    }
}

/// Returns whether a kind is the wanted one, or below it: `source.fixAll` is below `source`.
fn is_within(kind: &CodeActionKind, wanted: &CodeActionKind) -> bool {
    let rest = kind.as_str().strip_prefix(wanted.as_str());
    rest.is_some_and(|rest| wanted.as_str().is_empty() || rest.is_empty() || rest.starts_with('.'))
}

/// Returns whether two ranges overlap. Their ends are included, because the cursor can be there.
fn overlap(left: Range, right: Range) -> bool {
    left.start <= right.end && right.start <= left.end
}

/// Edit of a quick fix: the changed text, the span, and the new contents.
type Change = (*const Source, Span, String);

/// Collects the actions to offer. Findings with the same fix share one action.
struct Offer<'d> {
    document: &'d Document,
    actions: Vec<CodeAction>,
    /// The indices of the quick fixes; `None` for one that cannot be applied.
    numbers: HashMap<Change, Option<usize>>,
    trials: HashMap<*const Source, Trials<'d>>,
    /// Results of adding a comment, by offset: whether the data stay unchanged.
    comments: HashMap<usize, bool>,
    line_break: &'static str,
    is_json: OnceCell<bool>,
}

impl<'d> Offer<'d> {
    fn new(document: &'d Document) -> Self {
        Self {
            document,
            actions: Vec::new(),
            numbers: HashMap::new(),
            trials: HashMap::new(),
            comments: HashMap::new(),
            line_break: if document.text().contains("\r\n") { "\r\n" } else { "\n" },
            is_json: OnceCell::new(),
        }
    }

    fn trials(&mut self, source: &'d Arc<Source>) -> &Trials<'d> {
        self.trials.entry(Arc::as_ptr(source)).or_insert_with(|| Trials::new(source))
    }

    /// Adds the actions for a finding: its fix, and comments that allow it.
    fn finding(&mut self, finding: &'d Finding, shown: &Diagnostic) {
        self.fix(finding, shown);
        if finding.severity == Severity::Error || rule(finding.code).is_none() {
            return;
        }
        let code = finding.code;
        let reaches = [
            (SuppressionReach::Line, format!("Allow `{code}` here, for a reason that you add")),
            (SuppressionReach::File, format!("Allow `{code}` in this file, for a reason that you add")),
        ];
        for (reach, title) in reaches {
            let Some(edit) = self.suppression(finding, reach) else { continue };
            self.add(&self.document.source, &edit, shown, |offer| {
                offer.can_have_comment(&edit).then_some((title, None))
            });
        }
    }

    /// Adds the fix of a finding, unless the text would be read as something else.
    fn fix(&mut self, finding: &'d Finding, shown: &Diagnostic) {
        let (Some(fix), Some(label)) = (&finding.fix, finding.labels.first()) else { return };
        let source = &label.source;
        self.add(source, &fix.edit, shown, |offer| {
            offer.trials(source).fixed(slice::from_ref(finding), Applicability::Unsafe)?;
            let title =
                format!("Change `{}` to `{}`", short(source.slice(fix.edit.span)), short(&fix.edit.text));
            Some((title, (fix.applicability == Applicability::Safe).then_some(true)))
        });
    }

    /// Adds a quick fix, or adds a finding to the quick fix that makes the same change. `make` returns the title, and whether the
    /// fix is preferred; `None` if the change cannot be made.
    fn add(
        &mut self,
        source: &Arc<Source>,
        edit: &Edit,
        shown: &Diagnostic,
        make: impl FnOnce(&mut Self) -> Option<(String, Option<bool>)>,
    ) {
        let change = (Arc::as_ptr(source), edit.span, edit.text.clone());
        if let Some(number) = self.numbers.get(&change) {
            if let Some(same) = number.and_then(|number| self.actions.get_mut(number)) {
                same.diagnostics.get_or_insert_default().push(shown.clone());
            }
            return;
        }
        if self.actions.len() >= MAX_OFFERED {
            return;
        }
        let action = make(self).and_then(|(title, is_preferred)| {
            Some(CodeAction {
                title,
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![shown.clone()]),
                edit: Some(in_text(self.document, source, slice::from_ref(edit))?),
                is_preferred,
                ..CodeAction::default()
            })
        });
        self.numbers.insert(change, action.is_some().then_some(self.actions.len()));
        self.actions.extend(action);
    }

    /// The action that applies all safe fixes in the document; `None` if there are no safe fixes.
    fn fix_all(&mut self, found: &[Finding]) -> Option<CodeAction> {
        let document = self.document;
        let fixed = self.trials(&document.source).fixed(found, Applicability::Safe)?;
        let edits: Vec<Edit> = fixed.applied.into_iter().map(|applied| applied.edit).collect();
        Some(CodeAction {
            title: format!("{NAME}: apply all safe fixes"),
            kind: Some(FIX_ALL),
            edit: Some(in_text(document, &document.source, &edits)?),
            ..CodeAction::default()
        })
    }

    /// The edit that adds a comment that allows the findings of a rule: on the line before, or at the top of the file.
    fn suppression(&self, finding: &Finding, reach: SuppressionReach) -> Option<Edit> {
        let document = self.document;
        let label = finding.labels.first();
        let own = label.filter(|label| Arc::ptr_eq(&label.source, &document.source));
        let at = match (reach, own) {
            (SuppressionReach::Line, Some(label)) => document.lines.start_of_line(label.span.start),
            (SuppressionReach::Line, None) => return None,
            // A finding in another file is allowed in that file.
            (SuppressionReach::File, None) if label.is_some() => return None,
            (SuppressionReach::File, _) => 0,
        };
        let line = document.text().get(at..)?;
        let indent = line.get(..line.len() - line.trim_start_matches(' ').len()).unwrap_or_default();
        let comment = suppression_comment(finding.code, reach);
        Some(Edit { span: Span::new(at, at), text: format!("{indent}{comment}{}", self.line_break) })
    }

    /// Returns whether a comment leaves the data of the document unchanged. JSON cannot have one, although Heat would read it as
    /// YAML.
    fn can_have_comment(&mut self, edit: &Edit) -> bool {
        let (source, text, at) = (&self.document.source, self.document.text(), edit.span.start);
        let is_json = || serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
        if *self.is_json.get_or_init(is_json) {
            return false;
        }
        // Comments at one offset only differ in the name of the rule.
        if let Some(known) = self.comments.get(&at) {
            return *known;
        }
        let mut changed = text.to_owned();
        changed.insert_str(at, &edit.text);
        let can = self.trials(source).is_same_data(&changed);
        self.comments.insert(at, can);
        can
    }
}

/// An edit of the workspace from edits in a text, which is that of the document or of another file.
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

/// Shortens a text for a title.
fn short(text: &str) -> String {
    let mut shown: String =
        text.chars().take(MAX_SHOWN).map(|char| if char.is_control() { ' ' } else { char }).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}
