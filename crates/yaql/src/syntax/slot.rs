//! Positions in a list of arguments.

/// Position in a list of arguments. Positional arguments come before keyword arguments. Positional arguments can be omitted, but
/// not the last one; and only one can be omitted directly before a keyword argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    /// Before the first argument.
    First,
    /// After a comma with nothing before it: a positional argument must follow.
    Omitted,
    /// After a positional argument and a comma.
    Next,
    /// After a positional argument and two commas.
    AfterOmitted,
    /// In a positional argument, which can become a keyword argument.
    Value,
    /// In a positional argument that cannot become a keyword argument.
    OnlyValue,
    /// In a keyword argument, before `=>`.
    Name,
    /// In a keyword argument, after `=>`.
    Named,
    /// After a keyword argument and a comma.
    NextNamed,
}

impl Slot {
    /// Returns the slot after the start of a value.
    pub(super) const fn with_value(self) -> Self {
        match self {
            Self::First | Self::Next | Self::AfterOmitted => Self::Value,
            Self::Omitted => Self::OnlyValue,
            Self::NextNamed => Self::Name,
            in_value => in_value,
        }
    }

    /// Returns the slot after a comma; `None` if a comma is not allowed.
    pub(super) const fn after_comma(self) -> Option<Self> {
        match self {
            Self::First | Self::Omitted | Self::AfterOmitted => Some(Self::Omitted),
            Self::Next => Some(Self::AfterOmitted),
            Self::Value | Self::OnlyValue => Some(Self::Next),
            Self::Named => Some(Self::NextNamed),
            Self::Name | Self::NextNamed => None,
        }
    }

    /// Returns whether the arguments can end.
    pub(super) const fn can_close(self) -> bool {
        matches!(self, Self::First | Self::Value | Self::OnlyValue | Self::Named)
    }

    /// Returns whether `=>` can follow.
    pub(super) const fn can_be_name(self) -> bool {
        matches!(self, Self::Value | Self::Name)
    }
}
