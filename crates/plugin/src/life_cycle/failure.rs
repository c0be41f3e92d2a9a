//! Failures of handlers, in the terms that Heat acts on.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::{InvalidProperties, Step, ValueError, listed};
use crate::resolve::ResolveError;

/// The failure of a handler: its kind, by which Heat treats it, and its message.
///
/// Any error can be returned with `?`: it becomes a [`Failed`](FailureKind::Failed) with the text of the error and of its
/// sources. The constructors create the kinds that Heat treats specially.
///
/// ```
/// use heat_plugin::life_cycle::{Failure, FailureKind};
///
/// fn port(text: &str) -> Result<u16, Failure> {
///     let port = text.parse()?; // ParseIntError
///     if port == 0 { Err(Failure::in_error("ERROR", "no port is free")) } else { Ok(port) }
/// }
/// assert_eq!(port("x").unwrap_err().to_string(), "invalid digit found in string");
/// let failure = port("0").unwrap_err();
/// assert_eq!(failure.kind, FailureKind::InError { status: "ERROR".to_owned() });
/// assert_eq!(failure.to_string(), "Went to status ERROR due to \"no port is free\"");
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The kind of the failure, by which Heat treats it.
    pub kind: FailureKind,
    /// The message for the user. Do not put secrets into it: it is stored, shown and logged.
    pub message: String,
    /// The name of the exception, if it is not that of the kind.
    exception: Option<String>,
}

/// The kind of a [`Failure`], by which Heat treats it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FailureKind {
    /// The action fails.
    Failed,
    /// The service reports that the resource is in error, with this status. A create is tried again, after a delete. Follows
    /// `heat.common.exception.ResourceInError`.
    InError {
        /// The status that the service shows.
        status: String,
    },
    /// The service shows a status that the plug-in does not know. Follows `ResourceUnknownStatus`.
    UnknownStatus {
        /// The status that the service shows.
        status: String,
    },
    /// The resource has to be replaced: for updates, and decisions about them. Follows `UpdateReplace`.
    Replace,
    /// The physical resource no longer exists. Its attributes are null. Deleting it is successful, so `delete` has to return
    /// [`Progress::Done`](super::Progress::Done) for it. Follows `EntityNotFound`.
    Gone,
    /// The service has to finish something else first: creates and deletes are tried again. Follows the `is_conflict` of
    /// Heat's client plug-ins.
    Conflict,
    /// A physical resource with this name exists: deletes are tried again. Follows `PhysicalResourceExists`.
    Exists,
    /// The template is wrong: a validation request is refused with status 400; otherwise, the action fails. Follows
    /// `StackValidationFailed`.
    Invalid {
        /// The path of the error, as names and indices below the resource; empty for the resource as a whole.
        path: Vec<String>,
    },
    /// The resource type does not support this. Follows `NotSupported`.
    NotSupported,
    /// The code of the plug-in panicked.
    Panicked,
}

impl FailureKind {
    /// Returns whether the code of the plug-in panicked.
    #[must_use]
    pub fn is_panic(&self) -> bool {
        matches!(self, Self::Panicked)
    }

    /// The name of Heat's exception, which comes first in the reason that Heat shows: `ResourceInError: resources.web: …`.
    #[must_use]
    pub fn exception(&self) -> &'static str {
        match self {
            Self::Failed => "Error",
            Self::InError { .. } => "ResourceInError",
            Self::UnknownStatus { .. } => "ResourceUnknownStatus",
            Self::Replace => "UpdateReplace",
            Self::Gone => "EntityNotFound",
            Self::Conflict => "Conflict",
            Self::Exists => "PhysicalResourceExists",
            Self::Invalid { .. } => "StackValidationFailed",
            Self::NotSupported => "NotSupported",
            Self::Panicked => "PluginPanicked",
        }
    }
}

