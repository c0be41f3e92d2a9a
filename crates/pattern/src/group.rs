//! Constructs that start with a `(`.

use std::fmt::Write as _;

use super::error::{PatternError, refused};
use super::parser::{ASCII, DOT_ALL, IGNORE_CASE, MULTI_LINE, Parser, Shape, TEMPLATE, UNICODE, VERBOSE};
use super::token::Token;

/// The flags that exclude each other.
const TYPES: u8 = ASCII | UNICODE;

/// The maximum number of groups in Python.
const MAX_GROUPS: usize = 1_073_741_823;

fn flag(char: char) -> Option<u8> {
    Some(match char {
        'i' => IGNORE_CASE,
        'm' => MULTI_LINE,
        's' => DOT_ALL,
        'x' => VERBOSE,
        'a' => ASCII,
        'u' => UNICODE,
        't' => TEMPLATE,
        _ => return None,
    })
}

/// The flags that a group changes.
enum Flags {
    /// Flags for the whole pattern, `(?i)`.
    Whole,
    /// Flags for the contents of the group, `(?i-s:`.
    Inside { add: u8, remove: u8 },
}

impl Parser {
    /// Parses a group after its `(`; `None` if it does not match anything by itself. `first` is true if flags for the whole
    /// pattern are allowed.
    pub(super) fn group(&mut self, first: bool) -> Result<Option<Shape>, PatternError> {
        if !self.tokens.eat('?') {
            return self.capture(None).map(Some);
        }
        let sign = match self.tokens.next() {
            None => return Err(refused("a `(?` is followed by nothing")),
            Some(Token::Escape(char)) => {
                return Err(refused(format!("`(?\\{char}` is not a group in Python")));
            }
            Some(Token::Char(char)) => char,
        };
        match sign {
            'P' => self.named().map(Some),
            ':' => self.enclosed("(?:").map(Some),
            '>' => self.enclosed("(?>").map(Some),
            '#' => loop {
                match self.tokens.next() {
                    None => return Err(refused("a comment has no closing `)`")),
                    Some(Token::Char(')')) => return Ok(None),
                    Some(_) => {}
                }
            },
            '=' => self.enclosed("(?=").map(|shape| Some(around(shape))),
            '!' => self.enclosed("(?!").map(|shape| Some(around(shape))),
            '<' => self.look_behind().map(Some),
            '(' => self.conditional().map(Some),
            _ if sign == '-' || sign == 'L' || flag(sign).is_some() => match self.flags(sign)? {
                Flags::Whole if first => Ok(None),
                Flags::Whole => Err(refused("flags for the whole pattern must be at its start")),
                Flags::Inside { add, remove } => {
                    let before = self.flags;
                    if add & TYPES != 0 {
                        self.flags &= !TYPES;
                    }
                    self.flags = (self.flags | add) & !remove;
                    let shape = self.enclosed("(?:");
                    self.flags = before;
                    shape.map(Some)
                }
            },
            other => Err(refused(format!("`(?{other}` is not a group in Python"))),
        }
    }

    /// Parses the text up to the closing parenthesis.
    fn enclosed(&mut self, open: &str) -> Result<Shape, PatternError> {
        self.out.push_str(open);
        self.depth += 1;
        let shape = self.alternation()?;
        self.depth -= 1;
        self.close()?;
        Ok(shape)
    }

    fn close(&mut self) -> Result<(), PatternError> {
        if !self.tokens.eat(')') {
            return Err(refused("opening parenthesis without closing parenthesis"));
        }
        self.out.push(')');
        Ok(())
    }

    fn capture(&mut self, name: Option<String>) -> Result<Shape, PatternError> {
        let number = self.groups.len();
        self.groups.push(None);
        if let Some(name) = name {
            if self.names.contains_key(&name) {
                return Err(refused(format!("two groups are named `{name}`")));
            }
            self.names.insert(name, number);
        }
        let shape = self.enclosed("(")?;
        if let Some(group) = self.groups.get_mut(number) {
            *group = Some(shape);
        }
        Ok(shape)
    }

    /// Parses a named group or a reference to one, after its `(?P`.
    fn named(&mut self) -> Result<Shape, PatternError> {
        match self.tokens.next() {
            Some(Token::Char('<')) => {
                let name = self.tokens.until('>', "group name")?;
                check_name(&name)?;
                self.capture(Some(name))
            }
            Some(Token::Char('=')) => {
                let name = self.tokens.until(')', "group name")?;
                check_name(&name)?;
                let group = self.group_named(&name)?;
                self.reference(group)
            }
            _ => Err(refused("after `(?P` stands neither `<` nor `=`")),
        }
    }

