//! Templates: text, version and sections.
//!
//! [`Template::read`] reads the text, [`definition`] the resources, [`output`] the outputs, and [`order`] determines the
//! dependencies. [`offline`] is the stack of a template without a cloud. The checks follow `heat.engine.template`,
//! `heat.engine.hot.template`, `heat.engine.cfn.template` and `Stack.validate`, in their order.

mod cycles;
pub mod definition;
pub mod environment_types;
pub mod implementation;
pub mod known;
pub mod offline;
pub mod order;
pub mod outline;
pub mod output;
pub mod refusal;
pub mod removal;
pub mod type_environment;
pub(crate) mod type_facts;
pub mod undecided;
pub mod validate;
mod version;

use std::sync::Arc;

pub use version::declared_version;

use heat_hot_language::{Dialect, HotVersion, Keys, ParameterType, ResourceKeys, TemplateVersion};
use heat_model::suggest::nearest;
use heat_model::{Value, python};
use heat_yaml::{Diagnostic, Entry, Mapping, Node, ParseOptions, Source, Value as Yaml, parse_template};
use indexmap::IndexMap;

use crate::Fault;
use crate::fault::{Exception, Help, Problem, PythonClass, since_version};
use crate::parameter::{ParameterInputs, ParameterSet, StackIdentity};
use crate::plain::{is_truthy, key_text, node_of, plain_value};

/// Template with a known version.
#[derive(Debug, Clone)]
pub struct Template {
    source: Arc<Source>,
    root: Node,
    version: TemplateVersion,
    keys: Keys,
}

/// Result of reading a template.
#[derive(Debug, Clone)]
pub struct ReadResult {
    /// Template; `None` if the text cannot be read, or its version is unknown.
    pub template: Option<Template>,
    /// Errors in the text as YAML or JSON.
    pub diagnostics: Vec<Diagnostic>,
    /// Error in the version.
    pub fault: Option<Fault>,
}

impl Template {
    /// Reads a template.
    ///
    /// ```
    /// use heat_hot::template::Template;
    /// use heat_yaml::Source;
    /// let source = Source::new("a.yaml", "heat_template_version: rocky\nresources: {}\n");
    /// assert!(Template::read(&source).template.is_some());
    /// let source = Source::new("a.yaml", "heat_template_version: 2018-08-32\n");
    /// let fault = Template::read(&source).fault.unwrap();
    /// assert!(fault.to_string().starts_with("The template version is invalid"));
    /// ```
    #[must_use]
    pub fn read(source: &Arc<Source>) -> ReadResult {
        let parsed = parse_template(source, &ParseOptions::template());
        let diagnostics = parsed.diagnostics;
        let Some(root) = parsed.root else { return ReadResult { template: None, diagnostics, fault: None } };
        match declared_version(&root) {
            Ok(version) => {
                let template = Some(Self::with_version(source, root, version));
                ReadResult { template, diagnostics, fault: None }
            }
            Err(fault) => ReadResult { template: None, diagnostics, fault: Some(fault) },
        }
    }

    /// Creates a template from a tree, with this version instead of the declared one.
    #[must_use]
    pub fn with_version(source: &Arc<Source>, root: Node, version: TemplateVersion) -> Self {
        Self { source: Arc::clone(source), root, version, keys: Keys::of(version) }
    }

    /// Replaces the defaults of parameters, as Heat does in nested templates with the defaults of an environment.
    #[must_use]
    pub(crate) fn with_parameter_defaults(mut self, defaults: &IndexMap<String, Value>) -> Self {
        let (section, key) = (self.keys.parameters, if self.keys.is_hot() { "default" } else { "Default" });
        let is_given = |entry: &Entry| defaults.contains_key(key_text(&entry.key).as_ref());
        if self.entries(section).is_none_or(|parameters| !parameters.iter().any(is_given)) {
            return self;
        }
        change_entry(&mut self.root, section, |parameters| {
            for (name, value) in defaults {
                change_entry(parameters, name, |definition| {
                    let value = node_of(value, definition.span);
                    set_entry(definition, key, value);
                });
            }
        });
        self
    }

    /// The source of the template.
    #[must_use]
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// The YAML tree of the template.
    #[must_use]
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// The declared version.
    #[must_use]
    pub fn version(&self) -> TemplateVersion {
        self.version
    }

    /// The names of sections and keys in this version.
    #[must_use]
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// A section; `None` if it is missing or null.
    #[must_use]
    pub fn section(&self, name: &str) -> Option<&Node> {
        self.root.as_mapping()?.get(name).filter(|section| !section.is_null())
    }

