//! Completions in an environment.

use heat_hot::Template;
use heat_hot::environment::Registry;
use heat_hot_language::{
    EVENT_SINK_ARGUMENTS, EVENT_SINK_TYPE, Hook, MERGE_STRATEGIES, RestrictedAction, Section,
};
use heat_model::ResourceType;
use heat_yaml::Node;
use lsp_types::CompletionItemKind;

use super::items::{Item, expected_values};
use super::paths::FileFilter;
use crate::catalogue::KnownTypes;
use crate::places::cursor::Step;
use crate::places::template_types::provider;

/// Data for completions in an environment.
pub(crate) struct EnvironmentOffers<'a> {
    /// The types that the environment can map.
    pub(crate) types: &'a KnownTypes<'a>,
    /// The templates that the environment is for.
    pub(crate) templates: &'a dyn Fn() -> Vec<Template>,
    /// The files that the path at the cursor can continue to.
    pub(crate) paths: &'a dyn Fn(FileFilter) -> Vec<Item>,
}

impl EnvironmentOffers<'_> {
    /// The keys for the map at a path, which already has `others`.
    pub(crate) fn keys(&self, path: &[Step], others: &[String]) -> Vec<Item> {
        let keyword = |name: &str| Item::key(name, CompletionItemKind::KEYWORD);
        let Some((section, below)) = section(path) else {
            let mut items: Vec<Item> = match path {
                [] => Section::ALL.into_iter().map(|section| keyword(section.as_str())).collect(),
                _ => Vec::new(),
            };
            items.retain(|item| !others.contains(&item.label));
            return items;
        };
        let mut items: Vec<Item> = match (section, below) {
            (Section::Parameters | Section::ParameterDefaults | Section::ParameterMergeStrategies, []) => {
                self.parameters()
            }
            (Section::ResourceRegistry, []) => {
                let types = self.types.visible().map(Item::mapped_type);
                [keyword(Registry::RESOURCES)].into_iter().chain(types).collect()
            }
            (Section::ResourceRegistry, [Step::Key(key)]) if key == Registry::RESOURCES => self.resources(),
            (Section::ResourceRegistry, [Step::Key(key), _]) if key == Registry::RESOURCES => {
                [Hook::KEY, RestrictedAction::KEY].map(keyword).into()
            }
            (Section::EventSinks, [Step::Index(_)]) => {
                let keys = ["type"].into_iter().chain(EVENT_SINK_ARGUMENTS);
                keys.map(keyword).collect()
            }
            _ => Vec::new(),
        };
        items.retain(|item| !others.contains(&item.label));
        items
    }

    /// The values at a path.
    pub(crate) fn values(&self, path: &[Step]) -> Vec<Item> {
        let word = |name: &str| Item::word(name, CompletionItemKind::ENUM_MEMBER);
        let Some((section, below)) = section(path) else { return Vec::new() };
        let below: Vec<&Step> = below.iter().filter(|step| step.key().is_some()).collect();
        let keys: Vec<&str> = below.iter().filter_map(|step| step.key()).collect();
        match (section, keys.as_slice()) {
            (Section::Parameters | Section::ParameterDefaults, [name]) => {
                let schemas = (self.templates)();
                let properties = schemas
                    .iter()
                    .filter_map(provider)
                    .find_map(|mut schema| schema.properties.shift_remove(*name));
                properties.as_ref().map(expected_values).unwrap_or_default()
            }
            (Section::ParameterMergeStrategies, [_]) => MERGE_STRATEGIES.into_iter().map(word).collect(),
            (Section::ResourceRegistry, [Registry::RESOURCES, _, Hook::KEY]) => {
                Hook::ALL.map(|hook| word(hook.as_str())).into()
            }
            (Section::ResourceRegistry, [Registry::RESOURCES, _, RestrictedAction::KEY]) => {
                RestrictedAction::ALL.map(|action| word(action.as_str())).into()
            }
            (Section::ResourceRegistry, [Registry::RESOURCES] | [Registry::RESOURCES, _]) => Vec::new(),
            (Section::ResourceRegistry, [_] | [Registry::RESOURCES, _, _]) => {
                let types = self.types.visible().map(Item::resource_type);
                types.chain((self.paths)(FileFilter::Templates)).collect()
            }
            (Section::EventSinks, ["type"]) => vec![word(EVENT_SINK_TYPE)],
            _ => Vec::new(),
        }
    }

    /// The parameters of the templates.
    fn parameters(&self) -> Vec<Item> {
        let schemas = (self.templates)();
        let schemas: Vec<ResourceType> = schemas.iter().filter_map(provider).collect();
        let mut items: Vec<Item> = schemas
            .iter()
            .flat_map(|schema| &schema.properties)
            .map(|(name, property)| Item::parameter(name, property))
            .collect();
        items.sort_by(|left, right| left.label.cmp(&right.label));
        items.dedup_by(|left, right| left.label == right.label);
        items
    }

    /// The resources of the templates.
    fn resources(&self) -> Vec<Item> {
        let templates = (self.templates)();
        let names = templates.iter().flat_map(|template| {
            let entries = template.entries(template.keys().resources).into_iter().flatten();
            entries.filter_map(|entry| Node::as_str(&entry.key))
        });
        let mut names: Vec<&str> = names.collect();
        names.sort_unstable();
        names.dedup();
        names.into_iter().map(|name| Item::key(name, CompletionItemKind::MODULE)).collect()
    }
}

/// The section at the beginning of a path, and the rest of the path.
fn section(path: &[Step]) -> Option<(Section, &[Step])> {
    let (first, below) = path.split_first()?;
    let section = Section::ALL.into_iter().find(|section| first.key() == Some(section.as_str()))?;
    Some((section, below))
}
