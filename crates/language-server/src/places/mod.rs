//! Meaning of the parts of a template, by their paths: a name, a type, a value of a property.
//!
//! [`cursor`] finds the path to the cursor. Docs and completions for these parts are in `answers`.

pub(crate) mod cursor;
pub(crate) mod template_types;

use heat_hot::Template;
use heat_hot::function;
use heat_hot::snippet::Context;
use heat_hot_language::Variant;
use heat_model::{PropertySchema, ResourceType};
use heat_yaml::Node;
use indexmap::IndexMap;

use self::cursor::Step;
use self::template_types::TemplateTypes;

/// Expectation for a value.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ExpectedValue<'a> {
    /// A map with these members.
    Members(&'a IndexMap<String, PropertySchema>),
    /// A value that a schema describes.
    Value(&'a PropertySchema),
    /// A value without known expectations.
    Unknown,
}

impl<'a> ExpectedValue<'a> {
    /// The members of the map that is expected.
    pub(crate) fn members(self) -> Option<&'a IndexMap<String, PropertySchema>> {
        match self {
            Self::Members(members) => Some(members),
            Self::Value(schema) => schema.members(),
            Self::Unknown => None,
        }
    }

    /// The expectation for the value at a step.
    fn step(self, step: &Step) -> Self {
        let found = match step {
            Step::Key(key) => self.members().and_then(|members| members.get(key)),
            Step::Index(_) => match self {
                Self::Value(schema) => schema.item(),
                _ => None,
            },
        };
        found.map_or(Self::Unknown, Self::Value)
    }
}

