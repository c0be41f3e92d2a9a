//! The results of calls that are the same before and after a stack is created: they are resolved once.
//!
//! A template is resolved twice: with the values that Heat has while it validates, and with those of a stack that is
//! deployed. Most calls only depend on parameters.

use std::cell::OnceCell;

use crate::Data;
use crate::fault::Exception;
use crate::scope::Scope;

/// The result of a call, once it is known; nothing for a call that can have several.
#[derive(Debug, Clone, Default)]
pub(crate) struct Constant(Option<OnceCell<Data>>);

impl Constant {
    /// For a call, which may be constant.
    pub(super) fn of(is_constant: bool) -> Self {
        Self(is_constant.then(OnceCell::new))
    }

    /// The result, if it is known. A copy counts as much as what is resolved anew.
    ///
    /// # Errors
    /// As [`Scope::write`].
    pub(crate) fn get(&self, scope: &Scope<'_>) -> Result<Option<Data>, Exception> {
        let Some(data) = self.0.as_ref().and_then(OnceCell::get) else { return Ok(None) };
        scope.write_data(data)?;
        Ok(Some(data.clone()))
    }

    /// Keeps the result, if it is the same for all who ask.
    pub(crate) fn set(&self, data: &Data) {
        if let Some(cell) = &self.0 {
            // Only the first one counts: it is the same.
            let _ = cell.set(data.clone());
        }
    }
}
