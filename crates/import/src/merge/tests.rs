use arbitrary_schemas as arbitrary;
use heat_history::prose::Reduction;
use proptest::prelude::*;
use proptest::sample::subsequence;

use super::*;
use crate::Part;

fn file(text: &str) -> SchemaFile {
    let loaded = load_schema(&Source::new("test.yaml", text));
    let problems: Vec<&str> = loaded.diagnostics.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(problems, Vec::<&str>::new(), "{text}");
    loaded.file.unwrap()
}

/// Facts from an import, written as a schema.
fn facts(text: &str) -> TypeFacts {
    let mut schema = file(text).schema;
    Reduction::ShortestFacts.of_type(&mut schema);
    let mut unknown = Vec::new();
    if schema.properties_groups.is_empty() {
        unknown.push(Part::PropertiesGroups);
    }
    if schema.translation_rules.is_empty() {
        unknown.push(Part::TranslationRules);
    }
    TypeFacts { unknown, ..TypeFacts::from(schema) }
}

fn merged(old: &str, import: &str) -> MergedFile {
    let merged = merge(&file(old), &facts(import));
    if let Some(text) = &merged.text {
        assert_eq!(file(text).schema, merged.schema, "{text}");
    }
    merged
}

/// Merges and compares the new text, in which only the differences are rewritten.
#[track_caller]
fn check(old: &str, import: &str, expect: &str) {
    let merged = merged(old, import);
    let text = merged.text.unwrap_or_else(|| old.to_owned());
    assert_eq!(text, expect, "\n{text}");
    assert_eq!(merged.extent, Extent::Differences);
    assert_eq!(text != old, !merged.differences.is_empty());
}

const ROUTER: &str = "\
# A comment at the top.
type: My::Router
description: A router of my own.
support_status:   # newest first
  - version: '2013.1'   # the oldest
default_client_name:   neutron

properties:
  # Which router.
  router:
    type: string
    description: >
      The router, by name
      or ID.
    required: true      # always
    constraints:
    - custom_constraint: neutron.router

  # Which subnet.
  subnet: {type: string, description: The subnet., update_allowed: no}
  ports:
    type: list
    schema:
      '*':
        type: map
        schema:
          ip: {type: string}
          # The MAC.
          mac:
            type: string
attributes: {}
examples:
- title: An example
  template: |
    heat_template_version: 2021-04-16
# The end.
";

/// The facts of `ROUTER`.
const ROUTER_FACTS: &str = "\
type: My::Router
support_status: [{version: '2013.1'}]
default_client_name: neutron
properties:
  router: {type: string, required: true, constraints: [{custom_constraint: neutron.router}]}
  subnet: {type: string}
  ports:
    type: list
    schema: {'*': {type: map, schema: {ip: {type: string}, mac: {type: string}}}}
";

#[track_caller]
fn check_router(import: (&str, &str), expect: &[(&str, &str)]) {
    let changed = ROUTER_FACTS.replacen(import.0, import.1, 1);
    assert!(changed != ROUTER_FACTS || import.0 == import.1);
    let expected = expect.iter().fold(ROUTER.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "{old}");
        text.replacen(old, new, 1)
    });
    check(ROUTER, &changed, &expected);
    // The same with Windows line breaks.
    check(&ROUTER.replace('\n', "\r\n"), &changed, &expected.replace('\n', "\r\n"));
}

#[test]
fn unchanged_text_is_not_touched() {
    check_router(("", ""), &[]);
    let merged = merged(ROUTER, ROUTER_FACTS);
    assert_eq!(merged.text, None);
}

#[test]
fn a_value_changes_at_its_place() {
    check_router(
        ("client_name: neutron", "client_name: nova"),
        &[("client_name:   neutron", "client_name:   nova")],
    );
    check_router(("required: true, ", ""), &[("    required: true      # always\n", "")]);
    check_router(
        ("router: {type: string", "router: {type: any"),
        &[("router:\n    type: string", "router:\n    type: any")],
    );
    check_router(("neutron.router", "neutron.net"), &[("neutron.router", "neutron.net")]);
    check_router(("version: '2013.1'", "version: 5.0.0"), &[("- version: '2013.1'", "- version: 5.0.0")]);
}

