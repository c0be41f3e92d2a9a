use heat_diff::{Policy, RULES, Severity, compare};
use heat_model::load::load_schema;
use heat_model::{Release, ReleaseTable, ResourceType};
use heat_yaml::Source;

use super::*;

mod reading;
mod values;

/// Loads the types of some schemas, one document each.
fn types(text: &str) -> Vec<ResourceType> {
    text.split("---\n").filter(|text| !text.trim().is_empty()).map(schema).collect()
}

fn schema(text: &str) -> ResourceType {
    let loaded = load_schema(&Source::new("schema", text));
    assert!(loaded.diagnostics.is_empty(), "{text}: {:?}", loaded.diagnostics);
    loaded.file.unwrap().schema
}

/// The uses of changes in templates, one line each: the file, if there are several, the position, the use, its effect, and the
/// rule.
fn used(texts: &[(&str, &str)], before: &str, after: &str, least: Severity) -> Vec<String> {
    let sides = [before, after].map(types);
    let [before, after] = [&sides[0], &sides[1]].map(|side| side.iter().collect::<Vec<_>>());
    let table = ReleaseTable::default();
    let findings = compare(&before, &after, &Policy::new(&table));
    assert!(!findings.is_empty(), "nothing changed");
    let (templates, diagnostics) = Templates::from_texts(texts.iter().copied());
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let changes = Changes { least, ..Changes::new(&before, &after, &findings) };
    let usages = usages(&templates, &changes);
    let line = |usage: &Usage| {
        let file = if texts.len() > 1 { format!("{} ", usage.file) } else { String::new() };
        let what = match &usage.what {
            UsedItem::Type => "type".to_owned(),
            UsedItem::Property { path } => path.clone(),
            UsedItem::LeftOut { path } => format!("no {path}"),
            UsedItem::Attribute { name } => format!("@{}", name.as_deref().unwrap_or("*")),
            UsedItem::Group => "group".to_owned(),
            UsedItem::Properties => "properties".to_owned(),
            UsedItem::Rule => "rule".to_owned(),
        };
        let impact = match &usage.impact {
            Impact::Fails(why) => format!(" fails ({why})"),
            Impact::Uses => String::new(),
            Impact::May(None) => " may".to_owned(),
            Impact::May(Some(why)) => format!(" may ({why})"),
        };
        let (place, rule) = ((usage.line, usage.column), findings[usage.finding].rule.id);
        format!("{file}{}:{} {} {what}{impact}: {rule}", place.0, place.1, usage.resource)
    };
    usages.iter().map(line).collect()
}

fn check(template: &str, before: &str, after: &str, expect: &[&str]) {
    assert_eq!(used(&[("t.yaml", template)], before, after, Severity::Policy), expect);
}

/// A template with a resource `a` of type `A::B` and these properties, in flow style, on line 3.
fn one(properties: &str) -> String {
    format!("heat_template_version: 2021-04-16\nresources:\n  a: {{type: A::B, properties: {properties}}}\n")
}

/// A type with these properties.
fn with(properties: &str) -> String {
    format!("{{type: A::B, properties: {properties}}}")
}

#[test]
fn a_type_is_used_by_its_resources() {
    let two = "{type: A::B}\n---\n{type: A::C}";
    let template = "\
heat_template_version: 2021-04-16
resources:
  one: {type: A::B}
  two:
    type: A::C
  three: {type: A::Other, properties: {a: A::B}}
";
    check(template, two, "{type: A::C}", &["3:15 one type: resource-type-removed"]);
    check(template, "{type: A::C}", two, &[]);
}

#[test]
fn resources_of_other_types_are_not_reported() {
    check(&one("{b: 1}"), &with("{a: {type: string}}"), &with("{}"), &[]);
    check(
        "heat_template_version: 2021-04-16\nresources: {x: {type: A::X, properties: {a: 1}}}\n",
        &with("{a: {type: string}}"),
        &with("{}"),
        &[],
    );
}

#[test]
fn a_property_is_used_where_it_is_set() {
    let (before, after) = (with("{a: {type: string, update_allowed: true}}"), with("{a: {type: string}}"));
    check(&one("{a: x}"), &before, &after, &["3:32 a a: property-update-allowed-removed"]);
    check(&one("{a: {get_param: p}}"), &before, &after, &["3:32 a a: property-update-allowed-removed"]);
    check(&one("{}"), &before, &after, &[]);
    check(&one("{get_file: p}"), &before, &after, &["3:3 a a may: property-update-allowed-removed"]);
    let renamed = with("{b: {type: string, update_allowed: true}}");
    check(&one("{a: null}"), &before, &renamed, &["3:32 a a: property-renamed"]);
}

