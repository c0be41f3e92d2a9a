//! Checks whether the properties of a resource satisfy properties groups, as far as its template determines it.

use std::collections::BTreeSet;

use heat_admit::PresenceCombinations;
use heat_model::PropertiesGroup;
use heat_model::group::{GroupExpression, supported_versions};

use super::given::Presence;
use super::impact::Impact;

/// The maximum number of undetermined properties for which all cases are checked.
const MAX_UNDETERMINED: usize = 10;

/// The groups that restrict which properties can be set together.
pub(super) fn expressions(groups: Vec<PropertiesGroup>) -> Vec<GroupExpression> {
    let expression = |group| match group {
        PropertiesGroup::Expression(group) => Some(group),
        PropertiesGroup::ApiVersions(_) => None,
    };
    groups.into_iter().filter_map(expression).collect()
}

/// The properties that require different API versions on the two sides.
pub(super) fn other_versions(before: &[PropertiesGroup], after: &[PropertiesGroup]) -> Vec<Vec<String>> {
    let [old, new] = [before, after].map(supported_versions);
    let keys = old.keys().chain(new.keys());
    let changed: BTreeSet<&[String]> =
        keys.filter(|key| old.get(*key) != new.get(*key)).map(|(_, path)| *path).collect();
    changed.into_iter().map(<[String]>::to_vec).collect()
}

/// The effect of changed groups on a resource; `None` if it satisfies them in every case.
pub(super) fn impact(
    before: &[GroupExpression],
    after: &[GroupExpression],
    given: &dyn Fn(&[String]) -> Presence,
) -> Option<Impact> {
    let all = before.iter().chain(after);
    let Some(open) =
        PresenceCombinations::among(all, MAX_UNDETERMINED, |path| given(path) == Presence::Perhaps)
    else {
        return Some(Impact::May(None));
    };
    let (mut met, mut broken) = (false, None);
    for case in open.iter() {
        let is_given = |path: &[String]| case.gives(path).unwrap_or_else(|| given(path) == Presence::Yes);
        match after.iter().find(|group| !group.is_met(&is_given)) {
            // A template that was already refused is not broken by this change.
            Some(group) if before.iter().all(|group| group.is_met(&is_given)) => broken = Some(group),
            _ => met = true,
        }
    }
    let why = format!("{} has to be set", broken?);
    Some(if met { Impact::May(Some(why)) } else { Impact::Fails(why) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(json: &str) -> Vec<PropertiesGroup> {
        serde_json::from_str(json).unwrap()
    }

    /// The effect of changing the groups from `before` to `after` on a resource that sets some properties, and possibly others.
    fn check(before: &str, after: &str, certain: &[&str], perhaps: &[&str], expect: Option<&Impact>) {
        let [before, after] = [before, after].map(|json| expressions(groups(json)));
        let given = |path: &[String]| match path.join(".") {
            path if certain.contains(&path.as_str()) => Presence::Yes,
            path if perhaps.contains(&path.as_str()) => Presence::Perhaps,
            _ => Presence::No,
        };
        assert_eq!(impact(&before, &after, &given).as_ref(), expect, "{certain:?} {perhaps:?}");
    }

    #[test]
    fn satisfied_groups_are_not_reported() {
        let (or, xor) = (r#"[{"or": [["a"], ["b"]]}]"#, r#"[{"xor": [["a"], ["b", "c"]]}]"#);
        let why = "exactly one of `a` and `b.c` has to be set";
        let (fails, may) = (Impact::Fails(why.to_owned()), Impact::May(Some(why.to_owned())));
        check(or, xor, &["a"], &[], None);
        check(or, xor, &["a", "b"], &[], None);
        check(or, xor, &["a", "b.c"], &[], Some(&fails));
        check(or, xor, &["a"], &["b"], None);
        check(or, xor, &["a"], &["b.c"], Some(&may));
        check("[]", xor, &[], &["b.c"], Some(&may));
        check("[]", xor, &[], &[], Some(&fails));
        check("[]", r#"[{"or": [["a"], ["b"]]}]"#, &["b"], &["a"], None);
        // The properties were already refused.
        check(or, xor, &[], &[], None);
        check(xor, "[]", &["a"], &[], None);
    }

    #[test]
    fn groups_that_are_too_large_to_check_may_be_affected() {
        let names: Vec<String> = (0..20).map(|number| format!("p{number}")).collect();
        let paths: Vec<String> = names.iter().map(|name| format!("[\"{name}\"]")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        check("[]", &format!(r#"[{{"or": [{}]}}]"#, paths.join(",")), &[], &names, Some(&Impact::May(None)));
    }

    #[test]
    fn versions_are_compared_by_property() {
        let group = |versions: &str, properties: &str| {
            groups(&format!(
                r#"[{{"api_versions": {{"client_plugin": "nova", "versions": [{versions}], "properties": [{properties}]}}}}]"#
            ))
        };
        let before = group(r#""2.1", "2.2""#, r#"["a"], ["b"]"#);
        assert_eq!(other_versions(&before, &group(r#""2.2", "2.1""#, r#"["b"], ["a"]"#)), [[""; 0]; 0]);
        assert_eq!(other_versions(&before, &group(r#""2.1", "2.2""#, r#"["a"]"#)), [["b"]]);
        assert_eq!(other_versions(&before, &group(r#""2.1""#, r#"["a"], ["b"]"#)), [["a"], ["b"]]);
        // Two groups are equivalent to one with their common versions.
        let both = [group(r#""2.1", "2.2", "2.3""#, r#"["a"], ["b"]"#), before.clone()].concat();
        assert_eq!(other_versions(&before, &both), [[""; 0]; 0]);
    }
}
