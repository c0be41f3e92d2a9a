//! Heat's exceptions: their classes and their words.

use std::fmt;

use super::Problem;

/// The exceptions that templates raise in Heat. Displayed, one has the words of Python's `str()`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Exception {
    /// What most errors of templates end as.
    StackValidationFailed(Box<Validation>),
    /// A reference to a resource or a parameter that does not exist.
    InvalidTemplateReference {
        /// The name.
        resource: String,
        /// The path of the reference.
        key: String,
    },
    /// A reference to an attribute that does not exist.
    InvalidTemplateAttribute {
        /// The name of the resource.
        resource: String,
        /// The name of the attribute.
        key: String,
    },
    /// An attribute of a resource that the template of a nested stack does not have.
    MemberNotFound {
        /// The name of the resource in the nested stack.
        member: String,
        /// The name of the resource that has the stack.
        group: String,
    },
    /// A resource with an `external_id` has `depends_on`.
    InvalidExternalResourceDependency {
        /// The ID of the resource.
        external_id: String,
        /// The type of the resource.
        resource_type: String,
    },
    /// A version that does not exist, or a function that this version no longer has.
    InvalidTemplateVersion(Problem, String),
    /// A key of the document that is no section.
    InvalidTemplateSection(String),
    /// A parameter that has no value, or does not exist.
    UserParameterMissing {
        /// The name of the parameter.
        name: String,
        /// Whether the template declares it.
        is_declared: bool,
    },
    /// Resources that form a cycle: each needs the next, the last needs the first.
    CircularDependency(Vec<String>),
    /// Values for parameters that do not exist.
    UnknownUserParameter(String),
    /// An update changes parameters that are immutable.
    ImmutableParameterModified(Vec<String>),
    /// A definition of a parameter that cannot be used.
    InvalidSchemaError(Problem, String),
    /// Files of an environment that merge a parameter in different ways.
    ConflictingMergeStrategyForParam(Box<MergeConflict>),
    /// A parameter whose type cannot be merged.
    InvalidMergeStrategyForParam {
        /// The strategy, as Heat names it.
        strategy: String,
        /// The name of the parameter.
        param: String,
    },
    /// Hooks of an environment that do not exist.
    InvalidBreakPointHook(String),
    /// Actions of an environment that cannot be restricted.
    InvalidRestrictedAction(String),
    /// Something that does not exist, such as a resource type.
    EntityNotFound {
        /// The kind of thing.
        entity: &'static str,
        /// The name of what does not exist.
        name: String,
    },
    /// The functions of the template write more than [`MAX_RESULT`](crate::limits::MAX_RESULT). Heat has no such limit.
    TooLarge,
    /// The nested stacks have more than [`MAX_NESTED_RESOURCES`](crate::limits::MAX_NESTED_RESOURCES) together, of which no more
    /// are looked into.
    TooManyResources,
    /// Nested stacks are too deep, or too large.
    RequestLimitExceeded(String),
    /// What the plug-in of a type raises for properties that it refuses, if that is no `StackValidationFailed`.
    OfPlugin {
        /// The class.
        class: String,
        /// The message.
        message: String,
    },
    /// A `KeyError` of Python for a key that is no string: what `repr()` gives of it.
    MissingKey(String),
    /// Python's own classes, raised by Heat's checks or by the operation itself.
    Python(Problem, PythonClass, String),
    /// What an expression of `yaql` raises: an exception of yaql or of Python.
    Yaql(Problem, yaql::ErrorClass, String),
}

/// The exceptions of Python that reach users of Heat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is named after its class")]
#[non_exhaustive]
pub enum PythonClass {
    AssertionError,
    AttributeError,
    /// Of the module `re`: a pattern that it cannot read.
    Error,
    IndexError,
    KeyError,
    OverflowError,
    RecursionError,
    TypeError,
    UnicodeDecodeError,
    UnicodeEncodeError,
    ValueError,
}

impl PythonClass {
    /// The name of the class.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AssertionError => "AssertionError",
            Self::AttributeError => "AttributeError",
            Self::Error => "error",
            Self::IndexError => "IndexError",
            Self::KeyError => "KeyError",
            Self::OverflowError => "OverflowError",
            Self::RecursionError => "RecursionError",
            Self::TypeError => "TypeError",
            Self::UnicodeDecodeError => "UnicodeDecodeError",
            Self::UnicodeEncodeError => "UnicodeEncodeError",
            Self::ValueError => "ValueError",
        }
    }
}

/// Two ways to merge one parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergeConflict {
    /// The strategy of the later file.
    pub strategy: String,
    /// The name of the parameter.
    pub param: String,
    /// The name of the later file.
    pub env_file: String,
}

