//! Sections of environments, and the words of registries, merging and event sinks.

/// Section of an environment.
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
    /// All sections of an environment.
    pub const ALL: [Self; 6] = [
        Self::Parameters,
        Self::ParameterDefaults,
        Self::ResourceRegistry,
        Self::EncryptedParamNames,
        Self::EventSinks,
        Self::ParameterMergeStrategies,
    ];

    /// Key of the section.
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

/// Point at which Heat pauses, before or after an action on a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is named after its word")]
pub enum Hook {
    PreCreate,
    PreUpdate,
    PreDelete,
    PostCreate,
    PostUpdate,
    PostDelete,
}

impl Hook {
    /// Key of a resource's hooks in a registry.
    pub const KEY: &str = "hooks";

    /// All hooks, in Heat's order.
    pub const ALL: [Self; 6] = [
        Self::PreCreate,
        Self::PreUpdate,
        Self::PreDelete,
        Self::PostCreate,
        Self::PostUpdate,
        Self::PostDelete,
    ];

    /// Word for the hook in a registry.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::PreCreate => "pre-create",
            Self::PreUpdate => "pre-update",
            Self::PreDelete => "pre-delete",
            Self::PostCreate => "post-create",
            Self::PostUpdate => "post-update",
            Self::PostDelete => "post-delete",
        }
    }
}

/// Action that Heat must not perform on a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is named after its word")]
pub enum RestrictedAction {
    Update,
    Replace,
}

impl RestrictedAction {
    /// Key of a resource's restricted actions in a registry.
    pub const KEY: &str = "restricted_actions";

    /// All actions that can be restricted.
    pub const ALL: [Self; 2] = [Self::Update, Self::Replace];

    /// Word for the action in a registry.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Update => "update",
            Self::Replace => "replace",
        }
    }
}

/// Words for the strategies that merge values of a parameter. Heat ignores other words.
pub const MERGE_STRATEGIES: [&str; 3] = ["overwrite", "merge", "deep_merge"];

/// The only type of event sink that Heat has.
pub const EVENT_SINK_TYPE: &str = "zaqar-queue";

/// Keys of an event sink other than its type; the first one is required.
pub const EVENT_SINK_ARGUMENTS: [&str; 2] = ["target", "ttl"];
