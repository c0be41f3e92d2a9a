//! Paths for the search for witnesses: from the place of a finding in a schema to the place of a value in a template.

use heat_model::path::Segment;
use heat_model::validate::{ErrorKind, Step, ValueError};
use heat_model::{NestedSchema, ResourceType, SchemaPath};

use crate::property_path::{PathStep, PropertyPath};

impl<'a> PropertyPath<'a> {
    /// The path to the property that contains a place in a schema. Empty if it concerns all properties at once.
    pub(super) fn of(path: &'a SchemaPath) -> Self {
        let place = match path.0.split_first() {
            Some((Segment::Key(section), place)) if section == "properties" => place,
            _ => &[],
        };
        Self::read(place).map(|(path, _)| path).unwrap_or_default()
    }

    /// The path along some names, through the items of lists.
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
        // The list itself, not its items.
        while steps.last() == Some(&PathStep::Item) {
            steps.pop();
        }
        Self(steps)
    }

    /// The places to which the rules of a type move this value, or one that contains it.
    pub(super) fn targets<'s>(&self, schema: &'s ResourceType) -> Vec<PropertyPath<'s>> {
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

    /// Whether an error is about this place, or one that contains it. An error without a place is about groups.
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

/// The index of the translation rule that contains a place in a schema.
pub(super) fn translation_rule(path: &SchemaPath) -> Option<usize> {
    match path.0.as_slice() {
        [Segment::Key(section), Segment::Index(index), ..] if section == "translation_rules" => Some(*index),
        _ => None,
    }
}

/// The attribute that contains a place in a schema.
pub(super) fn attribute(path: &SchemaPath) -> Option<&str> {
    match path.0.as_slice() {
        [Segment::Key(section), Segment::Key(name), ..] if section == "attributes" => Some(name),
        _ => None,
    }
}