/// What a `StackValidationFailed` is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Validation {
    /// The problem.
    pub problem: Problem,
    /// The kind of error, such as `Condition validation error`; mostly empty.
    pub error: String,
    /// The path in the template, as Heat builds it: sections, names, and indices in the names (`networks[0]`) or on their own.
    pub path: Vec<String>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Validation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.error.is_empty() {
            write!(f, "{}: ", self.error)?;
        }
        let mut path = String::new();
        for step in &self.path {
            if !step.is_empty() && step.bytes().all(|byte| byte.is_ascii_digit()) {
                path.extend(["[", step, "]"]);
            } else if path.is_empty() {
                path.clone_from(step);
            } else {
                path.extend([".", step]);
            }
        }
        if !path.is_empty() {
            write!(f, "{path}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl Exception {
    /// A `StackValidationFailed` at a path.
    #[must_use]
    pub fn validation(problem: Problem, path: Vec<String>, message: impl Into<String>) -> Self {
        Self::StackValidationFailed(Box::new(Validation {
            problem,
            error: String::new(),
            path,
            message: message.into(),
        }))
    }

    /// A `TypeError` of Python.
    pub(crate) fn type_error(problem: Problem, message: impl Into<String>) -> Self {
        Self::Python(problem, PythonClass::TypeError, message.into())
    }

    /// A `ValueError` of Python.
    pub(crate) fn value_error(problem: Problem, message: impl Into<String>) -> Self {
        Self::Python(problem, PythonClass::ValueError, message.into())
    }

    /// A `KeyError` of Python.
    pub(crate) fn key_error(problem: Problem, message: impl Into<String>) -> Self {
        Self::Python(problem, PythonClass::KeyError, message.into())
    }

    /// An `AttributeError` of Python: a method that the type of the value does not have.
    pub(crate) fn attribute_error(problem: Problem, value: &heat_model::Value, method: &str) -> Self {
        let kind = heat_model::python::type_name(value);
        Self::Python(
            problem,
            PythonClass::AttributeError,
            format!("'{kind}' object has no attribute '{method}'"),
        )
    }

    /// The problem that it reports.
    #[must_use]
    pub const fn problem(&self) -> Problem {
        match self {
            Self::StackValidationFailed(validation) => validation.problem,
            Self::InvalidTemplateVersion(problem, _)
            | Self::InvalidSchemaError(problem, _)
            | Self::Python(problem, ..)
            | Self::Yaql(problem, ..) => *problem,
            Self::InvalidTemplateReference { .. } => Problem::UnknownResource,
            Self::InvalidTemplateAttribute { .. } | Self::MemberNotFound { .. } => Problem::UnknownAttribute,
            Self::InvalidTemplateSection(_) => Problem::UnknownSection,
            Self::CircularDependency(_) => Problem::CircularDependency,
            Self::InvalidExternalResourceDependency { .. } => Problem::ExternalDependency,
            Self::UserParameterMissing { is_declared: true, .. } => Problem::MissingParameter,
            Self::UserParameterMissing { is_declared: false, .. } => Problem::UnknownParameter,
            Self::UnknownUserParameter(_) => Problem::ValueForUnknownParameter,
            Self::ImmutableParameterModified(_) => Problem::ImmutableParameter,
            Self::ConflictingMergeStrategyForParam(_) => Problem::ConflictingMergeStrategy,
            Self::InvalidMergeStrategyForParam { .. } => Problem::InvalidMergeStrategy,
            Self::InvalidBreakPointHook(_) => Problem::UnknownHook,
            Self::InvalidRestrictedAction(_) => Problem::UnknownRestrictedAction,
            Self::EntityNotFound { .. } => Problem::UnknownType,
            Self::TooLarge => Problem::ResultTooLarge,
            Self::TooManyResources => Problem::TooManyResources,
            Self::RequestLimitExceeded(_) => Problem::NestedStackLimit,
            Self::OfPlugin { .. } => Problem::ViolatedValidationRule,
            Self::MissingKey(_) => Problem::FunctionValue,
        }
    }

    /// The exception reported as another problem, if its class leaves open which it is.
    #[must_use]
    pub(crate) fn with_problem(self, problem: Problem) -> Self {
        let known_as = self.problem();
        self.reported_as(known_as, problem)
    }

    /// The exception reported as another problem, if it is this one: where an error is found decides about what it means.
    #[must_use]
    pub(crate) fn reported_as(mut self, known_as: Problem, problem: Problem) -> Self {
        let own = match &mut self {
            Self::StackValidationFailed(validation) => &mut validation.problem,
            Self::InvalidTemplateVersion(own, _)
            | Self::InvalidSchemaError(own, _)
            | Self::Python(own, ..)
            | Self::Yaql(own, ..) => own,
            _ => return self,
        };
        if *own == known_as {
            *own = problem;
        }
        self
    }

    /// The name of the class, without its module.
    #[must_use]
    pub const fn class(&self) -> &str {
        match self {
            Self::StackValidationFailed(_) => "StackValidationFailed",
            Self::InvalidTemplateReference { .. } => "InvalidTemplateReference",
            Self::InvalidTemplateAttribute { .. } => "InvalidTemplateAttribute",
            Self::MemberNotFound { .. } => "NotFound",
            Self::InvalidExternalResourceDependency { .. } => "InvalidExternalResourceDependency",
            Self::InvalidTemplateVersion(..) => "InvalidTemplateVersion",
            Self::InvalidTemplateSection(_) => "InvalidTemplateSection",
            Self::CircularDependency(_) => "CircularDependencyException",
            Self::UserParameterMissing { .. } => "UserParameterMissing",
            Self::UnknownUserParameter(_) => "UnknownUserParameter",
            Self::ImmutableParameterModified(_) => "ImmutableParameterModified",
            Self::InvalidSchemaError(..) => "InvalidSchemaError",
            Self::ConflictingMergeStrategyForParam(_) => "ConflictingMergeStrategyForParam",
            Self::InvalidMergeStrategyForParam { .. } => "InvalidMergeStrategyForParam",
            Self::InvalidBreakPointHook(_) => "InvalidBreakPointHook",
            Self::InvalidRestrictedAction(_) => "InvalidRestrictedAction",
            Self::EntityNotFound { .. } => "EntityNotFound",
            Self::TooLarge => "TooLarge",
            Self::TooManyResources => "TooManyResources",
            Self::RequestLimitExceeded(_) => "RequestLimitExceeded",
            Self::OfPlugin { class, .. } => class.as_str(),
            Self::MissingKey(_) => PythonClass::KeyError.as_str(),
            Self::Python(_, class, _) => class.as_str(),
            Self::Yaql(_, class, _) => class.name(),
        }
    }
}

/// What `str()` gives of the exception.
impl fmt::Display for Exception {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StackValidationFailed(validation) => validation.fmt(f),
            Self::InvalidTemplateReference { resource, key } => {
                write!(f, "The specified reference \"{resource}\" (in {key}) is incorrect.")
            }
            Self::InvalidTemplateAttribute { resource, key } => {
                write!(f, "The Referenced Attribute ({resource} {key}) is incorrect.")
            }
            Self::MemberNotFound { member, group } => {
                write!(f, "Member '{member}' not found in group resource '{group}'.")
            }
            Self::InvalidExternalResourceDependency { external_id, resource_type } => {
                write!(f, "Invalid dependency with external {resource_type} resource: {external_id}")
            }
            Self::InvalidTemplateVersion(_, explanation) => {
                write!(f, "The template version is invalid: {explanation}")
            }
            Self::InvalidTemplateSection(section) => {
                write!(f, "The template section is invalid: {section}")
            }
            Self::UserParameterMissing { name, .. } => write!(f, "The Parameter ({name}) was not provided."),
            Self::UnknownUserParameter(key) => {
                write!(f, "The Parameter ({key}) was not defined in template.")
            }
            Self::CircularDependency(names) => {
                let edges = names.iter().zip(names.iter().cycle().skip(1));
                let edges: Vec<String> = edges.map(|(name, next)| format!("{name}: {{{next}}}")).collect();
                write!(f, "Circular Dependency Found: {{{}}}", edges.join(", "))
            }
            Self::TooLarge => write!(
                f,
                "the functions of the template produce more than {} MiB",
                crate::limits::MAX_RESULT >> 20
            ),
            Self::TooManyResources => write!(
                f,
                "together, the nested stacks have more than {} resources: the others are not checked",
                crate::limits::MAX_NESTED_RESOURCES
            ),
            Self::RequestLimitExceeded(message) => write!(f, "Request limit exceeded: {message}"),
            Self::ImmutableParameterModified(keys) => {
                let keys = keys.join(", ");
                write!(f, "The following parameters are immutable and may not be updated: {keys}")
            }
            // Python shows the argument of a KeyError as `repr()` does.
            Self::Python(_, PythonClass::KeyError, message) => {
                f.write_str(&heat_model::python::repr_of(&heat_model::Value::from(message.as_str())))
            }
            Self::ConflictingMergeStrategyForParam(conflict) => {
                let MergeConflict { strategy, param, env_file } = &**conflict;
                write!(
                    f,
                    "Conflicting merge strategy '{strategy}' for parameter '{param}' in file '{env_file}'."
                )
            }
            Self::InvalidMergeStrategyForParam { strategy, param } => {
                write!(f, "Invalid merge strategy '{strategy}' for parameter '{param}'.")
            }
            Self::EntityNotFound { entity, name } => write!(f, "The {entity} ({name}) could not be found."),
            Self::InvalidSchemaError(_, message)
            | Self::InvalidBreakPointHook(message)
            | Self::InvalidRestrictedAction(message)
            | Self::MissingKey(message)
            | Self::OfPlugin { message, .. }
            | Self::Python(_, _, message)
            | Self::Yaql(_, _, message) => f.write_str(message),
        }
    }
}
