//! Tests of the definitions of resources.

use super::*;

/// Compares the first error of a template with Heat's message.
#[track_caller]
fn check(text: &str, expect: &str) {
    let found = first(text).map(|fault| fault.to_string()).unwrap_or_default();
    assert_eq!(found, expect, "{text}");
}

/// The first error of a template: the resources of a HOT template, or the sections of one in the style of CloudFormation.
fn first(text: &str) -> Option<Fault> {
    let is_cfn = text.starts_with(|char: char| char.is_ascii_uppercase());
    let head = if is_cfn {
        "AWSTemplateFormatVersion: 2010-09-09\n"
    } else {
        "heat_template_version: 2018-08-31\nresources: "
    };
    let read = Template::read(&Source::new("test", format!("{head}{text}")));
    let mut faults: Vec<Fault> = read.fault.into_iter().collect();
    if let Some(template) = read.template {
        let (parameters, wrong) = template.parameters(None, &ParameterInputs::default());
        faults.extend(wrong);
        let (types, customs) = (types(), WithoutCloud::timeless());
        let surroundings = TypesAlone::new(&types);
        let setting = Setting::new(&parameters, &surroundings, &customs);
        faults.extend(validate(&template, setting).faults);
    }
    faults.into_iter().next()
}

/// Messages of Heat 27.0.1 for templates; empty for those that it accepts.
const ANSWERS: &[(&str, &str)] = &[
    ("{a: 5}", r#""resources" must contain a map of resource maps. Found a [<class 'int'>] instead"#),
    ("{a: [x]}", r#""resources" must contain a map of resource maps. Found a [<class 'list'>] instead"#),
    ("{a: null}", "Each resource must contain a type key."),
    ("5", "'int' object has no attribute 'items'"),
    ("[a]", "'list' object has no attribute 'items'"),
    ("{a: {type: OS::Heat::None, nope: 1}}", r#""nope" is not a valid keyword inside a resource definition"#),
    (
        "{a: {type: OS::Heat::None, nope: 1, other: 2}}",
        r#""nope" is not a valid keyword inside a resource definition"#,
    ),
    ("{a: {properties: {}}}", "Each resource must contain a type key."),
    ("{a: {type: 5}}", "Resource a type type must be string"),
    ("{a: {type: null}}", "Each Resource must contain a Type key."),
    ("{a: {type: {get_param: x}}}", "Resource a type type must be string"),
    ("{a: {type: OS::Heat::None, properties: x}}", "Resource a properties type must be object"),
    ("{a: {type: OS::Heat::None, properties: [x]}}", "Resource a properties type must be object"),
    ("{a: {type: OS::Heat::None, properties: null}}", "Resource a properties type must be object"),
    ("{a: {type: OS::Heat::None, metadata: x}}", "Resource a metadata type must be object"),
    ("{a: {type: OS::Heat::None, update_policy: x}}", "Resource a update_policy type must be object"),
    ("{a: {type: OS::Heat::None, depends_on: {x: y}}}", "Resource a depends_on type must be list or string"),
    ("{a: {type: OS::Heat::None, depends_on: 5}}", "Resource a depends_on type must be list or string"),
    ("{a: {type: OS::Heat::None, depends_on: [5]}}", "Resource a depends_on must be a list of strings"),
    ("{a: {type: OS::Heat::None, depends_on: [a, [b]]}}", "Resource a depends_on must be a list of strings"),
    ("{a: {type: OS::Heat::None, deletion_policy: x}}", r#"Invalid deletion policy "x""#),
    ("{a: {type: OS::Heat::None, deletion_policy: 5}}", "Resource a deletion_policy type must be string"),
    ("{a: {type: OS::Heat::None, deletion_policy: RETAIN}}", r#"Invalid deletion policy "RETAIN""#),
    ("{a: {type: OS::Heat::None, deletion_policy: null}}", "Resource a deletion_policy type must be string"),
    ("{a: {type: OS::Heat::None, description: 5}}", "Resource a description type must be string"),
    ("{a: {type: OS::Heat::None, description: [a]}}", "Resource a description type must be string"),
    ("{a: {type: OS::Heat::None, external_id: 5}}", "Resource a external_id type must be string"),
    ("{a: {type: OS::Heat::None, external_id: {a: b}}}", "Resource a external_id type must be string"),
    ("{a: {type: OS::Heat::None, condition: 5}}", "Resource a condition type must be string_or_boolean"),
    ("{a: {type: OS::Heat::None, condition: [a]}}", "Resource a condition type must be string_or_boolean"),
    ("{a: {type: OS::Heat::None, condition: {a: b}}}", "Resource a condition type must be string_or_boolean"),
    (
        "Resources: {a: {Type: 'OS::Heat::None', Condition: 5}}",
        "Resource a Condition type must be string or boolean",
    ),
    ("Resources: {a: {Type: 'OS::Heat::None', Properties: 5}}", "Resource a Properties type must be object"),
    ("Resources: {a: {Type: 'OS::Heat::None', Nope: 5}}", ""),
    ("Resources: {a: {Properties: {}}}", "Each Resource must contain a Type key."),
    (
        "Resources: {a: {Type: 'OS::Heat::None', DependsOn: 5}}",
        "Resource a DependsOn type must be list or string",
    ),
    ("Resources: {a: {Type: 'OS::Heat::None', DeletionPolicy: x}}", r#"Invalid deletion policy "x""#),
    ("{a: {type: OS::Heat::None, depends_on: b}}", r#"The specified reference "b" (in a) is incorrect."#),
    (
        "{a: {type: OS::Heat::None, external_id: x, depends_on: b}, b: {type: OS::Heat::None}}",
        "Invalid dependency with external OS::Heat::None resource: x",
    ),
    ("{a: {type: OS::Heat::None, condition: nope}}", r#"resources.a.condition: Invalid condition "nope""#),
    (
        "{a: {type: OS::Heat::Value, properties: {value: {get_resource: b}}}}",
        r#"The specified reference "b" (in a.Properties.value) is incorrect."#,
    ),
    (
        "{a: {type: OS::Heat::Value, properties: {value: {get_attr: [b, x]}}}}",
        r#"The specified reference "b" (in a.Properties.value) is incorrect."#,
    ),
    (
        "{a: {type: OS::Heat::Value, properties: {value: {get_param: b}}}}",
        "Property error: resources.a.properties.value: The Parameter (b) was not provided.",
    ),
    ("{a: {type: OS::Heat::Value, properties: {value: {get_resource: [a]}}}}", "unhashable type: 'list'"),
    (
        "{a: {type: OS::Heat::Value, properties: {value: 1}, update_policy: {x: y}}}",
        "Property error: resources.a.update_policy: Unknown Property x",
    ),
    (
        "{a: {type: OS::Heat::Value, properties: {list_join: [',', [a]]}}}",
        "argument of type 'JoinMultiple' is not iterable",
    ),
    ("{'': {type: OS::Heat::None}}", ""),
    ("{a: {type: ''}}", "Each Resource must contain a Type key."),
    ("{a: {type: 'OS::Nope'}}", "The Resource Type (OS::Nope) could not be found."),
    (
        "{a: {type: OS::Heat::None}}\noutputs: {o: {}}",
        "Output validation error: outputs.o: Each output definition must contain a value key.",
    ),
    ("{a: {type: OS::Heat::None}}\noutputs: {o: {value: 1, nope: 2}}", ""),
    (
        "{a: {type: OS::Heat::None}}\noutputs: {o: 1}",
        "Output validation error: outputs.o: Output definitions must be a map. Found a int instead",
    ),
    ("{a: {type: OS::Heat::None}}\noutputs: 1", "'int' object has no attribute 'items'"),
    ("{a: {type: OS::Heat::None}}\noutputs: {o: {value: {get_resource: b}}}", ""),
    (
        "{a: {type: OS::Heat::None}}\noutputs: {o: {value: {get_attr: [b, c]}}}",
        r#"outputs.o.value.get_attr: The specified reference "b" (in unknown) is incorrect."#,
    ),
    (
        "{a: {type: OS::Heat::None}}\noutputs: {o: {value: 1, condition: nope}}",
        r#"outputs.o.condition: Invalid condition "nope""#,
    ),
    (
        "{a: {type: OS::Heat::None}}\nconditions: {c: 5}",
        r#"Condition validation error: The definition of condition "c" is invalid: 5"#,
    ),
    (
        "{a: {type: OS::Heat::None}}\nconditions: {c: nope}",
        r#"Condition validation error: The definition of condition "c" is invalid: nope"#,
    ),
    (
        "{a: {type: OS::Heat::None}}\nconditions: {c: {equals: [a]}}",
        r#"conditions.c.equals: Arguments to "equals" must be of the form: [value_1, value_2]"#,
    ),
    ("{a: {type: OS::Heat::None}}\nconditions: {c: {not: c}}", ""),
    (
        "{a: {type: OS::Heat::None}}\nconditions: {c: {and: [true]}}",
        r#"conditions.c.and: The minimum number of condition arguments to "and" is 2."#,
    ),
    (
        "{a: {type: OS::Heat::None}}\nconditions: {c: {or: true}}",
        r#"conditions.c.or: Arguments to "or" must be a list of conditions"#,
    ),
    (
        "{a: {type: OS::Heat::None}}\nconditions: {c: {get_attr: [a, b]}}",
        r#"conditions.c.get_attr: The function "get_attr" is invalid in this context"#,
    ),
    (
        "{a: {type: OS::Heat::None}}\nconditions: [c]",
        "Conditions validation error: Condition definitions must be a map. Found a list instead",
    ),
    ("{a: {type: OS::Heat::None}}\nconditions: {c: {equals: [{get_param: x}, 1]}}", ""),
    ("{a: {type: OS::Heat::None}}\nparameters: {p: {type: x}}", "Invalid type (x)"),
    ("{a: {type: OS::Heat::None}}\nparameters: {p: 5}", "Invalid parameter (p), expected a mapping"),
    ("{a: {type: OS::Heat::None}}\nparameters: {p: {}}", "Missing parameter type for parameter: p"),
    (
        "{a: {type: OS::Heat::None}}\nparameters: {p: {type: string, nope: x}}",
        "Invalid key 'nope' for parameter (p)",
    ),
    (
        "{a: {type: OS::Heat::None}}\nparameters: {p: {type: number, default: x}}",
        "Parameter 'p' is invalid: could not convert string to float: 'x'",
    ),
    ("{a: {type: OS::Heat::None}}\nnope: {}", "The template section is invalid: nope"),
    (
        "Mappings: {m: {a: {b: c}}}\nResources: {r: {Type: 'OS::Heat::None'}}\nOutputs: {o: {Value: {'Fn::FindInMap': [m, x, b]}}}",
        "",
    ),
    (
        "Conditions: {c: {'Fn::Not': [true, false]}}\nResources: {r: {Type: 'OS::Heat::None'}}",
        r#"Conditions.c.Fn::Not: Arguments to "Fn::Not" must be of the form: [condition]"#,
    ),
    (
        "Conditions: {c: {'Fn::Not': true}}\nResources: {r: {Type: 'OS::Heat::None'}}",
        r#"Conditions.c.Fn::Not: Arguments to "Fn::Not" must be of the form: [condition]"#,
    ),
    (
        "Conditions: {c: {'Fn::And': [true]}}\nResources: {r: {Type: 'OS::Heat::None'}}",
        r#"Conditions.c.Fn::And: The minimum number of condition arguments to "Fn::And" is 2."#,
    ),
    (
        "Conditions: {c: {'Fn::Or': true}}\nResources: {r: {Type: 'OS::Heat::None'}}",
        r#"Conditions.c.Fn::Or: Arguments to "Fn::Or" must be a list of conditions"#,
    ),
    (
        "Conditions: {c: {'Fn::Equals': [1]}}\nResources: {r: {Type: 'OS::Heat::None', Condition: c}}",
        r#"Conditions.c.Fn::Equals: Arguments to "Fn::Equals" must be of the form: [value_1, value_2]"#,
    ),
    (
        "{a: {type: OS::Heat::None, condition: c}}\nconditions: {c: {equals: [{get_param: x}, 1]}}",
        "The Parameter (x) was not provided.",
    ),
    (
        "{a: {type: OS::Heat::None, condition: {equals: [{get_param: x}, 1]}}}",
        "The Parameter (x) was not provided.",
    ),
    ("{a: {type: OS::Heat::None, condition: {not: nope}}}", r#"Invalid condition "nope""#),
    (
        "{a: {type: OS::Heat::None, condition: c}}\nconditions: {c: {not: d}, d: {not: c}}",
        r#"Condition validation error: Circular definition for condition "c""#,
    ),
    (
        "{a: {type: OS::Heat::Value, properties: {value: {get_resource: b}}}, b: {type: OS::Heat::None, condition: nope}}",
        r#"resources.b.condition: Invalid condition "nope""#,
    ),
];

/// Messages of Heat 27.0.1 for values in a template in the style of CloudFormation, without the path of the output; empty for those
/// that it accepts.
const CFN_ANSWERS: &[(&str, &str)] = &[
    ("{'Fn::FindInMap': [n, a, b]}", ""),
    ("{'Fn::GetAtt': [s, b]}", r#"Fn::GetAtt: The specified reference "s" (in unknown) is incorrect."#),
    ("{'Fn::If': [c, a, b]}", r#"Fn::If: Invalid condition "c""#),
    (
        "{'Fn::GetAtt': r.x}",
        r#"Fn::GetAtt: Arguments to "Fn::GetAtt" must be of the form [resource_name, attribute]"#,
    ),
    (
        "{'Fn::GetAtt': [r]}",
        r#"Fn::GetAtt: Arguments to "Fn::GetAtt" must be of the form [resource_name, attribute]"#,
    ),
    (
        "{'Fn::Select': [0]}",
        r#"Fn::Select: Arguments to "Fn::Select" must be of the form [index, collection]"#,
    ),
    ("{'Fn::FindInMap': [a]}", "Fn::FindInMap: 'not enough values to unpack (expected 3, got 1)'"),
    ("{'Fn::FindInMap': [a, b, c, d]}", "Fn::FindInMap: 'too many values to unpack (expected 3)'"),
    ("{'Fn::FindInMap': abcd}", "Fn::FindInMap: 'too many values to unpack (expected 3)'"),
    ("{'Fn::FindInMap': 5}", "Fn::FindInMap: cannot unpack non-iterable int object"),
    (
        "{'Fn::GetAtt': [r, a, b]}",
        r#"Fn::GetAtt: Arguments to "Fn::GetAtt" must be of the form [resource_name, attribute]"#,
    ),
];
#[test]
fn definitions_are_read_as_heat_reads_them() {
    for (text, expect) in ANSWERS {
        check(text, expect);
    }
    for (value, expect) in CFN_ANSWERS {
        let text =
            format!("Resources: {{r: {{Type: 'OS::Heat::None'}}}}\nOutputs: {{o: {{Value: {value}}}}}");
        check(&text, &if expect.is_empty() { String::new() } else { format!("Outputs.o.Value.{expect}") });
    }
}

#[test]
fn a_misspelt_key_is_said_where_properties_are_missing() {
    fn check(resource: &str, expect: Option<&str>) {
        let text = format!("Resources: {{a: {{Type: My::Thing, {resource}}}}}");
        let fault = first(&text).unwrap();
        assert_eq!(fault.to_string(), "Property error: Resources.a.Properties: Property name not assigned");
        let help = fault.explanation.and_then(|explanation| explanation.help);
        assert_eq!(help.map(|help| help.text).as_deref(), expect, "{resource}");
    }
    let renamed = |key: &str| format!("rename `{key}` to `Properties`: Heat ignores `{key}`");
    check("properties: {name: n}", Some(&renamed("properties")));
    check("Propertis: {name: n}", Some(&renamed("Propertis")));
    check("Properties: {}", Some("add the property: `name: STRING`"));
    check("Another: {}", Some("add the property: `name: STRING`"));
    check("Properties: {size: 1}, properties: {name: n}", Some("add the property: `name: STRING`"));
}

#[test]
fn a_cycle_is_met_first_where_no_resource_is_left() {
    fn check(others: &str, is_first: bool) {
        let text = format!(
            "{{a: {{type: OS::Heat::None, depends_on: b}}, b: {{type: OS::Heat::None, depends_on: a}}{others}}}\noutputs: {{o: {{}}}}"
        );
        let found = first(&text).unwrap().to_string();
        assert_eq!(found.starts_with("Circular Dependency Found"), is_first, "{found}");
    }
    check("", true);
    check(", c: {type: OS::Heat::None}", false);
}
