//! The section `conditions`: its definitions, and whether each is true.

use std::cell::{OnceCell, RefCell};

use heat_model::{Value, python};
use heat_yaml::{Node, Span};
use indexmap::IndexMap;

use crate::data::Shape;
use crate::fault::{Exception, Help, Problem, PythonClass, Stage};
use crate::function::unknown_function;
use crate::plain::{key_of, plain_value};
use crate::scope::Scope;
use crate::snippet::{self, Content, Context, Path, Snippet};
use crate::{Data, Fault};

/// The conditions of a template. As in Heat (`heat.engine.conditions`), all are parsed when the first is requested, and each is
/// resolved when it is used.
#[derive(Debug, Default)]
pub struct Conditions<'n> {
    section: Option<&'n Node>,
    /// Name of the section: `conditions`, or `Conditions` in CFN-style templates.
    name: &'static str,
    /// `true` if nothing is known about any of the conditions.
    are_unknown: bool,
    parsed: OnceCell<(IndexMap<String, Snippet>, Vec<Fault>)>,
    resolved: RefCell<IndexMap<String, State>>,
}

#[derive(Debug, Clone)]
enum State {
    InProgress,
    Done(Data),
    Failed(Fault),
}

impl<'n> Conditions<'n> {
    /// Creates the conditions from the section of a template.
    #[must_use]
    pub fn new(name: &'static str, section: Option<&'n Node>) -> Self {
        Self { section, name, ..Self::default() }
    }

    /// Creates conditions that may be true or false, whatever their names and definitions: for questions about a template that do
    /// not depend on the inputs of its stacks.
    #[must_use]
    pub fn unknown() -> Self {
        Self { are_unknown: true, ..Self::default() }
    }

    /// The parsed definitions, and all errors in them.
    fn parsed(&self, scope: &Scope<'_>) -> &(IndexMap<String, Snippet>, Vec<Fault>) {
        self.parsed.get_or_init(|| {
            let Some(section) = self.section else { return Default::default() };
            let Some(mapping) = section.as_mapping() else {
                return (IndexMap::new(), vec![not_a_map(section)]);
            };
            let mut faults = Vec::new();
            let root = Path::root(self.name);
            let parsed = mapping.iter().map(|entry| {
                let name = key_of(&entry.key);
                let (snippet, mut wrong) =
                    snippet::parse(scope, Context::Condition, &entry.value, &root.key(&name));
                faults.append(&mut wrong);
                (name, snippet)
            });
            (parsed.collect(), faults)
        })
    }

    /// Forgets the conditions whose values are unknown, so that they are resolved again: another scope can know more about them.
    pub(crate) fn forget_unknown(&self) {
        self.resolved.borrow_mut().retain(|_, state| !matches!(state, State::Done(Data::Unknown(_))));
    }

    /// The first error in the form of the definitions.
    pub(crate) fn first_fault(&self, scope: &Scope<'_>) -> Option<&Fault> {
        self.parsed(scope).1.first()
    }

    /// Returns all errors in the definitions.
    ///
    /// Each has to be a boolean or a condition function: the bare name of another condition is refused.
    #[must_use]
    pub fn validate(&self, scope: &Scope<'_>) -> Vec<Fault> {
        let (parsed, faults) = self.parsed(scope);
        let mut faults = faults.clone();
        for (name, snippet) in parsed {
            match &snippet.content {
                Content::Call(_) | Content::Scalar(Value::Bool(_)) => {
                    snippet::validate(scope, snippet, &mut faults);
                }
                // Already reported.
                Content::Invalid(_) => {}
                _ => {
                    let fault = invalid(name, &snippet::as_text(snippet), snippet.span);
                    faults.push(fault.with_help(definition_help(scope, snippet)));
                }
            }
        }
        faults
    }

    /// Evaluates a condition: a name, a boolean, or null, which is true. The result is unknown data if it depends on something
    /// unknown.
    ///
    /// # Errors
    /// There is no such condition, or its definition is invalid.
    pub fn is_enabled(&self, scope: &Scope<'_>, condition: &Data) -> Result<Data, Fault> {
        // Conditions can be nested: code that is not needed during the recursion is in separate functions, to keep the frame
        // small.
        let (name, snippet) = match self.found(scope, condition)? {
            KnownCondition::Value(data) => return Ok(data),
            KnownCondition::Definition(name, snippet) => (name, snippet),
        };
        let _entered = scope.enter()?;
        self.resolved.borrow_mut().insert(name.to_owned(), State::InProgress);
        // Heat evaluates conditions in a generator.
        let data = snippet::resolve(scope, snippet).map_err(Fault::out_of_generator);
        self.done(scope, name, snippet.span, data)
    }

