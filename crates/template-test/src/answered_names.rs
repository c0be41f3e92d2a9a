//! Names in the answers of a cloud that the template does not have.

use std::sync::Arc;

use heat_hot::template::Template;
use heat_hot::template::known::NESTED;
use heat_hot_language::Function;
use heat_model::suggest::nearest;
use heat_model::{ResourceType, ResourceTypes};
use heat_yaml::{Diagnostic, Entry, Mapping, Node, ParseOptions, Source, parse};

use crate::expectation::INVALID;

/// Returns errors about resources that the template of a file with tests does not have, and about attributes that their types do not
/// have: nothing would read such answers. Types that an environment can replace are not looked at, nor those with attributes of any
/// name.
#[must_use]
pub fn unknown_answers(
    source: &Arc<Source>,
    template: &Template,
    types: &dyn ResourceTypes,
) -> Vec<Diagnostic> {
    let Some(root) = parse(source, &ParseOptions::template()).root else { return Vec::new() };
    let cases = entries(&root, &["cases"]);
    let has_environments = |node: &Node| !items(node, &["environments"]).is_empty();
    let environments = has_environments(&root) || cases.iter().any(|case| has_environments(&case.value));
    let checker = Checker { source, template, types: (!environments).then_some(types) };
    let answered = std::iter::once(&root).chain(cases.into_iter().map(|case| &case.value));
    answered
        .flat_map(|node| entries(node, &["answers", "attributes"]))
        .flat_map(|one| checker.check(one))
        .collect()
}

struct Checker<'c> {
    source: &'c Arc<Source>,
    template: &'c Template,
    /// The types, unless an environment can replace them.
    types: Option<&'c dyn ResourceTypes>,
}

impl Checker<'_> {
    fn check(&self, answered: &Entry) -> Vec<Diagnostic> {
        let Some(name) = answered.key.as_str() else { return Vec::new() };
        let keys = self.template.keys();
        let resources = self.template.entries(keys.resources);
        let Some(resource) = resources.and_then(|resources| resources.get(name)) else {
            let known = resources.into_iter().flat_map(Mapping::iter).filter_map(|entry| entry.key.as_str());
            return vec![self.unknown(answered, format!("the template has no resource `{name}`"), known)];
        };
        let of_type = resource.as_mapping().and_then(|map| map.get(keys.resource.resource_type)?.as_str());
        let schema = of_type.and_then(|name| self.types?.find(name)).filter(|schema| !schema.any_attribute);
        let Some(schema) = schema else { return Vec::new() };
        let is_known = |name: &str| {
            let record = name == ResourceType::BASE_ATTRIBUTE && schema.has_record();
            // Members of groups are named `resource.0.name`.
            let is_id = name == Function::GET_RESOURCE.name();
            record || is_id || name == NESTED || name.contains('.') || schema.attributes.contains_key(name)
        };
        let unknown = entries(&answered.value, &[])
            .into_iter()
            .filter_map(|entry| Some((entry, entry.key.as_str()?)))
            .filter(|(_, name)| !is_known(name));
        let report = |(entry, name): (&Entry, &str)| {
            let message = format!("`{}` has no attribute `{name}`", schema.name);
            self.unknown(entry, message, schema.attributes.keys().map(String::as_str))
        };
        unknown.map(report).collect()
    }

    fn unknown<'n>(
        &self,
        entry: &Entry,
        message: String,
        known: impl Iterator<Item = &'n str>,
    ) -> Diagnostic {
        let error =
            Diagnostic::error(INVALID, message).with_label(self.source, entry.key.span, "nothing reads this");
        match nearest(entry.key.as_str().unwrap_or_default(), known) {
            Some(near) => error.with_help(format!("did you mean `{near}`?")),
            None => error,
        }
    }
}

fn below<'n>(node: &'n Node, path: &[&str]) -> Option<&'n Node> {
    path.iter().try_fold(node, |node, key| node.as_mapping()?.get(key))
}

fn entries<'n>(node: &'n Node, path: &[&str]) -> Vec<&'n Entry> {
    below(node, path).and_then(Node::as_mapping).into_iter().flat_map(Mapping::iter).collect()
}

fn items<'n>(node: &'n Node, path: &[&str]) -> &'n [Node] {
    below(node, path).and_then(Node::as_sequence).unwrap_or_default()
}
