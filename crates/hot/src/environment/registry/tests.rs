use heat_hot_language::{Hook, RestrictedAction};
use heat_yaml::Source;
use indexmap::IndexMap;

use super::super::{Environment, EnvironmentFile};
use super::*;
use crate::Exception;

fn registry(section: &str) -> (Registry, Vec<String>) {
    let source = Source::new("environment.yaml", format!("resource_registry: {section}\n"));
    let files = [EnvironmentFile::read(&source)];
    let (environment, faults) = Environment::merge(&files, &IndexMap::new(), &IndexMap::new());
    (environment.registry, faults.iter().map(ToString::to_string).collect())
}

fn shown(resolution: Result<Resolution, Exception>) -> String {
    match resolution {
        Ok(Resolution::Type(name)) => name,
        Ok(Resolution::Template { path, .. }) => format!("template {path}"),
        Err(exception) => exception.class().to_owned(),
    }
}

fn is_type(name: &str) -> bool {
    name.starts_with("OS::")
}

/// Compares the results of lookups in one registry, one after the other. A lookup is a type, optionally followed by a space and
/// the name of a resource.
fn check(section: &str, lookups: &[(&str, &str)]) {
    let (mut registry, faults) = registry(section);
    assert_eq!(faults, Vec::<String>::new());
    for (asked, expect) in lookups {
        let (resource_type, name) =
            asked.split_once(' ').map_or((*asked, None), |(kind, name)| (kind, Some(name)));
        assert_eq!(shown(registry.resolve(resource_type, name, &is_type)), *expect, "{section} {asked}");
    }
}

#[test]
fn types_stand_for_types_and_templates() {
    check(
        "{A: OS::A, B: b.yaml, C: A, D: nothing, c.template: ignored}",
        &[
            ("A", "OS::A"),
            ("B", "template b.yaml"),
            ("C", "OS::A"),
            ("D", "EntityNotFound"),
            ("c.template", "template c.template"),
            ("other.yaml", "template other.yaml"),
            ("OS::X", "OS::X"),
        ],
    );
}

#[test]
fn wildcards_go_before_exact_names() {
    check("{'My::*': 'OS::*', 'My::A': OS::B}", &[("My::A", "OS::A"), ("My::B", "OS::B")]);
    check("{'OS::*': OS::None}", &[("OS::A", "OS::None"), ("OS::None", "OS::None")]);
    check("{'OS::*': a.yaml, 'A::*': b.yaml}", &[("OS::A", "OS::A"), ("A::A", "EntityNotFound")]);
}

#[test]
fn a_mapping_of_one_resource_is_remembered_for_all() {
    let section = "{resources: {server: {A: OS::A}, 's*': {B: OS::B}}}";
    check(section, &[("A other", "EntityNotFound"), ("A server", "OS::A"), ("A other", "OS::A")]);
    check(section, &[("B server", "EntityNotFound")]);
    let (registry, _) = registry(section);
    assert_eq!(shown(registry.lookup("A", Some("server"), &is_type)), "OS::A");
    assert_eq!(shown(registry.lookup("A", None, &is_type)), "EntityNotFound");
}

#[test]
fn circles_and_endless_chains_end() {
    let chain = |length: usize| {
        let links = (0..length).map(|number| format!("T{number}: T{}, ", number + 1));
        format!("{{{} T{length}: OS::A}}", links.collect::<String>())
    };
    check("{A: B, B: A}", &[("A", "RecursionError")]);
    check("{'A::*': 'A::B::*'}", &[("A::C", "RecursionError")]);
    check("{'OS::*': 'OS::*'}", &[("OS::A", "RecursionError")]);
    check(&chain(400), &[("T0", "OS::A")]);
    check(&chain(600), &[("T0", "RecursionError")]);
    // Every step branches into two, and no branch leads to a type.
    let steps =
        (0..200).map(|number| format!("T{number:03}: T{0:03}, 'T{number:03}*': T{0:03}, ", number + 1));
    check(&format!("{{{}}}", steps.collect::<String>()), &[("T000", "EntityNotFound")]);
}

