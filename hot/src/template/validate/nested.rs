//! The stacks that resources create: those of nested templates.
//!
//! Follows `StackResource` and `TemplateResource` of Heat's `heat.engine.resources`.

use heat_model::python::{str_of, type_name};
use heat_model::{PropertyType, ResourceType, Value};
use indexmap::IndexMap;

use super::{NestedStacks, Setting};
use crate::fault::{Exception, PythonClass, Validation};
use crate::parameter::{ParameterInputs, StackIdentity};
use crate::scope::{Budget, Scope};
use crate::snippet::{self, Snippet};
use crate::template::Template;
use crate::template::definition::Definition;
use crate::template::implementation::{Implementation, NestedTemplate};
use crate::template::offline::{Facade, Inherited};
use crate::{Data, Fault};

/// How deep stacks can be nested: Heat's default of `max_nested_stack_depth`.
const MAX_DEPTH: usize = 5;

/// How many resources a template can have: Heat's default of `max_resources_per_stack`.
const MAX_RESOURCES: usize = 1_000;

/// Where a stack stands among those around it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Nesting {
    /// How many stacks are around it.
    depth: usize,
    /// What it shares with them.
    pub(crate) budget: Budget,
    /// What the resource gives it that creates it.
    pub(crate) inherited: Option<Inherited>,
}

/// A stack whose resources create others.
pub(crate) struct Parent<'p, 'a> {
    pub(crate) template: &'p Template,
    pub(crate) setting: &'p Setting<'a>,
    pub(crate) nesting: &'p Nesting,
    /// The scope in which properties are resolved.
    pub(crate) scope: &'p Scope<'p>,
}

/// The stack that a resource creates, as it is read.
pub(crate) struct Child<'c> {
    pub(crate) template: &'c Template,
    pub(crate) setting: Setting<'c>,
    pub(crate) nesting: &'c Nesting,
}

/// The values of the parameters of a nested stack.
#[derive(Default)]
struct ParameterValues {
    known: IndexMap<String, Value>,
    /// Those of which nothing is known, or only a part.
    unknown: IndexMap<String, Data>,
}

impl Parent<'_, '_> {
    /// Reads the stack that a resource creates; none if it creates none. All that is wrong with making it comes with it, and
    /// what is wrong with the stack itself has to be added by `read`.
    pub(crate) fn child<T>(
        &self,
        definition: &Definition,
        implementation: &Implementation<'_>,
        nested: NestedStacks,
        read: impl FnOnce(Child<'_>, &mut Vec<Fault>) -> T,
    ) -> Option<(Option<T>, Vec<Fault>)> {
        let found = implementation.template.as_deref()?;
        let mut faults = Vec::new();
        let child = self.read(definition, implementation, found, nested, read, &mut faults);
        let step = format!("{}<{}>", definition.name, found.name);
        let around = [self.template.keys().resources.to_owned(), step];
        let source = found.template.source();
        let child = child.map_err(|exception| faults.push(Fault::from(exception))).ok();
        let faults = faults.into_iter().map(|fault| {
            let (source, span) = match fault.span {
                Some(span) => (source, span),
                None => (self.template.source(), definition.span),
            };
            wrapped(fault, &around).or_at(span).in_file(source)
        });
        Some((child, faults.collect()))
    }

    fn read<T>(
        &self,
        definition: &Definition,
        implementation: &Implementation<'_>,
        found: &NestedTemplate,
        nested: NestedStacks,
        read: impl FnOnce(Child<'_>, &mut Vec<Fault>) -> T,
        faults: &mut Vec<Fault>,
    ) -> Result<T, Exception> {
        let template = &found.template;
        let values = self.parameter_values(definition, &implementation.schema)?;
        if self.nesting.depth >= MAX_DEPTH {
            let message = format!("Recursion depth exceeds {MAX_DEPTH}.");
            return Err(Exception::RequestLimitExceeded(message));
        }
        let surroundings = self.setting.surroundings.nested(&definition.name, Some(found))?;
        let resources =
            template.entries(template.keys().resources).map_or(0, |entries| entries.iter().count());
        if resources > MAX_RESOURCES {
            let message = "Maximum resources per stack exceeded.".to_owned();
            return Err(Exception::RequestLimitExceeded(message));
        }
        // A nested stack takes some work, even without resources.
        self.nesting.budget.nest(resources + 1)?;
        let stack = self.setting.stack.map(|stack| StackIdentity {
            project: stack.project.clone(),
            name: format!("{}-{}", stack.name, definition.name),
            id: "None".to_owned(),
        });
        let defaults = surroundings.parameter_defaults().clone();
        let (parameters, mut wrong) =
            template.parameters(stack.as_ref(), &ParameterInputs { values: values.known, defaults });
        faults.append(&mut wrong);
        let inherited = Inherited { values: values.unknown, facade: self.facade(definition) };
        let nesting = Nesting {
            depth: self.nesting.depth + 1,
            budget: self.nesting.budget.clone(),
            inherited: Some(inherited),
        };
        let setting = Setting {
            parameters: &parameters,
            surroundings: &*surroundings,
            stack: stack.as_ref(),
            strict: false,
            nested,
            customs: self.setting.customs,
        };
        Ok(read(Child { template, setting, nesting: &nesting }, faults))
    }

    /// The values of the parameters.
    fn parameter_values(
        &self,
        definition: &Definition,
        schema: &ResourceType,
    ) -> Result<ParameterValues, Exception> {
        let mut found = ParameterValues::default();
        for (name, property) in &schema.properties {
            let given = definition.properties.as_ref().and_then(|properties| properties.get(name));
            let data = given.map(|given| snippet::resolve_nullable(self.scope, given));
            // What is wrong with the property is reported there.
            let Some(Ok(Some(data))) = data else { continue };
            match data {
                Data::Known(Value::Null) => {}
                Data::Known(Value::List(items)) if property.property_type == PropertyType::List => {
                    found.known.insert(name.clone(), delimited(&items)?.into());
                }
                Data::Known(value) => _ = found.known.insert(name.clone(), value),
                data => _ = found.unknown.insert(name.clone(), data),
            }
        }
        Ok(found)
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

/// The text that a list becomes: the value of a `comma_delimited_list`.
fn delimited(items: &[Value]) -> Result<String, Exception> {
    if let Some(Value::Map(_)) = items.first() {
        let members = items.iter().enumerate().flat_map(|(index, item)| {
            let entries = item.as_map().into_iter().flatten();
            entries.map(move |(key, value)| format!(".member.{index}.{key}={}", str_of(value)))
        });
        return Ok(members.collect::<Vec<_>>().join(","));
    }
    let texts = items.iter().enumerate().map(|(index, item)| match item {
        Value::Null => Ok(""),
        Value::String(text) => Ok(text.as_str()),
        other => {
            let kind = type_name(other);
            let message = format!("sequence item {index}: expected str instance, {kind} found");
            Err(Exception::type_error(message))
        }
    });
    Ok(texts.collect::<Result<Vec<_>, _>>()?.join(","))
}

/// What Heat makes of an error in a nested stack.
fn wrapped(fault: Fault, around: &[String]) -> Fault {
    let exception = match fault.exception {
        validation @ Exception::StackValidationFailed(_) => validation,
        // These reach the user as they are.
        own @ (Exception::TooLarge
        | Exception::TooManyResources
        | Exception::Python(PythonClass::AssertionError, _)) => own,
        other => Exception::StackValidationFailed(Box::new(Validation {
            error: other.class().to_owned(),
            path: Vec::new(),
            message: other.to_string(),
        })),
    };
    Fault { exception, ..fault }.within(around)
}
