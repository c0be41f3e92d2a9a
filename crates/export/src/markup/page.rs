//! Writes pages from blocks.

use heat_report::markdown_text;
use heat_yaml::printable;

use super::dialect::Dialect;

/// A block of a page. Texts are already in the page's markup.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Block {
    Heading(usize, String),
    Paragraph(String),
    Code(String, String),
    Items(Vec<Vec<Block>>),
    /// The target of references to the following block. Markdown has none.
    Label(String),
    /// Keywords for search engines, which are not shown. Markdown has none.
    Keywords(String),
    /// A table of contents with the paths of other documents. Markdown has none.
    Contents(Vec<String>),
}

/// The characters that underline headings in reStructuredText, top level first.
const UNDERLINES: [char; 4] = ['=', '-', '~', '^'];

impl Dialect {
    /// Writes the text of a page.
    pub(crate) fn page(self, blocks: &[Block]) -> String {
        let mut page = String::new();
        self.write(blocks, 0, &mut page);
        page
    }

    fn write(self, blocks: &[Block], indent: usize, page: &mut String) {
        let margin = " ".repeat(indent);
        for (index, block) in blocks.iter().enumerate() {
            if index > 0 {
                page.push('\n');
            }
            match block {
                Block::Heading(level, text) if self == Self::Markdown => {
                    push_lines(page, "", &format!("{} {text}", "#".repeat(level + 1)));
                }
                Block::Heading(level, text) => {
                    let underline = UNDERLINES.get(*level).unwrap_or(&'"').to_string();
                    // Some characters are two columns wide.
                    let width: usize = text.chars().map(|each| if each.is_ascii() { 1 } else { 2 }).sum();
                    push_lines(page, "", &format!("{text}\n{}", underline.repeat(width)));
                }
                Block::Paragraph(text) => push_lines(page, &margin, text),
                Block::Label(_) | Block::Keywords(_) | Block::Contents(_) if self == Self::Markdown => {}
                Block::Label(name) => push_lines(page, &margin, &format!(".. _`{name}`:")),
                Block::Keywords(words) => {
                    push_lines(page, &margin, &format!(".. meta::\n   :keywords: {words}"));
                }
                Block::Contents(paths) => {
                    push_lines(page, &margin, ".. toctree::\n   :maxdepth: 1");
                    page.push('\n');
                    for path in paths {
                        push_lines(page, &format!("{margin}   "), path);
                    }
                }
                Block::Code(language, code) => {
                    let (language, code) = (language_name(language), printable(code));
                    let code = code.trim_end();
                    if self == Self::Markdown {
                        let fence = markdown_text::fence(code, 3);
                        push_lines(page, &margin, &format!("{fence}{language}\n{code}\n{fence}"));
                    } else {
                        let language = if language.is_empty() { "text" } else { language };
                        push_lines(page, &margin, &format!(".. code-block:: {language}"));
                        page.push('\n');
                        push_lines(page, &format!("{margin}   "), code.trim_start_matches('\n'));
                    }
                }
                Block::Items(items) => {
                    for (index, item) in items.iter().enumerate() {
                        if index > 0 {
                            page.push('\n');
                        }
                        let mut text = String::new();
                        self.write(item, indent + 2, &mut text);
                        page.push_str(&margin);
                        page.push_str("- ");
                        page.push_str(text.get(indent + 2..).unwrap_or_default());
                    }
                }
            }
        }
    }
}

/// The name of a language; empty if it is not a plain word.
pub(super) fn language_name(info: &str) -> &str {
    let is_plain = |each: char| each.is_ascii_alphanumeric() || "+-_#".contains(each);
    if info.chars().all(is_plain) { info } else { "" }
}

fn push_lines(page: &mut String, margin: &str, text: &str) {
    for line in text.lines() {
        if !line.is_empty() {
            page.push_str(margin);
            page.push_str(line);
        }
        page.push('\n');
    }
}
