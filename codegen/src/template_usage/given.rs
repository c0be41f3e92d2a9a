//! What a resource gives, be it under another name.

use heat_model::{RuleKind, TranslationRule};
use heat_yaml::Value;

use super::function;
use super::place::{PropertyPlace, Section};
use super::resource::Resource;
use super::walk::{Reached, There, walk};
use crate::property_path::PathStep;

/// Whether a template gives a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Given {
    Yes,
    No,
    /// It turns out when a stack is made.
    Perhaps,
}

/// Whether a resource gives what is at a path, or a property that a rule takes its value from.
pub(super) fn is_given(resource: &Resource<'_>, path: &[String], rules: &[TranslationRule]) -> Given {
    let names: Vec<&str> = path.iter().map(String::as_str).collect();
    let stand_ins = rules.iter().filter_map(|rule| stand_in(rule, &names));
    let all: Vec<Given> =
        std::iter::once(path.to_vec()).chain(stand_ins).map(|path| given(resource, &path)).collect();
    [Given::Yes, Given::Perhaps].into_iter().find(|given| all.contains(given)).unwrap_or(Given::No)
}

/// What is at a place in the section of a resource that it is in. What another property stands in for is not left out.
pub(super) fn reached<'t>(
    resource: &Resource<'t>,
    place: &PropertyPlace<'_>,
    rules: &[TranslationRule],
) -> Vec<Reached<'t>> {
    let section = match place.section {
        Section::Properties => resource.properties,
        Section::UpdatePolicy => resource.update_policy,
    };
    // A policy that is not given is not looked at.
    if section.is_none() && place.section == Section::UpdatePolicy {
        return Vec::new();
    }
    let mut reached = walk(section, resource.span, &place.path.0);
    if reached.iter().any(|reached| reached.what == There::Nothing) {
        let names = place.path.names();
        let mut stand_ins = rules.iter().filter_map(|rule| stand_in(rule, &names));
        if stand_ins.any(|path| given(resource, &path) != Given::No) {
            reached.retain(|reached| reached.what != There::Nothing);
        }
    }
    reached
}

/// The property that a rule takes the value of the named one from.
fn stand_in(rule: &TranslationRule, names: &[&str]) -> Option<Vec<String>> {
    let is_for = rule.rule == RuleKind::Replace
        && rule.translation_path.iter().map(String::as_str).eq(names.iter().copied());
    rule.source_path().filter(|_| is_for)
}

/// What is at a path, on which items have no step of their own.
pub(super) fn at_path<'t>(resource: &Resource<'t>, path: &[String]) -> Vec<Reached<'t>> {
    let steps: Vec<_> = path.iter().map(|name| PathStep::Name(name)).collect();
    walk(resource.properties, resource.span, &steps)
}

/// Whether a resource gives a property; in a list, any item's will do.
fn given(resource: &Resource<'_>, path: &[String]) -> Given {
    let mut answer = Given::No;
    for reached in at_path(resource, path) {
        match reached.what {
            There::Value(node) if function::is_call(node) => answer = Given::Perhaps,
            There::Value(node) if node.value != Value::Null => return Given::Yes,
            There::Value(_) | There::Nothing => {}
            There::Unknown => answer = Given::Perhaps,
        }
    }
    answer
}
