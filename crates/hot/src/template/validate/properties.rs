//! Property values: converts snippets to values for the engine of `heat-model`, and its errors to Heat's.

use std::cell::Cell;
use std::collections::HashMap;

use heat_model::custom_constraint::CustomConstraints;
use heat_model::evaluate::{self, Context, Evaluator, Properties, PropertyInput, Resolved};
use heat_model::heat_words::problem_words;
use heat_model::validate::{ErrorKind, PluginError, Step, ValueError};
use heat_model::{ResourceType, Value};
use heat_yaml::Span;
use indexmap::IndexMap;

use super::property_help;
use crate::data::Shape;
use crate::fault::{Problem, Stage};
use crate::function::references;
use crate::parameter::property_violation;
use crate::scope::Scope;
use crate::snippet::{self, Content, Path, Snippet};
use crate::stand_in;
use crate::template::type_facts;
use crate::{Data, Exception, Fault};

/// Key of the map that represents an unknown value. It cannot occur in YAML.
const UNKNOWN: &str = "\u{0}unknown";

/// Class of the exception that most plug-ins raise.
const STACK_VALIDATION_FAILED: &str = "StackValidationFailed";

/// Properties of a resource, or its update policy.
#[derive(Debug, Default)]
pub(super) struct PropertyData {
    values: IndexMap<String, Value>,
    /// State of each value, in the same order as the values.
    given: Vec<PropertyInput>,
    /// Errors in the functions of a property, by its name.
    failed: HashMap<String, Fault>,
    /// `true` once the translation rules no longer apply. In Heat, they do not after one of them could not find its value.
    is_untranslated: Cell<bool>,
}

impl PropertyData {
    /// Resolves each property separately. Values that refer to a resource are preliminary.
    pub(super) fn new(scope: &Scope<'_>, snippet: Option<&Snippet>) -> Self {
        Self::only(scope, snippet, |_| true)
    }

    /// Like [`new`](Self::new), with only some of the properties.
    pub(super) fn only(
        scope: &Scope<'_>,
        snippet: Option<&Snippet>,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Self {
        Self::resolved(scope, snippet, is_wanted, |value| snippet::resolve_nullable(scope, value))
    }

    /// Resolves the values of a snippet with this function.
    pub(super) fn resolved(
        scope: &Scope<'_>,
        snippet: Option<&Snippet>,
        is_wanted: impl Fn(&str) -> bool,
        resolve: impl Fn(&Snippet) -> Result<Option<Data>, Fault>,
    ) -> Self {
        let mut data = Self::default();
        let Some(snippet) = snippet else { return data };
        let Content::Map(entries) = &snippet.content else { return data };
        for entry in entries.iter().filter(|entry| is_wanted(&entry.key)) {
            let (value, given) = match resolve(&entry.value) {
                Ok(None) => (Value::Null, PropertyInput::Omitted),
                Err(fault) => {
                    let message = fault.exception.to_string();
                    data.failed.insert(entry.key.clone(), fault);
                    // A translation rule may replace the value, which Heat only resolves when it reads the property itself.
                    let value = Data::unknown(Shape::Any, format!("value of {}", entry.key));
                    (to_value(value), PropertyInput::Failed(message))
                }
                Ok(Some(value)) if scope.write_weighed(|| weight(&value)).is_err() => {
                    (Value::Null, PropertyInput::Failed(Exception::TooLarge.to_string()))
                }
                Ok(Some(value)) => {
                    let (found, _) = references(scope, &entry.value, &Path::root(""));
                    let given =
                        if found.is_empty() { PropertyInput::Value } else { PropertyInput::Preliminary };
                    (to_value(value), given)
                }
            };
            // If a key occurs several times, the last value is used.
            let (place, _) = data.values.insert_full(entry.key.clone(), value);
            match data.given.get_mut(place) {
                Some(earlier) => *earlier = given,
                None => data.given.push(given),
            }
        }
        data
    }

    /// The data when the resource is created: the referenced resources exist, and all values are final.
    pub(super) fn at_creation(mut self) -> Self {
        let preliminary = self.given.iter_mut().filter(|given| matches!(given, PropertyInput::Preliminary));
        preliminary.for_each(|given| *given = PropertyInput::Value);
        self
    }

    fn given(&self, name: &str) -> PropertyInput {
        let given = self.values.get_index_of(name).and_then(|place| self.given.get(place));
        given.cloned().unwrap_or(PropertyInput::Value)
    }
}

/// Extent of the checks of a resource's properties.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueChecks {
    /// Only the names of properties.
    Names,
    /// The names of properties, and the rules of the plug-in, in a stack whose values are not validated.
    Rules,
    /// The values of properties.
    Values,
    /// The values of properties, then the rules of the plug-in.
    ValuesAndRules,
}

