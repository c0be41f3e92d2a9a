//! Rule `example-invalid`: an example is not a valid template for its own type.

use heat_model::evaluate::Validator;
use heat_model::load::value_of;
use heat_model::validate::{ErrorKind, Step, ValuePath};
use heat_model::{PropertiesGroup, PropertySchema, ResourceType, SchemaPath, Status, Value};
use heat_yaml::{Entry, Node, Severity, Span};
use indexmap::IndexMap;

use crate::example::{Mistake, Resource, Template};
use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "example-invalid",
    severity: Severity::Error,
    summary: "An example is not a valid template for its own type",
    docs: r"
## What it does
Reports an example that is not a HOT template, that has no resource of its type, or whose `properties` or
`update_policy` the type does not accept: unknown or missing properties, values of the wrong type, and violated
constraints or groups. It also reports DEPRECATED and HIDDEN properties. Function calls such as `get_param` can have
any value. Resources of other types are not checked.

## Why
Readers copy examples. An example that does not work, or that is outdated, costs each of them time.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length: {type: integer, description: How many characters it has.}
examples:
  - title: Make a token
    template: |
      heat_template_version: 2021-04-16
      resources:
        token:
          type: My::Custom::Token
          properties:
            length: long
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length: {type: integer, description: How many characters it has.}
examples:
  - title: Make a token
    template: |
      heat_template_version: 2021-04-16
      resources:
        token:
          type: My::Custom::Token
          properties:
            length: 32
