//! Replacement templates: texts in which `\1` and `\g<name>` represent groups.

use crate::data::pattern::Groups;
use crate::data::{Regex, Text};
use crate::error::{Error, ErrorClass, Fault, Outcome};

enum Part {
    Text(String),
    Group(usize),
}

pub(super) struct Template(Vec<Part>);

fn refused(message: impl Into<String>) -> Fault {
    Error::fault(ErrorClass::Pattern, message)
}

impl Template {
    /// Parses a template.
    ///
    /// # Errors
    /// If Python rejects the template.
    pub(super) fn new(text: &Text, regex: &Regex) -> Outcome<Self> {
        let mut parts = vec![Part::Text(String::new())];
        let mut rest = text.as_str();
        while let Some(place) = rest.find('\\') {
            push_text(&mut parts, &rest[..place]);
            rest = &rest[place + 1..];
            let Some(first) = rest.chars().next() else { return Err(refused("bad escape (end of pattern)")) };
            let taken = match first {
                'g' => named(rest, regex, &mut parts)?,
                '0' => {
                    let digits = octal_digits(&rest[1..], 2);
                    let code = u32::from_str_radix(&rest[..=digits], 8).unwrap_or(0);
                    push_char(&mut parts, code);
                    1 + digits
                }
                '1'..='9' => numbered(rest, regex, &mut parts)?,
                _ => {
                    match simple(first) {
                        Some(char) => push_text(&mut parts, char),
                        None if first.is_ascii_alphabetic() => {
                            return Err(refused(format!("bad escape \\{first}")));
                        }
                        None => push_text(&mut parts, &format!("\\{first}")),
                    }
                    first.len_utf8()
                }
            };
            rest = &rest[taken..];
        }
        push_text(&mut parts, rest);
        Ok(Self(parts))
    }

    pub(super) fn filled(&self, text: &Text, groups: &Groups) -> String {
        let mut out = String::new();
        for part in &self.0 {
            match part {
                Part::Text(part) => out.push_str(part),
                Part::Group(number) => {
                    if let Some((start, end)) = groups.get(*number).copied().flatten() {
                        out.push_str(&text.as_str()[start..end]);
                    }
                }
            }
        }
        out
    }
}

fn push_text(parts: &mut Vec<Part>, text: &str) {
    if let Some(Part::Text(last)) = parts.last_mut() {
        last.push_str(text);
    } else {
        parts.push(Part::Text(text.to_owned()));
    }
}

fn push_char(parts: &mut Vec<Part>, code: u32) {
    push_text(parts, &char::from_u32(code & 0xff).unwrap_or('\u{fffd}').to_string());
}

fn simple(char: char) -> Option<&'static str> {
    Some(match char {
        'a' => "\u{7}",
        'b' => "\u{8}",
        'f' => "\u{c}",
        'n' => "\n",
        'r' => "\r",
        't' => "\t",
        'v' => "\u{b}",
        '\\' => "\\",
        _ => return None,
    })
}

/// Number of octal digits at the start of a text, up to `most`.
fn octal_digits(text: &str, most: usize) -> usize {
    text.bytes().take(most).take_while(|byte| matches!(byte, b'0'..=b'7')).count()
}

/// Parses `\1`, `\12`, or three octal digits.
fn numbered(rest: &str, regex: &Regex, parts: &mut Vec<Part>) -> Outcome<usize> {
    let bytes = rest.as_bytes();
    let is_digit = |index: usize| bytes.get(index).is_some_and(u8::is_ascii_digit);
    if octal_digits(rest, 3) == 3 {
        let code = u32::from_str_radix(&rest[..3], 8).unwrap_or(0);
        if code > 0o377 {
            return Err(refused(format!("octal escape value \\{} outside of range 0-0o377", &rest[..3])));
        }
        push_char(parts, code);
        return Ok(3);
    }
    let length = if is_digit(1) { 2 } else { 1 };
    push_group(parts, regex, rest[..length].parse().unwrap_or(usize::MAX))?;
    Ok(length)
}

fn push_group(parts: &mut Vec<Part>, regex: &Regex, number: usize) -> Outcome<()> {
    if number > regex.groups() {
        return Err(refused(format!("invalid group reference {number}")));
    }
    parts.push(Part::Group(number));
    Ok(())
}

/// Parses `\g<1>` or `\g<name>`.
fn named(rest: &str, regex: &Regex, parts: &mut Vec<Part>) -> Outcome<usize> {
    let inner = rest.strip_prefix("g<").ok_or_else(|| refused("missing <"))?;
    let end = inner.find('>').ok_or_else(|| refused("missing >, unterminated name"))?;
    let name = &inner[..end];
    if name.is_empty() {
        return Err(refused("missing group name"));
    }
    if name.bytes().all(|byte| byte.is_ascii_digit()) {
        push_group(parts, regex, name.parse().unwrap_or(usize::MAX))?;
    } else if let Some((_, number)) = regex.names.iter().find(|(known, _)| known == name) {
        parts.push(Part::Group(*number));
    } else if name.chars().all(crate::syntax::is_word)
        && !name.starts_with(|char: char| char.is_ascii_digit())
    {
        return Err(Error::fault(ErrorClass::Index, format!("unknown group name '{name}'")));
    } else {
        return Err(refused(format!("bad character in group name '{name}'")));
    }
    Ok(end + 3)
}