impl Failure {
    fn new(kind: FailureKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), exception: None }
    }

    /// Creates a [`Failed`](FailureKind::Failed) failure: the action fails.
    pub fn failed(message: impl Into<String>) -> Self {
        Self::new(FailureKind::Failed, message)
    }

    /// Creates an [`InError`](FailureKind::InError) failure: the service reports that the resource is in error. A create is
    /// tried again, after a delete.
    pub fn in_error(status: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::new(FailureKind::InError { status: status.into() }, reason)
    }

    /// Creates an [`UnknownStatus`](FailureKind::UnknownStatus) failure: the service shows a status that the plug-in does not
    /// know.
    pub fn unknown_status(status: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::new(FailureKind::UnknownStatus { status: status.into() }, reason)
    }

    /// Creates a [`Replace`](FailureKind::Replace) failure: the resource has to be replaced.
    #[must_use]
    pub fn replace() -> Self {
        Self::new(FailureKind::Replace, "")
    }

    /// Creates a [`Gone`](FailureKind::Gone) failure: the physical resource no longer exists.
    pub fn gone(message: impl Into<String>) -> Self {
        Self::new(FailureKind::Gone, message)
    }

    /// Creates a [`Conflict`](FailureKind::Conflict) failure: the service has to finish something else first.
    pub fn conflict(message: impl Into<String>) -> Self {
        Self::new(FailureKind::Conflict, message)
    }

    /// Creates an [`Exists`](FailureKind::Exists) failure: a physical resource with this name exists.
    pub fn exists(name: impl Into<String>) -> Self {
        Self::new(FailureKind::Exists, name)
    }

    /// Creates an [`Invalid`](FailureKind::Invalid) failure: the template is wrong.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(FailureKind::Invalid { path: Vec::new() }, message)
    }

    /// Creates an [`Invalid`](FailureKind::Invalid) failure at a property, or at a member of one: `["rules", "0", "set"]`.
    pub fn invalid_at<P: Into<String>>(
        path: impl IntoIterator<Item = P>,
        message: impl Into<String>,
    ) -> Self {
        let path = std::iter::once("properties".to_owned()).chain(path.into_iter().map(Into::into));
        Self::new(FailureKind::Invalid { path: path.collect() }, message)
    }

    /// Creates a [`NotSupported`](FailureKind::NotSupported) failure: `feature` completes "… is not supported".
    pub fn not_supported(feature: impl Into<String>) -> Self {
        Self::new(FailureKind::NotSupported, feature)
    }

    /// Names the exception of a failure, which comes first in the reason that Heat shows: `Forbidden: resources.web: …`, in
    /// place of `Error: …`. Heat still treats the failure by its kind. Only kinds without an exception of Heat's own can have
    /// another name: failed, gone and conflict. A text that is no name of a class in Python is ignored.
    ///
    /// ```
    /// use heat_plugin::life_cycle::Failure;
    ///
    /// let failure = Failure::gone("There is no project.").with_exception("NotFound");
    /// assert_eq!(failure.exception(), "NotFound");
    /// assert_eq!(Failure::gone("There is no project.").exception(), "EntityNotFound");
    /// ```
    #[must_use]
    pub fn with_exception(mut self, name: impl Into<String>) -> Self {
        let name = name.into();
        let is_name = |char: char| char.is_ascii_alphanumeric() || char == '_';
        let is_class =
            name.len() <= 255 && name.chars().all(is_name) && !name.starts_with(|c: char| c.is_ascii_digit());
        let is_open = matches!(self.kind, FailureKind::Failed | FailureKind::Gone | FailureKind::Conflict);
        if is_open && is_class && !name.is_empty() {
            self.exception = Some(name);
        }
        self
    }

    /// The name of the exception, which comes first in the reason that Heat shows.
    #[must_use]
    pub fn exception(&self) -> &str {
        self.exception.as_deref().unwrap_or_else(|| self.kind.exception())
    }

    /// Creates a [`Panicked`](FailureKind::Panicked) failure with the text of the payload that [`catch_unwind`] returned.
    #[must_use]
    pub fn panicked(payload: Box<dyn Any + Send>) -> Self {
        let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
        drop_guarded(payload);
        Self::new(FailureKind::Panicked, text.unwrap_or_else(|| "no text".to_owned()))
    }
}

/// Writes the text that Heat shows.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = &self.message;
        match &self.kind {
            FailureKind::InError { status } => write!(f, "Went to status {status} due to \"{message}\""),
            FailureKind::UnknownStatus { status } => {
                write!(f, "Resource failed - Unknown status {status} due to \"{message}\"")
            }
            FailureKind::Replace => f.write_str("The resource must be replaced."),
            FailureKind::Exists => write!(f, "The physical resource for ({message}) exists."),
            FailureKind::NotSupported => write!(f, "{message} is not supported."),
            FailureKind::Panicked => write!(f, "The plug-in panicked: {message}"),
            FailureKind::Failed | FailureKind::Gone | FailureKind::Conflict | FailureKind::Invalid { .. } => {
                f.write_str(message)
            }
        }
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {self}", self.kind)
    }
}

/// Converts a failure to its text: the reason why a custom constraint refuses a value.
impl From<Failure> for String {
    fn from(failure: Failure) -> Self {
        failure.presentable().to_string()
    }
}

/// Converts a failure to the error of a finder.
impl From<Failure> for ResolveError {
    fn from(failure: Failure) -> Self {
        Self::new(String::from(failure))
    }
}

/// Converts any error, with its sources, to a failure of the action.
impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        let mut message = error.to_string();
        let mut source = error.source();
        while let Some(error) = source {
            let text = error.to_string();
            // Many errors repeat the text of their source.
            if !message.contains(&text) {
                message = format!("{message}: {text}");
            }
            source = error.source();
        }
        Self::failed(message)
    }
}

