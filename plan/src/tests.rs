//! What updates of small stacks do.

use std::sync::Arc;

use heat_hot::environment::{Environment, EnvironmentFile, EnvironmentTypes, StackFiles};
use heat_hot::parameter::ParameterInputs;
use heat_hot::resolve::{Resolved, resolve};
use heat_hot::template::known::KnownAttributes;
use heat_hot::template::validate::{NestedStacks, Setting};
use heat_hot::{Data, ParameterSet, Template};
use heat_model::ResourceType;
use heat_model::custom_constraint::WithoutCloud;
use heat_model::load::load_schema;
use heat_yaml::Source;
use indexmap::IndexMap;

use crate::held_data::data_at_risk;
use crate::outcome::{Action, Part, ResourcePlan};
use crate::{Plan, Reason, Types, Version, plan};

const SCHEMAS: [&str; 20] = [
    "type: My::Net\nproperties: {name: {type: string, update_allowed: true}, range: {type: string}}\nattributes: {mac: {type: string}, all: {type: list}}",
    "type: My::Server\nproperties: {net: {type: string}, note: {type: string, update_allowed: true}, size: {type: integer, immutable: true}, tags: {type: list, update_allowed: true}}",
    "type: OS::Nova::Server\nproperties: {image: {type: string, update_allowed: true}, image_update_policy: {type: string, default: REBUILD, update_allowed: true}}",
    "type: OS::Heat::ResourceGroup\nproperties: {count: {type: integer, default: 1, update_allowed: true}, resource_def: {type: map, update_allowed: true}}",
    "type: OS::Heat::SoftwareConfig\nproperties: {config: {type: string}, inputs: {type: list}}",
    "type: OS::Heat::SoftwareDeployment\nproperties: {config: {type: string, update_allowed: true}, server: {type: string, required: true}, input_values: {type: map, update_allowed: true}, actions: {type: list, update_allowed: true}, name: {type: string, update_allowed: true}}",
    "type: OS::Cinder::Volume\nproperties: {size: {type: integer, update_allowed: true}}",
    "type: OS::Heat::RandomString\nproperties: {length: {type: integer}}",
    "type: OS::Heat::AutoScalingGroup\nproperties: {min_size: {type: integer, update_allowed: true}, max_size: {type: integer, update_allowed: true}, desired_capacity: {type: integer, update_allowed: true}, resource: {type: map, update_allowed: true}}",
    "type: OS::Neutron::Port\nproperties: {name: {type: string, update_allowed: true}, replacement_policy: {type: string, default: AUTO, update_allowed: true}}",
    "type: OS::Heat::TestResource\nproperties: {value: {type: string, update_allowed: true}, update_replace: {type: boolean, default: false, update_allowed: true}}",
    "type: AWS::EC2::EIPAssociation\nproperties: {EIP: {type: string, update_allowed: true}, InstanceId: {type: string, update_allowed: true}}",
    "type: AWS::AutoScaling::LaunchConfiguration\nproperties: {ImageId: {type: string}}",
    "type: OS::Heat::Delay\nproperties: {min_wait: {type: number, update_allowed: true}}",
    "type: OS::Mistral::ExternalResource\nproperties: {input: {type: map, update_allowed: true}, replace_on_change_inputs: {type: list, update_allowed: true}, always_update: {type: boolean, default: false, update_allowed: true}}",
    "type: OS::Heat::Stack\nproperties: {context: {type: map, update_allowed: true}, template: {type: string, update_allowed: true}}",
    "type: OS::Heat::None\nany_property: true",
    "type: OS::Heat::UpdateWaitConditionHandle",
    "type: OS::Glance::WebImage\nproperties: {name: {type: string, update_allowed: true}}",
    "type: OS::Neutron::SecurityGroup\nproperties: {stateful: {type: boolean, update_allowed: true}}",
];

struct NoFiles;

impl StackFiles for NoFiles {
    fn name(&self, _template: &Source, name: &str) -> String {
        name.to_owned()
    }

    fn content(&self, _name: &str) -> Option<Data> {
        None
    }

    fn sent_as(&self, _name: &str) -> Option<Data> {
        None
    }

    fn template(&self, _name: &str) -> Result<Arc<Source>, Option<String>> {
        Err(None)
    }
}

struct Stack {
    template: Template,
    parameters: ParameterSet,
    environment: Environment,
    resolved: Resolved,
}

impl Stack {
    fn version(&self) -> Version<'_> {
        let Self { template, parameters, environment, resolved } = self;
        Version { template, parameters, registry: &environment.registry, resolved }
    }
}

