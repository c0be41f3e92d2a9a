//! Tests of stacks whose templates are files.

use std::sync::Arc;

use super::*;
use crate::Data;
use crate::environment::{Environment, EnvironmentFile};
use crate::resolve::{Resolved, resolve};
use crate::template::environment_types::{EnvironmentTypes, StackFiles};

/// Files by their names.
struct Files<'a>(&'a [(&'a str, &'a str)]);

impl Files<'_> {
    fn text(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
    }
}

impl StackFiles for Files<'_> {
    fn name(&self, _template: &Source, name: &str) -> String {
        name.to_owned()
    }

    fn content(&self, name: &str) -> Option<Data> {
        self.text(name).map(Data::from)
    }

    fn sent_as(&self, name: &str) -> Option<Data> {
        self.content(name)
    }

    fn template(&self, name: &str) -> Result<Arc<Source>, Option<String>> {
        let text = self.text(name).ok_or(None)?;
        Ok(Source::new(name, format!("heat_template_version: 2018-08-31\n{text}")))
    }
}

/// Resolves a template with these files. `registry` maps types.
fn resolved(files: &[(&str, &str)], registry: &str, text: &str) -> Resolved {
    let mut types = types();
    let remote = "type: OS::Heat::Stack
properties: {template: {type: string}, context: {type: map}, parameters: {type: map}}
attributes: {outputs: {type: map}, stack_name: {type: string}}\n";
    let remote = load_schema(&Source::new("test.yaml", remote)).file.unwrap().schema;
    types.insert(remote.name.clone(), remote);
    let source = Source::new("main.yaml", format!("heat_template_version: 2018-08-31\n{text}"));
    let template = Template::read(&source).template.unwrap();
    let environment = Source::new("environment.yaml", format!("resource_registry: {registry}"));
    let (environment, faults) =
        Environment::merge(&[EnvironmentFile::read(&environment)], &IndexMap::new(), &IndexMap::new());
    assert_eq!(faults, []);
    let (parameters, faults) = template.parameters(None, &ParameterInputs::default());
    assert_eq!(faults, []);
    let files = Files(files);
    let surroundings = EnvironmentTypes::new(&source, environment.registry, IndexMap::new(), &types, &files);
    let customs = WithoutCloud::timeless();
    let setting = Setting::new(&parameters, &surroundings, &customs);
    resolve(&template, setting, &KnownAttributes::new())
}

/// Compares all errors of a template.
#[track_caller]
fn check(files: &[(&str, &str)], registry: &str, text: &str, expect: &[&str]) {
    let resolved = resolved(files, registry, text);
    let faults = resolved.faults.iter().chain(&resolved.resolution_faults);
    assert_eq!(faults.map(ToString::to_string).collect::<Vec<_>>(), expect);
}

/// Compares the outputs of the template `a.yaml`, which implements the resource `r`.
#[track_caller]
fn outputs(nested: &str, resource: &str, expect: &[(&str, &str)]) {
    let got = expect.iter().map(|(name, _)| format!("{name}: {{value: {{get_attr: [r, {name}]}}}}"));
    let got = got.collect::<Vec<_>>().join(", ");
    let text = format!(
        "resources: {{r: {{type: a.yaml{resource}}}, n: {{type: OS::Heat::None}}}}\noutputs: {{{got}}}"
    );
    let resolved = resolved(&[("a.yaml", nested)], "{}", &text);
    assert_eq!((resolved.faults, resolved.resolution_faults), (Vec::new(), Vec::new()));
    let found =
        resolved.outputs.iter().map(|(name, data)| (name.as_str(), crate::data::marked(data).to_string()));
    let found: Vec<_> = found.collect();
    let expect: Vec<_> = expect.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
    assert_eq!(found, expect, "{resource}");
}

