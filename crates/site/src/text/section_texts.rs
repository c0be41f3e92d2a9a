//! Collects the text of each section of a document, for the search.

use pulldown_cmark::{Event, HeadingLevel, Tag, TagEnd};

/// The text of each section, without code blocks; first the text before the first heading.
#[derive(Debug)]
pub(crate) struct SectionTexts {
    texts: Vec<String>,
    /// `true` if the title, which is the first heading of level 1, has not been read yet.
    is_before_title: bool,
    /// `true` if the next event is inside a heading or a code block, whose text is not part of the section.
    is_outside: bool,
}

impl Default for SectionTexts {
    fn default() -> Self {
        Self { texts: vec![String::new()], is_before_title: true, is_outside: false }
    }
}

impl SectionTexts {
    /// Processes the next event of the document.
    pub(crate) fn note(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(Tag::Heading { .. } | Tag::CodeBlock(_)) => self.is_outside = true,
            Event::End(TagEnd::CodeBlock) => self.is_outside = false,
            Event::End(TagEnd::Heading(level)) => {
                self.is_outside = false;
                if self.is_before_title && *level == HeadingLevel::H1 {
                    self.is_before_title = false;
                } else {
                    self.texts.push(String::new());
                }
            }
            Event::Code(text) | Event::Text(text) if !self.is_outside => {
                if let Some(section) = self.texts.last_mut() {
                    section.push(' ');
                    section.push_str(text);
                }
            }
            _ => {}
        }
    }

    /// The texts of the sections.
    pub(crate) fn into_texts(self) -> Vec<String> {
        self.texts
    }
}