fn types() -> IndexMap<String, ResourceType> {
    let schemas =
        SCHEMAS.iter().map(|text| load_schema(&Source::new("test.yaml", *text)).file.unwrap().schema);
    schemas.map(|schema| (schema.name.clone(), schema)).collect()
}

fn stack(text: &str, environment: &str, types: &IndexMap<String, ResourceType>) -> Stack {
    let source = Source::new("test.yaml", format!("heat_template_version: 2018-08-31\n{text}"));
    let template = Template::read(&source).template.unwrap();
    let files = [EnvironmentFile::read(&Source::new("environment.yaml", environment))];
    let (environment, _) = Environment::merge(&files, &IndexMap::new(), &IndexMap::new());
    let (parameters, _) = template.parameters(None, &ParameterInputs::default());
    let surroundings =
        EnvironmentTypes::new(&source, environment.registry.clone(), IndexMap::new(), types, &NoFiles);
    let setting = Setting {
        parameters: &parameters,
        surroundings: &surroundings,
        stack: None,
        strict: true,
        nested: NestedStacks::LeftOut,
        customs: &WithoutCloud::timeless(),
    };
    let resolved = resolve(&template, setting, &KnownAttributes::stand_ins());
    Stack { template, parameters, environment, resolved }
}

fn shown(plan: &Plan, around: &str, lines: &mut Vec<String>) {
    for resource in &plan.resources {
        let name = format!("{around}{}", resource.name);
        let follows = resource.reasons.iter().find_map(|reason| match reason {
            Reason::Property { follows_from, .. } | Reason::Policy { follows_from, .. } => {
                follows_from.as_ref()
            }
            _ => None,
        });
        let preview = if resource.preview == resource.action { "" } else { resource.preview.as_str() };
        let follows = follows.map(|follows| format!("by {follows}")).unwrap_or_default();
        let words = [resource.action.as_str(), preview, &follows];
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        lines.push(format!("{name}: {}", words.join(", ")));
        if let Some(nested) = &resource.nested {
            shown(nested, &format!("{name}/"), lines);
        }
    }
}

/// Compares two versions: what happens to each resource, what Heat's preview says if that is something else, and what it follows from.
fn check(old: &str, new: &str, environment: &str, expect: &[&str]) {
    let types = types();
    let [old, new] = [old, new].map(|text| stack(text, environment, &types));
    let mut lines = Vec::new();
    shown(&plan(old.version(), new.version(), Types(&types)), "", &mut lines);
    assert_eq!(lines, expect);
}

fn resources(old: &str, new: &str, expect: &[&str]) {
    check(&format!("resources: {{{old}}}"), &format!("resources: {{{new}}}"), "{}", expect);
}

#[test]
fn a_replacement_reaches_whoever_refers_to_it() {
    let server = "s: {type: My::Server, properties: {net: {get_resource: n}}}, t: {type: My::Server, properties: {note: {get_attr: [n, mac]}}}, u: {type: My::Server, properties: {note: x}}";
    resources(
        &format!("n: {{type: My::Net, properties: {{range: a}}}}, {server}"),
        &format!("n: {{type: My::Net, properties: {{range: b}}}}, {server}"),
        &[
            "n: replaced",
            "s: replaced, unchanged, by ID of n",
            "t: updated, unchanged, by attribute mac of n",
            "u: unchanged",
        ],
    );
    resources(
        &format!("n: {{type: My::Net, properties: {{name: a}}}}, {server}"),
        &format!("n: {{type: My::Net, properties: {{name: b}}}}, {server}"),
        &["n: updated", "s: unchanged", "t: unchanged", "u: unchanged"],
    );
}

#[test]
fn functions_of_the_same_values_give_the_same_value() {
    let using = |function: &str| {
        format!("n: {{type: My::Net}}, m: {{type: My::Net}}, s: {{type: My::Server, properties: {function}}}")
    };
    let same = ["n: unchanged", "m: unchanged", "s: unchanged"];
    let other = ["n: unchanged", "m: unchanged", "s: updated"];
    let functions = [
        ("note: {digest: [md5, {get_resource: n}]}", "note: {digest: [md5, {get_resource: m}]}"),
        ("note: {list_join: ['', {get_attr: [n, all]}]}", "note: {list_join: ['', {get_attr: [m, all]}]}"),
        ("tags: {get_attr: [n, all]}", "tags: {get_attr: [m, all]}"),
        (
            "tags: {list_concat: [{get_attr: [n, all]}, [a]]}",
            "tags: {list_concat: [{get_attr: [n, all]}, [b]]}",
        ),
        (
            "note: {str_split: ['-', {get_attr: [n, mac]}, 0]}",
            "note: {str_split: ['-', {get_attr: [m, mac]}, 0]}",
        ),
        (
            "note: {str_replace: {template: a$x, params: {$x: {get_resource: n}}}}",
            "note: {str_replace: {template: b$x, params: {$x: {get_resource: n}}}}",
        ),
        // Of a call that fails, too, nothing is known but what it is.
        ("note: {digest: [none, a]}", "note: {digest: [none, b]}"),
    ];
    for (old, new) in functions {
        let (old, new) = (using(&format!("{{{old}}}")), using(&format!("{{{new}}}")));
        resources(&old, &old, &same);
        resources(&old, &new, &other);
    }
}

