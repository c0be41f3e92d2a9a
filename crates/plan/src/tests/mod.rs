//! Updates of small stacks.

mod costs;
mod groups;
mod losses;
mod reasons;

use std::sync::Arc;

use heat_hot::environment::{Environment, EnvironmentFile};
use heat_hot::parameter::ParameterInputs;
use heat_hot::resolve::{Resolved, resolve};
use heat_hot::template::environment_types::{EnvironmentTypes, StackFiles};
use heat_hot::template::known::KnownAttributes;
use heat_hot::template::validate::{NestedStacks, Setting};
use heat_hot::{Data, ParameterSet, Template};
use heat_model::ResourceType;
use heat_model::custom_constraint::WithoutCloud;
use heat_model::load::load_schema;
use heat_yaml::Source;
use indexmap::IndexMap;

use crate::{Plan, Reason, Types, Version, plan};

const SCHEMAS: [&str; 20] = [
    "type: My::Net\nproperties: {name: {type: string, update_allowed: true}, range: {type: string}}\nattributes: {mac: {type: string}, all: {type: list}}",
    "type: My::Server\nproperties: {net: {type: string}, note: {type: string, update_allowed: true}, size: {type: integer, immutable: true}, tags: {type: list, update_allowed: true}}",
    "type: OS::Nova::Server\nproperties: {image: {type: string, update_allowed: true, update_effect: {level: interrupts, cases: [{when: [{property: [image_update_policy], in: [REPLACE]}], level: replaces, reason: New.}]}}, image_update_policy: {type: string, default: REBUILD, update_allowed: true}}",
    "type: OS::Heat::ResourceGroup\nproperties: {count: {type: integer, default: 1, update_allowed: true}, index_var: {type: string, default: '%index%'}, resource_def: {type: map, update_allowed: true}, removal_policies: {type: list, update_allowed: true}, removal_policies_mode: {type: string, default: append, update_allowed: true}}\nupdate_policy: {rolling_update: {type: map, schema: {max_batch_size: {type: integer, default: 1}, min_in_service: {type: integer, default: 0}, pause_time: {type: number, default: 0}}}, batch_create: {type: map, schema: {max_batch_size: {type: integer, default: 1}, pause_time: {type: number, default: 0}}}}",
    "type: OS::Heat::SoftwareConfig\nproperties: {config: {type: string}, inputs: {type: list}}",
    "type: OS::Heat::SoftwareDeployment\nproperties: {config: {type: string, update_allowed: true}, server: {type: string, required: true}, input_values: {type: map, update_allowed: true}, actions: {type: list, update_allowed: true}, name: {type: string, update_allowed: true}}",
    "type: OS::Cinder::Volume\nproperties: {size: {type: integer, update_allowed: true, update_effect: {level: none, cases: [{change: [decreases], level: refused, reason: No.}]}}}\nattributes: {size: {type: integer}, name: {type: string}}\nholds: [{what: the data on the volume, is_data: true}]",
    "type: OS::Heat::RandomString\nproperties: {length: {type: integer}}",
    "type: OS::Heat::AutoScalingGroup\nany_attribute: true\nproperties: {min_size: {type: integer, update_allowed: true}, max_size: {type: integer, update_allowed: true}, desired_capacity: {type: integer, update_allowed: true}, resource: {type: map, update_allowed: true}, rolling_updates: {type: map, update_allowed: true}}\nattributes: {refs: {type: list}, current_size: {type: integer}, outputs: {type: map}}",
    "type: OS::Neutron::Port\nproperties: {name: {type: string, update_allowed: true}, replacement_policy: {type: string, default: AUTO, update_allowed: true}}",
    "type: OS::Heat::TestResource\nproperties: {value: {type: string, update_allowed: true, update_effect: {level: none, cases: [{when: [{property: [update_replace], in: [true]}], level: replaces, reason: New.}]}}, update_replace: {type: boolean, default: false, update_allowed: true}}",
    "type: AWS::EC2::EIPAssociation\nproperties: {EIP: {type: string, update_allowed: true, update_effect: {level: none, cases: [{with: [InstanceId], when: [[InstanceId]], level: replaces, reason: New.}]}}, InstanceId: {type: string, update_allowed: true}}",
    "type: AWS::AutoScaling::LaunchConfiguration\nproperties: {ImageId: {type: string}}",
    "type: OS::Heat::Delay\nproperties: {min_wait: {type: number, update_allowed: true}}",
    "type: OS::Mistral::ExternalResource\nproperties: {input: {type: map, update_allowed: true}, replace_on_change_inputs: {type: list, update_allowed: true}, always_update: {type: boolean, default: false, update_allowed: true}}",
    "type: OS::Heat::Stack\nproperties: {context: {type: map, update_allowed: true, update_effect: {level: none, cases: [{change: [added, removed], level: refused, reason: No.}]}, schema: {region_name: {type: string, update_effect: {level: replaces, reason: New.}}}}, template: {type: string, update_allowed: true}}",
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
    stack_with(text, environment, types, &KnownAttributes::stand_ins())
}

