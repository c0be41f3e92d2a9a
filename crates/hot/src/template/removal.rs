//! Members of resource groups that are removed by name, and the names that a group never uses again.
//!
//! Follows `_update_name_skiplist` of `ResourceGroup` in Heat: a group stores the removed names in its data, and each update adds
//! the names that its properties list. At creation there are no members yet, so each listed name is used; an update ignores names
//! that are neither members nor stored.

use heat_model::Value;
use heat_model::python::str_of;

use crate::Data;

const POLICIES: &str = "removal_policies";
const LIST: &str = "resource_list";
const MODE: &str = "removal_policies_mode";

/// Resource group that exists when its template is read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DeployedGroup {
    /// Names of the members; `None` if they are not known.
    pub members: Option<Vec<String>>,
    /// Names that earlier versions of the template removed.
    pub removed: Vec<String>,
}

/// Removed names of a group's members.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RemovedNames {
    /// Names that no member has from now on, sorted.
    pub names: Vec<String>,
    /// Listed texts that are not names of members: they may be IDs of members, which are then removed.
    pub possible_ids: Vec<String>,
}

/// Properties of a group that remove members.
pub(crate) struct Removal {
    /// Listed names, and whether each is written as a string.
    listed: Vec<(String, bool)>,
    /// `true` if the names that earlier updates removed are forgotten.
    forgets: bool,
}

impl Removal {
    /// Reads the properties; `None` if they are not known.
    pub(crate) fn read(property: impl Fn(&str) -> Option<Data>) -> Option<Self> {
        let known = |name| match property(name) {
            None => Some(Value::Null),
            Some(data) => data.into_known(),
        };
        let policies = known(POLICIES)?;
        let lists = policies.as_list().into_iter().flatten();
        let lists = lists.filter_map(|policy| policy.as_map()?.get(LIST)?.as_list());
        let listed = lists.flatten().map(|name| (str_of(name), name.as_str().is_some()));
        Some(Self { listed: listed.collect(), forgets: known(MODE)?.as_str() == Some("update") })
    }

    /// The names that are removed from the group: the existing one, or one that is created.
    pub(crate) fn names(&self, deployed: Option<&DeployedGroup>) -> RemovedNames {
        let remembered = deployed.map(|group| group.removed.as_slice()).unwrap_or_default();
        let members = deployed.and_then(|group| group.members.as_deref());
        let is_name =
            |name: &String| members.is_none_or(|members| members.contains(name)) || remembered.contains(name);
        let (listed, others): (Vec<_>, Vec<_>) = self.listed.iter().partition(|(name, _)| is_name(name));
        let kept = remembered.iter().filter(|_| !self.forgets);
        let mut names: Vec<String> = kept.chain(listed.into_iter().map(|(name, _)| name)).cloned().collect();
        names.sort_unstable();
        names.dedup();
        let texts = others.into_iter().filter(|(_, is_text)| *is_text);
        RemovedNames { names, possible_ids: texts.map(|(name, _)| name.clone()).collect() }
    }
}

#[cfg(test)]
mod tests {
    use heat_model::json;

    use super::*;

    fn check(properties: &str, deployed: Option<(&[&str], &[&str])>, names: &[&str], possible_ids: &[&str]) {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let deployed = deployed.map(|(members, removed)| DeployedGroup {
            members: Some(owned(members)),
            removed: owned(removed),
        });
        let properties = json::parse(properties).unwrap();
        let removal = Removal::read(|name| properties.get(name).cloned().map(Data::Known)).unwrap();
        let expect = RemovedNames { names: owned(names), possible_ids: owned(possible_ids) };
        assert_eq!(removal.names(deployed.as_ref()), expect, "{properties}");
    }

    fn listed(list: &str, mode: &str) -> String {
        format!(r#"{{"removal_policies": [{{"resource_list": {list}}}], "removal_policies_mode": "{mode}"}}"#)
    }

    #[test]
    fn a_group_that_is_created_takes_each_listed_name() {
        check("{}", None, &[], &[]);
        check(&listed(r#"["1", "x", 0]"#, "append"), None, &["0", "1", "x"], &[]);
        check(&listed(r#"["1"]"#, "update"), None, &["1"], &[]);
    }

    #[test]
    fn an_update_adds_the_listed_members_to_what_the_group_remembers() {
        let deployed: (&[&str], &[&str]) = (&["0", "2"], &["1"]);
        check("{}", Some(deployed), &["1"], &[]);
        check(&listed(r#"["0"]"#, "append"), Some(deployed), &["0", "1"], &[]);
        check(&listed("[2]", "append"), Some(deployed), &["1", "2"], &[]);
        check(&listed(r#"["7", "id", 8]"#, "append"), Some(deployed), &["1"], &["7", "id"]);
        check(&listed(r#"["0"]"#, "update"), Some(deployed), &["0"], &[]);
        check(&listed(r#"["1"]"#, "update"), Some(deployed), &["1"], &[]);
        check(&listed("[]", "update"), Some(deployed), &[], &[]);
    }

    #[test]
    fn what_is_not_known_removes_nothing() {
        use crate::data::Shape;
        assert!(Removal::read(|_| Some(Data::unknown(Shape::Any, "test"))).is_none());
    }
}
