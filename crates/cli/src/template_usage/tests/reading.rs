//! Tests with texts that are templates, texts that are not, and unusual ones; and of the output for them.

use heat_yaml::Diagnostic;

use super::*;

/// The number of templates among some texts, and the messages for those that cannot be read.
fn read(text: &str) -> (usize, Vec<String>) {
    let (templates, diagnostics) = Templates::from_texts([("t.yaml", text)]);
    let words = |diagnostic: &Diagnostic| format!("{}: {}", diagnostic.severity.as_str(), diagnostic.message);
    (templates.len(), diagnostics.iter().map(words).collect())
}

#[test]
fn other_files_are_skipped() {
    let is_template = |text: &str| assert_eq!(read(text), (1, vec![]), "{text}");
    is_template("heat_template_version: 2021-04-16\n");
    is_template("resources: {a: {type: A::B}}\n");
    is_template("{\"AWSTemplateFormatVersion\": \"2010-09-09\"}");
    is_template("Resources: {a: {Type: A::B}}\n");
    is_template("{\"stack_name\": \"x\", \"template\": {\"heat_template_version\": \"2021-04-16\"}}");
    let is_none = |text: &str| assert_eq!(read(text), (0, vec![]), "{text}");
    is_none("");
    is_none("just text");
    is_none("[1, 2]");
    is_none("parameters: {a: 1}\nresource_registry: {A::B: b.yaml}\n");
    is_none("resources: [service.yaml]\nkind: Kustomization\n");
    is_none("a: {\n");
    is_none("a: 1\n---\nb: 2\n");
}

#[test]
fn a_template_that_cannot_be_read_is_a_warning() {
    let (count, words) = read("heat_template_version: 2021-04-16\nresources: {\n");
    assert_eq!(count, 0);
    assert!(matches!(words.as_slice(), [word] if word.starts_with("warning: ")), "{words:?}");
    let (count, words) = read("heat_template_version: 2021-04-16\nresources: &a {b: *a}\n");
    assert_eq!((count, words.len()), (0, 1), "{words:?}");
}

#[test]
fn unusual_templates_are_read() {
    let (before, after) = (with("{a: {type: string}}"), with("{}"));
    for resources in [
        "null",
        "[]",
        "x",
        "{1: {type: A::B}}",
        "{a: null}",
        "{a: []}",
        "{a: {type: [A::B]}}",
        "{a: {properties: {a: 1}}}",
        "{a: {type: A::B, properties: null}}",
        "{a: {type: A::B, properties: [a]}}",
        "{a: {type: A::B, properties: {1: a, [a]: b}}}",
        "{a: {type: OS::Heat::ResourceChain, properties: {resources: A::B}}}",
    ] {
        let template = format!("heat_template_version: 2021-04-16\nresources: {resources}\n");
        let (templates, _) = Templates::from_texts([("t", template.as_str())]);
        let sides = [before.as_str(), after.as_str()].map(types);
        let [before, after] = [&sides[0], &sides[1]].map(|side| side.iter().collect::<Vec<_>>());
        let findings = compare(&before, &after, &Policy::new(&ReleaseTable::default()));
        assert_eq!(usages(&templates, &Changes::new(&before, &after, &findings)), [], "{resources}");
    }
}

#[test]
fn deep_and_wide_templates_are_read() {
    let (before, after) = (with("{a: {type: any}, b: {type: string}}"), with("{a: {type: list}}"));
    let deep = format!("{}1{}", "[".repeat(110), "]".repeat(110));
    check(&one(&format!("{{a: {deep}}}")), &before, &after, &[]);
    let groups =
        |depth: usize| "{type: A::B, properties: {b: x, g: ".repeat(depth) + "1" + &"}}".repeat(depth);
    let expect = 40;
    let nested = one(&format!("{{b: x, g: {}}}", groups(expect - 1)));
    assert_eq!(used(&[("t", &nested)], &before, &after, Severity::Policy).len(), expect);
    // A hundred thousand resources, most of which come from one alias.
    let chain = "OS::Heat::ResourceChain";
    let types = "A::B, ".repeat(50_000);
    let template = format!(
        "heat_template_version: 2021-04-16\nresources:\n  a:\n    type: {chain}\n    properties:\n      \
         resources: [{types}]\n      resource_properties: {{b: &many [{types}], c: *many}}\n"
    );
    let found = used(&[("t", &template)], &before, &after, Severity::Policy);
    assert_eq!(found, ["7:29 a.resources[0] b: property-removed"]);
}

#[test]
fn uses_are_written_for_people_and_programs() {
    let (before, after) = (
        with("{a: {type: string}, b: {type: string, default: x}, c: {type: string}}"),
        with("{a: {type: string, constraints: [{length: {max: 3}}]}, b: {type: string, default: y}}"),
    );
    let sides = [before.as_str(), after.as_str()].map(types);
    let [before, after] = [&sides[0], &sides[1]].map(|side| side.iter().collect::<Vec<_>>());
    let findings = compare(&before, &after, &Policy::new(&ReleaseTable::default()));
    let template = one("{a: abcd, c: {get_param: p}}");
    let (templates, _) = Templates::from_texts([
        ("web.yaml", template.as_str()),
        ("none.yaml", "resources: {a: {type: X::Y}}"),
    ]);
    let usages = usages(&templates, &Changes::new(&before, &after, &findings));
    let mut out = Vec::new();
    write(&usages, &findings, false, &mut out).unwrap();
    insta::assert_snapshot!(String::from_utf8(out).unwrap() + &summary(&usages, templates.len()));
    insta::assert_snapshot!(serde_json::to_string_pretty(&entries(&usages, &findings)[0]).unwrap());
    let steering = Usage { file: "a\u{1b}[31m\nb".to_owned(), ..usages[0].clone() };
    let mut out = Vec::new();
    write(&[steering], &findings, false, &mut out).unwrap();
    assert!(out.starts_with("a\u{fffd}[31m b:3:32: ".as_bytes()));
    assert_eq!(summary(&[], templates.len()), "no uses of the changes in 2 templates");
}

