//! Intrinsic functions in templates, and their results as far as they are known.

use heat_hot::language::{self, TemplateVersion};
use heat_yaml::{Node, Value};

/// The call of an intrinsic function.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Call<'t> {
    /// One of two values, or a value or none.
    If(&'t [Node]),
    /// A list, with an item like the template for each of some values.
    Repeat(&'t Node),
    /// A parameter's value.
    Parameter(&'t str),
    /// A value that only Heat knows.
    Other,
}

impl<'t> Call<'t> {
    /// The call, if the value is one.
    pub(super) fn of(node: &'t Node) -> Option<Self> {
        let [entry] = node.as_mapping()?.entries() else { return None };
        let name = entry.key.as_str().filter(|name| is_function(name))?;
        Some(match (name, &entry.value.value) {
            ("if" | "Fn::If", Value::Sequence(arguments)) if arguments.len() > 1 => {
                Self::If(arguments.get(1..).unwrap_or_default())
            }
            ("repeat", Value::Mapping(arguments)) => {
                arguments.get("template").map_or(Self::Other, Self::Repeat)
            }
            ("get_param" | "Ref", Value::String(name)) => Self::Parameter(name),
            ("get_param", Value::Sequence(arguments)) => match arguments.as_slice() {
                [name] => name.as_str().map_or(Self::Other, Self::Parameter),
                _ => Self::Other,
            },
            _ => Self::Other,
        })
    }
}

/// Whether a value is the call of a function whose result can be anything, or nothing.
pub(super) fn is_call(node: &Node) -> bool {
    Call::of(node).is_some()
}

/// Whether a key is the name of a function, either of HOT or of `CloudFormation`.
pub(super) fn is_function(name: &str) -> bool {
    language::function(name)
        .is_some_and(|function| function.is_hot_value() || function.is_value(TemplateVersion::AwsCfn))
}

/// An attribute that a template reads.
#[derive(Debug, PartialEq)]
pub(super) struct AttributeUse<'t> {
    /// The name of the resource.
    pub(super) resource: &'t str,
    /// The place of the call.
    pub(super) node: &'t Node,
    /// The attribute's name; `None` if all are read, or if the result of a function is the name.
    pub(super) attribute: Option<&'t str>,
    /// The path after the name, as far as it is text.
    pub(super) path: Vec<&'t str>,
}

/// All attributes that a template reads, anywhere in it.
pub(super) fn attributes(root: &Node) -> Vec<AttributeUse<'_>> {
    let mut found = Vec::new();
    collect(root, &mut found);
    found
}

fn collect<'t>(node: &'t Node, found: &mut Vec<AttributeUse<'t>>) {
    match &node.value {
        Value::Sequence(items) => items.iter().for_each(|item| collect(item, found)),
        Value::Mapping(map) => {
            found.extend(attribute(node));
            map.iter().for_each(|entry| collect(&entry.value, found));
        }
        _ => {}
    }
}

fn attribute(node: &Node) -> Option<AttributeUse<'_>> {
    let [entry] = node.as_mapping()?.entries() else { return None };
    if !matches!(entry.key.as_str()?, "get_attr" | "Fn::GetAtt") {
        return None;
    }
    let (resource, arguments) = entry.value.as_sequence()?.split_first()?;
    let (attribute, path) = match arguments.split_first() {
        Some((attribute, path)) => (attribute.as_str(), path),
        None => (None, arguments),
    };
    Some(AttributeUse {
        resource: resource.as_str()?,
        node,
        attribute,
        path: path.iter().map_while(Node::as_str).collect(),
    })
}

impl AttributeUse<'_> {
    /// The attribute that is read of each member, if the resource is a group: after `resource.0`, `attributes` or `outputs`, or
    /// the name itself.
    pub(super) fn member_attribute(&self) -> Option<&str> {
        let name = self.attribute?;
        let behind = self.path.first().copied();
        match name.split_once('.') {
            Some(("resource", member)) => member.split_once('.').map(|(_, attribute)| attribute).or(behind),
            _ if ["attributes", "outputs", "outputs_list"].contains(&name) => behind,
            _ => Some(name),
        }
    }
}
