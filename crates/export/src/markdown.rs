//! Parts of Markdown from texts and values, for use in other documents. A text cannot change the markup around it.

use super::markup::{Block, Dialect, encoded};
use super::pages::refer;

const MARKDOWN: Dialect = Dialect::Markdown;

/// Escapes a result of [`text_within`] for use at the beginning of a line, so that it starts no list or other block.
#[must_use]
pub fn at_beginning(escaped: &str) -> String {
    let escaped = escaped.trim_start();
    let number = escaped.len() - escaped.trim_start_matches(|char: char| char.is_ascii_digit()).len();
    let (number, rest) = escaped.split_at(number);
    let begins_block = match number {
        // Text that begins with an escape or an entity needs no other escape.
        "" => rest.starts_with(|first: char| first.is_ascii_punctuation() && !"\\&".contains(first)),
        _ => rest.starts_with(['.', ')']),
    };
    format!("{number}{}{rest}", if begins_block { "\\" } else { "" })
}

/// Escapes a plain text that follows other words on its line.
#[must_use]
pub fn text_within(text: &str) -> String {
    MARKDOWN.escape_within(text)
}

/// Formats a name or a value as code, on one line.
#[must_use]
pub fn code(text: &str) -> String {
    MARKDOWN.code(text)
}

/// Formats code as a block, with a fence that the code cannot end.
#[must_use]
pub fn code_block(language: &str, text: &str) -> String {
    MARKDOWN.page(&[Block::Code(language.to_owned(), text.to_owned())])
}

/// Converts the paragraphs of a description to one line. Raw HTML becomes text, only links to the web are kept, and type names
/// written as code become links to the addresses that `address` returns.
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

/// Formats a link around words that are already Markdown. The address is one of the site's own.
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
