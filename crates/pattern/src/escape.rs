//! The meaning of a backslash and the character after it.

use super::class;
use super::class::{Class, Member, category};
use super::error::{PatternError, beyond, refused};
use super::parser::{ASCII, IGNORE_CASE, Kind, Parser, Shape};

fn is_octal(char: char) -> bool {
    ('0'..='7').contains(&char)
}

fn octal(digits: &str) -> Result<u32, PatternError> {
    match u32::from_str_radix(digits, 8) {
        Ok(point) if point <= 0o377 => Ok(point),
        _ => Err(refused(format!("`\\{digits}` is more than the largest octal escape, `\\377`"))),
    }
}

impl Parser {
    /// Parses an escape outside of a class.
    pub(super) fn escape(&mut self, char: char) -> Result<(Kind, Shape), PatternError> {
        let ascii = self.has(ASCII);
        let point = match char {
            'A' => return Ok(self.position(r"\A")),
            // Python's `\Z` is the very end of the text, for which the engine writes `\z`.
            'Z' => return Ok(self.position(r"\z")),
            'b' | 'B' => {
                let word = category('w', ascii);
                let boundary = if char == 'b' {
                    format!("(?:(?<={word})(?!{word})|(?<!{word})(?={word}))")
                } else {
                    // In Python 3.11, neither matches in an empty text.
                    format!(r"(?:(?<={word})(?={word})|(?<!{word})(?!{word})(?!\A\z))")
                };
                return Ok(self.position(&boundary));
            }
            'd' | 'D' | 's' | 'S' | 'w' | 'W' => {
                self.out.push_str(category(char, ascii));
                return Ok((Kind::Other, Shape::char(class::WIDE)));
            }
            '0' => {
                let digits = self.tokens.take_while(2, is_octal);
                octal(&format!("0{digits}"))?
            }
            '1'..='9' => match self.octal_or_group(char)? {
                Ok(point) => point,
                Err(group) => return self.reference(group).map(|shape| (Kind::Other, shape)),
            },
            other => self.point(other)?,
        };
        let shape = match char::from_u32(point) {
            Some(char) => self.literal(char),
            None => Class::of(&[(point, point)]).write(self),
        };
        Ok((Kind::Other, shape))
    }

    /// Parses an escape inside a class.
    pub(super) fn class_escape(&mut self, char: char) -> Result<Member, PatternError> {
        Ok(match char {
            'd' | 'D' | 's' | 'S' | 'w' | 'W' => Member::Category(char),
            'b' => Member::Point(8),
            '0'..='7' => {
                let digits = self.tokens.take_while(2, is_octal);
                Member::Point(octal(&format!("{char}{digits}"))?)
            }
            other => Member::Point(self.point(other)?),
        })
    }

    fn position(&mut self, engine: &str) -> (Kind, Shape) {
        self.out.push_str(engine);
        (Kind::Position, Shape::EMPTY)
    }

    /// Parses an escape for a single character, inside and outside of classes.
    fn point(&mut self, char: char) -> Result<u32, PatternError> {
        let control = match char {
            'a' => 7,
            'f' => 12,
            'n' => 10,
            'r' => 13,
            't' => 9,
            'v' => 11,
            'x' => return self.hex(char, 2),
            'u' => return self.hex(char, 4),
            'U' => return self.hex(char, 8),
            'N' => {
                if !self.tokens.eat('{') {
                    return Err(refused("`\\N` needs a name in braces"));
                }
                let name = self.tokens.until('}', "character name")?;
                return Err(beyond(format_args!("it does not know the character name `{name}`")));
            }
            other if other.is_ascii_alphanumeric() => {
                return Err(refused(format!("`\\{other}` is not an escape sequence in Python")));
            }
            other => other.into(),
        };
        Ok(control)
    }

    fn hex(&mut self, letter: char, count: usize) -> Result<u32, PatternError> {
        let digits = self.tokens.take_while(count, |char| char.is_ascii_hexdigit());
        if digits.len() < count {
            return Err(refused(format!("`\\{letter}` needs {count} hexadecimal digits")));
        }
        match u32::from_str_radix(&digits, 16) {
            Ok(point) if point <= 0x0010_ffff => Ok(point),
            _ => Err(refused(format!("`\\{letter}{digits}` is not a character"))),
        }
    }

    /// Parses an octal escape: three octal digits are a character; anything else is the number of a group.
    fn octal_or_group(&mut self, first: char) -> Result<Result<u32, usize>, PatternError> {
        let mut digits = String::from(first);
        digits.push_str(&self.tokens.take_while(1, |char| char.is_ascii_digit()));
        if digits.len() == 2 && digits.chars().all(is_octal) {
            let third = self.tokens.take_while(1, is_octal);
            if !third.is_empty() {
                return octal(&(digits + &third)).map(Ok);
            }
        }
        Ok(Err(digits.parse().unwrap_or(usize::MAX)))
    }

    /// Translates a back-reference: the text of a group again.
    pub(super) fn reference(&mut self, group: usize) -> Result<Shape, PatternError> {
        let Some(shape) = self.groups.get(group) else {
            return Err(refused(format!("there is no group {group}")));
        };
        let Some(shape) = *shape else {
            return Err(refused(format!("group {group} is referred to before it is closed")));
        };
        self.outside_look_behind(group)?;
        let engine =
            if self.has(IGNORE_CASE) { format!(r"(?i:\k<{group}>)") } else { format!(r"\k<{group}>") };
        self.out.push_str(&engine);
        Ok(Shape { weight: 1, turns: 1, ..shape })
    }

    /// Checks a reference inside a look-behind: only groups from before it can be referred to.
    pub(super) fn outside_look_behind(&self, group: usize) -> Result<(), PatternError> {
        let Some(first) = self.look_behind else { return Ok(()) };
        if self.groups.get(group).is_none_or(Option::is_none) {
            return Err(refused(format!("group {group} is referred to before it is closed")));
        }
        if group >= first {
            return Err(refused(format!("group {group} is in the same look-behind as what refers to it")));
        }
        Ok(())
    }
}
