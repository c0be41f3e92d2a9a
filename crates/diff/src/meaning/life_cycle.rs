//! Order of support statuses, and the time between them.
//!
//! Follows Heat's support status guide: SUPPORTED, DEPRECATED, HIDDEN, in this order, and DEPRECATED for long enough
//! that people can change their templates.

use heat_model::{ResourceType, Status, StatusEntry, SupportStatus};

use crate::rule::policy::Policy;
use crate::schema::retired;

/// Returns whether something became HIDDEN without having been DEPRECATED or UNSUPPORTED.
pub(crate) fn hidden_without_deprecation(before: &SupportStatus, after: &SupportStatus) -> bool {
    let was_on_its_way = |entry: &StatusEntry| {
        matches!(entry.status, Status::Deprecated | Status::Unsupported | Status::Hidden)
    };
    !(was_on_its_way(before.current().unwrap_or(&StatusEntry::default()))
        || after.history.iter().skip(1).any(was_on_its_way))
}

/// Returns whether something was DEPRECATED for fewer releases than required; `false` if versions are missing or unknown.
pub(crate) fn hidden_too_early(after: &SupportStatus, policy: &Policy<'_>) -> bool {
    let position = |entry: &StatusEntry| policy.releases.position(entry.version.as_deref()?);
    let deprecated = after.history.iter().rev().find(|entry| entry.status == Status::Deprecated);
    let (Some(hidden), Some(deprecated)) =
        (after.current().and_then(position), deprecated.and_then(position))
    else {
        return false;
    };
    hidden.saturating_sub(deprecated) < policy.min_deprecated_releases
}

/// Returns whether the old steps are not the oldest of the new ones, unchanged.
pub(crate) fn is_rewritten(before: &SupportStatus, after: &SupportStatus) -> bool {
    let facts = |entry: &StatusEntry| (entry.status, entry.version.clone());
    let old: Vec<_> = before.history.iter().map(facts).collect();
    let new: Vec<_> = after.history.iter().map(facts).collect();
    !new.ends_with(&old)
}

/// Returns whether two versions belong to the same release.
pub(crate) fn same_release(one: &str, other: &str, policy: &Policy<'_>) -> bool {
    let position = |version| policy.releases.position(version);
    one == other || (position(one).is_some() && position(one) == position(other))
}

/// Returns whether a status names an earlier release than a previous status. Missing and unknown versions are skipped.
pub(crate) fn is_backwards(status: &SupportStatus, policy: &Policy<'_>) -> bool {
    let known = status.history.iter().filter_map(|entry| policy.releases.position(entry.version.as_deref()?));
    !known.is_sorted_by(|newer, older| newer >= older)
}

/// The replacement that the status message names for the property at this path, if no translation rule reads that
/// property.
pub(crate) fn replacement_without_rule(
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
