//! Outputs of a hook, as the text of a signal that Heat accepts.
//!
//! Heat refuses a request of more than 1 MiB, and Zaqar by default one of more than 256 KiB. The beginning of a long output is
//! cut off: the last lines of a program tell how it ended.

use heat_model::Value;
use heat_model::python::json_dumps;
use indexmap::IndexMap;

/// Outputs of a hook: values by name.
pub type Outputs = IndexMap<String, Value>;

/// Maximum length of the text that [`trimmed`] returns, in bytes.
pub const MAX_SIGNAL: usize = 950_000;

/// Outputs that are trimmed before all others.
const STREAMS: [&str; 2] = ["deploy_stdout", "deploy_stderr"];

/// Output that decides whether the deployment failed.
const STATUS_CODE: &str = "deploy_status_code";

/// Returns the JSON text of a signal, in at most [`MAX_SIGNAL`] bytes.
///
/// ```
/// use heat_deployments::signal::{Outputs, trimmed};
/// let outputs = Outputs::from([("deploy_stdout".to_owned(), "done\n".into())]);
/// assert_eq!(trimmed(&outputs), r#"{"deploy_stdout": "done\n"}"#);
/// ```
#[must_use]
pub fn trimmed(outputs: &Outputs) -> String {
    trimmed_to(outputs, MAX_SIGNAL)
}

/// Returns the JSON text of a signal, in at most `limit` bytes.
///
/// The beginnings of `deploy_stdout` and `deploy_stderr` are cut off, in proportion to their lengths. If that is not enough, all
/// other texts are cut too, and then outputs are left out, the longest first. The status code stays.
#[must_use]
pub fn trimmed_to(outputs: &Outputs, limit: usize) -> String {
    let text = json_dumps(&Value::from(outputs.clone()));
    if text.len() <= limit {
        return text;
    }
    let mut outputs = outputs.clone();
    let mut excess = text.len() - limit;
    let is_stream = |name: &str| STREAMS.contains(&name);
    excess = cut(&mut outputs, excess, is_stream);
    excess = cut(&mut outputs, excess, |name| !is_stream(name) && name != STATUS_CODE);
    if excess > 0 {
        leave_out(&mut outputs, limit);
    }
    let text = json_dumps(&Value::from(outputs));
    if text.len() <= limit {
        return text;
    }
    // Only a status code is left, and it is too long to be 0.
    format!("{{\"{STATUS_CODE}\": 1}}")
}

/// Cuts `excess` bytes off the texts of the chosen outputs, in proportion to their lengths. Returns how many bytes are still too
/// many.
fn cut(outputs: &mut Outputs, excess: usize, chosen: impl Fn(&str) -> bool) -> usize {
    if excess == 0 {
        return 0;
    }
    let mut total = 0;
    for (_, value) in outputs.iter().filter(|(name, _)| chosen(name)) {
        each_text(value, &mut |text| total += encoded_length(text));
    }
    let share = Share { excess: excess.min(total), total };
    let mut removed = 0;
    for (_, value) in outputs.iter_mut().filter(|(name, _)| chosen(name)) {
        each_text_mut(value, &mut |text| removed += cut_beginning(text, share.of(encoded_length(text))));
    }
    excess.saturating_sub(removed)
}

/// Distribution of the excess: the shares of all texts add up to it, or to a little more.
struct Share {
    excess: usize,
    total: usize,
}

impl Share {
    fn of(&self, length: usize) -> usize {
        // Of texts in memory: the product of two lengths fits in 128 bits, and the result is at most `length`.
        let share = (length as u128 * self.excess as u128).div_ceil(self.total.max(1) as u128);
        usize::try_from(share).unwrap_or(length)
    }
}

/// Removes characters from the beginning until at least `bytes` bytes of JSON are removed. Returns how many were removed.
fn cut_beginning(text: &mut String, bytes: usize) -> usize {
    let mut removed = 0;
    let mut end = 0;
    for char in text.chars() {
        if removed >= bytes {
            break;
        }
        removed += encoded_char(char);
        end += char.len_utf8();
    }
    text.drain(..end);
    removed
}

