//! Environments: values for parameters, and what resource types stand for.
//!
//! - [`EnvironmentFile`] is one file as it was read, [`Environment`] is what several of them merge to.
//! - [`Registry`] finds what a resource type stands for, and the hooks and restricted actions of a resource.
//! - [`files`] is the client's part: which files are sent with a stack, and under which names.
//!
//! A stack gets its environments from the client, which writes each file as JSON, with the names of templates in the registry
//! resolved. [`EnvironmentFile::as_sent`] is that step. Heat itself reads and merges what it is sent.

mod combine;
pub mod files;
mod merge;
mod pattern;
mod read;
pub mod registry;
mod sent;
mod sinks;

use std::sync::Arc;

use heat_model::Value;
use heat_yaml::{Node, Source, Span};
use indexmap::IndexMap;

pub use merge::STRATEGIES as MERGE_STRATEGIES;
pub use registry::{Hook, Registry, Resolution, RestrictedAction};
pub use sinks::{ARGUMENTS as EVENT_SINK_ARGUMENTS, TYPE as EVENT_SINK_TYPE};

use crate::{Exception, Fault};

/// A section of an environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is named after its key")]
pub enum Section {
    Parameters,
    ParameterDefaults,
    ResourceRegistry,
    EncryptedParamNames,
    EventSinks,
    ParameterMergeStrategies,
}

impl Section {
    /// All sections.
    pub const ALL: [Self; 6] = [
        Self::Parameters,
        Self::ParameterDefaults,
        Self::ResourceRegistry,
        Self::EncryptedParamNames,
        Self::EventSinks,
        Self::ParameterMergeStrategies,
    ];

    /// The key of the section.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Parameters => "parameters",
            Self::ParameterDefaults => "parameter_defaults",
            Self::ResourceRegistry => "resource_registry",
            Self::EncryptedParamNames => "encrypted_param_names",
            Self::EventSinks => "event_sinks",
            Self::ParameterMergeStrategies => "parameter_merge_strategies",
        }
    }
}

/// How the values of a parameter merge, which is decided by its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MergeKind {
    /// `string`: the texts are concatenated.
    String,
    /// `number`: Heat refuses numbers here, and concatenates texts.
    Number,
    /// `comma_delimited_list`: the lists are concatenated.
    List,
    /// `json`: the maps are merged.
    Map,
    /// `boolean`: cannot be merged.
    Boolean,
}

/// The types of the parameters that the template and its nested templates declare. Heat lets the template decide where several
/// declare the same name.
pub type MergeKinds = IndexMap<String, MergeKind>;

/// One environment file.
#[derive(Debug, Clone)]
pub struct EnvironmentFile {
    /// The text.
    pub source: Arc<Source>,
    /// The mistakes that reading it found, Heat's first one first.
    pub faults: Vec<Fault>,
    sections: Vec<(Section, Node)>,
}

impl EnvironmentFile {
    /// The value of a section.
    #[must_use]
    pub fn section(&self, section: Section) -> Option<&Node> {
        self.sections.iter().find(|(other, _)| *other == section).map(|(_, node)| node)
    }
}

/// Where an entry of an environment stands.
#[derive(Debug, Clone)]
pub struct Place {
    /// The file.
    pub source: Arc<Source>,
    /// The key.
    pub key: Span,
    /// The value.
    pub value: Span,
}

impl Place {
    /// What is wrong with the value.
    fn fault(&self, exception: Exception) -> Fault {
        Fault::at(self.value, exception).in_file(&self.source)
    }
}

/// The value of a parameter.
#[derive(Debug, Clone)]
pub struct Setting {
    /// The value, merged if several files have one.
    pub value: Value,
    /// Where it stands: in the last file that contributes to it. None if it was given otherwise.
    pub place: Option<Place>,
}

/// What the files of an environment merge to.
#[derive(Debug, Clone)]
pub struct Environment {
    /// The values of parameters. Unknown names are kept where Heat keeps them: see [`Environment::unknown_parameters`].
    pub parameters: IndexMap<String, Setting>,
    /// The values that replace the defaults of parameters, in nested templates too.
    pub parameter_defaults: IndexMap<String, Setting>,
    /// What resource types stand for.
    pub registry: Registry,
    /// The names of parameters that are stored encrypted: a list, but Heat does not check that.
    pub encrypted_param_names: Value,
    /// Where events are sent.
    pub event_sinks: Value,
}

impl Default for Environment {
    fn default() -> Self {
        let empty = || Value::List(Vec::new().into());
        Self {
            parameters: IndexMap::new(),
            parameter_defaults: IndexMap::new(),
            registry: Registry::default(),
            encrypted_param_names: empty(),
            event_sinks: empty(),
        }
    }
}

impl Environment {
    /// Merges files, in the order in which they are given, into the parameters that were given otherwise.
    ///
    /// All mistakes are returned, those of reading too, Heat's first one first.
    #[must_use]
    pub fn merge(
        files: &[EnvironmentFile],
        given: &IndexMap<String, Value>,
        kinds: &MergeKinds,
    ) -> (Self, Vec<Fault>) {
        merge::merge(files, given, kinds)
    }

    /// The parameters that the template does not declare, which is an error.
    ///
    /// Heat only keeps unknown names of the first file that has parameters, and only if no parameters were given otherwise.
    pub fn unknown_parameters(&self, is_declared: impl Fn(&str) -> bool) -> Vec<Fault> {
        let unknown = self.parameters.iter().filter(|(name, _)| !is_declared(name));
        let faults = unknown.map(|(name, setting)| Fault {
            span: setting.place.as_ref().map(|place| place.key),
            source: setting.place.as_ref().map(|place| Arc::clone(&place.source)),
            ..Fault::from(Exception::UnknownUserParameter(name.clone()))
        });
        faults.collect()
    }
}

/// Whether a type is the name of a template.
#[expect(clippy::case_sensitive_file_extension_comparisons, reason = "Heat compares the case")]
pub(crate) fn is_template_name(name: &str) -> bool {
    name.ends_with(".yaml") || name.ends_with(".template")
}
