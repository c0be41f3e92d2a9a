//! Helpers of the tests of the rules. The rules' docs are tested where all of `validate` is available: in `heat-codegen`.

use std::collections::BTreeSet;
use std::path::Path;

use heat_hot::Template;
use heat_hot::fault::Problem;
use heat_model::ResourceType;
use heat_model::load::load_schema;
use heat_yaml::render::{RenderStyle, text};
use heat_yaml::{Diagnostic, Source};
use indexmap::IndexMap;

use crate::{Check, EnabledRules, RULES, Rule, apply_suppressions, lint, rule};

/// Types of the examples. Heat's types have the properties and attributes that the examples use.
fn types() -> IndexMap<String, ResourceType> {
    let schemas = [
        "type: My::Thing
properties:
  new: {type: string}
  old: {type: string, support_status: [{status: DEPRECATED, message: Use new.}, {}]}
  hidden: {type: string, support_status: [{status: HIDDEN}, {}]}
  flag: {type: boolean}
  any: {type: any}
  remote_ip: {type: string}
  parts:
    type: list
    schema:
      '*':
        type: map
        schema:
          digest: {type: string}
          old: {type: string, support_status: [{status: DEPRECATED}, {}]}
          hidden: {type: string, support_status: [{status: HIDDEN}, {}]}
attributes:
  new: {type: string}
  old: {type: string, support_status: [{status: DEPRECATED, message: Use new.}, {}]}
",
        "type: My::Strict
properties:
  name: {type: string, required: true}
  size: {type: integer, required: true}
  other: {type: string}
  any: {type: any, required: true}
",
        "type: My::Placeholder\nany_property: true\nany_attribute: true\nsupport_status: [{status: HIDDEN, message: Use My::Thing.}, {}]\n",
        "type: OS::Neutron::LBaaS::Listener\nany_property: true\nany_attribute: true\nsupport_status: [{status: HIDDEN}, {}]\n",
        "type: OS::Octavia::Listener
properties: {protocol: {type: string}, protocol_port: {type: integer}, loadbalancer: {type: string}}
attributes: {default_pool_id: {type: string}}
",
        "type: My::Hidden\nsupport_status: [{status: HIDDEN}, {}]\nproperties: {size: {type: integer}}\n",
        "type: My::Deprecated\nsupport_status: [{status: DEPRECATED}, {}]\n",
        "type: OS::Cinder::Volume\nproperties: {size: {type: integer}}\n",
        "type: OS::Nova::FloatingIP\nsupport_status: [{status: HIDDEN}, {}]\nproperties: {pool: {type: string}}\n",
        "type: OS::Neutron::FloatingIP\nproperties: {floating_network: {type: string}}\n",
        "type: OS::Heat::SwiftSignalHandle\nsupport_status: [{status: DEPRECATED}, {}]\n",
        "type: OS::Heat::None\n",
        "type: OS::Nova::KeyPair\ncommands: {show: keypair show NAME}\n",
        "type: OS::Heat::ResourceGroup\nany_attribute: true\nproperties: {resource_def: {type: map}}\n",
        "type: OS::Heat::SoftwareConfig\n",
        "type: OS::Heat::SoftwareDeployment
properties: {config: {type: string}, server: {type: string}}
",
        "type: OS::Nova::Server
has_show: true
properties: {flavor: {type: string}, image: {type: string}, user_data_format: {type: string}}
",
    ];
    let read = |text: &&str| {
        let loaded = load_schema(&Source::new("schema.yaml", *text));
        assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
        let schema = loaded.file.unwrap().schema;
        (schema.name.clone(), schema)
    };
    schemas.iter().map(read).collect()
}

fn read(yaml: &str) -> Template {
    let read = Template::read(&Source::new("template.yaml", yaml));
    read.template.unwrap_or_else(|| panic!("{:?} {:?}\n{yaml}", read.diagnostics, read.fault))
}

/// Returns the findings of all rules, including those that are off by default.
fn found(yaml: &str) -> Vec<Diagnostic> {
    lint(&read(yaml), &types(), &RULES.iter().copied().collect(), None)
}

/// Compares the findings of a rule in a template, each as `text it points at => message`. Declares the newest version in a
/// template that declares none.
#[track_caller]
pub(super) fn check(rule: &Rule, yaml: &str, expect: &[&str]) {
    let declares = yaml.contains("emplate_version") || yaml.contains("TemplateFormatVersion");
    let yaml = if declares { yaml.to_owned() } else { format!("heat_template_version: 2021-04-16\n{yaml}") };
    let found = found(&yaml);
    let of_rule = found.iter().filter(|diagnostic| diagnostic.code == rule.id);
    let shown: Vec<String> = of_rule
        .map(|diagnostic| {
            let label = &diagnostic.labels[0];
            format!("{} => {}", label.source.slice(label.span), diagnostic.message)
        })
        .collect();
    assert_eq!(shown, expect, "\n{}", text(&found, RenderStyle::default()));
}

