//! Inputs of a validation.

use heat_model::custom_constraint::CustomConstraints;

use crate::parameter::{ParameterSet, StackIdentity};
use crate::template::type_environment::TypeEnvironment;

/// Inputs of a validation: parameters, implementations, and the extent of the checks.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// Parameters with their values.
    pub parameters: &'a ParameterSet,
    /// Implementations of the resources, and the files.
    pub surroundings: &'a dyn TypeEnvironment,
    /// Identity of the stack, if it is known; in that case, the parameters have been read with it.
    pub stack: Option<&'a StackIdentity>,
    /// `true` if the values of parameters and properties are validated, as before a stack is created. The API that only validates
    /// does not check them.
    pub strict: bool,
    /// Handling of the stacks that resources create.
    pub nested: NestedStacks,
    /// Custom constraints.
    pub customs: &'a dyn CustomConstraints,
}

impl<'a> Setting<'a> {
    /// The setting before a stack whose identity is not known is created, with its nested stacks.
    #[must_use]
    pub fn new(
        parameters: &'a ParameterSet,
        surroundings: &'a dyn TypeEnvironment,
        customs: &'a dyn CustomConstraints,
    ) -> Self {
        let nested = NestedStacks::Validated;
        Self { parameters, surroundings, stack: None, strict: true, nested, customs }
    }

    /// The setting for the API request that only validates a template.
    #[must_use]
    pub fn of_validation_request(self) -> Self {
        Self { strict: false, nested: NestedStacks::LeftOut, ..self }
    }
}

/// Handling of nested stacks when a template is validated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NestedStacks {
    /// Nested stacks are validated, as before a stack is created.
    Validated,
    /// Nested stacks are ignored, as in requests that only validate the definitions of resources.
    LeftOut,
    /// Nested stacks are validated when they are created, as Heat does when it creates their resource. Resources are validated as
    /// with [`Validated`](Self::Validated), but not the stacks that they create.
    WhenCreated,
}