#[test]
fn a_property_is_added_in_the_order_of_the_import() {
    check_router(
        ("  router:", "  first: {type: map}\n  router:"),
        &[("  # Which router.\n", "  first:\n    type: map\n  # Which router.\n")],
    );
    check_router(
        ("  subnet:", "  middle: {type: map, default: {a: 1}}\n  subnet:"),
        &[("neutron.router\n", "neutron.router\n  middle:\n    type: map\n    default: {a: 1}\n")],
    );
    check_router(
        ("mac: {type: string}}}}\n", "mac: {type: string}}}}\n  last: {type: map}\n"),
        &[("attributes: {}", "  last:\n    type: map\nattributes: {}")],
    );
    check_router(
        ("mac: {type: string}", "mac: {type: string}, vlan: {type: integer}"),
        &[(
            "            type: string\nattributes",
            "            type: string\n          vlan:\n            type: integer\nattributes",
        )],
    );
}

#[test]
fn a_property_is_removed_with_its_comment() {
    check_router(
        (
            "  router: {type: string, required: true, constraints: [{custom_constraint: neutron.router}]}\n",
            "",
        ),
        &[(
            &ROUTER[ROUTER.find("  # Which router").unwrap()..ROUTER.find("\n  # Which subnet").unwrap()],
            "",
        )],
    );
    check_router(("ip: {type: string}, ", ""), &[("          ip: {type: string}\n", "")]);
    check_router(
        (", mac: {type: string}", ""),
        &[("          # The MAC.\n          mac:\n            type: string\n", "")],
    );
}

#[test]
fn entries_are_added_and_removed_at_every_level() {
    check_router(
        ("default_client_name: neutron\n", "entity: router\n"),
        &[
            ("   # the oldest\n", "   # the oldest\nentity: router\n"),
            ("default_client_name:   neutron\n", ""),
        ],
    );
    let more = "attributes: {state: {type: map}}\nupdate_policy: {roll: {type: map}}\n";
    check_router(
        ("mac: {type: string}}}}\n", &format!("mac: {{type: string}}}}}}}}\n{more}")),
        &[(
            "attributes: {}\n",
            "attributes:\n  state:\n    type: map\nupdate_policy:\n  roll:\n    type: map\n",
        )],
    );
    check_router(
        ("neutron.router}]}", "neutron.router}, {length: {max: 9}}]}"),
        &[("neutron.router\n", "neutron.router\n    - length: {max: 9}\n")],
    );
    check_router(
        (", constraints: [{custom_constraint: neutron.router}]", ""),
        &[("    constraints:\n    - custom_constraint: neutron.router\n", "")],
    );
}

#[test]
fn a_deprecation_adds_a_line() {
    check_router(
        ("[{version: '2013.1'}]", "[{status: DEPRECATED, version: 9.0.0}, {version: '2013.1'}]"),
        &[("  - version: '2013.1'", "  - {status: DEPRECATED, version: 9.0.0}\n  - version: '2013.1'")],
    );
    check_router(
        (
            "subnet: {type: string}",
            "subnet: {type: string, support_status: [{status: HIDDEN, version: 9.0.0}]}",
        ),
        &[(
            "description: The subnet.,",
            "description: The subnet., support_status: [{status: HIDDEN, version: 9.0.0}],",
        )],
    );
}

