//! Names in a template: the definition of each parameter, resource and condition, and everything that refers to it.

use heat_hot::Template;
use heat_hot::function;
use heat_hot::snippet::Context;
use heat_hot_language::Variant;
use heat_yaml::{Mapping, Node, Span, Value};

/// Namespace of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Space {
    Parameter,
    Resource,
    Condition,
}

impl Space {
    /// The word for people.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Parameter => "parameter",
            Self::Resource => "resource",
            Self::Condition => "condition",
        }
    }
}

/// An occurrence of a name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Occurrence {
    /// Span of the name, excluding quotes.
    pub(crate) span: Span,
    pub(crate) space: Space,
    pub(crate) name: String,
    /// `true` if this occurrence defines the name.
    pub(crate) is_definition: bool,
}

/// All names in a template, in the order of the text.
#[derive(Debug)]
pub(crate) struct Names {
    all: Vec<Occurrence>,
}

impl Names {
    /// The names of a template.
    pub(crate) fn of(template: &Template) -> Self {
        let mut finder = Finder { template, all: Vec::new() };
        finder.sections();
        let mut all = finder.all;
        // The value of an anchor is in the text once, no matter how often it is used.
        all.sort();
        all.dedup();
        Self { all }
    }

    /// The name at an offset, which may also be the end of the name.
    pub(crate) fn at(&self, offset: usize) -> Option<&Occurrence> {
        self.all.iter().find(|each| (each.span.start..=each.span.end).contains(&offset))
    }

    /// Returns the definition of a name.
    pub(crate) fn definition(&self, space: Space, name: &str) -> Option<&Occurrence> {
        self.same(space, name).find(|each| each.is_definition)
    }

    /// All occurrences of a name.
    pub(crate) fn same(&self, space: Space, name: &str) -> impl Iterator<Item = &Occurrence> {
        self.all.iter().filter(move |each| each.space == space && each.name == name)
    }

    /// All names that are defined.
    pub(crate) fn defined(&self, space: Space) -> impl Iterator<Item = &str> {
        let defined = self.all.iter().filter(move |each| each.is_definition && each.space == space);
        defined.map(|each| each.name.as_str())
    }
}

struct Finder<'t> {
    template: &'t Template,
    all: Vec<Occurrence>,
}

impl<'t> Finder<'t> {
    fn sections(&mut self) {
        let keys = *self.template.keys();
        for entry in self.entries(keys.parameters) {
            self.defines(Space::Parameter, &entry.key);
        }
        let conditions = keys.conditions.map(|section| self.entries(section)).unwrap_or_default();
        for entry in conditions {
            self.defines(Space::Condition, &entry.key);
            self.condition(&entry.value);
        }
        let groups = keys.parameter_groups.and_then(|section| self.template.section(section));
        for group in groups.and_then(Node::as_sequence).into_iter().flatten() {
            let members = group.as_mapping().and_then(|group| group.get("parameters")?.as_sequence());
            members.into_iter().flatten().for_each(|name| self.refers(Space::Parameter, name));
        }
        for entry in self.entries(keys.resources) {
            self.defines(Space::Resource, &entry.key);
            for part in entry.value.as_mapping().into_iter().flatten() {
                match part.key.as_str() {
                    Some(key) if key == keys.resource.depends_on => self.depends_on(&part.value),
                    key if key.is_some() && key == keys.resource.condition => self.condition(&part.value),
                    _ => self.value(&part.value),
                }
            }
        }
        for entry in self.entries(keys.outputs) {
            for part in entry.value.as_mapping().into_iter().flatten() {
                match part.key.as_str() {
                    key if key.is_some() && key == keys.output_condition => self.condition(&part.value),
                    _ => self.value(&part.value),
                }
            }
        }
    }

