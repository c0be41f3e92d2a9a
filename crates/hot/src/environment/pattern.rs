//! Shell patterns, as Python's `fnmatch` reads them.

/// Returns whether a name matches a pattern: `*`, `?`, `[a-z]` and `[!a-z]` are special; nothing can be escaped.
pub(super) fn matches(pattern: &str, name: &str) -> bool {
    let tokens = tokens(&pattern.chars().collect::<Vec<_>>());
    let name: Vec<char> = name.chars().collect();
    let (mut token, mut position) = (0, 0);
    // Index of the last `*`, and the end of the part of the name that it matches.
    let mut star: Option<(usize, usize)> = None;
    while position < name.len() {
        match tokens.get(token) {
            Some(Token::Star) => {
                star = Some((token, position));
                token += 1;
            }
            Some(one) if one.matches(name[position]) => {
                token += 1;
                position += 1;
            }
            _ => {
                let Some((at, end)) = star else { return false };
                star = Some((at, end + 1));
                token = at + 1;
                position = end + 1;
            }
        }
    }
    tokens.iter().skip(token).all(|token| matches!(token, Token::Star))
}

enum Token {
    Star,
    Any,
    Character(char),
    Class { negated: bool, ranges: Vec<(char, char)> },
}

impl Token {
    fn matches(&self, character: char) -> bool {
        match self {
            Self::Star => false,
            Self::Any => true,
            Self::Character(own) => *own == character,
            Self::Class { negated, ranges } => {
                *negated != ranges.iter().any(|(low, high)| (*low..=*high).contains(&character))
            }
        }
    }
}

fn tokens(pattern: &[char]) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = pattern;
    while let [first, after @ ..] = rest {
        rest = after;
        tokens.push(match first {
            '*' => Token::Star,
            '?' => Token::Any,
            '[' => match class(after) {
                Some((class, after)) => {
                    rest = after;
                    class
                }
                // Without a closing bracket, `[` is an ordinary character.
                None => Token::Character('['),
            },
            other => Token::Character(*other),
        });
    }
    tokens
}

/// The class that begins after `[`, and the pattern after it.
fn class(text: &[char]) -> Option<(Token, &[char])> {
    let negated = text.first() == Some(&'!');
    let body = text.get(usize::from(negated)..)?;
    // A closing bracket at the start is a member of the class.
    let end = 1 + body.get(1..)?.iter().position(|character| *character == ']')?;
    let mut ranges = Vec::new();
    let mut members = &body[..end];
    while let [low, rest @ ..] = members {
        members = match rest {
            ['-', high, rest @ ..] => {
                ranges.push((*low, *high));
                rest
            }
            rest => {
                ranges.push((*low, *low));
                rest
            }
        };
    }
    Some((Token::Class { negated, ranges }, &body[end + 1..]))
}

#[cfg(test)]
mod tests {
    #[test]
    fn patterns_match_as_in_python() {
        fn check(pattern: &str, name: &str, expect: bool) {
            assert_eq!(super::matches(pattern, name), expect, "{pattern} {name}");
        }
        check("", "", true);
        check("*", "", true);
        check("*_suffix", "a_suffix_suffix", true);
        check("*_suffix", "a_suffixes", false);
        check("a?c", "abc", true);
        check("[ab]", "b", true);
        check("[!ab]", "b", false);
        check("[]a]", "]", true);
        check("[!]a]", "]", false);
        check("[", "[", true);
        check("[]", "[]", true);
        check("[b-a]", "b", false);
        check("[!b-a]", "b", true);
        check("[a-c-e]", "-", true);
        check("[a-c-e]", "d", false);
        check("[a-]", "-", true);
        check("[^a]", "b", false);
        check("[^a]", "^", true);
        check("ser[ver", "ser[ver", true);
        check("a*b*c", "aXbXbXc", true);
        check("Ä?", "Äö", true);
    }

    #[test]
    fn many_stars_take_no_time() {
        assert!(!super::matches(&format!("{}b", "*a".repeat(50)), &"a".repeat(20_000)));
    }
}
