//! Completions for values.

use heat_export::tooltip;
use heat_hot_language::{
    DeletionPolicy, Dialect, FUNCTIONS, Function, HotVersion, ParameterType, TemplateVersion, Variant,
};
use heat_model::{CustomConstraint, Value};
use heat_yaml::Node;
use lsp_types::CompletionItemKind;

use super::Offers;
use super::items::{Item, booleans, expected_values};
use super::paths::FileFilter;
use crate::places::cursor::Step;
use crate::places::template_types::provider;
use crate::places::{CursorContext, ExpectedValue};
use crate::text::names::Space;

impl Offers<'_> {
    /// The values at a path.
    pub(crate) fn values(&self, path: &[Step]) -> Vec<Item> {
        let version = self.places.template.version();
        match self.places.at(path) {
            CursorContext::Version => {
                let newest = self.places.types.release().and_then(|release| release.newest_version);
                versions(path, newest.unwrap_or(HotVersion::NEWEST))
            }
            CursorContext::ParameterType => {
                let types = ParameterType::ALL.into_iter().map(|kind| kind.name(Dialect::of(version)));
                types.map(|name| Item::word(name, CompletionItemKind::TYPE_PARAMETER)).collect()
            }
            CursorContext::ParameterFlag => booleans(),
            CursorContext::CustomConstraint => self.custom_constraints(),
            CursorContext::ParameterDefault(name) => {
                let schema = provider(self.places.template);
                schema.and_then(|schema| schema.properties.get(name).map(expected_values)).unwrap_or_default()
            }
            CursorContext::ParameterName => self.parameters(),
            CursorContext::ResourceType => {
                let types = self.places.types.visible().map(Item::resource_type);
                types.chain((self.paths)(FileFilter::Templates)).collect()
            }
            CursorContext::DependsOn(of) => {
                let mut items = self.defined(Space::Resource);
                items.retain(|item| item.label != of);
                items
            }
            CursorContext::DeletionPolicy => {
                let word = |policy: DeletionPolicy| {
                    let lowercase = policy.as_lowercase_str();
                    let is_known = DeletionPolicy::named(version, lowercase).is_some();
                    if is_known { lowercase } else { policy.as_str() }
                };
                let words = DeletionPolicy::ALL.into_iter().map(word);
                words.map(|word| Item::word(word, CompletionItemKind::ENUM_MEMBER)).collect()
            }
            CursorContext::Condition => {
                let mut items = self.defined(Space::Condition);
                items.extend(functions(version, |function| function.is_condition(version)));
                items
            }
            CursorContext::Argument { variant, path, node } => self.argument(variant, path, node),
            CursorContext::Data(expected) => {
                let mut items = match expected {
                    ExpectedValue::Value(schema) => expected_values(schema),
                    ExpectedValue::Members(_) | ExpectedValue::Unknown => Vec::new(),
                };
                if !matches!(expected, ExpectedValue::Members(_)) {
                    items.extend(functions(version, |function| function.is_value(version)));
                }
                items
            }
            _ => Vec::new(),
        }
    }

    /// The custom constraints that are not hidden.
    fn custom_constraints(&self) -> Vec<Item> {
        let shown = self.customs.constraints.iter().filter(|(_, one)| !one.support_status.is_hidden());
        let item = |(name, constraint): (&String, &CustomConstraint)| {
            let documentation = tooltip::custom_constraint(name, constraint);
            Item::word(name, CompletionItemKind::ENUM_MEMBER).with_documentation(documentation)
        };
        shown.map(item).collect()
    }

    /// The names that the template defines.
    fn defined(&self, space: Space) -> Vec<Item> {
        let defined = self.names.defined(space);
        let item = |name: &str| match space {
            Space::Parameter => Item::word(name, CompletionItemKind::VARIABLE),
            Space::Condition => Item::word(name, CompletionItemKind::EVENT),
            Space::Resource => {
                let item = Item::word(name, CompletionItemKind::MODULE);
                match self.places.type_of(name) {
                    Some(schema) => item.with_detail(&schema.name),
                    None => item,
                }
            }
        };
        defined.map(item).collect()
    }

    fn parameters(&self) -> Vec<Item> {
        self.defined(Space::Parameter)
    }

    /// The parameters, including those that Heat adds.
    fn all_parameters(&self) -> Vec<Item> {
        let mut items = self.parameters();
        let pseudo = Dialect::of(self.places.template.version()).pseudo_parameters();
        items.extend(
            pseudo
                .iter()
                .map(|name| Item::word(*name, CompletionItemKind::CONSTANT).with_detail("pseudo parameter")),
        );
        items
    }

    fn argument(&self, variant: Variant, path: &[Step], node: Option<&Node>) -> Vec<Item> {
        match (variant, path) {
            (Variant::GetParam | Variant::ParamRef, [] | [Step::Index(0)]) => self.all_parameters(),
            (Variant::GetFile, []) => (self.paths)(FileFilter::Files),
            (Variant::GetResource, []) => self.defined(Space::Resource),
            (Variant::Ref, []) => {
                let mut items = self.defined(Space::Resource);
                items.extend(self.all_parameters());
                items
            }
            (
                Variant::GetAttThenSelect
                | Variant::CfnGetAtt
                | Variant::GetAtt
                | Variant::GetAttAllAttributes,
                [Step::Index(index)],
            ) => self.of_attribute(*index, node.and_then(Node::as_sequence).unwrap_or_default()),
            (Variant::ResourceFacade | Variant::CfnResourceFacade, []) => {
                let words = variant.arguments().iter();
                words.map(|word| Item::word(*word, CompletionItemKind::ENUM_MEMBER)).collect()
            }
            (
                Variant::GetParam
                | Variant::GetResource
                | Variant::GetAttThenSelect
                | Variant::CfnGetAtt
                | Variant::GetAtt
                | Variant::GetAttAllAttributes
                | Variant::GetFile,
                _,
            ) => Vec::new(),
            _ => {
                let version = self.places.template.version();
                functions(version, |function| function.is_value(version))
            }
        }
    }

    /// Completions for the argument of `get_attr` with this index: a resource, an attribute, and keys of its value.
    fn of_attribute(&self, index: usize, arguments: &[Node]) -> Vec<Item> {
        let text = |index: usize| arguments.get(index).and_then(Node::as_str);
        if index == 0 {
            return self.defined(Space::Resource);
        }
        let Some(schema) = text(0).and_then(|resource| self.places.type_of(resource)) else {
            return Vec::new();
        };
        if index == 1 {
            let shown =
                schema.attributes.iter().filter(|(_, attribute)| !attribute.support_status.is_hidden());
            let show = schema.implicit_attribute();
            let show = show.iter().map(|(name, attribute)| Item::attribute(name, attribute));
            return shown.map(|(name, attribute)| Item::attribute(name, attribute)).chain(show).collect();
        }
        let attribute = text(1).and_then(|name| schema.attributes.get(name));
        let Some(mut example) = attribute.and_then(|attribute| attribute.example.as_ref()) else {
            return Vec::new();
        };
        for key in arguments.get(2..index).unwrap_or_default() {
            let inner = match example {
                Value::Map(map) => map.values().next(),
                Value::List(items) => items.first(),
                _ => None,
            };
            let named = key.as_str().and_then(|key| example.as_map()?.get(key));
            let Some(inner) = named.or(inner) else { return Vec::new() };
            example = inner;
        }
        match example {
            Value::Map(map) => {
                let keys = map.keys();
                let item = |key: &String| {
                    Item::word(key, CompletionItemKind::FIELD).with_detail("as in the example")
                };
                keys.map(item).collect()
            }
            Value::List(_) => vec![Item::word("0", CompletionItemKind::VALUE)],
            _ => Vec::new(),
        }
    }
}

/// The values with which a key declares a version that is not later than `newest`.
fn versions(path: &[Step], newest: HotVersion) -> Vec<Item> {
    let key = path.first().and_then(Step::key).unwrap_or_default();
    let version = |name: &'static str| Item::word(name, CompletionItemKind::ENUM_MEMBER);
    let is_known = |version| !matches!(version, TemplateVersion::Hot(version) if version > newest);
    let is_declared = |name: &&str| TemplateVersion::declared_by(key, name).is_some_and(is_known);
    let formats = [TemplateVersion::HeatCfn, TemplateVersion::AwsCfn].map(|format| format.declaration().1);
    // The newest version comes first.
    let mut items: Vec<Item> = HotVersion::names().chain(formats).filter(is_declared).map(version).collect();
    items.reverse();
    items
}

/// The functions that a version has.
fn functions(version: TemplateVersion, is_there: impl Fn(&Function) -> bool) -> Vec<Item> {
    let there = FUNCTIONS.iter().filter(|function| is_there(function));
    let item = |function: &Function| {
        let documentation = tooltip::function(function.name(), function.form(version));
        Item::call(function.name()).with_documentation(documentation)
    };
    there.map(item).collect()
}