    /// The entries of a section; `None` if it is missing, null, or not a map.
    #[must_use]
    pub fn entries(&self, name: &str) -> Option<&Mapping> {
        self.section(name)?.as_mapping()
    }

    /// Reads the parameters, and assigns the values. Returns them with the errors in the definitions.
    #[must_use]
    pub fn parameters(
        &self,
        stack: Option<&StackIdentity>,
        inputs: &ParameterInputs,
    ) -> (ParameterSet, Vec<Fault>) {
        ParameterSet::read(Dialect::of(self.version), self.section(self.keys.parameters), stack, inputs)
    }

    /// The section `conditions`. Unlike other sections, it is also returned if it is null.
    #[must_use]
    pub fn conditions_section(&self) -> Option<&Node> {
        self.root.as_mapping()?.get(self.keys.conditions?)
    }

    /// A mapping of a CFN-style template.
    #[must_use]
    pub fn mapping(&self, name: &str) -> Option<Value> {
        self.entries(self.keys.mappings?)?.get(name).map(plain_value)
    }

    /// Checks the sections, and the form of the resources.
    #[must_use]
    pub fn check_sections(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        for entry in self.root.as_mapping().into_iter().flatten() {
            let key = key_text(&entry.key);
            if !self.keys.is_section(&key) {
                let help = section_help(self.version, &key, &entry.value);
                let exception = Exception::InvalidTemplateSection(key.into_owned());
                faults.push(Fault::at(entry.key.span, exception).or_help(|| help));
            }
        }
        let Some(section) = self.section(self.keys.resources).filter(|section| is_truthy(section)) else {
            return faults;
        };
        let Some(resources) = section.as_mapping() else {
            let method = if self.keys.is_hot() { "items" } else { "values" };
            faults.push(Fault::at(
                section.span,
                Exception::attribute_error(Problem::InvalidSection, &plain_value(section), method),
            ));
            return faults;
        };
        let mut entries: Vec<_> =
            resources.iter().map(|entry| (key_text(&entry.key), &entry.value)).collect();
        if self.keys.is_hot() {
            // Heat sorts the resources by name here.
            entries.sort_by(|left, right| left.0.cmp(&right.0));
        }
        for (_, resource) in entries {
            let checked =
                if self.keys.is_hot() { hot_resource(resource) } else { cfn_type(resource, "Type") };
            faults.extend(checked.err());
        }
        if self.keys.is_hot() && faults.is_empty() {
            // The types are only checked if all keys are valid.
            let untyped = resources.iter().map(|entry| cfn_type(&entry.value, "type"));
            faults.extend(untyped.filter_map(Result::err));
        }
        faults
    }
}

/// Changes the value of a key, if the node is a map that has it.
fn change_entry(node: &mut Node, key: &str, change: impl FnOnce(&mut Node)) {
    let Some(mut value) = node.as_mapping().and_then(|map| map.get(key)).cloned() else { return };
    change(&mut value);
    set_entry(node, key, value);
}

/// Sets the value of a key, if the node is a map.
fn set_entry(node: &mut Node, key: &str, value: Node) {
    let Some(map) = node.as_mapping() else { return };
    let mut entries: Vec<Entry> = map.iter().cloned().collect();
    if let Some(entry) = entries.iter_mut().find(|entry| key_text(&entry.key) == key) {
        entry.value = value;
    } else {
        let key = Node { span: value.span, value: Yaml::String(key.to_owned()) };
        entries.push(Entry { key, value });
    }
    node.value = Yaml::Mapping(entries.into_iter().collect());
}

fn invalid(problem: Problem, node: &Node, message: impl Into<String>) -> Fault {
    Fault::at(node.span, Exception::validation(problem, Vec::new(), message))
}

/// Help for a key that is not a section.
fn section_help(version: TemplateVersion, key: &str, value: &Node) -> Option<Help> {
    let (keys, dialect) = (&Keys::of(version), Dialect::of(version));
    if let Some(near) = nearest(key, keys.sections()) {
        return Some(Help::did_you_mean(key, near));
    }
    let is_there = |version: &HotVersion| Keys::of(TemplateVersion::Hot(*version)).is_section(key);
    if let Some(since) = HotVersion::ALL.into_iter().find(is_there).filter(|_| keys.is_hot()) {
        return Some(since_version(&format!("`{key}` is a section"), since).into());
    }
    let has = |name: &str| value.as_mapping().is_some_and(|map| map.get(name).is_some());
    let belongs = |what: &str, section: &str| {
        Some(format!("{what} stands under `{section}`: indent it as much as the others there").into())
    };
    let type_name = value.as_mapping().and_then(|map| map.get(keys.resource.resource_type)?.as_str());
    match type_name {
        Some(name) if name.contains("::") => belongs("a resource", keys.resources),
        Some(name) if ParameterType::ALL.iter().any(|known| known.name(dialect) == name) => {
            belongs("a parameter", keys.parameters)
        }
        _ if has(keys.output_value) => belongs("an output", keys.outputs),
        _ => {
            let listed = keys.sections().map(|section| format!("`{section}`")).collect::<Vec<_>>().join(", ");
            Some(format!("the keys here are {listed}").into())
        }
    }
}

