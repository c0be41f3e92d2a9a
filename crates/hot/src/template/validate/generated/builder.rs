//! Generating the template of a nested stack from the properties of a resource.

use heat_hot_language::{GroupKind, MemberTypes, RESOURCE_DEFINITION, SERVERS};
use heat_model::custom_constraint::CustomConstraints;
use heat_model::validate::to_integer;
use heat_model::{ResourceType, Value};
use heat_yaml::Span;
use indexmap::IndexMap;

use super::super::implementations::Resource;
use super::attributes::{AttributeUse, outputs};
use super::node::Writer;
use crate::Data;
use crate::fault::{Exception, Fault, Problem, Stage};
use crate::scope::Scope;
use crate::snippet::{self, Snippet};
use crate::template::Template;
use crate::template::definition::Definition;
use crate::template::removal::{DeployedGroup, Removal};

/// Selection of the members in a generated template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Members {
    /// A single member, which Heat validates in place of all members with the same definition.
    First,
    /// All members of the group.
    All,
}

/// Maximum number of members of a group to resolve.
const MAX_MEMBERS: usize = 1_000;

/// Template that a resource generates.
#[derive(Debug)]
pub(crate) struct GeneratedTemplate {
    pub(crate) template: Template,
    /// Values of the template's parameters, which are not known.
    pub(crate) unknown: IndexMap<String, Data>,
    /// `true` if the template certainly has a resource.
    pub(crate) has_members: bool,
}

/// Inputs for generating a template.
pub(crate) struct MemberTemplateBuilder<'m> {
    pub(crate) maker: GroupKind,
    pub(crate) scope: &'m Scope<'m>,
    pub(crate) definition: &'m Definition,
    pub(crate) schema: &'m ResourceType,
    /// All resources of the stack.
    pub(crate) resources: &'m [Resource<'m>],
    pub(crate) customs: &'m dyn CustomConstraints,
    pub(crate) members: Members,
    /// Attributes of the resource that the template refers to, with their paths.
    pub(crate) attributes: &'m [AttributeUse],
    /// `true` if the template is generated to create the stack, not only to validate it.
    pub(crate) is_created: bool,
    /// Existing resource group, if it is updated.
    pub(crate) deployed: Option<&'m DeployedGroup>,
}

/// Resource of the generated template.
pub(super) struct Member<'m> {
    pub(super) name: String,
    /// Span of the definition of the member.
    pub(super) span: Span,
    /// Keys of the member's definition.
    pub(super) parts: Vec<MemberPart<'m>>,
}

/// Key of a definition, its value, and the snippet of the value.
pub(super) type MemberPart<'m> = (&'static str, Data, Option<&'m Snippet>);

impl<'m> MemberTemplateBuilder<'m> {
    /// Generates the template; `None` if it has no members, or if too little is known.
    pub(crate) fn template(&self, outer: &Template) -> Option<GeneratedTemplate> {
        let members = match self.maker.member_types() {
            MemberTypes::Definition(property) if self.maker == GroupKind::AutoScalingGroup => {
                self.autoscaling_group(property)
            }
            MemberTypes::Definition(property) => self.resource_group(property),
            MemberTypes::Fixed(member_type) => self.deployment_group(member_type),
            MemberTypes::Types { types, properties } => self.resource_chain(types, properties),
            MemberTypes::Launched => self.instances(),
        }?;
        let names: Vec<&str> = members.iter().map(|member| member.name.as_str()).collect();
        let mut writer = Writer::new(self.definition.span, self.maker.version());
        let outputs = outputs(self.maker, self.attributes, &names);
        let outputs = outputs.iter().map(|(name, (value, span))| (name.as_str(), writer.value(value, *span)));
        let outputs = outputs.collect();
        let resources = members.iter().map(|member| {
            let variable = self.index_variable().filter(|_| self.maker == GroupKind::ResourceGroup);
            writer.replacement = variable.map(|variable| (variable, member.name.clone()));
            let parts = member.parts.iter().map(|(key, data, snippet)| (*key, writer.data(data, *snippet)));
            (member.name.as_str(), member.span, parts.collect::<Vec<_>>())
        });
        let resources: Vec<_> = resources.collect();
        let version = self.maker.version();
        let root = writer.template(version, resources, outputs);
        let template = Template::with_version(outer.source(), root, version);
        Some(GeneratedTemplate { template, unknown: writer.unknown, has_members: self.has_members() })
    }

    /// Returns whether a template with members certainly has one. The number of members may be unknown.
    fn has_members(&self) -> bool {
        match self.maker {
            GroupKind::ResourceGroup => self.count("count").is_some(),
            GroupKind::AutoScalingGroup => self.size_of_scaling("desired_capacity", "min_size").is_some(),
            GroupKind::AwsAutoScalingGroup => self.size_of_scaling("DesiredCapacity", "MinSize").is_some(),
            GroupKind::InstanceGroup => self.count("Size").is_some(),
            GroupKind::DeploymentGroup(_) | GroupKind::ResourceChain => true,
        }
    }

