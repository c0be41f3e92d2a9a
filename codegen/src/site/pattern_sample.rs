//! A text that a pattern accepts, for snippets.
//!
//! Understands the common part of regular expressions and walks it once, taking the first alternative and the least
//! repetition. What it makes is held against the pattern itself: a pattern that it does not understand has no sample.

use heat_model::pattern::Pattern;

/// How many characters a sample may have.
const LONGEST: usize = 200;

/// How deep groups are walked into.
const MAX_GROUPS: usize = 50;

/// A text that the pattern accepts, if one can be found.
#[must_use]
pub fn sample(pattern: &str) -> Option<String> {
    let chars: Vec<char> = pattern.chars().collect();
    let mut walk = Walk { chars: &chars, at: 0, groups: 0 };
    let made = walk.alternatives().unwrap_or_default();
    [made.as_str(), "a", "abc", "1", "10", "example", "192.0.2.10", "2001:db8::1", "example.org", ""]
        .into_iter()
        .find(|text| text.len() <= LONGEST && accepts(pattern, text))
        .map(str::to_owned)
}

fn accepts(pattern: &str, text: &str) -> bool {
    Pattern::new(pattern).and_then(|pattern| pattern.matches(text)) == Ok(true)
}

struct Walk<'a> {
    chars: &'a [char],
    at: usize,
    /// How many groups are open.
    groups: usize,
}

impl Walk<'_> {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn take(&mut self) -> Option<char> {
        let char = self.peek()?;
        self.at += 1;
        Some(char)
    }

    /// The first alternative that is not empty, if there is one.
    fn alternatives(&mut self) -> Option<String> {
        let mut best: Option<String> = None;
        loop {
            let text = self.sequence()?;
            if best.as_ref().is_none_or(String::is_empty) {
                best = Some(text);
            }
            if self.peek() != Some('|') {
                return best;
            }
            self.at += 1;
        }
    }

    fn sequence(&mut self) -> Option<String> {
        let mut out = String::new();
        while let Some(char) = self.peek().filter(|char| !matches!(char, '|' | ')')) {
            self.at += 1;
            let piece = match char {
                '^' | '$' => continue,
                '.' => "a".to_owned(),
                '(' => self.nested()?,
                '[' => self.class()?.to_string(),
                '\\' => escape_sample(self.take()?)?,
                other => other.to_string(),
            };
            let count = self.repetition()?;
            if piece.len().checked_mul(count).is_none_or(|added| out.len() + added > LONGEST) {
                return None;
            }
            if !piece.is_empty() {
                out.push_str(&piece.repeat(count));
            }
        }
        Some(out)
    }

    fn nested(&mut self) -> Option<String> {
        if self.groups == MAX_GROUPS {
            return None;
        }
        self.groups += 1;
        let text = self.group();
        self.groups -= 1;
        text
    }

    fn group(&mut self) -> Option<String> {
        if self.peek() == Some('?') {
            self.at += 1;
            match self.take()? {
                ':' => {}
                // What looks around is not part of the text.
                '=' | '!' => {
                    self.alternatives()?;
                    return (self.take()? == ')').then(String::new);
                }
                _ => return None,
            }
        }
        let text = self.alternatives()?;
        (self.take()? == ')').then_some(text)
    }

    /// A character of a class: its first.
    fn class(&mut self) -> Option<char> {
        let negated = self.peek() == Some('^');
        if negated {
            self.at += 1;
        }
        let mut members = Vec::new();
        loop {
            match self.take()? {
                ']' if !members.is_empty() => break,
                '\\' => members.extend(escape_sample(self.take()?)?.chars()),
                char => members.push(char),
            }
        }
        if negated {
            ['a', '0', 'Z', '-'].into_iter().find(|char| !members.contains(char))
        } else {
            members.first().copied()
        }
    }

    /// How often to repeat what stands before: as often as needed, once where that is allowed.
    fn repetition(&mut self) -> Option<usize> {
        let count = match self.peek() {
            Some('*' | '+' | '?') => {
                self.at += 1;
                1
            }
            Some('{') => {
                let end = self.chars[self.at..].iter().position(|char| *char == '}')? + self.at;
                let inner: String = self.chars[self.at + 1..end].iter().collect();
                self.at = end + 1;
                let least = inner.split(',').next().unwrap_or_default();
                least.parse::<usize>().unwrap_or(0).max(1)
            }
            _ => return Some(1),
        };
        // A lazy quantifier repeats as often.
        if self.peek() == Some('?') {
            self.at += 1;
        }
        Some(count)
    }
}

fn escape_sample(escaped: char) -> Option<String> {
    match escaped {
        'd' => Some("1".to_owned()),
        'w' | 'S' | 'D' => Some("a".to_owned()),
        's' => Some(" ".to_owned()),
        'A' | 'Z' | 'b' => Some(String::new()),
        other if other.is_ascii_alphanumeric() => None,
        other => Some(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, expect: Option<&str>) {
        assert_eq!(sample(pattern).as_deref(), expect, "{pattern}");
    }

    #[test]
    fn samples_meet_their_pattern() {
        check("[a-z]+", Some("a"));
        check("^[0-9]{4}-(on|off)$", Some("0000-on"));
        check(r"(?=\d)\w{2,}", Some("10"));
        check("[^a]x?", Some("0x"));
        // Only the first alternative counts that matches at all, and this one does not reach the end of any text.
        check("|/.*", Some(""));
        check("(?!)", None);
        check("(", None);
        check("[", None);
        check("a{18446744073709551615}", None);
        check("(?:ab){9223372036854775808}", None);
        check(&"(".repeat(200_000), None);
        check(&format!("{}a{}", "(".repeat(20), ")".repeat(20)), Some("a"));
    }
}
