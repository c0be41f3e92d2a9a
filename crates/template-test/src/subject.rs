//! Values of the parts of a stack, as conditions read them, and their places in the templates.

use std::sync::Arc;

use heat_hot::resolve::{Resolved, ResolvedResource};
use heat_hot::template::Template;
use heat_hot_language::GroupKind;
use heat_model::Value;
use heat_model::validate::{Step, to_integer};
use heat_template_check::{ResolvedStack, document};
use heat_yaml::{Source, Span};

/// A resource with the stack that contains it.
pub(crate) struct Found<'s> {
    pub(crate) resource: &'s ResolvedResource,
    pub(crate) stack: &'s Resolved,
    template: &'s Template,
}

impl Found<'_> {
    /// The file and the span of a value in the properties, or of what is written around it.
    pub(crate) fn place(&self, path: &[Step]) -> (Arc<Source>, Span) {
        let name = self.stack.resources.iter().find(|(_, one)| std::ptr::eq(*one, self.resource));
        let keys = self.template.keys();
        let source = Arc::clone(self.template.source());
        let Some((name, _)) = name else { return (source, self.resource.span) };
        if path.is_empty() {
            let steps = [keys.resources, name].map(|name| Step::Name(name.to_owned()));
            let (depth, span) = document::written_at(self.template.root(), &steps);
            return (source, span.filter(|_| depth == 2).unwrap_or(self.resource.span));
        }
        let steps = [keys.resources, name, keys.resource.properties].map(|name| Step::Name(name.to_owned()));
        let steps: Vec<Step> = steps.into_iter().chain(path.iter().cloned()).collect();
        let (depth, span) = document::depth_and_span(self.template.root(), &steps);
        // The template of a group is made: its text is not a file's.
        if depth < 2 { (source, self.resource.span) } else { (source, span) }
    }
}

/// Finds a resource by the names that lead to it.
pub(crate) fn find<'s>(stack: &'s ResolvedStack, path: &[String]) -> Option<Found<'s>> {
    let (mut template, mut resolved) = (&stack.template, &stack.resolved);
    let (name, around) = path.split_last()?;
    for name in around {
        let nested = resolved.resources.get(name)?.nested.as_deref()?;
        (template, resolved) = (&nested.template, &nested.resolved);
    }
    Some(Found { resource: resolved.resources.get(name)?, stack: resolved, template })
}

/// Path of the group on the way to a resource whose number of members is not known.
pub(crate) fn unknown_group(stack: &ResolvedStack, path: &[String]) -> Option<String> {
    (1..path.len()).map(|length| &path[..length]).find_map(|around| {
        let found = find(stack, around)?;
        matches!(members(found.resource), Members::Unknown).then(|| around.join("/"))
    })
}

/// Members of a group, or resources of a nested stack.
pub(crate) enum Members {
    /// The resource creates no stack.
    NoStack,
    /// The number is not known.
    Unknown,
    /// The number of members.
    Number(i64),
}

/// Members of a group, or resources of a nested stack.
pub(crate) fn members(resource: &ResolvedResource) -> Members {
    let sizing = GroupKind::of(&resource.resource_type).and_then(GroupKind::sizing);
    // In some groups, one resource represents all members; one without members creates no resources.
    if let Some(sizing) = sizing.filter(|sizing| sizing.is_one_for_all || resource.nested.is_none()) {
        let values = properties(resource);
        let number = |name: &str| to_integer(values.get(name)?)?.as_i64();
        let least = sizing.limits.map(|(least, _)| least);
        let is_given = |count: &i64| *count > 0 || least.is_none();
        let count = number(sizing.number).filter(is_given).or_else(|| number(least?));
        return count.map_or(Members::Unknown, Members::Number);
    }
    let Some(nested) = &resource.nested else { return Members::NoStack };
    i64::try_from(nested.resolved.resources.len()).map_or(Members::Unknown, Members::Number)
}

/// Names of the resources beside one, for suggestions.
pub(crate) fn names_beside<'s>(stack: &'s ResolvedStack, path: &[String]) -> Vec<&'s str> {
    let mut resolved = &stack.resolved;
    for name in path.iter().take(path.len().saturating_sub(1)) {
        match resolved.resources.get(name).and_then(|resource| resource.nested.as_deref()) {
            Some(nested) => resolved = &nested.resolved,
            None => break,
        }
    }
    resolved.resources.keys().map(String::as_str).collect()
}

/// The properties of a resource for conditions.
pub(crate) fn properties(resource: &ResolvedResource) -> Value {
    resource.properties.as_ref().map_or_else(|| Value::from(indexmap::IndexMap::new()), document::marked)
}

/// The value at the part of a path that exists, and that part.
pub(crate) fn value_at<'v>(value: &'v Value, path: &[String]) -> (Vec<String>, &'v Value) {
    let mut at = value;
    for (depth, step) in path.iter().enumerate() {
        match at.as_map().and_then(|map| map.get(step)) {
            Some(next) => at = next,
            None => return (path[..depth].to_vec(), at),
        }
    }
    (path.to_vec(), at)
}