    /// The initial number of members in a scaling group: the desired number, or else the minimum. `None` if it is unknown.
    pub(super) fn size_of_scaling(&self, desired: &str, least: &str) -> Option<usize> {
        self.count(desired).filter(|count| *count > 0).or_else(|| self.count(least))
    }

    /// The value of a property, or else its default.
    pub(super) fn property(&self, name: &str) -> Option<Data> {
        // The members of a resource group may use parameters without a value.
        let is_lenient = self.maker == GroupKind::ResourceGroup && name == RESOURCE_DEFINITION;
        let resolve = if is_lenient { snippet::resolve_without_missing } else { snippet::resolve_nullable };
        let given =
            self.given(name).map(|given| resolve(self.scope, given).map(|data| data.unwrap_or(Data::NULL)));
        match given {
            Some(Ok(Data::Known(Value::Null))) | None => {
                self.schema.properties.get(name)?.default.clone().map(Data::Known)
            }
            Some(data) => data.ok(),
        }
    }

    /// The span of a property, or else that of the resource.
    fn place(&self, property: &str) -> Span {
        self.given(property).map_or(self.definition.span, |given| given.span)
    }

    pub(super) fn given(&self, name: &str) -> Option<&'m Snippet> {
        self.definition.properties.as_ref()?.get(name)
    }

    /// The number of members; `None` if it is unknown.
    pub(super) fn count(&self, name: &str) -> Option<usize> {
        let value = self.property(name)?;
        let count = to_integer(value.as_known()?)?;
        usize::try_from(count.as_i64()?).ok()
    }

    /// The types that Heat looks up before it generates the template, as far as they are known, with their spans.
    pub(crate) fn member_types(&self) -> Vec<(String, Span)> {
        let types = match self.maker.member_types() {
            MemberTypes::Definition(property) if self.maker == GroupKind::ResourceGroup => {
                self.part(property, "type").into_iter().collect()
            }
            MemberTypes::Types { types, .. } => {
                let snippets = self.given(types).map_or(&[][..], Snippet::items);
                let types = self.property(types).and_then(|types| types.into_items().ok());
                let types = types.into_iter().flatten().enumerate();
                types.map(|(index, name)| (name, snippets.get(index))).collect()
            }
            _ => Vec::new(),
        };
        let known = types.into_iter().filter_map(|(name, snippet)| {
            let span = snippet.map_or(self.definition.span, |snippet| snippet.span);
            Some((name.as_known()?.as_str()?.to_owned(), span))
        });
        known.collect()
    }

    /// The type of the members in their definition; `None` if it is not known.
    fn member_type(&self, property: &str) -> Option<Data> {
        let (data, _) = self.part(property, "type")?;
        (!matches!(data, Data::Unknown(_))).then_some(data)
    }

    fn index_variable(&self) -> Option<String> {
        Some(self.property("index_var")?.as_known()?.as_str()?.to_owned())
    }

    /// The value of a key in a property that is a map.
    fn part(&self, property: &str, key: &str) -> Option<(Data, Option<&'m Snippet>)> {
        let data = self.property(property)?.get(key)?.into_owned();
        let snippet = self.given(property).and_then(|given| given.get(key));
        (data != Data::NULL).then_some((data, snippet))
    }

    fn resource_group(&self, definition: &str) -> Option<Vec<Member<'m>>> {
        let count = match (self.count("count"), self.members) {
            (Some(count), Members::All) if count <= MAX_MEMBERS => count,
            (Some(count), Members::First) => count.min(1),
            (None, Members::First) => 1,
            (_, Members::All) => return None,
        };
        let skipped = self.skipped();
        let names = (0_usize..).map(|index| index.to_string()).filter(|name| !skipped.contains(name));
        self.member_type(definition)?;
        let parts = ["type", "properties", "metadata"].into_iter().filter_map(|key| {
            let (data, snippet) = self.part(definition, key)?;
            let is_cleaned = self.is_created && key == "properties";
            Some((key, if is_cleaned { without_nulls(data) } else { data }, snippet))
        });
        let parts: Vec<MemberPart<'m>> = parts.collect();
        self.charge(count, parts.iter().map(|(_, data, _)| data))?;
        let span = self.place(definition);
        let members = names.take(count).map(|name| Member { name, span, parts: parts.clone() });
        Some(members.collect()).filter(|members: &Vec<_>| !members.is_empty())
    }

    /// Accounts for copies of data; `None` if they are too large, so that a group with many large members is not resolved.
    fn charge<'d>(&self, copies: usize, data: impl Iterator<Item = &'d Data>) -> Option<()> {
        let weight: usize = data.map(Data::weight).sum();
        self.scope.write(weight.saturating_mul(copies)).ok()
    }

    /// The names that removal policies exclude.
    fn skipped(&self) -> Vec<String> {
        let removal = Removal::read(|name| self.property(name));
        removal.map(|removal| removal.names(self.deployed).names).unwrap_or_default()
    }

    fn deployment_group(&self, member_type: &'static str) -> Option<Vec<Member<'m>>> {
        let servers = self.property(SERVERS)?.into_entries().ok()?;
        let count = if self.members == Members::First { 1 } else { servers.len().min(MAX_MEMBERS) };
        let given = self.definition.properties.as_ref()?.entries().iter();
        let others: IndexMap<String, Data> = given
            .filter(|entry| entry.key != SERVERS)
            .filter_map(|entry| Some((entry.key.clone(), snippet::resolve(self.scope, &entry.value).ok()?)))
            .collect();
        self.charge(count, others.values())?;
        let members = servers.into_iter().take(count).map(|(name, server)| {
            let mut properties = others.clone();
            properties.insert("server".to_owned(), server);
            let parts = vec![
                ("type", Data::from(member_type.to_owned()), None),
                ("properties", Data::map(properties), self.definition.properties.as_ref()),
            ];
            Member { name, span: self.definition.span, parts }
        });
        Some(members.collect()).filter(|members: &Vec<_>| !members.is_empty())
    }

    /// Creates a single member that represents all, because their names are random.
    fn autoscaling_group(&self, definition: &str) -> Option<Vec<Member<'m>>> {
        // The key `depends_on` is left out: there is no other member to refer to.
        const KEYS: [&str; 5] = ["type", "properties", "metadata", "deletion_policy", "update_policy"];
        if self.size_of_scaling("desired_capacity", "min_size") == Some(0) {
            return None;
        }
        self.member_type(definition)?;
        let parts = KEYS.into_iter().filter_map(|key| {
            let (data, snippet) = self.part(definition, key)?;
            Some((key, data, snippet))
        });
        let (name, span) = ("member".to_owned(), self.place(definition));
        Some(vec![Member { name, span, parts: parts.collect() }])
    }

    /// The exception of Heat for a scaling group whose member has no type, which the schema of the group does not check.
    pub(crate) fn untyped_member(&self) -> Option<Fault> {
        let MemberTypes::Definition(property) = self.maker.member_types() else { return None };
        if self.maker != GroupKind::AutoScalingGroup
            || self.size_of_scaling("desired_capacity", "min_size").is_none_or(|size| size == 0)
        {
            return None;
        }
        let has_type = match self.property(property)? {
            Data::Known(Value::Map(member)) => member.contains_key("type"),
            Data::Map(member) => member.contains_key("type"),
            _ => true,
        };
        let message = "Resource member is missing \"type\"";
        let exception = Exception::key_error(Problem::MissingResourceType, message);
        let fault = Fault::at(self.place(property), exception).noticed_at(Stage::Creation);
        (!has_type).then(|| fault.with_help("add the type of the members: `type: RESOURCE_TYPE`"))
    }

    fn resource_chain(&self, types: &str, properties: &str) -> Option<Vec<Member<'m>>> {
        let snippets = self.given(types).map(Snippet::items);
        let given = self.given(properties);
        let types = self.property(types)?.into_items().ok()?;
        let is_concurrent = self.property("concurrent").and_then(|data| data.is_truthy());
        let properties = self.property(properties).filter(|data| *data != Data::NULL);
        self.charge(types.len().min(MAX_MEMBERS), properties.iter())?;
        let is_unknown = |resource_type: &Data| matches!(resource_type, Data::Unknown(_));
        if self.members == Members::All && types.iter().any(is_unknown) {
            return None;
        }
        let known = types.into_iter().take(MAX_MEMBERS).enumerate().filter(|(_, found)| !is_unknown(found));
        let mut before = None;
        let members = known.map(|(index, resource_type)| {
            let snippet = snippets.and_then(|snippets| snippets.get(index));
            let mut parts = vec![("type", resource_type, snippet)];
            if let Some(properties) = &properties {
                parts.push(("properties", properties.clone(), given));
            }
            let before = before.replace(index);
            if let Some(before) = before.filter(|_| is_concurrent == Some(false)) {
                parts.push(("depends_on", Data::from(before.to_string()), None));
            }
            let span = snippet.map_or(self.definition.span, |snippet| snippet.span);
            Member { name: index.to_string(), span, parts }
        });
        Some(members.collect()).filter(|members: &Vec<_>| !members.is_empty())
    }
}

/// The entries that are not null: a resource group leaves out null properties when it creates its members.
fn without_nulls(data: Data) -> Data {
    match data {
        Data::Known(Value::Map(map)) => {
            let given = map.iter().filter(|(_, value)| **value != Value::Null);
            Data::Known(given.map(|(key, value)| (key.clone(), value.clone())).collect())
        }
        Data::Map(map) => Data::map(map.into_iter().filter(|(_, value)| *value != Data::NULL).collect()),
        other => other,
    }
}