#[test]
fn members_are_found_through_lists_and_maps() {
    let nested = |member: &str| {
        with(&format!("{{n: {{type: list, schema: {{'*': {{type: map, schema: {{{member}}}}}}}}}}}"))
    };
    let (before, after) = (nested("x: {type: string}, y: {type: map}"), nested("x: {type: string}"));
    let gone = |place: &str, path: &str| vec![format!("3:{place} a n{path}: property-removed")];
    let check = |properties: &str, expect: Vec<String>| {
        assert_eq!(
            used(&[("t", &one(properties))], &before, &after, Severity::Policy),
            expect,
            "{properties}"
        );
    };
    check("{n: [{x: 1}, {x: 2, y: {}}]}", gone("51", "[1].y"));
    check("{n: [{x: 1}]}", vec![]);
    check("{n: {get_param: p}}", gone("32", "[].y may"));
    check("{n: [{get_param: p}]}", gone("37", "[0].y may"));
    check("{n: {if: [c, [{y: 1}], [{x: 1}]]}}", gone("46", "[0].y"));
    check("{n: {repeat: {for_each: {'%i%': [1]}, template: {y: '%i%'}}}}", gone("80", "[].y"));
    check("{n: x}", vec![]);
    check("{n: null}", vec![]);
}

#[test]
fn validation_rules_are_evaluated() {
    let properties = "{a: {type: string}, b: {type: string}, n: {type: integer}}";
    let ruled =
        |rules: &str| format!("{{type: A::B, properties: {properties}, validation_rules: [{rules}]}}");
    let (before, after) = (ruled(""), ruled("{at_most_one: [[a], [b]]}"));
    let fails = "3:3 a rule fails (at most one of `a` and `b` is allowed): validation-rule-added";
    check(&one("{a: x, b: y}"), &before, &after, &[fails]);
    check(&one("{a: x}"), &before, &after, &[]);
    check(&one("{a: x, b: ''}"), &before, &after, &[]);
    check(&one("{}"), &before, &after, &[]);
    // Values that the template does not contain decide nothing.
    let may = "3:3 a rule may: validation-rule-added";
    check(&one("{a: x, b: {get_param: p}}"), &before, &after, &[may]);
    check(&one("{b: {get_param: p}}"), &before, &after, &[]);
    check(&one("{get_param: p}"), &before, &after, &[may]);
    let either = "3:3 a rule may (at most one of `a` and `b` is allowed): validation-rule-added";
    check(&one("{a: x, b: {if: [c, y, null]}}"), &before, &after, &[either]);
    check(&one("{a: x, b: {if: [c, y, z]}}"), &before, &after, &[fails]);
    // The properties were refused before, or fail for another reason.
    check(&one("{a: x, b: y, n: none}"), &before, &after, &[]);
    check(
        &one("{a: x, b: y}"),
        &ruled("{none: [[b]]}"),
        &ruled("{none: [[b]]}, {at_most_one: [[a], [b]]}"),
        &[],
    );
    // Documented, relaxed and removed rules refuse nothing new.
    check(&one("{a: x, b: y}"), &before, &ruled("{at_most_one: [[a], [b]], already_enforced: true}"), &[]);
    check(&one("{a: x, b: y}"), &after, &before, &[]);
}

