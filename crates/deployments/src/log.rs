//! The log: lines with a level, without secrets.

/// Severity of a line, named as in Python.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Details for debugging.
    Debug,
    /// A normal event.
    Info,
    /// Something was deliberately not done.
    Warning,
    /// Something failed.
    Error,
}

impl Level {
    /// All levels, from the least important one.
    pub const ALL: [Self; 4] = [Self::Debug, Self::Info, Self::Warning, Self::Error];

    /// Returns the level with this name, in any letter case.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.as_str().eq_ignore_ascii_case(name))
    }

    /// Name of the level in Python.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Debug => "DEBUG",
            Self::Info => "INFO",
            Self::Warning => "WARNING",
            Self::Error => "ERROR",
        }
    }
}

/// Receives log lines. They contain no inputs, no output of hooks, no signed URLs and no passwords.
pub trait Log {
    /// Writes one line.
    fn line(&mut self, level: Level, text: &str);

    /// Returns whether lines of this level are kept. Others need not be formatted.
    fn takes(&self, _level: Level) -> bool {
        true
    }

    /// Writes a line with details for debugging.
    fn debug(&mut self, text: &str) {
        self.line(Level::Debug, text);
    }

    /// Writes a line about a normal event.
    fn info(&mut self, text: &str) {
        self.line(Level::Info, text);
    }

    /// Writes a line about something that was deliberately not done.
    fn warning(&mut self, text: &str) {
        self.line(Level::Warning, text);
    }

    /// Writes a line about something that failed.
    fn error(&mut self, text: &str) {
        self.line(Level::Error, text);
    }
}

/// Collects the lines.
impl Log for Vec<(Level, String)> {
    fn line(&mut self, level: Level, text: &str) {
        self.push((level, text.to_owned()));
    }
}
