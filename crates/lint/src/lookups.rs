//! Lookups of custom constraints, and the forms of values that descriptions mention: names and IDs.

use heat_model::custom_constraint::Lookup;
use heat_model::{ConstraintKind, RuleKind, SchemaPath};

use crate::{Context, PropertySite};

/// Custom constraint that queries a service, with the description that applies to it.
pub(super) struct LookupSite<'c> {
    /// Property with the custom constraint.
    pub site: &'c PropertySite<'c>,
    /// Name of the custom constraint.
    pub constraint: &'c str,
    /// Path of the custom constraint.
    pub constraint_path: SchemaPath,
    /// Forms of values that the custom constraint looks up.
    pub lookup: Lookup,
    /// Description of the property, or of the list that contains the item.
    pub description: &'c str,
    /// Path of that description.
    pub description_path: SchemaPath,
    /// Finder that converts values to IDs before the constraint is checked.
    pub finder: Option<&'c str>,
}

/// Returns all custom constraints of a schema with their lookup, once for each description that applies to them.
pub(super) fn lookup_sites<'c>(context: &'c Context<'c>) -> Vec<LookupSite<'c>> {
    let Some(table) = context.tables.known_custom_constraints() else { return Vec::new() };
    let mut found = Vec::new();
    let shown = context.properties.iter().filter(|site| !site.schema.support_status.is_hidden());
    for site in shown {
        for (constraint_path, constraint) in site.constraints() {
            let ConstraintKind::Custom(name) = &constraint.kind else { continue };
            let Some(lookup) = table.get(name).and_then(|constraint| constraint.lookup) else { continue };
            found.extend(descriptions(context, site).into_iter().map(|(description_path, description)| {
                LookupSite {
                    site,
                    constraint: name,
                    constraint_path: constraint_path.join("custom_constraint"),
                    lookup,
                    description,
                    description_path,
                    finder: finder(context, site),
                }
            }));
        }
    }
    found
}

/// Returns the descriptions that apply to a property: its own and, for a list item, that of the list, which readers see first.
fn descriptions<'c>(context: &'c Context<'c>, site: &'c PropertySite<'c>) -> Vec<(SchemaPath, &'c str)> {
    let list = site.is_item().then(|| site.path.parent().parent());
    let list = list.and_then(|path| context.properties.iter().find(|site| site.path == path));
    let described = [Some(site), list].into_iter().flatten();
    described
        .filter_map(|site| Some((site.path.join("description"), site.schema.description.as_deref()?)))
        .collect()
}

fn finder<'c>(context: &'c Context<'c>, site: &PropertySite<'_>) -> Option<&'c str> {
    let steps = site.steps();
    let rules = &context.schema.translation_rules;
    let rule = rules.iter().find(|rule| rule.rule == RuleKind::Resolve && rule.translation_path == steps)?;
    rule.finder.as_deref()
}

/// Forms of a value that a description mentions: a name, an ID, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DescribedForms {
    /// `true` if a name is mentioned.
    pub name: bool,
    /// `true` if an ID is mentioned.
    pub id: bool,
}

/// Phrases that mention the form of a value. `^` is the beginning of the text; articles are ignored.
const PHRASES: [(&[&str], DescribedForms); 9] = [
    (&["name", "or", "id"], DescribedForms { name: true, id: true }),
    (&["id", "or", "name"], DescribedForms { name: true, id: true }),
    (&["by", "name", "and", "id"], DescribedForms { name: true, id: true }),
    (&["by", "name"], DescribedForms { name: true, id: false }),
    (&["by", "id"], DescribedForms { name: false, id: true }),
    (&["^", "name", "of"], DescribedForms { name: true, id: false }),
    (&["^", "name"], DescribedForms { name: true, id: false }),
    (&["^", "id", "of"], DescribedForms { name: false, id: true }),
    (&["^", "id"], DescribedForms { name: false, id: true }),
];

/// Finds the forms of a value that a description mentions. "Not by name" is not a mention.
pub(super) fn described_forms(description: &str) -> DescribedForms {
    let mut words = vec!["^".to_owned()];
    for word in description.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty()) {
        words.push(match word.to_lowercase().as_str() {
            "the" | "a" | "an" | "its" | "their" => continue,
            "names" => "name".to_owned(),
            "ids" | "uuid" | "uuids" => "id".to_owned(),
            word => word.to_owned(),
        });
    }
    let mut forms = DescribedForms { name: false, id: false };
    for start in 0..words.len() {
        if start > 0 && ["not", "never", "nor"].contains(&words[start - 1].as_str()) {
            continue;
        }
        for (phrase, what) in PHRASES {
            let here = &words[start..words.len().min(start + phrase.len())];
            if here == phrase {
                forms = DescribedForms { name: forms.name || what.name, id: forms.id || what.id };
            }
        }
    }
    forms
}

#[cfg(test)]
mod tests {
    use super::described_forms;

    fn check(text: &str, expect: (bool, bool)) {
        let forms = described_forms(text);
        assert_eq!((forms.name, forms.id), expect, "{text}");
    }

    #[test]
    fn names_and_ids_are_distinguished() {
        check("Server, by name or ID, that gets the volume.", (true, true));
        check("Names or IDs of the networks.", (true, true));
        check("Server, by its ID or its name.", (true, true));
        check("Server, by ID.", (false, true));
        check("The UUID of the server.", (false, true));
        check("Queue, by name.", (true, false));
        check("Name of the key pair.", (true, false));
        check("Name for the port.", (true, false));
        check("Server that gets the volume.", (false, false));
    }

    #[test]
    fn negations_do_not_count() {
        check("Server, by ID and not by name.", (false, true));
        check("Server, by ID; names are not accepted.", (false, true));
        check("The address's name, whatever that be.", (false, false));
    }
}
