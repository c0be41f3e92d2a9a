//! Makes untrusted text safe to print in terminals and logs.

/// Replaces characters that could control a terminal, or make it show something other than the text. Line
/// feeds and tabs are kept.
///
/// Sequences that the log of a GitHub workflow would read as a command are broken up: `::` at the start of a
/// line, and `##[` anywhere.
///
/// ```
/// use heat_yaml::printable;
///
/// assert_eq!(printable("a\u{1b}[31m\u{202e}b"), "a\u{fffd}[31m\u{fffd}b");
/// assert_eq!(printable("OS::Nova\n  ::error::x ##[error]"), "OS::Nova\n  : :error::x # #[error]");
/// ```
#[must_use]
pub fn printable(text: &str) -> String {
    if is_plain(text) {
        return text.to_owned();
    }
    let mut shown = String::with_capacity(text.len());
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 {
            shown.push('\n');
        }
        let line: String = line.chars().map(visible).collect();
        let line = line.replace("##[", "# #[");
        let indent = line.len() - line.trim_start().len();
        let (margin, words) = line.split_at(indent);
        shown.push_str(margin);
        match words.strip_prefix("::") {
            Some(command) => shown.extend([": :", command]),
            None => shown.push_str(words),
        }
    }
    shown
}

/// Like [`printable`], but on one line, for names and messages within a line: the log of a workflow could
/// read the start of a new line as a command.
///
/// ```
/// assert_eq!(heat_yaml::one_line("x\n::add-mask::y"), "x ::add-mask::y");
/// ```
#[must_use]
pub fn one_line(text: &str) -> String {
    if text.contains('\n') { printable(&text.replace('\n', " ")) } else { printable(text) }
}

/// Returns true if a text is shown unchanged, as most are: ASCII in which nothing can be read as a command.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t'))
        && !(text.contains('#') && text.contains("##["))
        && !text.split('\n').any(|line| line.trim_start().starts_with("::"))
}

/// Returns the character to show: the character itself, unless it could control a terminal or change the direction of text.
pub(crate) fn visible(character: char) -> char {
    match character {
        '\t' => '\t',
        other if is_steering(other) => char::REPLACEMENT_CHARACTER,
        other => other,
    }
}

/// Returns whether a character controls a terminal (including tabs and line feeds), ends a line for some readers, or changes the
/// direction of the text around it.
///
/// The function is called for each character of long outputs, so most characters are decided by the first comparison, inlined
/// into the caller.
#[inline]
#[must_use]
pub fn is_steering(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_control();
    }
    character.is_control()
        || matches!(
            character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}
