//! Validating a template as Heat does before it creates a stack: `Stack.validate`, without what single plug-ins add.
//!
//! The steps are Heat's, in Heat's order: sections, parameters, groups of parameters, conditions, definitions, types, names,
//! references, resources in the order of creation, outputs. Heat stops at the first error; here all are reported, Heat's first.

mod by_value;
mod implement;
mod planned;
mod properties;
#[cfg(test)]
mod tests;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use heat_model::custom_constraint::CustomConstraints;
use heat_model::evaluate::Evaluator;
use heat_model::python::type_name;
use heat_model::{ResourceType, Value};
use indexmap::{IndexMap, IndexSet};

use self::implement::{called, implement};
use self::planned::Planned;
use self::properties::{PropertyData, Reader, faults};
use super::Template;
use super::definition::{Definition, definitions, duplicate_names};
use super::implementation::{Implementation, Implementations};
use super::keys::DeletionPolicy;
use super::offline::{KnownAttributes, Offline, ResourceTypes, Surroundings};
use super::order::Dependencies;
use super::output::{Output, outputs};
use crate::conditions::Conditions;
use crate::fault::{Exception, PythonClass, Validation as Wrong};
use crate::function::{attribute_references, references};
use crate::parameter::{ParameterSet, StackIdentity};
use crate::scope::Scope;
use crate::snippet::{self, Path, Snippet};
use crate::{Data, Fault};

/// What a template is validated with.
pub struct Setting<'a> {
    /// The parameters, with their values.
    pub parameters: &'a ParameterSet,
    /// What implements the resources.
    pub implementations: &'a dyn Implementations,
    /// The identity of the stack, if it is known; then the parameters have been read with it.
    pub stack: Option<&'a StackIdentity>,
    /// The contents of files, by the argument of `get_file`.
    pub files: IndexMap<String, Data>,
    /// Whether these are all files. If not, the others are unknown texts.
    pub all_files: bool,
    /// Whether the values of parameters and properties are validated, as before a stack is created. The API that only
    /// validates leaves them out.
    pub strict: bool,
    /// The custom constraints.
    pub customs: &'a dyn CustomConstraints,
}

/// What validation finds.
#[derive(Debug, Clone, Default)]
pub struct Validated {
    /// All mistakes, in Heat's order.
    pub faults: Vec<Fault>,
    /// What needs what, including what Heat adds.
    pub dependencies: Dependencies,
    /// The resources in the order in which Heat creates them; empty if they need each other in a circle.
    pub order: Vec<String>,
}

/// No types: what implements a resource is asked of [`Implementations`].
struct NoTypes;

impl ResourceTypes for NoTypes {
    fn find(&self, _name: &str) -> Option<&ResourceType> {
        None
    }
}

/// Validates a template whose parameters have been read without faults.
#[must_use]
pub fn validate(template: &Template, setting: Setting<'_>) -> Validated {
    let mut faults = template.check_sections();
    if !faults.is_empty() {
        // What is no section, or no resource, would be reported once more.
        return Validated { faults, ..Validated::default() };
    }
    let Setting { parameters, stack: identity, implementations, files, all_files, strict, customs } = setting;
    let attributes = KnownAttributes::new();
    let content =
        |name: &str| files.get(name).and_then(Data::as_known).and_then(Value::as_str).map(str::to_owned);
    let surroundings = Surroundings {
        stack: identity,
        parameters,
        files: &content,
        types: &NoTypes,
        attributes: &attributes,
    };
    let offline = Offline::new(template, surroundings);
    let stack = Planned::new(&offline, all_files);
    let conditions =
        Conditions::new(template.keys().conditions.unwrap_or_default(), template.conditions_section());
    let scope = Scope::new(template.version(), Some(&stack), &conditions);

    faults.extend(parameters.faults(strict, customs));
    let groups = template.keys().parameter_groups.and_then(|section| template.section(section));
    faults.extend(parameters.group_faults(groups));
    faults.append(&mut conditions.validate(&scope));
    let (mut definitions, mut wrong) = definitions(template, &scope);
    faults.append(&mut wrong);
    definitions.retain(|definition| definition.is_enabled != Some(false));

    let resources = implement(&scope, definitions, implementations, customs, &mut faults);
    stack.plan(resources.iter().map(|(definition, found)| (definition.name.as_str(), found.as_ref())));
    let mut validation = Validation { template, scope: &scope, strict, customs, faults };
    let names = resources.iter().map(|(definition, _)| definition);
    validation.faults.extend(duplicate_names(names, parameters));
    let mut dependencies = validation.stated(&offline, &resources);
    let parts = resources.iter().flat_map(|(definition, _)| definition.parts().map(|(_, part)| part));
    validation.faults.extend(uncollectable(&scope, parts));
    let (outputs, mut wrong) = outputs(template, &scope);
    validation.faults.append(&mut wrong);
    if !resources.is_empty() {
        validation.faults.extend(uncollectable_outputs(&scope, &outputs));
    }
    let mut order = validation.order(&dependencies);
    let planned = validation.plan(&resources);
    if strict && by_value::add(&mut dependencies, &planned, &mut validation.faults) {
        order = validation.order(&dependencies);
    }
    validation.resources(&planned, &order);
    for output in &outputs {
        validation.output(output);
    }
    let mut faults = validation.faults;
    faults.dedup();
    Validated { faults, dependencies, order }
}

