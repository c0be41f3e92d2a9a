//! Pieces of Markdown from texts and values, for documents that others put together: no text can change what is around it.

use super::markup::{Block, Dialect, encoded};
use super::pages::refer;

const MARKDOWN: Dialect = Dialect::Markdown;

/// What [`text_within`] gives, at the beginning of a line: it begins no list and no other block.
#[must_use]
pub fn at_beginning(escaped: &str) -> String {
    let escaped = escaped.trim_start();
    let number = escaped.len() - escaped.trim_start_matches(|char: char| char.is_ascii_digit()).len();
    let (number, rest) = escaped.split_at(number);
    let begins_block = match number {
        // What is escaped already, or an entity.
        "" => rest.starts_with(|first: char| first.is_ascii_punctuation() && !"\\&".contains(first)),
        _ => rest.starts_with(['.', ')']),
    };
    format!("{number}{}{rest}", if begins_block { "\\" } else { "" })
}

/// A text without markup that follows other words on its line.
#[must_use]
pub fn text_within(text: &str) -> String {
    MARKDOWN.escape_within(text)
}

/// A name or a value in monospace, on one line.
#[must_use]
pub fn code(text: &str) -> String {
    MARKDOWN.code(text)
}

/// Code of a language in a block of its own, with a fence that nothing in it ends.
#[must_use]
pub fn code_block(language: &str, text: &str) -> String {
    MARKDOWN.page(&[Block::Code(language.to_owned(), text.to_owned())])
}

/// The paragraphs of a description on one line. Raw HTML in it is text, only links to the web are links, and the names of types that
/// stand as code lead to the addresses that `address` gives.
#[must_use]
pub fn sentence(description: &str, address: &dyn Fn(&str) -> Option<String>) -> String {
    let mut blocks = MARKDOWN.description(description);
    refer(&mut blocks, MARKDOWN, &|name: &str| Some(link(&code(name), &address(name)?)));
    let mut words = Vec::new();
    collect(&blocks, &mut words);
    words.join(" ")
}

fn collect(blocks: &[Block], words: &mut Vec<String>) {
    for block in blocks {
        match block {
            Block::Paragraph(text) => words.push(text.replace('\n', " ")),
            Block::Items(items) => items.iter().for_each(|item| collect(item, words)),
            _ => {}
        }
    }
}

/// A link around what is already Markdown. The address is one of the site's own.
#[must_use]
pub fn link(words: &str, address: &str) -> String {
    format!("[{words}](<{}>)", encoded(address))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_becomes_a_line() {
        let address = |name: &str| (name == "A::B").then(|| "A/B.md".to_owned());
        let check = |description: &str, expect: &str| {
            assert_eq!(sentence(description, &address), expect, "{description}");
        };
        check("The ID\nof `A::B`.\n\n- one\n- *two*", "The ID of [`A::B`](<A/B.md>). one *two*");
        assert_eq!(
            link("x", "a.html#prop-\"><img src=x>\u{1b}\\"),
            "[x](<a.html#prop-%22%3E%3Cimg%20src=x%3E%1B%5C>)"
        );
        check("<b>x</b> [a](javascript:x) `A::C`", "&lt;b>x&lt;/b> a `A::C`");
        check("", "");
    }
}
