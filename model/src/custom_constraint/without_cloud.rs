//! Custom constraints where there is no cloud to ask.

use super::{BuiltIn, CustomConstraints, CustomViolation, Moment};
use crate::Value;

/// The built-in constraints hold; all others, which only a cloud can judge, are taken to be met.
///
/// Which names Heat knows is not known here either, so none is refused as unknown. Whoever can ask a cloud gives the
/// [`Context`](crate::evaluate::Context) a [`ConstraintRegistry`](super::ConstraintRegistry) instead.
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
    /// The constraints at this moment, for instance `SystemTime::now()`.
    #[must_use]
    pub fn at(now: impl Into<Moment>) -> Self {
        Self(BuiltIn::at(now))
    }

    /// The constraints in 1970, before anything expired: what is refused then is refused at any time. Also for reading
    /// that checks no constraints, such as that of stored data.
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
