//! Rule `service-refuses`: the service of a resource refuses its properties.

use heat_model::evaluate::ServiceViolation;
use heat_model::service_rule::{ServiceCheck, ServiceRule};
use heat_model::validate::Step;
use heat_model::validation_rule::Requirement;
use heat_yaml::Span;

use crate::lint::context::{Context, CreatedResource};
use crate::{Check, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "service-refuses",
    family: Family::Services,
    summary: "A service refuses the properties of a resource",
    docs: r"
## What it does
Reports properties that violate a rule of the resource's service, such as ports in a security group rule without a protocol. The
page of each type has its rules. A value that is not known violates none. Members of groups and resources of nested stacks are
checked, too.

## Why
Heat does not check these rules. The service refuses the resource, and the stack fails.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::ProviderNet
    properties: {network_type: flat}
outputs:
  net:
    value: {get_resource: net}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::ProviderNet
    properties: {network_type: flat, physical_network: uplink}
outputs:
  net:
    value: {get_resource: net}
```
",
    check: Check::Service(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let mut reported: Vec<(&str, Span, &ServiceRule)> = Vec::new();
    for created in context.created().filter(|created| !created.schema.service_rules.is_empty()) {
        for violation in created.read(context).violated_service_rules() {
            let Some(span) = span_of(context, created, &violation) else { continue };
            // The members of a group have the same properties.
            let is_same = |(outermost, span, rule): &(&str, Span, &ServiceRule)| {
                *outermost == created.outermost()
                    && *span == created.resource.span
                    && std::ptr::eq(*rule, violation.rule)
            };
            if created.is_nested() && reported.iter().any(is_same) {
                continue;
            }
            let (service, words) = (&violation.rule.by, violation.rule.words());
            let message = format!("the service ({service}) refuses `{}`: {words}", created.path());
            let mut found = findings.report(span, message, help(violation.rule));
            if let Some(message) = violation.message {
                found.note(format!("the service says `{message}`"));
            }
            reported.push((created.outermost(), created.resource.span, violation.rule));
        }
    }
}

/// Span of the item that violates a rule, or of the first value that the rule compares, or of the resource.
fn span_of(
    context: &Context<'_>,
    created: &CreatedResource<'_>,
    violation: &ServiceViolation<'_>,
) -> Option<Span> {
    let around = created.span(context, &violation.path.0)?;
    if !violation.path.0.is_empty() {
        return Some(around);
    }
    let mut first = None;
    violation.rule.visit_paths(&mut |path| {
        let steps: Vec<Step> = path.iter().cloned().map(Step::Name).collect();
        first = first.or_else(|| created.span(context, &steps).filter(|span| *span != around));
    });
    Some(first.unwrap_or(around))
}

fn help(rule: &ServiceRule) -> &'static str {
    let ServiceCheck::Rule(rule) = &rule.check else { return "write another address" };
    match rule.requirement {
        Requirement::AtMostOne(_) | Requirement::None(_) => "change one of the values, or leave it out",
        Requirement::AtLeastOne(_) | Requirement::All(_) => "set what is missing, or change the other values",
        Requirement::ExactlyOne(_) => "set one of them, and leave out the others",
        Requirement::Equal(_) | Requirement::Ascending(_) => "change one of the values",
    }
}
