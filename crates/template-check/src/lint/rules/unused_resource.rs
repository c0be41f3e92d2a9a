//! Rule `unused-resource`: nothing uses a resource that exists for others.

use heat_hot::snippet::{Content, Snippet};
use heat_hot::template::outline::Resource;

use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "unused-resource",
    family: Family::Resources,
    summary: "Nothing uses a resource that serves others",
    docs: r"
## What it does
Reports a security group, key pair, port, volume, floating IP or server group that nothing in the template refers to, by a function or by its
name, although there is a server that could use it.

## Why
It is created, counts against a quota or costs money, and has no effect: often, the line that uses it was forgotten.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  web:
    type: OS::Neutron::SecurityGroup
    properties: {rules: [{protocol: tcp, port_range_min: 443, port_range_max: 443}]}
  server:
    type: OS::Nova::Server
    properties: {flavor: m1.small, image: debian, networks: [{network: private}]}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  web:
    type: OS::Neutron::SecurityGroup
    properties: {rules: [{protocol: tcp, port_range_min: 443, port_range_max: 443}]}
  server:
    type: OS::Nova::Server
    properties:
      flavor: m1.small
      image: debian
      networks: [{network: private}]
      security_groups: [{get_resource: web}]
```
",
    check: Check::Template(check),
};

/// Types of resources that exist for other resources, each with the properties that make a resource useful by itself, and the
/// term for it in messages.
const SERVING: [(&str, &[&str], &str); 8] = [
    ("OS::Neutron::SecurityGroup", &[], "security group"),
    ("OS::Nova::KeyPair", &[], "key pair"),
    ("OS::Neutron::Port", &["device_id"], "port"),
    ("OS::Cinder::Volume", &[], "volume"),
    ("OS::Neutron::FloatingIP", &["port_id"], "floating IP"),
    ("OS::Nova::ServerGroup", &[], "server group"),
    ("AWS::EC2::SecurityGroup", &[], "security group"),
    ("AWS::EC2::EIP", &["InstanceId"], "elastic IP"),
];

/// Types of resources that use them.
const USING: [&str; 2] = ["OS::Nova::Server", "AWS::EC2::Instance"];

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let all = &context.resources.all;
    if !all.iter().any(|resource| USING.contains(&resource.resource_type.0)) {
        return;
    }
    for resource in all {
        let serving = SERVING.iter().find(|(name, ..)| *name == resource.resource_type.0);
        let Some((_, by_itself, what)) = serving else { continue };
        let has = |name: &str| resource.properties.is_some_and(|properties| properties.get(name).is_some());
        if is_mentioned(context, resource) || by_itself.iter().any(|name| has(name)) {
            continue;
        }
        let message = format!("nothing uses the {what} `{}`", resource.name);
        let help =
            format!("refer to it where it is needed, with `get_resource: {}`, or remove it", resource.name);
        findings.report(resource.span, message, help);
    }
}

/// Returns whether something can refer to a resource, or to its name in its service. A resource in the properties of another one
/// is a member, and always used.
fn is_mentioned(context: &Context<'_>, resource: &Resource<'_>) -> bool {
    let is_own = context.resources.named(&resource.name).is_some_and(|own| own.span == resource.span);
    let is_whole = resource.properties.is_none_or(|properties| matches!(properties.content, Content::Map(_)));
    let name = resource.properties.and_then(|properties| properties.get("name"));
    let is_used_by_name = name.is_some_and(|name| match name.as_str() {
        // The resource itself mentions its name once.
        Some(text) => context.mentions.count(text) > 1,
        None => is_repeated(context, name),
    });
    !is_own || !is_whole || context.mentions.has_text(&resource.name) || is_used_by_name
}

/// Returns whether a computed name may be used elsewhere: another resource can use the parameter that the name is computed from.
fn is_repeated(context: &Context<'_>, name: &Snippet) -> bool {
    let asked = name.calls().into_iter().filter_map(|(call, _)| call.args.as_str());
    let asked: Vec<&str> = asked.collect();
    let elsewhere =
        context.calls().filter(|(_, span)| span.start < name.span.start || span.end > name.span.end);
    asked.is_empty()
        || elsewhere.filter_map(|(call, _)| call.args.as_str()).any(|other| asked.contains(&other))
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in;

    #[test]
    fn what_serves_others_is_used() {
        let yaml = "resources:
      sg: {type: OS::Neutron::SecurityGroup, properties: {name: web}}
…";
        let check = check_in(&RULE, yaml);
        let unused = "sg => nothing uses the security group `sg`";
        check("      s: {type: OS::Nova::Server}", &[unused]);
        check("      s: {type: OS::Nova::Server, properties: {security_groups: [{get_resource: sg}]}}", &[]);
        check("      s: {type: OS::Nova::Server, properties: {security_groups: [web]}}", &[]);
        check("      s: {type: OS::Nova::Server, depends_on: sg}", &[]);
        // Without a server in this template, another one uses the group.
        check("      r: {type: OS::Heat::None}", &[]);
        check("      s: {type: OS::Nova::Server}\noutputs: {o: {value: {get_resource: sg}}}", &[]);
    }

    #[test]
    fn what_is_attached_by_its_own_properties_is_used() {
        let yaml =
            "resources: {s: {type: OS::Nova::Server}, f: {type: OS::Neutron::FloatingIP, properties: {…}}}";
        let check = check_in(&RULE, yaml);
        check("floating_network: public", &["f => nothing uses the floating IP `f`"]);
        check("floating_network: public, port_id: p", &[]);
    }
}
