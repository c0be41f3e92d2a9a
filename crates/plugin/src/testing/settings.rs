//! Settings of the engine of a test.

use std::fmt;
use std::sync::Arc;

use heat_model::Value;
use heat_model::custom_constraint::{CustomConstraints, WithoutCloud};
use heat_model::evaluate::Resolver;

use super::Cloud;
use crate::life_cycle::Action;
use crate::resolve::IdentityResolver;

/// The engine of a test: its options, and the names of the stack and of the resource. The default options are those of Heat
/// 27.
///
/// ```
/// use heat_plugin::testing::Settings;
///
/// let settings = Settings { action_retry_limit: 1, ..Settings::default() };
/// assert_eq!((settings.name.as_str(), settings.legacy), ("resource", false));
/// ```
#[derive(Clone)]
pub struct Settings {
    /// The name of the resource in the template.
    pub name: String,
    /// The name of the resource's class, which Heat shows for a timeout. By default, and for other types, the last part of the
    /// type's name.
    pub class_name: String,
    /// The name of the stack.
    pub stack_name: String,
    /// The ID of the stack.
    pub stack_id: String,
    /// The ID of the project.
    pub project_id: Option<String>,
    /// The ID of the user.
    pub user_id: Option<String>,
    /// `true` if the engine is the legacy one, which does not replace resources in these tests: an update that would do so ends
    /// with `UpdateReplace`. By default, the engine is convergence, as in Heat.
    pub legacy: bool,
    /// Default timeout of an action of the stack, in seconds.
    pub stack_action_timeout: f64,
    /// Maximum number of further attempts at a create or delete.
    pub action_retry_limit: u32,
    /// Maximum number of further attempts at a locked resource.
    pub client_retry_limit: u32,
    /// Time for which a legacy engine lets an action continue that it cannot cancel, in seconds.
    pub error_wait_time: f64,
    /// Actions that the environment forbids for updates of the resource: its `restricted_actions`.
    pub restricted_actions: Vec<Restricted>,
    /// Breakpoints of the environment, at which the resource waits until a signal clears them: its `hooks`.
    pub breakpoints: Vec<Breakpoint>,
    /// `true` if updates compare with the live state of the resource.
    pub observe_on_update: bool,
    /// The attributes that another resource uses, each with a path into its value. They are read after each successful action.
    pub referenced: Vec<(String, Vec<Value>)>,
    /// The resolver for the `resolve` rules of the schema.
    pub resolver: Arc<dyn Resolver + Send + Sync>,
    /// The cloud in which the plug-in acts as the user.
    pub cloud: Cloud,
    /// The check of custom constraints.
    pub constraints: Arc<dyn CustomConstraints + Send + Sync>,
}

/// An action that an environment can forbid: an update that would need it fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Restricted {
    /// Updating the resource in place.
    Update,
    /// Replacing the resource.
    Replace,
}

/// A point at which an environment can make a resource wait: before or after an action of the stack. A waiting resource is not
/// locked. There is no wait for the creation of a replacement, nor for the deletion of a replaced resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Breakpoint {
    /// Before the resource is created.
    PreCreate,
    /// After the resource was created.
    PostCreate,
    /// Before Heat decides on the effect of an update on the resource.
    PreUpdate,
    /// After the resource was updated in place.
    PostUpdate,
    /// Before the resource is deleted with its stack.
    PreDelete,
    /// After the resource was deleted with its stack. Heat accepts no signal then, so that only the stack's timeout ends the
    /// wait.
    PostDelete,
}

impl Breakpoint {
    /// All breakpoints.
    pub const ALL: [Self; 6] = [
        Self::PreCreate,
        Self::PostCreate,
        Self::PreUpdate,
        Self::PostUpdate,
        Self::PreDelete,
        Self::PostDelete,
    ];

    /// The name of the breakpoint in environments and signals: `pre-create`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::PreCreate => "pre-create",
            Self::PostCreate => "post-create",
            Self::PreUpdate => "pre-update",
            Self::PostUpdate => "post-update",
            Self::PreDelete => "pre-delete",
            Self::PostDelete => "post-delete",
        }
    }

    /// The details of the signal that clears the breakpoint.
    pub(crate) fn signal(self) -> Value {
        [("unset_hook".to_owned(), Value::from(self.as_str()))].into_iter().collect()
    }

    /// The action before or after which the resource waits.
    pub(crate) const fn action(self) -> Action {
        match self {
            Self::PreCreate | Self::PostCreate => Action::Create,
            Self::PreUpdate | Self::PostUpdate => Action::Update,
            Self::PreDelete | Self::PostDelete => Action::Delete,
        }
    }
}

impl fmt::Display for Breakpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            name: "resource".to_owned(),
            class_name: String::new(),
            stack_name: "stack".to_owned(),
            stack_id: "11111111-2222-4333-8444-555555555555".to_owned(),
            project_id: Some("project".to_owned()),
            user_id: Some("user".to_owned()),
            legacy: false,
            stack_action_timeout: 3600.0,
            action_retry_limit: 5,
            client_retry_limit: 2,
            error_wait_time: 240.0,
            restricted_actions: Vec::new(),
            breakpoints: Vec::new(),
            observe_on_update: false,
            referenced: Vec::new(),
            resolver: Arc::new(IdentityResolver),
            cloud: Cloud::new(),
            constraints: Arc::new(WithoutCloud::timeless()),
        }
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("name", &self.name)
            .field("stack_name", &self.stack_name)
            .field("legacy", &self.legacy)
            .finish_non_exhaustive()
    }
}