/// A stack, resolved with the known attributes of existing resources.
fn stack_with(
    text: &str,
    environment: &str,
    types: &IndexMap<String, ResourceType>,
    known: &KnownAttributes,
) -> Stack {
    let source = Source::new("test.yaml", format!("heat_template_version: 2018-08-31\n{text}"));
    let template = Template::read(&source).template.unwrap();
    let files = [EnvironmentFile::read(&Source::new("environment.yaml", environment))];
    let (environment, _) = Environment::merge(&files, &IndexMap::new(), &IndexMap::new());
    let (parameters, _) = template.parameters(None, &ParameterInputs::default());
    let surroundings =
        EnvironmentTypes::new(&source, environment.registry.clone(), IndexMap::new(), types, &NoFiles);
    let customs = WithoutCloud::timeless();
    let setting =
        Setting { nested: NestedStacks::LeftOut, ..Setting::new(&parameters, &surroundings, &customs) };
    let resolved = resolve(&template, setting, known);
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

/// Compares two versions: the action on each resource, the action in Heat's preview if it differs, and the cause of the change.
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
        // Even for a call that fails, nothing is known but its definition.
        ("note: {digest: [none, a]}", "note: {digest: [none, b]}"),
    ];
    for (old, new) in functions {
        let (old, new) = (using(&format!("{{{old}}}")), using(&format!("{{{new}}}")));
        resources(&old, &old, &same);
        resources(&old, &new, &other);
    }
}

/// A value computed from a replaced resource changes, even if nothing is known of the result.
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
fn what_heat_refuses_is_refused() {
    let server = |value: &str| format!("s: {{type: My::Server, properties: {{{value}}}}}");
    resources(&server("size: 1"), &server("size: 2"), &["s: refused"]);
    // Both represent the same integer.
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
    // A new input has no previous value to compare with.
    resources(
        &deployed("[{name: b}]", "name: x"),
        &deployed(inputs, "input_values: {a: 2}"),
        &["n: unchanged", "c: replaced", "d: updated, by ID of c"],
    );
    // A value can change because of another resource.
    let of_net = deployed(inputs, "input_values: {a: {get_resource: n}}");
    resources(
        &of_net,
        &of_net.replace("range: a", "range: b"),
        &["n: replaced", "c: unchanged", "d: replaced, unchanged, by ID of n"],
    );
    // A value that is not known on one side may differ.
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
    // An unknown value equals itself, and an input without `replace_on_change` may change.
    for (inputs, old, new) in [(inputs, "[o, x]", "[o, x]"), ("[{name: a}]", "[o, x]", "[o, y]")] {
        let text = |path: &str| {
            let deployed =
                deployed(inputs, &format!("input_values: {{get_attr: {path}}}, name: {}", path.len()));
            let deployed = deployed.replace("c: {type", "o: {type: OS::Heat::None}, c: {type");
            format!("resources: {{{deployed}}}")
        };
        let [old, new] = [old, new].map(|path| stack(&text(path), "{}", &types));
        let planned = plan(old.version(), new.version(), Types(&types));
        assert!(!planned.resources.iter().any(|resource| resource.reasons.iter().any(is_warned)));
    }
    // A config outside the template may have `replace_on_change`.
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
