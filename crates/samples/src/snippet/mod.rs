//! Snippets for a type's page: complete templates, a minimal one and one with all properties.
//!
//! The minimal template sets what the schema requires, and what examples of the catalogue usually set besides: a pool without a
//! listener is valid by its schema, and Heat refuses it. A value comes from, in this order:
//!
//! 1. **A resource of the template**, if the value refers to something that has no meaning outside of it: what only types of one
//!    service take, such as the load balancer of a listener, or what no service can look up, such as the handle of a wait
//!    condition. It is the minimal resource of its type, made by the same rules. It is not of a deprecated type, and not of one
//!    that is being made already: there are no cycles.
//! 2. **A parameter** with the custom constraint of the property, if it refers to something that a service can look up and that
//!    types of several services take: images, flavors, networks, subnets and projects exist before the template. Secrets are
//!    hidden parameters.
//! 3. **The examples of the catalogue**, those with the fewest properties first. A parameter in them is copied.
//! 4. **The schema**: the default, or a value that satisfies the constraints.
//! 5. **The name of the property**, if any text is valid: `plausible` knows what people write into a description or a tag.
//!
//! [`References`] knows what properties refer to.

mod adopted;
mod composer;
mod parameter;
mod plausible;
mod resource_names;
mod template;

use heat_catalogue::relations::References;
use heat_model::ResourceType;

use composer::{Composer, Extent};

pub use resource_names::resource_name;
pub use template::{VERSION, definition, resources};

/// The snippets of a type.
#[derive(Debug)]
pub struct Snippets {
    /// With what is needed only.
    pub minimal: String,
    /// With every property that is not deprecated or hidden; `None` if that is the same as the minimal one.
    pub full: Option<String>,
}

/// Generates the snippets of a type.
#[must_use]
pub fn snippets<'a>(schema: &'a ResourceType, references: &References<'a>) -> Snippets {
    let [minimal, full] =
        [Extent::Minimal, Extent::Full].map(|extent| Composer::compose(schema, references, extent));
    let has_more = full.size > minimal.size;
    Snippets { minimal: minimal.text, full: has_more.then_some(full.text) }
}

#[cfg(test)]
mod tests {
    use heat_model::{CustomConstraint, CustomConstraintTable};
    use indexmap::IndexMap;

    use super::*;

    /// The snippets of the first of these types.
    fn made(types: &[&str], constraints: &[(&str, &str)]) -> Snippets {
        let types: Vec<ResourceType> = types.iter().map(|json| serde_json::from_str(json).unwrap()).collect();
        let first = types[0].name.clone();
        let types: IndexMap<_, _> = types.into_iter().map(|schema| (schema.name.clone(), schema)).collect();
        let known = constraints.iter().map(|(name, resource_type)| {
            let constraint = CustomConstraint {
                description: format!("Name or ID of a {name}; it exists."),
                client_plugin: Some("client".to_owned()),
                resource_type: Some((*resource_type).to_owned()),
                ..CustomConstraint::default()
            };
            ((*name).to_owned(), constraint)
        });
        let table = CustomConstraintTable { constraints: known.collect() };
        snippets(&types[&first], &References::new(&types, &table))
    }

    fn check(types: &[&str], constraints: &[(&str, &str)], minimal: &str, full: Option<&str>) {
        let made = made(types, constraints);
        let start = format!("heat_template_version: {}\n\n", VERSION.declaration().1);
        let without_start = |text: &str| text.strip_prefix(&start).unwrap_or_default().to_owned();
        assert_eq!(without_start(&made.minimal), minimal);
        assert_eq!(made.full.as_deref().map(without_start).as_deref(), full);
    }

