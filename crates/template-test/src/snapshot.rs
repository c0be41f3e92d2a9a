//! The resolved stack of a case, in a form that only changes if the stack does.

use heat_hot::resolve::{ImplementedBy, Resolved};
use heat_model::Value;
use heat_template_check::{ResolvedStack, document};
use indexmap::IndexMap;

/// Returns the resources that a stack and the stacks in it create, and its outputs.
///
/// Resources are in the order of their names. A resource whose type is a template is left out, and its resources take its place: moving
/// resources into a nested template changes nothing, unless what they are changes. Members of groups keep the path of their group. Two
/// resources of one name have their paths.
#[must_use]
pub fn snapshot(stack: &ResolvedStack) -> IndexMap<String, Value> {
    let mut found = Vec::new();
    collect(&stack.resolved, &mut Vec::new(), &mut Vec::new(), &mut found);
    let is_repeated = |name: &str| found.iter().filter(|(known, ..)| known == name).count() > 1;
    let named = found.iter().map(|(name, path, value)| {
        (if is_repeated(name) { path.clone() } else { name.clone() }, value.clone())
    });
    let mut resources: IndexMap<String, Value> = named.collect();
    resources.sort_unstable_keys();
    let outputs = stack.resolved.outputs.iter().map(|(name, value)| (name.clone(), document::marked(value)));
    let outputs: IndexMap<String, Value> = outputs.collect();
    let parts = [("resources", resources), ("outputs", outputs)];
    let filled = parts.into_iter().filter(|(_, entries)| !entries.is_empty());
    filled.map(|(key, entries)| (key.to_owned(), Value::from(entries))).collect()
}

/// Adds the resources of a stack: `path` leads to it, `shown` without the resources that templates implement.
fn collect(
    stack: &Resolved,
    path: &mut Vec<String>,
    shown: &mut Vec<String>,
    found: &mut Vec<(String, String, Value)>,
) {
    for (name, resource) in &stack.resources {
        let is_template = matches!(resource.implementation, Some(ImplementedBy::Template(_)));
        path.push(name.clone());
        if !is_template {
            shown.push(name.clone());
            let parts = [("properties", &resource.properties), ("metadata", &resource.metadata)];
            let parts =
                parts.into_iter().filter_map(|(key, data)| Some((key, document::marked(data.as_ref()?))));
            let of_type = [("type", Value::from(resource.resource_type.as_str()))];
            let value: Value =
                of_type.into_iter().chain(parts).map(|(key, value)| (key.to_owned(), value)).collect();
            found.push((shown.join("/"), path.join("/"), value));
        }
        if let Some(nested) = &resource.nested {
            collect(&nested.resolved, path, shown, found);
        }
        if !is_template {
            shown.pop();
        }
        path.pop();
    }
}