#[test]
fn stacks_are_nested_five_times_at_most() {
    let check = |depth: usize, expect: &[&str]| {
        let names: Vec<String> = (1..=depth).map(|at| format!("t{at}.yaml")).collect();
        let next = |at: usize| names.get(at).map_or("OS::Heat::None", String::as_str);
        let texts: Vec<String> =
            (1..=depth).map(|at| format!("resources: {{r: {{type: {}}}}}", next(at))).collect();
        let files: Vec<(&str, &str)> =
            names.iter().map(String::as_str).zip(texts.iter().map(String::as_str)).collect();
        check(&files, "{}", &format!("resources: {{r: {{type: {}}}}}", next(0)), expect);
    };
    check(5, &[]);
    check(
        6,
        &[
            "RequestLimitExceeded: resources.r<t1.yaml>.resources.r<t2.yaml>.resources.r<t3.yaml>.resources.r<t4.yaml>.resources.r<t5.yaml>.resources.r<t6.yaml>: Request limit exceeded: Recursion depth exceeds 5.",
        ],
    );
}

#[test]
fn a_nested_stack_has_a_thousand_resources_at_most() {
    let check = |count: usize, expect: &[&str]| {
        let resources = (0..count).map(|at| format!("r{at}: {{type: OS::Heat::None}}"));
        let nested = format!("resources: {{{}}}", resources.collect::<Vec<_>>().join(", "));
        check(&[("a.yaml", &nested)], "{}", "resources: {r: {type: a.yaml}}", expect);
    };
    check(1_000, &[]);
    check(
        1_001,
        &[
            "RequestLimitExceeded: resources.r<a.yaml>: Request limit exceeded: Maximum resources per stack exceeded.",
        ],
    );
}

