//! The log: lines with a level, without secrets.

/// How important a line is, by Python's names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// For whoever looks for an error.
    Debug,
    /// What happens.
    Info,
    /// Something was not done, on purpose.
    Warning,
    /// Something failed.
    Error,
}

impl Level {
    /// All levels, from the least important one.
    pub const ALL: [Self; 4] = [Self::Debug, Self::Info, Self::Warning, Self::Error];

    /// The level of a name, in letters of any case.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.as_str().eq_ignore_ascii_case(name))
    }

    /// Python's name.
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

/// Takes lines. They contain no inputs, no output of hooks, no signed URLs and no passwords.
pub trait Log {
    /// Takes one line.
    fn line(&mut self, level: Level, text: &str);

    /// Whether lines of this level are kept. Others need not be made.
    fn takes(&self, _level: Level) -> bool {
        true
    }

    /// Takes a line for whoever looks for an error.
    fn debug(&mut self, text: &str) {
        self.line(Level::Debug, text);
    }

    /// Takes a line about what happens.
    fn info(&mut self, text: &str) {
        self.line(Level::Info, text);
    }

    /// Takes a line about something that was not done, on purpose.
    fn warning(&mut self, text: &str) {
        self.line(Level::Warning, text);
    }

    /// Takes a line about something that failed.
    fn error(&mut self, text: &str) {
        self.line(Level::Error, text);
    }
}

/// Keeps the lines.
impl Log for Vec<(Level, String)> {
    fn line(&mut self, level: Level, text: &str) {
        self.push((level, text.to_owned()));
    }
}