/// Meaning of a part of a template. Paths lead to a value; if the cursor is on a key, they lead to its map.
#[derive(Debug)]
pub(crate) enum CursorContext<'a> {
    /// The whole template.
    Template,
    /// The version of the template.
    Version,
    /// The definition of a parameter.
    Parameter,
    ParameterType,
    /// A key of a parameter that is true or false.
    ParameterFlag,
    /// A constraint of a parameter.
    ParameterConstraint,
    /// The numbers in a constraint of this kind.
    ConstraintNumbers(&'a str),
    /// The name of a custom constraint.
    CustomConstraint,
    /// The default of the parameter with this name.
    ParameterDefault(&'a str),
    /// A group of parameters.
    ParameterGroup,
    /// The name of a parameter.
    ParameterName,
    /// The definition of a resource.
    Resource,
    ResourceType,
    /// The name of a resource that the resource with this name depends on.
    DependsOn(&'a str),
    DeletionPolicy,
    /// A condition, or the name of one.
    Condition,
    /// The definition of an output.
    Output,
    /// An argument of a function, by the path below the function's name.
    Argument {
        variant: Variant,
        path: &'a [Step],
        node: Option<&'a Node>,
    },
    /// A value, such as that of a property or an output.
    Data(ExpectedValue<'a>),
    /// A part without a known meaning.
    Unknown,
}

/// Determines the meaning of the parts of a template.
#[derive(Clone, Copy)]
pub(crate) struct Places<'a> {
    pub(crate) template: &'a Template,
    pub(crate) types: &'a TemplateTypes<'a>,
}

impl<'a> Places<'a> {
    /// The schema of a resource's type.
    pub(crate) fn type_of(self, resource: &str) -> Option<&'a ResourceType> {
        let keys = self.template.keys();
        let resource = self.template.entries(keys.resources)?.get(resource)?.as_mapping()?;
        self.types.find(resource.get(keys.resource.resource_type)?.as_str()?)
    }

    /// The meaning of the part at a path.
    pub(crate) fn at(self, path: &'a [Step]) -> CursorContext<'a> {
        let Some((section, rest)) = path.split_first() else { return CursorContext::Template };
        let Some(section) = section.key() else { return CursorContext::Unknown };
        let keys = self.template.keys();
        let node = self.template.section(section);
        match section {
            _ if keys.versions.contains(&section) && rest.is_empty() => CursorContext::Version,
            _ if section == keys.parameters => self.in_parameters(rest),
            _ if Some(section) == keys.parameter_groups => match rest {
                [Step::Index(_)] => CursorContext::ParameterGroup,
                [Step::Index(_), Step::Key(key), Step::Index(_)] if key == "parameters" => {
                    CursorContext::ParameterName
                }
                _ => CursorContext::Unknown,
            },
            _ if Some(section) == keys.conditions => self.in_entry(node, rest, Context::Condition),
            _ if section == keys.resources => self.in_resources(node, rest),
            _ if section == keys.outputs => match rest {
                [Step::Key(_)] => CursorContext::Output,
                [name, Step::Key(key), below @ ..] => {
                    let node = node.and_then(|node| below_steps(node, &[name, &Step::Key(key.clone())]));
                    let is_condition = Some(key.as_str()) == keys.output_condition;
                    self.data(ExpectedValue::Unknown, node, below, context(is_condition))
                }
                _ => CursorContext::Unknown,
            },
            _ => CursorContext::Unknown,
        }
    }

    fn in_parameters(self, path: &'a [Step]) -> CursorContext<'a> {
        let keys = heat_hot_language::Dialect::of(self.template.version()).keys();
        match path {
            [Step::Key(_)] => CursorContext::Parameter,
            [_, Step::Key(key)] if key == keys.parameter_type => CursorContext::ParameterType,
            [_, Step::Key(key)] if key == keys.hidden || key == keys.immutable => {
                CursorContext::ParameterFlag
            }
            [Step::Key(name), Step::Key(key)] if key == keys.default => CursorContext::ParameterDefault(name),
            [_, Step::Key(key), Step::Index(_), below @ ..] if key == "constraints" => match below {
                [] => CursorContext::ParameterConstraint,
                [Step::Key(kind)] if kind == "custom_constraint" => CursorContext::CustomConstraint,
                [Step::Key(kind)] => CursorContext::ConstraintNumbers(kind),
                _ => CursorContext::Unknown,
            },
            _ => CursorContext::Unknown,
        }
    }

    fn in_entry(self, section: Option<&'a Node>, path: &'a [Step], context: Context) -> CursorContext<'a> {
        let Some((name, below)) = path.split_first() else { return CursorContext::Unknown };
        let node = section.and_then(|section| below_steps(section, &[name]));
        self.data(ExpectedValue::Unknown, node, below, context)
    }

    fn in_resources(self, section: Option<&'a Node>, path: &'a [Step]) -> CursorContext<'a> {
        let keys = self.template.keys().resource;
        let (name, key, below) = match path {
            [Step::Key(_)] => return CursorContext::Resource,
            [Step::Key(name), Step::Key(key), below @ ..] => (name, key.as_str(), below),
            _ => return CursorContext::Unknown,
        };
        let node = section.and_then(|section| below_steps(section, &path[..2]));
        let members = |members: &'a IndexMap<String, PropertySchema>| ExpectedValue::Members(members);
        let schema = self.type_of(name);
        let expected = match key {
            _ if key == keys.properties => schema.map(|schema| members(&schema.properties)),
            _ if key == keys.update_policy => schema.map(|schema| members(&schema.update_policy)),
            _ => None,
        };
        match below {
            [] if key == keys.resource_type => CursorContext::ResourceType,
            [] if key == keys.deletion_policy => CursorContext::DeletionPolicy,
            [] | [Step::Index(_)] if key == keys.depends_on => CursorContext::DependsOn(name),
            _ => {
                let is_condition = Some(key) == keys.condition;
                self.data(expected.unwrap_or(ExpectedValue::Unknown), node, below, context(is_condition))
            }
        }
    }

    /// Follows a path into a value, which can contain functions.
    fn data(
        self,
        mut expected: ExpectedValue<'a>,
        mut node: Option<&'a Node>,
        mut path: &'a [Step],
        mut context: Context,
    ) -> CursorContext<'a> {
        while let Some((step, below)) = path.split_first() {
            let value = node.and_then(|node| below_steps(node, &[step]));
            let Some(variant) = self.call(node, step, context) else {
                let Some(next) = self.member(expected, node, step, below) else {
                    return CursorContext::ResourceType;
                };
                (expected, node, path) = (next, value, below);
                continue;
            };
            match (variant, below) {
                (Variant::Not, _) => {
                    // The argument of this function is not a list.
                    (expected, node, path, context) =
                        (ExpectedValue::Unknown, value, below, Context::Condition);
                    continue;
                }
                (Variant::And | Variant::Or | Variant::CfnNot, _)
                | (Variant::If | Variant::IfNullable, [Step::Index(0), ..]) => {
                    (expected, context) = (ExpectedValue::Unknown, Context::Condition);
                }
                // The result of an `if` replaces it.
                (Variant::If | Variant::IfNullable, [Step::Index(_), ..]) => {}
                (_, [] | [_]) => return CursorContext::Argument { variant, path: below, node: value },
                _ => expected = ExpectedValue::Unknown,
            }
            (node, path) = match below.split_first() {
                Some((argument, rest)) => (value.and_then(|value| below_steps(value, &[argument])), rest),
                None => (value, below),
            };
        }
        if context == Context::Condition { CursorContext::Condition } else { CursorContext::Data(expected) }
    }

    /// The function that the map at a path calls with this key, in a value or a condition.
    pub(crate) fn function(self, around: &[Step], key: &str) -> Option<Variant> {
        let map = below_steps(self.template.root(), around)?.as_mapping()?;
        let name = map.entries().first().filter(|entry| map.len() == 1 && entry.key.as_str() == Some(key));
        name?;
        let version = self.template.version();
        let variant = |context| {
            let variant = function::variant(key, version, context)?;
            (!variant.arguments().is_empty()).then_some(variant)
        };
        variant(Context::Value).or_else(|| variant(Context::Condition))
    }

    /// The function that a map calls with this step.
    fn call(self, node: Option<&Node>, step: &Step, context: Context) -> Option<Variant> {
        let map = node?.as_mapping().filter(|map| map.len() == 1)?;
        let name = step.key().filter(|key| map.get(key).is_some())?;
        function::variant(name, self.template.version(), context)
    }

    /// The expectation for the value at a step, which can be a part of a resource that is defined in a property; `None` if it is
    /// the type of such a resource.
    fn member(
        self,
        expected: ExpectedValue<'a>,
        node: Option<&Node>,
        step: &Step,
        below: &[Step],
    ) -> Option<ExpectedValue<'a>> {
        let keys = self.template.keys().resource;
        let members = expected.members();
        let is_definition = members.is_none_or(|members| members.contains_key(keys.properties));
        if members.is_some() && is_definition && step.key() == Some(keys.resource_type) && below.is_empty() {
            return None;
        }
        if is_definition && step.key() == Some(keys.properties) {
            let named = node.and_then(|node| node.as_mapping()?.get(keys.resource_type)?.as_str());
            if let Some(schema) = named.and_then(|name| self.types.find(name)) {
                return Some(ExpectedValue::Members(&schema.properties));
            }
        }
        Some(expected.step(step))
    }
}

fn context(is_condition: bool) -> Context {
    if is_condition { Context::Condition } else { Context::Value }
}

/// The value at the end of some steps.
fn below_steps<'n, S: std::borrow::Borrow<Step>>(node: &'n Node, steps: &[S]) -> Option<&'n Node> {
    let segments: Vec<_> = steps.iter().map(|step| step.borrow().segment()).collect();
    node.at(&segments)
}
