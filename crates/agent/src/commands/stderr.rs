//! The log on standard error, in the format of the Python programs; for the journal, with the priorities of syslog.

use std::io::{IsTerminal as _, Write as _};
use std::sync::OnceLock;
use std::time::{SystemTime, UNIX_EPOCH};

use heat_deployments::log::{Level, Log};

/// Environment variable with the lowest level that is written.
pub(super) const VARIABLE: &str = "HEAT_CONFIG_LOG_LEVEL";

/// Lowest level that is written.
static LEVEL: OnceLock<Level> = OnceLock::new();

/// Sets the level from the command line, the environment variable, or the default, in this order.
///
/// # Errors
/// If the text is not a level. The default is set in this case.
pub(super) fn set_level(option: Option<&str>) -> Result<(), String> {
    let name = option.map(str::to_owned).or_else(|| std::env::var(VARIABLE).ok());
    let name = name.filter(|name| !name.is_empty());
    let level = name.as_deref().map_or(Ok(Level::Info), |name| {
        Level::named(name).ok_or_else(|| {
            format!("there is no log level `{name}`. The levels are debug, info, warning and error")
        })
    });
    // It is set once, before anything is logged.
    let _ = LEVEL.set(*level.as_ref().unwrap_or(&Level::Info));
    level.map(|_| ())
}

/// Returns the lowest level that is written.
pub(super) fn level() -> Level {
    LEVEL.get().copied().unwrap_or(Level::Info)
}

/// Returns whether the journal reads standard error. The journal adds its own time to each line.
fn is_journal() -> bool {
    static IS_JOURNAL: OnceLock<bool> = OnceLock::new();
    *IS_JOURNAL
        .get_or_init(|| std::env::var_os("JOURNAL_STREAM").is_some() && !std::io::stderr().is_terminal())
}

/// Priority of a level in syslog.
const fn priority(level: Level) -> u8 {
    match level {
        Level::Debug => 7,
        Level::Info => 6,
        Level::Warning => 4,
        Level::Error => 3,
    }
}

/// Log that writes each line at once.
pub(super) struct Stderr;

impl Log for Stderr {
    fn takes(&self, wanted: Level) -> bool {
        wanted >= level()
    }

    fn line(&mut self, level: Level, text: &str) {
        if !self.takes(level) {
            return;
        }
        // One line per message: text from outside must not add another line, or control a terminal.
        let text: String = text.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
        // There is nowhere to report a failure to write this.
        let _ = if is_journal() {
            writeln!(std::io::stderr(), "<{}>{text}", priority(level))
        } else {
            writeln!(std::io::stderr(), "[{}] (heat-config) [{}] {text}", now(), level.as_str())
        };
    }
}

/// Formats the current time in UTC, as Python's `logging` writes it.
#[expect(clippy::disallowed_methods, reason = "a line of a log has a time")]
fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    time(since.as_secs(), since.subsec_millis())
}

fn time(seconds: u64, milliseconds: u32) -> String {
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Counted from 1 March of the year 0, so that the leap day is the last day of the year.
    let days = days + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02},{milliseconds:03}")
}

#[cfg(test)]
mod tests {
    use super::time;

    #[test]
    fn times_are_those_of_the_calendar() {
        assert_eq!(time(0, 0), "1970-01-01 00:00:00,000");
        assert_eq!(time(951_782_399, 7), "2000-02-28 23:59:59,007");
        assert_eq!(time(951_782_400, 7), "2000-02-29 00:00:00,007");
        assert_eq!(time(4_107_542_399, 999), "2100-02-28 23:59:59,999");
        assert_eq!(time(4_107_542_400, 0), "2100-03-01 00:00:00,000");
        assert_eq!(time(1_795_579_200, 0), "2026-11-25 04:00:00,000");
    }
}