/// Leaves out whole outputs, the longest first, until the rest fits.
fn leave_out(outputs: &mut Outputs, limit: usize) {
    let mut lengths: Vec<(usize, String)> = outputs
        .iter()
        .filter(|(name, _)| *name != STATUS_CODE)
        .map(|(name, value)| (json_dumps(value).len() + encoded_length(name), name.clone()))
        .collect();
    lengths.sort();
    let mut length = json_dumps(&Value::from(outputs.clone())).len();
    while length > limit {
        let Some((longest, name)) = lengths.pop() else { return };
        outputs.shift_remove(&name);
        length = length.saturating_sub(longest);
    }
}

/// Calls the function with each text in a value. Values are nested no more than `MAX_DEPTH` levels deep.
fn each_text(value: &Value, function: &mut dyn FnMut(&str)) {
    match value {
        Value::String(text) => function(text),
        Value::List(items) => items.iter().for_each(|item| each_text(item, function)),
        Value::Map(map) => map.values().for_each(|value| each_text(value, function)),
        _ => {}
    }
}

fn each_text_mut(value: &mut Value, function: &mut dyn FnMut(&mut String)) {
    match value {
        Value::String(text) => function(text),
        Value::List(items) => items.iter_mut().for_each(|item| each_text_mut(item, function)),
        Value::Map(map) => map.values_mut().for_each(|value| each_text_mut(value, function)),
        _ => {}
    }
}

/// Length of a text as JSON, in bytes, without its quotes.
fn encoded_length(text: &str) -> usize {
    text.chars().map(encoded_char).sum()
}

