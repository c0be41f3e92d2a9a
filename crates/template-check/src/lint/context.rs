//! Context of a rule: the template, its resources and the types that are known.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use heat_hot::environment::{Registry, Resolution};
use heat_hot::function::attribute_parts;
use heat_hot::parameter::{Parameter, ParameterInputs, ParameterSet};
use heat_hot::resolve::{ImplementedBy, Resolved, ResolvedResource};
use heat_hot::snippet::{Call, Snippet};
use heat_hot::template::outline::{Outline, Resource, Resources};
use heat_hot::{Data, Template};
use heat_hot_language::{Function, GroupKind, MemberTypes, TemplateVersion};
use heat_model::validate::Step;
use heat_model::{ResourceType, ResourceTypes, Value};
use heat_yaml::{Entry, Node, Span, Value as Yaml};
use indexmap::IndexMap;

use crate::document;
use crate::lint::mentions::Mentions;
use crate::lint::read_properties::{ReadProperties, Validity, read};
use crate::lint::values::{PropertyValue, values_of};
use crate::stack::ResolvedStack;

/// Template that a rule checks, with its resources, parameters and types.
pub struct Context<'a> {
    /// Template that is checked.
    pub template: &'a Template,
    /// Resource types that are known.
    pub types: &'a dyn ResourceTypes,
    /// Resources of the template, including those that other resources define in their properties.
    pub resources: Resources<'a>,
    /// Names that the template mentions.
    pub(crate) mentions: Mentions<'a>,
    parameters: ParameterSet,
    mapped_types: MappedTypes,
    outline: &'a Outline,
    resolved: Option<&'a Resolved>,
    created: Vec<CreatedResource<'a>>,
}

impl<'a> Context<'a> {
    pub(crate) fn new(
        template: &'a Template,
        types: &'a dyn ResourceTypes,
        outline: &'a Outline,
        stack: Option<&'a ResolvedStack>,
    ) -> Self {
        // `heat-hot` reports the errors in the definitions.
        let own = || template.parameters(None, &ParameterInputs::default()).0;
        let parameters = stack.map_or_else(own, |stack| stack.parameters.clone());
        let mentions = Mentions::of(template);
        let resources = outline.resources();
        let registry = stack.map(|stack| stack.registry.clone()).unwrap_or_default();
        let mapped_types = mapped_types(&resources, registry, types);
        let resolved = stack.map(|stack| &stack.resolved);
        let mut context = Self {
            template,
            types,
            resources,
            mentions,
            parameters,
            mapped_types,
            outline,
            resolved,
            created: Vec::new(),
        };
        if let Some(resolved) = resolved {
            let outermost = Around { path: &[], is_conditional: false, is_one_for_all: false };
            let mut created = Vec::new();
            context.collect_created(resolved, outermost, &mut created);
            context.created = created;
        }
        context
    }

    /// Schema of the type that Heat creates for a resource; `None` if it is not known, or a nested template implements it.
    pub(crate) fn schema_of(&self, resource: &'a ResolvedResource) -> Option<&'a ResourceType> {
        match resource.implementation.as_ref()? {
            ImplementedBy::Catalogue(name) => self.types.find(name),
            ImplementedBy::Made(schema) => Some(schema),
            ImplementedBy::Template(_) => None,
        }
    }

    /// Groups of the stack, and of the stacks inside it, whose members are not known. Of the members of a group, which have the same
    /// definition, the first one is listed.
    pub(crate) fn unknown_groups(&self) -> Vec<UnknownGroup<'a>> {
        let mut found = Vec::new();
        if let Some(resolved) = self.resolved {
            self.collect_unknown_groups(resolved, &[], &mut found);
        }
        let mut known: HashSet<(&str, Span)> = HashSet::new();
        found.retain(|group| known.insert((group.path.first().copied().unwrap_or_default(), group.span)));
        found
    }