#[test]
fn entries_of_another_class_are_refused_where_they_are_read() {
    fn check(section: &str, lookup: &str, actions: &str, nested: &str) {
        fn shown<T: std::fmt::Debug>(result: Result<T, Exception>) -> String {
            result.map_or_else(|exception| format!("{}: {exception}", exception.class()), |_| String::new())
        }
        let (registry, faults) = registry(section);
        assert_eq!(faults, Vec::<String>::new());
        assert_eq!(shown(registry.lookup("A", Some("r"), &is_type)), lookup, "{section}");
        assert_eq!(shown(registry.restricted_actions("r")), actions, "{section}");
        assert_eq!(shown(registry.matches_hook("r", Hook::PreCreate)), actions, "{section}");
        assert_eq!(shown(registry.nested("r")), nested, "{section}");
    }
    let unknown = "EntityNotFound: The Resource Type (A) could not be found.";
    for (value, class) in [("OS::A", "MapResourceInfo"), ("x.yaml", "TemplateResourceInfo")] {
        let argument = format!("TypeError: argument of type '{class}' is not iterable");
        let object = format!("TypeError: '{class}' object is not iterable");
        check(&format!("{{resources: {{r: {value}}}}}"), &argument, &argument, &object);
        let has_no = |name: &str| format!("AttributeError: '{class}' object has no attribute '{name}'");
        check(&format!("{{resources: {value}}}"), &has_no("get"), &has_no("items"), &has_no("items"));
    }
    check(
        "{resources: {'r*': OS::A}}",
        unknown,
        "TypeError: argument of type 'GlobResourceInfo' is not iterable",
        "TypeError: 'GlobResourceInfo' object is not iterable",
    );
    check("{A: {}, B: {}}", unknown, "", "");
    check("{A: {b: {}}, 'A*': None}", unknown, "", "");
    check(
        "{'A*': OS::A, A: {b: OS::C}}",
        "AttributeError: 'dict' object has no attribute 'user_resource'",
        "",
        "",
    );
    check("{A: {b: OS::C}}", "AttributeError: 'dict' object has no attribute 'get_resource_info'", "", "");
    let compared =
        |other: &str| format!("TypeError: '<' not supported between instances of 'dict' and '{other}'");
    check("{A: {b: OS::C}, resources: {r: {A: OS::A}}}", &compared("MapResourceInfo"), "", "");
    check("{A: {b: OS::C}, resources: {r: {A: {c: OS::D}}}}", &compared("dict"), "", "");
}

#[test]
fn null_removes_what_was_written_before() {
    check("{'My::A': OS::A, 'My::*': ~, 'My::B': OS::B}", &[("My::A", "EntityNotFound"), ("My::B", "OS::B")]);
    check("{resources: ~, A: OS::A}", &[("A", "OS::A"), ("A server", "KeyError")]);
}

#[test]
fn hooks_and_actions_apply_by_pattern() {
    let (registry, _) = registry(
        "{resources: {'s*': {hooks: [pre-create, post-delete]}, server: {restricted_actions: replace}}}",
    );
    let hooks = |name: &str| {
        Hook::ALL.into_iter().filter(|hook| registry.matches_hook(name, *hook).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(hooks("server"), [Hook::PreCreate, Hook::PostDelete]);
    assert_eq!(hooks("port"), []);
    assert_eq!(registry.restricted_actions("server").unwrap(), [RestrictedAction::Replace]);
    assert_eq!(registry.restricted_actions("s").unwrap(), []);
}

#[test]
fn all_mistakes_are_reported() {
    let (registry, faults) =
        registry("{A: 5, B: OS::B, hooks: x, 1: y, resources: {r: {restricted_actions: {}}}}");
    let expect = [
        "'int' object has no attribute 'support_status'",
        "Invalid hook type \"x\" for resource breakpoint, acceptable hook types are: ('pre-create', 'pre-update', \
         'pre-delete', 'post-create', 'post-update', 'post-delete')",
        "'int' object has no attribute 'endswith'",
        "Invalid restricted_action type \"{}\" for resource, acceptable restricted_action types are: \
         ('update', 'replace')",
    ];
    assert_eq!(faults, expect);
    assert_eq!(registry.to_value().to_string(), r#"{"resources": {}, "B": "OS::B"}"#);
}

#[test]
fn a_nested_stack_has_the_mappings_inside_its_resource() {
    let (registry, _) =
        registry("{A: a.yaml, resources: {'g*': {inner: {B: OS::B}}, group: {inner: {B: OS::C}}, x: {}}}");
    let mut nested = registry.nested("group").unwrap();
    let lookup = nested.lookup("B", Some("inner"), &is_type);
    assert_eq!(shown(lookup), "OS::C");
    let template = nested.lookup("A", None, &is_type).unwrap();
    nested.remove_template(&template);
    assert_eq!(shown(nested.lookup("A", None, &is_type)), "EntityNotFound");
}
