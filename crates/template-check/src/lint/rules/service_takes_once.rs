//! Rule `service-takes-once`: two resources have a value that their service takes only once.

use heat_hot::Data;
use heat_hot::data::Unknown;
use heat_hot::resolve::{Resolved, ResolvedResource};
use heat_model::custom_constraint::WithoutCloud;
use heat_model::evaluate::{Context as Reading, Evaluator, ServiceViolation};
use heat_model::service_rule::ServiceRule;
use heat_model::unique::Collision;
use heat_model::validation_rule::Condition;
use heat_model::{ResourceType, Value};
use heat_updates::{Claim, claims, collisions};
use heat_yaml::Span;
use indexmap::IndexMap;

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

/// Key of the map that represents an unknown value. It cannot occur in YAML.
const UNKNOWN: &str = "\u{0}unknown";

/// Beginning of a text that represents the ID of a resource.
const ID: &str = "\u{0}ID of ";

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

/// Properties of a resource as its plug-in reads them, as far as they are known.
pub(super) struct ReadProperties<'s> {
    schema: &'s ResourceType,
    values: IndexMap<String, Value>,
}

impl ReadProperties<'_> {
    fn claims(&self) -> Vec<Claim> {
        claims(self.schema, &Evaluator::new(self.schema), &self.values, &is_deferred, &is_unknown)
    }

    /// Whether the properties satisfy conditions, as far as they are known.
    pub(super) fn may_satisfy(&self, conditions: &[Condition]) -> bool {
        let constraints = WithoutCloud::timeless();
        let reading = Reading::new(&constraints).with_deferred(&is_deferred);
        let evaluator = Evaluator::new(self.schema);
        conditions.iter().all(|one| evaluator.holds(one, &self.values, &reading) != Some(false))
    }

    /// Rules of the service that the properties violate.
    pub(super) fn violated_service_rules<'r>(&self, rules: &'r [ServiceRule]) -> Vec<ServiceViolation<'r>> {
        let constraints = WithoutCloud::timeless();
        let reading = Reading::new(&constraints).with_deferred(&is_deferred);
        Evaluator::new(self.schema).violated_service_rules(rules, &self.values, &reading)
    }
}

/// Reads the properties of a resource in the stack at a path; `None` if they are not known, or not valid.
pub(super) fn read<'s>(
    schema: &'s ResourceType,
    resource: &ResolvedResource,
    stack: &[&str],
) -> Option<ReadProperties<'s>> {
    let entries = resource.properties.clone()?.into_entries().ok()?;
    let no_names = Vec::new();
    let data = entries.into_iter().map(|(name, data)| {
        // An ID comes from the resource's own stack, or from one around it through a parameter.
        let own = resource.references.get(&name).unwrap_or(&no_names);
        let id = |of: &str| {
            let is_own = own.iter().any(|own| own == of);
            if is_own { format!("{ID}{}/{of}", stack.join("/")) } else { format!("{ID}{of}") }
        };
        (name, value(&data, &id))
    });
    let data = data.collect();
    let evaluator = Evaluator::new(schema);
    let constraints = WithoutCloud::timeless();
    let reading = Reading::new(&constraints).with_deferred(&is_deferred).ignoring_resolve_errors();
    let mut properties = evaluator.properties(&data, &reading);
    let read = schema
        .properties
        .iter()
        .map(|(name, schema)| Some((name.clone(), properties.get(name).ok()?.to_value(schema))));
    Some(ReadProperties { schema, values: read.collect::<Option<_>>()? })
}

/// Converts data to a value in which equal IDs of resources are equal texts: `id` returns the one for a name.
fn value(data: &Data, id: &dyn Fn(&str) -> String) -> Value {
    match data {
        Data::Known(value) => value.clone(),
        Data::List(items) => Value::List(items.iter().map(|item| value(item, id)).collect()),
        Data::Map(map) => map.iter().map(|(key, data)| (key.clone(), value(data, id))).collect(),
        Data::Unknown(Unknown { origin, .. }) => match origin.strip_prefix("ID of ") {
            Some(name) => Value::from(id(name)),
            None => [(UNKNOWN.to_owned(), Value::Null)].into_iter().collect(),
        },
    }
}

fn is_unknown(value: &Value) -> bool {
    matches!(value, Value::Map(map) if map.contains_key(UNKNOWN))
}

fn is_deferred(value: &Value) -> bool {
    is_unknown(value) || value.as_str().is_some_and(|text| text.starts_with(ID))
}
