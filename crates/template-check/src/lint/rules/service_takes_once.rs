//! Rule `service-takes-once`: two resources have a value that their service takes only once.

use heat_model::ResourceType;
use heat_model::unique::Collision;
use heat_model::validate::Step;
use heat_updates::{Claim, collisions};

use crate::lint::context::CreatedResource;
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "service-takes-once",
    family: Family::Services,
    summary: "Two resources have a value that their service accepts only once",
    docs: r"
## What it does
Reports a second resource with a value that must be unique, such as the name of a key pair or an address on a network, and a
second one that uses what only one can use, such as a port. The members of groups and the resources of nested stacks are
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

/// A resource with what it claims.
struct Claimant<'c, 'a> {
    created: &'c CreatedResource<'a>,
    claims: Vec<Claim>,
}

impl<'c, 'a> Claimant<'c, 'a> {
    fn of(context: &Context<'a>, created: &'c CreatedResource<'a>) -> Option<Self> {
        let claims = created.read(context).claims();
        (!claims.is_empty()).then_some(Self { created, claims })
    }
}

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let has_claims = |schema: &ResourceType| !schema.unique.is_empty() || !schema.exclusive.is_empty();
    let created = context.created().filter(|created| has_claims(created.schema));
    let all: Vec<Claimant<'_, '_>> = created
        .filter(|created| !created.is_conditional)
        .filter_map(|created| Claimant::of(context, created))
        .collect();
    let mut reported: Vec<(&str, &[String])> = Vec::new();
    for (place, one) in all.iter().enumerate() {
        let before = all.get(..place).unwrap_or_default();
        for claim in &one.claims {
            let collides = |other: &&Claimant<'_, '_>| {
                let found = collisions(&one.claims, &other.claims);
                found.iter().any(|found| std::ptr::eq(*found, claim) && found.second != Collision::Shared)
            };
            let is_alone = one.created.is_many && claim.second != Collision::Shared;
            let first = before.iter().find(collides).map(|first| first.created);
            let Some(first) = first.or_else(|| is_alone.then_some(one.created)) else { continue };
            // The members of a group have the same properties.
            let key = (one.created.outermost(), claim.properties.as_slice());
            if reported.contains(&key) && one.created.is_nested() {
                continue;
            }
            reported.push(key);
            report(context, first, one.created, claim, findings);
        }
    }
}

fn report(
    context: &Context<'_>,
    first: &CreatedResource<'_>,
    one: &CreatedResource<'_>,
    claim: &Claim,
    findings: &mut Findings<'_>,
) {
    let path = claim.properties.first().map(|path| path.split('.').map(|name| Step::Name(name.to_owned())));
    let Some(span) = one.span(context, &path.into_iter().flatten().collect::<Vec<_>>()) else { return };
    let names: Vec<String> = claim.properties.iter().map(|name| format!("`{name}`")).collect();
    let names = names.join(" and ");
    let condition = claim.if_cloud.as_ref().map(|question| format!(" if {question}")).unwrap_or_default();
    let who = if std::ptr::eq(first, one) {
        format!("the members of `{}`", one.outermost())
    } else {
        format!("`{}` and `{}`", first.path(), one.path())
    };
    let what = if claim.is_overlapping {
        format!("have overlapping networks in {names}, which their service does not accept")
    } else if claim.is_unset() {
        format!("omit {names}, which their service accepts only once")
    } else {
        format!("have the same {names}, which their service accepts only once")
    };
    let message = format!("{who} {what}{condition}");
    let is_same_definition =
        std::ptr::eq(first.schema, one.schema) && first.resource.span == one.resource.span;
    let help = if one.is_many && claim.is_generated_if_unset {
        "omit it: an unused one is then generated for each member"
    } else if one.is_many {
        "define the member in a nested template that derives the value from `OS::stack_name`"
    } else if is_same_definition {
        "use the index of the member (`%index%`) in the value"
    } else if claim.is_generated_if_unset {
        "give one of them another value, or omit it: an unused one is then generated"
    } else {
        "give one of them another value"
    };
    let mut found = findings.report(span, message, help);
    if claim.second == Collision::Waits {
        found.note("Heat waits for the second one until the stack times out");
    }
    if let Some(message) = &claim.message {
        found.note(format!("the service says `{message}`"));
    }
}
