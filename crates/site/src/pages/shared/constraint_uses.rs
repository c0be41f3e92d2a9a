//! The constraints that the properties of types use, and the template context for a custom constraint.

use std::collections::BTreeMap;

use heat_catalogue::named_properties::{named_properties, own_and_items};
use heat_html::Html;
use heat_model::{ConstraintKind, ResourceType};
use serde::Serialize;

use super::pieces::PieceContext;
use crate::links::addresses::row_url;

/// A custom constraint before it is rendered.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub(crate) struct CustomConstraint {
    pub(crate) root: String,
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) accepts_html: Html,
    pub(crate) count: String,
    pub(crate) uses: Vec<ConstraintUse>,
}

impl PieceContext for CustomConstraint {
    const TEMPLATE: &'static str = "constraint.html";
}

/// A property that uses a constraint.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub(crate) struct ConstraintUse {
    #[serde(rename = "type")]
    pub(crate) type_name: String,
    pub(crate) path: String,
    pub(crate) url: String,
}

/// The constraints that the properties of a type use.
#[derive(Debug)]
pub(crate) struct TypeConstraints {
    /// The number of uses of each kind of constraint.
    pub(crate) kinds: BTreeMap<&'static str, usize>,
    /// The custom constraints that the type uses.
    pub(crate) custom: Vec<(String, ConstraintUse)>,
}

impl TypeConstraints {
    pub(crate) fn new(schema: &ResourceType) -> Self {
        let mut constraints = Self { kinds: BTreeMap::new(), custom: Vec::new() };
        for property in named_properties(schema) {
            for constraint in own_and_items(property.schema) {
                *constraints.kinds.entry(constraint.kind.key()).or_default() += 1;
                if let ConstraintKind::Custom(name) = &constraint.kind {
                    let url = row_url(&schema.name, &property.anchor());
                    let found = ConstraintUse { type_name: schema.name.clone(), path: property.path(), url };
                    constraints.custom.push((name.clone(), found));
                }
            }
        }
        constraints
    }
}
