//! Splits a pattern into characters and escapes, as Python's tokenizer does.

use super::error::{PatternError, refused};

/// A character, or a backslash with the character after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    Char(char),
    Escape(char),
}

#[derive(Debug)]
pub(super) struct Tokens {
    tokens: Vec<Token>,
    /// The index of the next token.
    pub(super) at: usize,
}

impl Tokens {
    pub(super) fn new(python: &str) -> Result<Self, PatternError> {
        let mut tokens = Vec::with_capacity(python.len());
        let mut chars = python.chars();
        while let Some(char) = chars.next() {
            tokens.push(match char {
                '\\' => Token::Escape(chars.next().ok_or_else(|| refused("it ends with a lone `\\`"))?),
                other => Token::Char(other),
            });
        }
        Ok(Self { tokens, at: 0 })
    }

    pub(super) fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).copied()
    }

    /// Returns the next token, if it is a plain character.
    pub(super) fn peek_char(&self) -> Option<char> {
        match self.peek() {
            Some(Token::Char(char)) => Some(char),
            _ => None,
        }
    }

    pub(super) fn next(&mut self) -> Option<Token> {
        let token = self.peek();
        self.at += usize::from(token.is_some());
        token
    }

    /// Takes `char` if it comes next.
    pub(super) fn eat(&mut self, char: char) -> bool {
        let comes = self.peek() == Some(Token::Char(char));
        self.at += usize::from(comes);
        comes
    }

    /// Takes at most `most` characters that satisfy `sort`.
    pub(super) fn take_while(&mut self, most: usize, sort: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        for _ in 0..most {
            let Some(char) = self.peek_char().filter(|char| sort(*char)) else { break };
            taken.push(char);
            self.at += 1;
        }
        taken
    }

    /// Takes a name and its terminator.
    pub(super) fn until(&mut self, end: char, what: &str) -> Result<String, PatternError> {
        let mut name = String::new();
        loop {
            match self.next() {
                None => return Err(refused(format!("a {what} has no closing `{end}`"))),
                Some(Token::Char(char)) if char == end => break,
                Some(Token::Char(char)) => name.push(char),
                Some(Token::Escape(char)) => name.extend(['\\', char]),
            }
        }
        if name.is_empty() { Err(refused(format!("a {what} is missing"))) } else { Ok(name) }
    }
}
