//! The named parts of a type, by their paths in its schema.

use heat_model::{NestedSchema, PropertySchema, ResourceType, SupportStatus};
use indexmap::IndexMap;

/// A property, nested property, part of the update policy, or attribute.
pub(crate) struct NamedPart<'a> {
    /// The path of the part in the schema: `properties.networks.schema.*.schema.uuid`.
    pub(crate) path: String,
    pub(crate) status: &'a SupportStatus,
}

/// All parts of a type that have a name, in source order.
pub(crate) fn named_parts(schema: &ResourceType) -> Vec<NamedPart<'_>> {
    let mut out = Vec::new();
    collect("properties", &schema.properties, &mut out);
    collect("update_policy", &schema.update_policy, &mut out);
    out.extend(schema.attributes.iter().map(|(name, attribute)| NamedPart {
        path: format!("attributes.{name}"),
        status: &attribute.support_status,
    }));
    out
}

fn collect<'a>(prefix: &str, members: &'a IndexMap<String, PropertySchema>, out: &mut Vec<NamedPart<'a>>) {
    for (name, member) in members {
        let mut path = format!("{prefix}.{name}");
        out.push(NamedPart { path: path.clone(), status: &member.support_status });
        let mut nested = member.schema.as_ref();
        while let Some(NestedSchema::Item(item)) = nested {
            path = format!("{path}.schema.{}", NestedSchema::ITEM_KEY);
            nested = item.schema.as_ref();
        }
        if let Some(NestedSchema::Members(members)) = nested {
            collect(&format!("{path}.schema"), members, out);
        }
    }
}
