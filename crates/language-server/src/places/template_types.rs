//! The types of the resources in a template: the types of the catalogue or of its project, and the templates that are nested in it,
//! by the names of their files or by an environment.

use std::rc::Rc;
use std::sync::Arc;

use heat_hot::Template;
use heat_hot::environment::files::{FileError, FileSource, collect};
use heat_hot::environment::{Environment, EnvironmentFile, MergeKinds};
use heat_hot::template::environment_types::EnvironmentTypes;
use heat_hot::template::implementation::{Implementation, NestedTemplate};
use heat_hot::template::type_environment::TypeEnvironment as _;
use heat_model::ResourceType;
use heat_yaml::{Node, Source, Value};
use indexmap::IndexMap;

use crate::catalogue::{KnownTypes, ProjectRelease};
use crate::text::file_names::is_template_file;

/// Maximum number of different types of a template that are searched for outside the catalogue.
const MAX_NESTED: usize = 200;

/// The types of a template's resources.
pub(crate) struct TemplateTypes<'a> {
    known: KnownTypes<'a>,
    nested: IndexMap<String, NestedType>,
    /// The names of catalogue types, by the names that environments map to them.
    mapped: IndexMap<String, String>,
}

/// A template that implements a type.
pub(crate) struct NestedType {
    /// The template's parameters as properties, its outputs as attributes.
    pub(crate) schema: ResourceType,
    /// The template. The name of its source is its path.
    pub(crate) template: Rc<NestedTemplate>,
}

impl<'a> TemplateTypes<'a> {
    /// The types of a template, with its environments. `files` are the templates that it names.
    pub(crate) fn new(
        known: KnownTypes<'a>,
        template: &Template,
        environments: &[Arc<Source>],
        files: &dyn FileSource,
    ) -> Self {
        let mut names = names(template);
        names.retain(|name| !environments.is_empty() || is_template_file(name));
        names.truncate(MAX_NESTED);
        let (nested, mapped) = if names.is_empty() {
            (IndexMap::new(), IndexMap::new())
        } else {
            implemented(&known, template, environments, files, &names)
        };
        Self { known, nested, mapped }
    }

    /// The type with this name.
    pub(crate) fn find(&self, name: &str) -> Option<&ResourceType> {
        let of_catalogue = || self.known.find(self.mapped.get(name).map_or(name, String::as_str));
        self.nested(name).map(|nested| &nested.schema).or_else(of_catalogue)
    }

    /// The template that implements the type with this name.
    pub(crate) fn nested(&self, name: &str) -> Option<&NestedType> {
        self.nested.get(name)
    }

    /// The types that templates implement.
    pub(crate) fn templates(&self) -> impl Iterator<Item = &NestedType> {
        self.nested.values()
    }

    /// The types that templates do not implement and that are shown.
    pub(crate) fn visible(&self) -> impl Iterator<Item = &ResourceType> {
        self.known.visible()
    }

    /// The types that templates do not implement.
    pub(crate) fn known(&self) -> &KnownTypes<'a> {
        &self.known
    }

    /// The release that the template is for; `None` for the newest.
    pub(crate) fn release(&self) -> Option<&ProjectRelease> {
        self.known.release()
    }
}

/// The names of types in a template: of its resources, and of resources that are defined in properties.
fn names(template: &Template) -> Vec<&str> {
    let keys = template.keys();
    let mut found = Vec::new();
    let mut open: Vec<&Node> = template.section(keys.resources).into_iter().collect();
    while let Some(node) = open.pop() {
        match &node.value {
            Value::Sequence(items) | Value::Set(items) => open.extend(items),
            Value::Mapping(map) => {
                found.extend(map.get(keys.resource.resource_type).and_then(Node::as_str));
                open.extend(map.iter().map(|entry| &entry.value));
            }
            _ => {}
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The types among some names that templates implement, and those that are mapped to other types.
fn implemented(
    known: &KnownTypes<'_>,
    template: &Template,
    environments: &[Arc<Source>],
    files: &dyn FileSource,
    names: &[&str],
) -> (IndexMap<String, NestedType>, IndexMap<String, String>) {
    let source = template.source();
    let environments: Vec<EnvironmentFile> = environments.iter().map(EnvironmentFile::read).collect();
    let files = collect(&TemplateFiles(files), &[(Arc::clone(source), template.root())], &environments);
    let sent: Vec<_> = environments.iter().map(|file| file.as_sent().0).collect();
    let (environment, _) = Environment::merge(&sent, &IndexMap::new(), &MergeKinds::new());
    let defaults = environment.parameter_defaults.iter();
    let defaults = defaults.map(|(name, setting)| (name.clone(), setting.value.clone())).collect();
    let types = EnvironmentTypes::new(source, environment.registry, defaults, known.as_types(), &files);
    let (mut nested, mut mapped) = (IndexMap::new(), IndexMap::new());
    for name in names {
        let Ok(Implementation { schema, template, .. }) = types.implementation(name, "") else { continue };
        match template {
            Some(template) => {
                let schema =
                    ResourceType { name: (*name).to_owned(), ..described(&schema, &template.template) };
                nested.insert((*name).to_owned(), NestedType { schema, template });
            }
            None if schema.name != *name => _ = mapped.insert((*name).to_owned(), schema.name.clone()),
            None => {}
        }
    }
    (nested, mapped)
}

/// A template as a type; `None` if its parameters or outputs have errors.
pub(crate) fn provider(template: &Template) -> Option<ResourceType> {
    let name = template.source().name();
    let nested = NestedTemplate { name: name.to_owned(), template: template.clone(), resolution: None };
    let found = Implementation::of_template(name, Rc::new(nested), &IndexMap::new()).ok()?;
    Some(described(&found.schema, template))
}

/// The schema of a nested template with the descriptions in the template: those of parameters, outputs and of the whole.
fn described(schema: &ResourceType, template: &Template) -> ResourceType {
    let mut schema = schema.clone();
    let keys = template.keys();
    let text = |section: &str, name: &str| {
        let entry = template.entries(section)?.get(name)?.as_mapping()?;
        // Parameters and outputs have the same key for it.
        entry.get(keys.description)?.as_str().map(str::to_owned)
    };
    schema.description = template.section(keys.description).and_then(Node::as_str).map(str::to_owned);
    for (name, property) in &mut schema.properties {
        property.description = text(keys.parameters, name);
    }
    for (name, attribute) in &mut schema.attributes {
        attribute.description = text(keys.outputs, name);
    }
    schema
}

/// Reads only the templates among some files: the contents of other files do not matter here.
struct TemplateFiles<'a>(&'a dyn FileSource);

impl FileSource for TemplateFiles<'_> {
    fn read(&self, path: &str) -> Result<String, FileError> {
        if is_template_file(path) { self.0.read(path) } else { Err(FileError::NotFound) }
    }
}
