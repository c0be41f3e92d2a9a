//! The output handles of a program, made safe: nothing that a command writes can control the terminal.
//!
//! Commands sanitize names and texts where they write them ([`heat_yaml::one_line`]), because only they know what is a name and
//! what is a line. This module catches the rest: characters that control a terminal are replaced, except for the colours that
//! the tool itself writes.

use std::io::{self, Write};

use heat_yaml::is_steering;

/// The maximum length of a colour sequence that is recognised.
const MAX_SEQUENCE: usize = 32;

/// A handle that passes text on without characters that control a terminal.
pub struct Terminal<W: Write> {
    inner: W,
    /// `true` if sequences for colours and styles are passed on.
    color: bool,
    /// Beginning of the addresses whose links are passed on; `None` if no links are.
    links: Option<&'static str>,
    /// The beginning of a character or sequence whose end has not been written yet.
    pending: Vec<u8>,
}

impl<W: Write> Terminal<W> {
    /// A handle that passes on sequences for colours if `color` is set, and no links.
    pub fn new(inner: W, color: bool) -> Self {
        Self { inner, color, links: None, pending: Vec::new() }
    }

    /// Lets links to addresses that begin with this text pass, too.
    #[must_use]
    pub fn with_links(self, links: Option<&'static str>) -> Self {
        Self { links, ..self }
    }

    /// Passes on everything that is complete, or, at the end, everything.
    fn pass(&mut self, is_end: bool) -> io::Result<()> {
        let bytes = std::mem::take(&mut self.pending);
        let mut out = String::with_capacity(bytes.len());
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            let (text, after) = match std::str::from_utf8(rest) {
                Ok(text) => (text, &[][..]),
                Err(error) => {
                    let (text, after) = rest.split_at(error.valid_up_to());
                    (std::str::from_utf8(text).unwrap_or_default(), after)
                }
            };
            let left = self.text(text, is_end && after.is_empty(), &mut out);
            if left > 0 && after.is_empty() {
                self.pending = rest.get(rest.len() - left..).unwrap_or_default().to_vec();
                break;
            }
            // A sequence that is interrupted by something other than text is not a sequence.
            if left > 0 {
                out.push(char::REPLACEMENT_CHARACTER);
                out.push_str(text.get(text.len() - left + 1..).unwrap_or_default());
            }
            if after.is_empty() {
                break;
            }
            match std::str::from_utf8(after).map_err(|error| error.error_len()) {
                // The character is not complete yet.
                Err(None) if !is_end => {
                    self.pending = after.to_vec();
                    break;
                }
                Err(length) => {
                    out.push(char::REPLACEMENT_CHARACTER);
                    rest = after.get(length.unwrap_or(after.len())..).unwrap_or_default();
                }
                Ok(_) => rest = after,
            }
        }
        self.inner.write_all(out.as_bytes())
    }

    /// Adds the printable part of a text. Returns how many of its last bytes may be the beginning of a sequence.
    fn text(&self, text: &str, is_end: bool, out: &mut String) -> usize {
        let mut rest = text;
        while let Some(at) = rest.find(|each| !matches!(each, '\n' | '\t') && is_steering(each)) {
            let (plain, from) = rest.split_at(at);
            out.push_str(plain);
            match sequence(from, self.links) {
                Sequence::Passed(length) if self.color => {
                    let (sequence, after) = from.split_at(length);
                    out.push_str(sequence);
                    rest = after;
                }
                Sequence::Unfinished if self.color && !is_end => return from.len(),
                _ => {
                    let first = from.chars().next().map_or(0, char::len_utf8);
                    out.push(char::REPLACEMENT_CHARACTER);
                    rest = from.split_at(first).1;
                }
            }
        }
        out.push_str(rest);
        0
    }
}

/// The beginning of a text that may be a terminal sequence.
enum Sequence {
    /// A sequence that sets a colour or a style or is a link, with its length in bytes.
    Passed(usize),
    /// The beginning of a possible sequence.
    Unfinished,
    Other,
}

/// The beginning and the end of the sequence that begins or ends a link.
const LINK: (&str, &str) = ("\u{1b}]8;;", "\u{1b}\\");

/// The maximum length of a link's address that is recognised.
const MAX_ADDRESS: usize = 2_000;

