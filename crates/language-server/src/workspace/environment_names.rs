//! Parameters that environments set, which have the same names as those of templates.
//!
//! An environment is for the templates whose settings name it, and `parameter_defaults` also applies to those that are nested in
//! them. So a key of an environment and the parameters of several templates can share one name, which can only be renamed in all of
//! them.

use std::sync::Arc;

use heat_hot::Template;
use heat_hot::environment::Registry;
use heat_hot::environment::files::{Base, Reference};
use heat_hot_language::Section;
use heat_yaml::{Node, Source, Span};

use super::shared_names::{Occurrence, Part, SharedName};
use crate::documents::Document;
use crate::documents::files::{OpenFiles, root_of};
use crate::documents::kind::DocumentKind;
use crate::places::cursor::{Cursor, Step};
use crate::protocol::addresses::uri_of;
use crate::text::file_names::is_template_file;
use crate::text::names::{Names, Space, text_span};
use crate::text::reading;
use crate::workspace::Workspace;

/// Maximum depth at which nested templates are searched for.
const MAX_DEPTH: usize = 5;

/// A parameter in an environment.
struct Mention {
    name: String,
    /// Span of the name, excluding quotes.
    span: Span,
    section: Section,
}

/// A template with a parameter that an environment sets.
struct Set {
    file: String,
    environment: Arc<Source>,
    mentions: Vec<Span>,
    /// Number of templates around it, if it is nested.
    depth: usize,
}

/// Target of an entry in a resource registry.
pub(crate) enum RegistryTarget {
    /// A resource of the templates, by its name.
    Resource(String),
    /// A type, by its name.
    Type(String),
    /// A template that implements a type, by its path.
    Template(String),
}

impl Workspace {
    /// The target of the registry of an environment at a path, from a key or from a value.
    pub(crate) fn registered(
        &self,
        document: &Document,
        path: &[Step],
        is_key: bool,
    ) -> Option<RegistryTarget> {
        if self.kind(document) != DocumentKind::Environment {
            return None;
        }
        let keys: Option<Vec<&str>> = path.iter().map(Step::key).collect();
        let keys = keys?;
        let (section, below) = keys.split_first()?;
        if *section != Section::ResourceRegistry.as_str() {
            return None;
        }
        match (below, is_key) {
            ([Registry::RESOURCES, name], true) => return Some(RegistryTarget::Resource((*name).to_owned())),
            ([name] | [Registry::RESOURCES, _, name], true) => {
                return Some(RegistryTarget::Type((*name).to_owned()));
            }
            ([_] | [Registry::RESOURCES, _, _], false) => {}
            _ => return None,
        }
        let value = document.template()?.root().at(&Cursor::segments(path))?.as_str()?;
        if !is_template_file(value) {
            return Some(RegistryTarget::Type(value.to_owned()));
        }
        match Base::File(document.path().to_owned()).join(value) {
            Reference::Path(path) => Some(RegistryTarget::Template(path)),
            _ => None,
        }
    }

    /// The parameter that an environment names at an offset, in the first template that the environment is for.
    pub(crate) fn environment_name(&self, document: &Document, offset: usize) -> Option<(SharedName, Span)> {
        let mention = self.mention_at(document, offset)?;
        let all = self.set_parameters(document.path(), &mention.name);
        let of_document = all
            .into_iter()
            .find(|set| set.environment.name() == document.path() && set.mentions.contains(&mention.span))?;
        Some((parameter(of_document.file, mention.name), mention.span))
    }

    /// The parameter that an environment names at an offset. If no settings name the environment, its folder decides which
    /// templates it can be for.
    pub(crate) fn likely_environment_name(
        &self,
        document: &Document,
        offset: usize,
    ) -> Option<(SharedName, Span)> {
        self.environment_name(document, offset).or_else(|| {
            let mention = self.mention_at(document, offset)?;
            let templates = self.templates_of(document);
            let template = templates.iter().find(|template| has_parameter(template, &mention.name))?;
            Some((parameter(template.source().name().to_owned(), mention.name), mention.span))
        })
    }

    /// The names that environments join with a name because they set them together, and the occurrences in these environments.
    pub(crate) fn joined(&self, name: &SharedName) -> (Vec<SharedName>, Vec<Occurrence>) {
        let mut files = vec![name.file.clone()];
        let mut places: Vec<(Arc<Source>, Span)> = Vec::new();
        let all = match name.part {
            Part::Parameter => self.set_parameters(&name.file, &name.name),
            Part::Output => Vec::new(),
        };
        let is_known = |places: &[(Arc<Source>, Span)], set: &Set, span: Span| {
            places.iter().any(|(source, place)| source.name() == set.environment.name() && *place == span)
        };
        // Repeat until nothing new is found.
        let mut found = 0;
        while found < files.len() + places.len() {
            found = files.len() + places.len();
            for set in &all {
                if files.contains(&set.file) {
                    let new = set.mentions.iter().filter(|span| !is_known(&places, set, **span));
                    let new: Vec<_> = new.map(|span| (Arc::clone(&set.environment), *span)).collect();
                    places.extend(new);
                } else if set.mentions.iter().any(|span| is_known(&places, set, *span)) {
                    files.push(set.file.clone());
                }
            }
        }
        let names = files.into_iter().map(|file| SharedName { file, ..name.clone() }).collect();
        let places = places.into_iter().filter_map(|(source, span)| {
            Some(Occurrence { uri: uri_of(source.name())?, source, span, is_definition: false })
        });
        (names, places.collect())
    }