#[test]
fn properties_are_the_values_of_parameters() {
    let nested = "parameters:
  s: {type: string, default: x}
  n: {type: number, default: 1}
  b: {type: boolean, default: true}
  l: {type: comma_delimited_list, default: 'x,y'}
  j: {type: json, default: {x: y}}
outputs:
  s: {value: {get_param: s}}
  n: {value: {get_param: n}}
  b: {value: {get_param: b}}
  l: {value: {get_param: l}}
  j: {value: {get_param: j}}
";
    let all =
        |values: [&'static str; 5]| ["s", "n", "b", "l", "j"].into_iter().zip(values).collect::<Vec<_>>();
    outputs(nested, "", &all([r#""x""#, "1", "true", r#"["x", "y"]"#, r#"{"x": "y"}"#]));
    outputs(
        nested,
        ", properties: {s: 5, n: '7', b: 'False', l: [a, b], j: {c: d}}",
        &all([r#""5""#, "7", "false", r#"["a", "b"]"#, r#"{"c": "d"}"#]),
    );
    // Null becomes the empty value of the type.
    outputs(
        nested,
        ", properties: {s: null, n: null, b: null, l: null, j: null}",
        &all([r#""""#, "0", "false", "[]", "{}"]),
    );
    outputs(
        nested,
        ", properties: {l: [{a: 1, b: 2}, {a: 3}], j: [a, b]}",
        &[("l", r#"[".member.0.a=1", ".member.0.b=2", ".member.1.a=3"]"#), ("j", r#"["a", "b"]"#)],
    );
    let partly = r#"[{"$unknown": ".member.0.a=(attribute x of n)"}, ".member.1.b=2"]"#;
    outputs(nested, ", properties: {l: [{a: {get_attr: [n, x]}}, {b: 2}]}", &[("l", partly)]);
    outputs(
        nested,
        ", properties: {l: [a, null], s: {get_attr: [n, x]}}",
        &[("l", r#"["a", ""]"#), ("s", r#"{"$unknown": "attribute x of n"}"#)],
    );
}

#[test]
fn a_list_of_texts_is_needed_for_a_list() {
    let nested = "parameters: {l: {type: comma_delimited_list}}";
    check(
        &[("a.yaml", nested)],
        "{}",
        "resources: {r: {type: a.yaml, properties: {l: [a, 5]}}}",
        &["TypeError: resources.r<a.yaml>: sequence item 1: expected str instance, int found"],
    );
}

#[test]
fn a_nested_stack_is_told_of_its_resource() {
    let nested = "outputs:
  m: {value: {resource_facade: metadata}}
  d: {value: {resource_facade: deletion_policy}}
  u: {value: {resource_facade: update_policy}}
";
    outputs(nested, "", &[("m", "{}"), ("d", r#""Delete""#), ("u", "{}")]);
    outputs(
        nested,
        ", metadata: {a: b}, deletion_policy: Retain",
        &[("m", r#"{"a": "b"}"#), ("d", r#""Retain""#), ("u", "{}")],
    );
    outputs(nested, ", metadata: {}", &[("m", "{}")]);
}

#[test]
fn attributes_are_outputs_and_members() {
    let nested = "resources: {m: {type: OS::Heat::None}}\noutputs: {o: {value: [a, {b: c}]}}";
    let get = |path: &str, expect: &[&str]| {
        let text = format!(
            "resources: {{r: {{type: a.yaml}}}}\noutputs: {{o: {{value: {{get_attr: [r, {path}]}}}}}}"
        );
        check(&[("a.yaml", nested)], "{}", &text, expect);
    };
    get("o", &[]);
    get("o, 1, b", &[]);
    get("resource.m, x", &[]);
    get("resource.n, x", &["Member 'n' not found in group resource 'r'."]);
    let text = "resources: {r: {type: a.yaml}}\noutputs: {o: {value: {get_attr: [r, resource.n, x]}}}";
    let resolved = resolved(&[("a.yaml", nested)], "{}", text);
    let explanation = resolved.resolution_faults[0].explanation.as_ref().unwrap();
    let help = explanation.help.as_ref().map(|help| help.text.as_str());
    assert_eq!(help, Some("the template of the nested stack has the resources `m`"));
    get("p", &["The Referenced Attribute (r p) is incorrect."]);
    get("show", &["The Referenced Attribute (r show) is incorrect."]);
    let text = "resources: {r: {type: a.yaml}}\noutputs: {o: {value: {get_attr: [r, show]}}}";
    let resolved = self::resolved(&[("a.yaml", nested)], "{}", text);
    let explanation = resolved.resolution_faults[0].explanation.as_ref().unwrap();
    let help = explanation.help.as_ref().map(|help| help.text.as_str());
    assert_eq!(help, Some("the resource has the attributes `o`"));
}

#[test]
fn another_heat_is_given_a_template() {
    let check = |nested: &str, more: &str, expect: &[&str]| {
        let text = format!(
            "resources: {{r: {{type: OS::Heat::Stack, properties: {{template: {{get_file: a.yaml}}{more}}}}}}}\noutputs: {{o: {{value: {{get_attr: [r, outputs, o]}}}}}}"
        );
        let resolved = resolved(&[("a.yaml", nested)], "{}", &text);
        let faults = resolved.faults.iter().chain(&resolved.resolution_faults).map(ToString::to_string);
        let output = resolved.outputs.get("o").map(|data| crate::data::marked(data).to_string());
        assert_eq!(faults.chain(output).collect::<Vec<_>>(), expect, "{nested} {more}");
    };
    let nested = "parameters: {p: {type: string, default: x}}\noutputs: {o: {value: {get_param: p}}}";
    check(nested, "", &[r#""x""#]);
    check(nested, ", parameters: {p: y}", &[r#""y""#]);
    check(nested, ", context: {region_name: elsewhere}", &[r#"{"$unknown": "attribute outputs.o of r"}"#]);
    let named = "outputs: {o: {value: 1}, stack_name: {value: x}}";
    let text = "resources: {r: {type: OS::Heat::Stack, properties: {template: {get_file: a.yaml}}}}
outputs: {o: {value: {get_attr: [r, stack_name]}}, p: {value: {get_attr: [r, outputs, stack_name]}}}";
    let found = resolved(&[("a.yaml", named)], "{}", text).outputs;
    let found: Vec<_> = found.values().map(|data| crate::data::marked(data).to_string()).collect();
    // An output is not an attribute, whatever its name.
    assert_eq!(found, [r#"{"$unknown": "attribute stack_name of r"}"#, r#""x""#]);
    let unknown = "resources: {a: {type: My::Other}}\noutputs: {o: {value: 1}}";
    check(
        unknown,
        "",
        &[
            "Failed validating stack template using Heat endpoint at region \"None\" due to \"ERROR: The Resource Type (My::Other) could not be found.\"",
            "resources.r: ERROR: The Resource Type (My::Other) could not be found.",
            "1",
        ],
    );
    // Nothing is known about the types of another region.
    check(unknown, ", context: {region_name: elsewhere}", &[r#"{"$unknown": "attribute outputs.o of r"}"#]);
}

#[test]
fn a_template_has_the_properties_of_the_type_that_it_stands_for() {
    let check = |nested: &str, expect: &[&str]| {
        let text = "resources: {r: {type: My::Server, properties: {nets: []}}}";
        check(&[("a.yaml", nested)], "{My::Server: a.yaml}", text, expect);
    };
    let list = "{type: comma_delimited_list}";
    check(&format!("parameters: {{nets: {list}}}"), &[]);
    check(
        "parameters: {nets: {type: json}}",
        &["Property nets type mismatch between facade My::Server (List) and provider (Map)"],
    );
    check(&format!("parameters: {{nets: {list}, more: {{type: string, default: x}}}}"), &[]);
    check(
        &format!("parameters: {{nets: {list}, more: {{type: string}}}}"),
        &[
            "Property error: resources.r.properties: Property more not assigned",
            "Provider requires property more unknown in facade My::Server",
        ],
    );
}

#[test]
fn what_is_inside_of_an_unknown_value_is_unknown() {
    let check = |value: &str, path: &str, expect: &str| {
        let nested =
            format!("resources: {{m: {{type: OS::Heat::None}}}}\noutputs: {{o: {{value: {value}}}}}");
        let text = format!(
            "resources: {{r: {{type: a.yaml}}}}\noutputs: {{o: {{value: {{get_attr: [r, o, {path}]}}}}}}"
        );
        let resolved = resolved(&[("a.yaml", &nested)], "{}", &text);
        assert_eq!((resolved.faults, resolved.resolution_faults), (Vec::new(), Vec::new()));
        assert_eq!(crate::data::marked(&resolved.outputs["o"]).to_string(), expect, "{value} {path}");
    };
    let unknown = r#"{"$unknown": "attribute x of m"}"#;
    check("{a: {get_attr: [m, x]}}", "a", unknown);
    check("{a: {get_attr: [m, x]}}", "a, b", unknown);
    check("[b, {get_attr: [m, x]}]", "1, 0", unknown);
    check("[b, {get_attr: [m, x]}]", "-2", r#""b""#);
    check("[b, {get_attr: [m, x]}]", "2", "null");
    check("{a: {get_attr: [m, x]}}", "b", "null");
    // A boolean contains nothing.
    check("{a: {contains: [b, {get_attr: [m, x]}]}}", "a, b", "null");
}

#[test]
fn a_template_for_a_single_resource_fits_its_type() {
    let nested = "outputs: {id: {value: 1}}";
    let text = "resources: {a: {type: My::Thing}}";
    let resolved_by = |registry: &str| {
        let resolved = resolved(&[("a.yaml", nested)], registry, text);
        resolved.faults.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let for_all = resolved_by("{'My::Thing': a.yaml}");
    assert!(for_all.iter().any(|fault| fault.contains("for facade My::Thing")), "{for_all:?}");
    assert_eq!(resolved_by("{resources: {a: {'My::Thing': a.yaml}}}"), for_all);
    // For another resource, the type is not mapped.
    assert_eq!(resolved_by("{resources: {b: {'My::Thing': a.yaml}}}"), resolved_by("{}"));
}

#[test]
fn the_template_of_a_stack_of_its_own_is_no_name_of_a_file() {
    let failed = "Failed validating stack template using Heat endpoint at region \"None\" due to \"The template is not a JSON object or YAML mapping.\"";
    let stack = |template: &str| {
        format!("resources: {{r: {{type: OS::Heat::Stack, properties: {{template: {template}}}}}}}")
    };
    check(&[], "{}", &stack("a.yaml"), &[failed]);
    check(&[("a.yaml", "resources: {}")], "{}", &stack("{get_file: a.yaml}"), &[]);
    check(&[], "{}", &stack("'heat_template_version: rocky'"), &[]);
}
