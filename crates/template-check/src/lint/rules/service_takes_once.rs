//! Rule `service-takes-once`: two resources have a value that their service takes only once.

use heat_hot::resolve::Resolved;
use heat_model::ResourceType;
use heat_model::unique::Collision;
use heat_updates::{Claim, collisions};
use heat_yaml::Span;

use crate::lint::read_properties::read;
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "service-takes-once",
    family: Family::Services,
    summary: "Two resources have a value that their service takes only once",
    docs: r"
## What it does
Reports a second resource with a value that exists only once, such as the name of a key pair or an address on a network, and a
second one that holds what only one can hold, such as a port. The members of groups and the resources of nested stacks are
compared, too, as far as their values are known.

## Why
Heat does not compare resources. The service refuses the second one, and the stack fails.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  first:
    type: OS::Nova::KeyPair
    properties: {name: operators}
  second:
    type: OS::Nova::KeyPair
    properties: {name: operators}
outputs:
  keys:
    value: [{get_resource: first}, {get_resource: second}]
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  first:
    type: OS::Nova::KeyPair
    properties: {name: operators}
  second:
    type: OS::Nova::KeyPair
    properties: {name: guests}
outputs:
  keys:
    value: [{get_resource: first}, {get_resource: second}]
```
",
    check: Check::Service(check),
};

/// A resource of the stack, or of one within it, with what it claims.
struct Claimant {
    path: String,
    /// Name of the resource of the outermost stack.
    outermost: String,
    claims: Vec<Claim>,
}

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let Some(resolved) = context.resolved() else { return };
    let mut all = Vec::new();
    collect(context, resolved, &[], &mut all);
    let mut reported: Vec<(&str, &[String])> = Vec::new();
    for (place, one) in all.iter().enumerate() {
        let before = all.get(..place).unwrap_or_default();
        for claim in &one.claims {
            let collides = |other: &&Claimant| {
                let found = collisions(&one.claims, &other.claims);
                found.iter().any(|found| std::ptr::eq(*found, claim) && found.second != Collision::Shared)
            };
            let Some(first) = before.iter().find(collides) else { continue };
            // The members of a group have the same properties.
            let key = (one.outermost.as_str(), claim.properties.as_slice());
            if reported.contains(&key) && one.path != one.outermost {
                continue;
            }
            reported.push(key);
            report(context, first, one, claim, findings);
        }
    }
}

fn report(
    context: &Context<'_>,
    first: &Claimant,
    one: &Claimant,
    claim: &Claim,
    findings: &mut Findings<'_>,
) {
    let Some(span) = span_of(context, one, claim) else { return };
    let names: Vec<String> = claim.properties.iter().map(|name| format!("`{name}`")).collect();
    let names = names.join(" and ");
    let condition = claim.if_cloud.as_ref().map(|question| format!(" if {question}")).unwrap_or_default();
    let same = if claim.is_overlapping { "overlapping" } else { "the same" };
    let message = format!(
        "`{}` and `{}` have {same} {names}, which their service takes only once{condition}",
        first.path, one.path
    );
    let mut found = findings.report(span, message, "give one of them another value, or leave it out");
    if let Some(message) = &claim.message {
        found.note(format!("the service says `{message}`"));
    }
}

/// Span of the property that makes the claim, or of the resource around it.
fn span_of(context: &Context<'_>, claimant: &Claimant, claim: &Claim) -> Option<Span> {
    let resource = context.resources.named(&claimant.outermost)?;
    let is_own = claimant.path == claimant.outermost;
    let top = claim.properties.first().and_then(|path| path.split('.').next());
    let property = top.filter(|_| is_own).and_then(|name| resource.properties?.get(name));
    Some(property.map_or(resource.span, |property| property.span))
}

fn collect(context: &Context<'_>, resolved: &Resolved, around: &[&str], all: &mut Vec<Claimant>) {
    for (name, resource) in &resolved.resources {
        let path: Vec<&str> = around.iter().copied().chain([name.as_str()]).collect();
        if resource.is_conditional || resource.external_id.is_some() {
            continue;
        }
        let schema = context.schema_of(resource).filter(|schema| has_claims(schema));
        let claims = schema.and_then(|schema| read(schema, resource, around)).map(|read| read.claims());
        let claims = claims.unwrap_or_default();
        if !claims.is_empty() {
            let outermost = path.first().copied().unwrap_or_default().to_owned();
            all.push(Claimant { path: path.join("/"), outermost, claims });
        }
        if let Some(nested) = &resource.nested {
            collect(context, &nested.resolved, &path, all);
        }
    }
}

fn has_claims(schema: &ResourceType) -> bool {
    !schema.unique.is_empty() || !schema.exclusive.is_empty()
}