    fn group_named(&self, name: &str) -> Result<usize, PatternError> {
        self.names.get(name).copied().ok_or_else(|| refused(format!("there is no group `{name}`")))
    }

    /// Parses a look-behind, after its `(?<`.
    fn look_behind(&mut self) -> Result<Shape, PatternError> {
        let open = match self.tokens.next() {
            Some(Token::Char('=')) => "(?<=",
            Some(Token::Char('!')) => "(?<!",
            _ => return Err(refused("`(?<` does not start a group in Python: write a name as `(?P<name>`")),
        };
        let outer = self.look_behind;
        self.look_behind = Some(outer.unwrap_or(self.groups.len()));
        let shape = self.enclosed(open)?;
        self.look_behind = outer;
        if shape.lo != shape.hi {
            return Err(refused("a look-behind matches texts of different lengths"));
        }
        Ok(around(shape))
    }

    /// Parses `(?(group)yes|no)`, after its second `(`.
    fn conditional(&mut self) -> Result<Shape, PatternError> {
        let name = self.tokens.until(')', "group name")?;
        let group = if is_identifier(&name) {
            self.group_named(&name)?
        } else {
            let bad = || refused(format!("`{name}` is not a valid group name"));
            let digits = name.trim();
            let digits = digits.strip_prefix('+').unwrap_or(digits);
            if !digits
                .split('_')
                .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
            {
                return Err(bad());
            }
            match digits.replace('_', "").parse::<usize>() {
                Ok(number @ 1..MAX_GROUPS) => number,
                _ => return Err(bad()),
            }
        };
        self.asked = self.asked.max(group);
        self.outside_look_behind(group)?;
        // The engine drops a condition with two empty branches unless there is something in it.
        let _ = write!(self.out, "(?({group})(?=)");
        self.depth += 1;
        let yes = self.sequence(false)?;
        self.out.push('|');
        let no = if self.tokens.eat('|') { self.sequence(false)? } else { Shape::EMPTY };
        self.depth -= 1;
        if self.tokens.peek_char() == Some('|') {
            return Err(refused("a condition has more than two branches"));
        }
        self.close()?;
        Ok(yes.or(no))
    }

    /// Parses flags, of which `sign` is the first character.
    fn flags(&mut self, mut sign: char) -> Result<Flags, PatternError> {
        let (mut add, mut remove) = (0, 0);
        while sign != '-' {
            let flag = known_flag(sign)?;
            add |= flag;
            if flag & TYPES != 0 && add & TYPES != flag {
                return Err(refused("the flags `a` and `u` exclude each other"));
            }
            sign = self.flag_char()?;
            match sign {
                ')' => {
                    self.flags |= add;
                    self.global |= add;
                    return Ok(Flags::Whole);
                }
                ':' => break,
                _ => {}
            }
        }
        if sign == '-' {
            loop {
                sign = self.flag_char()?;
                if sign == ':' && remove != 0 {
                    break;
                }
                let flag = known_flag(sign)?;
                if flag & TYPES != 0 {
                    return Err(refused("the flags `a` and `u` cannot be turned off"));
                }
                remove |= flag;
            }
        }
        if (add | remove) & TEMPLATE != 0 {
            return Err(refused("the flag `t` applies only to a whole pattern"));
        }
        if add & remove != 0 {
            return Err(refused("a flag is turned on and off at the same time"));
        }
        Ok(Flags::Inside { add, remove })
    }

    fn flag_char(&mut self) -> Result<char, PatternError> {
        match self.tokens.next() {
            Some(Token::Char(char)) => Ok(char),
            _ => Err(refused("flags have no closing `)` or `:`")),
        }
    }
}

/// Returns the shape of a look-around, which does not take the text that it matches.
fn around(shape: Shape) -> Shape {
    Shape { lo: 0, hi: 0, ..shape }
}

fn known_flag(char: char) -> Result<u8, PatternError> {
    flag(char).ok_or_else(|| match char {
        ')' => refused("flags can only be turned off for part of the pattern, as in `(?-i:…)`"),
        _ => refused(format!("`{char}` is not a flag for a text pattern")),
    })
}

fn is_identifier(name: &str) -> bool {
    name.starts_with(|char: char| char == '_' || char.is_alphabetic())
        && name.chars().all(|char| char == '_' || char.is_alphanumeric())
}

fn check_name(name: &str) -> Result<(), PatternError> {
    if is_identifier(name) { Ok(()) } else { Err(refused(format!("`{name}` is not a valid group name"))) }
}
