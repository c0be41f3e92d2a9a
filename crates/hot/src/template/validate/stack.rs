//! Validating a template, its resources, and the templates of the stacks that they create.

use std::collections::HashSet;

use heat_hot_language::GroupKind;
use heat_model::Value;
use heat_model::custom_constraint::CustomConstraints;
use heat_model::python::type_name;
use indexmap::IndexMap;

use super::facade::misfit;
use super::generated::{AttributeUses, Members, Unreadable, unreadable_first, unreadable_of};
use super::implementations::{Resource, implement};
use super::nested_stack::{Child, MAX_RESOURCES, too_many_resources};
use super::nested_template::MADE_TEMPLATE;
use super::nesting::{Nesting, Parent};
use super::planned_resource::PlannedResource;
use super::planned_stack::PlannedStack;
use super::resource::{Validation, plan};
use super::setting::{NestedStacks, Setting};
use super::value_dependencies;
use crate::conditions::Conditions;
use crate::fault::{Exception, Problem, Stage};
use crate::function::{attribute_references, references};
use crate::scope::Scope;
use crate::snippet::{Path, Snippet};
use crate::template::Template;
use crate::template::definition::{Definition, definitions, duplicate_names};
use crate::template::implementation::Implementation;
use crate::template::known::KnownAttributes;
use crate::template::offline::{Inputs, Offline};
use crate::template::order::Dependencies;
use crate::template::output::{Output, outputs};
use crate::{Data, Fault};

/// Result of validating a template.
#[derive(Debug, Clone, Default)]
pub struct Validated {
    /// All errors, in Heat's order.
    pub faults: Vec<Fault>,
    /// Dependencies between the resources, including those that Heat adds.
    pub dependencies: Dependencies,
    /// Names of the resources, in the order in which Heat creates them; empty if they form a cycle.
    pub order: Vec<String>,
}

/// Validates a template whose parameters were read without errors.
#[must_use]
pub fn validate(template: &Template, setting: Setting<'_>) -> Validated {
    let attributes = KnownAttributes::new();
    check(template, setting, &attributes, &Nesting::default()).validated
}

/// Keeps the first error in the definition of each condition: everything that uses the condition reports the same error again.
fn once_per_condition(faults: &mut Vec<Fault>) {
    let mut seen = HashSet::new();
    faults.retain(|fault| {
        let problem = fault.exception.problem();
        let is_condition = matches!(
            problem,
            Problem::InvalidCondition | Problem::UnknownCondition | Problem::CircularCondition
        );
        let place = fault.span.map(|span| (span.start, span.end)).filter(|_| fault.source.is_none());
        !is_condition || place.is_none_or(|place| seen.insert((problem, place)))
    });
}

/// The error for too many resources, at the first one that exceeds the limit.
fn excess_resources(template: &Template) -> Option<Fault> {
    let exception = too_many_resources(template)?;
    let entry = template.entries(template.keys().resources)?.iter().nth(MAX_RESOURCES)?;
    let help = format!(
        "a stack can have {MAX_RESOURCES} resources, unless its cloud sets `max_resources_per_stack`: move some to a nested template"
    );
    Some(Fault::at(entry.key.span, exception).with_help(help))
}

/// A validated template, with its parsed parts.
pub(crate) struct CheckedTemplate<'a> {
    pub(crate) offline: Offline<'a>,
    pub(crate) conditions: Conditions<'a>,
    pub(crate) resources: Vec<Resource<'a>>,
    pub(crate) outputs: Vec<Output>,
    pub(crate) validated: Validated,
}

/// Validates a template.
pub(crate) fn check<'a>(
    template: &'a Template,
    setting: Setting<'a>,
    attributes: &'a KnownAttributes,
    nesting: &'a Nesting,
) -> CheckedTemplate<'a> {
    let Setting { parameters, stack, surroundings, .. } = setting;
    let inherited = nesting.inherited.as_ref();
    let inputs = Inputs { stack, parameters, surroundings, attributes, inherited };
    let offline = Offline::new(template, inputs);
    let conditions =
        Conditions::new(template.keys().conditions.unwrap_or_default(), template.conditions_section());
    let planned = PlannedStack::new(&offline, inputs, setting.strict);
    let scope = Scope::new(template.version(), Some(&planned), &conditions).with_budget(&nesting.budget);
    let faults = template.check_sections();
    let is_section = |fault: &Fault| matches!(fault.exception, Exception::InvalidTemplateSection(_));
    let (resources, outputs, validated) = if faults.iter().all(is_section) {
        checked_parts(template, setting, nesting, &offline, &planned, &scope, faults)
    } else {
        // Resources with a wrong form would be reported again.
        (Vec::new(), Vec::new(), Validated { faults, ..Validated::default() })
    };
    CheckedTemplate { offline, conditions, resources, outputs, validated }
}

