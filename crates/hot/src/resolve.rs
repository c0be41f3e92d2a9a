//! Resolving a whole template: computes its parameters, conditions, resources and outputs, as far as they are known without a
//! cloud. The template is [validated](crate::template::validate) first.

mod places;
mod resolved;

use std::borrow::Cow;
use std::collections::HashSet;
use std::rc::Rc;

use heat_hot_language::GroupKind;
use indexmap::IndexMap;

use self::places::Places;
use crate::fault::{Exception, Stage};
use crate::function::references;
use crate::plain::key_of;
use crate::scope::Scope;
use crate::snippet::{self, Path, Snippet};
use crate::template::Template;
use crate::template::definition::Definition;
use crate::template::implementation::{Implementation, Schema};
use crate::template::known::KnownAttributes;
use crate::template::offline::{NestedAttributes, Offline};
use crate::template::output::Output;
use crate::template::removal::{Removal, RemovedNames};
use crate::template::type_facts::echoed_attributes;
use crate::template::validate::{
    AttributeUses, Child, Members, NestedStacks, Nesting, Parent, Resource, Setting, check,
    nested_attributes, property_faults_at_creation,
};
use crate::{Data, Fault};

pub use self::resolved::{ImplementedBy, NestedStack, Resolved, ResolvedResource};

/// Resolves a template.
///
/// Parts that cannot be resolved are left out, and their errors are added to the faults.
#[must_use]
pub fn resolve(template: &Template, setting: Setting<'_>, attributes: &KnownAttributes) -> Resolved {
    resolve_within(template, setting, attributes, &Nesting::default())
}

/// Resolves a template with these types alone, and without values for its parameters.
#[cfg(test)]
pub(crate) fn resolve_alone(
    text: &str,
    types: &IndexMap<String, heat_model::ResourceType>,
    known: &KnownAttributes,
) -> Resolved {
    use crate::template::type_environment::TypesAlone;

    let template = Template::read(&heat_yaml::Source::new("test", text)).template.expect("a template");
    let (parameters, _) = template.parameters(None, &crate::parameter::ParameterInputs::default());
    let customs = heat_model::custom_constraint::WithoutCloud::timeless();
    resolve(&template, Setting::new(&parameters, &TypesAlone::new(types), &customs), known)
}

fn resolve_within(
    template: &Template,
    setting: Setting<'_>,
    attributes: &KnownAttributes,
    nesting: &Nesting,
) -> Resolved {
    let checked = check(template, setting, attributes, nesting);
    let scope = Scope::new(template.version(), Some(&checked.offline), &checked.conditions)
        .with_budget(&nesting.budget)
        .identifying(attributes.gives_stand_ins());
    // Values that are unknown get an identity only now: validation did not ask for it.
    checked.conditions.forget_unknown();
    let mut missing = Vec::new();
    let faults = checked.validated.faults.into_iter().filter(|fault| match &fault.exception {
        Exception::UserParameterMissing { name, .. } if setting.parameters.is_declared(name) => {
            missing.push(name.clone());
            false
        }
        _ => true,
    });
    let resolved = Resolved {
        faults: faults.collect(),
        missing,
        order: checked.validated.order,
        dependencies: checked.validated.dependencies,
        ..Resolved::default()
    };
    let mut places = Places::default();
    resolved.faults.iter().for_each(|fault| places.add(fault));
    let uses = AttributeUses::new(&scope, &checked.resources, &checked.outputs);
    let mut resolving =
        Resolving { template, setting, nesting, attributes, scope: &scope, uses: &uses, resolved, places };
    resolving.conditions();
    resolving.resources(&checked.offline, &checked.resources);
    resolving.outputs(&checked.outputs);
    resolving.resolved
}

