//! Completions for keys.

use heat_hot_language::Dialect;
use heat_model::{ConstraintKind, PropertySchema};
use heat_updates::update_behaviour;
use lsp_types::CompletionItemKind;

use super::Offers;
use super::items::Item;
use crate::places::cursor::Step;
use crate::places::{CursorContext, ExpectedValue};

impl Offers<'_> {
    /// The keys for the map at a path, which already has `others`.
    pub(crate) fn keys(&self, path: &[Step], others: &[String]) -> Vec<Item> {
        let keys = self.places.template.keys();
        let version = self.places.template.version();
        let key = |name: &str| Item::key(name, CompletionItemKind::KEYWORD);
        let named = |names: &mut dyn Iterator<Item = &'static str>| names.map(key).collect::<Vec<_>>();
        let mut items = match self.places.at(path) {
            CursorContext::Template => named(&mut keys.sections()),
            CursorContext::Parameter => named(&mut Dialect::of(version).allowed_keys().iter().copied()),
            CursorContext::ParameterConstraint => {
                named(&mut ConstraintKind::KEYS.into_iter().chain(["description"]))
            }
            CursorContext::ConstraintNumbers(kind) => {
                let keys: &[&str] = match kind {
                    "range" | "length" => &["min", "max"],
                    "modulo" => &["step", "offset"],
                    _ => &[],
                };
                named(&mut keys.iter().copied())
            }
            CursorContext::ParameterGroup => named(&mut ["label", "description", "parameters"].into_iter()),
            CursorContext::Resource => self.of_resource(path),
            CursorContext::Output => {
                let output = [Some(keys.output_value), Some(keys.output_description), keys.output_condition];
                named(&mut output.into_iter().flatten())
            }
            CursorContext::Argument { variant, path: [], .. } => {
                let keys = variant.argument_keys();
                keys.map(|key| Item::key(key, CompletionItemKind::FIELD)).collect()
            }
            CursorContext::Data(expected) => self.members(path, expected),
            _ => Vec::new(),
        };
        items.retain(|item| !others.contains(&item.label));
        items
    }
}

impl Offers<'_> {
    /// The keys of a resource. The key for its properties comes with those that its type requires.
    fn of_resource(&self, path: &[Step]) -> Vec<Item> {
        let keys = self.places.template.keys().resource;
        let schema = path.get(1).and_then(Step::key).and_then(|name| self.places.type_of(name));
        let properties = schema.into_iter().flat_map(|schema| &schema.properties);
        let required = properties.filter(|(_, schema)| schema.required && schema.implemented);
        let required: Vec<String> = required.map(|(name, _)| name.clone()).collect();
        let item = |name| {
            if name == keys.properties && !required.is_empty() {
                return Item::map(name, required.clone());
            }
            Item::key(name, CompletionItemKind::KEYWORD)
        };
        keys.names().map(item).collect()
    }

    /// The members of a map, required ones first.
    fn members(&self, path: &[Step], expected: ExpectedValue<'_>) -> Vec<Item> {
        let is_top = matches!(expected, ExpectedValue::Members(_)) && path.len() == 3;
        let of = path.get(1).filter(|_| is_top).and_then(Step::key);
        let of = of.and_then(|name| self.places.type_of(name));
        let members = expected.members().into_iter().flatten();
        let mut shown: Vec<_> =
            members.filter(|(_, schema)| schema.implemented && !schema.support_status.is_hidden()).collect();
        shown.sort_by_key(|(_, schema)| {
            let is_deprecated = schema.support_status.status() == heat_model::Status::Deprecated;
            (!schema.required, is_deprecated)
        });
        let item = |(name, schema): (&String, &PropertySchema)| {
            let behaviour = of.and_then(|of| update_behaviour(of, name)).unwrap_or(schema.update_behaviour());
            Item::property(name, schema, is_top.then_some(behaviour))
        };
        shown.into_iter().map(item).collect()
    }
}
