//! Problems of templates, independent of Heat's messages.
//!
//! Heat has few classes of exceptions, and the same message can mean different things. A [`Problem`] is the entry that a reader
//! looks up: it has a stable id, and a stage in which Heat notices it. The code that creates an exception chooses the problem;
//! every exception has one. The page of each problem is in `heat-template-check`.

use heat_yaml::Severity;

/// Stage in which Heat notices a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Validation of the template, by the API that only validates, and before a stack is created.
    Validation,
    /// Checks before a stack is created or updated: Heat accepts the template when it is validated.
    Creation,
    /// Creation of the stack of a resource, in a template that Heat has accepted.
    NestedCreation,
    /// Creation of a resource, if its stack and the resource are created at all, which is not known.
    PossibleCreation,
    /// Computation of a value, in a template that Heat has accepted.
    Resolution,
    /// Reading the finished stack: Heat creates the stack.
    Use,
}

impl Stage {
    /// The name of the stage in machine-readable output.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Validation => "validation",
            Self::Creation => "creation",
            Self::NestedCreation => "nested-creation",
            Self::PossibleCreation => "possible-creation",
            Self::Resolution => "resolution",
            Self::Use => "use",
        }
    }

    /// The severity of a problem of this stage: an error if the stack cannot be created, otherwise a warning.
    #[must_use]
    pub const fn severity(self) -> Severity {
        match self {
            Self::Validation | Self::Creation | Self::NestedCreation => Severity::Error,
            Self::PossibleCreation | Self::Resolution | Self::Use => Severity::Warning,
        }
    }

    /// The note that a finding shows about the stage; `None` for problems that Heat refuses at once.
    #[must_use]
    pub const fn note(self) -> Option<&'static str> {
        match self {
            Self::Validation => None,
            Self::Creation => {
                Some("Heat accepts this when it validates the template, and fails when the stack is created")
            }
            Self::NestedCreation => {
                Some("Heat accepts the template, and fails when it creates the nested stack")
            }
            Self::PossibleCreation => Some(
                "Heat accepts the template, and fails when it creates this in the nested stack; whether it does is not known here",
            ),
            Self::Resolution => Some("Heat accepts the template, and fails when it needs the value"),
            Self::Use => Some("Heat creates the stack, and the output has no value"),
        }
    }

    /// The sentence about the stage on the page of a problem.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Validation => "Heat refuses it when the template is validated.",
            Self::Creation => {
                "Heat accepts it when the template is validated, and refuses it when the stack is created."
            }
            Self::NestedCreation => "Heat accepts the template, and fails when it creates the nested stack.",
            Self::PossibleCreation => "Heat accepts the template, and fails if it creates the nested stack.",
            Self::Resolution => "Heat accepts the template, and fails when it needs the value.",
            Self::Use => "Heat creates the stack.",
        }
    }
}

