//! Custom constraints without a cloud to ask.

use super::{BuiltIn, CustomConstraints, CustomViolation, Moment};
use crate::Value;

/// The built-in constraints are checked; all others, which only a cloud can decide, are assumed to be
/// satisfied.
///
/// It does not know the names that Heat knows, so none is rejected as unknown. Callers that can ask a cloud pass a
/// [`ConstraintRegistry`](super::ConstraintRegistry) to the [`Context`](crate::evaluate::Context) instead.
///
/// ```
/// use heat_model::Value;
/// use heat_model::custom_constraint::{CustomConstraints, Moment, WithoutCloud};
///
/// let constraints = WithoutCloud::at(Moment::from_unix(0, 0));
/// assert!(constraints.check("ip_addr", &Value::from("no address")).is_err());
/// assert!(constraints.check("nova.flavor", &Value::from("any at all")).is_ok());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WithoutCloud(BuiltIn);

impl WithoutCloud {
    /// The constraints at a moment, for instance `SystemTime::now()`.
    #[must_use]
    pub fn at(now: impl Into<Moment>) -> Self {
        Self(BuiltIn::at(now))
    }

    /// The constraints in 1970, before anything expired: a value that they reject is rejected at any time. Also for reading
    /// without checking constraints, such as reading stored data.
    #[must_use]
    pub const fn timeless() -> Self {
        Self(BuiltIn { now: Moment::from_unix(0, 0) })
    }
}

impl CustomConstraints for WithoutCloud {
    fn check(&self, name: &str, value: &Value) -> Result<(), CustomViolation> {
        match self.0.check(name, value) {
            Err(CustomViolation::NotFound) => Ok(()),
            judged => judged,
        }
    }
}