impl ValueChecks {
    /// Returns whether the rules of the plug-in are checked.
    pub(super) fn has_rules(self) -> bool {
        matches!(self, Self::Rules | Self::ValuesAndRules)
    }
}

/// Reader of a resource's properties, which follows Heat before the resource is created.
pub(super) struct Reader<'a> {
    pub(super) scope: &'a Scope<'a>,
    pub(super) evaluator: &'a Evaluator<'a>,
    pub(super) data: &'a PropertyData,
    /// Snippet that the data come from.
    pub(super) snippet: Option<&'a Snippet>,
    pub(super) customs: &'a dyn CustomConstraints,
    /// Name of the resource, for messages of its plug-in.
    pub(super) resource_name: Option<&'a str>,
    pub(super) description: Option<&'a str>,
}

impl<'a> Reader<'a> {
    /// Creates a reader for properties whose resource does not matter.
    pub(super) fn new(
        scope: &'a Scope<'a>,
        evaluator: &'a Evaluator<'a>,
        data: &'a PropertyData,
        snippet: Option<&'a Snippet>,
        customs: &'a dyn CustomConstraints,
    ) -> Self {
        Self { scope, evaluator, data, snippet, customs, resource_name: None, description: None }
    }

    fn with<T>(&self, read: impl FnOnce(&mut Properties<'_>) -> T) -> T {
        let given = |name: &str| self.data.given(name);
        let is_deferred = |value: &Value| is_unknown(value);
        let mut context = Context::new(self.customs).with_deferred(&is_deferred);
        context.resource_name = self.resource_name;
        context.resource_description = self.description;
        context.given = Some(&given);
        context.wording = Some(&problem_message);
        let mut properties = self.evaluator.properties(&self.data.values, &context);
        if self.data.is_untranslated.get() {
            properties.set_translating(false);
        }
        let answer = read(&mut properties);
        self.data.is_untranslated.set(!properties.is_translating());
        answer
    }

    /// Returns all errors in Heat's order, with the path from the properties; errors about all properties have no span.
    pub(super) fn errors(&self, checks: ValueChecks) -> Vec<Fault> {
        let errors = self.with(|properties| match checks {
            ValueChecks::Names => properties.validate_without_values(),
            ValueChecks::Rules => {
                let mut errors = properties.validate_without_values();
                if errors.is_empty() {
                    errors = properties.validate_rules();
                    errors.extend(properties.validate_groups());
                }
                errors
            }
            ValueChecks::Values | ValueChecks::ValuesAndRules => properties.validate(),
        });
        let counts = |error: &ValueError| match error.kind {
            // Plug-ins check these in their own validation.
            ErrorKind::Group | ErrorKind::Rule => checks != ValueChecks::Values,
            _ => true,
        };
        let errors: Vec<ValueError> = errors.into_iter().filter(counts).collect();
        let places = property_help::Places::new(self.snippet);
        let explained = |error: &ValueError| {
            let fault = self.explained(exception(error), error, &places);
            (!is_said_of_unknown(&errors, error, &fault)).then_some(fault)
        };
        errors.iter().filter_map(explained).collect()
    }

    /// The error of the plug-in about a property that is valid by its schema.
    pub(super) fn refusal(&self, schema: &ResourceType) -> Option<Fault> {
        let name = type_facts::examined_property(schema)?;
        let refusal = type_facts::refusal(&self.value(name).ok()??, self.resource_name.unwrap_or_default())?;
        let exception = Exception::validation(Problem::ViolatedValidationRule, Vec::new(), refusal.message);
        let mut place = self.snippet;
        for step in &refusal.path {
            place = place.and_then(|snippet| match &snippet.content {
                Content::List(items) => items.get(step.parse::<usize>().ok()?),
                _ => snippet.get(step),
            });
        }
        let fault = Fault { span: place.map(|snippet| snippet.span), ..Fault::from(exception) };
        Some(fault.with_note(refusal.note))
    }

    /// Adds the span and an explanation to an error.
    fn explained(
        &self,
        exception: Exception,
        error: &ValueError,
        places: &property_help::Places<'_>,
    ) -> Fault {
        // An error in a name does not depend on the value.
        let is_name = matches!(error.kind, ErrorKind::Unknown | ErrorKind::NotImplemented);
        let failed = match error.path.0.first() {
            Some(Step::Name(name)) if !is_name => self.data.failed.get(name),
            _ => None,
        };
        // Heat repeats the message of the function that failed, without its location.
        if let Some(fault) = failed {
            let problem = fault.exception.problem();
            return Fault { exception: exception.with_problem(problem), ..fault.clone() };
        }
        let span = places.of(error);
        // If values are not validated, Heat does not check the inside of properties.
        let noticed = (error.path.0.len() > 1).then_some(Stage::Creation);
        let mut fault = Fault { span, noticed, ..Fault::from(exception) };
        if error.plugin_error.is_some() {
            fault = fault.with_note(error.message.clone());
        }
        fault.or_help(|| {
            property_help::help(self.scope, self.evaluator.schemas(), &self.data.values, self.snippet, error)
        })
    }

    /// The exception that Heat raises when it reads the property directly.
    pub(super) fn error(&self, name: &str) -> Option<Fault> {
        let errors = self.with(|properties| properties.get(name)).err()?;
        let error = errors.into_iter().next()?;
        let exception = Exception::value_error(problem(error.kind), error.message.clone());
        Some(self.explained(exception, &error, &property_help::Places::new(self.snippet)))
    }

    /// The value of a property, with its members by name. `None` if Heat raises a `ValueError` or a `TypeError`.
    ///
    /// # Errors
    /// Heat raises another exception.
    pub(super) fn value(&self, name: &str) -> Result<Option<Value>, Exception> {
        let Some(schema) = self.evaluator.schemas().get(name) else { return Ok(Some(Value::Null)) };
        match self.with(|properties| properties.get(name)) {
            Ok(value) => Ok(Some(Resolved::to_value(&value, schema))),
            Err(errors) => match errors.first() {
                Some(conflict) if conflict.kind == ErrorKind::Conflict => {
                    Err(Exception::validation(problem(conflict.kind), Vec::new(), conflict.message.clone()))
                }
                _ => Ok(None),
            },
        }
    }
}

/// Returns whether a missing property is the misspelt one that another error reports as unknown.
fn is_said_of_unknown(errors: &[ValueError], error: &ValueError, fault: &Fault) -> bool {
    let renamed = || fault.explanation.as_ref()?.help.as_ref()?.rename.as_ref();
    let Some(renamed) = renamed().filter(|_| error.kind == ErrorKind::Missing) else { return false };
    let around = |error: &ValueError| error.path.0.split_last().map(|(_, around)| around.to_vec());
    errors.iter().any(|other| {
        other.kind == ErrorKind::Unknown
            && other.path.0.last().is_some_and(|step| *step == Step::Name(renamed.name.clone()))
            && around(other) == around(error)
    })
}

/// The problem for an error in the data of properties.
fn problem(kind: ErrorKind) -> Problem {
    match kind {
        ErrorKind::Unknown => Problem::UnknownProperty,
        ErrorKind::Missing => Problem::MissingProperty,
        ErrorKind::Constraint => Problem::ViolatedPropertyConstraint,
        ErrorKind::Conflict => Problem::ConflictingProperties,
        ErrorKind::NotImplemented => Problem::UnimplementedProperty,
        ErrorKind::Rule => Problem::ViolatedValidationRule,
        // Other kinds may be added; they are all about values.
        _ => Problem::InvalidPropertyValue,
    }
}

fn exception(error: &ValueError) -> Exception {
    if let Some(PluginError { exception, message }) = error.plugin_error.as_deref() {
        return match exception.as_str() {
            STACK_VALIDATION_FAILED => {
                Exception::validation(problem(error.kind), Vec::new(), message.as_str())
            }
            class => Exception::OfPlugin { class: class.to_owned(), message: message.clone() },
        };
    }
    let path = error.heat_path().iter().map(|step| match step {
        Step::Name(name) => name.clone(),
        Step::Item(index) => index.to_string(),
    });
    let message = error.message.as_str();
    Exception::validation_error("Property error", problem(error.kind), path.collect(), message)
}

/// Adds the section and a default span to the errors.
pub(super) fn faults(
    scope: &Scope<'_>,
    errors: Vec<Fault>,
    around: &[String],
    otherwise: Span,
) -> impl Iterator<Item = Fault> {
    errors.into_iter().map(move |fault| {
        let fault = fault.or_at(otherwise);
        if is_of_plugin(&fault.exception) { fault } else { scope.within(fault, around) }
    })
}

/// Returns whether the exception is raised by a plug-in, which does not report a location.
fn is_of_plugin(exception: &Exception) -> bool {
    match exception {
        Exception::StackValidationFailed(validation) => {
            validation.problem == Problem::ViolatedValidationRule && validation.error.is_empty()
        }
        Exception::OfPlugin { .. } => true,
        _ => false,
    }
}

/// Approximate size of the data in bytes: a large parameter can be the value of many properties.
fn weight(data: &Data) -> usize {
    fn of_value(value: &Value) -> usize {
        match value {
            Value::String(text) => text.len(),
            Value::List(items) => items.iter().map(of_value).sum::<usize>() + 8,
            Value::Map(map) => map.iter().map(|(key, value)| key.len() + of_value(value)).sum::<usize>() + 8,
            _ => 8,
        }
    }
    match data {
        Data::Known(value) => of_value(value),
        Data::List(items) => items.iter().map(weight).sum(),
        Data::Map(map) => map.values().map(weight).sum(),
        Data::Unknown(_) => 8,
    }
}

/// The data as a value, in which markers represent unknown values.
fn to_value(data: Data) -> Value {
    match data {
        Data::Known(value) => value,
        Data::List(items) => Value::List(items.into_iter().map(to_value).collect()),
        Data::Map(map) => map.into_iter().map(|(key, value)| (key, to_value(value))).collect(),
        Data::Unknown(unknown) => [(UNKNOWN.to_owned(), Value::from(unknown.origin))].into_iter().collect(),
    }
}

/// Returns whether the value represents an unknown value.
pub(super) fn is_unknown(value: &Value) -> bool {
    match value {
        Value::Map(map) => map.len() == 1 && map.contains_key(UNKNOWN),
        Value::String(text) => stand_in::is_in_text(text),
        _ => false,
    }
}

/// Heat's message for an error in a property value.
fn problem_message(problem: evaluate::Problem<'_>) -> String {
    match problem {
        evaluate::Problem::Violation(property_type, constraint, value, violation) => {
            property_violation(constraint, value, property_type, violation)
        }
        other => problem_words(other),
    }
}
