//! Similarity between a text and a message that it does not contain completely.

use super::format::MessageFormat;
use super::vocabulary::Vocabulary;

/// The maximum number of words in a typed text. A longer text is assumed to be pasted, and its other words are ignored.
const MAX_TYPED: usize = 15;

/// The number of words up to which a message is too short to be recognised in a long text.
const SHORT: usize = 2;

/// The minimum part of a message that a text must contain, and the minimum part of a typed text that a message must contain.
const MIN_OF_MESSAGE: f64 = 0.7;
const MIN_OF_TEXT: f64 = 0.75;

/// The minimum number of words at the beginning of a message that a truncated text must contain.
const MIN_BEGUN: usize = 3;

/// The minimum weight of the words in common.
const MIN_COMMON: f64 = 1.25;

/// Returns the similarity of a text to a message, from 0 to 2; `None` if it is too low, or if the most distinctive word is not in
/// both. A word that no message contains may fill a gap, such as `cores` in `quota exceeded for cores`; if `is_whole` is set, it
/// has half the weight.
pub(super) fn resemblance(
    words: &[String],
    is_whole: bool,
    format: &MessageFormat,
    vocabulary: &Vocabulary,
) -> Option<f64> {
    let message: Vec<&str> = format.words().collect();
    let common = common_weight(words, &message, vocabulary);
    if common < MIN_COMMON {
        return None;
    }
    let of_message = common / vocabulary.sum(message.iter().copied());
    let of_gaps =
        vocabulary.sum(words.iter().map(String::as_str).filter(|word| is_whole && !vocabulary.has(word)));
    let of_text = common / (vocabulary.sum(words.iter().map(String::as_str)) - of_gaps / 2.0);
    let is_typed = words.len() <= MAX_TYPED;
    let has_word = |telling: Option<&str>, others: &[&str]| {
        telling
            .is_none_or(|telling| others.iter().any(|word| is_same(word, telling) || is_same(telling, word)))
    };
    let texts: Vec<&str> = words.iter().map(String::as_str).collect();
    // Two words occur in many long texts.
    let is_enough = is_typed || message.len() > SHORT;
    let has_message =
        is_enough && of_message >= MIN_OF_MESSAGE && has_word(vocabulary.most_telling(&message), &texts);
    let is_part = is_typed && of_text >= MIN_OF_TEXT && has_word(vocabulary.most_telling(&texts), &message);
    let (begun, others) = begun(words, &message, vocabulary);
    let weight = vocabulary.sum(message[..begun].iter().copied());
    let is_cut = begun >= MIN_BEGUN && weight >= MIN_COMMON.max(others);
    if is_cut {
        return Some(of_message + of_text.max(weight / (weight + others / 2.0)));
    }
    (has_message || is_part).then_some(if is_typed { of_message + of_text } else { of_message })
}

/// Returns the number of words from the beginning of a message that a text contains in order, and the weight of its other words,
/// which are assumed to fill gaps.
fn begun(words: &[String], message: &[&str], vocabulary: &Vocabulary) -> (usize, f64) {
    let (mut count, mut others) = (0, 0.0);
    for (position, word) in words.iter().enumerate() {
        let is_last = position + 1 == words.len();
        match message.get(count) {
            Some(next) if word == next || is_last && is_same(word, next) => count += 1,
            _ => others += vocabulary.weight(word),
        }
    }
    (count, others)
}

/// Returns whether a word is equal to another, or to its beginning.
fn is_same(word: &str, other: &str) -> bool {
    word == other || word.chars().count() > 2 && other.starts_with(word)
}

/// Returns the weight of the words that a text and a message have in common, in the same order. The last word of a text may be
/// the beginning of a word, because the text was cut or is still being typed.
fn common_weight(words: &[String], message: &[&str], vocabulary: &Vocabulary) -> f64 {
    let mut best = vec![0.0_f64; message.len() + 1];
    for (position, word) in words.iter().enumerate() {
        let is_last = position + 1 == words.len();
        let mut diagonal = 0.0;
        for (column, other) in message.iter().enumerate() {
            let meets = word == other || is_last && is_same(word, other);
            let with = if meets { diagonal + vocabulary.weight(other) } else { 0.0 };
            diagonal = best[column + 1];
            best[column + 1] = best[column + 1].max(best[column]).max(with);
        }
    }
    best.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matching::words::Text;

    const MESSAGES: [&str; 6] = [
        "The Parameter ({name}) was not provided.",
        "Circular Dependency Found: {cycle}",
        "Resource {name} type must be {type}",
        "The Resource Type ({type}) could not be found.",
        "Each Resource must contain a Type key.",
        "Timed out",
    ];

    #[test]
    fn a_text_resembles_a_message_with_most_of_its_words() {
        fn check(message: &str, text: &str, expect: bool) {
            let formats: Vec<MessageFormat> =
                MESSAGES.iter().map(|message| MessageFormat::new(message)).collect();
            let vocabulary = Vocabulary::new(&formats);
            let found = resemblance(&Text::new(text).words, true, &MessageFormat::new(message), &vocabulary);
            assert_eq!(found.is_some(), expect, "{message} and {text}: {found:?}");
        }
        let parameter = MESSAGES[0];
        check(parameter, "The Parameter (size) was not prov", true);
        check(parameter, "parameter not provided", true);
        check(parameter, "parameter", false);
        check(parameter, "provided by a parameter", false);
        check("The {entity} was not provided for {name}", "not provided for cores", true);
        // A truncated text contains the first words.
        check(MESSAGES[2], "ERROR: Resource web.type type must b", true);
        check(MESSAGES[2], "ERROR: Resource web must b", false);
        check(MESSAGES[1], "circular dependency", true);
        check(MESSAGES[1], "dependency circular", false);
        check(MESSAGES[1], &format!("circular dependency {}", "x ".repeat(30)), false);
        check("expected {a}, got {b}", "expected x, got", true);
        check("expected {a}, got {b}", &format!("expected code {}but got 400", "x ".repeat(30)), false);
        // The most distinctive word of the message is missing.
        check(MESSAGES[4], "Unknown resource Type : My::LoadBalancer", false);
    }

    #[test]
    fn nothing_resembles_nothing() {
        let formats = [MessageFormat::new("Timed out")];
        let vocabulary = Vocabulary::new(&formats);
        assert_eq!(resemblance(&[], true, &formats[0], &vocabulary), None);
        let words = Text::new("a").words;
        assert_eq!(resemblance(&words, true, &MessageFormat::new("{a}"), &vocabulary), None);
    }
}
