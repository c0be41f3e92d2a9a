//! Validating the resources of a stack one by one.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use heat_hot_language::DeletionPolicy;
use heat_model::ResourceType;
use heat_model::custom_constraint::CustomConstraints;
use heat_model::evaluate::Evaluator;
use indexmap::{IndexMap, IndexSet};

use super::implementations::{Resource, called};
use super::nesting::Nesting;
use super::planned_resource::PlannedResource;
use super::properties::{PropertyData, Reader, ValueChecks, faults};
use super::setting::{NestedStacks, Setting};
use crate::Fault;
use crate::fault::{Exception, Help, Problem, Stage};
use crate::scope::Scope;
use crate::snippet::{self, Path, Snippet};
use crate::template::Template;
use crate::template::definition::Definition;
use crate::template::offline::Offline;
use crate::template::order::{Cycle, Dependencies};
use crate::template::output::Output;

fn place_of(fault: &Fault) -> Option<(usize, usize)> {
    fault.span.map(|span| (span.start, span.end))
}

/// Prepares the resources with a known implementation for validation, by name.
pub(super) fn plan<'r>(
    scope: &'r Scope<'r>,
    customs: &'r dyn CustomConstraints,
    resources: &'r [Resource<'_>],
) -> IndexMap<&'r str, PlannedResource<'r>> {
    // The catalogue has one schema for all resources of a type.
    let mut evaluators: HashMap<*const ResourceType, Arc<Evaluator<'r>>> = HashMap::new();
    let implemented = resources.iter().filter_map(|(definition, found)| Some((definition, found.as_ref()?)));
    let planned = implemented.map(|(definition, implementation)| {
        let schema: &'r ResourceType = &implementation.schema;
        let evaluator = evaluators.entry(std::ptr::from_ref(schema)).or_insert_with(|| {
            let prepared = implementation.prepared.as_ref().map(Arc::clone);
            prepared.unwrap_or_else(|| Arc::new(Evaluator::new(schema)))
        });
        let planned = PlannedResource {
            definition,
            implementation,
            scope,
            evaluator: Arc::clone(evaluator),
            data: PropertyData::new(scope, definition.properties.as_ref()),
            customs,
            values: RefCell::default(),
        };
        (definition.name.as_str(), planned)
    });
    planned.collect()
}

/// The errors in the properties of a resource at its creation, with the values that are known by then.
pub(crate) fn property_faults_at_creation(
    scope: &Scope<'_>,
    customs: &dyn CustomConstraints,
    resource: &Resource<'_>,
) -> Vec<Fault> {
    let found = plan(scope, customs, std::slice::from_ref(resource)).swap_remove_index(0);
    let Some((_, planned)) = found else { return Vec::new() };
    let planned = PlannedResource { data: planned.data.at_creation(), ..planned };
    let PlannedResource { definition, implementation, .. } = &planned;
    let Some(properties) = &definition.properties else { return Vec::new() };
    if implementation.unusable.is_some()
        || implementation.schema.any_property
        || properties.as_call().is_some()
    {
        return Vec::new();
    }
    let errors = planned.reader().errors(ValueChecks::ValuesAndRules);
    // The path that Heat uses during the creation.
    let around = [definition.name.clone(), "Properties".to_owned()];
    faults(scope, errors, &around, properties.span).collect()
}

/// Returns whether a fault repeats the error of a reference that was already reported.
fn is_known_reference(fault: &Fault, wrong_references: &HashSet<(usize, usize)>) -> bool {
    /// Longer lists are not searched one by one.
    const MAX_COMPARED: usize = 1_000;
    let is_about_resource = fault.exception.problem() == Problem::UnknownResource && fault.source.is_none();
    let Some((start, end)) = place_of(fault).filter(|_| is_about_resource) else { return false };
    wrong_references.len() <= MAX_COMPARED
        && wrong_references.iter().any(|around| around.0 <= start && end <= around.1)
}

fn not_iterable(path: Vec<String>, class: &str) -> Exception {
    let message = format!("'{class}' object is not iterable");
    Exception::validation_error("TypeError", Problem::ComputedProperties, path, message)
}

/// State of the validation of a stack.
pub(super) struct Validation<'v, 'a> {
    pub(super) template: &'v Template,
    pub(super) scope: &'v Scope<'v>,
    pub(super) setting: Setting<'a>,
    pub(super) nesting: &'v Nesting,
    pub(super) resources: &'v [Resource<'a>],
    pub(super) faults: Vec<Fault>,
    /// Names of the resources in the cycles that were reported.
    pub(super) in_cycles: HashSet<String>,
    /// Spans of the invalid references that were reported: a property that consists of one of them has no value either.
    pub(super) wrong_references: HashSet<(usize, usize)>,
}

