//! Validating the resources of a stack one by one.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use heat_model::ResourceType;
use heat_model::custom_constraint::CustomConstraints;
use heat_model::evaluate::Evaluator;
use indexmap::{IndexMap, IndexSet};

use super::by_value;
use super::facade::misfit;
use super::implement::called;
use super::made::{AttributeUses, Members, Unreadable};
use super::nested::{Child, Nesting, Parent};
use super::origin::MADE_TEMPLATE;
use super::properties::{PropertyData, Reader, ValueChecks, faults};
use super::{NestedStacks, Resource, Setting, check};
use crate::Fault;
use crate::fault::{Exception, Help, Problem, Stage, Validation as Wrong};
use crate::language::DeletionPolicy;
use crate::scope::Scope;
use crate::snippet::{self, Path, Snippet};
use crate::template::Template;
use crate::template::definition::Definition;
use crate::template::implementation::Implementation;
use crate::template::known::KnownAttributes;
use crate::template::maker::Maker;
use crate::template::offline::Offline;
use crate::template::order::{Cycle, Dependencies};
use crate::template::output::Output;

/// A resource, with its properties resolved.
pub(super) struct PlannedResource<'a> {
    pub(super) definition: &'a Definition,
    pub(super) implementation: &'a Implementation<'a>,
    scope: &'a Scope<'a>,
    evaluator: Arc<Evaluator<'a>>,
    data: PropertyData,
    customs: &'a dyn CustomConstraints,
    translates: Cell<bool>,
    /// The values that are compared with those of other resources.
    pub(super) values: RefCell<HashMap<String, by_value::Read>>,
}

impl PlannedResource<'_> {
    pub(super) fn reader(&self) -> Reader<'_> {
        Reader {
            scope: self.scope,
            evaluator: &self.evaluator,
            data: &self.data,
            snippet: self.definition.properties.as_ref(),
            customs: self.customs,
            description: self.definition.description.as_deref(),
            translates: &self.translates,
        }
    }
}

fn place_of(fault: &Fault) -> Option<(usize, usize)> {
    fault.span.map(|span| (span.start, span.end))
}

fn not_iterable(path: Vec<String>, class: &str) -> Exception {
    let message = format!("'{class}' object is not iterable");
    let error = "TypeError".to_owned();
    Exception::StackValidationFailed(Box::new(Wrong {
        problem: Problem::ComputedProperties,
        error,
        path,
        message,
    }))
}

/// The validation of a stack.
pub(super) struct Validation<'v, 'a> {
    pub(super) template: &'v Template,
    pub(super) scope: &'v Scope<'v>,
    pub(super) setting: Setting<'a>,
    pub(super) nesting: &'v Nesting,
    pub(super) resources: &'v [Resource<'a>],
    pub(super) faults: Vec<Fault>,
    /// The resources of the cycles that were reported.
    pub(super) in_cycles: HashSet<String>,
    /// Where references stand that were reported: a property with one of them has no value either.
    pub(super) wrong_references: HashSet<(usize, usize)>,
}

impl Validation<'_, '_> {
    /// The dependencies that the template states.
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

    /// The order of creation; empty, with a fault for each cycle, if there is none. A cycle through a resource that is in one
    /// of those before is not reported.
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