#[test]
fn cloudformation_templates_are_read() {
    let template = "\
AWSTemplateFormatVersion: '2010-09-09'
Parameters: {P: {Type: String, Default: abcd}}
Resources:
  A:
    Type: A::B
    Properties: {a: {Ref: P}, b: {'Fn::GetAtt': [A, x]}}
    UpdatePolicy: {P: {q: 1}}
";
    let before = "{type: A::B, properties: {a: {type: string}, b: {type: string}}, attributes: {x: {description: X.}}, \
                  update_policy: {P: {type: map, schema: {q: {type: integer}, r: {type: list}}}}}";
    let after = "{type: A::B, properties: {a: {type: string, constraints: [{length: {max: 3}}]}, b: {type: string}}, \
                 update_policy: {P: {type: map, schema: {r: {type: list}}}}}";
    check(
        template,
        before,
        after,
        &[
            "6:18 A a may (its length, 4, is out of range: at most 3): length-added",
            "6:35 A @x: attribute-removed",
            "7:24 A P.q: property-removed",
        ],
    );
}

#[test]
fn what_is_wrong_does_not_hide_uses() {
    let before =
        "{type: A::B, properties: {a: {type: string}, b: {type: map}}, attributes: {x: {description: X.}}}";
    let after = "{type: A::B}";
    let check = |template: &str, expect: &[&str]| check(template, before, after, expect);
    // Heat has no such version, and no such section.
    check(
        "heat_template_version: 2014-10-17\nresuorces: {}\nresources: {a: {type: A::B, properties: {a: x}}}\n",
        &["3:42 a a: property-removed"],
    );
    check(
        "\
heat_template_version: 2015-04-30
parameters: [p]
conditions: 5
resources:
  a:
    type: A::B
    condition: c
    colour: red
    properties: {a: {get_file: [x]}, b: {if: [c, {get_attr: [a, x]}]}}
outputs:
  x: {vaule: {list_join: [{get_attr: [a, x]}]}}
  y: x
",
        &[
            "9:18 a a: property-removed",
            "9:38 a b: property-removed",
            "9:51 a @x: attribute-removed",
            "11:28 a @x: attribute-removed",
        ],
    );
    // An invalid call can have any value.
    check(
        "heat_template_version: rocky\nresources: {a: {type: A::B, properties: {if: [c, {a: x}]}}}\n",
        &["2:13 a a may: property-removed", "2:13 a b may: property-removed"],
    );
    // The only output has the name of a function.
    check(
        "heat_template_version: rocky\nresources: {a: {type: A::B}}\noutputs: {digest: {value: {get_attr: [a, x]}}}\n",
        &["3:28 a @x: attribute-removed"],
    );
}

#[test]
fn functions_are_those_of_the_version() {
    let before = "{type: A::B, properties: {a: {type: any}}, attributes: {x: {description: X.}}}";
    let after = "{type: A::B, properties: {a: {type: map}}}";
    let check = |version: &str, value: &str, expect: &[&str]| {
        let template = format!(
            "heat_template_version: {version}\nresources: {{a: {{type: A::B, properties: {{a: {value}}}}}}}\n"
        );
        check(&template, before, after, expect);
    };
    check(
        "2016-10-14",
        "{yaql: {expression: now(), data: 1}}",
        &["2:42 a a may: property-type-changed-from-any"],
    );
    // The map is not a function in this version.
    check("2016-04-08", "{yaql: {expression: x, data: 1}}", &[]);
    check("2016-04-08", "{Fn::GetAtt: [a, x]}", &[]);
}

#[test]
fn resources_in_properties_are_resources() {
    let template = "\
heat_template_version: 2021-04-16
resources:
  group:
    type: OS::Heat::ResourceGroup
    properties:
      resource_def:
        type: A::B
        properties: {a: 'web-%index%', b: x}
  chain:
    type: OS::Heat::ResourceChain
    properties:
      resources: [A::C, A::B, A::B]
      resource_properties: {b: x}
  data:
    type: A::Other
    properties: {map: {type: A::B, colour: red}}
outputs:
  one: {value: {get_attr: [group, resource.0.x]}}
  two: {value: {get_attr: [group, attributes, x]}}
  three: {value: {get_attr: [group, x]}}
  four: {value: {get_attr: [group, refs]}}
";
    let before = "{type: A::B, properties: {a: {type: string}, b: {type: string}}, attributes: {x: {description: X.}}}";
    let after = "{type: A::B, properties: {a: {type: string, constraints: [{length: {max: 3}}]}}}";
    check(
        template,
        before,
        after,
        &[
            "8:22 group.resource_def a may: length-added",
            "8:40 group.resource_def b: property-removed",
            "13:29 chain.resources[1] b: property-removed",
            "18:17 group.resource_def @x: attribute-removed",
            "19:17 group.resource_def @x: attribute-removed",
            "20:19 group.resource_def @x: attribute-removed",
        ],
    );
}
