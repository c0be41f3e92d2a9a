//! Rule `security-secret-attribute-in-output`: an output shows a secret attribute.

use heat_hot::function::attribute_parts;
use heat_hot_language::Function;

use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "security-secret-attribute-in-output",
    family: Family::Security,
    summary: "An output shows a generated secret",
    docs: r"
## What it does
Reports outputs that contain a generated password or key: the private key of an `OS::Nova::KeyPair`, the string of an
`OS::Heat::RandomString`, a decrypted secret, the key of a VPN, the secret key of a user.

## Why
Heat shows outputs to everyone who can read the stack, and stores them. A nested template may have to pass a secret on: allow the finding
there.

[CWE-200](https://cwe.mitre.org/data/definitions/200.html)

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  password:
    type: OS::Heat::RandomString
  user:
    type: OS::Keystone::User
    properties: {password: {get_attr: [password, value]}}
outputs:
  password: {value: {get_attr: [password, value]}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  password:
    type: OS::Heat::RandomString
  store:
    type: OS::Barbican::Secret
    properties: {payload: {get_attr: [password, value]}}
  user:
    type: OS::Keystone::User
    properties: {password: {get_attr: [password, value]}}
outputs:
  secret: {value: {get_resource: store}}
```
",
    check: Check::Optional(check),
};

const RANDOM: &str = "OS::Heat::RandomString";

/// Attributes that contain passwords and keys, with their types.
const SECRETS: [(&str, &str); 6] = [
    ("OS::Nova::KeyPair", "private_key"),
    (RANDOM, "value"),
    ("OS::Barbican::Secret", "decrypted_payload"),
    ("OS::Barbican::Order", "private_key"),
    ("OS::Neutron::IPsecSiteConnection", "psk"),
    ("AWS::IAM::AccessKey", "SecretAccessKey"),
];

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let references = [Function::GET_RESOURCE.name(), Function::REF.name()];
    for (call, span) in context.outputs().flat_map(|value| value.calls()) {
        let (name, attribute) = match attribute_parts(call) {
            Some(parts) => (parts.resource.as_str(), parts.attribute.and_then(|one| one.as_str())),
            None if references.contains(&call.name.as_str()) => (call.args.as_str(), None),
            None => continue,
        };
        let Some(name) = name else { continue };
        let Some(resource) = context.resources.named(name) else { continue };
        let Some(type_name) = context.type_name(resource) else { continue };
        // The reference of a random string is the string.
        let is_secret = attribute.map_or(type_name == RANDOM && attribute_parts(call).is_none(), |one| {
            SECRETS.contains(&(type_name, one))
        });
        if is_secret {
            let message = format!("the output shows the secret of `{name}`");
            findings.report(
                span,
                message,
                "store the secret, such as in an OS::Barbican::Secret, and output where",
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in;

    #[test]
    fn parts_of_outputs_are_reported() {
        let check = check_in(
            &RULE,
            "resources: {p: {type: OS::Heat::RandomString}, k: {type: OS::Nova::KeyPair, properties: {name: k}}}
outputs: {o: {value: …}}",
        );
        let shown = |text: &str, name: &str| format!("{text} => the output shows the secret of `{name}`");
        check("[a, {get_attr: [p, value]}]", &[&shown("get_attr: [p, value]", "p")]);
        check("{get_resource: p}", &[&shown("get_resource: p", "p")]);
        check("{get_attr: [k, private_key]}", &[&shown("get_attr: [k, private_key]", "k")]);
        check("{get_attr: [k, public_key]}", &[]);
        check("{get_resource: k}", &[]);
    }
}
