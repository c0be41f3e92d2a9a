//! Tests of the known values of resources and parameters in a stack without a cloud.

use heat_model::value;

use super::*;
use crate::Data;
use crate::data::Unknown;
use crate::parameter::StackIdentity;
use crate::resolve::{Resolved, resolve};

/// Resolves a template with these outputs.
fn resolved(outputs: &str, known: &KnownAttributes, stack: Option<&StackIdentity>) -> Resolved {
    let mut types = types();
    let schema = "type: My::Source
attributes:
  text: {type: string}
  number: {type: integer}
  flag: {type: boolean}
  list: {type: list}
  map: {type: map}
  any: {}
";
    let schema = load_schema(&Source::new("test.yaml", schema)).file.unwrap().schema;
    types.insert(schema.name.clone(), schema);
    let text = format!(
        "heat_template_version: 2018-08-31
parameters:
  text: {{type: string}}
  number: {{type: number}}
  flag: {{type: boolean}}
  list: {{type: comma_delimited_list}}
  map: {{type: json}}
conditions: {{never: {{equals: [a, b]}}}}
resources:
  r: {{type: My::Source}}
  n: {{type: OS::Heat::None}}
  gone: {{type: OS::Heat::None, condition: never}}
outputs: {outputs}"
    );
    let template = Template::read(&Source::new("test", text)).template.unwrap();
    let (parameters, faults) = template.parameters(stack, &ParameterInputs::default());
    assert_eq!(faults, []);
    let (surroundings, customs) = (TypesAlone::new(&types), WithoutCloud::timeless());
    let setting = Setting { stack, ..Setting::new(&parameters, &surroundings, &customs) };
    resolve(&template, setting, known)
}

fn shown(data: &Data) -> String {
    match data {
        Data::Unknown(Unknown { shape, origin, .. }) => format!("{shape:?}: {origin}"),
        other => crate::data::marked(other).to_string(),
    }
}

/// Compares the value of an output, or its first error with the help.
#[track_caller]
fn check_with(value: &str, known: &KnownAttributes, expect: &str) {
    let resolved = resolved(&format!("{{o: {{value: {value}}}}}"), known, None);
    let found = match resolved.faults.iter().chain(&resolved.resolution_faults).next() {
        Some(fault) => {
            let help = fault.explanation.as_ref().and_then(|explanation| explanation.help.as_ref());
            format!("{fault} => {}", help.map_or("", |help| &help.text))
        }
        None => shown(&resolved.outputs["o"]),
    };
    assert_eq!(found, expect, "{value}");
}

#[track_caller]
fn check(value: &str, expect: &str) {
    check_with(value, &KnownAttributes::new(), expect);
}

#[test]
fn attributes_have_the_shape_of_their_type() {
    check("{get_resource: r}", "Text: ID of r");
    check("{get_attr: [r, text]}", "Text: attribute text of r");
    check("{get_attr: [r, number]}", "Number: attribute number of r");
    check("{get_attr: [r, flag]}", "Boolean: attribute flag of r");
    check("{get_attr: [r, list]}", "List(None): attribute list of r");
    check("{get_attr: [r, map]}", "Map: attribute map of r");
    check("{get_attr: [r, any]}", "Any: attribute any of r");
    check("{get_attr: [r, show]}", "Map: attribute show of r");
    check("{get_attr: [n, x]}", "Any: attribute x of n");
    // The inside of the value has any form.
    check("{get_attr: [r, text, 0, a]}", "Any: attribute text.0.a of r");
    check("{get_attr: [n, show, id]}", "Any: attribute show.id of n");
}

#[test]
fn parameters_without_a_value_have_the_shape_of_their_type() {
    check("{get_param: text}", "Text: parameter text");
    check("{get_param: number}", "Number: parameter number");
    check("{get_param: flag}", "Boolean: parameter flag");
    check("{get_param: list}", "List(None): parameter list");
    check("{get_param: map}", "Any: parameter map");
    check("{get_param: 'OS::stack_name'}", "Text: parameter OS::stack_name");
    check("{get_param: 'OS::project_id'}", "Text: parameter OS::project_id");
    // A template cannot declare it, and no stack has it.
    check("{get_param: 'OS::region'}", "The Parameter (OS::region) was not provided. => ");
}

