//! Paths of properties, fields and items that schemas and property data have in common. They have no keys such as `default`, as a
//! `SchemaPath` has, and no item numbers, as a `ValuePath` has.

use heat_model::validate::{ErrorKind, Step, ValueError};
use heat_model::{NestedSchema, PropertySchema, ResourceType, SchemaPath, Segment};
use indexmap::IndexMap;

/// The path from the properties of a resource: `networks`, an item, `fixed_ip`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PropertyPath<'a>(pub Vec<PathStep<'a>>);

/// A step of a [`PropertyPath`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathStep<'a> {
    /// A step to a property, or to a field of a map.
    Name(&'a str),
    /// A step to any item of a list.
    Item,
}

impl<'a> PropertyPath<'a> {
    /// The path to the property that contains a location in a schema. Empty if the location concerns all properties at once.
    #[must_use]
    pub fn of(path: &'a SchemaPath) -> Self {
        let place = match path.0.split_first() {
            Some((Segment::Key(section), place)) if section == "properties" => place,
            _ => &[],
        };
        Self::read(place).map(|(path, _)| path).unwrap_or_default()
    }

    /// The path along some names, through the items of lists.
    #[must_use]
    pub fn of_names(schema: &ResourceType, names: &'a [String]) -> Self {
        let mut steps = Vec::new();
        let mut members = Some(&schema.properties);
        for name in names {
            steps.push(PathStep::Name(name));
            let mut nested =
                members.and_then(|members| members.get(name)).and_then(|each| each.schema.as_ref());
            members = None;
            while let Some(inner) = nested {
                nested = match inner {
                    NestedSchema::Item(item) => {
                        steps.push(PathStep::Item);
                        item.schema.as_ref()
                    }
                    NestedSchema::Members(inner) => {
                        members = Some(inner);
                        None
                    }
                };
            }
        }
        // The list itself, not its items.
        while steps.last() == Some(&PathStep::Item) {
            steps.pop();
        }
        Self(steps)
    }

    /// The paths to which the rules of a type move this value, or one that contains it.
    #[must_use]
    pub fn targets<'s>(&self, schema: &'s ResourceType) -> Vec<PropertyPath<'s>> {
        let names = self.names();
        let is_source = |source: &[String]| {
            source.iter().map(String::as_str).zip(&names).all(|(step, name)| step == *name)
        };
        let rules = schema
            .translation_rules
            .iter()
            .filter(|rule| rule.source_path().is_some_and(|path| is_source(&path)));
        rules.map(|rule| PropertyPath::of_names(schema, &rule.translation_path)).collect()
    }

    /// Returns whether an error is about the value at this path, or one that contains it. An error without a path is about
    /// groups.
    #[must_use]
    pub fn concerns(&self, error: &ValueError) -> bool {
        if self.0.is_empty() {
            return error.kind == ErrorKind::Group;
        }
        let same = |(step, other): (&PathStep<'_>, &Step)| match (step, other) {
            (PathStep::Name(name), Step::Name(other)) => name == other,
            (PathStep::Item, Step::Item(_)) => true,
            _ => false,
        };
        error.kind != ErrorKind::Group && self.0.iter().zip(&error.path.0).all(same)
    }

    /// Reads the path at the beginning of a schema path, after the name of the section, and returns it with the rest.
    #[must_use]
    pub fn read(place: &'a [Segment]) -> Option<(Self, &'a [Segment])> {
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
    #[must_use]
    pub fn schema<'s>(&self, properties: &'s IndexMap<String, PropertySchema>) -> Option<&'s PropertySchema> {
        let (PathStep::Name(first), rest) = self.0.split_first()? else { return None };
        rest.iter().try_fold(properties.get(*first)?, |schema, step| match step {
            PathStep::Name(name) => schema.members()?.get(*name),
            PathStep::Item => schema.item(),
        })
    }

    /// The names along the path, as translation rules write paths: without items.
    #[must_use]
    pub fn names(&self) -> Vec<&'a str> {
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

    /// Checks the path, its names, and the number of segments in the rest.
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
