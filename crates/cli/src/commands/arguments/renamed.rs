//! Options that were renamed: the old name still works, with a warning.

use std::io;

use crate::session::Session;

/// Warns that an option was renamed.
pub(crate) fn warn(old: &str, new: &str, session: &mut Session) -> io::Result<()> {
    writeln!(session.err, "warning: `{old}` is now `{new}`; the old name will be removed")
}
