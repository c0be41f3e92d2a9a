//! The environment in the form in which the client sends it: as JSON, with the names of templates in the registry resolved.

use std::collections::BTreeMap;
use std::sync::Arc;

use heat_hot_language::{Hook, RestrictedAction, Section};
use heat_model::python;
use heat_yaml::{Mapping, Node, Span, Value as Yaml};

use super::EnvironmentFile;
use super::files::{Base, Reference};
use crate::fault::Problem;
use crate::plain::plain_value;
use crate::{Exception, Fault};

/// The normalised names of files, by the span of the reference.
type Names<'n> = BTreeMap<Span, &'n str>;

/// A value of the registry that names a file.
pub(super) struct NamedFile {
    pub(super) span: Span,
    pub(super) reference: Reference,
}

impl EnvironmentFile {
    /// The file as the client sends it, with the errors that make the client fail.
    ///
    /// For the client, every value of the registry without `::` is the name of a file, whatever its extension: it is replaced
    /// with the normalised name of the file. The client cannot send null in the registry. Numbers that JSON writes in another way
    /// than YAML, such as `1e+22`, become text.
    #[must_use]
    pub fn as_sent(&self) -> (Self, Vec<Fault>) {
        let (names, faults) = self.names_in_registry();
        let names: Names<'_> = names.iter().map(|named| (named.span, named.reference.name())).collect();
        let none = Names::new();
        let sections = self.sections.iter().map(|(section, node)| {
            let is_registry = *section == Section::ResourceRegistry;
            (*section, as_json(node, if is_registry { &names } else { &none }))
        });
        let sent = Self {
            source: Arc::clone(&self.source),
            faults: self.faults.clone(),
            sections: sections.collect(),
        };
        (sent, faults)
    }

    /// The files that the registry names, in the order in which the client reads them.
    pub(super) fn names_in_registry(&self) -> (Vec<NamedFile>, Vec<Fault>) {
        let (mut names, mut faults) = (Vec::new(), Vec::new());
        let Some(node) = self.section(Section::ResourceRegistry) else { return (names, faults) };
        let Some(registry) = node.as_mapping() else {
            faults.push(no_attribute(node, "get"));
            return (names, faults);
        };
        let base = match registry.get("base_url") {
            Some(base) => Base::Url(base.as_str().unwrap_or_default().to_owned()),
            None => Base::File(self.source.name().to_owned()),
        };
        collect(registry, &base, &mut names, &mut faults);
        let resources = registry.get("resources");
        let Some(mapping) = resources.and_then(Node::as_mapping) else {
            faults.extend(resources.map(|node| no_attribute(node, "items")));
            return (names, faults);
        };
        for entry in mapping {
            let Some(mappings) = entry.value.as_mapping() else {
                faults.push(no_attribute(&entry.value, "get"));
                continue;
            };
            let own =
                mappings.get("base_url").map(|base| Base::Url(base.as_str().unwrap_or_default().to_owned()));
            collect(mappings, own.as_ref().unwrap_or(&base), &mut names, &mut faults);
        }
        (names, faults)
    }
}

fn no_attribute(node: &Node, attribute: &str) -> Fault {
    Fault::at(node.span, Exception::attribute_error(Problem::InvalidRegistry, &plain_value(node), attribute))
}

/// Collects the files that the entries of one level name.
fn collect(mapping: &Mapping, base: &Base, names: &mut Vec<NamedFile>, faults: &mut Vec<Fault>) {
    for entry in mapping {
        let key = entry.key.as_str().unwrap_or_default();
        let text = match &entry.value.value {
            _ if key == "base_url" => continue,
            Yaml::Mapping(_) => continue,
            Yaml::String(text) if text.contains("::") => continue,
            Yaml::String(_) | Yaml::Sequence(_) if key == Hook::KEY || key == RestrictedAction::KEY => {
                continue;
            }
            Yaml::String(text) => text,
            Yaml::Sequence(_) | Yaml::Set(_) | Yaml::Binary(_) => {
                let exception =
                    Exception::type_error(Problem::InvalidRegistry, "Cannot mix str and non-str arguments");
                faults.push(Fault::at(entry.value.span, exception));
                continue;
            }
            _ => {
                let class = python::type_name(&plain_value(&entry.value));
                let exception = Exception::type_error(
                    Problem::InvalidRegistry,
                    format!("argument of type '{class}' is not iterable"),
                );
                faults.push(Fault::at(entry.value.span, exception));
                continue;
            }
        };
        names.push(NamedFile { span: entry.value.span, reference: base.join(text) });
    }
}

/// The node after writing it as JSON and reading it as YAML, with the names of files replaced.
fn as_json(node: &Node, names: &Names<'_>) -> Node {
    let value = match &node.value {
        Yaml::String(text) => match names.get(&node.span) {
            Some(name) => Yaml::String((*name).to_owned()),
            None => Yaml::String(text.clone()),
        },
        Yaml::Float(float) => {
            let text = python::json_dumps(&plain_value(node));
            // YAML 1.1 requires a decimal point in a number with an exponent, and has another word for infinity.
            if text.contains('.') { Yaml::Float(*float) } else { Yaml::String(text) }
        }
        Yaml::Sequence(items) | Yaml::Set(items) => {
            Yaml::Sequence(items.iter().map(|item| as_json(item, names)).collect())
        }
        Yaml::Mapping(mapping) => {
            let entries = mapping.iter().map(|entry| {
                let key = Yaml::String(crate::plain::key_of(&entry.key));
                heat_yaml::Entry {
                    key: Node { span: entry.key.span, value: key },
                    value: as_json(&entry.value, names),
                }
            });
            Yaml::Mapping(entries.collect())
        }
        other => other.clone(),
    };
    Node { span: node.span, value }
}

#[cfg(test)]
mod tests {
    use heat_yaml::Source;

    use super::*;

    fn check(text: &str, expect: &str, faults: &[&str]) {
        let file = EnvironmentFile::read(&Source::new("dir/environment.yaml", text));
        let (sent, found) = file.as_sent();
        let values: heat_model::Value = sent
            .sections
            .iter()
            .map(|(section, node)| (section.as_str().to_owned(), plain_value(node)))
            .collect();
        assert_eq!(values.to_string(), expect, "{text}");
        assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), faults, "{text}");
    }

    #[test]
    fn names_of_files_are_resolved() {
        check(
            "resource_registry: {A: a.yaml, B: A::B, C: plain, resources: {r: {D: ../d.yaml, hooks: pre-create}}}",
            r#"{"resource_registry": {"A": "dir/a.yaml", "B": "A::B", "C": "dir/plain", "resources": {"r": {"D": "d.yaml", "hooks": "pre-create"}}}}"#,
            &[],
        );
        check(
            "resource_registry: {base_url: 'file:///t', A: a.yaml}",
            r#"{"resource_registry": {"base_url": "file:///t", "A": "/t/a.yaml"}}"#,
            &[],
        );
    }

    #[test]
    fn the_client_cannot_send_everything() {
        check(
            "resource_registry: {A: ~, resources: ~}",
            r#"{"resource_registry": {"A": null, "resources": null}}"#,
            &[
                "argument of type 'NoneType' is not iterable",
                "argument of type 'NoneType' is not iterable",
                "'NoneType' object has no attribute 'items'",
            ],
        );
    }

    #[test]
    fn values_are_as_json_has_them() {
        check(
            "parameters: {a: 1.0e+22, b: .inf, c: 1.5, 5: !!set {x}}",
            r#"{"parameters": {"a": "1e+22", "b": "Infinity", "c": 1.5, "5": ["x"]}}"#,
            &[],
        );
    }
}