/// Help for a key that resources of this version do not have.
pub(crate) fn key_help(keys: &ResourceKeys, key: &str) -> Help {
    if let Some(near) = nearest(key, keys.names()) {
        return Help::did_you_mean(key, near);
    }
    let is_there = |version: &HotVersion| Keys::of(TemplateVersion::Hot(*version)).resource.contains(key);
    match HotVersion::ALL.into_iter().find(is_there) {
        Some(since) => since_version(&format!("resources have the key `{key}`"), since).into(),
        None => format!("properties of the resource stand under `{}`", keys.properties).into(),
    }
}

/// Checks the keys of a resource independently of the version: the keys of all versions are accepted here.
fn hot_resource(resource: &Node) -> Result<(), Fault> {
    let newest = Keys::of(TemplateVersion::Hot(HotVersion::NEWEST));
    // Heat's list also contains the key for the value of an output.
    let is_key = |key: &str| newest.resource.contains(key) || key == newest.output_value;
    checked_entry(&OF_RESOURCES, resource, newest.resources, newest.resource.resource_type, is_key)
}

/// Problems for the errors in an entry of a section.
struct EntryProblems {
    incomplete: Problem,
    no_map: Problem,
    unknown_key: Problem,
}

const OF_RESOURCES: EntryProblems = EntryProblems {
    incomplete: Problem::MissingResourceType,
    no_map: Problem::InvalidResource,
    unknown_key: Problem::UnknownResourceKey,
};

const OF_OUTPUTS: EntryProblems = EntryProblems {
    incomplete: Problem::MissingOutputValue,
    no_map: Problem::InvalidOutput,
    unknown_key: Problem::InvalidOutput,
};

/// Checks the keys of a resource or an output in a section of HOT; the key `needed` is required.
fn checked_entry(
    problems: &EntryProblems,
    node: &Node,
    section: &str,
    needed: &str,
    is_key: impl Fn(&str) -> bool,
) -> Result<(), Fault> {
    let object = section.trim_end_matches('s');
    let incomplete =
        || invalid(problems.incomplete, node, format!("Each {object} must contain a {needed} key."));
    if !is_truthy(node) {
        return Err(incomplete());
    }
    let Some(map) = node.as_mapping() else {
        let kind = python::type_name(&plain_value(node));
        let message =
            format!("\"{section}\" must contain a map of {object} maps. Found a [<class '{kind}'>] instead");
        return Err(invalid(problems.no_map, node, message));
    };
    for entry in map {
        let key = key_text(&entry.key);
        if !is_key(&key) {
            let message = format!("\"{key}\" is not a valid keyword inside a {object} definition");
            let fault = invalid(problems.unknown_key, &entry.key, message);
            let newest = Keys::of(TemplateVersion::Hot(HotVersion::NEWEST));
            let is_resource = section == newest.resources;
            return Err(fault.or_help(|| is_resource.then(|| key_help(&newest.resource, &key))));
        }
    }
    map.get(needed).map(drop).ok_or_else(incomplete)
}

/// Checks that a resource has a type, under this key.
fn cfn_type(resource: &Node, key: &str) -> Result<(), Fault> {
    const NO_TYPE: &str = "Each Resource must contain a Type key.";
    if !is_truthy(resource) {
        return Err(invalid(Problem::MissingResourceType, resource, NO_TYPE));
    }
    let Some(map) = resource.as_mapping() else {
        let kind = python::type_name(&plain_value(resource));
        return Err(invalid(
            Problem::InvalidResource,
            resource,
            format!("Resources must contain Resource. Found a [<class '{kind}'>] instead"),
        ));
    };
    match map.get(key) {
        Some(word) if is_truthy(word) => Ok(()),
        _ => Err(invalid(Problem::MissingResourceType, resource, NO_TYPE)),
    }
}

/// Wraps an exception in a `StackValidationFailed`, as Heat does while it reads definitions.
pub(crate) fn wrapped(exception: Exception) -> Exception {
    match exception {
        Exception::MissingKey(_)
        | Exception::Python(_, PythonClass::TypeError | PythonClass::ValueError | PythonClass::KeyError, _) => {
            Exception::validation(exception.problem(), Vec::new(), exception.to_string())
        }
        other => other,
    }
}
