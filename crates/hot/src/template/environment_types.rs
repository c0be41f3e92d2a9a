//! Type environment of the templates of a stack: the types of a catalogue, an environment, and the files that are sent with the stack.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use heat_hot_language::TemplateVersion;
use heat_model::{ResourceTypes, Value};
use heat_yaml::{Entry, ParseOptions, Source, Value as Yaml, parse_template};
use indexmap::IndexMap;

use super::Template;
use super::implementation::{Implementation, NestedTemplate};

use super::type_environment::{AddedSections, TypeEnvironment, unknown_content, unknown_type};
use crate::Data;
use crate::environment::files::{Base, Files, Reference};
use crate::environment::registry::installed;
use crate::environment::{Registry, Resolution, is_template_name};
use crate::fault::Exception;
use crate::stack::FileName;

/// Files that are sent with a stack.
pub trait StackFiles {
    /// The name of the file that a template refers to: unchanged if the client has replaced it, otherwise resolved relative to
    /// the template.
    fn name(&self, template: &Source, name: &str) -> String;

    /// The result of `get_file` for a file; `None` if there is no such file.
    fn content(&self, name: &str) -> Option<Data>;

    /// The result of `get_file` if a function computes its argument: the content of the file that is sent under exactly this
    /// name.
    fn sent_as(&self, name: &str) -> Option<Data>;

    /// The text of a file that is a template.
    ///
    /// # Errors
    /// The file cannot be used, with Heat's message; `None` if it is not known.
    fn template(&self, name: &str) -> Result<Arc<Source>, Option<String>>;

    /// Returns whether a text names the file, so that the client sends it or would send it if it could read it.
    fn is_named(&self, _name: &str) -> bool {
        true
    }
}

impl StackFiles for Files {
    fn name(&self, template: &Source, name: &str) -> String {
        Base::File(template.name().to_owned()).join(name).name().to_owned()
    }

    fn content(&self, name: &str) -> Option<Data> {
        // The client fails if it cannot read a file, and the caller handles that.
        Some(self.get(name).map_or_else(|| unknown_content(name), |file| file.content.clone().into()))
    }

    fn sent_as(&self, name: &str) -> Option<Data> {
        // The client uses URLs as the names of files.
        let url = Base::File(String::new()).join(name);
        let file = self.get(url.name()).filter(|_| name.starts_with("file://"));
        let is_known = || self.unknown().any(|unknown| unknown.name == url.name());
        let content = file.map(|file| file.content.clone().into());
        content.or_else(|| (matches!(url, Reference::Url(_)) && is_known()).then(|| unknown_content(name)))
    }

    fn template(&self, name: &str) -> Result<Arc<Source>, Option<String>> {
        self.get(name).map(|file| Arc::clone(&file.source)).ok_or(None)
    }

    fn is_named(&self, name: &str) -> bool {
        self.get(name).is_some() || self.unknown().any(|unknown| unknown.name == name)
    }
}

/// Templates that were read, by type and file.
type KnownTemplates = RefCell<HashMap<(String, String), Result<Implementation<'static>, Exception>>>;

/// Implementation of [`TypeEnvironment`] for a template in an environment.
pub struct EnvironmentTypes<'a> {
    registry: RefCell<Registry>,
    shared: Rc<StackContext<'a>>,
    /// Source of the template.
    template: Arc<Source>,
}

/// State that all templates of a stack share.
struct StackContext<'a> {
    types: &'a dyn ResourceTypes,
    files: &'a dyn StackFiles,
    defaults: IndexMap<String, Value>,
    known: KnownTemplates,
}

impl<'a> EnvironmentTypes<'a> {
    /// Creates the surroundings of the outermost template of a stack. `defaults` are the environment's values for
    /// `parameter_defaults`.
    #[must_use]
    pub fn new(
        template: &Arc<Source>,
        registry: Registry,
        defaults: IndexMap<String, Value>,
        types: &'a dyn ResourceTypes,
        files: &'a dyn StackFiles,
    ) -> Self {
        let shared = Rc::new(StackContext { types, files, defaults, known: RefCell::default() });
        Self { registry: RefCell::new(registry), shared, template: Arc::clone(template) }
    }

    fn name(&self, name: &str) -> String {
        self.shared.files.name(&self.template, name)
    }

    /// The name of a type as the client sends it: for a template, the name of its file.
    fn type_name<'n>(&self, name: &'n str) -> Cow<'n, str> {
        if is_template_name(name) { self.name(name).into() } else { name.into() }
    }
}

