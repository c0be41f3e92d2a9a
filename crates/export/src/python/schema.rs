//! The schemas of properties and attributes, as calls of Heat's classes.

use heat_model::{
    AttributeSchema, AttributeType, CacheMode, Constraint, ConstraintKind, NestedSchema, PropertySchema,
    PropertyType, Value,
};
use indexmap::IndexMap;

use super::expression::{Argument, Expression, named};
use super::status::{self, Substitutes};
use super::value;

/// A function that returns the expression for a property's name, by the path of the property.
pub(super) type NameOf<'n> = &'n dyn Fn(&[String]) -> Expression;

/// Writes the schemas of properties, by name.
pub(super) fn properties(
    schemas: &IndexMap<String, PropertySchema>,
    name: NameOf<'_>,
    substitutes: &Substitutes<'_>,
) -> Expression {
    Writer { name, substitutes }.members(&[], schemas)
}

struct Writer<'w> {
    name: NameOf<'w>,
    substitutes: &'w Substitutes<'w>,
}

impl Writer<'_> {
    fn members(&self, path: &[String], schemas: &IndexMap<String, PropertySchema>) -> Expression {
        let entries = schemas.iter().map(|(name, schema)| {
            let path: Vec<String> = path.iter().chain([name]).cloned().collect();
            ((self.name)(&path), self.property(&path, schema))
        });
        Expression::Dict(entries.collect())
    }

    fn property(&self, path: &[String], schema: &PropertySchema) -> Expression {
        let mut arguments: Vec<Argument> = vec![Expression::code(property_type(schema.property_type)).into()];
        arguments.extend(Expression::description(schema.description.as_deref()).map(Argument::from));
        if let Some(default) = schema.default.as_ref().filter(|default| **default != Value::Null) {
            arguments.push(named("default", value::value(default)));
        }
        let flags = [
            ("required", schema.required),
            ("update_allowed", schema.update_allowed),
            ("immutable", schema.immutable),
            ("allow_conversion", schema.allow_conversion),
        ];
        for (name, _) in flags.into_iter().filter(|(_, is_set)| *is_set) {
            arguments.push(named(name, Expression::code("True")));
        }
        if !schema.implemented {
            arguments.push(named("implemented", Expression::code("False")));
        }
        if !schema.constraints.is_empty() {
            let constraints = schema.constraints.iter().map(constraint).collect();
            arguments.push(named("constraints", Expression::List(constraints)));
        }
        if let Some(nested) = &schema.schema {
            arguments.push(named("schema", self.nested(path, schema.property_type, nested)));
        }
        arguments.extend(status::argument(&schema.support_status, self.substitutes));
        Expression::Call("properties.Schema".to_owned(), arguments)
    }

    fn nested(&self, path: &[String], property_type: PropertyType, nested: &NestedSchema) -> Expression {
        match nested {
            NestedSchema::Item(item) if property_type == PropertyType::List => self.property(path, item),
            // Heat only accepts an item schema for lists, so the map has a single member with this name.
            NestedSchema::Item(item) => {
                Expression::Dict(vec![(Expression::text(NestedSchema::ITEM_KEY), self.property(path, item))])
            }
            NestedSchema::Members(members) => self.members(path, members),
        }
    }
}

/// Writes the schemas of attributes, by name.
pub(super) fn attributes(
    schemas: &IndexMap<String, AttributeSchema>,
    name: &dyn Fn(&str) -> Expression,
    substitutes: &Substitutes<'_>,
) -> Expression {
    let entries = schemas.iter().map(|(key, schema)| (name(key), attribute(schema, substitutes)));
    Expression::Dict(entries.collect())
}

fn attribute(schema: &AttributeSchema, substitutes: &Substitutes<'_>) -> Expression {
    let mut arguments: Vec<Argument> = Vec::new();
    arguments.extend(Expression::description(schema.description.as_deref()).map(Argument::from));
    if let Some(attribute_type) = schema.attribute_type {
        arguments.push(named("type", Expression::code(self::attribute_type(attribute_type))));
    }
    if schema.cache_mode == CacheMode::CacheNone {
        arguments.push(named("cache_mode", Expression::code("attributes.Schema.CACHE_NONE")));
    }
    arguments.extend(status::argument(&schema.support_status, substitutes));
    Expression::Call("attributes.Schema".to_owned(), arguments)
}

fn constraint(constraint: &Constraint) -> Expression {
    let ends = |names: [&'static str; 2], ends: [&Option<Value>; 2]| {
        let given = names.into_iter().zip(ends).filter_map(|(name, end)| Some((name, end.as_ref()?)));
        given.map(|(name, end)| named(name, value::value(end))).collect()
    };
    let (class, mut arguments): (&str, Vec<Argument>) = match &constraint.kind {
        ConstraintKind::Range { min, max } => ("Range", ends(["min", "max"], [min, max])),
        ConstraintKind::Length { min, max } => ("Length", ends(["min", "max"], [min, max])),
        ConstraintKind::Modulo { step, offset } => ("Modulo", ends(["step", "offset"], [step, offset])),
        ConstraintKind::AllowedValues(values) => ("AllowedValues", vec![value::choices(values).into()]),
        ConstraintKind::AllowedPattern(pattern) => ("AllowedPattern", vec![Expression::text(pattern).into()]),
        ConstraintKind::Custom(name) => ("CustomConstraint", vec![Expression::text(name).into()]),
    };
    arguments.extend(
        Expression::description(constraint.description.as_deref()).map(|text| named("description", text)),
    );
    Expression::Call(format!("constraints.{class}"), arguments)
}

fn property_type(property_type: PropertyType) -> &'static str {
    match property_type {
        PropertyType::String => "properties.Schema.STRING",
        PropertyType::Integer => "properties.Schema.INTEGER",
        PropertyType::Number => "properties.Schema.NUMBER",
        PropertyType::Boolean => "properties.Schema.BOOLEAN",
        PropertyType::Map => "properties.Schema.MAP",
        PropertyType::List => "properties.Schema.LIST",
        PropertyType::Any => "properties.Schema.ANY",
    }
}

fn attribute_type(attribute_type: AttributeType) -> &'static str {
    match attribute_type {
        AttributeType::String => "attributes.Schema.STRING",
        AttributeType::Map => "attributes.Schema.MAP",
        AttributeType::List => "attributes.Schema.LIST",
        AttributeType::Integer => "attributes.Schema.INTEGER",
        AttributeType::Boolean => "attributes.Schema.BOOLEAN",
    }
}
