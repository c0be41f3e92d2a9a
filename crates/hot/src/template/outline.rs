//! Contents of a template that Heat may refuse: its resources, and the calls of functions.
//!
//! [`definitions`](super::definition::definitions) reads resources as strictly as Heat does, and leaves out invalid ones. An
//! outline contains everything that can be recognised, so that an error in one part does not hide the others, and it does not
//! depend on parameters or conditions. Resources that are defined in the properties of others, such as the `resource_def` of a
//! group, are listed like those of the section. They are recognised by their form, because any type can have such a property; the
//! table of [`GroupKind`] contains the properties that cannot be recognised by form.

use std::collections::{HashMap, HashSet};

use heat_hot_language::{GroupKind, HotVersion, Keys, MemberTypes, ResourceKeys, TemplateVersion};
use heat_yaml::{Mapping, Span};

use super::Template;
use crate::plain::key_of;
use crate::scope::Scope;
use crate::snippet::{self, Call, Content, Context, Entry, Path, Snippet};

/// Keys of definitions in properties, for templates of all versions.
const INNER: ResourceKeys = Keys::of(TemplateVersion::Hot(HotVersion::NEWEST)).resource;

/// Placeholder that a group replaces with the number of a member, unless its property `index_var` sets another.
const INDEX: &str = "%index%";

/// Contents of a template that can be recognised.
#[derive(Debug, Clone)]
pub struct Outline {
    keys: ResourceKeys,
    /// Entries of the resources section.
    resources: Vec<Entry>,
    /// Entries of the outputs section.
    outputs: Vec<Entry>,
}

impl Outline {
    /// Reads a template. With a scope whose parameters and conditions are [undecided](super::undecided), all branches are
    /// included.
    #[must_use]
    pub fn read(template: &Template, scope: &Scope<'_>) -> Self {
        let keys = template.keys();
        let entries = |section: &str| template.entries(section).map(|entries| read(scope, section, entries));
        Self {
            keys: keys.resource,
            resources: entries(keys.resources).unwrap_or_default(),
            outputs: entries(keys.outputs).unwrap_or_default(),
        }
    }

    /// The resources, including those that are defined in properties.
    #[must_use]
    pub fn resources(&self) -> Resources<'_> {
        let mut resources = Resources::default();
        for entry in &self.resources {
            let Some(name) = entry.value.get(self.keys.resource_type) else { continue };
            let Some(type_name) = name.as_str() else { continue };
            let resource = Resource {
                name: entry.key.clone(),
                span: entry.key_span,
                resource_type: (type_name, name.span),
                properties: entry.value.get(self.keys.properties),
                update_policy: entry.value.get(self.keys.update_policy),
                members: Vec::new(),
                placeholders: Vec::new(),
            };
            let index = resources.add(resource, None);
            resources.by_name.insert(&entry.key, index);
        }
        resources
    }

    /// The outputs, each with its definition.
    #[must_use]
    pub fn outputs(&self) -> &[Entry] {
        &self.outputs
    }

    /// The metadata of the resource whose name is at a span.
    #[must_use]
    pub fn metadata_of(&self, name: Span) -> Option<&Snippet> {
        let entry = self.resources.iter().find(|entry| entry.key_span == name)?;
        entry.value.get(self.keys.metadata)
    }

    /// The metadata of all resources.
    pub fn metadata(&self) -> impl Iterator<Item = &Snippet> {
        self.resources.iter().filter_map(|entry| entry.value.get(self.keys.metadata))
    }

    /// Returns whether a span is in a resource that Heat certainly creates: it has no condition, does not exist outside of the
    /// stack, and the span is not in an `if`.
    #[must_use]
    pub fn is_created(&self, place: Span) -> bool {
        let holds = |snippet: &Snippet| snippet.span.start <= place.start && place.end <= snippet.span.end;
        let Some(entry) = self.resources.iter().find(|entry| holds(&entry.value)) else { return false };
        let keys = [self.keys.condition, self.keys.external_id];
        if keys.into_iter().flatten().any(|key| entry.value.get(key).is_some()) {
            return false;
        }
        let mut at = &entry.value;
        loop {
            let next = match &at.content {
                Content::Map(entries) => entries.iter().map(|entry| &entry.value).find(|value| holds(value)),
                Content::List(items) => items.iter().find(|item| holds(item)),
                Content::Call(call) if call.branches.is_some() => return false,
                Content::Call(call) => Some(&call.args).filter(|args| holds(args)),
                Content::Scalar(_) | Content::Invalid(_) | Content::Omitted => None,
            };
            match next {
                Some(next) => at = next,
                None => return true,
            }
        }
    }

    /// All calls in resources and outputs, in source order.
    pub fn calls(&self) -> impl Iterator<Item = (&Call, Span)> {
        self.resources.iter().chain(&self.outputs).flat_map(|entry| entry.value.calls())
    }
}