```
",
    check: Check::Schema(check),
};

/// Maximum number of errors reported per example. More of them usually have one cause.
const MAX_MISTAKES: usize = 30;

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let schema = context.schema;
    let examples = SchemaPath::root().join("examples");
    for (index, example) in schema.examples.iter().enumerate() {
        let mut template = Template::new(context.example(&example.template));
        let mut mistakes = std::mem::take(&mut template.mistakes);
        let resources = template.resources_of(&schema.name);
        if resources.is_empty() && mistakes.is_empty() {
            mistakes.push(Mistake::new(
                Span::default(),
                format!("no resource here is of type `{}`", schema.name),
            ));
        }
        for resource in &resources {
            check_resource(schema, &template, resource, &mut mistakes);
        }
        mistakes.truncate(MAX_MISTAKES);
        let path = examples.join(index).join("template");
        for mistake in mistakes {
            let part = match mistake.span {
                // An error without a span is about the template as a whole.
                span if span == Span::default() => Part::Key,
                span => Part::Text(span),
            };
            let finding =
                findings.report(&path, part, format!("the example is invalid: {}", mistake.message));
            finding.help = mistake.help;
            if part == Part::Key {
                finding.related(examples.join(index).join("title"), Part::Value, "in this example");
            }
        }
    }
}

fn check_resource(
    schema: &ResourceType,
    template: &Template,
    resource: &Resource<'_>,
    mistakes: &mut Vec<Mistake>,
) {
    let data = check_data(&schema.properties, "properties", template, resource, mistakes);
    check_data(&schema.update_policy, "update_policy", template, resource, mistakes);
    let place = resource.properties.map_or(resource.name, |entry| entry.key.span);
    for group in &schema.properties_groups {
        let PropertiesGroup::Expression(group) = group else { continue };
        if !group.is_met(&|path| is_given(template, &data, path)) {
            mistakes.push(Mistake::new(place, format!("set {group}")));
        }
    }
}

/// Checks the properties or the update policy of a resource against their schemas.
fn check_data(
    members: &IndexMap<String, PropertySchema>,
    key: &str,
    template: &Template,
    resource: &Resource<'_>,
    mistakes: &mut Vec<Mistake>,
) -> IndexMap<String, Value> {
    let is_policy = key == "update_policy";
    let entry = if is_policy { resource.update_policy } else { resource.properties };
    let mut data = IndexMap::new();
    if let Some(entry) = entry {
        let (value, unreadable) = value_of(template.source(), &entry.value);
        for found in unreadable {
            let span = found.labels.first().map_or(entry.key.span, |label| label.span);
            mistakes.push(Mistake { span, message: found.message, help: found.help });
        }
        let Value::Map(given) = value else {
            let message = format!("`{key}` must be a map, not {}", entry.value.value.kind());
            mistakes.push(Mistake::new(entry.value.span, message));
            return data;
        };
        data = given.into_inner();
    } else if is_policy {
        return data;
    }
    for error in (Validator { is_deferred: &|value| template.is_call(value) }).errors(members, &data) {
        let span = place_of(entry, resource.name, &error.path, error.kind);
        mistakes.push(Mistake::new(span, format!("`{key}.{}`: {}", error.path, error.message)));
    }
    if let Some(entry) = entry {
        check_statuses(members, &entry.value, mistakes);
    }
    data
}

/// Returns the span of an error in property data: the name of an unknown property, the name of the container of a missing one, or
/// else the value.
fn place_of(entry: Option<&Entry>, resource: Span, path: &ValuePath, kind: ErrorKind) -> Span {
    let Some(entry) = entry else { return resource };
    let (mut key, mut node) = (entry.key.span, &entry.value);
    for step in &path.0 {
        let next = match step {
            Step::Name(name) => node.as_mapping().and_then(|mapping| mapping.entry(name)),
            Step::Item(item) => match node.as_sequence().and_then(|items| items.get(*item)) {
                Some(item) => {
                    (key, node) = (item.span, item);
                    continue;
                }
                None => None,
            },
        };
        let Some(next) = next else { return key };
        (key, node) = (next.key.span, &next.value);
    }
    if matches!(kind, ErrorKind::Invalid | ErrorKind::Constraint) { node.span } else { key }
}

/// Reports properties that an example should no longer use.
fn check_statuses(members: &IndexMap<String, PropertySchema>, node: &Node, mistakes: &mut Vec<Mistake>) {
    let Some(mapping) = node.as_mapping() else { return };
    for entry in mapping {
        let Some((name, schema)) = entry.key.as_str().and_then(|name| members.get_key_value(name)) else {
            continue;
        };
        let status = schema.support_status.status();
        if matches!(status, Status::Deprecated | Status::Hidden) {
            let message = schema.support_status.message().map(|message| format!(": {message}"));
            let message = message.unwrap_or_default();
            let message = format!("`{name}` is {status}{}", message.trim_end_matches('.'));
            mistakes.push(Mistake::new(entry.key.span, message));
        }
        let inner = schema.item().unwrap_or(schema);
        let Some(members) = inner.members() else { continue };
        match entry.value.as_sequence() {
            Some(items) => items.iter().for_each(|item| check_statuses(members, item, mistakes)),
            None => check_statuses(members, &entry.value, mistakes),
        }
    }
}

/// Returns whether the data sets a property, in at least one item of a list. The result of a function is not known.
fn is_given(template: &Template, data: &IndexMap<String, Value>, path: &[String]) -> bool {
    fn within(template: &Template, value: &Value, path: &[String]) -> bool {
        let Some((first, rest)) = path.split_first() else { return *value != Value::Null };
        match value {
            value if template.is_call(value) => true,
            Value::Map(map) => map.get(first).is_some_and(|value| within(template, value, rest)),
            Value::List(items) => items.iter().any(|item| within(template, item, path)),
            _ => false,
        }
    }
    let Some((first, rest)) = path.split_first() else { return false };
    data.get(first).is_some_and(|value| within(template, value, rest))
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    const SCHEMA: &str = "type: My::Custom::Token
properties:
  name: {type: string, required: true}
  size: {type: integer, constraints: [{range: {max: 9}}]}
  old: {type: string, support_status: [{status: DEPRECATED, message: Use name.}]}
  gone: {type: string, support_status: [{status: HIDDEN}]}
  nets:
    type: list
    schema: {'*': {type: map, schema: {id: {type: string, required: true}, uuid: {type: string, support_status: [{status: HIDDEN}]}}}}
update_policy: {batch: {type: map, schema: {size: {type: integer}}}}
examples:
  - title: An example
    template: |
";

    /// Compares the findings in an example with one resource that contains these lines.
    fn check_resource(lines: &str, expect: &[&str]) {
        check_version("rocky", lines, expect);
    }

    fn check_version(version: &str, lines: &str, expect: &[&str]) {
        let resource = indented(lines, 4);
        check_template(
            &format!(
                "heat_template_version: {version}\nresources:\n  it:\n    type: My::Custom::Token\n{resource}"
            ),
            expect,
        );
    }

    fn indented(text: &str, by: usize) -> String {
        let indent = " ".repeat(by);
        text.lines().flat_map(|line| [&indent, line, "\n"]).collect()
    }

    fn check_template(template: &str, expect: &[&str]) {
        let template = indented(template, 6);
        let expect: Vec<_> = expect
            .iter()
            .map(|expect| {
                let (place, message) = expect.split_once(" => ").unwrap();
                format!("{place} => the example is invalid: {message}")
            })
            .collect();
        check(&RULE, &format!("{SCHEMA}{template}"), &expect.iter().map(String::as_str).collect::<Vec<_>>());
    }

    #[test]
    fn properties_are_checked_against_the_schema() {
        check_resource("properties: {name: a, size: 9, nets: [{id: x}]}", &[]);
        check_resource(
            "properties: {nmae: a, size: 10, nets: [{id: x}, {}, 5]}",
            &[
                "properties => `properties.name`: missing required property",
                "nmae => `properties.nmae`: unknown property: did you mean `name`?",
                "10 => `properties.size`: 10 is out of range: at most 9",
                "{} => `properties.nets[1].id`: missing required property",
                "5 => `properties.nets[2]`: expected a map, found integer 5",
            ],
        );
        check_resource("metadata: {}", &["it => `properties.name`: missing required property"]);
        check_resource("properties:", &["it => `properties.name`: missing required property"]);
        check_resource("properties: {name: null}", &[]);
        check_resource("properties: [1]", &["[1] => `properties` must be a map, not a list"]);
        check_resource("properties: {1: a, name: b}", &["1 => a key must be a string, not an integer"]);
    }

    #[test]
    fn functions_stand_for_any_value() {
        check_resource(
            "properties: {name: {get_param: name}, size: {if: [c, 1, 2]}, nets: {get_file: x}}",
            &[],
        );
        check_resource("properties: {name: x, nets: [{get_attr: [a, b]}, {id: {yaql: a}}]}", &[]);
        check_resource(
            "properties: {name: {get_name: x}}",
            &["{get_name: x} => `properties.name`: expected a string, found map {\"get_name\": \"x\"}"],
        );
        check_resource(
            "properties: {name: {get_param: a, b: c}}",
            &[
                "{get_param: a, b: c} => `properties.name`: expected a string, found map {\"get_param\": \"a\", \"b\": \"c\"}",
            ],
        );
    }

    #[test]
    fn a_version_has_its_own_functions_and_keys() {
        let select = "properties: {name: {Fn::Select: [0, a]}}";
        let refused = "{Fn::Select: [0, a]} => `properties.name`: expected a string, found map {\"Fn::Select\": [0, \"a\"]}";
        check_version("2015-04-30", select, &[]);
        check_version("2015-10-15", select, &[refused]);
        let condition = "condition: c\nproperties: {name: a}";
        check_version("2016-10-14", condition, &[]);
        check_version("2016-04-08", condition, &["condition => a resource has no key `condition`"]);
    }

    #[test]
    fn examples_use_nothing_deprecated() {
        check_resource(
            "properties: {name: x, old: y, gone: z, nets: [{id: a, uuid: b}]}",
            &["old => `old` is DEPRECATED: Use name", "gone => `gone` is HIDDEN", "uuid => `uuid` is HIDDEN"],
        );
    }

    #[test]
    fn update_policies_too() {
        check_resource("properties: {name: x}\nupdate_policy: {batch: {size: 1}}", &[]);
        check_resource(
            "properties: {name: x}\nupdate_policy: {batch: {size: x}, other: 1}",
            &[
                "x => `update_policy.batch.size`: expected an integer, found string \"x\"",
                "other => `update_policy.other`: unknown property",
            ],
        );
    }

    #[test]
    fn a_template_is_hot() {
        check_template("a: [", &[" => expected a value, but found the end of the text"]);
        check_template("- a", &["- a => a template is a map, not a list"]);
        check_template(
            "heat_template_version: 2021-04-61
outptus: {}
resources:
  it: {type: My::Custom::Token, properties: {name: a}, depend_on: [b]}
  b: 5
  c: {properties: {}}
  d: {type: 1}",
            &[
                "2021-04-61 => there is no template version `2021-04-61`",
                "outptus => a template has no key `outptus`",
                "depend_on => a resource has no key `depend_on`",
                "5 => a resource is a map, not an integer",
                "c => a resource requires a `type`",
                "1 => the `type` of a resource is a string, not an integer",
            ],
        );
        check_template(
            "resources: []",
            &[
                "template => the template has no `heat_template_version`",
                "[] => `resources` is a map, not a list",
            ],
        );
        check_template("heat_template_version: 2013-05-23", &["template => the template has no `resources`"]);
        check_template(
            "heat_template_version: 2013-05-23\nresources: {it: {type: My::Custom::Secret}}",
            &["template => no resource here is of type `My::Custom::Token`"],
        );
    }

    #[test]
    fn a_template_may_be_json() {
        check_template(
            "{\"heat_template_version\": \"2021-04-16\", \"resources\": {\"it\": {\"type\": \"My::Custom::Token\", \"properties\": {\"name\": []}}}}",
            &["[] => `properties.name`: expected a string, found list []"],
        );
    }

    #[test]
    fn groups_are_satisfied() {
        let yaml = |properties: &str| {
            format!(
                "type: My::Custom::Token
properties: {{a: {{type: string}}, b: {{type: map, schema: {{c: {{type: string}}}}}}}}
properties_groups: [{{xor: [[a], [b, c]]}}]
examples: [{{title: t, template: 'heat_template_version: rocky\n\n\nresources: {{it: {{type: My::Custom::Token, properties: {properties}}}}}'}}]"
            )
        };
        check(&RULE, &yaml("{a: x}"), &[]);
        check(&RULE, &yaml("{b: {c: x}}"), &[]);
        check(&RULE, &yaml("{b: {get_param: x}}"), &[]);
        let found = crate::tests::diagnostics(&yaml("{a: x, b: {c: x}}"));
        let found = found.iter().find(|found| found.code == RULE.id).unwrap();
        assert_eq!(found.message, "the example is invalid: set exactly one of `a` and `b.c`");
    }
}