#[test]
fn a_stack_with_an_identity_has_its_pseudo_parameters() {
    let [project, name, id] = ["p", "web", "7f3c"].map(str::to_owned);
    let stack = StackIdentity { project, name, id };
    let outputs = "{a: {value: {get_param: 'OS::stack_name'}}, b: {value: {get_param: 'OS::stack_id'}}}";
    let resolved = resolved(outputs, &KnownAttributes::new(), Some(&stack));
    assert_eq!((resolved.faults, resolved.resolution_faults), (Vec::new(), Vec::new()));
    let found: Vec<String> = resolved.outputs.values().map(shown).collect();
    assert_eq!(found, [r#""web""#, r#""7f3c""#]);
}

#[test]
fn what_is_known_of_a_resource_is_used() {
    let known = value!({"r": {"get_resource": "7f3c", "text": "t", "map": {"a": [1, 2]}}, "n": {"x": null}});
    let known = KnownAttributes::from_value(known).unwrap();
    let check = |value: &str, expect: &str| check_with(value, &known, expect);
    check("{get_resource: r}", r#""7f3c""#);
    check("{get_attr: [r, text]}", r#""t""#);
    check("{get_attr: [r, map, a, 1]}", "2");
    check("{get_attr: [r, map, b]}", "null");
    // Only in parameters, a text can be an index.
    check("{get_attr: [r, map, a, '1']}", "null");
    check("{get_attr: [r, map, a, -1]}", "2");
    check("{get_attr: [r, map, a, 2]}", "null");
    check("{get_attr: [r, text, 0]}", r#""t""#);
    check("{get_attr: [r, list]}", "List(None): attribute list of r");
    check("{get_attr: [n, x]}", "null");
    check("{get_resource: n}", "Text: ID of n");
    check(
        "{get_attr: [r]}",
        r#"{"text": "t", "number": {"$unknown": "attribute number of r"}, "flag": {"$unknown": "attribute flag of r"}, "list": {"$unknown": "attribute list of r"}, "map": {"a": [1, 2]}, "any": {"$unknown": "attribute any of r"}}"#,
    );
}

#[test]
fn a_resource_with_a_false_condition_is_not_there() {
    let condition =
        "the condition of `gone` is false: refer to it only where the same condition is true, by `if`";
    let missing = |name: &str| format!("The specified reference \"{name}\" (in unknown) is incorrect.");
    check("{get_resource: gone}", &format!("{} => {condition}", missing("gone")));
    check("{get_attr: [gone, x]}", &format!("outputs.o.value.get_attr: {} => {condition}", missing("gone")));
    check(
        "{get_resource: quite_another}",
        &format!("{} => the template has no resource `quite_another`", missing("quite_another")),
    );
}

#[test]
fn what_stands_for_an_unknown_text_says_which_it_is() {
    let check = |value: &str, expect: &str| {
        let resolved = resolved(&format!("{{o: {{value: {value}}}}}"), &KnownAttributes::stand_ins(), None);
        let found = match &resolved.outputs["o"] {
            Data::Known(Value::String(text)) => crate::stand_in::StandIn::of(text).unwrap().to_string(),
            Data::Unknown(unknown) => {
                format!(
                    "{}{}",
                    shown(&resolved.outputs["o"]),
                    if unknown.identity.is_some() { ", identified" } else { "" }
                )
            }
            other => shown(other),
        };
        assert_eq!(found, expect, "{value}");
    };
    check("{get_resource: r}", "ID of r");
    check("{get_attr: [r, text]}", "attribute text of r");
    check("{get_attr: [r, text, 0]}", "attribute text.0 of r");
    check("{get_attr: [r, any]}", "attribute any of r");
    check("{get_param: text}", "parameter text");
    check("{get_param: 'OS::stack_name'}", "parameter OS::stack_name");
    check("{get_attr: [r, list]}", "List(None): attribute list of r, identified");
    check("{get_attr: [r, map]}", "Map: attribute map of r, identified");
    // Functions consider the values that it can represent.
    let contains = "Boolean: the result of contains with unknown arguments, identified";
    check("{contains: [a, {get_resource: r}]}", contains);
    check("{contains: [{get_resource: r}, abc]}", contains);
    check("{contains: [{get_resource: r}, {get_resource: r}]}", "true");
    check("{contains: [a, abc]}", "true");
    check("{contains: [x, abc]}", "false");
    check("{contains: [{get_resource: r}, [abc]]}", contains);
    check("{contains: [{get_resource: r}, [abc, {get_resource: r}]]}", "true");
}