    fn collect_unknown_groups(
        &self,
        stack: &'a Resolved,
        around: &[&'a str],
        found: &mut Vec<UnknownGroup<'a>>,
    ) {
        for (name, resource) in &stack.resources {
            let path: Vec<&str> = around.iter().copied().chain([name.as_str()]).collect();
            if let Some(nested) = &resource.nested {
                self.collect_unknown_groups(&nested.resolved, &path, found);
            }
            if let Some(kind) = resource.unknown_group() {
                let types = self.member_types(kind, resource.properties.as_ref());
                found.push(UnknownGroup { path, span: resource.span, types });
            }
        }
    }

    /// Types of the members of a group with these properties, and of groups in it; `None` if they are not all known.
    fn member_types(&self, kind: GroupKind, properties: Option<&Data>) -> Option<Vec<String>> {
        let text = |data: &Data| Some(data.as_known()?.as_str()?.to_owned());
        match kind.member_types() {
            MemberTypes::Fixed(name) => Some(vec![name.to_owned()]),
            MemberTypes::Launched => None,
            MemberTypes::Types { types, .. } => {
                properties?.get(types)?.items()?.iter().map(|one| text(one)).collect()
            }
            MemberTypes::Definition(name) => {
                let definition = properties?.get(name)?;
                let name = text(&*definition.get("type")?).filter(|name| self.types.find(name).is_some())?;
                let inner = match GroupKind::of(&name) {
                    Some(kind) => self.member_types(kind, definition.get("properties").as_deref())?,
                    None => Vec::new(),
                };
                Some([name].into_iter().chain(inner).collect())
            }
        }
    }

    /// Resources that the stack and the stacks inside it create, whose types are known. Resources that exist outside of the stack are
    /// left out.
    pub(crate) fn created(&self) -> impl Iterator<Item = &CreatedResource<'a>> {
        self.created.iter()
    }

    fn collect_created(
        &self,
        stack: &'a Resolved,
        around: Around<'_, 'a>,
        found: &mut Vec<CreatedResource<'a>>,
    ) {
        for (name, resource) in stack.resources.iter().filter(|(_, resource)| resource.external_id.is_none())
        {
            let path: Vec<&str> = around.path.iter().copied().chain([name.as_str()]).collect();
            let is_conditional = around.is_conditional || resource.is_conditional;
            if let Some(nested) = &resource.nested {
                let is_one_for_all = self.has_one_for_all(resource, around.path);
                let inside = Around { path: &path, is_conditional, is_one_for_all };
                self.collect_created(&nested.resolved, inside, found);
            }
            found.extend(self.schema_of(resource).map(|schema| CreatedResource {
                path,
                stack,
                resource,
                schema,
                is_conditional,
                is_many: around.is_one_for_all,
                read: OnceCell::new(),
            }));
        }
    }

    /// Returns whether one resource in the stack of a group represents several members.
    fn has_one_for_all(&self, group: &'a ResolvedResource, stack: &[&str]) -> bool {
        let sizing = |schema: &ResourceType| GroupKind::of(&schema.name)?.sizing();
        let schema =
            self.schema_of(group).filter(|schema| sizing(schema).is_some_and(|one| one.is_one_for_all));
        let members = schema.and_then(|schema| {
            let evaluator = self.types.evaluator(schema);
            let (values, validity) = read(schema, &evaluator, group, stack);
            ReadProperties { schema, evaluator, values: &values, validity }.members()
        });
        members.is_some_and(|members| members > 1)
    }

