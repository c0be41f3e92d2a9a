//! Reasons why Heat cannot load a type.
//!
//! Heat checks a schema when it loads the plug-in: if one property contradicts itself, no resource of the type can be
//! created, updated or deleted. It checks translation rules when it loads a resource.

use heat_model::validate::violation;
use heat_model::{
    ConstraintKind, NestedSchema, PropertySchema, PropertyType, ResourceType, SchemaPath, TranslationRule,
};
use indexmap::IndexMap;

/// A reason why Heat cannot load a type.
pub(crate) struct Fault {
    pub(crate) path: SchemaPath,
    pub(crate) why: String,
}

/// The first reason why Heat cannot load a type.
pub(crate) fn fault(schema: &ResourceType) -> Option<Fault> {
    let root = SchemaPath::root();
    in_members(&schema.properties, &root.join("properties"))
        .or_else(|| in_members(&schema.update_policy, &root.join("update_policy")))
        .or_else(|| {
            let mut rules = schema.translation_rules.iter().enumerate();
            rules.find_map(|(index, rule)| in_rule(rule, &root.join("translation_rules").join(index)))
        })
}

fn in_rule(rule: &TranslationRule, path: &SchemaPath) -> Option<Fault> {
    // A conditional rule is only created where it applies.
    let why = rule.fault().filter(|_| rule.when.is_none())?;
    Some(Fault { path: path.clone(), why: why.to_owned() })
}

fn in_members(members: &IndexMap<String, PropertySchema>, path: &SchemaPath) -> Option<Fault> {
    members.iter().find_map(|(name, member)| in_property(member, &path.join(name.as_str())))
}

fn in_property(schema: &PropertySchema, path: &SchemaPath) -> Option<Fault> {
    let property_type = schema.property_type;
    let found = |path: SchemaPath, why: String| Some(Fault { path, why });
    for (index, constraint) in schema.constraints.iter().enumerate() {
        let kind = &constraint.kind;
        let place = || path.join("constraints").join(index);
        if !kind.valid_types().contains(&property_type) {
            return found(
                place(),
                format!("`{}` is not a constraint for type `{property_type}`", kind.key()),
            );
        }
        let is_pattern = matches!(kind, ConstraintKind::AllowedPattern(_));
        if let Some(flaw) = kind.flaw().filter(|_| !is_pattern) {
            return found(place(), flaw);
        }
        if let Some(default) = &schema.default
            && let Some(violation) = violation(kind, default, Some(property_type))
        {
            return found(
                path.join("default"),
                format!("the default does not satisfy `{}`: {violation}", kind.key()),
            );
        }
    }
    if schema.update_allowed && schema.immutable {
        return found(path.clone(), "`update_allowed` and `immutable` exclude each other".to_owned());
    }
    let nested = path.join("schema");
    match (&schema.schema, property_type) {
        (None, _) => None,
        (Some(NestedSchema::Item(item)), PropertyType::List | PropertyType::Map) => {
            in_property(item, &nested.join(NestedSchema::ITEM_KEY))
        }
        (Some(NestedSchema::Members(members)), PropertyType::Map | PropertyType::List) => {
            in_members(members, &nested)
        }
        (Some(_), _) => found(nested, format!("a property of type `{property_type}` cannot have a schema")),
    }
}
