//! The parts of a JSON text.

/// A part of a JSON text.
#[derive(Debug, Clone, PartialEq)]
pub enum Token<'a> {
    /// The literal `null`.
    Null,
    /// The literal `true` or `false`.
    Bool(bool),
    /// An integer as written: an optional `-`, then decimal digits.
    Integer(&'a str),
    /// A number with a fraction or an exponent, `NaN` or an infinity.
    Float(f64),
    /// A string used as a value.
    String(String),
    /// A string used as the key of the value that follows.
    Key(String),
    /// Start of a list, `[`.
    OpenList,
    /// End of a list, `]`.
    CloseList,
    /// Start of a map, `{`.
    OpenMap,
    /// End of a map, `}`.
    CloseMap,
}
