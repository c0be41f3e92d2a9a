//! Where in a list of arguments a place is.

/// Arguments come by position and then by name. Those by position can be left out, but not the last; and only one can be left out
/// where an argument by name follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    /// Before the first argument.
    First,
    /// After a comma with nothing before it: an argument by position has to come.
    Omitted,
    /// After an argument by position and a comma.
    Next,
    /// After an argument by position and two commas.
    AfterOmitted,
    /// In an argument by position, which can become one by name.
    Value,
    /// In an argument by position that cannot become one by name.
    OnlyValue,
    /// In an argument by name, before `=>`.
    Name,
    /// In an argument by name, after `=>`.
    Named,
    /// After an argument by name and a comma.
    NextNamed,
}

impl Slot {
    /// The slot after the start of a value.
    pub(super) const fn with_value(self) -> Self {
        match self {
            Self::First | Self::Next | Self::AfterOmitted => Self::Value,
            Self::Omitted => Self::OnlyValue,
            Self::NextNamed => Self::Name,
            in_value => in_value,
        }
    }

    /// The slot after a comma; none if there can be no comma.
    pub(super) const fn after_comma(self) -> Option<Self> {
        match self {
            Self::First | Self::Omitted | Self::AfterOmitted => Some(Self::Omitted),
            Self::Next => Some(Self::AfterOmitted),
            Self::Value | Self::OnlyValue => Some(Self::Next),
            Self::Named => Some(Self::NextNamed),
            Self::Name | Self::NextNamed => None,
        }
    }

    /// Whether the arguments can end.
    pub(super) const fn can_close(self) -> bool {
        matches!(self, Self::First | Self::Value | Self::OnlyValue | Self::Named)
    }

    /// Whether `=>` can follow.
    pub(super) const fn can_be_name(self) -> bool {
        matches!(self, Self::Value | Self::Name)
    }
}
