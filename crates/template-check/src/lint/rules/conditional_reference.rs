//! Rule `conditional-reference`: a reference to a resource that a condition may remove.

use std::collections::HashMap;
use std::rc::Rc;

use heat_yaml::{Node, Span, Value};

use crate::lint::condition_facts::{ConditionFacts, Facts};
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "conditional-reference",
    family: Family::Conditions,
    summary: "A reference to a resource that a condition may remove",
    docs: r"
## What it does
Reports a reference to a resource that has a condition, from a place where that condition may be false. References that the same condition
removes are not reported, nor are those in a branch of an `if` that is only taken if it is true, nor `depends_on`.

## Why
If the condition is false, the resource does not exist, and Heat refuses the template. The mistake goes unnoticed until
somebody uses other values of the parameters.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  stage: {type: string, description: Where the stack runs., default: production}
conditions:
  in_production: {equals: [{get_param: stage}, production]}
resources:
  token: {type: OS::Heat::RandomString, condition: in_production}
outputs:
  token: {value: {get_resource: token}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  stage: {type: string, description: Where the stack runs., default: production}
conditions:
  in_production: {equals: [{get_param: stage}, production]}
resources:
  token: {type: OS::Heat::RandomString, condition: in_production}
outputs:
  token: {value: {get_resource: token}, condition: in_production}
```
",
    check: Check::Template(check),
};

/// Part of the template, with the facts about conditions that are known where it is used.
type PartWithFacts<'a> = (&'a Node, Rc<Facts<'a>>);

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let template = context.template;
    let keys = template.keys();
    let Some(condition_key) = keys.resource.condition else { return };
    let entries = |section| template.entries(section).into_iter().flatten();
    let condition_of = |entry: &'_ heat_yaml::Entry| {
        entry.value.as_mapping().is_some_and(|map| map.get(condition_key).is_some())
    };
    if !entries(keys.resources).any(condition_of) {
        return;
    }
    let facts = ConditionFacts::new(template);
    let conditional: HashMap<&str, (&Node, Span)> = entries(keys.resources)
        .filter_map(|entry| {
            Some((entry.key.as_str()?, (entry.value.as_mapping()?.get(condition_key)?, entry.key.span)))
        })
        .collect();
    let mut open: Vec<PartWithFacts<'_>> = Vec::new();
    let sections = [
        (keys.resources, condition_key, &[keys.resource.properties, keys.resource.metadata][..]),
        (keys.outputs, keys.output_condition.unwrap_or_default(), &[keys.output_value][..]),
    ];
    for (section, key, parts) in sections {
        for map in entries(section).filter_map(|entry| entry.value.as_mapping()) {
            let mut known = Facts::new();
            if let Some(condition) = map.get(key) {
                facts.assume(condition, true, &mut known);
            }
            let known = Rc::new(known);
            open.extend(parts.iter().filter_map(|part| Some((map.get(part)?, Rc::clone(&known)))));
        }
    }
    while let Some((node, known)) = open.pop() {
        if let Some((name, span)) = reference(node)
            && let Some((condition, defined)) = conditional.get(name)
            && !facts.follows(condition, true, &known)
            && !facts.follows(condition, false, &known)
        {
            let shown =
                condition.as_str().map_or_else(|| "its condition".to_owned(), |name| format!("`{name}`"));
            let message = format!("the resource `{name}` does not exist where {shown} is false");
            let help = "refer to it under the same condition, or in a branch of `if`";
            findings.report(span, message, help).related(*defined, "it has a condition");
        }
        push_parts(node, &known, &facts, &mut open);
    }
}

/// Returns the resource that a function refers to, with the span of its name.
fn reference(node: &Node) -> Option<(&str, Span)> {
    let [entry] = node.as_mapping()?.entries() else { return None };
    let name = match entry.key.as_str()? {
        "get_resource" | "Ref" => &entry.value,
        "get_attr" | "Fn::GetAtt" => entry.value.as_sequence()?.first()?,
        _ => return None,
    };
    Some((name.as_str()?, name.span))
}

/// Adds the parts of a value. In the branches of an `if`, its condition is known.
fn push_parts<'a>(
    node: &'a Node,
    known: &Rc<Facts<'a>>,
    facts: &ConditionFacts<'a>,
    open: &mut Vec<PartWithFacts<'a>>,
) {
    match &node.value {
        Value::Sequence(items) | Value::Set(items) => {
            open.extend(items.iter().map(|item| (item, Rc::clone(known))));
        }
        Value::Mapping(map) => {
            if let [entry] = map.entries()
                && matches!(entry.key.as_str(), Some("if" | "Fn::If"))
                && let Some([condition, branches @ ..]) = entry.value.as_sequence()
            {
                for (branch, value) in branches.iter().zip([true, false]) {
                    let mut within = Facts::clone(known);
                    facts.assume(condition, value, &mut within);
                    open.push((branch, Rc::new(within)));
                }
                return;
            }
            open.extend(map.iter().map(|entry| (&entry.value, Rc::clone(known))));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in;

    #[test]
    fn the_conditions_of_both_sides_count() {
        let yaml = "parameters: {p: {type: string}}
conditions: {c: {equals: [{get_param: p}, 1]}, d: {equals: [{get_param: p}, 2]}, both: {and: [c, d]}}
resources:
  t: {type: A::B, condition: c}
  r: …
";
        let check = check_in(&RULE, yaml);
        let alarm = ["t => the resource `t` does not exist where `c` is false"];
        check("{type: A::B, properties: {x: {get_resource: t}}}", &alarm);
        check("{type: A::B, condition: d, metadata: {x: {get_attr: [t, y]}}}", &alarm);
        check("{type: A::B, condition: c, properties: {x: {get_resource: t}}}", &[]);
        check("{type: A::B, condition: both, properties: {x: {get_resource: t}}}", &[]);
        check("{type: A::B, properties: {x: {if: [c, {get_resource: t}, '']}}}", &[]);
        check("{type: A::B, properties: {x: {if: [d, {get_resource: t}, '']}}}", &alarm);
        check("{type: A::B, properties: {x: {if: [{not: c}, '', {get_resource: t}]}}}", &[]);
        check("{type: A::B, depends_on: t}", &[]);
    }
}
