//! Finds out which of the optional traits a type implements.
//!
//! An associated constant of a type is found before one of a trait, but only if the bounds of its `impl` are met: so
//! `Probe::<Token>::CHECK` is the constant with the functions if `Token` implements `Check`, and otherwise that of
//! [`Undefined`], which is `None`. This works for concrete types only, so [`resource_class!`](crate::resource_class) has to be
//! a macro.

#![expect(
    clippy::type_complexity,
    reason = "these are the signatures of the traits' functions, each used once"
)]

use std::marker::PhantomData;

use heat_model::Value;
use heat_model::value::Map;

use super::Handler;
use crate::life_cycle::{
    Adopt, Adopted, Cancel, Check, Failure, Handled, LifeCycle, LiveState, NeedsReplace, Preempt,
    PrepareForReplace, Resource, Restore, Resume, Signal, Signalled, Snapshot, SnapshotData, SnapshotDelete,
    State, Suspend, TemplateChanges,
};
use crate::{Properties, StoredProperties};

type Data<R> = <R as LifeCycle>::Data;
type Stored<R> = StoredProperties<<R as crate::HeatResource>::Values>;
type New<R> = Properties<<R as crate::HeatResource>::Values>;
pub(super) type OnStored<R> = fn(&R, &Stored<R>, &Resource<'_, Data<R>>) -> Handled<R>;

/// The functions of `Snapshot`.
pub struct SnapshotFunctions<R: LifeCycle> {
    pub(super) take: OnStored<R>,
    pub(super) delete: fn(&R, &Value, &Resource<'_, Data<R>>) -> Handled<R>,
}

/// The functions of `Cancel`.
pub struct CancelFunctions<R: LifeCycle> {
    pub(super) handlers: &'static [Handler],
    pub(super) cancel: fn(&R, Handler, &mut R::Pending, &Resource<'_, Data<R>>) -> Result<(), Failure>,
}

/// The functions of `NeedsReplace`.
pub struct NeedsReplaceFunctions<R: LifeCycle> {
    pub(super) with_properties: fn(&R, &New<R>, &Resource<'_, Data<R>>) -> Result<bool, Failure>,
    pub(super) failed: fn(&R, &Resource<'_, Data<R>>) -> Result<bool, Failure>,
    pub(super) with_prop_diff:
        fn(&R, &[R::Property], &New<R>, &Stored<R>, &Resource<'_, Data<R>>) -> Result<bool, Failure>,
    pub(super) with_tmpl_diff: fn(&R, &TemplateChanges, &Resource<'_, Data<R>>) -> Result<bool, Failure>,
}

/// The functions of `PrepareForReplace`.
pub struct PrepareFunctions<R: LifeCycle> {
    pub(super) prepare: fn(&R, &Resource<'_, Data<R>>) -> Result<(), Failure>,
    pub(super) undo: fn(&R, bool, &Resource<'_, Data<R>>) -> Result<(), Failure>,
}

macro_rules! optional {
    ($($(#[$docs:meta])* $field:ident $constant:ident: $bound:ident => $type:ty = $value:expr;)+) => {
        /// The functions of the optional traits that a type implements.
        pub struct Optional<R: LifeCycle> {
            $($(#[$docs])* pub $field: Option<$type>,)+
        }

        /// Constants with the functions of the optional traits that a type implements.
        #[derive(Debug)]
        pub struct Probe<R>(PhantomData<R>);

        /// Fallback constants for the optional traits that a type does not implement.
        pub trait Undefined<R: LifeCycle> {
            $($(#[$docs])* const $constant: Option<$type> = None;)+
        }

        impl<R: LifeCycle> Undefined<R> for Probe<R> {}

        $(impl<R: $bound> Probe<R> {
            $(#[$docs])*
            pub const $constant: Option<$type> = Some($value);
        })+
    };
}

optional! {
    /// Functions of the trait `Check`.
    check CHECK: Check => OnStored<R> = R::check;
    /// Functions of the trait `Suspend`.
    suspend SUSPEND: Suspend => OnStored<R> = R::suspend;
    /// Functions of the trait `Resume`.
    resume RESUME: Resume => OnStored<R> = R::resume;
    /// Functions of the trait `Snapshot`.
    snapshot SNAPSHOT: Snapshot => SnapshotFunctions<R> = SnapshotFunctions {
        take: R::snapshot,
        delete: |plugin, snapshot, resource| plugin.delete_snapshot(&SnapshotData(snapshot), resource),
    };
    /// Functions of the trait `Restore`.
    restore RESTORE: Restore => fn(&R, Map, &Value, &Resource<'_, Data<R>>) -> Result<Map, Failure> =
        |plugin, properties, snapshot, resource| plugin.restore(properties, &SnapshotData(snapshot), resource);
    /// Functions of the trait `SnapshotDelete`.
    snapshot_delete SNAPSHOT_DELETE: SnapshotDelete =>
        fn(&R, State, &Stored<R>, &Resource<'_, Data<R>>) -> Handled<R> = R::snapshot_delete;
    /// Functions of the trait `Adopt`.
    adopt ADOPT: Adopt => fn(&R, &Value, &Resource<'_, Data<R>>) -> Handled<R> =
        |plugin, existing, resource| plugin.adopt(&Adopted(existing), resource);
    /// Functions of the trait `Signal`.
    signal SIGNAL: Signal => fn(&R, &Value, &Resource<'_, Data<R>>) -> Result<Signalled, Failure> = R::signal;
    /// Functions of the trait `Cancel`.
    cancel CANCEL: Cancel => CancelFunctions<R> = CancelFunctions { handlers: R::HANDLERS, cancel: R::cancel };
    /// Functions of the trait `Preempt`.
    preempt PREEMPT: Preempt => fn(&R, &Resource<'_, Data<R>>) -> Result<(), Failure> = R::preempt;
    /// Functions of the trait `NeedsReplace`.
    needs_replace NEEDS_REPLACE: NeedsReplace => NeedsReplaceFunctions<R> = NeedsReplaceFunctions {
        with_properties: R::needs_replace,
        failed: R::needs_replace_failed,
        with_prop_diff: R::needs_replace_with_prop_diff,
        with_tmpl_diff: R::needs_replace_with_tmpl_diff,
    };
    /// Functions of the trait `PrepareForReplace`.
    prepare PREPARE: PrepareForReplace => PrepareFunctions<R> = PrepareFunctions {
        prepare: R::prepare_for_replace,
        undo: R::restore_prev_rsrc,
    };
    /// Functions of the trait `LiveState`.
    live_state LIVE_STATE: LiveState => fn(&R, &Stored<R>, &Resource<'_, Data<R>>) -> Result<Map, Failure> = R::live_state;
}

/// Checks that a type and its schema agree on the deletion policy `Snapshot`: Heat asks the class, and everything else reads
/// the schema.
///
/// # Panics
/// The two do not agree. The panic is an error when the plug-in is compiled.
#[expect(clippy::panic, reason = "this is the message of a compile error")]
#[track_caller]
pub const fn check_snapshot_deletion(in_schema: bool, is_implemented: bool) {
    match (in_schema, is_implemented) {
        (true, false) => panic!(
            "the schema has `supports_snapshot_deletion: true`, and the type does not implement `SnapshotDelete`"
        ),
        (false, true) => panic!(
            "the type implements `SnapshotDelete`, and its schema does not have `supports_snapshot_deletion: true`"
        ),
        (true, true) | (false, false) => {}
    }
}

/// Creates the class of a type that implements [`LifeCycle`](crate::life_cycle::LifeCycle), for engines to call and tests to
/// drive.
///
/// The value of the type, which all handlers of a process share, is created when it is first needed in that process. A unit
/// struct is its own value; for a struct with fields, such as a client, pass an expression for the value or for a result:
///
/// ```
/// # use heat_plugin::HeatResource;
/// # use heat_plugin::life_cycle::*;
/// use heat_plugin::resource_class;
///
/// # #[derive(HeatResource)]
/// # #[heat(schema = "schemas/My/Custom/Token.yaml")]
/// # pub struct Token;
/// # impl LifeCycle for Token {
/// #     type Pending = NotPolled;
/// #     type Data = ();
/// #     fn create(&self, _: &token::Properties, _: &Resource<'_>) -> Handled<Self> { Ok(Progress::Done) }
/// #     fn delete(&self, _: &token::StoredProperties, _: &Resource<'_>) -> Handled<Self> { Ok(Progress::Done) }
/// # }
/// let class = resource_class!(Token);
/// # fn connect() -> Result<Token, std::io::Error> { Ok(Token) }
/// let connected = resource_class!(Token = connect());
/// assert_eq!(class.name(), "My::Custom::Token");
/// ```
///
/// For tests, `resource_class!(Token, token)` takes an existing value, such as one with a client for the test.
#[macro_export]
macro_rules! resource_class {
    ($type:ident) => {
        $crate::resource_class!($type = $type)
    };
    ($type:ty = $make:expr) => {
        $crate::engine::ResourceClass::of_type::<$type>(
            || $crate::engine::IntoInstance::<$type>::into_instance($make),
            $crate::resource_class!(@optional $type),
        )
    };
    ($type:ty, $instance:expr) => {
        $crate::engine::ResourceClass::of_instance::<$type>($instance, $crate::resource_class!(@optional $type))
    };
    (@optional $type:ty) => {{
        #[allow(unused_imports, reason = "a type may implement all of the optional traits")]
        use $crate::__private::Undefined as _;
        const _: () = $crate::__private::check_snapshot_deletion(
            <$type as $crate::HeatResource>::SUPPORTS_SNAPSHOT_DELETION,
            <$crate::__private::Probe<$type>>::SNAPSHOT_DELETE.is_some(),
        );
        $crate::__private::Optional {
            check: <$crate::__private::Probe<$type>>::CHECK,
            suspend: <$crate::__private::Probe<$type>>::SUSPEND,
            resume: <$crate::__private::Probe<$type>>::RESUME,
            snapshot: <$crate::__private::Probe<$type>>::SNAPSHOT,
            restore: <$crate::__private::Probe<$type>>::RESTORE,
            snapshot_delete: <$crate::__private::Probe<$type>>::SNAPSHOT_DELETE,
            adopt: <$crate::__private::Probe<$type>>::ADOPT,
            signal: <$crate::__private::Probe<$type>>::SIGNAL,
            cancel: <$crate::__private::Probe<$type>>::CANCEL,
            preempt: <$crate::__private::Probe<$type>>::PREEMPT,
            needs_replace: <$crate::__private::Probe<$type>>::NEEDS_REPLACE,
            prepare: <$crate::__private::Probe<$type>>::PREPARE,
            live_state: <$crate::__private::Probe<$type>>::LIVE_STATE,
        }
    }};
}