impl StackContext<'_> {
    /// A context with additional defaults, in which templates are read again.
    fn with(&self, defaults: &IndexMap<String, Value>) -> Rc<Self> {
        let mut all = self.defaults.clone();
        all.extend(defaults.clone());
        Rc::new(Self { types: self.types, files: self.files, defaults: all, known: RefCell::default() })
    }

    fn is_type(&self) -> impl Fn(&str) -> bool {
        |name: &str| self.types.find(name).is_some()
    }

    fn implementation(
        &self,
        resource_type: &str,
        resource_name: &str,
        resolution: Resolution,
    ) -> Result<Implementation<'_>, Exception> {
        match resolution {
            Resolution::Type(name) => {
                let found = self.types.find(&name).map(|schema| Implementation {
                    prepared: self.types.prepared(&name),
                    ..Implementation::of_type(schema)
                });
                found.ok_or_else(|| unknown_type(resource_type, resource_name))
            }
            Resolution::Template { ref path, .. } => {
                let key = (resource_type.to_owned(), path.clone());
                if let Some(known) = self.known.borrow().get(&key) {
                    return known.clone();
                }
                let read = self.nested_template(resource_type, resolution);
                self.known.borrow_mut().insert(key, read.clone());
                read
            }
        }
    }

    fn nested_template(
        &self,
        resource_type: &str,
        resolution: Resolution,
    ) -> Result<Implementation<'static>, Exception> {
        let Resolution::Template { path, .. } = &resolution else {
            return Ok(Implementation::unknown(resource_type));
        };
        let source = match installed::template(path) {
            Some(text) => Source::new(path.as_str(), text),
            None => match self.files.template(path) {
                Ok(source) => source,
                Err(Some(reason)) => return Ok(Implementation::unreadable(resource_type, reason)),
                Err(None) => return Ok(Implementation::unknown(resource_type)),
            },
        };
        let read = Template::read(&source);
        if let Some(fault) = read.fault {
            return match unreadable(&source) {
                Some(reason) => Ok(Implementation::unreadable(resource_type, reason.to_owned())),
                None => Err(fault.exception),
            };
        }
        let Some(template) = read.template else {
            let reason = read.diagnostics.first().map_or("", |found| found.message.as_str());
            return Ok(Implementation::unreadable(resource_type, reason.to_owned()));
        };
        let template = template.with_parameter_defaults(&self.defaults);
        let nested = NestedTemplate { name: path.clone(), template, resolution: Some(resolution) };
        Implementation::of_template(resource_type, Rc::new(nested), &self.defaults)
            .map_err(|faults| faults.into_iter().next().map_or(Exception::TooLarge, |fault| fault.exception))
    }
}

/// Reason why Heat does not accept the text as a template.
pub(super) fn unreadable(source: &Arc<Source>) -> Option<&'static str> {
    let root = parse_template(source, &ParseOptions::template()).root;
    let is_version =
        |entry: &Entry| entry.key.as_str().is_some_and(|key| TemplateVersion::KEYS.contains(&key));
    match root.as_ref().map(|root| &root.value) {
        Some(Yaml::Mapping(map)) if map.iter().any(is_version) => None,
        Some(Yaml::Mapping(_) | Yaml::Null) | None => Some("Template format version not found."),
        Some(_) => Some("The template is not a JSON object or YAML mapping."),
    }
}

impl TypeEnvironment for EnvironmentTypes<'_> {
    fn implementation(
        &self,
        resource_type: &str,
        resource_name: &str,
    ) -> Result<Implementation<'_>, Exception> {
        let written = resource_type;
        let resource_type = &self.type_name(written);
        let resolution =
            self.registry.borrow_mut().resolve(resource_type, Some(resource_name), &self.shared.is_type());
        let resolution = resolution.map_err(|exception| match exception {
            Exception::EntityNotFound { .. } => unknown_type(resource_type, resource_name),
            other => other,
        })?;
        if let Resolution::Template { path, .. } = &resolution
            && *path == **resource_type
            && installed::template(path).is_none()
            && !self.shared.files.is_named(path)
        {
            let reason = format!("Could not fetch remote template \"{written}\": Invalid URL scheme ");
            return Ok(Implementation::unreadable(resource_type, reason));
        }
        self.shared.implementation(resource_type, resource_name, resolution)
    }

    fn type_names(&self) -> Vec<&str> {
        self.shared.types.names()
    }

    fn facade(
        &self,
        resource_type: &str,
        resource_name: &str,
        template: &NestedTemplate,
    ) -> Option<Implementation<'_>> {
        let mut registry = self.registry.borrow().clone();
        registry.remove_template_of(resource_name, template.resolution.as_ref()?);
        let resource_type = &self.type_name(resource_type);
        let resolution = registry.lookup(resource_type, Some(resource_name), &self.shared.is_type()).ok()?;
        self.shared.implementation(resource_type, resource_name, resolution).ok()
    }

    fn file(&self, name: FileName<'_>) -> Option<Data> {
        match name {
            FileName::Written(name) => self.shared.files.content(&self.name(name)),
            FileName::Computed(name) => self.shared.files.sent_as(name),
        }
    }

    fn template(&self, name: &str) -> Option<Rc<NestedTemplate>> {
        let source = self.shared.files.template(&self.name(name)).ok()?;
        let template = Template::read(&source).template?;
        Some(Rc::new(NestedTemplate { name: source.name().to_owned(), template, resolution: None }))
    }

    fn parameter_defaults(&self) -> &IndexMap<String, Value> {
        &self.shared.defaults
    }

    fn nested<'s>(
        &'s self,
        resource_name: &str,
        template: Option<&NestedTemplate>,
        added: AddedSections<'_>,
    ) -> Result<Box<dyn TypeEnvironment + 's>, Exception> {
        let mut registry = self.registry.borrow().clone();
        if let Some(section) = added.registry {
            registry.add(&self.template, section)?;
        }
        let mut registry = registry.nested(resource_name)?;
        if let Some(resolution) = template.and_then(|template| template.resolution.as_ref()) {
            registry.remove_template(resolution);
        }
        let source = template.map_or(&self.template, |template| template.template.source());
        let shared = if added.defaults.is_empty() {
            Rc::clone(&self.shared)
        } else {
            self.shared.with(added.defaults)
        };
        Ok(Box::new(Self { registry: RefCell::new(registry), shared, template: Arc::clone(source) }))
    }
}
