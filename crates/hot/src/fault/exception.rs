//! Heat's exceptions: their classes and messages.

use std::fmt;

use super::Problem;

/// Exception that a template raises in Heat. `Display` writes the text of Python's `str()`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Exception {
    /// An error in a template: the class that most checks of Heat raise.
    StackValidationFailed(Box<Validation>),
    /// A reference to a resource or a parameter that does not exist.
    InvalidTemplateReference {
        /// Name of the resource or parameter.
        resource: String,
        /// Path of the reference.
        key: String,
    },
    /// A reference to an attribute that does not exist.
    InvalidTemplateAttribute {
        /// Name of the resource.
        resource: String,
        /// Name of the attribute.
        key: String,
    },
    /// A reference to a resource of a nested stack that the template of the stack does not have.
    MemberNotFound {
        /// Name of the resource in the nested stack.
        member: String,
        /// Name of the resource that creates the stack.
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
    /// A top-level key that is not a section.
    InvalidTemplateSection(String),
    /// A parameter that has no value, or does not exist.
    UserParameterMissing {
        /// The name of the parameter.
        name: String,
        /// `true` if the template declares the parameter.
        is_declared: bool,
    },
    /// Resources that form a cycle: each depends on the next, and the last on the first.
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
        /// Kind of the missing thing, as Heat names it, such as `Resource Type`.
        entity: &'static str,
        /// Name of the thing that does not exist.
        name: String,
    },
    /// The functions of the template produce more output than [`MAX_RESULT`](crate::limits::MAX_RESULT). Heat has no such limit.
    TooLarge,
    /// The nested stacks have more than [`MAX_NESTED_RESOURCES`](crate::limits::MAX_NESTED_RESOURCES) resources together; the
    /// rest is not checked.
    TooManyResources,
    /// Nested stacks are too deep, or too large.
    RequestLimitExceeded(String),
    /// Exception of a plug-in for properties that it refuses, other than `StackValidationFailed`.
    OfPlugin {
        /// Name of the class.
        class: String,
        /// Message of the exception.
        message: String,
    },
    /// A `KeyError` of Python for a key that is not a string, with the `repr()` of the key.
    MissingKey(String),
    /// An exception of Python's own classes, raised by Heat's checks or by the operation itself.
    Python(Problem, PythonClass, String),
    /// Exception of yaql or of Python, raised by an expression of `yaql`.
    Yaql(Problem, yaql::ErrorClass, String),
}

/// The exceptions of Python that reach users of Heat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is named after its class")]
#[non_exhaustive]
pub enum PythonClass {
    AssertionError,
    AttributeError,
    /// `re.error`: the pattern is not a valid regular expression.
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

/// Conflict between the strategies with which two files merge one parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergeConflict {
    /// Strategy of the later file.
    pub strategy: String,
    /// Name of the parameter.
    pub param: String,
    /// Name of the later file.
    pub env_file: String,
}

/// Parts of a `StackValidationFailed`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Validation {
    /// Problem that the exception reports.
    pub problem: Problem,
    /// Kind of error, such as `Condition validation error`; usually empty.
    pub error: String,
    /// Path in the template, as Heat builds it: sections, names, and indices, either in the names (`networks[0]`) or as separate
    /// steps.
    pub path: Vec<String>,
    /// Description of the error.
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
        Self::validation_error("", problem, path, message)
    }

    /// A `StackValidationFailed` at a path, with the kind of error, such as `Condition validation error`.
    pub(crate) fn validation_error(
        error: impl Into<String>,
        problem: Problem,
        path: Vec<String>,
        message: impl Into<String>,
    ) -> Self {
        let (error, message) = (error.into(), message.into());
        Self::StackValidationFailed(Box::new(Validation { problem, error, path, message }))
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

    /// An `AttributeError` of Python: the type of the value does not have the method.
    pub(crate) fn attribute_error(problem: Problem, value: &heat_model::Value, method: &str) -> Self {
        Self::no_attribute(problem, heat_model::python::type_name(value), method)
    }

    /// Like [`attribute_error`](Self::attribute_error), for a value of this class.
    pub(crate) fn no_attribute(problem: Problem, class: &str, method: &str) -> Self {
        let message = format!("'{class}' object has no attribute '{method}'");
        Self::Python(problem, PythonClass::AttributeError, message)
    }

    /// The problem that the exception reports.
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

    /// Reports the exception as another problem, if its class is used for several problems.
    #[must_use]
    pub(crate) fn with_problem(self, problem: Problem) -> Self {
        let known_as = self.problem();
        self.reported_as(known_as, problem)
    }

    /// Reports the exception as another problem, if it is now reported as `known_as`: the meaning depends on where the error is
    /// found.
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

/// Writes the text of Python's `str()`.
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
            // For a `KeyError`, Python shows the `repr()` of the argument.
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