    /// A type with one required string, which satisfies a constraint.
    fn taking(name: &str, constraint: &str) -> String {
        format!(
            r#"{{"type": "{name}", "properties": {{"of": {{"type": "string", "required": true,
                "constraints": [{{"custom_constraint": "{constraint}"}}]}}}}}}"#
        )
    }

    const PARAMETER: &str = "parameters:\n  of:\n    type: string\n    description: Name or ID of a b; it exists.\n    \
                             constraints:\n      - custom_constraint: b\n\n";

    #[test]
    fn values_satisfy_the_schema() {
        check(
            &[r#"{"type": "My::Big::DBToken", "properties": {
                "length": {"type": "integer", "required": true, "constraints": [{"range": {"min": 5}}]},
                "kind": {"type": "string", "constraints": [{"allowed_values": ["a", "no"]}]},
                "code": {"type": "string", "constraints": [{"length": {"max": 3}}]},
                "hosts": {"type": "list", "schema": {"*": {"type": "map", "schema": {
                    "name": {"type": "string", "required": true}, "up": {"type": "boolean", "default": true}}}}},
                "old": {"type": "string", "support_status": [{"status": "DEPRECATED"}]}
            }}"#],
            &[],
            "resources:\n  db_token:\n    type: My::Big::DBToken\n    properties:\n      length: 5\n",
            Some(
                "resources:\n  db_token:\n    type: My::Big::DBToken\n    properties:\n      length: 5\n      kind: a\n      \
                 code: my-\n      hosts:\n        - name: my-name\n          up: true\n",
            ),
        );
        check(&[r#"{"type": "A"}"#], &[], "resources:\n  a:\n    type: A\n", None);
    }

    #[test]
    fn what_one_service_takes_is_a_resource() {
        check(
            &[&taking("A::B::C", "b"), r#"{"type": "A::B::D"}"#],
            &[("b", "A::B::D")],
            "resources:\n  d:\n    type: A::B::D\n\n  c:\n    type: A::B::C\n    properties:\n      of: {get_resource: d}\n",
            None,
        );
    }

    #[test]
    fn what_several_services_take_is_a_parameter() {
        let own = "resources:\n  c:\n    type: A::B::C\n    properties:\n      of: {get_param: of}\n";
        let expect = format!("{PARAMETER}{own}");
        let maker = r#"{"type": "A::B::D"}"#;
        check(&[&taking("A::B::C", "b"), maker, &taking("A::X::E", "b")], &[("b", "A::B::D")], &expect, None);
        // A deprecated type, and one that needs the first one itself, do not help.
        let old = r#"{"type": "A::B::D", "support_status": [{"status": "DEPRECATED"}]}"#;
        check(&[&taking("A::B::C", "b"), old], &[("b", "A::B::D")], &expect, None);
        check(&[&taking("A::B::C", "b")], &[("b", "A::B::C")], &expect, None);
    }

    #[test]
    fn examples_show_what_the_schema_does_not_say() {
        let example = r#"{"title": "t", "template": "heat_template_version: 2021-04-16\nparameters:\n  key: {type: string, hidden: true}\nresources:\n  h: {type: \"A::B::H\"}\n  c: {type: \"A::B::C\", properties: {handle: {get_resource: h}, key: {get_param: key}, count: 3}}\n"}"#;
        let schema = format!(
            r#"{{"type": "A::B::C", "examples": [{example}], "properties": {{
                "handle": {{"type": "string", "required": true}}, "key": {{"type": "string", "required": true}},
                "count": {{"type": "integer", "required": true}}, "name": {{"type": "string"}}}}}}"#
        );
        let minimal = made(&[&schema, r#"{"type": "A::B::H"}"#], &[]).minimal;
        let expect = "parameters:\n  key:\n    type: string\n    hidden: true\n\nresources:\n  h:\n    type: A::B::H\n\n  c:\n    \
                      type: A::B::C\n    properties:\n      handle: {get_resource: h}\n      key: {get_param: key}\n      count: 3\n";
        assert!(minimal.ends_with(expect), "{minimal}");
    }

    #[test]
    fn the_samples_of_a_type_share_a_budget() {
        let property = r#"{"type": "list", "constraints": [{"length": {"min": 1000}}]}"#;
        let properties: Vec<_> = (0..1000).map(|number| format!(r#""p{number}": {property}"#)).collect();
        let schema = format!(r#"{{"type": "A", "properties": {{{}}}}}"#, properties.join(","));
        let full = made(&[&schema], &[]).full.unwrap();
        assert!(full.len() < 1_000_000, "{}", full.len());
        assert!(full.contains("my-p0"));
        assert!(full.ends_with("p999: {get_param: p999}\n"), "{}", &full[full.len() - 100..]);
    }
}
