//! Functions that join lists of rules, which are split by topic or by file, into one list.

/// Counts the items of all lists.
#[must_use]
pub const fn count<T>(lists: &[&[T]]) -> usize {
    let (mut list, mut count) = (0, 0);
    while list < lists.len() {
        count += lists[list].len();
        list += 1;
    }
    count
}

/// Joins lists, the first of which is not empty, into a list of all [`count`] items. Iterators cannot be used in constants.
///
/// ```
/// use heat_yaml::docs::{count, joined};
///
/// const TOPICS: &[&[&str]] = &[&["one", "two"], &[], &["three"]];
/// static ALL: [&&str; count(TOPICS)] = joined(TOPICS);
/// assert_eq!(ALL, [&"one", &"two", &"three"]);
/// ```
#[must_use]
pub const fn joined<T, const COUNT: usize>(lists: &'static [&'static [T]]) -> [&'static T; COUNT] {
    let mut all = [&lists[0][0]; COUNT];
    let (mut list, mut index, mut count) = (0, 0, 0);
    while list < lists.len() {
        if index < lists[list].len() {
            all[count] = &lists[list][index];
            (index, count) = (index + 1, count + 1);
        } else {
            (list, index) = (list + 1, 0);
        }
    }
    all
}
