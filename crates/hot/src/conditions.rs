//! The section `conditions`: its definitions, and whether each is true.

use std::cell::{OnceCell, RefCell};

use heat_model::{Value, python};
use heat_yaml::{Node, Span};
use indexmap::IndexMap;

use crate::data::Shape;
use crate::fault::{Exception, Help, Problem, PythonClass, Stage, Validation};
use crate::function::unknown_function;
use crate::plain::{key_of, plain_value};
use crate::scope::Scope;
use crate::snippet::{self, Content, Context, Path, Snippet};
use crate::{Data, Fault};

/// The conditions of a template. They are parsed all at once when the first is asked for, and resolved one by one, as in Heat
/// (`heat.engine.conditions`).
#[derive(Debug, Default)]
pub struct Conditions<'n> {
    section: Option<&'n Node>,
    /// What the section is called: `conditions`, or `Conditions` in CFN-style templates.
    name: &'static str,
    /// Whether nothing is known about any of them.
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
    /// The conditions of this section.
    #[must_use]
    pub fn new(name: &'static str, section: Option<&'n Node>) -> Self {
        Self { section, name, ..Self::default() }
    }

    /// Conditions that may be true or false, whatever their names and definitions are: for questions about a template that do
    /// not depend on what its stacks are given.
    #[must_use]
    pub fn unknown() -> Self {
        Self { are_unknown: true, ..Self::default() }
    }

    /// The parsed definitions, and all that is wrong with them.
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

    /// Has the conditions resolved again whose values are not known: a scope can say more about them than the one before.
    pub(crate) fn forget_unknown(&self) {
        self.resolved.borrow_mut().retain(|_, state| !matches!(state, State::Done(Data::Unknown(_))));
    }

    /// The first mistake in the form of the definitions.
    pub(crate) fn first_fault(&self, scope: &Scope<'_>) -> Option<&Fault> {
        self.parsed(scope).1.first()
    }

    /// All that is wrong with the definitions.
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
                // It has been reported.
                Content::Invalid(_) => {}
                _ => {
                    let fault = invalid(name, &snippet::as_text(snippet), snippet.span);
                    faults.push(fault.with_help(definition_help(scope, snippet)));
                }
            }
        }
        faults
    }

    /// Whether a condition is true: given by its name, as a boolean, or as null, which is true. Unknown data where that
    /// depends on something unknown.
    ///
    /// # Errors
    /// There is no such condition, or its definition is wrong.
    pub fn is_enabled(&self, scope: &Scope<'_>, condition: &Data) -> Result<Data, Fault> {
        // Conditions are inside of each other: what is not needed meanwhile is in functions of its own.
        let (name, snippet) = match self.found(scope, condition)? {
            KnownCondition::Value(data) => return Ok(data),
            KnownCondition::Definition(name, snippet) => (name, snippet),
        };
        let _entered = scope.enter()?;
        self.resolved.borrow_mut().insert(name.to_owned(), State::InProgress);
        // Heat asks for conditions in a generator.
        let data = snippet::resolve(scope, snippet).map_err(Fault::out_of_generator);
        self.done(scope, name, snippet.span, data)
    }

    /// The value of a condition where that is known, or its definition.
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

    /// Keeps the value of a condition, or why it has none.
    fn done(
        &self,
        scope: &Scope<'_>,
        name: &str,
        span: Span,
        data: Result<Data, Fault>,
    ) -> Result<Data, Fault> {
        let value = data
            .and_then(|data| checked(scope, name, data, span))
            // What is wrong with a definition is wrong there, not where the condition is used.
            .map_err(|fault| fault.noticed_at(Stage::Validation).or_at(span));
        let state = match &value {
            Ok(data) => State::Done(data.clone()),
            Err(fault) => State::Failed(fault.clone()),
        };
        self.resolved.borrow_mut().insert(name.to_owned(), state);
        value
    }
}

/// What a condition resolves to, if it can be a condition.
fn checked(scope: &Scope<'_>, name: &str, data: Data, span: Span) -> Result<Data, Fault> {
    match &data {
        Data::Known(Value::Bool(_)) | Data::Unknown(_) => Ok(data),
        other => {
            scope.write_data(other)?;
            Err(invalid(name, &crate::data::data_text(other), span))
        }
    }
}

/// What is known of a condition.
enum KnownCondition<'s> {
    Value(Data),
    /// The name and the definition of a condition, which is not resolved yet.
    Definition(&'s str, &'s Snippet),
}

fn no_condition(name: &str) -> Exception {
    Exception::Python(
        Problem::UnknownCondition,
        PythonClass::ValueError,
        format!("Invalid condition \"{name}\""),
    )
}

/// The fault for the name of no condition.
fn unknown_condition(scope: &Scope<'_>, name: &str, known: &IndexMap<String, Snippet>) -> Fault {
    Fault::from(no_condition(name)).or_help(|| scope.suggestion(name, known.keys().map(String::as_str)))
}

fn condition_error(problem: Problem, message: String) -> Exception {
    let error = "Condition validation error".to_owned();
    Exception::StackValidationFailed(Box::new(Validation { problem, error, path: Vec::new(), message }))
}

fn invalid(name: &str, definition: &str, span: Span) -> Fault {
    Fault::at(
        span,
        condition_error(
            Problem::InvalidCondition,
            format!("The definition of condition \"{name}\" is invalid: {definition}"),
        ),
    )
}

/// What to write in place of what is no condition.
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
    let validation = Validation {
        problem: Problem::InvalidSection,
        error: "Conditions validation error".to_owned(),
        path: Vec::new(),
        message: format!("Condition definitions must be a map. Found a {kind} instead"),
    };
    Fault::at(section.span, Exception::StackValidationFailed(Box::new(validation)))
}
