//! What a snippet refers to: resources, and their attributes.

use heat_yaml::Span;

use super::Variant;
use super::library::attribute::{attribute_parts, parts, resource};
use crate::fault::Fault;
use crate::scope::Scope;
use crate::snippet::{self, Branches, Call, Content, Path, Snippet};
use crate::{Data, data_text};

/// A reference to a resource.
#[derive(Debug, Clone, PartialEq)]
pub struct Reference {
    /// The name of the resource.
    pub resource: String,
    /// Where the call stands that refers to it.
    pub span: Span,
}

/// A reference to an attribute, as it is known before it is resolved.
#[derive(Debug, Clone, PartialEq)]
pub struct AttributeReference {
    /// The name of the resource.
    pub resource: Data,
    /// The attribute, and the path within it where the resource is given that. None for all attributes.
    pub attribute: Option<Vec<Data>>,
    /// Where the call stands.
    pub span: Span,
}

/// The resources that a snippet needs, in Heat's order, and the references to ones that do not exist.
#[must_use]
pub fn references(scope: &Scope<'_>, snippet: &Snippet, path: &Path<'_>) -> (Vec<Reference>, Vec<Fault>) {
    let mut references = References::new(scope);
    references.snippet(snippet, path);
    (references.found, references.faults)
}

/// Collects the references in several snippets. Heat has looked at the resource that a call names before it looks into any of
/// the snippets.
pub(crate) struct References<'a, 's> {
    scope: &'a Scope<'s>,
    pub(crate) found: Vec<Reference>,
    pub(crate) faults: Vec<Fault>,
}

impl<'a, 's> References<'a, 's> {
    pub(crate) fn new(scope: &'a Scope<'s>) -> Self {
        Self { scope, found: Vec::new(), faults: Vec::new() }
    }

    /// Adds what a snippet names that is a call as a whole.
    pub(crate) fn add_called(&mut self, snippet: &Snippet, path: &Path<'_>) {
        if let Content::Call(call) = &snippet.content {
            self.names(call, snippet.span, path);
        }
    }

    /// Adds all that is named further down in a snippet.
    pub(crate) fn add_within(&mut self, snippet: &Snippet, path: &Path<'_>) {
        match &snippet.content {
            Content::Scalar(_) | Content::Invalid(_) | Content::Omitted => {}
            Content::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.snippet(item, &path.index(index));
                }
            }
            Content::Map(entries) => {
                for entry in entries {
                    self.snippet(&entry.value, &path.key(&entry.key));
                }
            }
            Content::Call(call) => self.contents(call, path),
        }
    }

    fn snippet(&mut self, snippet: &Snippet, path: &Path<'_>) {
        self.add_called(snippet, path);
        self.add_within(snippet, path);
    }

    /// Heat resolves the names of resources in calls that are the arguments of each other, the innermost first, before it looks
    /// at the parts of a list or a map in them.
    ///
    /// `path` is that of the call; only what is in its arguments has its name in the path.
    fn names(&mut self, call: &Call, span: Span, path: &Path<'_>) {
        if let Some(inner) = argument(call)
            && let Content::Call(within) = &inner.content
        {
            self.names(within, inner.span, &path.key(&call.name));
        }
        if let Some(name) = name_of(call) {
            self.resource(name, span, path);
        }
    }

    fn contents(&mut self, call: &Call, path: &Path<'_>) {
        let within = path.key(&call.name);
        match (&call.branches, argument(call)) {
            (Some(Branches::Both(both)), _) => both.iter().for_each(|branch| self.snippet(branch, &within)),
            (_, Some(inner)) => match &inner.content {
                Content::Call(inner) => self.contents(inner, &within),
                _ => self.snippet(inner, &within),
            },
            _ => {}
        }
    }

    fn resource(&mut self, written: &Snippet, span: Span, path: &Path<'_>) {
        let name = match snippet::resolve(self.scope, written) {
            Ok(name) => name,
            Err(fault) => return self.faults.push(self.scope.recorded(fault, path)),
        };
        if name.is_unknown() {
            return;
        }
        match resource(self.scope, &name, path) {
            Ok(_) => self.found.push(Reference { resource: data_text(&name), span }),
            Err(fault) => {
                let fault = fault.or_at(span).about_name_at(written.span);
                self.faults.push(self.scope.recorded(fault, path));
            }
        }
    }
}

/// What a call is about: its arguments, or the branch that counts; none if two may count.
fn argument(call: &Call) -> Option<&Snippet> {
    match &call.branches {
        Some(Branches::Chosen(branch)) => Some(branch),
        Some(Branches::Both(_)) => None,
        None => Some(&call.args),
    }
}

/// The part of a call that names a resource.
fn name_of(call: &Call) -> Option<&Snippet> {
    match call.variant {
        Variant::GetResource => Some(&call.args),
        _ => attribute_parts(call).map(|parts| parts.resource),
    }
}

/// The attributes that a snippet reads, in Heat's order. What cannot be resolved is left out, as Heat leaves it out.
#[must_use]
pub fn attribute_references(scope: &Scope<'_>, snippet: &Snippet) -> Vec<AttributeReference> {
    let mut found = Vec::new();
    collect_attributes(scope, snippet, &mut found);
    found
}

fn collect_attributes(scope: &Scope<'_>, snippet: &Snippet, found: &mut Vec<AttributeReference>) {
    match &snippet.content {
        Content::Scalar(_) | Content::Invalid(_) | Content::Omitted => {}
        Content::List(items) => {
            for item in items {
                collect_attributes(scope, item, found);
            }
        }
        Content::Map(entries) => {
            for entry in entries {
                collect_attributes(scope, &entry.value, found);
            }
        }
        Content::Call(call) => {
            match &call.branches {
                Some(Branches::Chosen(branch)) => return collect_attributes(scope, branch, found),
                Some(Branches::Both(both)) => {
                    return both.iter().for_each(|branch| collect_attributes(scope, branch, found));
                }
                None => collect_attributes(scope, &call.args, found),
            }
            found.extend(attribute_of(scope, call, snippet.span));
        }
    }
}

fn attribute_of(scope: &Scope<'_>, call: &Call, span: Span) -> Option<AttributeReference> {
    let has_path = match call.variant {
        Variant::GetAttThenSelect | Variant::CfnGetAtt => false,
        Variant::GetAtt | Variant::GetAttAllAttributes => true,
        _ => return None,
    };
    let parts = parts(call);
    let resource = snippet::resolve(scope, parts.resource).ok()?;
    let Some(attribute) = parts.attribute else {
        return Some(AttributeReference { resource, attribute: None, span });
    };
    let mut attribute = vec![snippet::resolve(scope, attribute).ok()?];
    if has_path {
        for step in parts.path {
            attribute.extend(snippet::resolve_nullable(scope, step).ok()?);
        }
    }
    Some(AttributeReference { resource, attribute: Some(attribute), span })
}
