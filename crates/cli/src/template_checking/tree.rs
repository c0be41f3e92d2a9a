//! The nesting of a stack as text: the resources that create stacks, and the templates of those stacks.

use heat_hot::resolve::{ImplementedBy, NestedStack, Resolved, ResolvedResource};
use heat_template_check::ResolvedStack;

/// The tree below a template, with one line for each resource that creates a stack. `name` is that of the template.
pub(super) fn tree(name: &str, stack: Option<&ResolvedStack>) -> String {
    let mut out = format!("{name}\n");
    let Some(stack) = stack else { return out };
    push_below(&mut out, &stack.resolved, "");
    out
}

/// A line of the tree, and the branches below it.
struct Branch<'s> {
    name: String,
    resource: &'s ResolvedResource,
    nested: &'s NestedStack,
}

fn push_below(out: &mut String, resolved: &Resolved, indent: &str) {
    let branches = branches(resolved);
    for (index, branch) in branches.iter().enumerate() {
        let is_last = index + 1 == branches.len();
        out.push_str(indent);
        out.push_str(if is_last { "└─ " } else { "├─ " });
        out.push_str(&branch.words());
        out.push('\n');
        let indent = format!("{indent}{}", if is_last { "   " } else { "│  " });
        push_below(out, &branch.nested.resolved, &indent);
    }
}

/// The resources that create stacks. Consecutive members of a group that nest the same stacks share a branch.
fn branches(resolved: &Resolved) -> Vec<Branch<'_>> {
    let mut branches: Vec<(Branch<'_>, String, usize)> = Vec::new();
    for (name, resource) in &resolved.resources {
        let Some(nested) = resource.nested.as_deref() else { continue };
        let mut below = String::new();
        push_below(&mut below, &nested.resolved, "");
        let branch = Branch { name: name.clone(), resource, nested };
        let same = branches.last_mut().filter(|(last, under, _)| {
            is_member(&last.name) && is_member(name) && last.title() == branch.title() && *under == below
        });
        match same {
            Some((_, _, count)) => *count += 1,
            None => branches.push((branch, below, 1)),
        }
    }
    for (branch, _, count) in &mut branches {
        if *count > 1 {
            branch.name = format!("{count} members");
        }
    }
    branches.into_iter().map(|(branch, ..)| branch).collect()
}

/// Returns whether a name is one that a group assigns to a member.
fn is_member(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit())
}

impl Branch<'_> {
    /// The title of the resource: the template that implements its type, or the type that generates a template.
    fn title(&self) -> String {
        let resource_type = &self.resource.resource_type;
        let Some(ImplementedBy::Template(_)) = &self.resource.implementation else {
            return resource_type.clone();
        };
        let file = self.nested.template.source().name();
        if resource_type == file { file.to_owned() } else { format!("{resource_type} ({file})") }
    }

    fn words(&self) -> String {
        let maybe = if self.resource.is_conditional { ", on a condition" } else { "" };
        format!("{}: {}{maybe}", self.name, self.title())
    }
}