/// Reads the entries of a section one by one, because the key of a single entry could be the name of a function. Their errors are
/// left to [`definitions`](super::definition::definitions) and [`outputs`](super::output::outputs).
fn read(scope: &Scope<'_>, section: &str, entries: &Mapping) -> Vec<Entry> {
    let root = Path::root(section);
    let entries = entries.iter().map(|entry| {
        let key = key_of(&entry.key);
        let (value, _) = snippet::parse(scope, Context::Value, &entry.value, &root.key(&key));
        Entry { key, key_span: entry.key.span, value }
    });
    entries.collect()
}

/// Maximum length of the name of a resource in another's properties, in bytes. The name is a path, and thousands of resources can
/// have the same long path.
const MAX_NAME: usize = 1_000;

/// A resource of a template.
#[derive(Debug, Clone)]
pub struct Resource<'o> {
    /// Name of the resource. In another resource's properties, the path follows the name of the other: `group.resource_def`. A
    /// long path is truncated.
    pub name: String,
    /// Span of the resource's name, or of the key that contains it.
    pub span: Span,
    /// Type of the resource, and its span.
    pub resource_type: (&'o str, Span),
    /// Properties of the resource.
    pub properties: Option<&'o Snippet>,
    /// Update policy of the resource.
    pub update_policy: Option<&'o Snippet>,
    /// Resources that are defined in the resource's properties, by index in the list.
    pub members: Vec<usize>,
    /// Texts in the properties that the surrounding resources replace with a number.
    pub placeholders: Vec<&'o str>,
}

/// Resources of a template, each before those that it defines.
#[derive(Debug, Default)]
pub struct Resources<'o> {
    /// All resources, each before those that it defines.
    pub all: Vec<Resource<'o>>,
    by_name: HashMap<&'o str, usize>,
}

impl<'o> Resources<'o> {
    /// The resource with this name in the template.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&Resource<'o>> {
        self.all.get(*self.by_name.get(name)?)
    }

    /// The resources that are defined in the properties of a resource.
    pub fn members(&self, resource: &Resource<'o>) -> impl Iterator<Item = &Resource<'o>> {
        resource.members.iter().filter_map(|member| self.all.get(*member))
    }

    /// Adds a resource, and those defined in its properties.
    fn add(&mut self, resource: Resource<'o>, parent: Option<usize>) -> usize {
        let (name, properties) = (resource.name.clone(), resource.properties);
        let member_types = GroupKind::of(resource.resource_type.0).map(GroupKind::member_types);
        let index = self.push(resource, parent);
        if let Some(properties) = properties {
            if let Some(MemberTypes::Types { types, properties: of_members }) = member_types {
                self.links(properties, (types, of_members), &name, index);
            }
            self.within(properties, &Path::root(&name), index);
        }
        index
    }

    fn push(&mut self, resource: Resource<'o>, parent: Option<usize>) -> usize {
        let index = self.all.len();
        self.all.push(resource);
        if let Some(parent) = parent.and_then(|parent| self.all.get_mut(parent)) {
            parent.members.push(index);
        }
        index
    }

    /// The texts that are replaced with a number in the members of a resource.
    fn placeholders_in(&self, parent: usize) -> Vec<&'o str> {
        let Some(parent) = self.all.get(parent) else { return Vec::new() };
        let own = parent.properties.and_then(|properties| properties.get("index_var")?.as_str());
        parent.placeholders.iter().copied().chain([own.unwrap_or(INDEX)]).collect()
    }

    /// Searches a value of a resource's properties for definitions of resources.
    fn within(&mut self, snippet: &'o Snippet, path: &Path<'_>, parent: usize) {
        match &snippet.content {
            Content::Scalar(_) | Content::Omitted => {}
            Content::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.value(item, item.span, &path.index(index), parent);
                }
            }
            Content::Map(entries) => {
                for entry in entries {
                    self.value(&entry.value, entry.key_span, &path.key(&entry.key), parent);
                }
            }
            // The arguments of a function have the path of the function.
            Content::Call(call) => match &call.branches {
                Some(branches) => {
                    for branch in branches.as_slice() {
                        self.value(branch, branch.span, path, parent);
                    }
                }
                None => self.value(&call.args, call.args.span, path, parent),
            },
            Content::Invalid(call) => self.value(&call.args, call.args.span, path, parent),
        }
    }

    fn value(&mut self, snippet: &'o Snippet, span: Span, path: &Path<'_>, parent: usize) {
        let Some(resource_type) = defined_type(snippet) else {
            return self.within(snippet, path, parent);
        };
        let resource = Resource {
            name: path.shortened(MAX_NAME),
            span,
            resource_type,
            properties: snippet.get(INNER.properties),
            update_policy: snippet.get(INNER.update_policy),
            members: Vec::new(),
            placeholders: self.placeholders_in(parent),
        };
        self.add(resource, Some(parent));
    }

    /// Adds the resources of a chain, by the names of its two properties: one for each type in a list, all with the same
    /// properties. A type is added only once, because resources of the same type do not differ.
    fn links(
        &mut self,
        properties: &'o Snippet,
        (types, of_members): (&str, &str),
        path: &str,
        parent: usize,
    ) {
        let Some(Content::List(links)) = properties.get(types).map(|types| &types.content) else { return };
        let mut seen = HashSet::new();
        for (place, link) in links.iter().enumerate() {
            let Some(type_name) = link.as_str().filter(|name| seen.insert(*name)) else { continue };
            let resource = Resource {
                name: format!("{path}.{types}[{place}]"),
                span: link.span,
                resource_type: (type_name, link.span),
                properties: properties.get(of_members),
                update_policy: None,
                members: Vec::new(),
                placeholders: Vec::new(),
            };
            self.push(resource, Some(parent));
        }
    }
}