    /// The stack that the template describes; `None` if it was not resolved.
    pub(crate) fn resolved(&self) -> Option<&'a Resolved> {
        self.resolved
    }

    /// Parameters of the stack.
    pub(crate) fn parameter_set(&self) -> &ParameterSet {
        &self.parameters
    }

    /// Values of the parameters for conditions; hidden ones are masked.
    pub(crate) fn shown_parameters(&self) -> Value {
        document::of_parameters(&self.parameters)
    }

    /// Version that the template declares.
    #[must_use]
    pub fn version(&self) -> TemplateVersion {
        self.template.version()
    }

    /// Returns the function calls in the resources and outputs of the template, with their spans.
    pub fn calls(&self) -> impl Iterator<Item = (&'a Call, Span)> {
        self.outline.calls()
    }

    /// Returns whether a span is in a resource that Heat creates for certain.
    pub(crate) fn is_created(&self, place: Span) -> bool {
        self.outline.is_created(place)
    }

    /// Metadata of the template's resources.
    pub(crate) fn metadata(&self) -> impl Iterator<Item = &'a Snippet> {
        self.outline.metadata()
    }

    /// Values of the template's outputs.
    pub(crate) fn outputs(&self) -> impl Iterator<Item = &'a Snippet> {
        let key = self.template.keys().output_value;
        self.outline.outputs().iter().filter_map(move |output| output.value.get(key))
    }

    /// Returns the key and the value of every map with one key in the template: function calls, including those in conditions.
    pub(crate) fn maps_of_one(&self) -> Vec<(&'a str, &'a Node)> {
        let mut found = Vec::new();
        let mut open = vec![self.template.root()];
        while let Some(node) = open.pop() {
            match &node.value {
                Yaml::Sequence(items) | Yaml::Set(items) => open.extend(items),
                Yaml::Mapping(map) => {
                    if let [entry] = map.entries() {
                        found.extend(entry.key.as_str().map(|key| (key, &entry.value)));
                    }
                    open.extend(map.iter().map(|entry| &entry.value));
                }
                _ => {}
            }
        }
        found
    }

    /// Returns the attributes that resources and outputs read of resources whose type is known.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = AttributeRead<'a>> {
        self.calls().filter_map(|(call, _)| {
            let parts = attribute_parts(call)?;
            let resource = self.resources.named(parts.resource.as_str()?)?;
            let schema = self.schema(resource)?;
            let attribute = parts.attribute?;
            Some(AttributeRead { schema, name: attribute.as_str()?, span: attribute.span, path: parts.path })
        })
    }

    /// Parameter that the template declares under this name, if Heat can read it.
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.parameters.get(name).filter(|_| !self.parameters.is_reserved(name))
    }

    /// Returns the value of a call that reads a parameter, if the parameter has a value or a default.
    pub(crate) fn known_value(&self, snippet: &Snippet) -> Option<Value> {
        let call = snippet.as_call().filter(|call| call.name == Function::GET_PARAM.name())?;
        self.parameter(call.args.as_str()?).filter(|parameter| parameter.has_value())?.value().ok()
    }

    /// Returns the parameters that the template declares and Heat can read, with their entries.
    pub fn parameters(&self) -> impl Iterator<Item = (&'a Entry, &Parameter)> {
        let entries = self.template.entries(self.template.keys().parameters).into_iter().flatten();
        entries.filter_map(|entry| Some((entry, self.parameters.get(entry.key.as_str()?)?)))
    }

    /// Returns the name of the type that Heat creates for a resource: environments can map the type in the template to another
    /// one. `None` if a nested template implements it.
    pub(crate) fn type_name(&self, resource: &Resource<'a>) -> Option<&str> {
        let (written, span) = resource.resource_type;
        self.mapped_types.get(&span).map_or(Some(written), Option::as_deref)
    }

    /// Schema of the type of a resource, if it is known.
    pub(crate) fn schema(&self, resource: &Resource<'a>) -> Option<&'a ResourceType> {
        self.types.find(self.type_name(resource)?)
    }

    /// Returns the resources of these types.
    pub(crate) fn resources_of<'c>(&'c self, types: &'c [&str]) -> impl Iterator<Item = &'c Resource<'a>> {
        let all = self.resources.all.iter();
        all.filter(|resource| self.type_name(resource).is_some_and(|name| types.contains(&name)))
    }

    /// Returns the resources whose type is known, with their types.
    pub fn known_resources(&self) -> impl Iterator<Item = (&Resource<'a>, &'a ResourceType)> {
        self.resources.all.iter().filter_map(|resource| Some((resource, self.schema(resource)?)))
    }
}

/// Group whose members are not known.
pub(crate) struct UnknownGroup<'a> {
    /// Path from the outermost stack.
    pub(crate) path: Vec<&'a str>,
    /// Span of the definition of the group, in the template of its stack.
    span: Span,
    /// Types of the members, and of members of groups among them; `None` if they are not all known.
    pub(crate) types: Option<Vec<String>>,
}

/// Place of a stack inside the outermost one.
#[derive(Clone, Copy)]
struct Around<'p, 'a> {
    path: &'p [&'a str],
    is_conditional: bool,
    /// `true` if each resource of the stack represents several members of a group.
    is_one_for_all: bool,
}

/// Resource that a stack creates, or a stack inside it.
pub(crate) struct CreatedResource<'a> {
    path: Vec<&'a str>,
    /// Stack that contains the resource.
    pub(crate) stack: &'a Resolved,
    pub(crate) resource: &'a ResolvedResource,
    pub(crate) schema: &'a ResourceType,
    /// `true` if the resource depends on an unknown condition, or one that creates it does.
    pub(crate) is_conditional: bool,
    /// `true` if the resource represents several members of a group, which all have its properties.
    pub(crate) is_many: bool,
    read: OnceCell<(IndexMap<String, Value>, Validity)>,
}