#[test]
fn data_that_are_refused_now_are_found_by_evaluation() {
    let properties = "a: {type: string}, b: {type: string}, c: {type: integer}";
    let rule = "translation_rules: [{rule: replace, translation_path: [b], value_path: [a]}]";
    let before = format!("{{type: A::B, properties: {{{properties}}}}}");
    let after = format!("{{type: A::B, properties: {{{properties}}}, {rule}}}");
    let check = |properties: &str, expect: &[&str]| {
        let all = used(&[("t", &one(properties))], &before, &after, Severity::Breaking);
        assert_eq!(all, expect, "{properties}");
    };
    let why = "b: `b` and `a` are the old and the new name of the same property and cannot both be given";
    let fails = format!("3:3 a properties fails ({why}): templates-refused");
    check("{a: x, b: y}", &[&fails]);
    check("{a: x, b: y, c: {get_param: p}}", &[&fails]);
    check("{a: x}", &[]);
    check("{b: y}", &[]);
    check("{}", &[]);
    check("{b: y, c: {get_param: p}}", &[]);
    // The properties were refused before.
    check("{a: x, b: y, c: none}", &[]);
    let may = "3:3 a properties may: templates-refused";
    let may_fail = format!("3:3 a properties may ({why}): templates-refused");
    check("{a: x, b: {get_param: p}}", &[may]);
    check("{a: {get_param: p}}", &[may]);
    check("{get_param: p}", &[may]);
    check("{a: x, b: {if: [c, y, null]}}", &[&may_fail]);
}

#[test]
fn updates_that_are_worse_now_are_found_by_evaluation() {
    let mode = "mode: {type: string, update_allowed: true}, other: {type: string, update_allowed: true}";
    let name = "name: {type: string, update_allowed: true}";
    let check = |before: &str, after: &str, properties: &str, expect: &[&str]| {
        let [before, after] = [before, after].map(|text| format!("{{type: A::B, {text}}}"));
        let all = used(&[("t", &one(properties))], &before, &after, Severity::Breaking);
        assert_eq!(all, expect, "{properties}");
    };
    // The value moves to a property that cannot be updated.
    let before = format!("properties: {{{name}, {mode}}}");
    let rule = "rule: replace, translation_path: [label], value_path: [name]";
    let after =
        format!("properties: {{{name}, label: {{type: string}}, {mode}}}, translation_rules: [{{{rule}}}]");
    let affected = "3:3 a properties: update-replaces-resource";
    let may = "3:3 a properties may: update-replaces-resource";
    check(&before, &after, "{name: x}", &[affected]);
    check(&before, &after, "{name: x, other: {get_param: p}}", &[affected]);
    check(&before, &after, "{name: {get_param: p}}", &[may]);
    check(&before, &after, "{other: x}", &[]);
    check(&before, &after, "{}", &[]);
    check(&before, &after, "{get_param: p}", &[may]);
    // The rule is only applied where its condition holds.
    let after = after.replace("}]", ", when: {property: mode, in: [hot]}}]");
    check(&before, &after, "{name: x, mode: hot}", &[affected]);
    // An update may set the mode.
    check(&before, &after, "{name: x, mode: cold}", &[affected]);
    // Every update replaces the resource, as a required value cannot be read.
    let before = format!("properties: {{name: {{type: string, required: true}}, {mode}}}");
    let after = format!(
        "properties: {{name: {{type: string, required: true}}, label: {{type: string}}, {mode}}}, translation_rules: [{{{rule}}}]"
    );
    check(&before, &after, "{name: x, other: y}", &[affected]);
    check(&before, &after, "{name: {get_param: p}}", &[may]);
}

#[test]
fn defaults_matter_where_nothing_is_set() {
    let (before, after) = (with("{a: {type: string, default: x}}"), with("{a: {type: string, default: y}}"));
    check(&one("{}"), &before, &after, &["3:3 a no a: property-default-changed"]);
    check(&one("{a: z}"), &before, &after, &[]);
    check(&one("{a: {get_param: p}}"), &before, &after, &[]);
    check(&one("{a: null}"), &before, &after, &["3:32 a a: property-default-changed"]);
    check(
        "heat_template_version: 2021-04-16\nresources: {a: {type: A::B}}\n",
        &before,
        &after,
        &["2:13 a no a: property-default-changed"],
    );
    let needed = with("{a: {type: string, required: true}}");
    let was = with("{a: {type: string, required: true, default: x}}");
    let fails = "3:3 a no a fails (missing required property): property-default-removed-while-required";
    check(&one("{}"), &was, &needed, &[fails]);
    let nested = |default: &str| {
        with(&format!("{{m: {{type: map, schema: {{x: {{type: string, default: {default}}}}}}}}}"))
    };
    check(&one("{m: {}}"), &nested("a"), &nested("b"), &["3:32 a no m.x: property-default-changed"]);
    check(&one("{m: null}"), &nested("a"), &nested("b"), &["3:32 a no m.x: property-default-changed"]);
    // A map that is not set has no fields that could be missing.
    check(&one("{}"), &nested("a"), &nested("b"), &[]);
}

