//! Rule `unused-parameter`: a parameter is not used.

use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "unused-parameter",
    family: Family::Parameters,
    summary: "A parameter is not used",
    docs: r"
## What it does
Reports a parameter that no function reads. If the template computes the name of a parameter anywhere, nothing is
reported. `AWS::ElasticLoadBalancing::LoadBalancer` reads some parameters of its stack by name: these count as used.

## Why
People who create the stack are asked for a value that has no effect. But a template that is used as a type has to declare what the
templates around it pass to all its alternatives, whether it uses that or not.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: The size of the volume in GB.}
resources:
  volume:
    type: OS::Cinder::Volume
    properties: {size: 10}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: The size of the volume in GB.}
resources:
  volume:
    type: OS::Cinder::Volume
    properties: {size: {get_param: size}}
```
",
    check: Check::Optional(check),
};

/// Type that reads parameters of its stack by name, and the names.
const READS: (&str, [&str; 4]) =
    ("AWS::ElasticLoadBalancing::LoadBalancer", ["KeyName", "LbFlavor", "LBTimeout", "LbImageId"]);

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for (entry, parameter) in context.parameters() {
        let name = &parameter.definition.name;
        let is_read = READS.1.contains(&name.as_str()) && context.mentions.has_text(READS.0);
        if !is_read && !context.mentions.uses_parameter(name) {
            let help = format!("remove it, or use it: `{{get_param: {name}}}`");
            findings.report(entry.key.span, format!("the parameter `{name}` is not used"), help);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::{check, check_in};

    #[test]
    fn whatever_asks_for_it_uses_it() {
        let check = check_in(&RULE, "parameters: {a: {type: json}}\n…");
        check("resources: {}", &["a => the parameter `a` is not used"]);
        check(
            "resources: {a: {type: A::B, properties: {x: a, y: {get_resource: a}}}}",
            &["a => the parameter `a` is not used"],
        );
        check("resources: {r: {type: A::B, properties: {x: {get_param: a}}}}", &[]);
        check("outputs: {o: {value: {list_join: [',', [{get_param: [a, b]}]]}}}", &[]);
        check("conditions: {c: {equals: [{get_param: a}, 1]}}", &[]);
    }

    #[test]
    fn a_load_balancer_reads_parameters_by_name() {
        let template = |kind: &str| {
            format!(
                "parameters: {{LBTimeout: {{type: number}}, other: {{type: number}}}}\nresources: {{r: {{type: {kind}}}}}"
            )
        };
        let other = "other => the parameter `other` is not used";
        check(&RULE, &template("AWS::ElasticLoadBalancing::LoadBalancer"), &[other]);
        let both = ["LBTimeout => the parameter `LBTimeout` is not used", other];
        check(&RULE, &template("OS::Octavia::LoadBalancer"), &both);
    }

    #[test]
    fn a_computed_name_may_be_any() {
        check(
            &RULE,
            "parameters: {a: {type: json}}\noutputs: {o: {value: {get_param: [{get_attr: [x, y]}]}}}",
            &[],
        );
    }
}