fn encoded_char(char: char) -> usize {
    match char {
        '"' | '\\' | '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => 2,
        ' '..='~' => 1,
        _ => 6 * char.len_utf16(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heat_model::json;

    fn outputs(text: &str) -> Outputs {
        json::parse(text).unwrap().as_map().unwrap().clone()
    }

    #[track_caller]
    fn check(given: &str, limit: usize, expect: &str) {
        assert_eq!(trimmed_to(&outputs(given), limit), expect);
        assert!(expect.len() <= limit, "{} bytes", expect.len());
    }

    #[test]
    fn what_fits_stays() {
        let text = r#"{"deploy_stdout": "\u00fc\n", "deploy_status_code": 0}"#;
        check(text, text.len(), text);
    }

    #[test]
    fn streams_lose_their_beginnings_in_proportion() {
        check(
            r#"{"deploy_stdout": "0123456789", "deploy_stderr": "abcde", "other": "xxxxxxxxxx"}"#,
            68,
            r#"{"deploy_stdout": "89", "deploy_stderr": "e", "other": "xxxxxxxxxx"}"#,
        );
    }

    #[test]
    fn characters_and_escapes_stay_whole() {
        let whole = r#"{"deploy_stdout": "a\n\u00fc\ud83d\ude00z"}"#;
        check(whole, whole.len() - 1, r#"{"deploy_stdout": "\n\u00fc\ud83d\ude00z"}"#);
        check(whole, whole.len() - 2, r#"{"deploy_stdout": "\u00fc\ud83d\ude00z"}"#);
        check(whole, whole.len() - 4, r#"{"deploy_stdout": "\ud83d\ude00z"}"#);
        check(whole, whole.len() - 10, r#"{"deploy_stdout": "z"}"#);
    }

    #[test]
    fn other_texts_follow() {
        check(
            r#"{"deploy_stdout": "0123456789", "result": {"list": ["xxxxxxxxxx"]}, "deploy_status_code": "0"}"#,
            80,
            r#"{"deploy_stdout": "", "result": {"list": ["xxxxxx"]}, "deploy_status_code": "0"}"#,
        );
    }

    #[test]
    fn outputs_are_left_out_if_texts_do_not_suffice() {
        check(
            r#"{"numbers": [1, 2, 3, 4, 5, 6, 7, 8, 9], "small": 1, "deploy_status_code": 3}"#,
            50,
            r#"{"small": 1, "deploy_status_code": 3}"#,
        );
    }

    #[test]
    fn a_failure_stays_a_failure() {
        let code = format!(r#"{{"deploy_status_code": "{}"}}"#, "9".repeat(100));
        check(&code, 60, r#"{"deploy_status_code": 1}"#);
    }

    #[test]
    fn a_signal_of_megabytes_is_valid_json_below_the_limit() {
        for unit in ["x", "\n", "ü", "😀", "a😀\"\u{7f}"] {
            let text = unit.repeat(1_000_000 / unit.len());
            let outputs = Outputs::from([
                ("deploy_stdout".to_owned(), Value::from(text.clone())),
                ("deploy_stderr".to_owned(), Value::from(format!("{text}end"))),
                ("deploy_status_code".to_owned(), Value::from(7)),
            ]);
            let trimmed = trimmed(&outputs);
            assert!(trimmed.len() <= MAX_SIGNAL && trimmed.len() > MAX_SIGNAL - 50, "{}", trimmed.len());
            let read = json::parse(&trimmed).unwrap();
            assert_eq!(read.get("deploy_status_code").and_then(Value::as_i64), Some(7));
            assert!(read.get("deploy_stderr").and_then(Value::as_str).unwrap().ends_with("end"));
        }
    }

    #[test]
    fn text_is_measured_as_it_is_written() {
        for code in 0..0x1_1000 {
            let Some(char) = char::from_u32(code) else { continue };
            assert_eq!(encoded_char(char) + 2, json_dumps(&Value::from(char.to_string())).len(), "{code:x}");
        }
    }

    #[test]
    fn all_outputs_fit_into_all_limits() {
        let mut seed: u64 = 7;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        let texts = ["", "abc", "ü\n\"", "😀😀", "long text \u{7f}\u{1}", "\\\\"];
        let names = ["deploy_stdout", "deploy_stderr", "deploy_status_code", "result", "ü", "other"];
        for _ in 0..3000 {
            let mut outputs = Outputs::new();
            for name in names {
                let mut text =
                    || texts[usize::try_from(random(6)).unwrap()].repeat(usize::try_from(random(5)).unwrap());
                let (one, other) = (text(), text());
                let value = match random(6) {
                    0 => continue,
                    1 => Value::from(vec![Value::from(one), Value::Null, Value::from(other)]),
                    2 => Value::from(Outputs::from([(one, Value::from(other))])),
                    3 => Value::from(1.5),
                    _ => Value::from(one),
                };
                outputs.insert(name.to_owned(), value);
            }
            let whole = json_dumps(&Value::from(outputs.clone())).len();
            let limit = 25 + usize::try_from(random(200)).unwrap();
            let text = trimmed_to(&outputs, limit);
            assert!(text.len() <= limit, "{text} in {limit}");
            let read = json::parse(&text).unwrap();
            for (name, value) in read.as_map().unwrap() {
                let before = outputs.get(name);
                match (before, value) {
                    // Of a status code that is too long, it stays that it is a failure.
                    (Some(_), Value::Integer(_)) if name == STATUS_CODE => {}
                    (Some(Value::String(before)), Value::String(after)) => {
                        assert!(before.ends_with(after.as_str()), "{text}");
                    }
                    (Some(before), after) => assert_eq!(before.kind(), after.kind(), "{text}"),
                    (None, _) => panic!("{name} in {text}"),
                }
            }
            // Nothing is lost without need, and a status code only if it is a text that is too long.
            assert!(whole > limit || text.len() == whole);
            assert_eq!(read.get(STATUS_CODE).is_some(), outputs.contains_key(STATUS_CODE), "{text}");
        }
    }
}