#[test]
fn required_properties_matter_where_they_are_missing() {
    let fails = |rule: &str| format!("3:3 a no a fails (missing required property): {rule}");
    let required = with("{a: {type: string, required: true}}");
    let optional = with("{a: {type: string}}");
    check(&one("{}"), &optional, &required, &[&fails("property-required-added")]);
    check(&one("{a: x}"), &optional, &required, &[]);
    check(&one("{a: {get_attr: [b, c]}}"), &optional, &required, &[]);
    check(&one("{}"), &with("{}"), &required, &[&fails("property-added-required")]);
    check(&one("{}"), &with("{}"), &optional, &[]);
}

#[test]
fn attributes_are_used_where_they_are_read() {
    let before = "{type: A::B, attributes: {x: {description: X.}, y: {description: Y.}}}";
    let after = "{type: A::B, attributes: {y: {description: Y.}}}";
    let template = "\
heat_template_version: 2021-04-16
resources:
  a: {type: A::B}
  b:
    type: A::Other
    depends_on: a
    properties:
      one: {get_attr: [a, y]}
      two: {list_join: ['', [{get_attr: [a, x, 0]}]]}
    metadata: {get_attr: [a, {get_param: which}]}
outputs:
  x: {value: {get_attr: [a, x]}}
  all: {value: {get_attr: [a]}}
  other: {value: {get_attr: [b, x]}}
  unknown: {value: {get_attr: [c, x]}}
  odd: {value: {get_attr: x}}
";
    check(
        template,
        before,
        after,
        &[
            "9:31 a @x: attribute-removed",
            "10:16 a @* may: attribute-removed",
            "12:15 a @x: attribute-removed",
            "13:17 a @* may: attribute-removed",
        ],
    );
}

#[test]
fn translation_rules_are_used_by_what_they_read_and_write() {
    let properties = "{a: {type: string}, b: {type: string}, c: {type: string}}";
    let rule = "translation_rules: [{rule: replace, translation_path: [a], value_path: [b]}]";
    let (before, after) = (
        format!("{{type: A::B, properties: {properties}, {rule}}}"),
        format!("{{type: A::B, properties: {properties}}}"),
    );
    check(&one("{b: 1, c: 2}"), &before, &after, &["3:32 a b: translation-rule-removed"]);
    check(&one("{c: 2}"), &before, &after, &[]);
}

#[test]
fn safe_changes_count_if_requested() {
    let status = "support_status: [{status: DEPRECATED, version: 2.0.0, message: Use b.}, {version: 1.0.0}]";
    let (before, after) = (
        with("{a: {type: string, support_status: [{version: 1.0.0}]}}"),
        with(&format!("{{a: {{type: string, {status}}}}}")),
    );
    check(&one("{a: 1}"), &before, &after, &[]);
    let found = |least| used(&[("t", &one("{a: 1}"))], &before, &after, least);
    assert_eq!(found(Severity::Safe), ["3:32 a a: status-deprecated"]);
    assert_eq!(found(Severity::Docs), ["3:32 a a: status-deprecated"]);
}

#[test]
fn an_old_name_that_still_works_is_used_where_it_is_set() {
    let before = with("{old: {type: string}}");
    let after = "{type: A::B, properties: {old: {type: string}, new: {type: string}}, \
                 translation_rules: [{rule: replace, translation_path: [new], value_path: [old]}]}";
    assert_eq!(
        used(&[("t", &one("{old: 1}"))], &before, after, Severity::Safe),
        ["3:32 a old: property-renamed-with-translation"]
    );
    assert_eq!(used(&[("t", &one("{}"))], &before, after, Severity::Safe), [""; 0]);
}

#[test]
fn uses_are_sorted_by_severity_then_file_and_line() {
    let before = with("{a: {type: string}, b: {type: string, default: x}}");
    let after = with("{b: {type: string, default: y}}");
    let (both, none) = (one("{a: 1}"), one("{}"));
    let found = used(&[("y", &none), ("x", &both), ("w", &both)], &before, &after, Severity::Policy);
    assert_eq!(
        found,
        [
            "w 3:32 a a: property-removed",
            "x 3:32 a a: property-removed",
            "w 3:3 a no b: property-default-changed",
            "x 3:3 a no b: property-default-changed",
            "y 3:3 a no b: property-default-changed",
        ]
    );
}

