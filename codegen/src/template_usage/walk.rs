//! From a resource's properties to the values that a finding is about.

use heat_yaml::{Node, Span, Value};

use super::function::{Call, is_function};
use crate::property_path::PathStep;

/// The result at a path in a resource's properties.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Reached<'t> {
    /// Its path within the section: `networks[0].fixed_ip`.
    pub(super) path: String,
    /// Its place in the text: the key of a value that is set, or, if it is omitted, the map that lacks it.
    pub(super) span: Span,
    pub(super) what: There<'t>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum There<'t> {
    /// A value.
    Value(&'t Node),
    /// No value, in an existing map.
    Nothing,
    /// The result of a function, which is only known when a stack is created.
    Unknown,
}

/// All results at the end of some steps.
pub(super) fn walk<'t>(section: Option<&'t Node>, owner: Span, steps: &[PathStep<'_>]) -> Vec<Reached<'t>> {
    let mut walk = Walk { found: Vec::new(), path: String::new() };
    match section {
        Some(section) => walk.node(section, owner, steps),
        None => walk.nothing(owner, steps),
    }
    walk.found
}

struct Walk<'t> {
    found: Vec<Reached<'t>>,
    path: String,
}

impl<'t> Walk<'t> {
    fn reached(&mut self, span: Span, what: There<'t>) {
        self.found.push(Reached { path: self.path.clone(), span, what });
    }

    /// Runs `walk` with a step added to the path.
    fn below(&mut self, step: &str, walk: impl FnOnce(&mut Self)) {
        let length = self.path.len();
        if !(self.path.is_empty() || step.starts_with('[')) {
            self.path.push('.');
        }
        self.path.push_str(step);
        walk(self);
        self.path.truncate(length);
    }

    fn node(&mut self, node: &'t Node, span: Span, steps: &[PathStep<'_>]) {
        let Some((step, rest)) = steps.split_first() else {
            self.reached(span, There::Value(node));
            return;
        };
        match (Call::of(node), step) {
            (Some(Call::If(branches)), _) => {
                for branch in branches {
                    self.node(branch, branch.span, steps);
                }
            }
            (Some(Call::Repeat(template)), _) => self.repeated(template, steps),
            (Some(_), _) => self.unknown(span, steps),
            (None, PathStep::Item) => self.items(node, rest),
            (None, PathStep::Name(name)) => self.member(node, span, name, steps),
        }
    }

    /// A function replaces a value that the steps lead through.
    fn unknown(&mut self, span: Span, steps: &[PathStep<'_>]) {
        let length = self.path.len();
        for step in steps {
            match step {
                PathStep::Name(_) if self.path.is_empty() => {}
                PathStep::Name(_) => self.path.push('.'),
                PathStep::Item => self.path.push_str("[]"),
            }
            if let PathStep::Name(name) = step {
                self.path.push_str(name);
            }
        }
        self.reached(span, There::Unknown);
        self.path.truncate(length);
    }

    fn items(&mut self, node: &'t Node, steps: &[PathStep<'_>]) {
        match &node.value {
            Value::Sequence(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.below(&format!("[{index}]"), |walk| walk.node(item, item.span, steps));
                }
            }
            // A string can be split into items; these are not checked.
            Value::String(_) if steps.is_empty() => self.reached(node.span, There::Unknown),
            _ => {}
        }
    }

    /// The result of `repeat`: an item like its template, or several if the template is a list.
    fn repeated(&mut self, template: &'t Node, steps: &[PathStep<'_>]) {
        let Some((PathStep::Item, rest)) = steps.split_first() else { return };
        match &template.value {
            Value::Sequence(_) => self.items(template, rest),
            _ => self.below("[]", |walk| walk.node(template, template.span, rest)),
        }
    }

    fn member(&mut self, node: &'t Node, span: Span, name: &str, steps: &[PathStep<'_>]) {
        let rest = steps.get(1..).unwrap_or_default();
        match &node.value {
            Value::Mapping(map) => match map.entry(name) {
                Some(entry) => self.below(name, |walk| walk.node(&entry.value, entry.key.span, rest)),
                None => self.nothing(span, steps),
            },
            // Null is an empty map.
            Value::Null => self.nothing(span, steps),
            // For paths in which items have no step.
            Value::Sequence(_) => self.items(node, steps),
            _ => {}
        }
    }

    /// The first step leads nowhere. The fields of an omitted value do not count as omitted.
    fn nothing(&mut self, span: Span, steps: &[PathStep<'_>]) {
        if let [PathStep::Name(name)] = steps {
            self.below(name, |walk| walk.reached(span, There::Nothing));
        }
    }
}

/// Whether a value contains a call of a function.
pub(super) fn calls_function(node: &Node) -> bool {
    match &node.value {
        Value::Sequence(items) => items.iter().any(calls_function),
        Value::Mapping(map) => {
            let is_call =
                map.len() == 1 && map.iter().any(|entry| entry.key.as_str().is_some_and(is_function));
            is_call || map.iter().any(|entry| calls_function(&entry.value))
        }
        _ => false,
    }
}