#[test]
fn collections_stay_in_brackets_while_they_fit() {
    check_router(
        ("subnet: {type: string}", "subnet: {type: any}"),
        &[("subnet: {type: string", "subnet: {type: any")],
    );
    check_router(
        ("subnet: {type: string}", "subnet: {type: string, update_allowed: true}"),
        &[("update_allowed: no", "update_allowed: true")],
    );
    check(
        "type: T\nproperties: {a: {type: any}, b: {type: any}, c: {type: any}}\n",
        "type: T\nproperties: {x: {type: map}, b: {type: any}, z: {type: map}}\n",
        "type: T\nproperties: {x: {type: map}, b: {type: any}, z: {type: map}}\n",
    );
    check(
        "{type: T, properties: {a: {type: any}}} # all\n",
        "type: T\nentity: b\nproperties: {a: {type: any, default: [1]}}\n",
        "{type: T, entity: b, properties: {a: {type: any, default: [1]}}} # all\n",
    );
    let long = "x".repeat(50);
    check(
        "type: T\nproperties:\n  a: {type: any, default: 1} # one\n",
        &format!("type: T\nproperties: {{a: {{type: any, default: {{{long}: {long}}}}}}}\n"),
        &format!("type: T\nproperties:\n  a:\n    type: any\n    default:\n      {long}: {long} # one\n"),
    );
}

#[test]
fn items_of_a_list_are_distinguished() {
    let values = |values: &str| {
        format!(
            "type: T\nproperties:\n  a:\n    type: any\n    constraints:\n      - allowed_values:\n{values}"
        )
    };
    check(
        &values("          - b\n          # See.\n          - c\n          - e # last\n"),
        "type: T\nproperties: {a: {type: any, constraints: [{allowed_values: [a, c, d, e]}]}}",
        &values("          - a\n          # See.\n          - c\n          - d\n          - e # last\n"),
    );
    check(
        "type: T\ntranslation_rules:\n- rule: delete\n  # The path.\n  translation_path: [a] # a\n  value_name: x\n- {rule: delete, translation_path: [b]}\n",
        "type: T\ntranslation_rules: [{rule: delete, translation_path: [z]}, {rule: delete, translation_path: [a], entity: e}]",
        "type: T\ntranslation_rules:\n- {rule: delete, translation_path: [z]}\n- rule: delete\n  # The path.\n  translation_path: [a] # a\n  entity: e\n",
    );
    // The entry after the dash is removed, and the next one moves there.
    check(
        "type: T\nsupport_status:\n- status: DEPRECATED\n  version: 5.0.0\n  message: Gone.\n",
        "type: T\nsupport_status: [{version: 5.0.0}]",
        "type: T\nsupport_status:\n- version: 5.0.0\n",
    );
}

#[test]
fn a_missing_final_line_break_is_added() {
    check(
        "type: T\nentity: a",
        "type: T\nentity: a\npython_class: b\n",
        "type: T\nentity: a\npython_class: b\n",
    );
}

#[test]
fn texts_stay_with_their_items() {
    check(
        "type: T\nproperties:\n  a:\n    type: string\n    support_status:\n      - {status: DEPRECATED, version: 5.0.0, message: Use b.}\n    constraints:\n      - {range: {min: 1}, description: At least one.}\n",
        "type: T\nproperties:\n  a:\n    type: string\n    support_status:\n      - {status: HIDDEN, version: 6.0.0}\n      - {status: DEPRECATED, version: 5.0.0}\n    constraints:\n      - range: {min: 2}\n",
        "type: T\nproperties:\n  a:\n    type: string\n    support_status:\n      - {status: HIDDEN, version: 6.0.0}\n      - {status: DEPRECATED, version: 5.0.0, message: Use b.}\n    constraints:\n      - {range: {min: 2}, description: At least one.}\n",
    );
}

#[test]
fn items_without_facts_stay() {
    let old = "type: T\nproperties_groups: [{or: [[a], [b]]}]\ntranslation_rules: [{rule: delete, translation_path: [a]}]\n";
    check(old, "type: T", old);
}

