//! References of a snippet: the resources and attributes that its functions read.

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
    /// Name of the resource.
    pub resource: String,
    /// Span of the call that refers to the resource.
    pub span: Span,
}

/// A reference to an attribute, as far as it is known before it is resolved.
#[derive(Debug, Clone, PartialEq)]
pub struct AttributeReference {
    /// Name of the resource.
    pub resource: Data,
    /// Attribute, followed by the path within it if the function passes the path to the resource. `None` for all attributes.
    pub attribute: Option<Vec<Data>>,
    /// Span of the call.
    pub span: Span,
}

/// Returns the resources that a snippet needs, in Heat's order, and the references to resources that do not exist.
#[must_use]
pub fn references(scope: &Scope<'_>, snippet: &Snippet, path: &Path<'_>) -> (Vec<Reference>, Vec<Fault>) {
    let mut references = References::new(scope);
    references.snippet(snippet, path);
    (references.found, references.faults)
}

/// Collector of the references in several snippets. Heat first looks up the resource that each call names, and then looks into
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

    /// Adds the resources that the call names, if the snippet is a call.
    pub(crate) fn add_called(&mut self, snippet: &Snippet, path: &Path<'_>) {
        if let Content::Call(call) = &snippet.content {
            self.names(call, snippet.span, path);
        }
    }

    /// Adds all references inside of the snippet.
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

    /// Resolves the names of resources in directly nested calls, the innermost first. Like Heat, this comes before any parts of a
    /// list or a map in their arguments.
    ///
    /// `path` is the path of the call; only its arguments have the name of the function in their path.
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

/// The argument of a call, or the chosen branch of an `if`; `None` if both branches are possible.
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

/// Returns the attributes that a snippet reads, in Heat's order. Those that cannot be resolved are left out, as in Heat.
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