/// The attributes of a resource that are known before it exists: outputs of the stack that it creates, or values that it passes
/// on. For a resource that may not be created, no passed-on values are known.
fn attributes_of(
    implementation: &Implementation<'_>,
    resolved: &ResolvedResource,
) -> Option<NestedAttributes> {
    let outputs = match &resolved.nested {
        Some(nested) => nested.resolved.outputs.clone(),
        None if implementation.template.is_some() || resolved.is_conditional => return None,
        None if resolved.external_id.is_some() => return None,
        None => echoed_attributes(&implementation.schema, resolved.properties.as_ref()?)?,
    };
    Some(nested_attributes(implementation, outputs, resolved.removed.as_ref()))
}

struct Resolving<'r, 'a> {
    template: &'r Template,
    setting: Setting<'a>,
    nesting: &'r Nesting,
    attributes: &'r KnownAttributes,
    scope: &'r Scope<'r>,
    uses: &'r AttributeUses,
    resolved: Resolved,
    places: Places,
}

impl<'a> Resolving<'_, 'a> {
    fn conditions(&mut self) {
        let section = self.template.conditions_section();
        for entry in section.and_then(heat_yaml::Node::as_mapping).into_iter().flatten() {
            let name = key_of(&entry.key);
            match self.scope.conditions.is_enabled(self.scope, &name.as_str().into()) {
                Ok(value) => _ = self.resolved.conditions.insert(name, value),
                // Heat only evaluates the conditions that are used; errors in those are found where they are used.
                Err(fault) => self.fault(fault.or_at(entry.value.span).when_noticed(Stage::Resolution)),
            }
        }
    }

    /// Resolves the resources in the order of creation, so that the outputs of nested stacks are known to the resources that need
    /// them.
    fn resources(&mut self, stack: &Offline<'_>, resources: &[Resource<'a>]) {
        let places: IndexMap<&str, usize> =
            resources.iter().enumerate().map(|(place, resource)| (resource.0.name.as_str(), place)).collect();
        let ordered: Vec<usize> =
            self.resolved.order.iter().filter_map(|name| places.get(name.as_str()).copied()).collect();
        // The resources whose attributes are copies of their properties. Validation does not know these values.
        let mut passed_on: HashSet<&str> = HashSet::new();
        let mut done: Vec<Option<ResolvedResource>> = resources.iter().map(|_| None).collect();
        for place in ordered.into_iter().chain(0..resources.len()) {
            if done[place].is_some() {
                continue;
            }
            let resource = &resources[place];
            let resolved = self.resource(resource, resources);
            if resolved.references.values().flatten().any(|name| passed_on.contains(name.as_str())) {
                self.values(resource);
            }
            if let Some(implementation) = &resource.1
                && let Some(attributes) = attributes_of(implementation, &resolved)
            {
                if resolved.nested.is_none() {
                    passed_on.insert(&resource.0.name);
                }
                stack.know(&resource.0.name, attributes);
            }
            done[place] = Some(resolved);
        }
        let names = resources.iter().map(|(definition, _)| definition.name.clone());
        self.resolved.resources.reserve_exact(resources.len());
        self.resolved
            .resources
            .extend(names.zip(done).filter_map(|(name, resolved)| Some((name, resolved?))));
    }

    fn resource(&mut self, resource: &Resource<'_>, all: &[Resource<'a>]) -> ResolvedResource {
        let definition = &resource.0;
        let stage = self.stage_of_values(resource);
        let properties = self.data(definition.properties.as_ref(), stage);
        ResolvedResource {
            resource_type: definition.resource_type.0.clone(),
            implementation: resource.1.as_ref().map(implemented_by),
            references: self.references(definition),
            description: definition.description.clone(),
            removed: self.removed(resource, properties.as_ref()),
            properties,
            metadata: self.data(definition.metadata.as_ref(), stage),
            depends_on: definition
                .has_depends_on
                .then(|| definition.depends_on.iter().map(|(name, _)| name.clone()).collect()),
            deletion_policy: definition.deletion_policy,
            has_deletion_policy: definition.has_deletion_policy,
            condition: definition.condition.clone(),
            update_policy: self.data(definition.update_policy.as_ref(), Stage::Resolution),
            external_id: self.data(definition.external_id.as_ref(), Stage::Resolution),
            is_conditional: definition.is_enabled.is_none(),
            nested: self.nested(resource, all).map(Box::new),
            span: definition.span,
        }
    }

    /// Checks the properties of a resource, with the values that are only known when it is created.
    fn values(&mut self, resource: &Resource<'_>) {
        // A stand-in is text, whatever the type of the value.
        if resource.0.is_external(self.scope) || self.attributes.gives_stand_ins() {
            return;
        }
        let faults = property_faults_at_creation(self.scope, self.setting.customs, resource);
        let stage = self.stage_of_values(resource);
        for fault in faults {
            self.fault(fault.when_noticed(stage));
        }
    }

    /// The stage in which Heat notices that a value cannot be computed: the creation of the resource, if it certainly takes
    /// place.
    fn stage_of_values(&self, (definition, implementation): &Resource<'_>) -> Stage {
        let has_properties = implementation.as_ref().is_some_and(|found| !found.schema.any_property);
        let is_created = definition.is_enabled == Some(true) && !definition.is_external(self.scope);
        if has_properties && is_created { Stage::Creation } else { Stage::Resolution }
    }

    /// The resources that each property and the metadata refer to.
    fn references(&self, definition: &Definition) -> IndexMap<String, Vec<String>> {
        let properties = definition.properties.as_ref();
        let entries = properties.map(Snippet::entries).unwrap_or_default();
        let parts = entries.iter().map(|entry| (entry.key.as_str(), &entry.value));
        let metadata = definition.metadata.iter().map(|part| (ResolvedResource::METADATA, part));
        let mut found = IndexMap::new();
        for (name, part) in parts.chain(metadata) {
            let (references, _) = references(self.scope, part, &Path::root(""));
            let names: Vec<String> = references.into_iter().map(|reference| reference.resource).collect();
            if !names.is_empty() {
                found.insert(name.to_owned(), names);
            }
        }
        found
    }

    /// The names of removed members, if it is a resource group.
    fn removed(
        &self,
        (definition, implementation): &Resource<'_>,
        properties: Option<&Data>,
    ) -> Option<RemovedNames> {
        let maker = implementation
            .as_ref()
            .filter(|found| found.template.is_none())
            .and_then(|found| GroupKind::of(&found.schema.name));
        if maker != Some(GroupKind::ResourceGroup) {
            return None;
        }
        let removal = Removal::read(|name| properties?.get(name).map(Cow::into_owned))?;
        Some(removal.names(self.attributes.group(&definition.name)))
    }

    /// Resolves the stack that a resource creates. It was validated together with the stack around it, without its values; the
    /// errors that are added here occur when it is created, or when a value is resolved.
    fn nested(
        &mut self,
        (definition, implementation): &Resource<'_>,
        resources: &[Resource<'a>],
    ) -> Option<NestedStack> {
        if definition.is_external(self.scope) {
            return None;
        }
        let implementation = implementation.as_ref()?;
        let found = self.created(definition, implementation, resources, Members::All);
        let Some((nested, faults)) = found else {
            // Not all members are known. An error in one member is an error in all.
            let (_, faults) = self.created(definition, implementation, resources, Members::First)?;
            self.creation_faults(faults);
            return None;
        };
        self.creation_faults(faults);
        nested
    }

    /// Reads the stack that a resource creates, and returns it with all errors.
    fn created(
        &self,
        definition: &Definition,
        implementation: &Implementation<'_>,
        resources: &[Resource<'a>],
        members: Members,
    ) -> Option<(Option<NestedStack>, Vec<Fault>)> {
        let Self { template, setting, nesting, attributes, scope, uses, .. } = self;
        let parent =
            Parent { template, setting, nesting, scope, resources, members, uses, known: attributes };
        let nothing = KnownAttributes::new();
        let attributes = attributes.nested(&definition.name).unwrap_or(Cow::Borrowed(&nothing));
        let read = |child: Child<'_>, faults: &mut Vec<Fault>| {
            let Child { template, setting, nesting, has_members } = child;
            let resolved = resolve_within(template, setting, &attributes, nesting);
            let is_certain = has_members && definition.is_enabled == Some(true);
            let failing =
                resolved.faults.iter().cloned().chain(unset(&resolved.missing, nesting, implementation));
            faults.extend(failing.map(|fault| fails_when_created(fault, is_certain)));
            let later = resolved.resolution_faults.iter().cloned();
            faults.extend(later.map(|fault| match fault.stage() {
                Stage::NestedCreation | Stage::Creation => fails_when_created(fault, is_certain),
                // An output of a group's template is read where the outer template refers to it.
                Stage::Use if nesting.is_made => match Self::reader_of(&fault, resources) {
                    Some(reader) => fault.when_noticed(self.stage_of_values(reader)),
                    None => fault,
                },
                _ => fault,
            }));
            NestedStack { template: template.clone(), resolved }
        };
        parent.child(definition, implementation, NestedStacks::WhenCreated, read)
    }

    /// The resource whose definition contains the error; `None` if it is in an output or elsewhere.
    fn reader_of<'s>(fault: &Fault, resources: &'s [Resource<'a>]) -> Option<&'s Resource<'a>> {
        let span = fault.span.filter(|_| fault.source.is_none())?;
        let holds = |part: &Snippet| part.span.start <= span.start && span.end <= part.span.end;
        resources.iter().find(|(definition, _)| definition.parts().any(|(_, part)| holds(part)))
    }

    /// Adds the errors in the stack of a resource, without duplicates.
    fn creation_faults(&mut self, faults: Vec<Fault>) {
        self.resolved.resolution_faults.extend(self.places.new_ones(faults));
    }

    fn data(&mut self, part: Option<&Snippet>, stage: Stage) -> Option<Data> {
        let mut faults = Vec::new();
        let data = snippet::resolve_all(self.scope, part?, &mut faults);
        for fault in faults {
            self.fault(fault.noticed_at(stage));
        }
        data
    }

    /// Adds an error, unless validation has found one in the same call.
    fn fault(&mut self, fault: Fault) {
        self.resolved.resolution_faults.extend(self.places.if_new(fault));
    }

    fn outputs(&mut self, outputs: &[Output]) {
        for output in outputs {
            let data = match &output.value {
                Some(value) => self.data(Some(value), Stage::Use),
                None => Some(Data::NULL),
            };
            if let Some(data) = data {
                self.resolved.outputs.insert(output.name.clone(), data);
            }
        }
    }
}

