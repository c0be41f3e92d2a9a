//! The properties that a resource sets, possibly under another name.

use heat_catalogue::property_path::PathStep;
use heat_hot::snippet::Content;
use heat_hot::template::outline::Resource;
use heat_model::{RuleKind, TranslationRule, Value};

use super::property_place::{PropertyPlace, Section};
use super::walk::{ReachedPlace, There, walk};

/// Presence of a property in a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Presence {
    Yes,
    No,
    /// Unknown until a stack is created.
    Perhaps,
}

/// Returns whether a resource sets the property at a path, or one from which a rule takes its value.
pub(super) fn is_given(resource: &Resource<'_>, path: &[String], rules: &[TranslationRule]) -> Presence {
    let names: Vec<&str> = path.iter().map(String::as_str).collect();
    let stand_ins = rules.iter().filter_map(|rule| stand_in(rule, &names));
    let all: Vec<Presence> =
        std::iter::once(path.to_vec()).chain(stand_ins).map(|path| given(resource, &path)).collect();
    [Presence::Yes, Presence::Perhaps].into_iter().find(|given| all.contains(given)).unwrap_or(Presence::No)
}

/// The value at a path in a section of a resource. A property that another one replaces is not treated as omitted.
pub(super) fn reached<'t>(
    resource: &Resource<'t>,
    place: &PropertyPlace<'_>,
    rules: &[TranslationRule],
) -> Vec<ReachedPlace<'t>> {
    let section = match place.section {
        Section::Properties => resource.properties,
        Section::UpdatePolicy => resource.update_policy,
    };
    // An update policy that is not set is not checked.
    if section.is_none() && place.section == Section::UpdatePolicy {
        return Vec::new();
    }
    let mut reached = walk(section, resource.span, &place.path.0);
    if reached.iter().any(|reached| matches!(reached.what, There::Nothing)) {
        let names = place.path.names();
        let mut stand_ins = rules.iter().filter_map(|rule| stand_in(rule, &names));
        if stand_ins.any(|path| given(resource, &path) != Presence::No) {
            reached.retain(|reached| !matches!(reached.what, There::Nothing));
        }
    }
    reached
}

/// The property from which a rule takes the value of the named one.
fn stand_in(rule: &TranslationRule, names: &[&str]) -> Option<Vec<String>> {
    let is_for = rule.rule == RuleKind::Replace
        && rule.translation_path.iter().map(String::as_str).eq(names.iter().copied());
    rule.source_path().filter(|_| is_for)
}

/// The values at a path in which items have no step of their own.
pub(super) fn at_path<'t>(resource: &Resource<'t>, path: &[String]) -> Vec<ReachedPlace<'t>> {
    let steps: Vec<_> = path.iter().map(|name| PathStep::Name(name)).collect();
    walk(resource.properties, resource.span, &steps)
}

/// Returns whether a resource sets a property; in a list, one item is sufficient.
fn given(resource: &Resource<'_>, path: &[String]) -> Presence {
    let mut answer = Presence::No;
    for reached in at_path(resource, path) {
        match reached.what {
            There::Value(value) => match &value.content {
                Content::Call(_) | Content::Invalid(_) => answer = Presence::Perhaps,
                Content::Scalar(Value::Null) | Content::Omitted => {}
                _ => return Presence::Yes,
            },
            There::Nothing => {}
            There::Unknown => answer = Presence::Perhaps,
        }
    }
    answer
}