    /// Evaluates the condition of a resource or an output, which has this path; `None` if it is unknown.
    ///
    /// # Errors
    /// The same as those of [`is_enabled`](Self::is_enabled). Only errors about the condition as such get the path.
    pub(crate) fn is_enabled_at(
        &self,
        scope: &Scope<'_>,
        condition: &Data,
        path: &Path<'_>,
        span: Span,
    ) -> Result<Option<bool>, Fault> {
        match self.is_enabled(scope, condition) {
            Ok(data) => Ok(data.is_truthy()),
            Err(fault) => {
                let exception = match fault.exception {
                    Exception::Python(problem, PythonClass::ValueError, message) => {
                        Exception::validation(problem, path.steps(), message)
                    }
                    other => other,
                };
                Err(Fault { exception, ..fault }.or_at(span))
            }
        }
    }

    /// The value of a condition if it is known, otherwise its definition.
    fn found<'s>(&'s self, scope: &Scope<'_>, condition: &'s Data) -> Result<KnownCondition<'s>, Fault> {
        if matches!(condition, Data::Known(Value::Bool(_)) | Data::Unknown(_)) {
            return Ok(KnownCondition::Value(condition.clone()));
        }
        if let Data::Known(Value::String(name)) = condition
            && self.are_unknown
        {
            return Ok(KnownCondition::Value(Data::unknown(Shape::Boolean, format!("condition {name}"))));
        }
        let (parsed, faults) = self.parsed(scope);
        if let Some(fault) = faults.first() {
            return Err(fault.clone());
        }
        let name = match condition {
            Data::Known(Value::Null) => return Ok(KnownCondition::Value(true.into())),
            Data::Known(Value::String(name)) => name,
            other => {
                scope.write_data(other)?;
                return Err(no_condition(&crate::data::data_text(other)).into());
            }
        };
        let Some(snippet) = parsed.get(name) else { return Err(unknown_condition(scope, name, parsed)) };
        match self.resolved.borrow().get(name) {
            Some(State::Done(data)) => Ok(KnownCondition::Value(data.clone())),
            Some(State::Failed(fault)) => Err(fault.clone()),
            Some(State::InProgress) => {
                let message = format!("Circular definition for condition \"{name}\"");
                Err(Fault::at(snippet.span, condition_error(Problem::CircularCondition, message)))
            }
            None => Ok(KnownCondition::Definition(name, snippet)),
        }
    }

    /// Stores the value of a condition, or the error of its evaluation.
    fn done(
        &self,
        scope: &Scope<'_>,
        name: &str,
        span: Span,
        data: Result<Data, Fault>,
    ) -> Result<Data, Fault> {
        let value = data
            .and_then(|data| checked(scope, name, data, span))
            // An error in a definition is reported at the definition, not where the condition is used.
            .map_err(|fault| fault.noticed_at(Stage::Validation).or_at(span));
        let state = match &value {
            Ok(data) => State::Done(data.clone()),
            Err(fault) => State::Failed(fault.clone()),
        };
        self.resolved.borrow_mut().insert(name.to_owned(), state);
        value
    }
}

/// Checks that a value is a boolean or unknown, as the value of a condition has to be.
fn checked(scope: &Scope<'_>, name: &str, data: Data, span: Span) -> Result<Data, Fault> {
    match &data {
        Data::Known(Value::Bool(_)) | Data::Unknown(_) => Ok(data),
        other => {
            scope.write_data(other)?;
            Err(invalid(name, &crate::data::data_text(other), span))
        }
    }
}

/// State of a condition: its value, or its definition.
enum KnownCondition<'s> {
    Value(Data),
    /// The name and the definition of a condition, which is not resolved yet.
    Definition(&'s str, &'s Snippet),
}

fn no_condition(name: &str) -> Exception {
    Exception::value_error(Problem::UnknownCondition, format!("Invalid condition \"{name}\""))
}

/// The error for a name that no condition has.
fn unknown_condition(scope: &Scope<'_>, name: &str, known: &IndexMap<String, Snippet>) -> Fault {
    Fault::from(no_condition(name)).or_help(|| scope.suggestion(name, known.keys().map(String::as_str)))
}

fn condition_error(problem: Problem, message: String) -> Exception {
    Exception::validation_error("Condition validation error", problem, Vec::new(), message)
}

fn invalid(name: &str, definition: &str, span: Span) -> Fault {
    let message = format!("The definition of condition \"{name}\" is invalid: {definition}");
    Fault::at(span, condition_error(Problem::InvalidCondition, message))
}

/// Help for a definition that is not a condition.
fn definition_help(scope: &Scope<'_>, snippet: &Snippet) -> Help {
    if let [entry] = snippet.entries()
        && let Some(help) =
            unknown_function(&entry.key, scope.version, Context::Condition, scope.suggestions())
    {
        return help.or_at(entry.key_span);
    }
    "a definition is `true`, `false` or a function for conditions".into()
}

fn not_a_map(section: &Node) -> Fault {
    let kind = python::type_name(&plain_value(section));
    let (error, problem) = ("Conditions validation error", Problem::InvalidSection);
    let message = format!("Condition definitions must be a map. Found a {kind} instead");
    Fault::at(section.span, Exception::validation_error(error, problem, Vec::new(), message))
}
