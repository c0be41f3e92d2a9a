//! Progress of an action, and the completion check that is polled until the action is complete.

use std::time::Duration;

use super::failure::Failure;
use super::resource::Resource;

/// The progress of an action when its handler returns: complete, or pending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress<P> {
    /// The action is complete.
    Done,
    /// The action is not complete: `pending` is polled. The engine has it only in memory, so it is lost if the engine dies;
    /// store data that have to survive that in the [resource data](Resource::keep).
    Pending {
        /// The pending action, which is polled.
        pending: P,
        /// The delay before the first poll.
        delay: Duration,
    },
}

impl<P> Progress<P> {
    /// Creates the progress of an action that is polled immediately, and then about once a second.
    ///
    /// ```
    /// use heat_plugin::life_cycle::Progress;
    /// use std::time::Duration;
    ///
    /// let progress = Progress::poll("job-7").after(Duration::from_secs(20)); // first in 20 seconds
    /// # assert_eq!(progress, Progress::Pending { pending: "job-7", delay: Duration::from_secs(20) });
    /// ```
    pub fn poll(pending: P) -> Self {
        Self::Pending { pending, delay: Duration::ZERO }
    }

    /// Delays the first poll. Heat counts polls, about one per second: fractions of a second are rounded up.
    #[must_use]
    pub fn after(self, delay: Duration) -> Self {
        match self {
            Self::Done => Self::Done,
            Self::Pending { pending, .. } => Self::Pending { pending, delay },
        }
    }

    /// Converts the pending action to another form.
    pub fn map<Q>(self, form: impl FnOnce(P) -> Q) -> Progress<Q> {
        match self {
            Self::Done => Progress::Done,
            Self::Pending { pending, delay } => Progress::Pending { pending: form(pending), delay },
        }
    }
}

/// The result of a completion check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Completion {
    /// The action is complete.
    Done,
    /// The action is not complete: poll again, about a second later.
    #[default]
    Pending,
    /// The action is not complete: poll again after this time. Heat counts polls, about one per second: fractions of a second
    /// are rounded up. Follows `heat.engine.resource.PollDelay`.
    PendingFor(Duration),
}

impl Completion {
    /// Returns [`Done`](Self::Done) if the action is complete, and otherwise [`Pending`](Self::Pending).
    #[must_use]
    pub fn done_if(is_done: bool) -> Self {
        if is_done { Self::Done } else { Self::Pending }
    }
}

/// A pending action, which is polled until it is complete: the [`Pending`](super::LifeCycle::Pending) type of a plug-in.
///
/// One enum with a variant for each action that is polled reads well if they have something in common. For one type per
/// action, use `Box<dyn CheckComplete<R, D>>` as the pending type. `R` is the plug-in's type, and `D` the type of the
/// [data](super::LifeCycle::Data) that it stores.
///
/// ```
/// # use heat_plugin::HeatResource;
/// use heat_plugin::life_cycle::{CheckComplete, Completion, Failure, LifeCycle, Progress, Resource};
/// # #[derive(HeatResource)]
/// # #[heat(schema = "schemas/My/Custom/Token.yaml")]
/// # pub struct Token;
///
/// pub enum Waiting {
///     ForCreation { left: u32 },
///     ForDeletion,
/// }
///
/// impl CheckComplete<Token> for Waiting {
///     fn check_complete(&mut self, _: &Token, _: &Resource<'_>) -> Result<Completion, Failure> {
///         match self {
///             Self::ForCreation { left } => {
///                 *left -= 1;
///                 Ok(Completion::done_if(*left == 0))
///             }
///             Self::ForDeletion => Ok(Completion::Done),
///         }
///     }
/// }
///
/// impl LifeCycle for Token {
///     type Pending = Waiting;
///     type Data = ();
///
///     fn create(&self, _: &token::Properties, _: &Resource<'_>) -> Result<Progress<Waiting>, Failure> {
///         Ok(Progress::poll(Waiting::ForCreation { left: 3 }))
///     }
///
///     fn delete(&self, _: &token::StoredProperties, _: &Resource<'_>) -> Result<Progress<Waiting>, Failure> {
///         Ok(Progress::poll(Waiting::ForDeletion))
///     }
/// }
/// ```
pub trait CheckComplete<R, D = ()>: Send + 'static {
    /// Checks whether the action is complete. The pending value can change from poll to poll.
    ///
    /// # Errors
    /// The action failed.
    fn check_complete(&mut self, plugin: &R, resource: &Resource<'_, D>) -> Result<Completion, Failure>;
}

/// The pending type of plug-ins whose actions are always complete when their handlers return. It has no values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotPolled {}

impl<R, D> CheckComplete<R, D> for NotPolled {
    fn check_complete(&mut self, _: &R, _: &Resource<'_, D>) -> Result<Completion, Failure> {
        match *self {}
    }
}

impl<R: 'static, D: 'static> CheckComplete<R, D> for Box<dyn CheckComplete<R, D>> {
    fn check_complete(&mut self, plugin: &R, resource: &Resource<'_, D>) -> Result<Completion, Failure> {
        (**self).check_complete(plugin, resource)
    }
}