#[test]
fn a_property_that_another_one_replaces_is_not_missing() {
    let rule = "translation_rules: [{rule: replace, translation_path: [new], value_path: [old]}]";
    let side = |required: bool| {
        format!(
            "{{type: A::B, properties: {{old: {{type: string}}, new: {{type: string, required: {required}}}}}, {rule}}}"
        )
    };
    let fails = "3:3 a no new fails (missing required property): property-required-added";
    check(&one("{}"), &side(false), &side(true), &[fails]);
    check(&one("{old: 1}"), &side(false), &side(true), &[]);
}

#[test]
fn groups_are_checked_against_the_properties_that_are_set() {
    let side = |groups: &str| {
        format!(
            "{{type: A::B, properties: {{a: {{type: string}}, b: {{type: string}}, c: {{type: string}}}}, \
             properties_groups: [{groups}], translation_rules: [{{rule: replace, translation_path: [b], value_path: [c]}}]}}"
        )
    };
    let (before, after) = (side("{or: [[a], [b]]}"), side("{xor: [[a], [b]]}"));
    let fails = "3:3 a group fails (exactly one of `a` and `b` has to be set): properties-group-narrowed";
    check(&one("{a: 1, b: 1}"), &before, &after, &[fails]);
    check(&one("{a: 1, c: 1}"), &before, &after, &[fails]);
    check(&one("{a: 1}"), &before, &after, &[]);
    let may = "3:3 a group may (exactly one of `a` and `b` has to be set): properties-group-narrowed";
    check(&one("{a: 1, b: {get_param: p}}"), &before, &after, &[may]);
    let versions = side("{api_versions: {client_plugin: nova, versions: ['2.1'], properties: [[a]]}}");
    check(&one("{a: 1}"), &side(""), &versions, &["3:32 a a may: api-versions-added"]);
    check(&one("{b: 1}"), &side(""), &versions, &[]);
}

#[test]
fn every_change_that_is_not_safe_is_found_in_a_template() {
    let releases = (1..10).map(|number| Release {
        version: format!("{number}.0.0"),
        name: format!("Series {number}"),
        date: format!("20{number:02}-01-01"),
        ..Release::default()
    });
    let releases = ReleaseTable { releases: releases.collect() };
    let policy = Policy { current_version: Some("7.0.0"), ..Policy::new(&releases) };
    for rule in RULES.iter().filter(|rule| rule.severity <= Severity::Policy && rule.table().is_none()) {
        let sides = rule.docs.example.texts().map(|text| types(&text));
        let [before, after] = [&sides[0], &sides[1]].map(|side| side.iter().collect::<Vec<_>>());
        let findings = compare(&before, &after, &policy);
        assert_eq!(findings[0].rule.id, rule.id);
        // Nobody uses a new item with its own status yet.
        if findings[0].before.is_none() && rule.severity == Severity::Policy {
            continue;
        }
        // One template sets and reads everything, and the other nothing.
        let (mut all, mut none) = (Vec::new(), Vec::new());
        for schema in &before {
            let name = &schema.name;
            let given = |properties: &indexmap::IndexMap<String, heat_model::PropertySchema>| {
                let given: Vec<_> =
                    properties.keys().map(|name| format!("{name}: {{get_param: p}}")).collect();
                given.join(", ")
            };
            let asked: Vec<_> = schema
                .attributes
                .keys()
                .map(|name| format!("{name}: {{get_attr: [r{}, {name}]}}", all.len()))
                .collect();
            all.push(format!(
                "r{}: {{type: '{name}', properties: {{{}}}, update_policy: {{{}}}, metadata: {{{}}}}}",
                all.len(),
                given(&schema.properties),
                given(&schema.update_policy),
                asked.join(", ")
            ));
            none.push(format!("r{}: {{type: '{name}'}}", none.len()));
        }
        let template = |resources: &[String]| format!("resources: {{{}}}", resources.join(", "));
        let (all, none) = (template(&all), template(&none));
        let (templates, _) = Templates::from_texts([("all", all.as_str()), ("none", none.as_str())]);
        let usages = usages(&templates, &Changes::new(&before, &after, &findings));
        assert!(usages.iter().any(|usage| usage.finding == 0), "{}: {all} {usages:?}", rule.id);
    }
}
