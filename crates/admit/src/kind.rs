//! The kinds of constraints, without their arguments.

use heat_model::ConstraintKind;

/// A kind of constraint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Constraint `range`.
    Range,
    /// Constraint `length`.
    Length,
    /// Constraint `modulo`.
    Modulo,
    /// Constraint `allowed_values`.
    AllowedValues,
    /// Constraint `allowed_pattern`.
    AllowedPattern,
    /// Constraint `custom_constraint`.
    Custom,
}

impl Kind {
    /// All kinds, in the order of the Heat guide.
    pub const ALL: [Self; 6] =
        [Self::Range, Self::Length, Self::Modulo, Self::AllowedValues, Self::AllowedPattern, Self::Custom];

    /// Returns whether a constraint is of this kind.
    #[must_use]
    pub fn is(self, kind: &ConstraintKind) -> bool {
        matches!(
            (self, kind),
            (Self::Range, ConstraintKind::Range { .. })
                | (Self::Length, ConstraintKind::Length { .. })
                | (Self::Modulo, ConstraintKind::Modulo { .. })
                | (Self::AllowedValues, ConstraintKind::AllowedValues(_))
                | (Self::AllowedPattern, ConstraintKind::AllowedPattern(_))
                | (Self::Custom, ConstraintKind::Custom(_))
        )
    }
}
