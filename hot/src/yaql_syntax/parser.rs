//! Whether tokens are an expression.
//!
//! The grammar is one of operators with values between them, so a few states and a stack of open brackets are enough: which
//! operator binds more tightly does not matter here. As in yaql, the error is at the first token that continues no expression.

use super::error::SyntaxError;
use super::lexer::Lexer;
use super::token::{Bracket, Kind, Token};

/// What is open around a place.
#[derive(Debug, Clone, Copy)]
enum Open {
    /// A parenthesis with one value in it.
    Group,
    /// The arguments of a function, an index, a list or a map, up to the bracket that closes them.
    Arguments { close: Bracket, slot: Slot },
}

/// Where in arguments a place is.
///
/// Arguments come by position and then by name. Those by position can be left out, but not the last; and only one can be left
/// out where an argument by name follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slot {
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
    const fn with_value(self) -> Self {
        match self {
            Self::First | Self::Next | Self::AfterOmitted => Self::Value,
            Self::Omitted => Self::OnlyValue,
            Self::NextNamed => Self::Name,
            in_value => in_value,
        }
    }

    /// The slot after a comma; none if there can be no comma.
    const fn after_comma(self) -> Option<Self> {
        match self {
            Self::First | Self::Omitted | Self::AfterOmitted => Some(Self::Omitted),
            Self::Next => Some(Self::AfterOmitted),
            Self::Value | Self::OnlyValue => Some(Self::Next),
            Self::Named => Some(Self::NextNamed),
            Self::Name | Self::NextNamed => None,
        }
    }

    /// Whether the arguments can end.
    const fn can_close(self) -> bool {
        matches!(self, Self::First | Self::Value | Self::OnlyValue | Self::Named)
    }
}

/// What has to come next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Expected {
    /// A value, or what begins or ends an argument.
    Argument,
    /// A value.
    Value,
    /// An operator, or the end.
    Operator,
}

struct Parser {
    open: Vec<Open>,
    expected: Expected,
}

pub(super) fn parse(expression: &str) -> Result<(), SyntaxError> {
    let mut lexer = Lexer::new(expression);
    let mut parser = Parser { open: Vec::new(), expected: Expected::Value };
    while let Some(token) = lexer.next()? {
        if !parser.accepts(token) {
            return Err(SyntaxError::UnexpectedToken {
                value: token.kind.value(),
                position: token.position,
                expression: expression.to_owned(),
            });
        }
    }
    if parser.open.is_empty() && parser.expected == Expected::Operator {
        return Ok(());
    }
    Err(SyntaxError::UnexpectedEnd)
}

impl Parser {
    /// Takes a token; false if it cannot stand here.
    fn accepts(&mut self, token: Token<'_>) -> bool {
        match (self.expected, token.kind) {
            (Expected::Argument, Kind::Comma | Kind::Close(_)) => self.separates(token.kind),
            (Expected::Operator, kind) => self.continues(kind),
            (_, kind) => self.begins(kind),
        }
    }

    /// Takes what a value begins with.
    fn begins(&mut self, kind: Kind<'_>) -> bool {
        let next = match kind {
            Kind::Sign(_) | Kind::Not | Kind::Open(Bracket::Round) => Expected::Value,
            Kind::Number(_) | Kind::Quoted(_) | Kind::Verbatim(_) | Kind::Word(_) => Expected::Operator,
            Kind::Function(_) | Kind::Open(_) => Expected::Argument,
            _ => return false,
        };
        if let Some(Open::Arguments { slot, .. }) = self.open.last_mut() {
            *slot = slot.with_value();
        }
        match kind {
            Kind::Open(Bracket::Round) => self.open.push(Open::Group),
            Kind::Function(_) => self.open_arguments(Bracket::Round),
            Kind::Open(bracket) => self.open_arguments(bracket),
            _ => {}
        }
        self.expected = next;
        true
    }

    fn open_arguments(&mut self, close: Bracket) {
        self.open.push(Open::Arguments { close, slot: Slot::First });
    }

    /// Takes what comes after a value.
    fn continues(&mut self, kind: Kind<'_>) -> bool {
        match (kind, self.open.last_mut()) {
            (Kind::Binary(_) | Kind::Sign(_), _) => self.expected = Expected::Value,
            (Kind::Open(Bracket::Square), _) => {
                self.open_arguments(Bracket::Square);
                self.expected = Expected::Argument;
            }
            (Kind::Close(Bracket::Round), Some(Open::Group)) => {
                self.open.pop();
            }
            (Kind::Mapping, Some(Open::Arguments { slot: slot @ (Slot::Value | Slot::Name), .. })) => {
                *slot = Slot::Named;
                self.expected = Expected::Value;
            }
            _ => return self.separates(kind),
        }
        true
    }

    /// Takes a comma between arguments, or the bracket after them.
    fn separates(&mut self, kind: Kind<'_>) -> bool {
        let Some(Open::Arguments { close, slot }) = self.open.last_mut() else { return false };
        match kind {
            Kind::Comma => {
                let Some(next) = slot.after_comma() else { return false };
                *slot = next;
                self.expected = Expected::Argument;
            }
            Kind::Close(bracket) if bracket == *close && slot.can_close() => {
                self.open.pop();
                self.expected = Expected::Operator;
            }
            _ => return false,
        }
        true
    }
}
