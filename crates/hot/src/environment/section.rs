//! The sections of an environment.

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