fn sequence(text: &str, links: Option<&str>) -> Sequence {
    if let Some(links) = links
        && text.len() > 1
        && (text.starts_with(LINK.0) || LINK.0.starts_with(text))
    {
        return link(text, links);
    }
    let Some(parameters) = text.strip_prefix("\u{1b}[") else {
        return if text == "\u{1b}" { Sequence::Unfinished } else { Sequence::Other };
    };
    match parameters.find(|each: char| !matches!(each, '0'..='9' | ';')) {
        Some(end) if parameters[end..].starts_with('m') => Sequence::Passed("\u{1b}[".len() + end + 1),
        None if parameters.len() < MAX_SEQUENCE => Sequence::Unfinished,
        _ => Sequence::Other,
    }
}

/// Recognises a text that begins like a link: one to an address that is passed on, or the end of a link.
fn link(text: &str, links: &str) -> Sequence {
    let Some(address) = text.strip_prefix(LINK.0) else { return Sequence::Unfinished };
    let is_part = |each: char| each.is_ascii_graphic();
    let length = address.find(|each| !is_part(each)).unwrap_or(address.len());
    let (address, rest) = address.split_at(length);
    let is_meant = address.is_empty() || address.starts_with(links);
    let may_be_meant = is_meant || links.starts_with(address);
    if rest.starts_with(LINK.1) && is_meant {
        return Sequence::Passed(LINK.0.len() + length + LINK.1.len());
    }
    let is_unfinished = LINK.1.starts_with(rest) && may_be_meant && length < MAX_ADDRESS;
    if is_unfinished { Sequence::Unfinished } else { Sequence::Other }
}

impl<W: Write> Write for Terminal<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        self.pass(false)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass(true)?;
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the bytes that reach the terminal, regardless of the pieces in which they are written.
    #[track_caller]
    fn check(bytes: &[u8], color: bool, expect: &str) {
        for length in 1..=bytes.len() {
            let mut shown = Vec::new();
            let mut terminal = Terminal::new(&mut shown, color);
            bytes.chunks(length).for_each(|piece| terminal.write_all(piece).unwrap());
            terminal.flush().unwrap();
            drop(terminal);
            assert_eq!(String::from_utf8(shown).unwrap(), expect, "in pieces of {length}");
        }
    }

    #[test]
    fn nothing_controls_the_terminal() {
        check("a\tb\n\u{fffd} é €".as_bytes(), false, "a\tb\n\u{fffd} é €");
        check(b"\x1b]0;x\x07\r\x1b\x1b[2J", true, "\u{fffd}]0;x\u{fffd}\u{fffd}\u{fffd}\u{fffd}[2J");
        check("\u{9b}2J\u{202e}x\u{2066}".as_bytes(), true, "\u{fffd}2J\u{fffd}x\u{fffd}");
        check(b"\xff\xfea\xe2\x82", true, "\u{fffd}\u{fffd}a\u{fffd}");
    }

    #[test]
    fn links_to_the_docs_are_passed_on() {
        let check = |text: &str, expect: &str| {
            for length in 1..=text.len() {
                let mut shown = Vec::new();
                let mut terminal =
                    Terminal::new(&mut shown, true).with_links(Some("https://docs.example.org/"));
                text.as_bytes().chunks(length).for_each(|piece| terminal.write_all(piece).unwrap());
                terminal.flush().unwrap();
                drop(terminal);
                assert_eq!(String::from_utf8(shown).unwrap(), expect, "in pieces of {length}");
            }
        };
        let link = "a\u{1b}]8;;https://docs.example.org/a.html#b\u{1b}\\b\u{1b}]8;;\u{1b}\\c";
        check(link, link);
        check(
            "\u{1b}]8;;https://other.example.org/\u{1b}\\b",
            "\u{fffd}]8;;https://other.example.org/\u{fffd}\\b",
        );
        check("\u{1b}]0;title\u{7}\u{1b}[31mred", "\u{fffd}]0;title\u{fffd}\u{1b}[31mred");
        check("\u{1b}]8;;https://docs.example.org/\u{9b}x", "\u{fffd}]8;;https://docs.example.org/\u{fffd}x");
        check("end\u{1b}", "end\u{fffd}");
    }

    #[test]
    fn colours_are_passed_on_if_enabled() {
        check(b"\x1b[1;31mred\x1b[0m", true, "\u{1b}[1;31mred\u{1b}[0m");
        check(b"\x1b[1;31mred\x1b[0m", false, "\u{fffd}[1;31mred\u{fffd}[0m");
        check(b"\x1b[3", true, "\u{fffd}[3");
        check(b"\x1b[3\xff1m", true, "\u{fffd}[3\u{fffd}1m");
    }
}