/// What is computed from a replaced resource changes, even where nothing of the result is known.
#[test]
fn a_replacement_reaches_what_is_computed_from_it() {
    let server = "s: {type: My::Server, properties: {note: {digest: [md5, {get_resource: n}]}}}";
    resources(
        &format!("n: {{type: My::Net, properties: {{range: a}}}}, {server}"),
        &format!("n: {{type: My::Net, properties: {{range: b}}}}, {server}"),
        &["n: replaced", "s: updated, unchanged, by ID of n"],
    );
}

#[test]
fn parts_beside_the_properties_count() {
    let net = |more: &str| format!("n: {{type: My::Net{more}}}, m: {{type: My::Net}}");
    for part in [
        "depends_on: m",
        "deletion_policy: delete",
        "metadata: {a: b}",
        "update_policy: {}",
        "condition: true",
    ] {
        resources(&net(""), &net(&format!(", {part}")), &["n: updated", "m: unchanged"]);
    }
    resources(&net(""), &net(", description: new"), &["n: unchanged", "m: unchanged"]);
}

#[test]
fn a_part_that_differs_is_the_reason() {
    fn check(old: &str, new: &str, expect: &[Part]) {
        let types = types();
        let net = |more: &str| format!("resources: {{n: {{type: My::Net{more}}}, m: {{type: My::Net}}}}");
        let [old, new] = [old, new].map(|more| stack(&net(more), "{}", &types));
        let planned = plan(old.version(), new.version(), Types(&types));
        let reasons = planned.resources[0].reasons.iter().map(|reason| match reason {
            Reason::Part(part) => part.clone(),
            Reason::Property { name, .. } => Part::Property(name.clone()),
            other => panic!("{other:?}"),
        });
        assert_eq!(reasons.collect::<Vec<_>>(), expect, "{}", new.template.source().text());
        let mut changes: Vec<Part> =
            planned.resources[0].changes.iter().map(|change| change.part.clone()).collect();
        let mut expect = expect.to_vec();
        changes.sort();
        expect.sort();
        assert_eq!(changes, expect, "{}", new.template.source().text());
    }
    let described = {
        let types = types();
        let [old, new] = ["", ", description: d"]
            .map(|more| stack(&format!("resources: {{n: {{type: My::Net{more}}}}}"), "{}", &types));
        plan(old.version(), new.version(), Types(&types))
    };
    let parts: Vec<&Part> = described.resources[0].changes.iter().map(|change| &change.part).collect();
    assert_eq!(parts, [&Part::Description]);
    check("", "", &[]);
    check("", ", metadata: {a: b}", &[Part::Metadata]);
    check("", ", depends_on: m", &[Part::DependsOn]);
    check("", ", deletion_policy: delete", &[Part::DeletionPolicy]);
    check(", deletion_policy: retain", ", deletion_policy: snapshot", &[Part::DeletionPolicy]);
    check("", ", update_policy: {}", &[Part::UpdatePolicy]);
    check("", ", condition: true", &[Part::Condition]);
    check(
        "",
        ", properties: {name: x}, depends_on: m",
        &[Part::Property("name".to_owned()), Part::DependsOn],
    );
}

#[test]
fn what_heat_refuses_is_refused() {
    let server = |value: &str| format!("s: {{type: My::Server, properties: {{{value}}}}}");
    resources(&server("size: 1"), &server("size: 2"), &["s: refused"]);
    // Both are the same integer.
    resources(&server("size: 1"), &server("size: '1'"), &["s: updated"]);
    let outside = |id: &str, kind: &str| format!("s: {{type: {kind}, external_id: {id}}}");
    resources(&outside("a", "My::Net"), &outside("b", "My::Net"), &["s: refused, updated"]);
    resources(&outside("a", "My::Net"), &outside("a", "My::Server"), &["s: replaced"]);
    let restricted = |action: &str| {
        let environment =
            format!("resource_registry: {{resources: {{s: {{restricted_actions: {action}}}}}}}");
        let [old, new] = ["a", "b"].map(|net| format!("resources: {{{}}}", server(&format!("net: {net}"))));
        (old, new, environment)
    };
    let (old, new, environment) = restricted("replace");
    check(&old, &new, &environment, &["s: refused, replaced"]);
    let (old, new, environment) = restricted("update");
    check(&old, &new, &environment, &["s: replaced"]);
    let [old, new] = ["a", "b"].map(|note| format!("resources: {{{}}}", server(&format!("note: {note}"))));
    check(&old, &new, &environment, &["s: refused, updated"]);
    let (_, _, environment) = restricted("replace");
    check(&old, &new, &environment, &["s: updated"]);
}