/// Validates the parts of a template whose sections are valid.
fn checked_parts<'a>(
    template: &Template,
    setting: Setting<'a>,
    nesting: &Nesting,
    offline: &Offline<'a>,
    planned: &PlannedStack<'_, 'a>,
    scope: &Scope<'_>,
    mut faults: Vec<Fault>,
) -> (Vec<Resource<'a>>, Vec<Output>, Validated) {
    let Setting { parameters, surroundings, strict, customs, .. } = setting;
    if nesting.depth == 0 {
        faults.extend(excess_resources(template));
    }
    faults.extend(parameters.faults(strict, customs));
    let groups = template.keys().parameter_groups.and_then(|section| template.section(section));
    faults.extend(parameters.group_faults(groups));
    faults.append(&mut scope.conditions.validate(scope));
    let (mut definitions, mut wrong) = definitions(template, scope);
    faults.append(&mut wrong);
    definitions.retain(|definition| definition.is_enabled != Some(false));

    planned.name(definitions.iter().map(|definition| definition.name.as_str()));
    let resources = implement(scope, definitions, surroundings, customs, &mut faults);
    let implemented =
        || resources.iter().map(|(definition, found)| (definition.name.as_str(), found.as_ref()));
    offline.define(implemented());
    planned.define(implemented());
    let (in_cycles, wrong_references) = (HashSet::new(), HashSet::new());
    let mut validation = Validation {
        template,
        scope,
        setting,
        nesting,
        resources: &resources,
        faults,
        in_cycles,
        wrong_references,
    };
    let names = resources.iter().map(|(definition, _)| definition);
    validation.faults.extend(duplicate_names(names, parameters));
    let mut dependencies = validation.stated(offline, &resources);
    // Heat finds a cycle when every remaining resource waits for another. If that is so from the start, it does so before it
    // looks at attributes and outputs.
    let blocked = dependencies.is_blocked().then(|| validation.order(&dependencies));
    let parts = resources.iter().flat_map(|(definition, _)| definition.parts().map(|(_, part)| part));
    validation.faults.extend(uncollectable(scope, parts));
    let (outputs, mut wrong) = outputs(template, scope);
    validation.faults.append(&mut wrong);
    if !resources.is_empty() {
        validation.faults.extend(uncollectable_outputs(scope, &outputs));
    }
    let mut order = blocked.unwrap_or_else(|| validation.order(&dependencies));
    let stated = dependencies.clone();
    let plan = plan(scope, customs, &resources);
    let has_added = strict && value_dependencies::add(&mut dependencies, &plan, &mut validation.faults);
    if has_added {
        order = validation.order(&dependencies);
    }
    validation.resources(&plan, &order, &AttributeUses::new(scope, &resources, &outputs));
    for output in &outputs {
        validation.output(output);
    }
    // The code that follows needs memory as well.
    drop(plan);
    if strict {
        dependencies = created_by_convergence(stated, (scope, customs), planned, &resources);
        if let Ok(created) = dependencies.order() {
            order = created.into_iter().map(str::to_owned).collect();
        }
    }
    let mut faults = validation.faults;
    faults.dedup();
    once_per_condition(&mut faults);
    (resources, outputs, Validated { faults, dependencies, order })
}

