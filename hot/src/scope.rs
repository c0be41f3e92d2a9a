//! Where a snippet stands: the version of its template, the stack, and the conditions.

use std::cell::Cell;

use heat_model::intrinsic::TemplateVersion;

use crate::conditions::Conditions;
use crate::fault::Exception;
use crate::stack::Stack;

/// How much text and how many values functions may write for one template, in bytes, before they are stopped.
///
/// Heat has no such bound but the memory of its engine; a stack whose template and data are larger than what its database
/// takes fails later.
pub const MAX_RESULT: usize = 32 << 20;

/// Where a snippet stands.
pub struct Scope<'a> {
    /// The version of the template.
    pub version: TemplateVersion,
    /// The stack; none if the snippet is read without one.
    pub stack: Option<&'a dyn Stack>,
    /// The conditions of the template.
    pub conditions: &'a Conditions<'a>,
    left: Cell<usize>,
}

impl<'a> Scope<'a> {
    /// A scope in which nothing has been written yet.
    #[must_use]
    pub fn new(
        version: TemplateVersion,
        stack: Option<&'a dyn Stack>,
        conditions: &'a Conditions<'a>,
    ) -> Self {
        Self { version, stack, conditions, left: Cell::new(MAX_RESULT) }
    }

    /// Accounts for what a function is about to write.
    ///
    /// # Errors
    /// It is more than [`MAX_RESULT`] together with what was written before.
    pub(crate) fn write(&self, bytes: usize) -> Result<(), Exception> {
        let left = self.left.get().checked_sub(bytes);
        self.left.set(left.unwrap_or_default());
        if left.is_some() { Ok(()) } else { Err(Exception::TooLarge) }
    }
}
