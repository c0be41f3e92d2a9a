//! Expiry of entries: versions in the order of releases.

use heat_model::ReleaseTable;

/// Returns whether a release is the current one or an earlier one. Releases that the table does not contain are compared by their
/// numbers.
pub(super) fn is_over(expires: &str, current: Option<&str>, releases: &ReleaseTable) -> bool {
    let Some(current) = current else { return false };
    match (releases.position(expires), releases.position(current)) {
        (Some(expires), Some(current)) => expires <= current,
        _ => numbers(expires) <= numbers(current),
    }
}

/// The release that most likely follows: the next number.
pub(in crate::diff) fn release_after(current: &str) -> Option<String> {
    let next = numbers(current)?.first()?.checked_add(1)?;
    // Until 2015, releases were named after half-years.
    (next < 2000).then(|| format!("{next}.0.0"))
}

/// The numbers of a version; `None` if it does not consist of numbers.
pub(super) fn numbers(version: &str) -> Option<Vec<u64>> {
    version.split('.').map(|part| part.parse().ok()).collect()
}