/// The type of the resource that a value defines, with its span: the value is a map that has the name of a type, and only keys of
/// a resource.
fn defined_type(snippet: &Snippet) -> Option<(&str, Span)> {
    let Content::Map(entries) = &snippet.content else { return None };
    let name = snippet.get(INNER.resource_type)?;
    let type_name = name.as_str().filter(|name| name.contains("::"))?;
    entries.iter().all(|entry| INNER.contains(&entry.key)).then_some((type_name, name.span))
}

#[cfg(test)]
mod tests {
    use heat_yaml::Source;

    use super::*;
    use crate::template::undecided::UndecidedStack;

    /// Compares the resources with their types, and the names of the functions that are called.
    fn check(text: &str, resources: &[&str], calls: &[&str]) {
        let template = Template::read(&Source::new("test", text)).template.unwrap();
        let undecided = UndecidedStack::new(&template);
        let outline = Outline::read(&template, &undecided.scope());
        let found = outline.resources().all.into_iter();
        let found: Vec<_> =
            found.map(|resource| format!("{}: {}", resource.name, resource.resource_type.0)).collect();
        assert_eq!(found, resources, "{text}");
        let called: Vec<_> = outline.calls().map(|(call, _)| call.name.as_str()).collect();
        assert_eq!(called, calls, "{text}");
    }

    #[test]
    fn definitions_in_properties_are_resources() {
        check(
            "heat_template_version: 2021-04-16
resources:
  group:
    type: OS::Heat::ResourceGroup
    properties: {resource_def: {type: A::B, properties: {inner: [{type: A::C}]}}}
  chain:
    type: OS::Heat::ResourceChain
    properties: {resources: [A::B, A::D, A::B]}
  data: {type: A::E, properties: {map: {type: A::B, colour: red}}}
",
            &[
                "group: OS::Heat::ResourceGroup",
                "group.resource_def: A::B",
                "group.resource_def.inner[0]: A::C",
                "chain: OS::Heat::ResourceChain",
                "chain.resources[0]: A::B",
                "chain.resources[1]: A::D",
                "data: A::E",
            ],
            &[],
        );
    }

    #[test]
    fn mistakes_do_not_hide_the_rest() {
        check(
            "heat_template_version: 2015-04-30
resources:
  repeat: {type: A::B, condition: c, properties: [{get_attr: [a, b]}]}
  wrong: {properties: {get_file: a}, odd: {get_resource: a}}
  text: x
outputs:
  digest: {vaule: {list_join: [{get_param: p}]}}
  if: {value: {if: [c, {get_attr: [a]}]}}
",
            &["repeat: A::B"],
            // The version has no function "if".
            &["get_attr", "get_file", "get_resource", "get_param"],
        );
        check(
            "heat_template_version: rocky
resources: {a: {type: A::B, properties: {x: {if: [c, {get_param: p}]}, y: {if: [n, {get_file: f}, {digest: [md5, x]}]}}}}
",
            &["a: A::B"],
            &["get_param", "if", "get_file", "digest"],
        );
        check("heat_template_version: rocky\nresources: [a]\noutputs: 5\n", &[], &[]);
    }

    #[test]
    fn members_know_what_the_groups_around_them_replace() {
        fn check(properties: &str, expect: &[&[&str]]) {
            let text = format!(
                "heat_template_version: rocky\nresources: {{g: {{type: OS::Heat::ResourceGroup, properties: {{{properties}}}}}}}"
            );
            let template = Template::read(&Source::new("test", text)).template.unwrap();
            let undecided = UndecidedStack::new(&template);
            let outline = Outline::read(&template, &undecided.scope());
            let found: Vec<_> =
                outline.resources().all.into_iter().map(|resource| resource.placeholders).collect();
            assert_eq!(found, expect, "{properties}");
        }
        check("resource_def: {type: A::B}", &[&[], &["%index%"]]);
        check("index_var: '%i%', resource_def: {type: A::B}", &[&[], &["%i%"]]);
        let inner = "resource_def: {type: A::G, properties: {index_var: '%j%', resource_def: {type: A::B}}}";
        check(inner, &[&[], &["%index%"], &["%index%", "%j%"]]);
    }
}