impl<'a> CreatedResource<'a> {
    /// Path from the outermost stack, such as `group/0`.
    pub(crate) fn path(&self) -> String {
        self.path.join("/")
    }

    /// Name in its own stack.
    pub(crate) fn name(&self) -> &'a str {
        self.path.last().copied().unwrap_or_default()
    }

    /// Name of the resource of the outermost stack that it is in.
    pub(crate) fn outermost(&self) -> &'a str {
        self.path.first().copied().unwrap_or_default()
    }

    /// `true` if another resource creates it.
    pub(crate) fn is_nested(&self) -> bool {
        self.path.len() > 1
    }

    /// Properties as the plug-in reads them.
    pub(crate) fn read<'c>(&'c self, context: &Context<'a>) -> ReadProperties<'c> {
        let around = self.path.split_last().map_or(&[][..], |(_, around)| around);
        let evaluator = context.types.evaluator(self.schema);
        let (values, validity) =
            self.read.get_or_init(|| read(self.schema, &evaluator, self.resource, around));
        ReadProperties { schema: self.schema, evaluator, values, validity: *validity }
    }

    /// Properties as the template contains them; `None` if it does not.
    pub(crate) fn written_properties(&self, context: &Context<'a>) -> Option<&'a Snippet> {
        let mut resource = context.resources.named(self.outermost())?;
        for _ in 1..self.path.len() {
            let [member] = resource.members.as_slice() else { return None };
            resource = context.resources.all.get(*member)?;
        }
        resource.properties
    }

    /// Metadata as the template contains it; `None` if it does not.
    pub(crate) fn written_metadata(&self, context: &Context<'a>) -> Option<&'a Snippet> {
        let resource = context.resources.named(self.outermost()).filter(|_| !self.is_nested())?;
        context.outline.metadata_of(resource.span)
    }

    /// Span of the value at a path in the properties, or of what is written around it: the property, or the resource. A resource that
    /// the template does not contain has the span of the one that creates it.
    pub(crate) fn span(&self, context: &Context<'_>, path: &[Step]) -> Option<Span> {
        let mut resource = context.resources.named(self.outermost())?;
        for _ in 1..self.path.len() {
            let [member] = resource.members.as_slice() else { return Some(resource.span) };
            resource = context.resources.all.get(*member)?;
        }
        let Some(mut at) = resource.properties else { return Some(resource.span) };
        let mut span = resource.span;
        for step in path {
            let part = match step {
                Step::Name(name) => at.get(name),
                Step::Item(index) => at.items().get(*index),
            };
            let Some(part) = part else { break };
            (at, span) = (part, part.span);
        }
        Some(span)
    }
}

/// Types that environments map the types of resources to, by the span of the type in the template; `None` for a nested template.
type MappedTypes = HashMap<Span, Option<String>>;

fn mapped_types(resources: &Resources<'_>, mut registry: Registry, types: &dyn ResourceTypes) -> MappedTypes {
    let is_type = |name: &str| types.find(name).is_some();
    let mapped = resources.all.iter().filter_map(|resource| {
        let (written, span) = resource.resource_type;
        match registry.resolve(written, Some(&resource.name), &is_type).ok()? {
            Resolution::Type(name) => (name != written).then_some((span, Some(name))),
            Resolution::Template { .. } => Some((span, None)),
        }
    });
    mapped.collect()
}

/// Attribute of a resource that a template reads.
pub(crate) struct AttributeRead<'a> {
    /// Type of the resource whose attribute is read.
    pub(crate) schema: &'a ResourceType,
    /// Name of the attribute that is read.
    pub(crate) name: &'a str,
    /// Span of the attribute's name.
    pub(crate) span: Span,
    /// Path within the value of the attribute.
    pub(crate) path: &'a [Snippet],
}

/// Returns the values of a resource's properties, at any depth, with their schemas.
pub(crate) fn values<'r>(resource: &Resource<'r>, schema: &'r ResourceType) -> Vec<PropertyValue<'r>> {
    resource.properties.map(|properties| values_of(properties, &schema.properties)).unwrap_or_default()
}
