//! Rule `security-secret-from-visible-parameter`: the value of a secret property comes from a parameter that is not hidden.

use heat_hot::snippet::{Content, Snippet};
use heat_hot_language::Function;

use crate::lint::secret::is_secret;
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "security-secret-from-visible-parameter",
    family: Family::Security,
    summary: "A password or key comes from a parameter that is not hidden",
    docs: r"
## What it does
Reports parameters that a property for a password or key reads, and that are not hidden, whatever their names are. Parameters that are named
like a secret are reported by `visible-secret`.

## Why
Heat shows the values of parameters to everyone who can see the stack, unless they are `hidden`.

[CWE-522](https://cwe.mitre.org/data/definitions/522.html)

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  content: {type: string, description: The secret.}
resources:
  secret:
    type: OS::Barbican::Secret
    properties: {payload: {get_param: content}}
outputs:
  secret: {value: {get_resource: secret}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  content: {type: string, description: The secret., hidden: true}
resources:
  secret:
    type: OS::Barbican::Secret
    properties: {payload: {get_param: content}}
outputs:
  secret: {value: {get_resource: secret}}
```
",
    check: Check::Optional(check),
};

/// Properties for secrets, with their types. The items of a list have no step of their own.
const SECRETS: [(&str, &[&str]); 9] = [
    ("OS::Nova::Server", &["admin_pass"]),
    ("OS::Keystone::User", &["password"]),
    ("OS::Manila::SecurityService", &["password"]),
    ("OS::Neutron::IPsecSiteConnection", &["psk"]),
    ("OS::Barbican::Secret", &["payload"]),
    ("OS::Barbican::Order", &["pass_phrase"]),
    ("OS::Trove::Instance", &["users", "password"]),
    ("AWS::IAM::User", &["LoginProfile", "Password"]),
    ("OS::Swift::Container", &["X-Account-Meta", "Temp-URL-Key"]),
];

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let reads = [Function::GET_PARAM.name(), Function::REF.name()];
    let key = if context.template.keys().is_hot() { "hidden" } else { "NoEcho" };
    for resource in &context.resources.all {
        let Some(type_name) = context.type_name(resource) else { continue };
        let paths = SECRETS.iter().filter(|(name, _)| *name == type_name);
        let Some(properties) = resource.properties else { continue };
        if is_public(properties) {
            continue;
        }
        let values = paths.flat_map(|(_, path)| values_at(properties, path));
        for (call, span) in values.flat_map(Snippet::calls) {
            let name = call.args.as_str().or_else(|| call.args.items().first()?.as_str());
            let Some(name) = name.filter(|_| reads.contains(&call.name.as_str())) else { continue };
            let Some(parameter) = context.parameter(name) else { continue };
            if parameter.is_hidden() || is_secret(&parameter.definition) {
                continue;
            }
            let message = format!("everyone who sees the stack reads the secret, in the parameter `{name}`");
            findings.report(span, message, format!("add `{key}: true` to the parameter"));
        }
    }
}

/// Returns whether the payload of a secret is not secret: a public key or a certificate.
fn is_public(properties: &Snippet) -> bool {
    properties.get("secret_type").is_some_and(
        |kind| !matches!(kind.as_str(), Some(kind) if !["public", "certificate"].contains(&kind)),
    )
}

/// Values at a path, in all items of the lists on the way.
fn values_at<'s>(snippet: &'s Snippet, path: &[&str]) -> Vec<&'s Snippet> {
    match (&snippet.content, path) {
        (Content::List(items), [_, ..]) => items.iter().flat_map(|item| values_at(item, path)).collect(),
        (_, [name, rest @ ..]) => snippet.get(name).map(|value| values_at(value, rest)).unwrap_or_default(),
        (_, []) => vec![snippet],
    }
}
