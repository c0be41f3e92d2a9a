//! Finding the implementation of each resource, and checking the property that Heat reads at once.

use std::rc::Rc;

use heat_model::custom_constraint::CustomConstraints;
use heat_model::evaluate::Evaluator;
use heat_yaml::Span;

use super::properties::{PropertyData, Reader};
use crate::fault::{Exception, Help, Problem};
use crate::scope::Scope;
use crate::snippet::{self, Snippet};
use crate::template::definition::Definition;
use crate::template::implementation::{Implementation, Schema};
use crate::template::type_environment::{TypeEnvironment, unknown_type};
use crate::template::type_facts;
use crate::{Data, Fault};

/// Resource with its implementation; `None` if that is not known.
pub(crate) type Resource<'a> = (Definition, Option<Implementation<'a>>);

/// Replaces the schema of a type that depends on the value of a property.
fn decide(scope: &Scope<'_>, definition: &Definition, found: &mut Implementation<'_>) {
    let Some(name) = type_facts::deciding_property(&found.schema) else { return };
    let Some(snippet) = definition.properties.as_ref().and_then(|properties| properties.get(name)) else {
        return;
    };
    let Ok(Data::Known(value)) = snippet::resolve(scope, snippet) else { return };
    if let Some(decided) = type_facts::decided(&found.schema, &value) {
        found.schema = Schema::Made(Rc::new(decided));
        // The shared evaluator uses the schema without the replacement.
        found.prepared = None;
    }
}

/// The error in the property that Heat reads as soon as it has a definition.
fn read_at_once(
    scope: &Scope<'_>,
    definition: &Definition,
    found: &Implementation<'_>,
    customs: &dyn CustomConstraints,
) -> Option<Fault> {
    let name = type_facts::read_at_once(&found.schema)?;
    if let Some((call, span)) = called(definition.properties.as_ref()) {
        let message = format!("argument of type '{call}' is not iterable");
        return Some(Fault::at(span, Exception::type_error(Problem::ComputedProperties, message)));
    }
    let given = definition.properties.as_ref().and_then(|properties| properties.get(name));
    let is_required = found.schema.properties.get(name).is_some_and(|schema| schema.required);
    if given.map_or(!is_required, |given| given.as_str().is_some()) {
        return None;
    }
    let data = PropertyData::only(scope, definition.properties.as_ref(), |given| given == name);
    let evaluator = Evaluator::new(&found.schema);
    let reader = Reader::new(scope, &evaluator, &data, definition.properties.as_ref(), customs);
    reader.error(name).map(|fault| fault.or_at(definition.span))
}

/// Help for a file name that Heat treats as the name of a type.
fn file_ending(word: &str) -> Option<Help> {
    let is_file = [".yml", ".json", ".hot"].iter().any(|ending| word.ends_with(ending));
    is_file.then(|| {
        "the name of a nested template ends with `.yaml` or `.template`: rename the file, or map a type to it in the `resource_registry` of an environment"
            .into()
    })
}

/// The class and the span of a function that is used in place of a map.
pub(super) fn called(snippet: Option<&Snippet>) -> Option<(&'static str, Span)> {
    let snippet = snippet?;
    snippet.as_call().map(|call| (call.variant.class(), snippet.span))
}

/// Finds the implementation of each resource, and reports the exceptions that Heat raises when it creates the resource objects.
pub(super) fn implement<'a>(
    scope: &Scope<'_>,
    definitions: Vec<Definition>,
    surroundings: &'a dyn TypeEnvironment,
    customs: &dyn CustomConstraints,
    faults: &mut Vec<Fault>,
) -> Vec<Resource<'a>> {
    let mut resources = Vec::with_capacity(definitions.len());
    for definition in definitions {
        let (word, span) = &definition.resource_type;
        let found = match surroundings.implementation(word, &definition.name) {
            Ok(mut found) => {
                if definition.name.contains('/') {
                    let message = "Resource name may not contain \"/\"";
                    faults.push(Fault::at(
                        definition.name_span,
                        Exception::validation(Problem::InvalidResourceName, Vec::new(), message),
                    ));
                }
                decide(scope, &definition, &mut found);
                faults.extend(read_at_once(scope, &definition, &found, customs));
                Some(found)
            }
            Err(exception) => {
                let is_unknown = exception == unknown_type(word, &definition.name);
                let near = || {
                    file_ending(word).or_else(|| scope.suggestion_among(word, || surroundings.type_names()))
                };
                faults.push(Fault::at(*span, exception).or_help(|| is_unknown.then(near).flatten()));
                None
            }
        };
        resources.push((definition, found));
    }
    resources
}
