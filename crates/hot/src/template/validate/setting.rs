//! What a template is validated with.

use heat_model::custom_constraint::CustomConstraints;

use crate::parameter::{ParameterSet, StackIdentity};
use crate::template::surroundings::Surroundings;

/// What a template is validated with.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The parameters, with their values.
    pub parameters: &'a ParameterSet,
    /// What implements the resources, and the files.
    pub surroundings: &'a dyn Surroundings,
    /// The identity of the stack, if it is known; then the parameters have been read with it.
    pub stack: Option<&'a StackIdentity>,
    /// Whether the values of parameters and properties are validated, as before a stack is created. The API that only
    /// validates leaves them out.
    pub strict: bool,
    /// What becomes of the stacks that resources create.
    pub nested: NestedStacks,
    /// The custom constraints.
    pub customs: &'a dyn CustomConstraints,
}

impl Setting<'_> {
    /// The setting for the request that only validates a template.
    #[must_use]
    pub fn of_validation_request(self) -> Self {
        Self { strict: false, nested: NestedStacks::LeftOut, ..self }
    }
}

/// What becomes of nested stacks when a template is validated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NestedStacks {
    /// Nested stacks are validated, as before the stack is created.
    Validated,
    /// Nested stacks are left out, as where only the definitions of resources are validated.
    LeftOut,
    /// Each nested stack is validated when it is created: that is how the stack of a resource is validated when its turn
    /// comes. Resources are validated as with [`Validated`](Self::Validated), the stacks that they create are not.
    WhenCreated,
}
