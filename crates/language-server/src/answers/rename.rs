//! Renames a parameter, a resource, a condition or an output, with everything that refers to it.

use std::collections::HashMap;
use std::sync::Arc;

use heat_hot::Template;
use heat_yaml::{ParseOptions, Source, Value, parse};
use lsp_types::{
    AnnotatedTextEdit, DocumentChanges, Location, OneOf, OptionalVersionedTextDocumentIdentifier, Position,
    PrepareRenameResponse, TextDocumentEdit, TextEdit, Uri, WorkspaceEdit,
};

use super::caution::Caution;
use crate::documents::Document;
use crate::protocol::positions::Encoding;
use crate::protocol::refusal::Refusal;
use crate::text::names::{Names, Space};
use crate::text::reading;
use crate::workspace::Workspace;
use crate::workspace::shared_names::{Occurrence, Part, SharedName};

impl Workspace {
    /// The name at a position, if it can be renamed: it has to be defined in this template, or in one that is nested in it.
    pub(crate) fn prepare_rename(&self, document: &Document, at: Position) -> Option<PrepareRenameResponse> {
        let offset = document.offset(at);
        let (span, name) = if let Some((shared, span)) = self.shared_name(document, offset) {
            self.shared_definition(&shared)?;
            (span, shared.name)
        } else {
            let names = Names::of(self.template(document)?);
            let name = names.at(offset)?;
            names.definition(name.space, &name.name)?;
            (name.span, name.name.clone())
        };
        let range = document.range(span);
        Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder: name })
    }

    /// The edits that rename the item at a position, in all files that share its name, with a warning if there is one.
    ///
    /// # Errors
    /// If there is no name at the position, or the new one cannot be used.
    pub(crate) fn rename(
        &self,
        document: &Document,
        at: Position,
        new: &str,
    ) -> Result<WorkspaceEdit, Refusal> {
        let edit = self.edits(document, at, new)?;
        let caution = self.caution(document, at).filter(|_| self.settings.has_annotations);
        Ok(match caution {
            Some(caution) => self.annotated(edit, &caution),
            None => edit,
        })
    }

    /// The edits with an annotation, which the client asks the user to confirm.
    fn annotated(&self, edit: WorkspaceEdit, caution: &Caution) -> WorkspaceEdit {
        const ID: &str = "new-name";
        let changes = edit.changes.into_iter().flatten();
        let documents = changes.map(|(uri, edits)| {
            let version = self.documents.get(&uri).map(|document| document.version);
            let annotated =
                |text_edit| OneOf::Right(AnnotatedTextEdit { text_edit, annotation_id: ID.to_owned() });
            TextDocumentEdit {
                text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
                edits: edits.into_iter().map(annotated).collect(),
            }
        });
        WorkspaceEdit {
            changes: None,
            document_changes: Some(DocumentChanges::Edits(documents.collect())),
            change_annotations: Some([(ID.to_owned(), caution.annotation())].into()),
        }
    }

    fn edits(&self, document: &Document, at: Position, new: &str) -> Result<WorkspaceEdit, Refusal> {
        let nothing = || Refusal::new("there is no parameter, resource, condition or output to rename here");
        let offset = document.offset(at);
        if let Some((name, _)) = self.shared_name(document, offset) {
            return self.rename_shared(document, &name, new);
        }
        if self.likely_environment_name(document, offset).is_some() {
            let help = "no template names this environment: list it under `templates.environments` in heat-codegen.yaml";
            return Err(Refusal::new(help));
        }
        let template = self.template(document).ok_or_else(nothing)?;
        let names = Names::of(template);
        let name = names.at(offset).ok_or_else(nothing)?;
        if names.definition(name.space, &name.name).is_none() {
            return Err(undefined(name.space.word(), &name.name));
        }
        if let Some(reason) = flaw(name.space == Space::Resource, new) {
            return Err(Refusal::new(reason));
        }
        if new != name.name {
            refuse_clash(&names, name.space, template.keys().is_hot(), new)?;
        }
        let occurrences = names.same(name.space, &name.name).map(|each| Occurrence {
            uri: document.uri.clone(),
            source: Arc::clone(&document.source),
            span: each.span,
            is_definition: each.is_definition,
        });
        edits(occurrences.collect(), &name.name, new, document.encoding)
    }

    /// The edits that rename a parameter or an output of a template, in all files that refer to it.
    fn rename_shared(
        &self,
        document: &Document,
        name: &SharedName,
        new: &str,
    ) -> Result<WorkspaceEdit, Refusal> {
        let word = match name.part {
            Part::Parameter => Space::Parameter.word(),
            Part::Output => "output",
        };
        self.shared_definition(name).ok_or_else(|| undefined(word, &name.name))?;
        if let Some(reason) = flaw(false, new) {
            return Err(Refusal::new(reason));
        }
        if new != name.name {
            for name in self.joined(name).0 {
                let definition = self.shared_definition(&name);
                let template = definition.and_then(|definition| reading::template(&definition.source, None));
                template.map_or(Ok(()), |template| refuse_shared_clash(&template, name.part, new))?;
            }
        }
        let occurrences = self.shared_occurrences(name);
        edits(occurrences, &name.name, new, document.encoding)
    }
}

