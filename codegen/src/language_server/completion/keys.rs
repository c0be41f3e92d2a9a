//! What can be a key at the cursor.

use heat_hot::language::Variant;
use heat_hot::parameter::Dialect;
use heat_model::ConstraintKind;
use lsp_types::CompletionItemKind;

use super::Offers;
use super::items::Item;
use crate::language_server::cursor::Step;
use crate::language_server::places::{Expected, Place};

impl Offers<'_> {
    /// The keys of the map at a path, which has these others.
    pub(super) fn keys(&self, path: &[Step], others: &[String]) -> Vec<Item> {
        let keys = self.places.template.keys();
        let version = self.places.template.version();
        let key = |name: &str| Item::key(name, CompletionItemKind::KEYWORD);
        let named = |names: &mut dyn Iterator<Item = &'static str>| names.map(key).collect::<Vec<_>>();
        let mut items = match self.places.at(path) {
            Place::Template => named(&mut keys.sections()),
            Place::Parameter => named(&mut Dialect::of(version).allowed_keys().iter().copied()),
            Place::ParameterConstraint => named(&mut ConstraintKind::KEYS.into_iter().chain(["description"])),
            Place::Resource => named(&mut keys.resource.names()),
            Place::Output => {
                let output = [Some(keys.output_value), Some(keys.output_description), keys.output_condition];
                named(&mut output.into_iter().flatten())
            }
            Place::Argument { variant, path: [], .. } => {
                arguments(variant).into_iter().map(Item::from).collect()
            }
            Place::Data(expected) => members(path, expected),
            _ => Vec::new(),
        };
        items.retain(|item| !others.contains(&item.label));
        items
    }
}

/// The members of a map, required ones first.
fn members(path: &[Step], expected: Expected<'_>) -> Vec<Item> {
    let is_top = matches!(expected, Expected::Members(_)) && path.len() == 3;
    let members = expected.members().into_iter().flatten();
    let mut shown: Vec<_> =
        members.filter(|(_, schema)| schema.implemented && !schema.support_status.is_hidden()).collect();
    shown.sort_by_key(|(_, schema)| {
        let is_deprecated = schema.support_status.status() == heat_model::Status::Deprecated;
        (!schema.required, is_deprecated)
    });
    shown.into_iter().map(|(name, schema)| Item::property(name, schema, is_top)).collect()
}

/// A key of the map that a function takes.
struct ArgumentKey(String);

impl From<ArgumentKey> for Item {
    fn from(key: ArgumentKey) -> Self {
        Self::key(key.0, CompletionItemKind::FIELD)
    }
}

/// The keys of the map that a function takes, from the ways in which it is written.
fn arguments(variant: Variant) -> Vec<ArgumentKey> {
    let mut keys: Vec<String> = Vec::new();
    for form in variant.arguments() {
        let Some(map) = form.strip_prefix('{') else { continue };
        let mut depth = 0_usize;
        let parts = map.split_inclusive(|char: char| {
            match char {
                '{' | '[' => depth += 1,
                '}' | ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            char == ',' && depth == 0
        });
        for part in parts {
            let Some((key, _)) = part.split_once(':') else { continue };
            let key = key.trim();
            // Names in capitals stand for values.
            if key.chars().any(char::is_lowercase) && !keys.iter().any(|known| known == key) {
                keys.push(key.to_owned());
            }
        }
    }
    keys.into_iter().map(ArgumentKey).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(variant: Variant, expect: &[&str]) {
        let keys: Vec<String> = arguments(variant).into_iter().map(|key| key.0).collect();
        assert_eq!(keys, expect, "{variant:?}");
    }

    #[test]
    fn functions_that_take_a_map_have_keys() {
        check(Variant::ReplaceJson, &["template", "params"]);
        check(Variant::RepeatWithNestedLoop, &["for_each", "template", "permutations"]);
        check(Variant::Yaql, &["expression", "data"]);
        check(Variant::Join, &[]);
        check(Variant::MapReplace, &[]);
    }
}
