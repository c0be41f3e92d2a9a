//! Stored results of calls that are the same before and after a stack is created, so that they are resolved once.
//!
//! A template is resolved twice: with the values that Heat has during validation, and with those of a deployed stack. Most calls
//! only depend on parameters.

use std::cell::OnceCell;

use crate::Data;
use crate::fault::Exception;
use crate::scope::Scope;

/// Result of a call, once it is known; never set for a call that can have several results.
#[derive(Debug, Clone, Default)]
pub(crate) struct Constant(Option<OnceCell<Data>>);

impl Constant {
    /// Creates an empty result for a call, which may be constant.
    pub(super) fn of(is_constant: bool) -> Self {
        Self(is_constant.then(OnceCell::new))
    }

    /// The result, if it is known. A copy is accounted for like a newly resolved value.
    ///
    /// # Errors
    /// The same as those of [`Scope::write`].
    pub(crate) fn get(&self, scope: &Scope<'_>) -> Result<Option<Data>, Exception> {
        let Some(data) = self.0.as_ref().and_then(OnceCell::get) else { return Ok(None) };
        scope.write_data(data)?;
        Ok(Some(data.clone()))
    }

    /// Stores the result, if the call is constant.
    pub(crate) fn set(&self, data: &Data) {
        if let Some(cell) = &self.0 {
            // A later result is the same, so it is ignored.
            let _ = cell.set(data.clone());
        }
    }
}