impl Failure {
    /// The failure for invalid properties: a single error is reported at its property, several are listed at `properties`.
    pub(crate) fn unreadable(invalid: &InvalidProperties) -> Self {
        Self::of_errors(&invalid.errors)
    }

    /// The failure for a list of errors, without the name of their type.
    pub(crate) fn of_errors(errors: &[ValueError]) -> Self {
        if let [error] = errors {
            // Heat writes the index of an item in brackets.
            let steps = error.path.0.iter().map(|step| match step {
                Step::Name(name) => name.clone(),
                Step::Item(index) => index.to_string(),
            });
            return Self::invalid_at(steps, &error.message);
        }
        Self::invalid_at([""; 0], format!("{} errors{}", errors.len(), listed(errors)))
    }
}

impl Failure {
    /// Maximum length of a message, in characters. Heat stores it twice, and writes it to its log; some databases limit it to
    /// 64 KB.
    const LONGEST: usize = 10_000;

    /// Escapes control characters, and cuts text that is too long: every database stores the result, and every terminal shows
    /// it.
    pub(crate) fn presentable(mut self) -> Self {
        match &mut self.kind {
            FailureKind::InError { status } | FailureKind::UnknownStatus { status } => present(status),
            _ => {}
        }
        present(&mut self.message);
        self
    }
}

/// Escapes control characters other than line breaks and tabs, and cuts a text that is too long. A text that was presented
/// before does not change.
fn present(text: &mut String) {
    let is_control = |char: char| char.is_control() && !matches!(char, '\n' | '\t');
    if text.contains(is_control) {
        let shown =
            |char: char| if is_control(char) { char.escape_default().to_string() } else { char.to_string() };
        *text = text.chars().map(shown).collect();
    }
    let length = text.chars().count();
    if length > Failure::LONGEST {
        let note = |omitted: usize| format!("… ({omitted} more characters)");
        // The note of a smaller number is not longer.
        let kept = Failure::LONGEST - note(length).chars().count();
        let end = text.char_indices().nth(kept).map_or(text.len(), |(end, _)| end);
        text.truncate(end);
        text.push_str(&note(length - kept));
    }
}

/// Drops a value of the plug-in, and catches a panic in its code.
pub(crate) fn drop_guarded<T>(value: T) {
    if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(value))) {
        // Dropping the payload could panic again, without end.
        std::mem::forget(again);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_shown_everywhere() {
        let shown = |text: &str| Failure::failed(text).presentable().message;
        assert_eq!(shown("one\ntwo\tü"), "one\ntwo\tü");
        assert_eq!(shown("a\0b\x1b[31m\r"), "a\\u{0}b\\u{1b}[31m\\r");
        for long in ["ü", "\0", "𝄞"] {
            let cut = shown(&long.repeat(1_000_000));
            assert!((9_990..=10_000).contains(&cut.chars().count()), "{long:?}");
            assert!(cut.ends_with(" more characters)"), "{long:?}");
            assert_eq!(shown(&cut), cut, "{long:?}");
        }
        assert!(shown(&"ü".repeat(1_000_000)).ends_with("ü… (990027 more characters)"));
        assert_eq!(shown(&"ü".repeat(10_000)), "ü".repeat(10_000));
        let failure = Failure::in_error("\x07", "\x07").presentable();
        assert_eq!(failure.to_string(), "Went to status \\u{7} due to \"\\u{7}\"");
    }

    #[test]
    fn an_exception_has_the_name_of_a_class() {
        let named = |failure: Failure, name: &str| failure.with_exception(name).exception().to_owned();
        assert_eq!(named(Failure::failed(""), "Forbidden"), "Forbidden");
        assert_eq!(named(Failure::conflict(""), "OverQuota_2"), "OverQuota_2");
        for name in ["", "a b", "a.b", "1a", "é", "a\0", &"a".repeat(256)] {
            assert_eq!(named(Failure::failed(""), name), "Error", "{name:?}");
        }
        assert_eq!(named(Failure::in_error("ERROR", ""), "Forbidden"), "ResourceInError");
        assert_eq!(String::from(Failure::gone("no \u{1b}[31mhost")), "no \\u{1b}[31mhost");
    }

    #[test]
    fn sources_are_named_once() {
        #[derive(Debug)]
        struct Outer(std::num::ParseIntError);
        impl fmt::Display for Outer {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("no port")
            }
        }
        impl std::error::Error for Outer {
            fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
                Some(&self.0)
            }
        }
        let Err(error) = "x".parse::<u16>() else { return };
        assert_eq!(Failure::from(Outer(error)).to_string(), "no port: invalid digit found in string");
    }
}
