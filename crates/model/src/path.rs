//! Positions in a schema: the keys and indexes that lead to a value in its YAML file.

use std::fmt;

use crate::validate::Step;

/// A step of a [`SchemaPath`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Segment {
    /// The value of a key.
    Key(String),
    /// The index of a list item, from 0.
    Index(usize),
}

impl From<&str> for Segment {
    fn from(key: &str) -> Self {
        Self::Key(key.to_owned())
    }
}

impl From<&String> for Segment {
    fn from(key: &String) -> Self {
        Self::Key(key.clone())
    }
}

impl From<usize> for Segment {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

/// The path from the root of a schema file to one of its values, such as `properties.networks.schema.*.type`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct SchemaPath(pub Vec<Segment>);

impl SchemaPath {
    /// Returns the path of the whole file.
    #[must_use]
    pub fn root() -> Self {
        Self::default()
    }

    /// Returns the path with one more segment.
    #[must_use]
    pub fn join(&self, segment: impl Into<Segment>) -> Self {
        let mut segments = Vec::with_capacity(self.0.len() + 1);
        segments.extend_from_slice(&self.0);
        segments.push(segment.into());
        Self(segments)
    }

    /// Returns the path with one more step into a value.
    #[must_use]
    pub fn step(&self, step: &Step) -> Self {
        match step {
            Step::Name(name) => self.join(name),
            Step::Item(index) => self.join(*index),
        }
    }

    /// Returns the names along the path to a property, with `*` for an item; empty if the path does not lead into `properties`.
    ///
    /// ```
    /// # use heat_model::SchemaPath;
    /// let path = ["properties", "networks", "schema", "*", "type"].iter().fold(SchemaPath::root(), |path, key| path.join(*key));
    /// assert_eq!(path.property_names(), ["networks", "*"]);
    /// ```
    #[must_use]
    pub fn property_names(&self) -> Vec<&str> {
        let mut keys = self.0.iter().filter_map(|segment| match segment {
            Segment::Key(key) => Some(key.as_str()),
            Segment::Index(_) => None,
        });
        let mut names = Vec::new();
        if keys.next() == Some("properties") {
            names.extend(keys.next());
            while keys.next() == Some("schema") {
                names.extend(keys.next());
            }
        }
        names
    }

    /// Returns the path without its last segment; the parent of the root is the root.
    #[must_use]
    pub fn parent(&self) -> Self {
        Self(self.0[..self.0.len().saturating_sub(1)].to_vec())
    }
}

impl fmt::Display for SchemaPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::Key(key) if position == 0 => f.write_str(key)?,
                Segment::Key(key) => write!(f, ".{key}")?,
                Segment::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_keys_with_dots_and_indexes_in_brackets() {
        let path = SchemaPath::root().join("properties").join("size").join("constraints").join(0);
        assert_eq!(path.to_string(), "properties.size.constraints[0]");
        assert_eq!(path.parent().to_string(), "properties.size.constraints");
        assert_eq!(SchemaPath::root().parent(), SchemaPath::root());
    }
}
