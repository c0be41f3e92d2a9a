//! Validating a template as Heat does before it creates a stack: `Stack.validate`, without what single plug-ins add.
//!
//! The steps are Heat's, in Heat's order: sections, parameters, groups of parameters, conditions, definitions, types, names,
//! references, resources in the order of creation and with each the stack that it creates, outputs. Heat stops at the first
//! error; here all are reported, Heat's first.

mod by_value;
mod child_environment;
mod collect;
mod facade;
mod implement;
mod made;
mod nested;
mod origin;
mod planned;
mod properties;
mod property_help;
mod resource;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use heat_model::custom_constraint::CustomConstraints;

use self::collect::{uncollectable, uncollectable_outputs};
use self::implement::implement;
pub(crate) use self::made::{AttributeUses, Members};
pub(crate) use self::nested::{Child, Nesting, Parent};
use self::nested::{MAX_RESOURCES, too_many_resources};
pub(crate) use self::origin::nested_attributes;
use self::planned::Planned;
use self::resource::{PlannedResource, Validation};
use super::Template;
use super::definition::{Definition, definitions, duplicate_names};
use super::implementation::Implementation;
use super::known::KnownAttributes;
use super::offline::{Inputs, Offline};
use super::order::Dependencies;
use super::output::{Output, outputs};
use super::surroundings::Surroundings;
use crate::Fault;
use crate::conditions::Conditions;
use crate::fault::{Exception, Problem};
use crate::parameter::{ParameterSet, StackIdentity};
use crate::scope::Scope;

/// What a template is validated with.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The parameters, with their values.
    pub parameters: &'a ParameterSet,
    /// What implements the resources, and the files.
    pub surroundings: &'a dyn Surroundings,
    /// The identity of the stack, if it is known; then the parameters have been read with it.
    pub stack: Option<&'a StackIdentity>,
    /// Whether the values of parameters and properties are validated, as before a stack is created. The API that only
    /// validates leaves them out.
    pub strict: bool,
    /// What becomes of the stacks that resources create.
    pub nested: NestedStacks,
    /// The custom constraints.
    pub customs: &'a dyn CustomConstraints,
}

impl Setting<'_> {
    /// The same for the request that only validates a template.
    #[must_use]
    pub fn of_validation_request(self) -> Self {
        Self { strict: false, nested: NestedStacks::LeftOut, ..self }
    }
}

/// What becomes of nested stacks when a template is validated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NestedStacks {
    /// They are validated, as before the stack is created.
    Validated,
    /// They are left out, as where only the definitions of resources are validated.
    LeftOut,
    /// Each is validated when it is created: that is how the stack of a resource is validated when its turn comes. Resources
    /// are validated as with [`Validated`](Self::Validated), the stacks that they create are not.
    WhenCreated,
}

/// What validation finds.
#[derive(Debug, Clone, Default)]
pub struct Validated {
    /// All mistakes, in Heat's order.
    pub faults: Vec<Fault>,
    /// What needs what, including what Heat adds.
    pub dependencies: Dependencies,
    /// The resources in the order in which Heat creates them; empty if they form a cycle.
    pub order: Vec<String>,
}

/// Validates a template whose parameters have been read without faults.
#[must_use]
pub fn validate(template: &Template, setting: Setting<'_>) -> Validated {
    let attributes = KnownAttributes::new();
    check(template, setting, &attributes, &Nesting::default(), |checked| checked.validated)
}

/// Leaves the first error in the definition of each condition: everything that uses it meets the same again.
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

/// More resources than a template can have, at the first that is one too many.
fn excess_resources(template: &Template) -> Option<Fault> {
    let exception = too_many_resources(template)?;
    let entry = template.entries(template.keys().resources)?.iter().nth(MAX_RESOURCES)?;
    let help = format!(
        "a stack can have {MAX_RESOURCES} resources, unless its cloud sets `max_resources_per_stack`: move some to a nested template"
    );
    Some(Fault::at(entry.key.span, exception).with_help(help))
}

/// A resource, with what implements it.
pub(crate) type Resource<'a> = (Definition, Option<Implementation<'a>>);