    fn entries(&self, section: &str) -> std::slice::Iter<'t, heat_yaml::Entry> {
        self.template.entries(section).map(Mapping::iter).unwrap_or_default()
    }

    fn depends_on(&mut self, node: &Node) {
        match node.as_sequence() {
            Some(names) => names.iter().for_each(|name| self.refers(Space::Resource, name)),
            None => self.refers(Space::Resource, node),
        }
    }

    /// Collects the names in a value.
    fn value(&mut self, node: &Node) {
        match &node.value {
            Value::Sequence(items) | Value::Set(items) => items.iter().for_each(|item| self.value(item)),
            Value::Mapping(map) => match self.call(map, Context::Value) {
                Some((variant, argument)) => self.arguments(variant, argument, Context::Value),
                None => map.iter().for_each(|entry| self.value(&entry.value)),
            },
            _ => {}
        }
    }

    /// Collects the names in a condition.
    fn condition(&mut self, node: &Node) {
        let Some(map) = node.as_mapping() else { return self.refers(Space::Condition, node) };
        if let Some((variant, argument)) = self.call(map, Context::Condition) {
            self.arguments(variant, argument, Context::Condition);
        }
    }

    /// The function that a map calls, with its argument.
    fn call<'n>(&self, map: &'n Mapping, context: Context) -> Option<(Variant, &'n Node)> {
        let [entry] = map.entries() else { return None };
        let variant = function::variant(entry.key.as_str()?, self.template.version(), context)?;
        Some((variant, &entry.value))
    }

    fn arguments(&mut self, variant: Variant, argument: &Node, context: Context) {
        let list = argument.as_sequence();
        let first = list.map_or(Some(argument), <[Node]>::first);
        let others = list.map(|list| list.get(1..).unwrap_or_default()).unwrap_or_default();
        match variant {
            Variant::GetParam | Variant::ParamRef => self.named(Space::Parameter, first),
            Variant::GetResource => self.named(Space::Resource, first),
            Variant::GetAttThenSelect
            | Variant::CfnGetAtt
            | Variant::GetAtt
            | Variant::GetAttAllAttributes => {
                self.named(Space::Resource, first);
            }
            // Heat looks for a resource first.
            Variant::Ref => {
                let resources = self.template.entries(self.template.keys().resources);
                let name = first.and_then(Node::as_str).unwrap_or_default();
                let is_resource = resources.is_some_and(|resources| resources.get(name).is_some());
                self.named(if is_resource { Space::Resource } else { Space::Parameter }, first);
            }
            Variant::If | Variant::IfNullable => {
                if let Some(condition) = first.filter(|_| list.is_some()) {
                    self.condition(condition);
                }
            }
            Variant::And | Variant::Or | Variant::Not | Variant::CfnNot => {
                match list {
                    Some(list) => list.iter().for_each(|each| self.condition(each)),
                    None => self.condition(argument),
                }
                return;
            }
            _ if context == Context::Condition => return self.values_in_condition(argument),
            _ => return self.value(argument),
        }
        for other in others {
            self.value(other);
        }
    }

    /// Collects the names in the arguments of a function in a condition: values that can contain the functions of conditions.
    fn values_in_condition(&mut self, node: &Node) {
        match &node.value {
            Value::Sequence(items) => items.iter().for_each(|item| self.values_in_condition(item)),
            Value::Mapping(map) => match self.call(map, Context::Condition) {
                Some((variant, argument)) => self.arguments(variant, argument, Context::Condition),
                None => map.iter().for_each(|entry| self.values_in_condition(&entry.value)),
            },
            _ => {}
        }
    }

    /// Collects the names in an argument that is a name or a function call.
    fn named(&mut self, space: Space, node: Option<&Node>) {
        let Some(node) = node else { return };
        self.refers(space, node);
        self.value(node);
    }

    fn defines(&mut self, space: Space, node: &Node) {
        self.add(space, node, true);
    }

    fn refers(&mut self, space: Space, node: &Node) {
        self.add(space, node, false);
    }

    fn add(&mut self, space: Space, node: &Node, is_definition: bool) {
        let Some(name) = node.as_str() else { return };
        let span = text_span(self.template.source().text(), node.span);
        self.all.push(Occurrence { span, space, name: name.to_owned(), is_definition });
    }
}

/// Span of a scalar's text, excluding quotes.
pub(crate) fn text_span(text: &str, span: Span) -> Span {
    let written = text.get(span.start..span.end).unwrap_or_default();
    let is_quoted = |quote: char| written.len() > 1 && written.starts_with(quote) && written.ends_with(quote);
    if is_quoted('"') || is_quoted('\'') { Span::new(span.start + 1, span.end - 1) } else { span }
}

#[cfg(test)]
mod tests {
    use heat_yaml::Source;

    use super::*;
    use crate::text::reading;

    /// Compares all names, each as `space name`, with `=` for definitions.
    fn check(text: &str, expect: &str) {
        let template = reading::template(&Source::new("a.yaml", text), None).unwrap();
        let names = Names::of(&template).all;
        let shown: Vec<String> = names
            .iter()
            .map(|each| {
                assert_eq!(&text[each.span.start..each.span.end], each.name, "{text}");
                let sign = if each.is_definition { "=" } else { "" };
                format!("{} {}{sign}", each.space.word(), each.name)
            })
            .collect();
        assert_eq!(shown.join(", "), expect, "{text}");
    }

    #[test]
    fn names_are_found_wherever_they_stand() {
        check(
            "heat_template_version: 2018-08-31
parameters: {p: {type: string}}
parameter_groups: [{label: l, parameters: [p]}]
conditions: {c: {equals: [{get_param: p}, c]}, d: {not: c}, e: {and: [c, {or: [d, c]}]}}
resources:
  r: {type: A::B, condition: c, depends_on: s, properties: {x: {get_param: [p, 0]}, y: {if: [c, {get_resource: 's'}, r]}}}
  s: {type: A::B, depends_on: [\"r\"], metadata: {list_join: ['', [{get_attr: [r, a, {get_param: p}]}]]}}
outputs: {o: {condition: {not: d}, value: {get_attr: [s, p]}}}
",
            "parameter p=, parameter p, condition c=, parameter p, condition d=, condition c, condition e=, \
             condition c, condition d, condition c, resource r=, condition c, resource s, parameter p, condition c, \
             resource s, resource s=, resource r, resource r, parameter p, condition d, resource s",
        );
    }

    #[test]
    fn what_a_version_does_not_call_is_data() {
        check(
            "heat_template_version: 2013-05-23\nresources: {r: {type: A, condition: c, properties: {x: {if: [c, 1, 2]}, y: {Ref: r}}}}\n",
            "resource r=, resource r",
        );
        check(
            "AWSTemplateFormatVersion: 2010-09-09
Parameters: {P: {Type: String}}
Conditions: {C: {'Fn::Equals': [{Ref: P}, a]}}
Resources: {R: {Type: A, Condition: C, DependsOn: R, Properties: {x: {Ref: R}, y: {'Fn::GetAtt': [R, a]}, z: {'Fn::If': [C, 1, 2]}}}}
",
            "parameter P=, condition C=, parameter P, resource R=, condition C, resource R, resource R, resource R, condition C",
        );
    }

    #[test]
    fn a_text_that_is_used_twice_is_found_once() {
        check(
            "heat_template_version: rocky\nresources: {a: {type: A, properties: &p {x: {get_resource: a}}}, b: {type: A, properties: *p}}\n",
            "resource a=, resource a, resource b=",
        );
    }
}
