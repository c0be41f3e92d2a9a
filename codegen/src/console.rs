//! The output of a build: its summary and its errors.

use std::io::{self, Write};

use heat_yaml::Diagnostic;

/// The handles that a build writes to.
pub struct Console<'a> {
    /// The handle for results.
    pub out: &'a mut dyn Write,
    /// The handle for everything else.
    pub err: &'a mut dyn Write,
    /// `true` if the error handle supports colours.
    pub color_err: bool,
}

impl Console<'_> {
    /// Draws problems on the error handle.
    ///
    /// # Errors
    /// If the handle is closed.
    pub fn draw(&mut self, diagnostics: &[Diagnostic]) -> io::Result<()> {
        heat_report::text::draw(diagnostics, self.color_err, &mut self.err)
    }
}

/// Returns whether output on a handle is coloured, according to the usual environment variables. (`anstyle-query` answers
/// differently if `CLICOLOR_FORCE` is 0 and if there is no `TERM`.)
#[must_use]
pub fn is_colored(is_terminal: bool) -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is = |name: &str, value: &str| std::env::var_os(name).is_some_and(|found| found == value);
    if is_set("NO_COLOR") {
        return false;
    }
    if is_set("CLICOLOR_FORCE") && !is("CLICOLOR_FORCE", "0") {
        return true;
    }
    is_terminal && !is("TERM", "dumb") && !is("CLICOLOR", "0")
}