/// A template that has been validated, with what was read of it.
pub(crate) struct Checked<'o, 'a> {
    pub(crate) offline: &'o Offline<'a>,
    pub(crate) conditions: &'o Conditions<'a>,
    pub(crate) resources: &'o [Resource<'a>],
    pub(crate) outputs: &'o [Output],
    pub(crate) validated: Validated,
}

/// Validates a template, and goes on with what was read of it.
pub(crate) fn check<'a, T>(
    template: &'a Template,
    setting: Setting<'a>,
    attributes: &'a KnownAttributes,
    nesting: &'a Nesting,
    finish: impl FnOnce(Checked<'_, 'a>) -> T,
) -> T {
    let Setting { parameters, stack, surroundings, strict, customs, .. } = setting;
    let inherited = nesting.inherited.as_ref();
    let inputs = Inputs { stack, parameters, surroundings, attributes, inherited };
    let offline = Offline::new(template, inputs);
    let planned = Planned::new(&offline, inputs, strict);
    let conditions =
        Conditions::new(template.keys().conditions.unwrap_or_default(), template.conditions_section());
    let scope = Scope::new(template.version(), Some(&planned), &conditions).with_budget(&nesting.budget);

    let mut faults = template.check_sections();
    let is_section = |fault: &Fault| matches!(fault.exception, Exception::InvalidTemplateSection(_));
    if !faults.iter().all(is_section) {
        // What is no resource would be reported once more.
        let validated = Validated { faults, ..Validated::default() };
        let (offline, conditions) = (&offline, &conditions);
        return finish(Checked { offline, conditions, resources: &[], outputs: &[], validated });
    }
    if nesting.depth == 0 {
        faults.extend(excess_resources(template));
    }
    faults.extend(parameters.faults(strict, customs));
    let groups = template.keys().parameter_groups.and_then(|section| template.section(section));
    faults.extend(parameters.group_faults(groups));
    faults.append(&mut conditions.validate(&scope));
    let (mut definitions, mut wrong) = definitions(template, &scope);
    faults.append(&mut wrong);
    definitions.retain(|definition| definition.is_enabled != Some(false));

    planned.name(definitions.iter().map(|definition| definition.name.as_str()));
    let resources = implement(&scope, definitions, surroundings, customs, &mut faults);
    let implemented =
        || resources.iter().map(|(definition, found)| (definition.name.as_str(), found.as_ref()));
    offline.define(implemented());
    planned.define(implemented());
    let (in_cycles, wrong_references) = (HashSet::new(), HashSet::new());
    let mut validation = Validation {
        template,
        scope: &scope,
        setting,
        nesting,
        resources: &resources,
        faults,
        in_cycles,
        wrong_references,
    };
    let names = resources.iter().map(|(definition, _)| definition);
    validation.faults.extend(duplicate_names(names, parameters));
    let mut dependencies = validation.stated(&offline, &resources);
    // Heat meets a circle when no resource is left to go on with, and looks at attributes and outputs from the first one.
    let blocked = dependencies.is_blocked().then(|| validation.order(&dependencies));
    let parts = resources.iter().flat_map(|(definition, _)| definition.parts().map(|(_, part)| part));
    validation.faults.extend(uncollectable(&scope, parts));
    let (outputs, mut wrong) = outputs(template, &scope);
    validation.faults.append(&mut wrong);
    if !resources.is_empty() {
        validation.faults.extend(uncollectable_outputs(&scope, &outputs));
    }
    let mut order = blocked.unwrap_or_else(|| validation.order(&dependencies));
    let plan = validation.plan(&resources);
    if strict && by_value::add(&mut dependencies, &plan, &mut validation.faults) {
        order = validation.order(&dependencies);
    }
    validation.resources(&plan, &order, &AttributeUses::new(&scope, &resources, &outputs));
    for output in &outputs {
        validation.output(output);
    }
    // What comes after this needs memory too.
    drop(plan);
    let mut faults = validation.faults;
    faults.dedup();
    once_per_condition(&mut faults);
    let validated = Validated { faults, dependencies, order };
    let (offline, conditions, resources) = (&offline, &conditions, resources.as_slice());
    finish(Checked { offline, conditions, resources, outputs: &outputs, validated })
}
