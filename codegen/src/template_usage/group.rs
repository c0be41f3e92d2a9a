//! Whether what a resource gives meets a properties group, as far as its template says.

use std::collections::HashMap;

use heat_model::PropertiesGroup;
use heat_yaml::Value;

use super::Impact;
use super::function;
use super::resource::Resource;
use super::target::Step;
use super::walk::{There, walk};

/// What a group's change does to a resource; nothing, where the resource meets the group as it is, or gives nothing of it.
pub(super) fn impact(
    resource: &Resource<'_>,
    groups: &[PropertiesGroup],
    after: Option<&PropertiesGroup>,
) -> Option<Impact> {
    let mut standing = Standing::default();
    for group in groups {
        match group {
            PropertiesGroup::Expression(group) => {
                group.for_each_path(&mut |path| standing.look(resource, path));
            }
            PropertiesGroup::ApiVersions(versions) => {
                versions.properties.iter().for_each(|path| standing.look(resource, path));
            }
        }
    }
    let Some(PropertiesGroup::Expression(group)) = after else {
        // Which version a service has, only a cloud knows.
        return standing.is_any_given().then_some(Impact::May(None));
    };
    if standing.is_open() {
        return Some(Impact::May(None));
    }
    let is_met = group.is_met(&|path| standing.of(path) == Some(Given::Yes));
    (!is_met).then(|| Impact::Fails(format!("{group} has to be given")))
}

/// Which properties of a group a resource gives.
#[derive(Default)]
struct Standing {
    given: HashMap<Vec<String>, Given>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Given {
    Yes,
    No,
    Perhaps,
}

impl Standing {
    fn look(&mut self, resource: &Resource<'_>, path: &[String]) {
        let steps: Vec<_> = path.iter().map(|name| Step::Member(name)).collect();
        let mut given = Given::No;
        for reached in walk(resource.properties, resource.span, &steps) {
            match reached.what {
                There::Value(node) if function::is_call(node) => given = Given::Perhaps,
                There::Value(node) if node.value != Value::Null => {
                    given = Given::Yes;
                    break;
                }
                There::Value(_) | There::Nothing => {}
                There::Unknown => given = Given::Perhaps,
            }
        }
        self.given.insert(path.to_vec(), given);
    }

    fn of(&self, path: &[String]) -> Option<Given> {
        self.given.get(path).copied()
    }

    fn is_open(&self) -> bool {
        self.given.values().any(|given| *given == Given::Perhaps)
    }

    fn is_any_given(&self) -> bool {
        self.given.values().any(|given| *given != Given::No)
    }
}

#[cfg(test)]
mod tests {
    use super::super::resource::Resources;
    use super::super::templates::Templates;
    use super::*;

    /// What a group `was` and `is`, in JSON, does to a resource with these properties.
    fn check(was: &str, is: &str, properties: &str, expect: Option<&Impact>) {
        let text = format!("resources: {{a: {{type: A::B, properties: {properties}}}}}");
        let (templates, _) = Templates::from_texts([("t", text.as_str())]);
        let resources = Resources::of(&templates.templates[0]);
        let group = |json: &str| serde_json::from_str::<Option<PropertiesGroup>>(json).unwrap();
        let (was, is) = (group(was), group(is));
        let groups: Vec<_> = was.into_iter().chain(is.clone()).collect();
        assert_eq!(impact(&resources.all[0], &groups, is.as_ref()).as_ref(), expect, "{properties}");
    }

    #[test]
    fn what_meets_a_group_is_not_mentioned() {
        let (or, xor) = (r#"{"or": [["a"], ["b"]]}"#, r#"{"xor": [["a"], ["b", "c"]]}"#);
        let fails = Impact::Fails("exactly one of `a` and `b.c` has to be given".to_owned());
        check(or, xor, "{a: 1}", None);
        check(or, xor, "{a: 1, b: {}}", None);
        check(or, xor, "{a: 1, b: [{c: 2}]}", Some(&fails));
        check("null", xor, "{a: null}", Some(&fails));
        check("null", xor, "{a: {get_param: p}}", Some(&Impact::May(None)));
        check("null", xor, "{a: 1, b: {get_param: p}}", Some(&Impact::May(None)));
    }

    #[test]
    fn versions_are_known_by_the_cloud_alone() {
        let versions =
            r#"{"api_versions": {"client_plugin": "nova", "versions": ["2.1"], "properties": [["a"]]}}"#;
        check("null", versions, "{a: 1}", Some(&Impact::May(None)));
        check("null", versions, "{b: 1}", None);
        check(versions, "null", "{a: 1}", Some(&Impact::May(None)));
    }
}
