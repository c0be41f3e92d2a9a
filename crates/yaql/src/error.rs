//! Errors of expressions: the class of Python's exception, its message, and the span in the expression.

use std::fmt;

/// A part of an expression, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    /// Index of the first byte.
    pub start: usize,
    /// Index of the byte after the last one.
    pub end: usize,
}

/// An error in parsing or evaluating an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// Class of the exception that Python's yaql raises.
    pub class: ErrorClass,
    /// Message of the exception.
    pub message: String,
    /// Span of the innermost call that failed, or of the invalid part of the text. An expression that ends too early fails at its
    /// end.
    pub span: Option<Span>,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

macro_rules! classes {
    ($($(#[$doc:meta])* $class:ident = $name:literal,)*) => {
        /// The class of an error: an exception of yaql, of Python, or a limit of this implementation.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ErrorClass {
            $($(#[$doc])* $class,)*
        }

        impl ErrorClass {
            /// All classes.
            pub const ALL: &'static [Self] = &[$(Self::$class),*];

            /// Name of the class in Python.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$class => $name,)*
                }
            }
        }
    };
}

classes! {
    /// A character that does not begin any token.
    Lexical = "YaqlLexicalException",
    /// A token that is not allowed at its position.
    Grammar = "YaqlGrammarException",
    /// A function that does not exist.
    NoFunction = "NoFunctionRegisteredException",
    /// A method that does not exist.
    NoMethod = "NoMethodRegisteredException",
    /// No function of this name accepts these arguments.
    NoMatchingFunction = "NoMatchingFunctionException",
    /// No method of this name accepts this receiver and these arguments.
    NoMatchingMethod = "NoMatchingMethodException",
    /// Several functions accept these arguments, and none is more specific than the others.
    AmbiguousFunction = "AmbiguousFunctionException",
    /// Several methods accept these arguments, and none is more specific than the others.
    AmbiguousMethod = "AmbiguousMethodException",
    /// A keyword argument for a function that accepts none.
    Argument = "ArgumentException",
    /// The left side of a `=>` among the arguments is not a name, or occurs twice.
    MappingTranslation = "MappingTranslationException",
    /// A collection has more items than the limit.
    CollectionTooLarge = "CollectionTooLargeException",
    /// A value is larger than the quota.
    MemoryQuotaExceeded = "MemoryQuotaExceededException",
    /// Python: a value of the wrong type.
    Type = "TypeError",
    /// Python: an invalid value.
    Value = "ValueError",
    /// Python: a key that a dictionary does not contain.
    Key = "KeyError",
    /// Python: an index beyond the end of a list.
    Index = "IndexError",
    /// Python: a division by zero.
    ZeroDivision = "ZeroDivisionError",
    /// Python: an attribute that an object does not have.
    Attribute = "AttributeError",
    /// Python: a number that is too large.
    Overflow = "OverflowError",
    /// Python: the collection has no item, or more than one.
    StopIteration = "StopIteration",
    /// Python: an error of no other class.
    Runtime = "RuntimeError",
    /// Python: the condition of `assert` is false.
    Assertion = "AssertionError",
    /// Python: calls or values are nested too deeply.
    Recursion = "RecursionError",
    /// Python: an escape sequence that cannot be decoded.
    UnicodeDecode = "UnicodeDecodeError",
    /// Python: a pattern that `re` rejects.
    Pattern = "error",
    /// dateutil: a date that cannot be read.
    DateParser = "ParserError",
    /// Not in Python: the result depends on an unknown value.
    Undecided = "Undecided",
    /// Not in Python: the evaluation takes too many steps.
    StepsExceeded = "StepsExceeded",
    /// Not in Python: a feature that this implementation lacks: see the deviations in the README.
    Unsupported = "Unsupported",
}

impl fmt::Display for ErrorClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An error that is being propagated. It is boxed, because results are returned far more often than errors.
pub(crate) type Fault = Box<Error>;

/// Result of a step of the evaluation.
pub(crate) type Outcome<T> = Result<T, Fault>;

impl Error {
    pub(crate) fn fault(class: ErrorClass, message: impl Into<String>) -> Fault {
        Box::new(Self { class, message: message.into(), span: None })
    }
}

pub(crate) fn type_error(message: impl Into<String>) -> Fault {
    Error::fault(ErrorClass::Type, message)
}

pub(crate) fn value_error(message: impl Into<String>) -> Fault {
    Error::fault(ErrorClass::Value, message)
}

pub(crate) fn overflow(message: impl Into<String>) -> Fault {
    Error::fault(ErrorClass::Overflow, message)
}

pub(crate) fn too_much_memory() -> Fault {
    Error::fault(ErrorClass::MemoryQuotaExceeded, "Expression consumed too much memory")
}

pub(crate) fn undecided() -> Fault {
    Error::fault(ErrorClass::Undecided, "The result depends on a value that is not known")
}

pub(crate) fn too_deep() -> Fault {
    Error::fault(ErrorClass::Recursion, "maximum recursion depth exceeded")
}

pub(crate) fn stop_iteration(message: &str) -> Fault {
    Error::fault(ErrorClass::StopIteration, message)
}