    fn mention_at(&self, document: &Document, offset: usize) -> Option<Mention> {
        if self.kind(document) != DocumentKind::Environment {
            return None;
        }
        let is_here = |mention: &Mention| (mention.span.start..=mention.span.end).contains(&offset);
        mentions(document.template()?).into_iter().find(is_here)
    }

    /// The templates in the folder around a file that have a parameter of this name that an environment sets.
    fn set_parameters(&self, around: &str, name: &str) -> Vec<Set> {
        let root = root_of(std::path::Path::new(around), &self.folders);
        let closed = root.iter().flat_map(|root| self.closed_templates(root));
        let closed = closed.filter_map(|source| self.file(source.name()));
        let mut found = Vec::new();
        for document in self.documents.iter().filter(|document| self.kind(document) == DocumentKind::Template)
        {
            self.add_set_parameters(document, name, &mut found);
        }
        for document in closed {
            self.add_set_parameters(&document, name, &mut found);
        }
        // The templates of stacks come before those that are nested in one.
        found.sort_by_key(|set| set.depth);
        found
    }

    /// Adds a template if an environment sets its parameter of this name, and the templates that are nested in it.
    fn add_set_parameters(&self, document: &Document, name: &str, found: &mut Vec<Set>) {
        let files = OpenFiles::of(&self.documents, document.path(), &self.folders);
        let settings = self.project_settings(document, &files);
        let environments = self.environments(document, settings.as_ref(), &files, &mut Vec::new());
        let environments = environments.into_iter().filter_map(|source| {
            let template = source.text().contains(name).then(|| reading::template(&source, None))?;
            let mut said = mentions(&template?);
            said.retain(|mention| mention.name == name);
            (!said.is_empty()).then_some((source, said))
        });
        let environments: Vec<(Arc<Source>, Vec<Mention>)> = environments.collect();
        let Some(template) = document.template().filter(|_| !environments.is_empty()) else { return };
        let mut templates = vec![(template.clone(), 0)];
        let mut next = 0;
        while let Some((template, depth)) = templates.get(next).cloned() {
            next += 1;
            if has_parameter(&template, name) {
                found.extend(environments.iter().map(|(environment, said)| {
                    Set {
                        file: template.source().name().to_owned(),
                        environment: Arc::clone(environment),
                        depth,
                        mentions: said
                            .iter()
                            .filter(|said| depth == 0 || said.is_for_nested())
                            .map(|said| said.span)
                            .collect(),
                    }
                }));
            }
            if depth < MAX_DEPTH {
                let types = self.types(document, &template);
                let nested = types.templates().map(|nested| &nested.template.template);
                let is_new = |new: &&Template| {
                    !templates.iter().any(|(known, _)| known.source().name() == new.source().name())
                };
                let nested: Vec<_> =
                    nested.filter(is_new).map(|nested| (nested.clone(), depth + 1)).collect();
                templates.extend(nested);
            }
        }
    }
}

impl Mention {
    /// Returns whether the section also applies to the parameters of nested templates.
    fn is_for_nested(&self) -> bool {
        self.section != Section::Parameters
    }
}

fn parameter(file: String, name: String) -> SharedName {
    SharedName { file, part: Part::Parameter, name }
}

fn has_parameter(template: &Template, name: &str) -> bool {
    Names::of(template).definition(Space::Parameter, name).is_some()
}

/// The parameters that an environment names, from its tree.
fn mentions(environment: &Template) -> Vec<Mention> {
    let text = environment.source().text();
    let mention = |section, node: &Node| {
        let name = node.as_str()?.to_owned();
        Some(Mention { name, span: text_span(text, node.span), section })
    };
    let mut found = Vec::new();
    for section in Section::ALL {
        let Some(node) = environment.root().as_mapping().and_then(|map| map.get(section.as_str())) else {
            continue;
        };
        match section {
            Section::Parameters | Section::ParameterDefaults | Section::ParameterMergeStrategies => {
                let keys = node.as_mapping().into_iter().flatten();
                found.extend(keys.filter_map(|entry| mention(section, &entry.key)));
            }
            Section::EncryptedParamNames => {
                let names = node.as_sequence().into_iter().flatten();
                found.extend(names.filter_map(|name| mention(section, name)));
            }
            Section::ResourceRegistry | Section::EventSinks => {}
        }
    }
    found
}
