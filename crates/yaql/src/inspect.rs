//! Calls and data in an expression, found without evaluating it.

use std::sync::Arc;

use crate::error::Span;
use crate::expression::Expression;
use crate::library::overloads;
use crate::syntax::{CallNode, Constant, Form, Kind, Node};

/// Calls and data that an expression uses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inspection {
    /// Calls of functions and methods by name, in text order.
    pub calls: Vec<CallSite>,
    /// Paths that begin with `$`, in text order: `$.data.ports` is `data`, `ports`. Paths in arguments that a function evaluates
    /// with a different `$` are left out.
    pub paths: Vec<DataName>,
    /// `true` if `$` is used other than in a path: as a whole, or with an index that is not constant.
    pub uses_all_data: bool,
    /// Names of the functions that `def` defines.
    pub definitions: Vec<String>,
}

/// A call by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallSite {
    /// Name of the function or method.
    pub name: String,
    /// `true` if a method is called.
    pub is_method: bool,
    /// Number of positional arguments, including omitted ones, without the receiver.
    pub arguments: usize,
    /// Names of the keyword arguments.
    pub named: Vec<String>,
    /// Span of the call.
    pub span: Span,
}

/// A path into the data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataName {
    /// Keys, from the outermost.
    pub keys: Vec<String>,
    /// Span of the path.
    pub span: Span,
}

impl CallSite {
    /// Returns whether the standard library has a function or a method of this name.
    #[must_use]
    pub fn is_known(&self) -> bool {
        let fits = |overload: &&crate::library::spec::Overload| {
            if self.is_method { overload.is_method } else { overload.is_function }
        };
        overloads(&self.name)
            .is_some_and(|known| known.layers.iter().flatten().any(|overload| fits(&&**overload)))
    }
}

impl Expression {
    /// Finds the calls and data that the expression uses. The result is empty if the expression is nested too deeply to be
    /// evaluated.
    #[must_use]
    pub fn inspect(&self) -> Inspection {
        let mut found = Inspection::default();
        if let Some(root) = self.root() {
            found.node(root, true, false);
        }
        found.calls.sort_by_key(|call| call.span.start);
        found.paths.sort_by_key(|path| path.span.start);
        found
    }
}

impl Inspection {
    /// Adds the calls and paths in a node. `is_data` is true if `$` is still the `$` of the whole expression; `is_method` is true
    /// if the node is the right side of a `.`.
    fn node(&mut self, node: &Arc<Node>, is_data: bool, is_method: bool) {
        if is_data && let Some(keys) = path(node) {
            if keys.is_empty() {
                self.uses_all_data = true;
            } else {
                self.paths.push(DataName { keys, span: node.span });
            }
            return;
        }
        let Kind::Call(call) = &node.kind else {
            for child in node.children() {
                self.node(child, is_data, false);
            }
            return;
        };
        if call.form == Form::Function {
            self.called(call, node.span, is_method);
        }
        let is_dot = matches!(call.name.as_str(), "#operator_." | "#operator_?.");
        for (index, arg) in call.args.iter().enumerate() {
            let Some(arg) = arg else { continue };
            let keeps_data = is_data && !changes_data(call, index + usize::from(is_method));
            self.node(arg, keeps_data, is_dot && index == 1);
        }
    }

    fn called(&mut self, call: &CallNode, span: Span, is_method: bool) {
        let name_of = |arg: &Option<Arc<Node>>| match arg.as_deref().map(|arg| &arg.kind) {
            Some(Kind::Rule(source, _)) => source.constant_text(),
            _ => None,
        };
        let named: Vec<String> = call.args.iter().filter_map(name_of).collect();
        if call.name.as_str() == "def"
            && let Some(name) = call.args.first().and_then(|arg| arg.as_ref()?.constant_text())
        {
            self.definitions.push(name);
        }
        self.calls.push(CallSite {
            name: call.name.to_string(),
            is_method,
            arguments: call.args.len() - named.len(),
            named,
            span,
        });
    }
}

/// Returns whether an argument can be evaluated with a different `$`, because some function of the name evaluates it itself.
/// Arguments that functions such as `and` evaluate keep their `$`.
fn changes_data(call: &CallNode, index: usize) -> bool {
    if call.form != Form::Function {
        let is_sent = call.name.as_str() == "#operator_->" && index == 1;
        return is_sent && !call.args.first().is_some_and(|left| left.as_deref().is_some_and(keeps_data));
    }
    let keeps = ["switch", "coalesce", "selectCase", "selectAllCases", "examine", "switchCase"];
    if keeps.contains(&call.name.as_str()) {
        return false;
    }
    // A function defined by `def` gets evaluated arguments.
    let Some(overloads) = call.overloads else { return false };
    overloads.layers.iter().flatten().any(|overload| {
        let by_name = |parameter: &crate::library::spec::Parameter| parameter.takes.is_lazy();
        overload.parameter(index).is_some_and(|parameter| parameter.takes.is_lazy())
            // A keyword argument can belong to any of them.
            || (matches!(&call.args.get(index), Some(Some(arg)) if matches!(arg.kind, Kind::Rule(..)))
                && overload.params.iter().any(by_name))
    })
}

/// Returns whether the context that an expression creates has the same `$`: `let` with names alone, and `def`.
fn keeps_data(context: &Node) -> bool {
    let Kind::Call(call) = &context.kind else { return false };
    let is_named =
        |arg: &Option<Arc<Node>>| arg.as_deref().is_some_and(|arg| matches!(arg.kind, Kind::Rule(..)));
    match call.name.as_str() {
        "let" => call.args.iter().all(is_named),
        "def" => true,
        _ => false,
    }
}

/// Keys of a path that begins with `$`; `None` if the node is not a path.
fn path(node: &Arc<Node>) -> Option<Vec<String>> {
    let Kind::Call(call) = &node.kind else { return None };
    match (call.form, call.args.as_slice()) {
        (Form::Variable, [Some(name)]) => {
            let is_data = matches!(&name.kind, Kind::Constant(Constant::Str(name)) if matches!(name.as_str(), "$" | "$1"));
            is_data.then(Vec::new)
        }
        (Form::Operator, [Some(left), Some(right)])
            if matches!(call.name.as_str(), "#operator_." | "#operator_?.") =>
        {
            let Kind::Keyword(key) = &right.kind else { return None };
            let mut keys = path(left)?;
            keys.push(key.to_string());
            Some(keys)
        }
        (Form::Index, [Some(left), Some(right)]) => {
            let mut keys = path(left)?;
            keys.push(right.constant_text()?);
            Some(keys)
        }
        _ => None,
    }
}

impl Node {
    /// Text of a string or a name.
    fn constant_text(&self) -> Option<String> {
        match &self.kind {
            Kind::Keyword(name) => Some(name.to_string()),
            Kind::Constant(Constant::Str(text)) => Some(text.to_string()),
            _ => None,
        }
    }
}
