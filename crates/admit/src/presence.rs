//! The truth table of properties groups: combinations of properties that can be set together.

use heat_model::group::GroupExpression;

/// All combinations of set and omitted properties, for the properties named in properties groups. Each additional property
/// doubles the number of combinations.
///
/// ```
/// use heat_admit::PresenceCombinations;
/// use heat_model::group::GroupExpression;
///
/// let group: GroupExpression = serde_json::from_str(r#"{"xor": [["subnet"], ["port"]]}"#).unwrap();
/// let choices = PresenceCombinations::of([&group], 10).unwrap();
/// let admitted: Vec<_> = choices.iter().filter(|choice| choice.meets([&group])).collect();
/// assert_eq!(admitted.len(), 2);
/// assert!(admitted.iter().all(|choice| choice.given().count() == 1));
/// ```
#[derive(Debug, Clone)]
pub struct PresenceCombinations {
    paths: Vec<Vec<String>>,
}

/// A combination of [`PresenceCombinations`].
#[derive(Debug, Clone, Copy)]
pub struct PresenceCombination<'c> {
    paths: &'c [Vec<String>],
    /// The paths that are set, as a bit mask.
    given: u32,
}

impl PresenceCombinations {
    /// Returns the combinations of the properties named in groups; `None` if there are more than `most` properties.
    #[must_use]
    pub fn of<'g>(groups: impl IntoIterator<Item = &'g GroupExpression>, most: usize) -> Option<Self> {
        Self::among(groups, most, |_| true)
    }

    /// Returns the combinations of those properties named in groups for which `open` returns true.
    #[must_use]
    pub fn among<'g>(
        groups: impl IntoIterator<Item = &'g GroupExpression>,
        most: usize,
        is_open: impl Fn(&[String]) -> bool,
    ) -> Option<Self> {
        let most = most.min(u32::BITS as usize - 1);
        let mut paths: Vec<Vec<String>> = Vec::new();
        for group in groups {
            group.for_each_path(&mut |path| {
                let is_new = paths.len() <= most && !paths.iter().any(|known| known == path);
                if is_new && is_open(path) {
                    paths.push(path.to_vec());
                }
            });
        }
        (paths.len() <= most).then_some(Self { paths })
    }

    /// Properties, in the order in which the groups name them.
    #[must_use]
    pub fn paths(&self) -> &[Vec<String>] {
        &self.paths
    }

    /// Returns all combinations; in the first one, no property is set.
    pub fn iter(&self) -> impl Iterator<Item = PresenceCombination<'_>> {
        (0..1 << self.paths.len()).map(|given| PresenceCombination { paths: &self.paths, given })
    }
}

impl<'c> PresenceCombination<'c> {
    /// Returns whether the combination sets a property; `None` if the property is not part of the combination.
    #[must_use]
    pub fn gives(self, path: &[String]) -> Option<bool> {
        self.paths.iter().position(|known| known == path).map(|bit| self.given >> bit & 1 == 1)
    }

    /// Properties that the combination sets.
    pub fn given(self) -> impl Iterator<Item = &'c [String]> {
        let is_given = move |(bit, _): &(usize, _)| self.given >> bit & 1 == 1;
        self.paths.iter().enumerate().filter(is_given).map(|(_, path)| path.as_slice())
    }

    /// Returns whether the combination satisfies all of some groups. Properties that are not part of the combination are treated
    /// as omitted.
    #[must_use]
    pub fn meets<'g>(self, groups: impl IntoIterator<Item = &'g GroupExpression>) -> bool {
        groups.into_iter().all(|group| group.is_met(&|path| self.gives(path) == Some(true)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the combinations that satisfy some groups, each as the names that it sets.
    fn check(groups: &str, expect: &[&str]) {
        let groups: Vec<GroupExpression> = serde_json::from_str(groups).unwrap();
        let choices = PresenceCombinations::of(&groups, 4).unwrap();
        let met = choices.iter().filter(|choice| choice.meets(&groups));
        let met: Vec<String> = met
            .map(|choice| choice.given().map(|path| path.join(".")).collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(met, expect);
    }

    #[test]
    fn groups_are_satisfied_together() {
        check("[]", &[""]);
        check(r#"[{"and": [["a"], ["b"]]}]"#, &["", "a b"]);
        check(r#"[{"or": [["a"], ["b", "c"]]}]"#, &["a", "b.c", "a b.c"]);
        check(r#"[{"xor": [["a"], ["b"]]}, {"xor": [["b"], ["c"]]}]"#, &["b", "a c"]);
        check(r#"[{"xor": [["a"], ["a"]]}]"#, &[]);
    }

    #[test]
    fn the_number_of_combinations_is_limited() {
        let group: GroupExpression = serde_json::from_str(r#"{"or": [["a"], ["b"], ["a"], ["c"]]}"#).unwrap();
        assert!(PresenceCombinations::of([&group], 2).is_none());
        assert_eq!(PresenceCombinations::of([&group], 3).unwrap().iter().count(), 8);
        let open = PresenceCombinations::among([&group], 2, |path| path != ["b"]).unwrap();
        assert_eq!(open.paths(), [["a"], ["c"]]);
        assert_eq!(open.iter().next().unwrap().gives(&["b".to_owned()]), None);
    }
}
