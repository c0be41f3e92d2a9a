//! Renaming a parameter, a resource or a condition, with everything that refers to it.

use std::collections::HashMap;

use heat_yaml::{ParseOptions, Source, Value, parse};
use lsp_types::{Position, PrepareRenameResponse, TextEdit, WorkspaceEdit};

use super::documents::Document;
use super::names::{Names, Space};
use super::refusal::Refusal;
use super::workspace::Workspace;

impl Workspace {
    /// The name at a position, if it can be renamed: it has to be defined in this template.
    pub(super) fn prepare_rename(&self, document: &Document, at: Position) -> Option<PrepareRenameResponse> {
        let names = Names::of(self.template(document)?);
        let name = names.at(document.offset(at))?;
        names.definition(name.space, &name.name)?;
        let range = document.range(name.span);
        Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder: name.name.clone() })
    }

    /// The edits that give what stands at a position a new name.
    ///
    /// # Errors
    /// If there is no name, or the new one cannot be used.
    pub(super) fn rename(
        &self,
        document: &Document,
        at: Position,
        new: &str,
    ) -> Result<WorkspaceEdit, Refusal> {
        let nothing = || Refusal::new("there is no parameter, resource or condition to rename here");
        let template = self.template(document).ok_or_else(nothing)?;
        let names = Names::of(template);
        let name = names.at(document.offset(at)).ok_or_else(nothing)?;
        if names.definition(name.space, &name.name).is_none() {
            let message =
                format!("the {} `{}` is not defined in this template", name.space.word(), name.name);
            return Err(Refusal::new(message));
        }
        if let Some(reason) = flaw(name.space, new) {
            return Err(Refusal::new(reason));
        }
        if new != name.name {
            let hides = |space: &Space| names.definition(*space, new).is_some();
            if let Some(space) =
                clashing(name.space, template.keys().is_hot()).iter().find(|space| hides(space))
            {
                return Err(Refusal::new(format!("there is already a {} `{new}`", space.word())));
            }
        }
        let occurrences: Vec<_> = names.same(name.space, &name.name).collect();
        if occurrences.iter().any(|each| document.source.slice(each.span) != name.name) {
            let message =
                format!("`{}` is written with escapes somewhere, which has to be changed by hand", name.name);
            return Err(Refusal::new(message));
        }
        let edit = |span| TextEdit { range: document.range(span), new_text: new.to_owned() };
        let edits = occurrences.iter().map(|each| edit(each.span)).collect();
        #[expect(clippy::mutable_key_type, reason = "the protocol's own type, whose keys do not change")]
        let changes = HashMap::from([(document.uri.clone(), edits)]);
        Ok(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() })
    }
}

/// The names that a name could be mistaken for. In CFN-style templates, `Ref` names parameters and resources alike.
fn clashing(space: Space, is_hot: bool) -> &'static [Space] {
    match space {
        Space::Parameter | Space::Resource if !is_hot => &[Space::Parameter, Space::Resource],
        Space::Parameter => &[Space::Parameter],
        Space::Resource => &[Space::Resource],
        Space::Condition => &[Space::Condition],
    }
}

/// Why a name cannot be used. It has to mean the same as a key, in a list and in quotes, so it is one that needs no quotes.
fn flaw(space: Space, name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("a name cannot be empty".to_owned());
    }
    if space == Space::Resource && name.contains('/') {
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
        assert_eq!(flaw(Space::Resource, name).as_deref(), expect, "{name}");
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
