//! Globs over names and paths of schemas: `OS::Cinder::*`, `properties.*.description`.
//!
//! `*` matches any characters except the dot between two keys, `**` any characters, `?` a single character other than a dot.
//! All other characters, including brackets, match themselves, because paths contain them.

use std::fmt;

/// A glob.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glob {
    text: String,
    tokens: Vec<Token>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    Character(char),
    /// `?`: one character other than a dot.
    One,
    /// `*`: any characters other than a dot.
    Within,
    /// `**`: any characters.
    Across,
}

impl Glob {
    /// Parses a glob; every text is a valid glob.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut tokens = Vec::new();
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            tokens.push(match character {
                '?' => Token::One,
                '*' if characters.next_if_eq(&'*').is_some() => {
                    while characters.next_if_eq(&'*').is_some() {}
                    Token::Across
                }
                '*' => Token::Within,
                other => Token::Character(other),
            });
        }
        Self { text: text.to_owned(), tokens }
    }

    /// Returns whether the pattern matches the whole text.
    #[must_use]
    pub fn is_match(&self, text: &str) -> bool {
        self.run(text).last() == Some(&true)
    }

    /// Returns whether the pattern matches a path, or something that contains the path.
    #[must_use]
    pub fn is_match_or_around(&self, path: &str) -> bool {
        let ends = self.run(path);
        let nexts = path.chars().map(Some).chain([None]);
        nexts.zip(ends).any(|(next, is_end)| is_end && matches!(next, None | Some('.' | '[')))
    }

    /// Returns, for each number of characters from none to all, whether the glob matches that prefix.
    fn run(&self, text: &str) -> Vec<bool> {
        let mut states = vec![false; self.tokens.len() + 1];
        states[0] = true;
        self.skip(&mut states);
        let mut ends = vec![states[self.tokens.len()]];
        for character in text.chars() {
            let mut next = vec![false; states.len()];
            for (index, token) in self.tokens.iter().enumerate().filter(|(index, _)| states[*index]) {
                match token {
                    Token::Character(expected) => next[index + 1] |= *expected == character,
                    Token::One => next[index + 1] |= character != '.',
                    Token::Within => next[index] |= character != '.',
                    Token::Across => next[index] = true,
                }
            }
            self.skip(&mut next);
            states = next;
            ends.push(states[self.tokens.len()]);
        }
        ends
    }

    /// Adds the states after stars that match nothing.
    fn skip(&self, states: &mut [bool]) {
        for (index, token) in self.tokens.iter().enumerate() {
            if states[index] && matches!(token, Token::Within | Token::Across) {
                states[index + 1] = true;
            }
        }
    }
}

impl fmt::Display for Glob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(glob: &str, text: &str, expect: (bool, bool)) {
        let glob = Glob::new(glob);
        assert_eq!((glob.is_match(text), glob.is_match_or_around(text)), expect, "{glob} {text}");
    }

    #[test]
    fn stars_match_characters_of_a_key_or_any() {
        check("OS::Cinder::*", "OS::Cinder::Volume", (true, true));
        check("OS::Cinder::*", "OS::Cinder::", (true, true));
        check("OS::Cinder::*", "OS::Nova::Server", (false, false));
        check("OS::*", "OS::Cinder::Volume", (true, true));
        check("*::Volume", "OS::Cinder::Volume", (true, true));
        check("OS::Cinder::*", "OS::Cinder::Volume.properties.size", (false, true));
        check("properties.*.description", "properties.size.description", (true, true));
        check("properties.*.description", "properties.a.schema.b.description", (false, false));
        check("properties.**.description", "properties.a.schema.b.description", (true, true));
        check("properties.**.description", "properties..description", (true, true));
        check("properties.?.type", "properties.a.type", (true, true));
        check("properties.?.type", "properties.ab.type", (false, false));
        check("**", "", (true, true));
        check("*", "a.b", (false, true));
        check("", "", (true, true));
        check("", "a", (false, false));
    }

    #[test]
    fn matches_end_between_two_keys() {
        check("A::B.properties.a", "A::B.properties.a.default", (false, true));
        check("A::B.properties.a", "A::B.properties.ab", (false, false));
        check("a.constraints", "a.constraints[0]", (false, true));
        check("a.constraints[0]", "a.constraints[0].length", (false, true));
        // The item of a list has the name `*`, which a star matches.
        check("a.schema.*.type", "a.schema.*.type", (true, true));
    }

    #[test]
    fn many_stars_are_fast() {
        let glob = Glob::new(&"*a".repeat(500));
        assert!(!glob.is_match(&"a".repeat(499)));
        assert!(glob.is_match(&"a".repeat(5_000)));
    }
}