fn implemented_by(implementation: &Implementation<'_>) -> ImplementedBy {
    match &implementation.schema {
        // A schema that accepts any attribute is that of a template, possibly one that is not known.
        Schema::Made(schema) if schema.any_attribute => ImplementedBy::Template(Rc::clone(schema)),
        Schema::Made(schema) => ImplementedBy::Made(Rc::clone(schema)),
        Schema::Catalogue(schema) => ImplementedBy::Catalogue(schema.name.clone()),
    }
}

/// Sets the stage of an error that makes the creation of a resource's stack fail. `is_certain`: the stack is created in any case.
fn fails_when_created(fault: Fault, is_certain: bool) -> Fault {
    let is_possible = !is_certain || fault.stage() == Stage::PossibleCreation;
    fault.when_noticed(if is_possible { Stage::PossibleCreation } else { Stage::NestedCreation })
}

/// The missing parameters of a stack that another Heat creates. Those of a nested template are required properties, so they are
/// reported elsewhere.
fn unset<'r>(
    missing: &'r [String],
    nesting: &'r Nesting,
    implementation: &Implementation<'_>,
) -> impl Iterator<Item = Fault> + 'r {
    let is_given = |name: &String| {
        nesting.inherited.as_ref().is_some_and(|inherited| inherited.values.contains_key(name))
    };
    let is_remote = implementation.template.is_none();
    let names = missing.iter().filter(move |name| is_remote && !is_given(name));
    names.map(|name| Exception::UserParameterMissing { name: name.clone(), is_declared: true }.into())
}
