//! Points in time.

use std::time::{SystemTime, UNIX_EPOCH};

/// A point in time, to the microsecond, as Python's `datetime` has it.
///
/// The crate does not read the clock: who holds a value against `expiration` says what the present moment is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(
    /// Microseconds since 1970 began, in UTC.
    i64,
);

/// Microseconds in a second.
const SECOND: i64 = 1_000_000;

impl Moment {
    /// The first and the last moment that Python's `datetime` can say: the years 1 to 9999.
    pub(super) const FIRST: Self = Self(-62_135_596_800 * SECOND);
    pub(super) const LAST: Self = Self(253_402_300_800 * SECOND - 1);

    /// So many seconds and microseconds after 1970 began, in UTC; before it where `seconds` is negative.
    ///
    /// Beyond what 64 bits can hold, some 290,000 years, it is the last moment that they can.
    #[must_use]
    pub const fn from_unix(seconds: i64, microseconds: u32) -> Self {
        // Widening; `From` is not for constants.
        Self(seconds.saturating_mul(SECOND).saturating_add(microseconds as i64))
    }
}

impl From<SystemTime> for Moment {
    fn from(time: SystemTime) -> Self {
        let micros = |duration: std::time::Duration| i64::try_from(duration.as_micros()).unwrap_or(i64::MAX);
        match time.duration_since(UNIX_EPOCH) {
            Ok(after) => Self(micros(after)),
            Err(before) => Self(-micros(before.duration())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn check(time: SystemTime, expect: Moment) {
        assert_eq!(Moment::from(time), expect);
    }

    #[test]
    fn system_times_keep_their_microseconds() {
        check(UNIX_EPOCH, Moment::from_unix(0, 0));
        check(UNIX_EPOCH + Duration::new(5, 1_999), Moment::from_unix(5, 1));
        check(UNIX_EPOCH - Duration::from_millis(1_500), Moment::from_unix(-2, 500_000));
        assert!(Moment::from_unix(i64::MAX, 0) > Moment::LAST);
        assert!(Moment::from_unix(i64::MIN, 0) < Moment::FIRST);
    }
}
