//! The stacks that resources create.
//!
//! Follows `StackResource` and `TemplateResource` of Heat's `heat.engine.resources`.

use std::sync::Arc;

use indexmap::IndexMap;

use super::child_environment::ChildEnvironment;
use super::nested_template::Origin;
use super::nesting::{Nesting, Parent};
use super::setting::{NestedStacks, Setting};
use crate::fault::Exception;
use crate::parameter::{ParameterInputs, StackIdentity};
use crate::snippet::{self, Snippet};
use crate::template::Template;
use crate::template::definition::Definition;
use crate::template::implementation::Implementation;
use crate::template::offline::{Facade, Inheritance};
use crate::template::type_environment::AddedSections;
use crate::{Data, Fault};

/// Maximum depth of nested stacks: Heat's default of `max_nested_stack_depth`.
pub const MAX_DEPTH: usize = 5;

/// Maximum number of resources in a template: Heat's default of `max_resources_per_stack`.
pub(super) const MAX_RESOURCES: usize = 1_000;

/// The exception of Heat for a template with too many resources, whether or not conditions remove some.
pub(super) fn too_many_resources(template: &Template) -> Option<Exception> {
    let count = template.entries(template.keys().resources).map_or(0, |entries| entries.iter().count());
    let message = "Maximum resources per stack exceeded.".to_owned();
    (count > MAX_RESOURCES).then_some(Exception::RequestLimitExceeded(message))
}

/// Stack that a resource creates, ready to be read.
pub(crate) struct Child<'c> {
    pub(crate) template: &'c Template,
    pub(crate) setting: Setting<'c>,
    pub(crate) nesting: &'c Nesting,
    /// `true` if the stack certainly has a resource: the number of members in a group may be unknown.
    pub(crate) has_members: bool,
}

impl Parent<'_, '_> {
    /// Reads the stack that a resource creates; `None` if it creates none. Returns the errors in creating the stack; errors in
    /// the stack itself have to be added by `read`.
    pub(crate) fn child<T>(
        &self,
        definition: &Definition,
        implementation: &Implementation<'_>,
        nested: NestedStacks,
        read: impl FnOnce(Child<'_>, &mut Vec<Fault>) -> T,
    ) -> Option<(Option<T>, Vec<Fault>)> {
        let origin = match Origin::of(self, definition, implementation, nested)? {
            Ok(origin) => origin,
            Err(fault) => return Some((None, vec![fault.or_at(definition.span)])),
        };
        let mut faults = Vec::new();
        let child = self.read(definition, &origin, nested, read, &mut faults);
        let child = child.map_err(|exception| faults.push(Fault::from(exception))).ok();
        let section = self.template.keys().resources;
        let is_created = nested == NestedStacks::WhenCreated;
        let faults = faults.into_iter().map(|fault| {
            let (source, span) = match fault.span {
                Some(span) => (origin.template().source(), span),
                None => (self.template.source(), definition.span),
            };
            let fault = origin.wrapped(fault, &definition.name, section, is_created).or_at(span);
            // The outermost template is the default source.
            let is_outermost = self.nesting.depth == 0 && Arc::ptr_eq(source, self.template.source());
            if is_outermost { fault } else { fault.in_file(source) }
        });
        Some((child, faults.collect()))
    }

    fn read<T>(
        &self,
        definition: &Definition,
        origin: &Origin,
        nested: NestedStacks,
        read: impl FnOnce(Child<'_>, &mut Vec<Fault>) -> T,
        faults: &mut Vec<Fault>,
    ) -> Result<T, Exception> {
        let (template, values) = (origin.template(), &origin.values);
        if let Some(exception) = &values.wrong {
            return Err(exception.clone());
        }
        if self.nesting.depth >= MAX_DEPTH {
            let message = format!("Recursion depth exceeds {MAX_DEPTH}.");
            return Err(Exception::RequestLimitExceeded(message));
        }
        let environment = ChildEnvironment::new(values)?;
        let added = AddedSections {
            registry: origin.registry.as_ref().or(environment.registry.as_ref()),
            defaults: &environment.defaults,
        };
        let surroundings = self.setting.surroundings.nested(&definition.name, origin.file(), added)?;
        let resources =
            template.entries(template.keys().resources).map_or(0, |entries| entries.iter().count());
        if let Some(exception) = too_many_resources(template) {
            return Err(exception);
        }
        // A nested stack costs some work, even without resources.
        self.nesting.budget.nest(resources + 1)?;
        let stack = self.setting.stack.map(|stack| StackIdentity {
            project: stack.project.clone(),
            name: format!("{}-{}", stack.name, definition.name),
            id: "None".to_owned(),
        });
        let defaults = surroundings.parameter_defaults().clone();
        let inputs = ParameterInputs { values: environment.known, defaults };
        let (parameters, mut wrong) = template.parameters(stack.as_ref(), &inputs);
        faults.append(&mut wrong);
        let inherited = Inheritance { values: environment.unknown, facade: self.facade(definition) };
        let nesting = Nesting {
            depth: self.nesting.depth + 1,
            budget: self.nesting.budget.nested(),
            inherited: Some(inherited),
            is_made: origin.file().is_none(),
        };
        let is_created = nested == NestedStacks::WhenCreated;
        // The Heat that receives the template treats the stack as an outermost one.
        let nested = if is_created && origin.is_remote() { NestedStacks::Validated } else { nested };
        let setting = Setting {
            parameters: &parameters,
            surroundings: &*surroundings,
            stack: stack.as_ref(),
            strict: is_created,
            nested,
            customs: self.setting.customs,
        };
        Ok(read(Child { template, setting, nesting: &nesting, has_members: origin.has_members }, faults))
    }

    fn facade(&self, definition: &Definition) -> Facade {
        let resolved = |part: Option<&Snippet>| {
            let data = part.map(|part| snippet::resolve(self.scope, part));
            let data = data.and_then(Result::ok).filter(|data| data.is_truthy() != Some(false));
            data.unwrap_or_else(|| Data::map(IndexMap::new()))
        };
        let policy = definition.deletion_policy;
        Facade {
            metadata: resolved(definition.metadata.as_ref()),
            deletion_policy: policy
                .map_or(Facade::default().deletion_policy, |policy| Data::from(policy.as_str().to_owned())),
            update_policy: resolved(definition.update_policy.as_ref()),
        }
    }
}
