//! Errors in the stack of a resource that occur when it is created.

use crate::Fault;
use crate::fault::{Exception, Stage};
use crate::template::implementation::Implementation;
use crate::template::validate::Nesting;

/// Sets the stage of an error that makes the creation of a resource's stack fail. `is_certain`: the stack is created in any case.
pub(super) fn fails_when_created(fault: Fault, is_certain: bool) -> Fault {
    let is_possible = !is_certain || fault.stage() == Stage::PossibleCreation;
    fault.when_noticed(if is_possible { Stage::PossibleCreation } else { Stage::NestedCreation })
}

/// The missing parameters of a stack that another Heat creates. Those of a nested template are required properties, so they are
/// reported elsewhere.
pub(super) fn unset<'r>(
    missing: &'r [String],
    nesting: &'r Nesting,
    implementation: &Implementation<'_>,
) -> impl Iterator<Item = Fault> + 'r {
    let is_given = |name: &String| {
        nesting.inherited.as_ref().is_some_and(|inherited| inherited.values.contains_key(name))
    };
    let is_remote = implementation.template.is_none();
    let names = missing.iter().filter(move |name| is_remote && !is_given(name));
    names.map(|name| Exception::UserParameterMissing { name: name.clone(), is_declared: true }.into())
}
