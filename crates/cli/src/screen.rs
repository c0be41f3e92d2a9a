//! The terminal screen on which results are shown.

use std::io::{self, IsTerminal as _, Write as _};

/// Clears the screen, but keeps the scrollback. Without a terminal, nothing happens.
///
/// # Errors
/// If the terminal is closed.
pub(crate) fn clear() -> io::Result<()> {
    let mut out = io::stdout();
    let is_dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
    if !out.is_terminal() || is_dumb {
        return Ok(());
    }
    out.write_all(CLEAR)?;
    out.flush()
}

/// The sequence that moves the cursor to the first line and clears the screen from there.
const CLEAR: &[u8] = b"\x1b[H\x1b[2J";