#[test]
fn policies_in_other_properties_decide() {
    let server = |image: &str, policy: &str| {
        format!(
            "s: {{type: OS::Nova::Server, properties: {{image: {image}, image_update_policy: {policy}}}}}"
        )
    };
    resources(&server("a", "REBUILD"), &server("b", "REBUILD"), &["s: updated"]);
    resources(&server("a", "REPLACE"), &server("b", "REPLACE"), &["s: replaced"]);
    resources(&server("a", "REBUILD"), &server("a", "REPLACE"), &["s: updated"]);
}

#[test]
fn a_policy_is_the_reason_in_place_of_its_property() {
    let server = |image: &str, tags: &str| {
        format!(
            "resources: {{s: {{type: OS::Nova::Server, metadata: {{a: {tags}}}, properties: {{image: {image}, image_update_policy: REPLACE}}}}}}"
        )
    };
    let types = types();
    let [old, new] = [server("a", "x"), server("b", "y")].map(|text| stack(&text, "{}", &types));
    let planned = plan(old.version(), new.version(), Types(&types));
    let reasons = &planned.resources[0].reasons;
    assert!(
        matches!(&reasons[..], [Reason::Policy { name, policy, .. }, Reason::Part(Part::Metadata)]
            if name == "image" && policy == "image_update_policy"),
        "{reasons:?}"
    );
}

#[test]
fn a_resource_of_an_unknown_type_is_updated_if_it_differs() {
    let change = |new: &str, expect: &str| {
        resources("u: {type: My::Else}", &format!("u: {{type: My::Else{new}}}"), &[&format!("u: {expect}")]);
    };
    change("", "unchanged");
    change(", properties: {a: b}", "updated");
    change(", metadata: {a: b}", "updated");
    change(", update_policy: {a: b}", "updated");
}

#[test]
fn nested_stacks_are_planned() {
    let group = |count: u32, range: &str| {
        format!(
            "g: {{type: OS::Heat::ResourceGroup, properties: {{count: {count}, resource_def: {{type: My::Net, properties: {{range: {range}}}}}}}}}, s: {{type: My::Server, properties: {{net: {{get_attr: [g, resource.0]}}}}}}"
        )
    };
    resources(
        &group(2, "a"),
        &group(1, "a"),
        &["g: updated", "g/0: unchanged", "g/1: deleted", "s: unchanged"],
    );
    resources(
        &group(1, "a"),
        &group(1, "b"),
        &["g: updated", "g/0: replaced", "s: replaced, unchanged, by ID of g/0"],
    );
}

#[test]
fn conditions_create_and_delete() {
    let text = |default: bool| {
        format!(
            "parameters: {{p: {{type: boolean, default: {default}}}}}\nconditions: {{c: {{get_param: p}}}}\nresources: {{a: {{type: My::Net, condition: c}}, b: {{type: My::Net, condition: {{not: c}}}}}}"
        )
    };
    check(&text(true), &text(false), "{}", &["b: created", "a: deleted"]);
}

#[test]
fn an_unknown_condition_is_the_same_whether_resources_use_it_or_not() {
    let types = types();
    let text = |condition: &str| {
        format!(
            "parameters: {{p: {{type: boolean}}}}\nconditions: {{c: {{get_param: p}}}}\nresources: {{a: {{type: My::Net{condition}}}}}"
        )
    };
    let [without, with] = ["", ", condition: c"].map(|condition| stack(&text(condition), "{}", &types));
    for (old, new) in [(&without, &with), (&with, &without), (&with, &with)] {
        let planned = plan(old.version(), new.version(), Types(&types));
        assert!(planned.conditions.is_empty(), "{:?}", planned.conditions);
    }
}

#[test]
fn resources_that_need_each_other_have_a_plan() {
    let pair = |range: &str| {
        format!(
            "a: {{type: My::Server, properties: {{net: {{get_resource: b}}}}}}, b: {{type: My::Net, properties: {{range: {range}, name: {{get_resource: a}}}}}}"
        )
    };
    resources(&pair("a"), &pair("a"), &["a: unchanged", "b: unchanged"]);
    resources(&pair("a"), &pair("b"), &["a: unchanged", "b: replaced"]);
}

