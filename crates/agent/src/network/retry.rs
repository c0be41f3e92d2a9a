//! Repetition of failed requests, with growing pauses.

use std::time::Duration;

use super::{Failure, Repeat};

/// Function that waits. A test passes one that only counts.
pub type Sleep<'a> = dyn FnMut(Duration) + 'a;

/// Waits by blocking the thread.
pub fn sleep_for(duration: Duration) {
    std::thread::sleep(duration);
}

/// Number of attempts, and the pauses between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retry {
    /// Maximum number of requests to send.
    pub attempts: u32,
    /// Pause after the first failure. Each further pause is twice as long.
    pub first: Duration,
    /// Maximum pause, also if a service asks for a longer one.
    pub longest: Duration,
}

impl Default for Retry {
    /// Ten attempts within about two minutes.
    fn default() -> Self {
        Self { attempts: 10, first: Duration::from_millis(500), longest: Duration::from_secs(30) }
    }
}

impl Retry {
    /// Calls `attempt` until it succeeds, until its failure is permanent, or until the attempts are used up.
    ///
    /// # Errors
    /// The last failure.
    pub fn run<T>(
        &self,
        sleep: &mut Sleep<'_>,
        mut attempt: impl FnMut() -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let mut pause = self.first;
        for count in 1.. {
            let failure = match attempt() {
                Ok(value) => return Ok(value),
                Err(failure) => failure,
            };
            let Repeat::Soon(asked) = failure.repeat else { return Err(failure) };
            if count >= self.attempts {
                let message = format!("{} ({count} attempts)", failure.message);
                return Err(Failure { message, ..failure });
            }
            sleep(asked.unwrap_or(pause).max(pause).min(self.longest));
            pause = pause.saturating_mul(2).min(self.longest);
        }
        // Unreachable: the range does not end before the attempts do.
        Err(Failure::soon("no attempt was made"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(failures: &[Failure], attempts: u32, expect: Result<(), &str>, pauses: &[u64]) {
        let mut slept = Vec::new();
        let mut failures = failures.iter();
        let retry = Retry { attempts, ..Retry::default() };
        let result = retry.run(&mut |pause| slept.push(u64::try_from(pause.as_millis()).unwrap()), || {
            failures.next().map_or(Ok(()), |failure| Err(failure.clone()))
        });
        assert_eq!(result.map_err(|failure| failure.message), expect.map_err(str::to_owned));
        assert_eq!(slept, pauses);
    }

    #[test]
    fn pauses_double_up_to_the_longest() {
        let failures = vec![Failure::soon("down"); 9];
        check(&failures, 10, Ok(()), &[500, 1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000]);
    }

    #[test]
    fn attempts_are_bounded() {
        check(&vec![Failure::soon("down"); 5], 3, Err("down (3 attempts)"), &[500, 1000]);
    }

    #[test]
    fn a_refusal_is_not_repeated() {
        check(&[Failure::soon("down"), Failure::later("refused")], 10, Err("refused"), &[500]);
    }

    #[test]
    fn a_service_may_ask_for_a_longer_pause_within_the_bound() {
        let asks = |seconds| Failure {
            repeat: Repeat::Soon(Some(Duration::from_secs(seconds))),
            ..Failure::soon("busy")
        };
        check(&[asks(3), asks(0), asks(86_400)], 10, Ok(()), &[3000, 1000, 30000]);
    }
}
