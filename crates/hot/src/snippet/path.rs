//! Paths as Heat builds them while it parses a template: keys separated by dots, indices in brackets.

use std::fmt::{self, Write};

/// Path from the root of the parsed value. It is only formatted when an error needs it.
#[derive(Debug, Clone, Copy)]
pub struct Path<'p> {
    parent: Option<&'p Path<'p>>,
    step: Step<'p>,
}

#[derive(Debug, Clone, Copy)]
enum Step<'p> {
    Root(&'p str),
    Key(&'p str),
    Index(usize),
}

impl<'p> Path<'p> {
    /// Creates a path that begins with this text, such as `resources.server.properties`, which may be empty.
    #[must_use]
    pub const fn root(text: &'p str) -> Self {
        Self { parent: None, step: Step::Root(text) }
    }

    /// The path of the value of a key, or of the arguments of a function.
    #[must_use]
    pub const fn key(&'p self, key: &'p str) -> Self {
        Self { parent: Some(self), step: Step::Key(key) }
    }

    /// Approximate length of the path as text.
    pub(crate) fn length(&self) -> usize {
        let own = match self.step {
            Step::Root(text) | Step::Key(text) => text.len(),
            Step::Index(_) => 0,
        };
        own + 2 + self.parent.map_or(0, Self::length)
    }

    /// The path as text, truncated to this number of bytes.
    pub(crate) fn shortened(&self, most: usize) -> String {
        let mut text = BoundedText { text: String::new(), most };
        match write!(text, "{self}") {
            Ok(()) => text.text,
            Err(fmt::Error) => text.text + "…",
        }
    }

    /// The steps of the path in the form that validation uses: an index is appended to the step before it.
    pub(crate) fn steps(&self) -> Vec<String> {
        let mut steps = self.parent.map(Self::steps).unwrap_or_default();
        match self.step {
            Step::Root("") => {}
            Step::Root(text) | Step::Key(text) => steps.push(text.to_owned()),
            Step::Index(index) => {
                let before = steps.pop().unwrap_or_default();
                steps.push(format!("{before}[{index}]"));
            }
        }
        steps
    }

    /// The path of an item.
    #[must_use]
    pub const fn index(&'p self, index: usize) -> Self {
        Self { parent: Some(self), step: Step::Index(index) }
    }
}

/// Text that is truncated if it becomes too long.
struct BoundedText {
    text: String,
    most: usize,
}

impl Write for BoundedText {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        let left = self.most.saturating_sub(self.text.len());
        if part.len() <= left {
            self.text.push_str(part);
            return Ok(());
        }
        let end = (0..=left).rev().find(|end| part.is_char_boundary(*end)).unwrap_or_default();
        self.text.push_str(&part[..end]);
        Err(fmt::Error)
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(parent) = self.parent {
            parent.fmt(f)?;
        }
        match self.step {
            Step::Root(text) => f.write_str(text),
            Step::Key(key) => write!(f, ".{key}"),
            Step::Index(index) => write!(f, "[{index}]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Path;

    #[test]
    fn a_long_path_is_cut_off() {
        let root = Path::root("r");
        let key = root.key("äöü");
        let item = key.index(3);
        assert_eq!(item.to_string(), "r.äöü[3]");
        for (most, expect) in [(11, "r.äöü[3]"), (10, "r.äöü[3…"), (5, "r.ä…"), (3, "r.…"), (0, "…")]
        {
            assert_eq!(item.shortened(most), expect, "{most}");
        }
    }
}