#[test]
fn an_input_that_changes_can_replace_a_deployment() {
    fn deployed(inputs: &str, values: &str) -> String {
        format!(
            "n: {{type: My::Net, properties: {{range: a}}}}, c: {{type: OS::Heat::SoftwareConfig, properties: {{config: x, inputs: {inputs}}}}}, d: {{type: OS::Heat::SoftwareDeployment, properties: {{config: {{get_resource: c}}, server: s, {values}}}}}"
        )
    }
    let inputs = "[{name: a, replace_on_change: true}, {name: b}]";
    let change = |old: &str, new: &str, expect: &str| {
        let lines = ["n: unchanged", "c: unchanged", expect];
        resources(&deployed(inputs, old), &deployed(inputs, new), &lines);
    };
    change("input_values: {a: 1}", "input_values: {a: 2}", "d: replaced, updated");
    change("input_values: {a: 1}", "input_values: {a: 1.0, b: 2}", "d: updated");
    change("input_values: {b: 1}", "input_values: {b: 2}", "d: updated");
    change("input_values: {a: 1}", "name: other", "d: replaced, updated");
    change(
        "input_values: {a: 1}, actions: [SUSPEND]",
        "input_values: {a: 2}, actions: [SUSPEND]",
        "d: replaced, updated",
    );
    // An input that there was not has no value to compare with.
    resources(
        &deployed("[{name: b}]", "name: x"),
        &deployed(inputs, "input_values: {a: 2}"),
        &["n: unchanged", "c: replaced", "d: updated, by ID of c"],
    );
    // A value can be another one because of another resource.
    let of_net = deployed(inputs, "input_values: {a: {get_resource: n}}");
    resources(
        &of_net,
        &of_net.replace("range: a", "range: b"),
        &["n: replaced", "c: unchanged", "d: replaced, unchanged, by ID of n"],
    );
    // What is not known on one side may be another value.
    let known = deployed(inputs, "input_values: {a: 1}");
    let unknown =
        |values: &str| deployed(inputs, values).replace("c: {type", "o: {type: OS::Heat::None}, c: {type");
    let named = unknown("input_values: {get_attr: [o, x]}");
    resources(
        &known.replace("c: {type", "o: {type: OS::Heat::None}, c: {type"),
        &named,
        &["n: unchanged", "o: unchanged", "c: unchanged", "d: updated"],
    );
    let types = types();
    let [old, new] = [known.replace("c: {type", "o: {type: OS::Heat::None}, c: {type"), named.clone()]
        .map(|text| stack(&format!("resources: {{{text}}}"), "{}", &types));
    let is_warned = |reason: &Reason| matches!(reason, Reason::ReplacedIf { .. });
    for (old, new) in [(&old, &new), (&new, &old)] {
        let planned = plan(old.version(), new.version(), Types(&types));
        let deployment = planned.resources.iter().find(|resource| resource.name == "d").unwrap();
        assert!(deployment.reasons.iter().any(is_warned), "{:?}", deployment.reasons);
    }
    // A config that is not in the template may say so.
    let elsewhere = |value: u8| {
        format!(
            "d: {{type: OS::Heat::SoftwareDeployment, properties: {{config: 7f3c, server: s, input_values: {{a: {value}}}}}}}"
        )
    };
    resources(&elsewhere(1), &elsewhere(2), &["d: updated"]);
    let [old, new] =
        [elsewhere(1), elsewhere(2)].map(|text| stack(&format!("resources: {{{text}}}"), "{}", &types));
    let planned = plan(old.version(), new.version(), Types(&types));
    assert!(planned.resources[0].reasons.iter().any(is_warned), "{:?}", planned.resources[0].reasons);
}

