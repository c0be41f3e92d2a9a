//! Python's regular expressions as ECMAScript ones, for JSON Schema.
//!
//! Only syntax with the same meaning in both languages is translated; a pattern with any other syntax is omitted, and values are
//! not checked against it. The result is valid with ECMAScript's `u` flag, which does not allow unnecessary escapes.

/// Translates a pattern that has to match the whole text; `None` if there is no equivalent.
pub(super) fn ecma(python: &str) -> Option<String> {
    let mut translated = String::with_capacity(python.len() + 8);
    let mut chars = python.chars().peekable();
    let mut in_class = false;
    while let Some(char) = chars.next() {
        match char {
            '\\' => escape(chars.next()?, in_class, &mut translated)?,
            '[' if in_class => translated.push_str("\\["),
            '[' => {
                in_class = true;
                translated.push('[');
                if chars.next_if_eq(&'^').is_some() {
                    translated.push('^');
                }
                // In Python, a closing bracket in first position is a literal.
                if chars.next_if_eq(&']').is_some() {
                    translated.push_str("\\]");
                }
            }
            ']' if in_class => {
                in_class = false;
                translated.push(']');
            }
            '(' if !in_class && chars.peek() == Some(&'?') => {
                chars.next();
                let kind = chars.next()?;
                // Unnamed groups and look-ahead have the same meaning; inline flags and named groups do not.
                if !matches!(kind, ':' | '=' | '!') {
                    return None;
                }
                translated.push_str("(?");
                translated.push(kind);
            }
            '{' if !in_class => {
                let count: String = std::iter::from_fn(|| chars.next_if(|char| *char != '}')).collect();
                let is_count = chars.next().is_some()
                    && count.starts_with(|char: char| char.is_ascii_digit())
                    && count.chars().all(|char| char.is_ascii_digit() || char == ',')
                    && count.matches(',').count() <= 1;
                if !is_count {
                    return None;
                }
                translated.extend(["{", &count, "}"]);
            }
            // On their own, they are literals in Python, and errors in ECMAScript.
            '}' | ']' => {
                translated.push('\\');
                translated.push(char);
            }
            // A `+` after a quantifier makes it possessive in newer versions of Python.
            '+' if !in_class
                && translated.ends_with(['*', '+', '?', '}'])
                && !translated.ends_with("\\}") =>
            {
                let escaped = translated.chars().rev().nth(1) == Some('\\');
                if !escaped {
                    return None;
                }
                translated.push('+');
            }
            _ => translated.push(char),
        }
    }
    (!in_class).then(|| format!("^(?:{translated})$"))
}

/// Returns a pattern that only matches one text.
pub(super) fn literal(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for char in text.chars() {
        if "^$\\.*+?()[]{}|/".contains(char) {
            pattern.push('\\');
        }
        pattern.push(char);
    }
    pattern
}

/// Translates an escape; `char` is the character after the backslash.
fn escape(char: char, in_class: bool, translated: &mut String) -> Option<()> {
    match char {
        'A' if !in_class => translated.push('^'),
        'Z' if !in_class => translated.push('$'),
        'b' | 'B' if !in_class => translated.extend(['\\', char]),
        // Python's classes contain all Unicode letters and digits, not only ASCII.
        'w' if in_class => translated.push_str(r"\p{L}\p{N}_"),
        'w' => translated.push_str(r"[\p{L}\p{N}_]"),
        'W' if !in_class => translated.push_str(r"[^\p{L}\p{N}_]"),
        'W' => return None,
        'd' => translated.push_str(r"\p{Nd}"),
        'D' => translated.push_str(r"\P{Nd}"),
        _ if "sSnrtfv^$\\.*+?()[]{}|/".contains(char) => translated.extend(['\\', char]),
        '-' if in_class => translated.push_str("\\-"),
        _ if char.is_ascii_alphanumeric() => return None,
        _ => translated.push(char),
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::{ecma, literal};

    #[test]
    fn names_are_not_patterns() {
        assert_eq!(literal("A(b|c\\-.é"), r"A\(b\|c\\-\.é");
    }

    fn check(python: &str, expect: Option<&str>) {
        assert_eq!(ecma(python).as_deref(), expect, "{python}");
    }

    #[test]
    fn equivalent_syntax_is_translated() {
        check("[a-z]+", Some("^(?:[a-z]+)$"));
        check(r"^[\w\-\_\.]+\Z", Some(r"^(?:^[\p{L}\p{N}_\-_\.]+$)$"));
        check(r"\w+\d", Some(r"^(?:[\p{L}\p{N}_]+\p{Nd})$"));
        check(r"a\-b\:c\/d", Some(r"^(?:a-b:c\/d)$"));
        check("[]a[]{1,3}", Some(r"^(?:[\]a\[]{1,3})$"));
        check(r"\++", Some(r"^(?:\++)$"));
        check("(?:a|b)(?!c)", Some("^(?:(?:a|b)(?!c))$"));
        check("a]b", Some(r"^(?:a\]b)$"));
    }

    #[test]
    fn untranslatable_patterns_are_omitted() {
        for python in [r"[\W]", "(?i)a", "(?P<x>a)", "a{", "a{x}", "a++", r"\x41", r"\1", "[a", "a\\"] {
            check(python, None);
        }
    }
}
