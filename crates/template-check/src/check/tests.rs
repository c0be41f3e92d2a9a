//! Findings in small templates.

use heat_hot::environment::files::FileError;
use heat_model::ResourceType;
use heat_model::load::load_schema;

use super::*;
use crate::lint::RULES;
use crate::{CloudAnswers, StackFindings};

/// Files of the tests, by name.
struct Files(&'static [(&'static str, &'static str)]);

impl FileSource for Files {
    fn read(&self, path: &str) -> Result<String, FileError> {
        let found = self.0.iter().find(|(name, _)| *name == path);
        found.map(|(_, text)| (*text).to_owned()).ok_or(FileError::NotFound)
    }
}

const FILES: Files = Files(&[
    ("nested.yaml", "heat_template_version: 2018-08-31\nparameters: {inner: {type: string, default: x}}\n"),
    (
        "house.yaml",
        "heat_template_version: 2018-08-31
parameters: {kind: {type: string}}
resources:
  g: {type: OS::Heat::None}
  w: {type: My::Wall, properties: {base: {get_resource: g}}}
  r: {type: My::Roof, properties: {kind: {get_param: kind}, base: {get_resource: g}}}
",
    ),
    ("outer.yaml", "heat_template_version: 2018-08-31\nresources: {r: {type: missing.yaml}}\n"),
]);

fn types() -> IndexMap<String, ResourceType> {
    let schemas = [
        "type: My::Thing
properties:
  name: {type: string, required: true, constraints: [{length: {max: 5}}]}
  address: {type: string, constraints: [{custom_constraint: ip_addr}]}
  gateway: {type: string}
attributes: {id: {type: string}}
",
        "type: OS::Aodh::Alarm
support_status: [{status: DEPRECATED, version: 10.0.0}, {}]
properties: {old: {type: string, support_status: [{status: HIDDEN, version: 5.0.0}, {}]}}
",
        "type: OS::Neutron::Pool
support_status: [{status: HIDDEN, version: 22.0.0}, {}]
any_property: true
any_attribute: true
",
        "type: My::Door
properties:
  name: {type: string}
  house: {type: string}
  lock: {type: string}
  nets: {type: list}
unique:
  - {properties: [[name]], within: [[house]]}
  - {properties: [[nets]], overlapping: true}
exclusive: [{property: [lock], as: lock}]
service_rules: [{by: doors, none: [[name]], when: [[lock], {property: [house], in: [closed]}]}]
",
        "type: My::Roof
properties: {kind: {type: string}, base: {type: string}}
service_rules: [{by: roofs, all: [[kind]]}]
needs_first:
  - {type: My::Wall, when: [{property: [kind], in: [flat]}], reason: Roofs fall.}
  - {type: My::Roof, reason: Never.}
",
        "type: My::Wall\nany_property: true\n",
        "type: OS::Heat::None\nany_property: true\nany_attribute: true\n",
        "type: OS::Heat::ResourceGroup
properties:
  count: {type: integer, default: 1}
  index_var: {type: string, default: '%index%'}
  resource_def: {type: map, required: true}
  removal_policies: {type: list}
  removal_policies_mode: {type: string, default: append}
",
        "type: OS::Heat::AutoScalingGroup
properties:
  min_size: {type: integer, required: true}
  max_size: {type: integer, required: true}
  desired_capacity: {type: integer}
  resource: {type: map, required: true}
",
    ];
    let loaded = schemas.map(|text| load_schema(&Source::new("type.yaml", text)).file.unwrap().schema);
    loaded.into_iter().map(|schema| (schema.name.clone(), schema)).collect()
}

/// Compares the findings, each as `severity code, by the requests that fail`.
#[track_caller]
fn check(template: &str, environment: &str, is_strict: bool, expect: &[&str]) {
    let (types, enabled) =
        (types(), RULES.iter().copied().filter(|rule| !rule.is_off_by_default()).collect());
    let checking = TemplateCheck {
        environments: vec![Source::new("environment.yaml", environment)],
        parameters: &IndexMap::new(),
        files: &FILES,
        types: &types,
        is_strict,
        now: None,
        enabled: &enabled,
    };
    let text = format!("heat_template_version: 2018-08-31\n{template}");
    let (_, findings) = checking.run(Source::new("template.yaml", text));
    let shown = findings.diagnostics.iter().map(|found| {
        let requests = found.tags.iter().map(|tag| tag.trim_start_matches("refused-by-"));
        let requests = requests.collect::<Vec<_>>().join(" and ");
        let by = if requests.is_empty() { String::new() } else { format!(", by {requests}") };
        format!("{} {}{by}", found.severity.as_str(), found.code)
    });
    assert_eq!(shown.collect::<Vec<_>>(), expect, "{template}");
}

const BOTH: &str = ", by template-validate and stack-create";

#[test]
fn what_heat_refuses_is_refused_by_a_request() {
    check("resources: {a: {type: OS::Heat::None}}", "{}", false, &[]);
    check("resources: {a: {type: My::Other}}", "{}", false, &[&format!("error unknown-resource-type{BOTH}")]);
    check("resources: {a: [", "{}", false, &[&format!("error syntax{BOTH}")]);
    check("resources: {a: {type: My::Thing}}", "{}", false, &["error missing-property, by stack-create"]);
    check(
        "resources: {a: {type: OS::Heat::None}}",
        "sections: {}",
        false,
        &[&format!("error unknown-environment-section{BOTH}")],
    );
}

#[test]
fn a_parameter_needs_a_value_where_that_is_asked_for() {
    let template = "parameters: {p: {type: string}}\nresources: {a: {type: My::Thing, properties: {name: {get_param: p}}}}";
    check(template, "{}", false, &[]);
    check(template, "{}", true, &["error missing-parameter, by stack-create"]);
    check(template, "parameters: {p: x}", true, &[]);
    check(template, "parameters: {p: abcdef}", true, &["error property-constraint, by stack-create"]);
    check(template, "parameters: {p: x, q: y}", true, &[&format!("error value-for-unknown-parameter{BOTH}")]);
}

#[test]
fn rules_say_nothing_of_what_heat_refuses_at_the_same_place() {
    let of = |properties: &str| {
        format!("resources: {{a: {{type: My::Thing, properties: {{name: n, {properties}}}}}}}")
    };
    let (refused, warned) = ("error property-constraint, by stack-create", "warning impossible-address");
    check(&of("gateway: 10.0.0.300"), "{}", false, &[warned]);
    check(&of("address: 10.0.0.300"), "{}", false, &[refused]);
    check(&of("address: x, gateway: 10.0.0.300"), "{}", false, &[refused]);
    check(&of("address: x,\n  gateway: 10.0.0.300"), "{}", false, &[refused, warned]);
    // A resource that a condition may remove, and a resource that it does remove with this value.
    let conditional = |stage: &str| {
        format!(
            "parameters: {{stage: {{type: string, description: x, default: {stage}}}}}
conditions: {{live: {{equals: [{{get_param: stage}}, live]}}}}
resources: {{a: {{type: OS::Heat::None, condition: live}}}}
outputs: {{o: {{value: {{get_resource: a}}}}}}"
        )
    };
    check(&conditional("live"), "{}", false, &["warning conditional-reference"]);
    check(&conditional("test"), "{}", false, &["warning unknown-resource, by fails-later"]);
}

#[test]
fn defaults_of_environments_may_be_misspelt() {
    let template = "parameters: {flavor: {type: string, description: x}}\nresources: {a: {type: OS::Heat::None, properties: {f: {get_param: flavor}}}}";
    let misspelt = "warning misspelt-parameter-default";
    let defaults = |defaults: &str| format!("parameter_defaults: {{{defaults}}}");
    check(template, &defaults("flavour: small"), false, &[misspelt]);
    check(template, &defaults("flavor: small"), false, &[]);
    check(template, &defaults("quite_another: small"), false, &[]);
    // The parameter with the similar name has a value.
    check(template, &defaults("flavour: small, flavor: large"), false, &[]);
    check(template, &format!("{}\nparameters: {{flavor: large}}", defaults("flavour: small")), false, &[]);
    // Nested templates declare parameters too, and so may files that are not known.
    let nested = |name: &str| {
        format!("{template}\n  b: {{type: {name}}}")
            .replace("resources: {a: {", "resources:\n  a: {")
            .replace("}}}}\n", "}}}\n")
    };
    check(&nested("nested.yaml"), &defaults("inner: small"), false, &[]);
    check(&nested("nested.yaml"), &defaults("innr: small"), false, &[misspelt]);
    check(&nested("nested.yaml"), &defaults("flavour: small"), false, &[misspelt]);
    check(&nested("outer.yaml"), &defaults("flavour: small"), false, &["warning unknown-file"]);
}

#[test]
fn a_file_of_the_registry_has_to_exist() {
    let registry = "resource_registry: {'My::A': missing.yaml}";
    check(
        "resources: {a: {type: OS::Heat::None}}",
        registry,
        false,
        &[&format!("error missing-registry-file{BOTH}")],
    );
    check("resources: {a: {type: OS::Heat::None}}", "resource_registry: {'My::A': nested.yaml}", false, &[]);
    check("resources: {a: {type: missing.yaml}}", "{}", false, &["warning unknown-file"]);
}

#[test]
fn requests_have_verdicts() {
    fn check(template: &str, expect: (bool, bool)) {
        let text = format!("heat_template_version: 2018-08-31\n{template}");
        let found = verdicts(Source::new("template.yaml", text), Vec::new(), &FILES, &types());
        assert_eq!((found.is_validated, found.is_created), expect, "{template}");
    }
    check("resources: {}", (true, true));
    check("resources: {a: {type: My::Other}}", (false, false));
    check("resources: {a: {type: My::Thing}}", (true, false));
    check("parameters: {p: {type: string}}", (true, false));
    check("resources: {a: [", (false, false));
}

#[test]
fn what_only_the_validation_refuses_counts_if_all_values_are_known() {
    let template = |declared: &str| {
        format!(
            "parameters: {{{declared}}}\nresources: {{a: {{type: OS::Heat::None, properties: {{p: {{get_param: p}}}}, update_policy: {{b: 1}}}}}}"
        )
    };
    let refused: &[&str] = &["error unknown-property, by template-validate"];
    let given = template("p: {type: string, description: x, default: x}");
    check(&given, "{}", false, refused);
    check(&given, "{}", true, refused);
    // The results of functions that use a parameter without a value are unknown, unless all parameters must have one.
    let missing = template("p: {type: string, description: x}");
    check(&missing, "{}", false, &[]);
    check(&missing, "{}", true, &[refused[0], "error missing-parameter, by stack-create"]);
    check(&missing, "parameters: {p: x}", false, refused);
}

#[test]
fn verdicts_are_those_of_the_stack_that_it_resolves_to() {
    fn check(template: &str, expect: &[&str]) {
        let no_values = IndexMap::new();
        let read = || {
            let sources = StackSources {
                template: Source::new(
                    "template.yaml",
                    format!("heat_template_version: 2018-08-31\n{template}"),
                ),
                environments: Vec::new(),
                parameters: &no_values,
                files: &FILES,
                attributes: KnownAttributes::new(),
                purpose: Purpose::Verdicts,
                customs: WithoutCloud::timeless(),
                cloud: CloudAnswers::default(),
            };
            crate::stack::ReadStack::read(sources).unwrap_or_else(|_| panic!("{template}"))
        };
        let codes = |found: StackFindings| {
            found.findings.into_iter().map(|found| found.diagnostic.code.to_owned()).collect::<Vec<_>>()
        };
        let (_, resolved) = read().resolve(&KnownAttributes::new(), Purpose::Verdicts, &types());
        assert_eq!(codes(resolved), expect, "{template}");
        assert_eq!(codes(read().verdicts(&types())), expect, "{template}");
        // The findings come with the stack only if the purpose asks for them.
        let count = |purpose| {
            let (resolved, _) = read().resolve(&KnownAttributes::new(), purpose, &types());
            resolved.faults.len() + resolved.resolution_faults.len()
        };
        let wrong = expect.iter().filter(|code| **code != "missing-parameter").count();
        let purposes = [Purpose::Verdicts, Purpose::Values, Purpose::Stack];
        assert_eq!(purposes.map(count), [wrong, wrong, 0], "{template}");
    }
    check("resources: {}", &[]);
    check("resources: {a: {type: My::Thing}}", &["missing-property"]);
    check(
        "parameters: {p: {type: string}}\noutputs: {o: {value: {str_split: [',', 5]}}}",
        &["invalid-argument-value", "missing-parameter"],
    );
}

#[test]
fn a_type_has_the_findings_of_the_one_that_environments_map_it_to() {
    let alarm = |name: &str| format!("resources: {{a: {{type: {name}, properties: {{old: x}}}}}}");
    let deprecated = ["warning deprecated-type", "warning hidden-property"];
    check(&alarm("OS::Aodh::Alarm"), "{}", false, &deprecated);
    check(&alarm("OS::Ceilometer::Alarm"), "{}", false, &deprecated);
    check(&alarm("OS::Metering::Alarm"), "{}", false, &deprecated);
    let own = "resource_registry: {'My::*': OS::Aodh::Alarm, resources: {b: {My::One: nested.yaml}}}";
    check(&alarm("My::One"), own, false, &deprecated);
    check("resources: {b: {type: My::One}}", own, false, &[]);
    let pool = "resources: {a: {type: OS::Quantum::Pool}}\noutputs: {o: {value: {get_attr: [a, x]}}}";
    check(pool, "{}", false, &["warning placeholder-type"; 2]);
    let replaced = "resource_registry: {OS::Neutron::Pool: nested.yaml}";
    check("resources: {a: {type: OS::Neutron::Pool}}", replaced, false, &[]);
}

#[test]
fn what_a_service_takes_once_is_compared() {
    let once = &["warning service-takes-once"][..];
    let door = |one: &str, other: &str, expect: &[&str]| {
        let template = format!(
            "parameters: {{p: {{type: string}}, q: {{type: string, default: x}}}}\nresources: {{l: {{type: OS::Heat::None}}, a: {{type: My::Door, properties: {{{one}}}}}, b: {{type: My::Door, properties: {{{other}}}}}}}"
        );
        check(&template, "{}", false, expect);
    };
    door("name: x", "name: x", once);
    door("name: x", "name: y", &[]);
    door("name: x, house: a", "name: x, house: b", &[]);
    door("name: x", "name: {get_param: q}", once);
    door("name: x", "name: {get_param: p}", &[]);
    door("", "", &[]);
    door("nets: [10.0.0.0/8]", "nets: [192.0.2.0/24, 10.1.0.0/16]", once);
    door("lock: {get_resource: l}", "lock: {get_resource: l}", once);
    door("lock: {get_attr: [l, show]}", "lock: {get_attr: [l, show]}", &[]);
    let refused = &["warning service-refuses"][..];
    door("", "name: x, lock: y, house: closed", refused);
    door("", "name: x, lock: y, house: open", &[]);
    door("", "name: {get_param: p}, lock: y, house: closed", &[]);
}

#[test]
fn what_a_service_needs_first_is_compared() {
    let roof = |kind: &str, expect: &[&str]| {
        let template = format!(
            "parameters: {{p: {{type: string}}}}\nresources: {{g: {{type: OS::Heat::None}}, w: {{type: My::Wall, properties: {{base: {{get_resource: g}}}}}}, r: {{type: My::Roof, properties: {{kind: {kind}, base: {{get_resource: g}}}}}}}}"
        );
        check(&template, "{}", false, expect);
    };
    roof("flat", &["warning service-race"]);
    roof("steep", &[]);
    roof("{get_param: p}", &[]);
}

#[test]
fn properties_that_a_service_requires_may_all_be_missing() {
    check("resources: {r: {type: My::Roof}}", "{}", false, &["warning service-refuses"]);
    check("resources: {r: {type: My::Roof, properties: {}}}", "{}", false, &["warning service-refuses"]);
}

#[test]
fn services_are_asked_about_members_and_nested_stacks() {
    let house = |kind: &str, expect: &[&str]| {
        check(
            &format!("resources: {{h: {{type: house.yaml, properties: {{kind: {kind}}}}}}}"),
            "{}",
            false,
            expect,
        );
    };
    house("flat", &["warning service-race"]);
    house("steep", &[]);
    house("''", &["warning service-refuses"]);
    let group = |member: &str| {
        format!(
            "resources: {{g: {{type: OS::Heat::ResourceGroup, properties: {{count: 3, resource_def: {member}}}}}}}"
        )
    };
    check(&group("{type: My::Roof}"), "{}", false, &["warning service-refuses"]);
    check(&group("{type: My::Roof, properties: {kind: steep}}"), "{}", false, &[]);
    let scaled = |sizes: &str, name: &str, expect: &[&str]| {
        let member = format!("{{type: My::Door, properties: {{name: {name}}}}}");
        let text = format!(
            "resources: {{g: {{type: OS::Heat::AutoScalingGroup, properties: {{max_size: 4, {sizes}, resource: {member}}}}}}}"
        );
        check(&text, "{}", false, expect);
    };
    scaled("min_size: 2", "x", &["warning service-takes-once"]);
    scaled("min_size: 0, desired_capacity: 2", "x", &["warning service-takes-once"]);
    scaled("min_size: 1", "x", &[]);
}
