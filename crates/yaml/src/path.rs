//! Finds values by their paths.

use std::fmt;

use crate::{Mapping, Node, Span, Value};

/// A step of a path into a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathSegment<'a> {
    /// The value of a string key.
    Key(&'a str),
    /// An item of a list, counted from 0.
    Index(usize),
}

impl<'a> From<&'a str> for PathSegment<'a> {
    fn from(key: &'a str) -> Self {
        Self::Key(key)
    }
}

impl From<usize> for PathSegment<'_> {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

impl fmt::Display for PathSegment<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(key) => formatter.write_str(key),
            Self::Index(index) => write!(formatter, "[{index}]"),
        }
    }
}

/// A value and the position of its key.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KeyedNode<'a> {
    /// The span of the key, or of the value itself if it has none.
    pub key: Span,
    /// The value.
    pub node: &'a Node,
}

impl Node {
    /// Returns the value at the end of a path, with the position of its key.
    ///
    /// ```
    /// use heat_yaml::{ParseOptions, Source, parse};
    ///
    /// let source = Source::new("net.yaml", "rules: [{protocol: tcp}]\n");
    /// let root = parse(&source, &ParseOptions::default()).root.expect("it is a map");
    /// let place = root.entry_at(&["rules".into(), 0.into(), "protocol".into()]).expect("it is there");
    /// assert_eq!(place.node.as_str(), Some("tcp"));
    /// assert_eq!(source.line_column(place.key.start).column, 10);
    /// ```
    #[must_use]
    pub fn entry_at(&self, path: &[PathSegment<'_>]) -> Option<KeyedNode<'_>> {
        path.iter()
            .try_fold(KeyedNode { key: self.span, node: self }, |place, segment| place.node.step(*segment))
    }

    /// Returns the value at the end of a path.
    #[must_use]
    pub fn at(&self, path: &[PathSegment<'_>]) -> Option<&Node> {
        self.entry_at(path).map(|place| place.node)
    }

    fn step(&self, segment: PathSegment<'_>) -> Option<KeyedNode<'_>> {
        match (segment, &self.value) {
            (PathSegment::Key(key), Value::Mapping(mapping)) => under(mapping, key),
            (PathSegment::Index(index), Value::Sequence(items)) => {
                items.get(index).map(|node| KeyedNode { key: node.span, node })
            }
            _ => None,
        }
    }
}

fn under<'a>(mapping: &'a Mapping, key: &str) -> Option<KeyedNode<'a>> {
    mapping.entry(key).map(|entry| KeyedNode { key: entry.key.span, node: &entry.value })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ParseOptions, Source, parse};

    fn check(path: &[PathSegment<'_>], expect: Option<(&str, &str)>) {
        let source = Source::new("test", "a:\n  - b: 1\n  - {c: [2]}\n5: d\n");
        let root = parse(&source, &ParseOptions::default()).root.expect("a map");
        let place = root.entry_at(path);
        let texts = place.map(|place| (source.slice(place.key), source.slice(place.node.span)));
        assert_eq!(texts, expect, "{path:?}");
    }

    #[test]
    fn paths_lead_to_keys_and_values() {
        check(&["a".into(), 0.into(), "b".into()], Some(("b", "1")));
        check(&["a".into(), 1.into(), "c".into(), 0.into()], Some(("2", "2")));
        check(&["a".into(), 1.into()], Some(("{c: [2]}", "{c: [2]}")));
    }

    #[test]
    fn paths_into_nothing() {
        check(&["b".into()], None);
        check(&["5".into()], None);
        check(&["a".into(), 2.into()], None);
        check(&[0.into()], None);
        check(&["a".into(), "b".into()], None);
    }
}
