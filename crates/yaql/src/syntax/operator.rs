//! Operators and their precedence.

/// A binary operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Dot,
    SafeDot,
    Matches,
    NotMatches,
    Times,
    Divide,
    Mod,
    Plus,
    Minus,
    Greater,
    Less,
    GreaterOrEqual,
    LessOrEqual,
    NotEqual,
    Equal,
    In,
    And,
    Or,
    Send,
}

/// A unary operator, which is written before its operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Prefix {
    Plus,
    Minus,
    Not,
}

/// Precedence of an index in brackets. Lower numbers bind more tightly.
pub(super) const INDEX_LEVEL: u8 = 2;

impl Operator {
    /// The operator as it is written.
    pub(super) const fn sign(self) -> &'static str {
        self.facts().0
    }

    /// Name of the function that evaluates the operator.
    pub(super) const fn function(self) -> &'static str {
        self.facts().1
    }

    /// Precedence of the operator.
    pub(super) const fn level(self) -> u8 {
        self.facts().2
    }

    pub(super) const fn is_right_associative(self) -> bool {
        matches!(self, Self::Send)
    }

    const fn facts(self) -> (&'static str, &'static str, u8) {
        match self {
            Self::Dot => (".", "#operator_.", 1),
            Self::SafeDot => ("?.", "#operator_?.", 1),
            Self::Matches => ("=~", "#operator_=~", 4),
            Self::NotMatches => ("!~", "#operator_!~", 4),
            Self::Times => ("*", "#operator_*", 5),
            Self::Divide => ("/", "#operator_/", 5),
            Self::Mod => ("mod", "#operator_mod", 5),
            Self::Plus => ("+", "#operator_+", 6),
            Self::Minus => ("-", "#operator_-", 6),
            Self::Greater => (">", "#operator_>", 7),
            Self::Less => ("<", "#operator_<", 7),
            Self::GreaterOrEqual => (">=", "#operator_>=", 7),
            Self::LessOrEqual => ("<=", "#operator_<=", 7),
            Self::NotEqual => ("!=", "*not_equal", 7),
            Self::Equal => ("=", "*equal", 7),
            Self::In => ("in", "#operator_in", 7),
            Self::And => ("and", "#operator_and", 9),
            Self::Or => ("or", "#operator_or", 10),
            Self::Send => ("->", "#operator_->", 11),
        }
    }
}

impl Prefix {
    /// Name of the function that evaluates the operator.
    pub(super) const fn function(self) -> &'static str {
        match self {
            Self::Plus => "#unary_operator_+",
            Self::Minus => "#unary_operator_-",
            Self::Not => "#unary_operator_not",
        }
    }

    /// Precedence of the operator.
    pub(super) const fn level(self) -> u8 {
        match self {
            Self::Plus | Self::Minus => 3,
            Self::Not => 8,
        }
    }
}