/// What the code of a plug-in decides beside its schema.
#[test]
fn types_have_rules_of_their_own() {
    fn change(resource_type: &str, old: &str, new: &str, expect: &str) {
        let [old, new] = [old, new].map(|more| format!("r: {{type: {resource_type}, {more}}}"));
        resources(&old, &new, &[&format!("r: {expect}")]);
    }
    fn properties(resource_type: &str, old: &str, new: &str, expect: &str) {
        let [old, new] = [old, new].map(|values| format!("properties: {{{values}}}"));
        change(resource_type, &old, &new, expect);
    }
    properties("OS::Neutron::Port", "name: a", "name: b", "updated");
    properties("OS::Neutron::Port", "name: a", "name: a", "unchanged");
    properties("OS::Neutron::Port", "name: a", "name: a, replacement_policy: REPLACE_ALWAYS", "replaced");
    let test = "OS::Heat::TestResource";
    properties(test, "value: a", "value: b", "updated");
    properties(test, "value: a, update_replace: true", "value: b, update_replace: true", "replaced");
    properties(test, "value: a", "value: a, update_replace: true", "updated");
    let association = "AWS::EC2::EIPAssociation";
    properties(association, "EIP: a, InstanceId: x", "EIP: b, InstanceId: y", "replaced");
    properties(association, "EIP: a, InstanceId: x", "EIP: b, InstanceId: x", "updated");
    properties(association, "EIP: a, InstanceId: x", "EIP: a, InstanceId: y", "updated");
    properties(association, "EIP: a, InstanceId: x", "EIP: b", "updated");
    let launch = "AWS::AutoScaling::LaunchConfiguration";
    change(launch, "metadata: {a: b}", "metadata: {a: c}", "replaced");
    change(launch, "metadata: {a: b}", "metadata: {a: b}, deletion_policy: retain", "updated");
    properties("OS::Heat::Delay", "min_wait: 1", "min_wait: 2", "replaced, updated");
    change("OS::Heat::Delay", "metadata: {a: b}", "metadata: {a: c}", "updated");
    let external = "OS::Mistral::ExternalResource";
    let inputs = |a: u8, b: u8| format!("input: {{a: {a}, b: {b}}}, replace_on_change_inputs: [a]");
    properties(external, &inputs(1, 1), &inputs(2, 1), "replaced");
    properties(external, &inputs(1, 1), &inputs(1, 2), "updated");
    properties(external, &inputs(1, 1), &inputs(1, 1), "unchanged");
    properties(external, "always_update: true", "always_update: true", "updated");
    properties(external, "always_update: false", "always_update: true", "updated");
    let context = |name: &str| format!("template: t, context: {{region_name: {name}}}");
    properties("OS::Heat::Stack", &context("a"), &context("b"), "replaced");
    properties("OS::Heat::Stack", &context("a"), &context("a"), "updated");
    properties("OS::Heat::Stack", "template: t", &context("a"), "refused, updated");
    properties("OS::Heat::Stack", &context("a"), "template: t", "refused, updated");
    properties("OS::Heat::None", "a: b", "a: c", "unchanged");
    change("OS::Heat::UpdateWaitConditionHandle", "metadata: {}", "metadata: {}", "replaced");
    change("OS::Glance::WebImage", "metadata: {a: b}", "metadata: {a: c}", "refused, updated");
    properties("OS::Glance::WebImage", "name: a", "name: b", "updated");
    properties("OS::Neutron::SecurityGroup", "stateful: true", "stateful: false", "updated");
    properties("OS::Cinder::Volume", "size: 2", "size: 1", "refused, updated");
    properties("OS::Cinder::Volume", "size: 1", "size: 2", "updated");
}

#[test]
fn what_is_deleted_may_hold_data() {
    fn check(resource: &str, expect: &[&str]) {
        let types = types();
        let text = format!("resources: {{n: {{type: My::Net}}, r: {{{resource}}}}}");
        let stack = stack(&text, "{}", &types);
        let held = data_at_risk(&stack.resolved.resources["r"], Types(&types));
        assert_eq!(held.iter().map(|held| held.what).collect::<Vec<_>>(), expect, "{resource}");
    }
    let volume = ["the data on the volume"];
    check("type: OS::Cinder::Volume", &volume);
    check("type: OS::Cinder::Volume, deletion_policy: Delete", &volume);
    check("type: OS::Cinder::Volume, deletion_policy: Retain", &[]);
    // These can be made again from the template, or are no data.
    check("type: My::Net", &[]);
    check("type: OS::Heat::RandomString", &[]);
    let group = |count: &str, member: &str| {
        format!(
            "type: OS::Heat::ResourceGroup, properties: {{count: {count}, resource_def: {{type: {member}}}}}"
        )
    };
    let retained = "OS::Cinder::Volume, deletion_policy: Retain";
    check(&group("2", "OS::Cinder::Volume"), &volume);
    check(&format!("{}, deletion_policy: Retain", group("2", "OS::Cinder::Volume")), &[]);
    let scaled = |desired: &str, member: &str| {
        format!(
            "type: OS::Heat::AutoScalingGroup, properties: {{min_size: 0, max_size: 4, desired_capacity: {desired}, resource: {{type: {member}}}}}"
        )
    };
    check(&scaled("2", "OS::Cinder::Volume"), &volume);
    check(&scaled("2", retained), &[]);
    // How many members there are is not known, or there are none yet.
    for count in ["{get_attr: [n, mac]}", "0"] {
        for group in [&group as &dyn Fn(&str, &str) -> String, &scaled] {
            check(&group(count, "OS::Cinder::Volume"), &volume);
            check(&group(count, "OS::Cinder::Volume, deletion_policy: delete"), &volume);
            check(&group(count, retained), &[]);
            check(&group(count, "OS::Heat::RandomString"), &[]);
        }
    }
}