#[test]
fn entries_that_cannot_be_edited_are_rewritten() {
    #[track_caller]
    fn check(old: &str, import: &str, extent: Extent, expect: &str) {
        let merged = merged(old, import);
        assert_eq!((merged.extent, merged.text.as_deref()), (extent, Some(expect)));
    }
    // The value of an alias is also used elsewhere.
    check(
        "# Top.\ntype: T\nproperties:\n  a: &a {type: any} # one\n  b: *a\nentity: e # two\n",
        "type: T\nproperties: {a: {type: any}, b: {type: map}}\nentity: e",
        Extent::Entries,
        "# Top.\ntype: T\nproperties:\n  a:\n    type: any\n  b:\n    type: map\nentity: e # two\n",
    );
    check(
        "# Top.\n\ntype: T\nproperties: &p\n  a: {type: any}\nupdate_policy: *p\n",
        "type: T\nproperties: {a: {type: map}}\nupdate_policy: {a: {type: any}}",
        Extent::File,
        "# Top.\n\ntype: T\nproperties:\n  a:\n    type: map\nupdate_policy:\n  a:\n    type: any\n",
    );
    check(
        "? type\n: T\n? entity\n: a\n",
        "type: T\nentity: b",
        Extent::File,
        "# yaml-language-server: $schema=../schema.json\ntype: T\nentity: b\n",
    );
}

#[test]
fn differences_are_sorted_by_path() {
    let import = "\
type: My::Router
support_status: [{version: 5.0.0}]
properties:
  router: {type: string, default: [1], constraints: [{length: {max: 2}}, {custom_constraint: x}]}
  new: {type: any}
  ports:
    type: list
    schema: {'*': {type: map, schema: {mac: {type: any}}}}
";
    let listed: Vec<String> = merged(ROUTER, import).differences.iter().map(ToString::to_string).collect();
    insta::assert_snapshot!(listed.join("\n"), @r#"
    gone     default_client_name: neutron
    new      properties.new
    gone     properties.ports.schema.*.schema.ip
    changed  properties.ports.schema.*.schema.mac.type: string → any
    new      properties.router.constraints: {length: {max: 2}}
    changed  properties.router.constraints[1].custom_constraint: neutron.router → x
    new      properties.router.default: [1]
    gone     properties.router.required: true
    gone     properties.subnet
    changed  support_status[0].version: "2013.1" → 5.0.0
    "#);
    let list = |values: &[&str]| format!("type: T\nno_signal_actions: [{}]\n", values.join(", "));
    let (old, new) = (list(&["a", "b", "c", "d"]), list(&["b", "x", "d", "w", "z"]));
    let listed: Vec<String> = merged(&old, &new).differences.iter().map(ToString::to_string).collect();
    assert_eq!(listed, ["new      no_signal_actions: x, w, z", "gone     no_signal_actions: a, c"]);
    let long = list(&["x"; 100]);
    let listed = merged("type: T\n", &long).differences[0].to_string();
    assert!(listed.ends_with("x, x, …") && listed.chars().count() < 200, "{listed}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn merging_gives_the_merged_schema(old in arbitrary::resource_type(), new in arbitrary::resource_type(), unknown in subsequence(Part::ALL.to_vec(), 0..=Part::ALL.len())) {
        // Some parts of the old schema are also in the new one, so that they are kept.
        let mut new = new;
        for (name, property) in &old.properties {
            if name.len() % 2 == 0 {
                new.properties.insert(name.clone(), property.clone());
            }
        }
        new.name.clone_from(&old.name);
        new.support_status.history.extend(old.support_status.history.iter().cloned());
        let text = heat_schema_text::schema_file(&old);
        let facts = TypeFacts { unknown, ..TypeFacts::from(new) };
        let merged = merge(&file(&text), &facts);
        prop_assert_eq!(merged.extent, Extent::Differences);
        let text = merged.text.unwrap_or(text);
        prop_assert_eq!(&file(&text).schema, &merged.schema, "{}", text);
        let again = merge(&file(&text), &facts);
        prop_assert_eq!(again.text, None);
    }
}