fn not_iterable(path: Vec<String>, class: &str) -> Exception {
    let message = format!("'{class}' object is not iterable");
    let error = "TypeError".to_owned();
    Exception::StackValidationFailed(Box::new(Wrong { error, path, message }))
}

/// The attributes that Heat cannot collect, because of what their names or paths are.
fn uncollectable<'s>(scope: &Scope<'_>, parts: impl Iterator<Item = &'s Snippet>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for reference in parts.flat_map(|part| attribute_references(scope, part)) {
        let steps = reference.attribute.as_deref().unwrap_or_default();
        let odd = steps.iter().chain([&reference.resource]).find_map(|step| match step {
            Data::Known(Value::List(_)) | Data::List(_) => Some("unhashable type: 'list'".to_owned()),
            Data::Known(Value::Map(_)) | Data::Map(_) => Some("unhashable type: 'dict'".to_owned()),
            _ => None,
        });
        let exists = matches!(&reference.resource, Data::Known(Value::String(name))
            if scope.stack.is_some_and(|stack| stack.resource(name).is_some()));
        let odd = odd.or_else(|| match steps {
            [Data::Known(step)] if exists && step.as_str().is_none() => {
                Some(format!("'{}' object is not subscriptable", type_name(step)))
            }
            _ => None,
        });
        faults.extend(odd.map(|message| Fault::at(reference.span, Exception::type_error(message))));
    }
    faults
}

/// As [`uncollectable`], of outputs: there Heat looks at the names of resources only now.
fn uncollectable_outputs(scope: &Scope<'_>, outputs: &[Output]) -> Vec<Fault> {
    let parts = || outputs.iter().filter_map(|output| output.value.as_ref());
    let attributes = uncollectable(scope, parts());
    if !attributes.is_empty() {
        return attributes;
    }
    let wrong = parts().flat_map(|part| references(scope, part, &Path::root("")).1);
    let is_type_error =
        |fault: &Fault| matches!(fault.exception, Exception::Python(PythonClass::TypeError, _));
    wrong.filter(is_type_error).collect()
}

/// A resource, with what implements it.
type Resource<'a> = (Definition, Option<Implementation<'a>>);

/// A resource, with its properties resolved.
struct PlannedResource<'a> {
    definition: &'a Definition,
    implementation: &'a Implementation<'a>,
    evaluator: Rc<Evaluator<'a>>,
    data: PropertyData,
    customs: &'a dyn CustomConstraints,
    translates: Cell<bool>,
    /// The values that are compared with those of other resources.
    values: RefCell<HashMap<&'static str, by_value::Read>>,
}

impl PlannedResource<'_> {
    fn reader(&self) -> Reader<'_> {
        Reader {
            evaluator: &self.evaluator,
            data: &self.data,
            customs: self.customs,
            description: self.definition.description.as_deref(),
            translates: &self.translates,
        }
    }
}

struct Validation<'a, 's> {
    template: &'a Template,
    scope: &'a Scope<'s>,
    strict: bool,
    customs: &'a dyn CustomConstraints,
    faults: Vec<Fault>,
}

