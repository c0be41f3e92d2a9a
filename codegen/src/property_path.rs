//! Paths of properties, fields and items that schemas and property data have in common: without keys such as `default`, which a
//! `SchemaPath` has, and without item numbers, which a `ValuePath` has.

use heat_model::{NestedSchema, PropertySchema, Segment};
use indexmap::IndexMap;

/// The steps from the properties of a resource: `networks`, an item, `fixed_ip`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct PropertyPath<'a>(pub(crate) Vec<PathStep<'a>>);

/// A step of a [`PropertyPath`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PathStep<'a> {
    /// To a property, or a field of a map.
    Name(&'a str),
    /// To any item of a list.
    Item,
}

impl<'a> PropertyPath<'a> {
    /// The path at the beginning of a schema path, after the name of the section, and the rest.
    pub(crate) fn read(place: &'a [Segment]) -> Option<(Self, &'a [Segment])> {
        let (Segment::Key(name), mut rest) = place.split_first()? else { return None };
        let mut steps = vec![PathStep::Name(name)];
        // A property is followed by its keys, one of which leads further.
        while let [Segment::Key(schema), Segment::Key(name), behind @ ..] = rest
            && schema == "schema"
        {
            steps.push(match name.as_str() {
                NestedSchema::ITEM_KEY => PathStep::Item,
                name => PathStep::Name(name),
            });
            rest = behind;
        }
        Some((Self(steps), rest))
    }

    /// The schema at this path, in these properties.
    pub(crate) fn schema<'s>(
        &self,
        properties: &'s IndexMap<String, PropertySchema>,
    ) -> Option<&'s PropertySchema> {
        let (PathStep::Name(first), rest) = self.0.split_first()? else { return None };
        rest.iter().try_fold(properties.get(*first)?, |schema, step| match step {
            PathStep::Name(name) => schema.members()?.get(*name),
            PathStep::Item => schema.item(),
        })
    }

    /// The names along the path, as translation rules write paths: without items.
    pub(crate) fn names(&self) -> Vec<&'a str> {
        let name = |step: &PathStep<'a>| match step {
            PathStep::Name(name) => Some(*name),
            PathStep::Item => None,
        };
        self.0.iter().filter_map(name).collect()
    }
}

#[cfg(test)]
mod tests {
    use heat_model::SchemaPath;

    use super::*;

    /// The path, its names, and the rest.
    fn check(place: &SchemaPath, expect: Option<(&[PathStep<'_>], &[&str], usize)>) {
        let read = PropertyPath::read(&place.0);
        let found = read.as_ref().map(|(path, rest)| (path.0.as_slice(), path.names(), rest.len()));
        assert_eq!(found, expect.map(|(steps, names, rest)| (steps, names.to_vec(), rest)), "{place}");
    }

    #[test]
    fn paths_begin_with_a_property() {
        use PathStep::{Item, Name};
        let root = SchemaPath::root();
        check(&root, None);
        check(&root.join(0), None);
        check(&root.join("a").join("default"), Some((&[Name("a")], &["a"], 1)));
        let item = root.join("a").join("schema").join("*");
        check(&item, Some((&[Name("a"), Item], &["a"], 0)));
        let member = item.join("schema").join("b").join("constraints").join(0);
        check(&member, Some((&[Name("a"), Item, Name("b")], &["a", "b"], 2)));
    }
}
