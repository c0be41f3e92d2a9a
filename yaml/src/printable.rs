//! Text of others, made harmless for terminals and logs.

/// A text without characters that would steer a terminal, or make it show something else than the text says. Line feeds
/// and tabs stay.
///
/// What the log of a GitHub workflow would take for a command is taken apart: `::` at the beginning of a line, and `##[`
/// wherever it stands.
///
/// ```
/// use heat_yaml::printable;
///
/// assert_eq!(printable("a\u{1b}[31m\u{202e}b"), "a\u{fffd}[31m\u{fffd}b");
/// assert_eq!(printable("OS::Nova\n  ::error::x ##[error]"), "OS::Nova\n  : :error::x # #[error]");
/// ```
#[must_use]
pub fn printable(text: &str) -> String {
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

/// The same on one line, for names and messages that stand in a line: what began a line of its own could be taken for a
/// command by the log of a workflow.
///
/// ```
/// assert_eq!(heat_yaml::one_line("x\n::add-mask::y"), "x ::add-mask::y");
/// ```
#[must_use]
pub fn one_line(text: &str) -> String {
    printable(&text.replace('\n', " "))
}

/// A character as it can be shown: itself, unless it would steer a terminal or change the order of others.
pub(crate) fn visible(character: char) -> char {
    match character {
        '\t' => '\t',
        other if is_steering(other) => char::REPLACEMENT_CHARACTER,
        other => other,
    }
}

/// Whether a character steers a terminal (a control character, tabs and line feeds too), ends a line for some readers, or
/// changes the direction of the text around it.
#[must_use]
pub fn is_steering(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}
