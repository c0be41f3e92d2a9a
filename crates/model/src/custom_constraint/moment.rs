//! Points in time.

use std::time::{SystemTime, UNIX_EPOCH};

/// A point in time, to the microsecond, as in Python's `datetime`.
///
/// The crate does not read the clock: the caller who checks a value against `expiration` provides the present moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(
    /// Microseconds since the start of 1970, in UTC.
    i64,
);

/// Microseconds in a second.
const SECOND: i64 = 1_000_000;

impl Moment {
    /// The first moment that Python's `datetime` can represent: the start of the year 1.
    pub(super) const FIRST: Self = Self(-62_135_596_800 * SECOND);
    /// The last moment that Python's `datetime` can represent: the end of the year 9999.
    pub(super) const LAST: Self = Self(253_402_300_800 * SECOND - 1);

    /// The moment this many seconds and microseconds after the start of 1970, in UTC; before it if `seconds`
    /// is negative.
    ///
    /// Beyond the range of 64 bits, some 290,000 years, it saturates.
    #[must_use]
    pub const fn from_unix(seconds: i64, microseconds: u32) -> Self {
        // A widening cast; `From` is not available in constants.
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
