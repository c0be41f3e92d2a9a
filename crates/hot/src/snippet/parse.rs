//! Parsing YAML nodes into snippets: recognising the functions.

use heat_hot_language::Variant;
use heat_model::Value;
use heat_yaml::{Mapping, Node, Span, Value as Yaml};

use super::{Branches, Call, Constant, Content, Entry, Path, Snippet};
use crate::Fault;
use crate::fault::{Exception, Problem, PythonClass, Stage};
use crate::function;
use crate::plain::{key_of, plain_value};
use crate::scope::Scope;

/// Use of a snippet, which determines the available functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Context {
    /// A value.
    Value,
    /// A condition.
    Condition,
}

/// Parses a part of a template, and returns all errors that Heat finds in this step. A call that cannot be parsed becomes
/// [`Content::Invalid`].
#[must_use]
pub fn parse(scope: &Scope<'_>, context: Context, node: &Node, path: &Path<'_>) -> (Snippet, Vec<Fault>) {
    let mut parser = Parser { scope, context, faults: Vec::new(), asking: 0 };
    let snippet = parser.snippet(node, path);
    (snippet, parser.faults)
}

struct Parser<'a, 's> {
    scope: &'a Scope<'s>,
    context: Context,
    faults: Vec<Fault>,
    /// Number of calls so far that depend on the stack.
    asking: usize,
}

impl Parser<'_, '_> {
    fn snippet(&mut self, node: &Node, path: &Path<'_>) -> Snippet {
        let content = match &node.value {
            Yaml::Mapping(mapping) => return self.mapping(node, mapping, path),
            Yaml::Sequence(items) | Yaml::Set(items) => {
                let items = items.iter().enumerate();
                Content::List(items.map(|(index, item)| self.snippet(item, &path.index(index))).collect())
            }
            _ => Content::Scalar(plain_value(node)),
        };
        Snippet { span: node.span, content }
    }

    fn mapping(&mut self, node: &Node, mapping: &Mapping, path: &Path<'_>) -> Snippet {
        if let [entry] = mapping.entries()
            && let Some(name) = entry.key.as_str()
            && let Some(variant) = function::variant(name, self.scope.version, self.context)
        {
            let path = path.key(name);
            let count = self.faults.len();
            return self.call(variant, node, entry, &path).unwrap_or_else(|(fault, call)| {
                // If arguments are invalid, the call itself is not checked: Heat stops before.
                if self.faults.len() == count {
                    let is_explained = self.scope.explain(path.length());
                    let path = if is_explained { path } else { Path::root("") };
                    let exception = at_path(fault.exception, &path);
                    let fault = Fault { exception, ..fault }.or_at(node.span);
                    self.faults.push(if is_explained { fault } else { fault.abridged() });
                }
                Snippet { span: node.span, content: Content::Invalid(Box::new(call)) }
            });
        }
        let entries = mapping.iter().map(|entry| {
            let key = key_of(&entry.key);
            let value = self.snippet(&entry.value, &path.key(&key));
            Entry { key, key_span: entry.key.span, value }
        });
        Snippet { span: node.span, content: Content::Map(entries.collect()) }
    }

    fn call(
        &mut self,
        variant: Variant,
        node: &Node,
        entry: &heat_yaml::Entry,
        path: &Path<'_>,
    ) -> Result<Snippet, (Fault, Call)> {
        let name = entry.key.as_str().unwrap_or_default().to_owned();
        let asking = self.asking;
        let call = |name, args, branches| Call {
            variant,
            name,
            name_span: entry.key.span,
            args,
            branches,
            constant: Constant::default(),
        };
        let mut call = if variant.is_macro() {
            match self.branches(variant, &name, &entry.value, path) {
                Ok(branches) => call(name, Snippet::scalar(entry.value.span, Value::Null), Some(branches)),
                Err(fault) => {
                    let args = self.unchecked_branches(&entry.value, path);
                    return Err((fault, call(name, args, None)));
                }
            }
        } else {
            call(name, self.snippet(&entry.value, path), None)
        };
        if let Err(exception) = function::check_arguments(self.scope, &mut call) {
            let help = function::argument_help(self.scope, &call);
            return Err((Fault::from(exception).or_help(|| help), call));
        }
        self.asking += usize::from(call.variant.asks_the_stack());
        call.constant = Constant::of(self.asking == asking);
        Ok(Snippet { span: call_span(node, entry), content: Content::Call(Box::new(call)) })
    }