/// Dependencies by which convergence, the default engine, creates the resources. It computes them once the stack is stored, when the
/// ID of each resource is its name; while the stack is validated, those of some types are null.
fn created_by_convergence(
    mut stated: Dependencies,
    (scope, customs): (&Scope<'_>, &dyn CustomConstraints),
    planned: &PlannedStack<'_, '_>,
    resources: &[Resource<'_>],
) -> Dependencies {
    planned.set_stored(true);
    // Errors of plug-ins are ignored then.
    value_dependencies::add(&mut stated, &plan(scope, customs, resources), &mut Vec::new());
    planned.set_stored(false);
    stated
}

impl Validation<'_, '_> {
    /// Validates all resources, in the order of creation if there is one.
    fn resources(
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
        // A resource that may never be created may never fail.
        let is_possible =
            self.setting.nested == NestedStacks::WhenCreated && resource.definition.is_enabled.is_none();
        for fault in self.faults.iter_mut().skip(known).filter(|_| is_possible) {
            fault.noticed = Some(Stage::PossibleCreation);
        }
    }

    /// Validates a resource for the request that the setting describes.
    fn as_planned(&mut self, resource: &PlannedResource<'_>, uses: &AttributeUses) {
        if self.setting.nested == NestedStacks::LeftOut {
            return self.own(resource);
        }
        let (definition, implementation) = (resource.definition, resource.implementation);
        if implementation.does_nothing() {
            // The plug-in of the type validates nothing.
            return;
        }
        let maker = GroupKind::of(&implementation.schema.name).filter(|_| implementation.template.is_none());
        let known = self.faults.len();
        self.own(resource);
        if let Some(found) = maker.and_then(|maker| unreadable_first(maker, &resource.reader())) {
            // The same error may have been found again; it is reported where Heat finds it first.
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
        match reads.and_then(|maker| unreadable_of(maker, &resource.reader(), scope, properties)) {
            Some(found) => {
                let fault = self.unreadable(definition, &found);
                self.faults.push(fault);
            }
            None if self.setting.nested == NestedStacks::WhenCreated => {}
            None => self.nested(definition, implementation, uses),
        }
    }

    /// Wraps the error about a property that Heat cannot read to create a stack.
    fn unreadable(&self, definition: &Definition, found: &Unreadable) -> Fault {
        let name = &definition.name;
        let step = if found.is_within { format!("{name}<{MADE_TEMPLATE}>") } else { name.clone() };
        let path = vec![self.template.keys().resources.to_owned(), step];
        let (error, message) = (found.exception.class(), found.exception.to_string());
        let exception = Exception::validation_error(error, found.exception.problem(), path, message);
        Fault::at(found.span.unwrap_or(definition.span), exception)
    }

    /// Validates the stack that a resource creates.
    fn nested(&mut self, definition: &Definition, implementation: &Implementation<'_>, uses: &AttributeUses) {
        let Self { template, scope, setting, nesting, resources, .. } = self;
        let attributes = KnownAttributes::new();
        let parent = Parent {
            template,
            setting,
            nesting,
            scope,
            resources,
            members: Members::First,
            uses,
            known: &attributes,
        };
        let child = parent.child(definition, implementation, NestedStacks::Validated, |child, faults| {
            let Child { template, setting, nesting, .. } = child;
            faults.extend(check(template, setting, &attributes, nesting).validated.faults);
        });
        if let Some((_, faults)) = child {
            self.faults.extend(faults);
        }
        self.faults.extend(self.misfit(definition, implementation));
    }

    /// The error for a nested template that is not compatible with the type that it replaces.
    fn misfit(&self, definition: &Definition, implementation: &Implementation<'_>) -> Option<Fault> {
        let template = implementation.template.as_deref()?;
        let (word, span) = &definition.resource_type;
        let facade = self.setting.surroundings.facade(word, &definition.name, template)?;
        let exception = misfit(word, &facade.schema, &implementation.schema)?;
        Some(Fault::at(*span, exception))
    }
}

/// The errors for attributes that Heat cannot collect, because their names or paths have the wrong type.
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
        faults.extend(odd.map(|message| {
            Fault::at(reference.span, Exception::type_error(Problem::FunctionValue, message))
        }));
    }
    faults
}

/// Like [`uncollectable`], for outputs: Heat also checks the names of resources here.
fn uncollectable_outputs(scope: &Scope<'_>, outputs: &[Output]) -> Vec<Fault> {
    let parts = || outputs.iter().filter_map(|output| output.value.as_ref());
    let attributes = uncollectable(scope, parts());
    if !attributes.is_empty() {
        return attributes;
    }
    // Heat stops at the first invalid reference of an output. References to missing resources are reported when the output is
    // validated.
    let wrong = parts().filter_map(|part| references(scope, part, &Path::root("")).1.into_iter().next());
    let is_left = |fault: &Fault| {
        matches!(
            fault.exception,
            Exception::InvalidTemplateReference { .. } | Exception::InvalidTemplateAttribute { .. }
        )
    };
    wrong.filter(|fault| !is_left(fault)).collect()
}
