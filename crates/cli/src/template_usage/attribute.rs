//! The attributes that a template reads.

use heat_hot::Scope;
use heat_hot::function::attribute_parts;
use heat_hot::snippet::{self, Call, Snippet};
use heat_yaml::Span;

/// An attribute that a template reads.
#[derive(Debug, PartialEq)]
pub(super) struct AttributeUse {
    /// The name of the resource.
    pub(super) resource: String,
    /// The place of the call.
    pub(super) span: Span,
    /// The attribute's name; `None` if all are read, or if the result of a function is the name.
    pub(super) attribute: Option<String>,
    /// The path after the name, as far as it is text.
    path: Vec<String>,
}

impl AttributeUse {
    /// What a call reads, if it reads attributes of a resource whose name is known.
    pub(super) fn of(scope: &Scope<'_>, call: &Call, span: Span) -> Option<Self> {
        let parts = attribute_parts(call)?;
        Some(Self {
            resource: text(scope, parts.resource)?,
            span,
            attribute: parts.attribute.and_then(|name| text(scope, name)),
            path: parts.path.iter().map_while(|step| text(scope, step)).collect(),
        })
    }

    /// The attribute that is read of each member, if the resource is a group: after `resource.0`, `attributes` or `outputs`, or
    /// the name itself.
    pub(super) fn member_attribute(&self) -> Option<&str> {
        let name = self.attribute.as_deref()?;
        let behind = self.path.first().map(String::as_str);
        match name.split_once('.') {
            Some(("resource", member)) => member.split_once('.').map(|(_, attribute)| attribute).or(behind),
            _ if ["attributes", "outputs", "outputs_list"].contains(&name) => behind,
            _ => Some(name),
        }
    }
}

/// The text that a snippet gives, if it is one. A mistake in it is not reported: then it gives nothing.
fn text(scope: &Scope<'_>, snippet: &Snippet) -> Option<String> {
    let data = snippet::resolve(scope, snippet).ok()?;
    Some(data.as_known()?.as_str()?.to_owned())
}
