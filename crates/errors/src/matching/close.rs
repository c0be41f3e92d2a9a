//! How much a text resembles a message that it does not have as a whole.

use super::format::MessageFormat;
use super::words::weight;

/// The most words of a text that was typed: a longer one is pasted, and its own words say nothing about a message.
const MAX_TYPED: usize = 15;

/// How much of a message a text has to have, or how much of a typed text a message.
const MIN_OF_MESSAGE: f32 = 0.7;
const MIN_OF_TEXT: f32 = 0.75;

/// The least weight of the words in common.
const MIN_COMMON: f32 = 1.25;

/// How much a text resembles a message, from 0 to 2; nothing if it is not enough.
pub(super) fn resemblance(words: &[String], format: &MessageFormat) -> Option<f32> {
    let message: Vec<&str> = format.words().collect();
    let common = common_weight(words, &message);
    let of_message = common / message.iter().map(|word| weight(word)).sum::<f32>();
    let of_text = common / words.iter().map(|word| weight(word)).sum::<f32>();
    let is_typed = words.len() <= MAX_TYPED;
    let is_enough = of_message >= MIN_OF_MESSAGE || is_typed && of_text >= MIN_OF_TEXT;
    (common >= MIN_COMMON && is_enough).then_some(if is_typed { of_message + of_text } else { of_message })
}

/// The weight of the words that a text and a message have in common, in the same order. The last word of a text may be the beginning of
/// one: it is still being typed, or was cut.
fn common_weight(words: &[String], message: &[&str]) -> f32 {
    let mut best = vec![0.0_f32; message.len() + 1];
    for (position, word) in words.iter().enumerate() {
        let is_last = position + 1 == words.len();
        let mut diagonal = 0.0;
        for (column, other) in message.iter().enumerate() {
            let is_same =
                word == other || is_last && word.chars().count() > 2 && other.starts_with(word.as_str());
            let with = if is_same { diagonal + weight(other) } else { 0.0 };
            diagonal = best[column + 1];
            best[column + 1] = best[column + 1].max(best[column]).max(with);
        }
    }
    best.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matching::words;

    #[test]
    fn a_text_resembles_a_message_with_most_of_its_words() {
        fn check(message: &str, text: &str, expect: bool) {
            let found = resemblance(&words::of_text(text), &MessageFormat::new(message));
            assert_eq!(found.is_some(), expect, "{message} and {text}: {found:?}");
        }
        let parameter = "The Parameter ({name}) was not provided.";
        check(parameter, "The Parameter (size) was not prov", true);
        check(parameter, "parameter not provided", true);
        check(parameter, "parameter", false);
        check(parameter, "provided by a parameter", false);
        check("Circular Dependency Found: {cycle}", "circular dependency", true);
        check("Circular Dependency Found: {cycle}", "dependency circular", false);
        check(
            "Circular Dependency Found: {cycle}",
            &format!("circular dependency {}", "x ".repeat(30)),
            false,
        );
    }

    #[test]
    fn nothing_resembles_nothing() {
        assert_eq!(resemblance(&[], &MessageFormat::new("Timed out")), None);
        assert_eq!(resemblance(&words::of_text("a"), &MessageFormat::new("{a}")), None);
    }
}