impl<'a> Validation<'a, '_> {
    /// The dependencies that the template states.
    fn stated(&mut self, offline: &Offline<'_>, resources: &[Resource<'_>]) -> Dependencies {
        let lax: IndexSet<&str> = resources
            .iter()
            .filter(|(_, found)| found.as_ref().is_some_and(|found| !found.schema.strict_dependency))
            .map(|(definition, _)| definition.name.as_str())
            .collect();
        let definitions = resources.iter().map(|(definition, _)| definition);
        let is_strict = |definition: &Definition| !lax.contains(definition.name.as_str());
        let (dependencies, mut wrong) =
            Dependencies::stated(definitions, &offline.names(), self.scope, is_strict);
        self.faults.append(&mut wrong);
        dependencies
    }

    /// The order of creation; empty, with a fault, if there is none.
    fn order(&mut self, dependencies: &Dependencies) -> Vec<String> {
        match dependencies.order() {
            Ok(order) => order.into_iter().map(str::to_owned).collect(),
            Err(cycle) => {
                let exception = Exception::CircularDependency(cycle.resources);
                self.faults.push(Fault::at(cycle.span, exception));
                Vec::new()
            }
        }
    }

    fn plan(&self, resources: &'a [Resource<'a>]) -> IndexMap<&'a str, PlannedResource<'a>> {
        // A catalogue has one schema for all resources of a type.
        let mut evaluators: HashMap<*const ResourceType, Rc<Evaluator<'a>>> = HashMap::new();
        let implemented =
            resources.iter().filter_map(|(definition, found)| Some((definition, found.as_ref()?)));
        let planned = implemented.map(|(definition, implementation)| {
            let schema: &'a ResourceType = &implementation.schema;
            let evaluator = evaluators
                .entry(std::ptr::from_ref(schema))
                .or_insert_with(|| Rc::new(Evaluator::new(schema)));
            let planned = PlannedResource {
                definition,
                implementation,
                evaluator: Rc::clone(evaluator),
                data: PropertyData::new(self.scope, definition.properties.as_ref()),
                customs: self.customs,
                translates: Cell::new(true),
                values: RefCell::default(),
            };
            (definition.name.as_str(), planned)
        });
        planned.collect()
    }

    /// Validates all resources, in the order of creation where there is one.
    fn resources(&mut self, planned: &IndexMap<&str, PlannedResource<'_>>, order: &[String]) {
        if order.is_empty() {
            planned.values().for_each(|resource| self.resource(resource));
        }
        for resource in order.iter().filter_map(|name| planned.get(name.as_str())) {
            self.resource(resource);
        }
    }

    fn resource(&mut self, resource: &PlannedResource<'_>) {
        let PlannedResource { definition, implementation, .. } = resource;
        if definition.external_id.is_some() {
            return;
        }
        if let Some(reason) = &implementation.unusable {
            let exception = Exception::validation(Vec::new(), reason.clone());
            self.faults.push(Fault::at(definition.resource_type.1, exception));
            return;
        }
        let keys = self.template.keys();
        let names = &keys.resource;
        let around = [keys.resources, &definition.name].map(str::to_owned);
        let within = |section: &str| vec![around[0].clone(), around[1].clone(), section.to_owned()];
        let known = self.faults.len();
        for (key, part) in [
            (names.properties, &definition.properties),
            (names.metadata, &definition.metadata),
            (names.update_policy, &definition.update_policy),
        ] {
            self.functions(&around, key, part.as_ref());
        }
        if definition.deletion_policy == Some(DeletionPolicy::Snapshot) && !implementation.snapshots {
            let message = "\"Snapshot\" deletion policy not supported";
            let exception = Exception::validation(within(names.deletion_policy), message);
            self.faults.push(Fault::at(definition.span, exception));
        }
        if self.faults.len() > known {
            // A function that is wrong has no value either.
            return;
        }
        let properties = definition.properties.as_ref().filter(|_| !implementation.any_property);
        let parts = [definition.update_policy.as_ref(), properties];
        if let Some((call, span)) = parts.into_iter().find_map(called) {
            // Heat cannot go through the keys of a function.
            self.faults.push(Fault::at(span, not_iterable(around.to_vec(), call)));
            return;
        }
        self.update_policy(resource, &within(names.update_policy));
        if implementation.any_property {
            return;
        }
        let span = definition.properties.as_ref().map_or(definition.span, |properties| properties.span);
        let errors = resource.reader().errors(self.strict);
        self.faults.extend(faults(errors, &within(names.properties), span));
    }

    fn update_policy(&mut self, resource: &PlannedResource<'_>, around: &[String]) {
        let PlannedResource { definition, implementation, .. } = resource;
        let schemas = &implementation.schema.update_policy;
        if definition.update_policy.is_none() && !schemas.values().any(|schema| schema.required) {
            return;
        }
        let data = PropertyData::new(self.scope, definition.update_policy.as_ref());
        let policy = Reader {
            evaluator: &Evaluator::of_properties(schemas),
            data: &data,
            customs: self.customs,
            description: None,
            translates: &Cell::new(true),
        };
        let span = definition.update_policy.as_ref().map_or(definition.span, |policy| policy.span);
        self.faults.extend(faults(policy.errors(true), around, span));
    }

    /// Checks the functions of a part of a resource or an output.
    fn functions(&mut self, around: &[String], key: &str, part: Option<&Snippet>) {
        let Some(part) = part else { return };
        let mut wrong = Vec::new();
        snippet::validate_below(self.scope, part, key, &mut wrong);
        self.faults.extend(wrong.into_iter().map(|fault| fault.within(around)));
    }

    fn output(&mut self, output: &Output) {
        let keys = self.template.keys();
        let around = [keys.outputs, &output.name].map(str::to_owned);
        self.functions(&around, output.value_step(keys), output.value.as_ref());
    }
}
