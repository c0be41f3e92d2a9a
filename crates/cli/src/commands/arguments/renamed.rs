//! Options that have another name now: the old one still works, and says so.

use std::io;

use crate::session::Session;

/// Says that an option is written in another way now.
pub(crate) fn warn(old: &str, new: &str, session: &mut Session) -> io::Result<()> {
    writeln!(session.err, "warning: `{old}` is now `{new}`; the old name will be removed")
}