impl Validation<'_, '_> {
    /// Reads the dependencies in the template.
    pub(super) fn stated(&mut self, offline: &Offline<'_>, resources: &[Resource<'_>]) -> Dependencies {
        let lax: IndexSet<&str> = resources
            .iter()
            .filter(|(_, found)| found.as_ref().is_some_and(|found| !found.schema.strict_dependency))
            .map(|(definition, _)| definition.name.as_str())
            .collect();
        let definitions = resources.iter().map(|(definition, _)| definition);
        let is_strict = |definition: &Definition| !lax.contains(definition.name.as_str());
        let (dependencies, mut wrong) =
            Dependencies::stated(definitions, &offline.names(), self.scope, is_strict);
        self.wrong_references = wrong.iter().filter_map(place_of).collect();
        self.faults.append(&mut wrong);
        dependencies
    }

    /// The order of creation. If there is none, it is empty, and each cycle is reported, except those through a resource of an
    /// earlier cycle.
    pub(super) fn order(&mut self, dependencies: &Dependencies) -> Vec<String> {
        let cycles = match dependencies.order() {
            Ok(order) => return order.into_iter().map(str::to_owned).collect(),
            Err(cycles) => cycles,
        };
        let known = std::mem::take(&mut self.in_cycles);
        let is_new = |cycle: &Cycle| !cycle.resources().any(|name| known.contains(name));
        let cycles: Vec<Cycle> = cycles.into_iter().filter(is_new).collect();
        let names = cycles.iter().flat_map(Cycle::resources).map(str::to_owned);
        self.in_cycles = names.collect::<HashSet<_>>();
        self.in_cycles.extend(known);
        self.faults.extend(cycles.into_iter().map(Fault::from));
        Vec::new()
    }

    /// Validates the definition of a resource, without the stack that it creates.
    pub(super) fn own(&mut self, resource: &PlannedResource<'_>) {
        let PlannedResource { definition, implementation, .. } = resource;
        if let Some(reason) = &implementation.unusable {
            let exception = Exception::validation(Problem::InvalidNestedTemplate, Vec::new(), reason.clone());
            self.faults.push(Fault::at(definition.resource_type.1, exception));
            return;
        }
        let keys = self.template.keys();
        let names = &keys.resource;
        let around = [keys.resources, definition.name.as_str()];
        let within = |section: &str| [around[0], around[1], section].map(str::to_owned).to_vec();
        let known = self.faults.len();
        for (key, part) in [
            (names.properties, &definition.properties),
            (names.metadata, &definition.metadata),
            (names.update_policy, &definition.update_policy),
        ] {
            self.functions(around, key, part.as_ref());
        }
        if definition.deletion_policy == Some(DeletionPolicy::Snapshot)
            && !implementation.schema.supports_snapshot_deletion
        {
            let message = "\"Snapshot\" deletion policy not supported";
            let exception =
                Exception::validation(Problem::UnsupportedSnapshot, within(names.deletion_policy), message);
            self.faults.push(Fault::at(definition.span, exception));
        }
        if self.faults.len() > known {
            // An invalid function has no value either.
            return;
        }
        let properties = definition.properties.as_ref().filter(|_| !implementation.schema.any_property);
        let parts = [definition.update_policy.as_ref(), properties];
        if let Some((call, span)) = parts.into_iter().find_map(called) {
            if self.nesting.is_made {
                // A group computes the properties of its members before it generates their template, so they are just not known
                // here.
                return;
            }
            // Heat cannot iterate over the keys of a function.
            self.faults.push(Fault::at(span, not_iterable(around.map(str::to_owned).to_vec(), call)));
            return;
        }
        self.update_policy(resource, &within(names.update_policy));
        if implementation.schema.any_property {
            return;
        }
        let span = definition.properties.as_ref().map_or(definition.span, |properties| properties.span);
        let checks = match (self.setting.strict, self.setting.nested) {
            (true, NestedStacks::Validated | NestedStacks::WhenCreated) => ValueChecks::ValuesAndRules,
            (true, NestedStacks::LeftOut) => ValueChecks::Values,
            (false, NestedStacks::Validated | NestedStacks::WhenCreated) => ValueChecks::Rules,
            (false, NestedStacks::LeftOut) => ValueChecks::Names,
        };
        let mut errors = resource.reader().errors(checks);
        if errors.is_empty() && checks.has_rules() {
            errors.extend(resource.reader().refusal(&implementation.schema));
        }
        let misspelt = definition.misspelt_properties.as_ref();
        if let Some((key, key_span)) = misspelt.filter(|_| definition.properties.is_none()) {
            let name = names.properties;
            let renaming = |fault: Fault| {
                let help = format!("rename `{key}` to `{name}`: Heat ignores `{key}`");
                fault.or_at(*key_span).instead_of_help(Help::renaming(key, name, help).or_at(*key_span))
            };
            errors = errors.into_iter().map(renaming).collect();
        }
        errors.retain(|fault| !place_of(fault).is_some_and(|place| self.wrong_references.contains(&place)));
        self.faults.extend(faults(self.scope, errors, &within(names.properties), span));
    }

    fn update_policy(&mut self, resource: &PlannedResource<'_>, around: &[String]) {
        let PlannedResource { definition, implementation, .. } = resource;
        let schemas = &implementation.schema.update_policy;
        if definition.update_policy.is_none() && !schemas.values().any(|schema| schema.required) {
            return;
        }
        let data = PropertyData::new(self.scope, definition.update_policy.as_ref());
        let (evaluator, snippet) = (Evaluator::of_properties(schemas), definition.update_policy.as_ref());
        let policy = Reader::new(self.scope, &evaluator, &data, snippet, self.setting.customs);
        let span = definition.update_policy.as_ref().map_or(definition.span, |policy| policy.span);
        let faults = faults(self.scope, policy.errors(ValueChecks::Values), around, span);
        self.faults.extend(faults.map(|fault| fault.noticed_at(Stage::Validation)));
    }

    /// Checks the functions of a part of a resource or an output.
    fn functions(&mut self, [section, name]: [&str; 2], key: &str, part: Option<&Snippet>) {
        let Some(part) = part else { return };
        let section = Path::root(section);
        let around = section.key(name);
        let known = self.faults.len();
        snippet::validate_at(self.scope, part, &around.key(key), &mut self.faults);
        let found = self.faults.split_off(known);
        self.faults
            .extend(found.into_iter().filter(|fault| !is_known_reference(fault, &self.wrong_references)));
    }

    pub(super) fn output(&mut self, output: &Output) {
        let keys = self.template.keys();
        let around = [keys.outputs, &output.name];
        self.functions(around, output.value_step(keys), output.value.as_ref());
    }
}
