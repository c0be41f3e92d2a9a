//! From the place of a finding in a schema to the place of a value in a template.

use heat_model::path::Segment;
use heat_model::validate::{ErrorKind, Step, ValueError};
use heat_model::{NestedSchema, ResourceType, SchemaPath};

/// The way to a property, member or item: `networks`, an item, `fixed_ip`. Empty for what concerns all properties at once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct PropertyPath<'a>(pub(super) Vec<PathStep<'a>>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathStep<'a> {
    Name(&'a str),
    Item,
}

impl<'a> PropertyPath<'a> {
    /// The way to the property that a place in a schema belongs to.
    pub(super) fn of(path: &'a SchemaPath) -> Self {
        let mut keys = path.0.iter().filter_map(|segment| match segment {
            Segment::Key(key) => Some(key.as_str()),
            Segment::Index(_) => None,
        });
        let mut steps = Vec::new();
        if keys.next() == Some("properties") {
            steps.extend(keys.next().map(PathStep::Name));
            // Behind a property come its keys, of which one leads on.
            while keys.next() == Some("schema") {
                steps.extend(keys.next().map(|key| match key {
                    NestedSchema::ITEM_KEY => PathStep::Item,
                    name => PathStep::Name(name),
                }));
            }
        }
        Self(steps)
    }

    /// The way that names lead, where lists are walked through.
    pub(super) fn of_names(schema: &ResourceType, names: &'a [String]) -> Self {
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
        // The list itself is meant, not its items.
        while steps.last() == Some(&PathStep::Item) {
            steps.pop();
        }
        Self(steps)
    }

    /// Where the rules of a type put what is here, or what it is in.
    pub(super) fn targets<'s>(&self, schema: &'s ResourceType) -> Vec<PropertyPath<'s>> {
        let names: Vec<&str> = self
            .0
            .iter()
            .filter_map(|step| match step {
                PathStep::Name(name) => Some(*name),
                PathStep::Item => None,
            })
            .collect();
        let is_source = |source: &[String]| {
            source.iter().map(String::as_str).zip(&names).all(|(step, name)| step == *name)
        };
        let rules = schema
            .translation_rules
            .iter()
            .filter(|rule| rule.source_path().is_some_and(|path| is_source(&path)));
        rules.map(|rule| PropertyPath::of_names(schema, &rule.translation_path)).collect()
    }

    /// Whether an error is about what is here, or around it. One that has no place is about groups.
    pub(super) fn concerns(&self, error: &ValueError) -> bool {
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
}

/// The translation rule that a place in a schema belongs to, by its position.
pub(super) fn translation_rule(path: &SchemaPath) -> Option<usize> {
    match path.0.as_slice() {
        [Segment::Key(section), Segment::Index(index), ..] if section == "translation_rules" => Some(*index),
        _ => None,
    }
}

/// The attribute that a place in a schema belongs to.
pub(super) fn attribute(path: &SchemaPath) -> Option<&str> {
    match path.0.as_slice() {
        [Segment::Key(section), Segment::Key(name), ..] if section == "attributes" => Some(name),
        _ => None,
    }
}