/// What is said of each resource beside what happens to it.
#[test]
fn resources_may_come_and_go_and_lose_data() {
    fn shown(plan: &Plan) -> Vec<String> {
        let said = |resource: &ResourcePlan| {
            let appearance = format!("{:?}", resource.appearance).to_lowercase();
            let mut words = vec![resource.action.as_str(), &appearance];
            words.extend(resource.is_idle().then_some("idle"));
            words.extend(resource.loses_data().then_some("loses data"));
            words.extend(resource.is_decided_by_handler().then_some("by its handler"));
            format!("{}: {}", resource.name, words.join(", "))
        };
        plan.resources.iter().map(said).collect()
    }
    fn check(old: &str, new: &str, expect: &[&str]) {
        let types = types();
        let text = |resources: &str| {
            format!(
                "parameters: {{p: {{type: boolean}}, q: {{type: boolean}}}}\nconditions: {{p: {{get_param: p}}, q: {{get_param: q}}}}\nresources: {{{resources}}}"
            )
        };
        let [old, new] = [old, new].map(|resources| stack(&text(resources), "{}", &types));
        assert_eq!(shown(&plan(old.version(), new.version(), Types(&types))), expect);
    }
    let volume = |more: &str| format!("v: {{type: OS::Cinder::Volume{more}}}");
    check(&volume(""), &volume(""), &["v: unchanged, certain"]);
    check(&volume(", condition: p"), &volume(", condition: p"), &["v: unchanged, conditional"]);
    check(&volume(", condition: p"), &volume(", condition: q"), &["v: updated, maygo, loses data"]);
    check(&volume(""), &volume(", condition: q"), &["v: updated, maygo, loses data"]);
    check(&volume(", condition: p"), &volume(""), &["v: updated, conditional"]);
    check("", &volume(", condition: p"), &["v: created, conditional"]);
    let kept = ", deletion_policy: Retain";
    check(&volume(kept), &volume(&format!("{kept}, condition: q")), &["v: updated, maygo"]);
    check(&volume(""), "", &["v: deleted, certain, loses data"]);
    check(&volume(kept), "", &["v: deleted, certain"]);
    check(&volume(", deletion_policy: Snapshot"), "", &["v: deleted, certain"]);
    check("n: {type: My::Net}", "", &["n: deleted, certain"]);
    check(
        &volume(", properties: {size: 2}"),
        &volume(", properties: {size: 1}"),
        &["v: refused, certain, by its handler"],
    );
    let group = |count: &str, member: &str| {
        format!(
            "g: {{type: OS::Heat::ResourceGroup, properties: {{count: {count}, resource_def: {{type: {member}}}}}}}"
        )
    };
    let (volumes, nets) = ("OS::Cinder::Volume", "My::Net");
    check(&group("2", nets), &group("2", nets), &["g: updated, certain, idle"]);
    check(&group("2", nets), &group("3", nets), &["g: updated, certain"]);
    check(&group("2", nets), &group("1", nets), &["g: updated, certain"]);
    check(&group("2", volumes), &group("1", volumes), &["g: updated, certain"]);
    check(
        &format!("n: {{type: My::Net}}, {}", group("{get_attr: [n, mac]}", volumes)),
        &format!("n: {{type: My::Net}}, {}", group("1", volumes)),
        &["n: unchanged, certain", "g: updated, certain, loses data"],
    );
    let same = format!("n: {{type: My::Net}}, {}", group("{get_attr: [n, mac]}", volumes));
    check(&same, &same, &["n: unchanged, certain", "g: updated, certain"]);
    let goes = |more: &str, expect: &str| {
        let group = group("{get_attr: [n, mac]}", volumes);
        let group = format!("n: {{type: My::Net}}, {}{more}}}", &group[..group.len() - 1]);
        check(
            &group,
            "n: {type: My::Net}",
            &["n: unchanged, certain", &format!("g: deleted, certain{expect}")],
        );
    };
    goes("", ", loses data");
    goes(", deletion_policy: Retain", "");
    let changed = "My::Net, properties: {name: x}";
    check(&group("1", nets), &group("1", changed), &["g: updated, certain"]);
    let scaled = |desired: u8, member: &str| {
        format!(
            "g: {{type: OS::Heat::AutoScalingGroup, properties: {{min_size: 1, max_size: 4, desired_capacity: {desired}, resource: {{type: {member}}}}}}}"
        )
    };
    check(&scaled(2, nets), &scaled(2, nets), &["g: updated, certain"]);
    check(&scaled(2, volumes), &scaled(2, volumes), &["g: updated, certain, loses data"]);
    check(&scaled(4, volumes), &scaled(4, volumes), &["g: updated, certain"]);
    check(&scaled(0, volumes), &scaled(0, volumes), &["g: updated, certain, idle"]);
}

