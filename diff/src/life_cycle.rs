//! What a support status may become, and when.
//!
//! Follows Heat's support-status guide: SUPPORTED, DEPRECATED, HIDDEN, in this order, and DEPRECATED long enough for
//! people to change their templates.

use heat_model::{ResourceType, Status, StatusEntry, SupportStatus};

use super::{Policy, retired};

/// Whether it became HIDDEN without a step as DEPRECATED or UNSUPPORTED before.
pub(super) fn hidden_without_deprecation(before: &SupportStatus, after: &SupportStatus) -> bool {
    let was_on_its_way = |entry: &StatusEntry| {
        matches!(entry.status, Status::Deprecated | Status::Unsupported | Status::Hidden)
    };
    !(was_on_its_way(before.current().unwrap_or(&StatusEntry::default()))
        || after.history.iter().skip(1).any(was_on_its_way))
}

/// Whether it was DEPRECATED in fewer releases than it has to be. Where versions are missing or unknown, nobody knows.
pub(super) fn hidden_too_early(after: &SupportStatus, policy: &Policy<'_>) -> bool {
    let position = |entry: &StatusEntry| policy.releases.position(entry.version.as_deref()?);
    let deprecated = after.history.iter().rev().find(|entry| entry.status == Status::Deprecated);
    let (Some(hidden), Some(deprecated)) =
        (after.current().and_then(position), deprecated.and_then(position))
    else {
        return false;
    };
    hidden.saturating_sub(deprecated) < policy.min_deprecated_releases
}

/// Whether the steps that there were are not the last of those that there are.
pub(super) fn is_rewritten(before: &SupportStatus, after: &SupportStatus) -> bool {
    let facts = |entry: &StatusEntry| (entry.status, entry.version.clone());
    let old: Vec<_> = before.history.iter().map(facts).collect();
    let new: Vec<_> = after.history.iter().map(facts).collect();
    !new.ends_with(&old)
}

/// Whether two versions are of the same release.
pub(super) fn same_release(one: &str, other: &str, policy: &Policy<'_>) -> bool {
    let position = |version| policy.releases.position(version);
    one == other || (position(one).is_some() && position(one) == position(other))
}

/// Whether some status names an earlier release than one before it. Where versions are missing or unknown, nobody knows.
pub(super) fn is_backwards(status: &SupportStatus, policy: &Policy<'_>) -> bool {
    let known = status.history.iter().filter_map(|entry| policy.releases.position(entry.version.as_deref()?));
    !known.is_sorted_by(|newer, older| newer >= older)
}

/// The property that the status's message names in place of the one at this path, where no rule reads that one.
pub(super) fn replacement_without_rule(
    schema: &ResourceType,
    path: &[&str],
    status: &SupportStatus,
) -> Option<String> {
    let reads_it = |source: Vec<String>| source.iter().map(String::as_str).eq(path.iter().copied());
    if schema.translation_rules.iter().filter_map(heat_model::TranslationRule::source_path).any(reads_it) {
        return None;
    }
    let paths = retired::property_paths(schema);
    let names: Vec<&str> = paths.iter().filter_map(|path| path.rsplit('.').next()).collect();
    let message = status.message()?;
    let mut words = message.split(|char: char| !char.is_alphanumeric() && char != '_');
    let names_another = |word: &&str| path.last() != Some(word) && names.contains(word);
    words.find(names_another).map(str::to_owned)
}
