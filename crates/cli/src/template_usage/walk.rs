//! The walk from a resource's properties to the values that a finding is about.

use heat_catalogue::property_path::PathStep;
use heat_hot::snippet::{Content, Snippet};
use heat_hot_language::Variant;
use heat_model::Value;
use heat_yaml::Span;

/// The result at a path in a resource's properties.
#[derive(Debug, Clone)]
pub(super) struct ReachedPlace<'t> {
    /// The result's path within the section: `networks[0].fixed_ip`.
    pub(super) path: String,
    /// The result's position in the text: the key of a value that is set, or, if it is omitted, the map that lacks it.
    pub(super) span: Span,
    pub(super) what: There<'t>,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum There<'t> {
    /// A value.
    Value(&'t Snippet),
    /// No value, in an existing map.
    Nothing,
    /// The result of a function, which is unknown until a stack is created.
    Unknown,
}

/// All results at the end of some steps.
pub(super) fn walk<'t>(
    section: Option<&'t Snippet>,
    owner: Span,
    steps: &[PathStep<'_>],
) -> Vec<ReachedPlace<'t>> {
    let mut walk = Walk { found: Vec::new(), path: String::new() };
    match section {
        Some(section) => walk.node(section, owner, steps),
        None => walk.nothing(owner, steps),
    }
    walk.found
}

struct Walk<'t> {
    found: Vec<ReachedPlace<'t>>,
    path: String,
}

impl<'t> Walk<'t> {
    fn reached(&mut self, span: Span, what: There<'t>) {
        self.found.push(ReachedPlace { path: self.path.clone(), span, what });
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

    fn node(&mut self, node: &'t Snippet, span: Span, steps: &[PathStep<'_>]) {
        let Some((step, rest)) = steps.split_first() else {
            self.reached(span, There::Value(node));
            return;
        };
        match (&node.content, step) {
            (Content::Call(call), _) => {
                let repeats = matches!(
                    call.variant,
                    Variant::Repeat | Variant::RepeatWithMap | Variant::RepeatWithNestedLoop
                );
                match (&call.branches, call.args.get("template").filter(|_| repeats)) {
                    (Some(branches), _) => {
                        for branch in branches.as_slice() {
                            self.node(branch, branch.span, steps);
                        }
                    }
                    (None, Some(template)) => self.repeated(template, steps),
                    (None, None) => self.unknown(span, steps),
                }
            }
            (Content::Invalid(_), _) => self.unknown(span, steps),
            (_, PathStep::Item) => self.items(node, rest),
            (_, PathStep::Name(name)) => self.member(node, span, name, steps),
        }
    }

    /// Adds the result for a function in place of a value on the path.
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

    fn items(&mut self, node: &'t Snippet, steps: &[PathStep<'_>]) {
        match &node.content {
            Content::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.below(&format!("[{index}]"), |walk| walk.node(item, item.span, steps));
                }
            }
            // A string can be split into items; these are not checked.
            Content::Scalar(Value::String(_)) if steps.is_empty() => self.reached(node.span, There::Unknown),
            _ => {}
        }
    }

    /// Walks the result of `repeat`: an item like its template, or several if the template is a list.
    fn repeated(&mut self, template: &'t Snippet, steps: &[PathStep<'_>]) {
        let Some((PathStep::Item, rest)) = steps.split_first() else { return };
        match &template.content {
            Content::List(_) => self.items(template, rest),
            _ => self.below("[]", |walk| walk.node(template, template.span, rest)),
        }
    }

    fn member(&mut self, node: &'t Snippet, span: Span, name: &str, steps: &[PathStep<'_>]) {
        let rest = steps.get(1..).unwrap_or_default();
        match &node.content {
            Content::Map(entries) => match entries.iter().rev().find(|entry| entry.key == name) {
                Some(entry) => self.below(name, |walk| walk.node(&entry.value, entry.key_span, rest)),
                None => self.nothing(span, steps),
            },
            // Null is treated as an empty map.
            Content::Scalar(Value::Null) => self.nothing(span, steps),
            // In these paths, items have no step.
            Content::List(_) => self.items(node, steps),
            _ => {}
        }
    }

    /// Adds the result for a missing first step. The fields of an omitted value are not treated as omitted.
    fn nothing(&mut self, span: Span, steps: &[PathStep<'_>]) {
        if let [PathStep::Name(name)] = steps {
            self.below(name, |walk| walk.reached(span, There::Nothing));
        }
    }
}
