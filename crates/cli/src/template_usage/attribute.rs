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
    /// The span of the call.
    pub(super) span: Span,
    /// The attribute's name; `None` if all are read, or if the result of a function is the name.
    pub(super) attribute: Option<String>,
    /// The path after the name, up to the first step that is not text.
    path: Vec<String>,
}

impl AttributeUse {
    /// The attribute that a call reads, if the resource's name is known.
    pub(super) fn of(scope: &Scope<'_>, call: &Call, span: Span) -> Option<Self> {
        let parts = attribute_parts(call)?;
        Some(Self {
            resource: text(scope, parts.resource)?,
            span,
            attribute: parts.attribute.and_then(|name| text(scope, name)),
            path: parts.path.iter().map_while(|step| text(scope, step)).collect(),
        })
    }

    /// The attribute that is read of each member, if the resource is a group: the one after `resource.0`, `attributes` or
    /// `outputs`, or else the name itself.
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

/// The text to which a snippet resolves, if it is one; `None` if there is an error in it, which is not reported here.
fn text(scope: &Scope<'_>, snippet: &Snippet) -> Option<String> {
    let data = snippet::resolve(scope, snippet).ok()?;
    Some(data.as_known()?.as_str()?.to_owned())
}