fn undefined(word: &str, name: &str) -> Refusal {
    Refusal::new(format!("the {word} `{name}` is not defined in this template"))
}

/// Refuses a name that another already has.
fn refuse_clash(names: &Names, space: Space, is_hot: bool, new: &str) -> Result<(), Refusal> {
    let hides = |space: &Space| names.definition(*space, new).is_some();
    match clashing(space, is_hot).iter().find(|space| hides(space)) {
        Some(space) => Err(Refusal::new(format!("there is already a {} `{new}`", space.word()))),
        None => Ok(()),
    }
}

/// Refuses a name that another parameter or output of a template already has.
fn refuse_shared_clash(template: &Template, part: Part, new: &str) -> Result<(), Refusal> {
    match part {
        Part::Parameter => {
            refuse_clash(&Names::of(template), Space::Parameter, template.keys().is_hot(), new)
        }
        Part::Output => {
            let outputs = template.entries(template.keys().outputs);
            let is_taken = outputs.is_some_and(|outputs| outputs.get(new).is_some());
            if is_taken { Err(Refusal::new(format!("there is already an output `{new}`"))) } else { Ok(()) }
        }
    }
}

/// The edits that put a new name in place of these occurrences.
fn edits(
    occurrences: Vec<Occurrence>,
    old: &str,
    new: &str,
    encoding: Encoding,
) -> Result<WorkspaceEdit, Refusal> {
    #[expect(clippy::mutable_key_type, reason = "the protocol's own type, whose keys do not change")]
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for each in occurrences {
        if each.source.slice(each.span) != old {
            let message =
                format!("`{old}` is written with escapes somewhere, which has to be changed by hand");
            return Err(Refusal::new(message));
        }
        let Location { uri, range } = each.location(encoding);
        changes.entry(uri).or_default().push(TextEdit { range, new_text: new.to_owned() });
    }
    Ok(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() })
}

/// The namespaces in which a name has to be unique. In CFN-style templates, `Ref` names both parameters and resources.
fn clashing(space: Space, is_hot: bool) -> &'static [Space] {
    match space {
        Space::Parameter | Space::Resource if !is_hot => &[Space::Parameter, Space::Resource],
        Space::Parameter => &[Space::Parameter],
        Space::Resource => &[Space::Resource],
        Space::Condition => &[Space::Condition],
    }
}

/// The reason why a name cannot be used. A name must not need quotes: it has to mean the same as a key, in a list and in quotes.
fn flaw(is_resource: bool, name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("a name cannot be empty".to_owned());
    }
    if is_resource && name.contains('/') {
        return Some("the name of a resource cannot contain `/`".to_owned());
    }
    let is_usual = |char: char| char.is_alphanumeric() || "_-.".contains(char);
    if let Some(odd) = name.chars().find(|char| !is_usual(*char)) {
        return Some(format!("a name cannot contain `{}` here", odd.escape_debug()));
    }
    let read = parse(&Source::new("name", name), &ParseOptions::template()).root.map(|root| root.value);
    match read {
        Some(Value::String(text)) if text == name => None,
        Some(other) => Some(format!("`{name}` would be read as {}", other.kind())),
        None => Some(format!("`{name}` cannot be written without quotes")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expect: Option<&str>) {
        assert_eq!(flaw(true, name).as_deref(), expect, "{name}");
    }

    #[test]
    fn names_that_need_no_quotes_can_be_used() {
        check("web_server-2.a", None);
        check("größe", None);
        check("", Some("a name cannot be empty"));
        check("a/b", Some("the name of a resource cannot contain `/`"));
        check("a b", Some("a name cannot contain ` ` here"));
        check("yes", Some("`yes` would be read as a boolean"));
        check("010", Some("`010` would be read as an integer"));
        check("-", Some("`-` would be read as a list"));
    }
}
