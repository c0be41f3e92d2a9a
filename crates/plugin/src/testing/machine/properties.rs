//! The properties that a handler sees: from the template or as stored, translated or not.

use heat_model::Value;
use heat_model::custom_constraint::CustomConstraints;
use heat_model::evaluate::{Context, Evaluator, Resolver};
use heat_model::heat_words::problem_words;
use heat_model::indexmap::IndexMap;
use heat_model::validate::{ErrorKind, ValueError};
use heat_model::value::Map;

use crate::schema::ResourceType;

/// The translation rules of the type that are applied to properties.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Translation {
    /// No rules: for stored properties.
    None,
    /// All rules but those that query a service: before any action on a resource.
    WithoutClient,
    /// All rules.
    Full,
    /// All rules; a name that is not found stays as it is.
    Lenient,
}

/// Properties, and the translation with which they are read.
#[derive(Debug, Clone)]
pub(crate) struct View {
    data: Map,
    translation: Translation,
}

impl View {
    pub(crate) fn new(data: impl Into<Map>, translation: Translation) -> Self {
        Self { data: data.into(), translation }
    }

    pub(crate) fn without_client(data: IndexMap<String, Value>) -> Self {
        Self::new(data, Translation::WithoutClient)
    }

    pub(crate) fn data(&self) -> &Map {
        &self.data
    }

    /// Calls a function with an evaluator and a context for these properties.
    pub(crate) fn read<T>(
        &self,
        schema: &ResourceType,
        services: Services<'_>,
        read: impl FnOnce(&Evaluator<'_>, &Context<'_>) -> T,
    ) -> T {
        let mut context = Context::new(services.constraints);
        context.wording = Some(&problem_words);
        if matches!(self.translation, Translation::Full | Translation::Lenient) {
            context.resolver = Some(services.resolver);
        }
        context.ignore_resolve_errors = self.translation == Translation::Lenient;
        let evaluator = match self.translation {
            Translation::None => Evaluator::of_properties(&schema.properties),
            _ => Evaluator::new(schema),
        };
        read(&evaluator, &context)
    }

    /// The values of the properties. A value that cannot be read, because the schema was different when it was stored, stays
    /// as stored.
    pub(crate) fn values(&self, schema: &ResourceType, services: Services<'_>) -> Value {
        self.read(schema, services, |evaluator, context| {
            let ignored = Map::new();
            let data = if schema.any_property { &ignored } else { &self.data };
            let mut properties = evaluator.properties(data, context);
            let entries = schema.properties.iter().map(|(name, property)| {
                let stored = || data.get(name).cloned().unwrap_or(Value::Null);
                let value = properties.get(name).map_or_else(|_| stored(), |value| value.to_value(property));
                (name.clone(), value)
            });
            entries.collect()
        })
    }

    /// The errors that Heat's base class finds in the properties, in its order. Rules and groups are checked by the plug-in,
    /// and only when a request is validated.
    pub(crate) fn validate(&self, schema: &ResourceType, services: Services<'_>) -> Vec<ValueError> {
        if schema.any_property {
            return Vec::new();
        }
        let mut errors = self.read(schema, services, |evaluator, context| {
            evaluator.properties(&self.data, context).validate()
        });
        errors.retain(|error| !matches!(error.kind, ErrorKind::Rule | ErrorKind::Group));
        errors
    }
}

/// The services that properties query.
#[derive(Clone, Copy)]
pub(crate) struct Services<'s> {
    pub(crate) resolver: &'s dyn Resolver,
    pub(crate) constraints: &'s dyn CustomConstraints,
}
