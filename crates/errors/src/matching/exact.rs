//! Whether a text has a message: its runs of words, one after the other.

use super::format::MessageFormat;

/// The most words of a text that stand for one gap. A longer one joins words that have nothing to do with each other.
const MAX_GAP: usize = 60;

/// Whether the words have the runs of a message, in their order.
pub(super) fn has(words: &[String], format: &MessageFormat) -> bool {
    // Where what is found so far can end.
    let mut ends: Option<Vec<usize>> = None;
    for run in format.runs() {
        let starts = words.windows(run.len()).enumerate().filter(|(_, window)| *window == run.as_slice());
        let reached: Vec<usize> = match &ends {
            None => starts.map(|(start, _)| start + run.len()).collect(),
            Some(ends) => {
                let follows = |start: usize| {
                    // The last end that is not after the start is the nearest.
                    let before = ends.partition_point(|end| *end <= start);
                    before
                        .checked_sub(1)
                        .and_then(|last| ends.get(last))
                        .is_some_and(|end| start - end <= MAX_GAP)
                };
                starts.filter(|(start, _)| follows(*start)).map(|(start, _)| start + run.len()).collect()
            }
        };
        if reached.is_empty() {
            return false;
        }
        ends = Some(reached);
    }
    ends.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matching::words;

    #[test]
    fn the_runs_of_a_message_follow_each_other() {
        fn check(message: &str, text: &str, expect: bool) {
            assert_eq!(
                has(&words::of_text(text), &MessageFormat::new(message)),
                expect,
                "{message} in {text}"
            );
        }
        let parameter = "The Parameter ({name}) was not provided.";
        check(parameter, "ERROR: The Parameter (a) was not provided.", true);
        check(parameter, "the parameter\n\"a b c\" WAS NOT PROVIDED", true);
        check(parameter, "The Parameter () was not provided.", true);
        check(parameter, "was not provided: the parameter", false);
        check(parameter, "The Parameter (a) was provided.", false);
        // Another word could begin the message, too far away.
        check(
            parameter,
            &format!("the parameter {} the parameter a was not provided", "x ".repeat(100)),
            true,
        );
        check(parameter, &format!("the parameter {} was not provided", "x ".repeat(100)), false);
        check("{a} is {b} is {c}", "is is", true);
        check("{a} is {b} is {c}", "is", false);
        check("{a}", "anything", false);
    }
}