    /// Parses the branches of an `if` that may be used. If the condition is known, the other branch is ignored.
    fn branches(
        &mut self,
        variant: Variant,
        name: &str,
        args: &Node,
        path: &Path<'_>,
    ) -> Result<Branches, Fault> {
        let form = || {
            let exception = Exception::value_error(
                Problem::FunctionValue,
                format!(
                    "Arguments to \"{name}\" must be of the form: [condition_name, value_if_true, value_if_false]"
                ),
            );
            Fault::from(exception).or_help(|| function::usage(name, variant))
        };
        let (condition, then, otherwise) = match args.as_sequence() {
            Some([condition, then, otherwise]) => (condition, then, Some(otherwise)),
            Some([condition, then]) if variant == Variant::IfNullable => (condition, then, None),
            _ => return Err(form()),
        };
        let omitted = |span| Snippet { span, content: Content::Omitted };
        match self.condition(name, condition)? {
            Some(true) => Ok(Branches::Chosen(self.snippet(then, path))),
            Some(false) => Ok(Branches::Chosen(match otherwise {
                Some(otherwise) => self.snippet(otherwise, path),
                None => omitted(args.span),
            })),
            None => {
                let then = self.snippet(then, path);
                let otherwise = otherwise.map(|node| self.snippet(node, path));
                Ok(Branches::Both(Box::new([then, otherwise.unwrap_or_else(|| omitted(args.span))])))
            }
        }
    }

    /// Parses the arguments after the invalid condition of an `if`. Heat ignores them, so errors in them are not reported.
    fn unchecked_branches(&mut self, args: &Node, path: &Path<'_>) -> Snippet {
        let count = self.faults.len();
        let snippet = match args.as_sequence() {
            Some([_, branches @ ..]) => {
                let branches = branches.iter().map(|branch| self.snippet(branch, path)).collect();
                Snippet { span: args.span, content: Content::List(branches) }
            }
            _ => self.snippet(args, path),
        };
        self.faults.truncate(count);
        snippet
    }

    /// Evaluates the condition of an `if`; `None` if it is unknown.
    fn condition(&mut self, name: &str, condition: &Node) -> Result<Option<bool>, Fault> {
        let (snippet, mut faults) = parse(self.scope, Context::Condition, condition, &Path::root(name));
        if !faults.is_empty() {
            self.faults.append(&mut faults);
            return Ok(None);
        }
        let enabled = super::resolve(self.scope, &snippet)
            .and_then(|condition| self.scope.conditions.is_enabled(self.scope, &condition))
            .map_err(|fault| fault.noticed_at(Stage::Validation).about_name_at(condition.span));
        match enabled {
            Ok(data) => Ok(data.is_truthy()),
            Err(fault) if is_wrapped(&fault.exception) => Err(fault),
            Err(fault) => {
                self.faults.push(fault.or_at(condition.span));
                Ok(None)
            }
        }
    }
}

/// The span of a call: from the name of its function to the end of the arguments. If one of the two is outside of the map,
/// because of an alias or a merge key, it is the span of the map.
fn call_span(map: &Node, entry: &heat_yaml::Entry) -> Span {
    let (name, args) = (entry.key.span, entry.value.span);
    if map.span.contains(name) && map.span.contains(args) {
        return Span::new(name.start, args.end);
    }
    map.span
}

/// Returns whether Heat turns the exception into a `StackValidationFailed` with the path of the function.
fn is_wrapped(exception: &Exception) -> bool {
    matches!(
        exception,
        Exception::MissingKey(_)
            | Exception::Python(
                _,
                PythonClass::ValueError
                    | PythonClass::UnicodeDecodeError
                    | PythonClass::UnicodeEncodeError
                    | PythonClass::TypeError
                    | PythonClass::KeyError,
                _
            )
    )
}

fn at_path(exception: Exception, path: &Path<'_>) -> Exception {
    if is_wrapped(&exception) {
        let problem = exception.problem().when_validated();
        return Exception::validation(problem, vec![path.to_string()], exception.to_string());
    }
    exception
}
