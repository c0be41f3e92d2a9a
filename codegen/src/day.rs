//! The day of a build, which is set from outside so that builds are reproducible.

use heat_report::Failure;

/// The variable with the time of a build, as seconds since the start of 1970:
/// <https://reproducible-builds.org/specs/source-date-epoch/>.
const BUILD_MOMENT: &str = "SOURCE_DATE_EPOCH";

/// The day of the build, if the environment sets it.
///
/// # Errors
/// If the variable is not a number of seconds.
pub fn built_on() -> Result<Option<String>, Failure> {
    let Some(text) = std::env::var_os(BUILD_MOMENT).filter(|text| !text.is_empty()) else { return Ok(None) };
    let text = text.to_string_lossy();
    let day = text.parse().ok().and_then(day_of);
    day.map(Some).ok_or_else(|| {
        Failure::refused(format!("the variable {BUILD_MOMENT} is not a number of seconds: `{text}`"))
            .with_help("set it to the time of the last commit: `git log -1 --format=%ct`")
    })
}

/// The day, as year-month-day, of a time in seconds since the start of 1970; `None` after the year 9999.
fn day_of(seconds: u64) -> Option<String> {
    // Counts eras of 400 years, which have the same number of days, and years that begin in March, so that a leap day is the last
    // day of its year: <https://howardhinnant.github.io/date_algorithms.html#civil_from_days>.
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    (year <= 9999).then(|| format!("{year:04}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        let check = |seconds: u64, expect: Option<&str>| assert_eq!(day_of(seconds).as_deref(), expect);
        check(0, Some("1970-01-01"));
        check(86_399, Some("1970-01-01"));
        check(951_782_400, Some("2000-02-29"));
        check(951_868_800, Some("2000-03-01"));
        check(1_790_726_400, Some("2026-09-30"));
        check(4_107_542_400, Some("2100-03-01"));
        check(253_402_300_799, Some("9999-12-31"));
        check(253_402_300_800, None);
        check(u64::MAX, None);
    }
}
