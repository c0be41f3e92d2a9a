//! Finds a message in a text: its runs of words must follow one another.

use std::ops::Range;

use super::format::MessageFormat;

/// The maximum number of words in a gap. A longer gap would join unrelated words.
const MAX_GAP: usize = 60;

/// Returns the words of a text that contain the runs of a message in order: from the first word of the first run to the last word
/// of the last.
pub(super) fn place(words: &[String], format: &MessageFormat) -> Option<Range<usize>> {
    // The ranges that match the runs so far, sorted by their ends.
    let mut found: Option<Vec<Range<usize>>> = None;
    for run in format.runs() {
        let length = run.words.len();
        let starts = words.windows(length).enumerate().filter(|(_, window)| *window == run.words.as_slice());
        let reached: Vec<Range<usize>> = match &found {
            None => starts.map(|(start, _)| start..start + length).collect(),
            Some(found) => {
                let begin = |start: usize| {
                    // The nearest range is the last one that ends early enough to leave room for the gap.
                    let latest = start.checked_sub(run.least_before)?;
                    let before = found.partition_point(|range| range.end <= latest);
                    let nearest = found.get(before.checked_sub(1)?)?;
                    (start - nearest.end <= MAX_GAP).then_some(nearest.start)
                };
                starts.filter_map(|(start, _)| Some(begin(start)?..start + length)).collect()
            }
        };
        if reached.is_empty() {
            return None;
        }
        found = Some(reached);
    }
    found?.into_iter().next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matching::words;

    #[test]
    fn the_runs_of_a_message_follow_each_other() {
        fn check(message: &str, text: &str, expect: bool) {
            assert_eq!(
                place(&words::Text::new(text).words, &MessageFormat::new(message)).is_some(),
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
        // An earlier word could begin the message, but is too far away.
        check(
            parameter,
            &format!("the parameter {} the parameter a was not provided", "x ".repeat(100)),
            true,
        );
        check(parameter, &format!("the parameter {} was not provided", "x ".repeat(100)), false);
        check("{a} is {b} is {c}", "is is", true);
        check("{a} is {b} is {c}", "is", false);
        check("{a}", "anything", false);
        let entity = "The {entity} ({name}) could not be found.";
        check(entity, "The Image (debian) could not be found.", true);
        check(entity, "404 Not Found The resource could not be found.", false);
    }
}