#[test]
fn groups_say_how_many_members_they_have() {
    /// The number before and after, and `scales`, `settles`, `same` and `holds`.
    fn check(old: &str, new: &str, expect: &str) {
        let types = types();
        let text =
            |group: &str| format!("resources: {{n: {{type: My::Net}}, g: {{type: OS::Heat::{group}}}}}");
        let [old, new] = [old, new].map(|group| stack(&text(group), "{}", &types));
        let planned = plan(old.version(), new.version(), Types(&types));
        let group = planned.resources.iter().find(|resource| resource.name == "g").unwrap();
        let found = group.members.as_ref().map(|members| {
            let expected =
                members.expected().map_or_else(|| "?".to_owned(), |(old, new)| format!("{old} to {new}"));
            let facts = [
                (members.scales, "scales"),
                (members.settles, "settles"),
                (members.is_same, "same"),
                (!members.holds.is_empty(), "holds"),
            ];
            let facts = facts.into_iter().filter(|(holds, _)| *holds).map(|(_, fact)| fact);
            format!("{}: {expected} {}", members.property, facts.collect::<Vec<_>>().join(" "))
        });
        assert_eq!(found.unwrap_or_default(), expect);
    }
    let group = |count: &str| {
        format!("ResourceGroup, properties: {{count: {count}, resource_def: {{type: OS::Cinder::Volume}}}}")
    };
    let unknown = "{get_attr: [n, mac]}";
    check(&group("2"), &group("2"), "count: 2 to 2 same");
    check(&group("2"), &group("3"), "count: 2 to 3 ");
    check(&group("2"), &group(unknown), "count: ? holds");
    check(&group(unknown), &group(unknown), "count: ? same holds");
    let scaled = |sizes: &str| {
        format!("AutoScalingGroup, properties: {{{sizes}, resource: {{type: OS::Cinder::Volume}}}}")
    };
    let limits = "min_size: 1, max_size: 4";
    check(&scaled(limits), &scaled(limits), "desired_capacity: 1 to 1 scales same holds");
    let desired = |number: &str| scaled(&format!("{limits}, desired_capacity: {number}"));
    check(&desired("2"), &desired("2"), "desired_capacity: 2 to 2 scales settles same holds");
    check(&desired("2"), &desired("3"), "desired_capacity: 2 to 3 scales settles holds");
    check(&desired("2"), &scaled(limits), "desired_capacity: 2 to 2 scales holds");
    check(&desired("0"), &desired("0"), "desired_capacity: 1 to 1 scales same holds");
    check(
        &desired("2"),
        &scaled("min_size: 3, max_size: 4, desired_capacity: 2"),
        "desired_capacity: 2 to 3 scales settles holds",
    );
}

#[test]
fn what_only_one_side_has_is_there_for_a_reason() {
    let reasons = |old: &str, new: &str| {
        let types = types();
        let text = |resources: &str, on: bool| {
            format!(
                "parameters: {{p: {{type: boolean, default: {on}}}}}\nconditions: {{c: {{get_param: p}}}}\nresources: {{{resources}}}"
            )
        };
        let (old, new) = (stack(&text(old, true), "{}", &types), stack(&text(new, false), "{}", &types));
        let planned = plan(old.version(), new.version(), Types(&types));
        planned.resources.into_iter().map(|resource| resource.reasons).collect::<Vec<_>>()
    };
    let conditional = "a: {type: My::Net, condition: c}";
    let condition = || vec![vec![Reason::Condition(Some("c".to_owned()))]];
    assert_eq!(reasons("a: {type: My::Net}", ""), [[Reason::InTemplate]]);
    assert_eq!(reasons("", "a: {type: My::Net}"), [[Reason::InTemplate]]);
    assert_eq!(reasons(conditional, conditional), condition());
    assert_eq!(reasons(conditional, ""), [[Reason::InTemplate]]);
}

#[test]
fn actions_are_words() {
    let actions = [
        (Action::Unchanged, "unchanged"),
        (Action::Updated, "updated"),
        (Action::Replaced, "replaced"),
        (Action::Created, "created"),
        (Action::Deleted, "deleted"),
        (Action::Refused, "refused"),
    ];
    for (action, word) in actions {
        assert_eq!((action.as_str(), action.to_string().as_str()), (word, word));
    }
}