/// Declares the problems: the variant, its id, and the stage in which Heat notices it.
macro_rules! problems {
    ($($(#[$doc:meta])* $name:ident = $id:literal, $stage:ident;)*) => {
        /// Problem of a template or an environment.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Problem {
            $($(#[$doc])* $name,)*
        }

        impl Problem {
            /// All problems.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The id under which the problem is reported.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$name => $id,)*
                }
            }

            /// The stage in which Heat notices the problem, unless it is found in a part that is checked earlier or later: see
            /// [`Fault::stage`](super::Fault::stage).
            #[must_use]
            pub const fn stage(self) -> Stage {
                match self {
                    $(Self::$name => Stage::$stage,)*
                }
            }
        }
    };
}

impl Problem {
    /// The problem if it is found without resolving anything: the arguments of a function have the wrong form.
    #[must_use]
    pub(crate) const fn when_validated(self) -> Self {
        match self {
            Self::FunctionValue => Self::FunctionArguments,
            other => other,
        }
    }
}

problems! {
    // Structure.
    /// The version of the template is missing, unknown or declared twice.
    UnknownVersion = "unknown-template-version", Validation;
    /// A top-level key is not a section.
    UnknownSection = "unknown-section", Validation;
    /// A section is not a map.
    InvalidSection = "invalid-section", Validation;

    // Parameters.
    /// The definition of a parameter is not a map, or a part of it has the wrong form.
    InvalidParameter = "invalid-parameter", Validation;
    /// The definition of a parameter has a key that does not exist.
    UnknownParameterKey = "unknown-parameter-key", Validation;
    /// A parameter has no type.
    MissingParameterType = "missing-parameter-type", Validation;
    /// The type of a parameter does not exist.
    UnknownParameterType = "unknown-parameter-type", Validation;
    /// A constraint of a parameter is malformed.
    InvalidParameterConstraint = "invalid-parameter-constraint", Validation;
    /// A constraint does not apply to the type of its parameter.
    ConstraintNotForType = "constraint-not-for-parameter-type", Validation;
    /// The default of a parameter violates one of its constraints.
    InvalidDefault = "invalid-default", Validation;
    /// The value of a parameter has the wrong type, or violates a constraint.
    InvalidParameterValue = "invalid-parameter-value", Creation;
    /// A parameter has no value.
    MissingParameter = "missing-parameter", Creation;
    /// A function refers to a parameter that does not exist.
    UnknownParameter = "unknown-parameter", Creation;
    /// A value is set for a parameter that does not exist.
    ValueForUnknownParameter = "value-for-unknown-parameter", Validation;
    /// A group of parameters is malformed.
    InvalidParameterGroup = "invalid-parameter-group", Validation;
    /// A group lists a parameter that does not exist.
    UnknownGroupedParameter = "unknown-grouped-parameter", Validation;
    /// A parameter is listed by several groups, or twice by one.
    ParameterInSeveralGroups = "parameter-in-several-groups", Validation;
    /// An update changes a parameter that is immutable.
    ImmutableParameter = "immutable-parameter", Creation;

    // Conditions.
    /// A condition is neither a boolean nor a condition function, or cannot be evaluated.
    InvalidCondition = "invalid-condition", Validation;
    /// A condition does not exist.
    UnknownCondition = "unknown-condition", Validation;
    /// Conditions form a cycle.
    CircularCondition = "circular-condition", Validation;

    // Resources and their properties.
    /// A resource is not a map, or a part of it has the wrong type.
    InvalidResource = "invalid-resource", Validation;
    /// A resource has a key that does not exist.
    UnknownResourceKey = "unknown-resource-key", Validation;
    /// A resource has no type.
    MissingResourceType = "missing-resource-type", Validation;
    /// A resource type does not exist.
    UnknownType = "unknown-resource-type", Validation;
    /// The name of a resource contains a slash.
    InvalidResourceName = "invalid-resource-name", Validation;
    /// A resource and a parameter have the same name.
    DuplicateName = "duplicate-name", Validation;
    /// The deletion policy does not exist.
    InvalidDeletionPolicy = "invalid-deletion-policy", Validation;
    /// The type does not support the deletion policy `Snapshot`.
    UnsupportedSnapshot = "unsupported-snapshot", Validation;
    /// A reference to a resource that does not exist.
    UnknownResource = "unknown-resource", Validation;
    /// A reference to an attribute that does not exist.
    UnknownAttribute = "unknown-attribute", Validation;
    /// Resources form a cycle.
    CircularDependency = "circular-dependency", Validation;
    /// A resource with an `external_id` has `depends_on`.
    ExternalDependency = "external-dependency", Validation;
    /// A property does not exist.
    UnknownProperty = "unknown-property", Validation;
    /// A required property has no value.
    MissingProperty = "missing-property", Creation;
    /// The value of a property has the wrong type.
    InvalidPropertyValue = "invalid-property-value", Creation;
    /// The value of a property violates a constraint.
    ViolatedPropertyConstraint = "property-constraint", Creation;
    /// Properties violate a validation rule of their type.
    ViolatedValidationRule = "validation-rule", Creation;
    /// A property is set under its old and its new name.
    ConflictingProperties = "conflicting-properties", Creation;
    /// Heat does not implement the property.
    UnimplementedProperty = "unimplemented-property", Validation;
    /// A function is used in place of the `properties` map.
    ComputedProperties = "computed-properties", Validation;

    // Functions.
    /// The arguments of a function do not have the required form.
    FunctionArguments = "invalid-arguments", Validation;
    /// The values of a function's arguments are not accepted.
    FunctionValue = "invalid-argument-value", Creation;
    /// A condition calls a function that conditions do not support.
    FunctionInCondition = "function-in-condition", Validation;
    /// The template version no longer has the function.
    RemovedFunction = "removed-function", Validation;
    /// The expression of a `yaql` has a syntax error.
    InvalidYaql = "invalid-yaql", Validation;
    /// The expression of a `yaql` raises an exception.
    FailingYaql = "failing-yaql", Creation;

    /// A file that a function reads is not among the files of the stack.
    MissingFile = "missing-file", Creation;

    // Outputs.
    /// An output is not a map, or its condition is not accepted.
    InvalidOutput = "invalid-output", Validation;
    /// An output has no value.
    MissingOutputValue = "missing-output-value", Validation;

    // Environment and nesting.
    /// An environment is malformed.
    InvalidEnvironment = "invalid-environment", Validation;
    /// A section of an environment does not exist.
    UnknownEnvironmentSection = "unknown-environment-section", Validation;
    /// The registry of an environment is malformed.
    InvalidRegistry = "invalid-registry", Validation;
    /// A hook does not exist.
    UnknownHook = "unknown-hook", Validation;
    /// A restricted action does not exist.
    UnknownRestrictedAction = "unknown-restricted-action", Validation;
    /// The type of a parameter cannot be merged.
    InvalidMergeStrategy = "invalid-merge-strategy", Validation;
    /// Files merge a parameter in different ways.
    ConflictingMergeStrategy = "conflicting-merge-strategy", Validation;
    /// The values of a parameter in several files cannot be merged.
    UnmergeableValue = "unmergeable-value", Validation;
    /// A nested template cannot be used.
    InvalidNestedTemplate = "invalid-nested-template", Validation;
    /// A nested template is not compatible with the type that it implements.
    ProviderMismatch = "provider-mismatch", Creation;

    // Limits.
    /// Functions are nested too deep.
    NestedTooDeep = "nested-too-deep", Validation;
    /// Stacks are nested too deep, or too large.
    NestedStackLimit = "nested-stack-limit", Validation;
    /// The nested stacks have too many resources to be looked into here.
    TooManyResources = "too-many-resources", Validation;
    /// The functions produce too much output to be checked here.
    ResultTooLarge = "result-too-large", Validation;
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{Problem, Severity, Stage};

    #[test]
    fn each_stage_says_what_it_means() {
        fn check(stage: Stage, name: &str, severity: Severity, note: &str, sentence: &str) {
            assert_eq!((stage.as_str(), stage.severity()), (name, severity));
            assert!(stage.note().unwrap_or_default().contains(note), "{:?}", stage.note());
            assert_eq!(stage.note().is_none(), note.is_empty());
            assert!(stage.sentence().contains(sentence), "{}", stage.sentence());
        }
        let (error, warning) = (Severity::Error, Severity::Warning);
        check(Stage::Validation, "validation", error, "", "refuses it when the template is validated.");
        check(
            Stage::Creation,
            "creation",
            error,
            "fails when the stack is created",
            "refuses it when the stack is created.",
        );
        check(
            Stage::NestedCreation,
            "nested-creation",
            error,
            "fails when it creates the nested stack",
            "fails when it creates the nested stack.",
        );
        check(
            Stage::PossibleCreation,
            "possible-creation",
            warning,
            "whether it does is not known here",
            "fails if it creates the nested stack.",
        );
        check(
            Stage::Resolution,
            "resolution",
            warning,
            "fails when it needs the value",
            "fails when it needs the value.",
        );
        check(Stage::Use, "use", warning, "the output has no value", "Heat creates the stack.");
    }

    #[test]
    fn ids_are_distinct_and_in_kebab_case() {
        let ids: HashSet<&str> = Problem::ALL.iter().map(|problem| problem.id()).collect();
        assert_eq!(ids.len(), Problem::ALL.len());
        let is_kebab = |id: &&str| id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        assert!(ids.iter().all(is_kebab));
    }
}