/// Returns a function that compares the findings of a rule in a template, in which a text replaces each `…`.
pub(super) fn check_in(rule: &Rule, yaml: &str) -> impl Fn(&str, &[&str]) {
    move |text, expect| check(rule, &yaml.replace('…', text), expect)
}

/// Returns a function that compares the findings of a rule in a template, in which one text replaces the first `…` and another
/// text the second.
pub(super) fn check_in_two(rule: &Rule, yaml: &str) -> impl Fn(&str, &str, &[&str]) {
    move |first, second, expect| check_in(rule, &yaml.replacen('…', first, 1))(second, expect)
}

/// Help of the first finding of a rule in a template of the newest version.
pub(super) fn help(rule: &Rule, yaml: &str) -> Option<String> {
    let found = found(&format!("heat_template_version: 2021-04-16\n{yaml}"));
    found.into_iter().find(|found| found.code == rule.id)?.help
}

/// Messages of the findings of a rule in a template of the newest version.
pub(super) fn messages(rule: &Rule, yaml: &str) -> Vec<String> {
    let template = read(&format!("heat_template_version: 2021-04-16\n{yaml}"));
    let found = lint(&template, &types(), &EnabledRules::default(), None);
    found.into_iter().filter(|found| found.code == rule.id).map(|found| found.message).collect()
}

#[test]
fn rules_have_distinct_ids_and_are_sorted_by_family() {
    let ids: BTreeSet<&str> = RULES.iter().map(|rule| rule.id).collect();
    assert_eq!(ids.len(), RULES.len());
    assert!(RULES.is_sorted_by_key(|rule| rule.family));
}

#[test]
fn every_rule_with_code_has_a_file_and_the_others_are_in_tables() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lint/rules");
    let files: BTreeSet<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().replace('_', "-"))
        .filter(|name| !["mod", "tables", "declared"].contains(&name.as_str()))
        .collect();
    let has_code = |rule: &&&Rule| {
        matches!(rule.check, Check::Creation(_) | Check::Service(_) | Check::Template(_) | Check::Optional(_))
    };
    let ids = RULES.iter().filter(has_code).map(|rule| rule.id.to_owned()).collect();
    let unpaired: Vec<_> = files.symmetric_difference(&ids).collect();
    assert!(unpaired.is_empty(), "not both a file and a rule of `RULES`: {unpaired:?}");
}

#[test]
fn every_problem_is_documented_under_its_id() {
    for problem in Problem::ALL {
        let check = rule(problem.id()).map(|rule| rule.check);
        assert!(
            matches!(check, Some(Check::Error(documented)) if documented == *problem),
            "{}",
            problem.id()
        );
    }
}

#[test]
fn rules_that_are_off_by_default_run_where_they_are_enabled() {
    let template = read(
        "heat_template_version: rocky\nparameters: {a: {type: string}}\nresources: {b: {type: My::Thing}}\n",
    );
    let codes = |enabled: &EnabledRules| {
        let found = lint(&template, &types(), enabled, None);
        found.iter().map(|diagnostic| diagnostic.code).collect::<Vec<_>>()
    };
    let mut enabled = EnabledRules::default();
    assert!(codes(&enabled).is_empty());
    enabled.extend(rule("unused-parameter"));
    assert_eq!(codes(&enabled), ["unused-parameter"]);
    let page = rule("unused-parameter").unwrap().page();
    assert!(page.contains("off by default. Switch it on with `--enable unused-parameter`"), "{page}");
}

#[test]
fn a_comment_about_a_rule_that_is_off_is_for_those_who_switch_it_on() {
    let template = read(
        "heat_template_version: rocky
# heat-codegen: allow-file(unused-parameter, hidden-type) an interface
parameters: {a: {type: string}}
resources: {b: {type: My::Thing}}
",
    );
    let codes = |enabled: &EnabledRules| {
        let mut found = lint(&template, &types(), enabled, None);
        apply_suppressions(&template, enabled, &mut found);
        found.iter().map(|diagnostic| diagnostic.message.clone()).collect::<Vec<_>>()
    };
    let unused = "`hidden-type` finds nothing here";
    assert_eq!(codes(&EnabledRules::default()), [unused]);
    assert_eq!(codes(&EnabledRules::from_iter(rule("unused-parameter"))), [unused]);
}

#[test]
fn findings_are_in_the_order_of_the_text() {
    let yaml = "heat_template_version: rocky
parameters: {b: {type: string}, a: {type: string}}
resources: {r: {type: My::Thing, properties: {old: on}}}
";
    let found = found(yaml);
    let codes: Vec<&str> = found.iter().map(|diagnostic| diagnostic.code).collect();
    let parameter = ["undescribed-parameter", "unused-parameter"];
    assert_eq!(codes, [&parameter[..], &parameter, &["deprecated-property", "surprising-boolean"]].concat());
}