    pub(super) fn plan<'r>(&self, resources: &'r [Resource<'_>]) -> IndexMap<&'r str, PlannedResource<'r>>
    where
        Self: 'r,
    {
        // A catalogue has one schema for all resources of a type.
        let mut evaluators: HashMap<*const ResourceType, Arc<Evaluator<'r>>> = HashMap::new();
        let implemented =
            resources.iter().filter_map(|(definition, found)| Some((definition, found.as_ref()?)));
        let planned = implemented.map(|(definition, implementation)| {
            let schema: &'r ResourceType = &implementation.schema;
            let evaluator = evaluators.entry(std::ptr::from_ref(schema)).or_insert_with(|| {
                let prepared = implementation.prepared.as_ref().map(Arc::clone);
                prepared.unwrap_or_else(|| Arc::new(Evaluator::new(schema)))
            });
            let planned = PlannedResource {
                definition,
                implementation,
                scope: self.scope,
                evaluator: Arc::clone(evaluator),
                data: PropertyData::new(self.scope, definition.properties.as_ref()),
                customs: self.setting.customs,
                translates: Cell::new(true),
                values: RefCell::default(),
            };
            (definition.name.as_str(), planned)
        });
        planned.collect()
    }

    /// Validates all resources, in the order of creation where there is one.
    pub(super) fn resources(
        &mut self,
        planned: &IndexMap<&str, PlannedResource<'_>>,
        order: &[String],
        uses: &AttributeUses,
    ) {
        if order.is_empty() {
            planned.values().for_each(|resource| self.resource(resource, uses));
        }
        for resource in order.iter().filter_map(|name| planned.get(name.as_str())) {
            self.resource(resource, uses);
        }
    }

    fn resource(&mut self, resource: &PlannedResource<'_>, uses: &AttributeUses) {
        if resource.definition.is_external(self.scope) {
            return;
        }
        let known = self.faults.len();
        self.as_planned(resource, uses);
        // What is never created never fails.
        let is_possible =
            self.setting.nested == NestedStacks::WhenCreated && resource.definition.is_enabled.is_none();
        for fault in self.faults.iter_mut().skip(known).filter(|_| is_possible) {
            fault.noticed = Some(Stage::PossibleCreation);
        }
    }

    /// Validates a resource as the request does that the stack is validated for.
    fn as_planned(&mut self, resource: &PlannedResource<'_>, uses: &AttributeUses) {
        if self.setting.nested == NestedStacks::LeftOut {
            return self.own(resource);
        }
        let (definition, implementation) = (resource.definition, resource.implementation);
        if implementation.does_nothing() {
            // Its plug-in validates nothing.
            return;
        }
        let maker = Maker::of(&implementation.schema.name).filter(|_| implementation.template.is_none());
        let known = self.faults.len();
        self.own(resource);
        if let Some(found) = maker.and_then(|maker| maker.unreadable_first(&resource.reader())) {
            // It counts as it was found first.
            let message = found.exception.to_string();
            let is_same = |fault: &Fault| matches!(&fault.exception, Exception::StackValidationFailed(own) if own.message == message);
            let again = self.faults.iter().skip(known).position(is_same);
            again.map(|position| self.faults.remove(known + position));
            let fault = self.unreadable(definition, &found);
            self.faults.insert(known, fault);
            return;
        }
        let (scope, properties) = (self.scope, definition.properties.as_ref());
        let reads = maker.filter(|_| !self.setting.strict);
        match reads.and_then(|maker| maker.unreadable(&resource.reader(), scope, properties)) {
            Some(found) => {
                let fault = self.unreadable(definition, &found);
                self.faults.push(fault);
            }
            None if self.setting.nested == NestedStacks::WhenCreated => {}
            None => self.nested(definition, implementation, uses),
        }
    }

    /// What Heat makes of a property that it cannot read to make a stack.
    fn unreadable(&self, definition: &Definition, found: &Unreadable) -> Fault {
        let name = &definition.name;
        let step = if found.is_within { format!("{name}<{MADE_TEMPLATE}>") } else { name.clone() };
        let exception = Exception::StackValidationFailed(Box::new(Wrong {
            problem: found.exception.problem(),
            error: found.exception.class().to_owned(),
            path: vec![self.template.keys().resources.to_owned(), step],
            message: found.exception.to_string(),
        }));
        Fault::at(found.span.unwrap_or(definition.span), exception)
    }

    /// Validates the stack that a resource creates.
    fn nested(&mut self, definition: &Definition, implementation: &Implementation<'_>, uses: &AttributeUses) {
        let Self { template, scope, setting, nesting, resources, .. } = self;
        let parent = Parent { template, setting, nesting, scope, resources, members: Members::First, uses };
        let attributes = KnownAttributes::new();
        let child = parent.child(definition, implementation, NestedStacks::Validated, |child, faults| {
            let Child { template, setting, nesting, .. } = child;
            let found = check(template, setting, &attributes, nesting, |checked| checked.validated.faults);
            faults.extend(found);
        });
        if let Some((_, faults)) = child {
            self.faults.extend(faults);
        }
        self.faults.extend(self.misfit(definition, implementation));
    }

    /// A nested template that does not fit the type that it stands for.
    fn misfit(&self, definition: &Definition, implementation: &Implementation<'_>) -> Option<Fault> {
        let template = implementation.template.as_deref()?;
        let (word, span) = &definition.resource_type;
        let facade = self.setting.surroundings.facade(word, &definition.name, template)?;
        let exception = misfit(word, &facade.schema, &implementation.schema)?;
        Some(Fault::at(*span, exception))
    }

    /// Validates the definition of a resource.
    fn own(&mut self, resource: &PlannedResource<'_>) {
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
            // A function that is wrong has no value either.
            return;
        }
        let properties = definition.properties.as_ref().filter(|_| !implementation.schema.any_property);
        let parts = [definition.update_policy.as_ref(), properties];
        if let Some((call, span)) = parts.into_iter().find_map(called) {
            if self.nesting.is_made {
                // A resource computes the properties of its members before it makes their template: they are just not known.
                return;
            }
            // Heat cannot go through the keys of a function.
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
        let policy = Reader {
            scope: self.scope,
            snippet: definition.update_policy.as_ref(),
            evaluator: &Evaluator::of_properties(schemas),
            data: &data,
            customs: self.setting.customs,
            description: None,
            translates: &Cell::new(true),
        };
        let span = definition.update_policy.as_ref().map_or(definition.span, |policy| policy.span);
        let faults = faults(self.scope, policy.errors(ValueChecks::Values), around, span);
        self.faults.extend(faults.map(|fault| fault.noticed_at(Stage::Validation)));
    }

    /// Checks the functions of a part of a resource or an output.
    fn functions(&mut self, [section, name]: [&str; 2], key: &str, part: Option<&Snippet>) {
        let Some(part) = part else { return };
        let section = Path::root(section);
        let around = section.key(name);
        snippet::validate_at(self.scope, part, &around.key(key), &mut self.faults);
    }

    pub(super) fn output(&mut self, output: &Output) {
        let keys = self.template.keys();
        let around = [keys.outputs, &output.name];
        self.functions(around, output.value_step(keys), output.value.as_ref());
    }
}
