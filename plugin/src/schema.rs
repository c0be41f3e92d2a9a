//! A schema within a program: one literal, read when it is first needed.

use std::sync::OnceLock;

use heat_model::ResourceType;
use heat_model::evaluate::Evaluator;

/// A schema within a program.
pub struct Schema {
    json: &'static str,
    resource_type: OnceLock<ResourceType>,
    evaluator: OnceLock<Evaluator<'static>>,
}

impl Schema {
    /// The schema of this JSON, which the derive wrote.
    #[must_use]
    pub const fn new(json: &'static str) -> Self {
        Self { json, resource_type: OnceLock::new(), evaluator: OnceLock::new() }
    }

    /// The schema.
    pub(crate) fn resource_type(&'static self) -> &'static ResourceType {
        self.resource_type.get_or_init(|| match serde_json::from_str(self.json) {
            Ok(resource_type) => resource_type,
            #[expect(
                clippy::panic,
                reason = "the literal is the derive's; tests hold all schemas of the catalogue to it"
            )]
            Err(error) => panic!("the derive wrote a schema that cannot be read: {error}"),
        })
    }

    /// The schema, ready to read data by it.
    pub(crate) fn evaluator(&'static self) -> &'static Evaluator<'static> {
        self.evaluator.get_or_init(|| Evaluator::new(self.resource_type()))
    }
}

impl std::fmt::Debug for Schema {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Schema").finish_non_exhaustive()
    }
}
