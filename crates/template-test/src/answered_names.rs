//! Names in the answers of a cloud that the template does not have.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use heat_hot::environment::files::FileSource;
use heat_hot::template::Template;
use heat_hot::template::known::NESTED;
use heat_hot::template::validate::MAX_DEPTH;
use heat_hot_language::{Function, GroupKind, MemberTypes};
use heat_model::suggest::nearest;
use heat_model::{ResourceType, ResourceTypes};
use heat_yaml::{Diagnostic, Entry, Mapping, Node, ParseOptions, Source, parse};

use crate::expectation::INVALID;

/// Returns errors about resources that the template of a file with tests does not have, and about attributes that their types do not
/// have: nothing would read such answers. The same in nested templates, which `files` reads, and for the members of groups that define them.
/// Without `types`, because environments replace some, only the names of resources are checked. Types with attributes of any name are left
/// out.
#[must_use]
pub fn unknown_answers(
    source: &Arc<Source>,
    template: &Template,
    types: Option<&dyn ResourceTypes>,
    files: &dyn FileSource,
) -> Vec<Diagnostic> {
    let Some(root) = parse(source, &ParseOptions::template()).root else { return Vec::new() };
    let cases = entries(&root, &["cases"]);
    let mut checker = Checker { source, types, files, nested: HashMap::new(), found: Vec::new() };
    let answered = std::iter::once(&root).chain(cases.into_iter().map(|case| &case.value));
    for one in answered.flat_map(|node| entries(node, &["answers", "attributes"])) {
        checker.resource(one, template, 0);
    }
    checker.found
}

struct Checker<'c> {
    source: &'c Arc<Source>,
    /// The types, unless an environment can replace them.
    types: Option<&'c dyn ResourceTypes>,
    files: &'c dyn FileSource,
    /// Nested templates, by the paths of their files.
    nested: HashMap<PathBuf, Option<Rc<Template>>>,
    found: Vec<Diagnostic>,
}

impl Checker<'_> {
    /// Checks the answers of a resource of a template.
    fn resource(&mut self, answered: &Entry, template: &Template, depth: usize) {
        let Some(name) = answered.key.as_str() else { return };
        let resources = template.entries(template.keys().resources);
        let Some(resource) = resources.and_then(|resources| resources.get(name)) else {
            let known = resources.into_iter().flat_map(Mapping::iter).filter_map(|entry| entry.key.as_str());
            let which = if depth == 0 {
                "the template".to_owned()
            } else {
                format!("`{}`", template.source().name())
            };
            return self.unknown(answered, format!("{which} has no resource `{name}`"), known);
        };
        self.definition(&answered.value, resource, template, depth);
    }

    /// Checks the answers of a resource with a definition, which is in a template.
    fn definition(&mut self, answered: &Node, definition: &Node, template: &Template, depth: usize) {
        let (Some(types), true) = (self.types, depth <= MAX_DEPTH) else { return };
        let keys = template.keys().resource;
        let Some(of_type) = below(definition, &[keys.resource_type]).and_then(Node::as_str) else { return };
        let Some(schema) = types.find(of_type) else {
            let inner = entries(answered, &[NESTED]);
            if !inner.is_empty()
                && let Some(nested) = self.nested(template, of_type)
            {
                for one in inner {
                    self.resource(one, &nested, depth + 1);
                }
            }
            return;
        };
        self.attributes(answered, schema);
        if let Some(MemberTypes::Definition(property)) = GroupKind::of(of_type).map(GroupKind::member_types)
            && let Some(member) = below(definition, &[keys.properties, property])
        {
            for one in entries(answered, &[NESTED]) {
                self.definition(&one.value, member, template, depth + 1);
            }
        }
    }

    /// The template in a file that another template names.
    fn nested(&mut self, template: &Template, name: &str) -> Option<Rc<Template>> {
        let file = Path::new(template.source().name()).with_file_name(name);
        let files = self.files;
        let read = |file: &PathBuf| {
            let path = file.to_string_lossy();
            let text = files.read(&path).ok()?;
            Template::read(&Source::new(path, text)).template.map(Rc::new)
        };
        self.nested.entry(file).or_insert_with_key(read).clone()
    }

    fn attributes(&mut self, answered: &Node, schema: &ResourceType) {
        if schema.any_attribute {
            return;
        }
        let is_known = |name: &str| {
            let record = name == ResourceType::BASE_ATTRIBUTE && schema.has_record();
            // Members of groups are named `resource.0.name`.
            let is_id = name == Function::GET_RESOURCE.name();
            record || is_id || name == NESTED || name.contains('.') || schema.attributes.contains_key(name)
        };
        for entry in entries(answered, &[]) {
            if let Some(name) = entry.key.as_str().filter(|name| !is_known(name)) {
                let message = format!("`{}` has no attribute `{name}`", schema.name);
                self.unknown(entry, message, schema.attributes.keys().map(String::as_str));
            }
        }
    }

    fn unknown<'n>(&mut self, entry: &Entry, message: String, known: impl Iterator<Item = &'n str>) {
        let error =
            Diagnostic::error(INVALID, message).with_label(self.source, entry.key.span, "nothing reads this");
        self.found.push(match nearest(entry.key.as_str().unwrap_or_default(), known) {
            Some(near) => error.with_help(format!("did you mean `{near}`?")),
            None => error,
        });
    }
}

fn below<'n>(node: &'n Node, path: &[&str]) -> Option<&'n Node> {
    path.iter().try_fold(node, |node, key| node.as_mapping()?.get(key))
}

fn entries<'n>(node: &'n Node, path: &[&str]) -> Vec<&'n Entry> {
    below(node, path).and_then(Node::as_mapping).into_iter().flat_map(Mapping::iter).collect()
}
