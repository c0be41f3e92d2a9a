//! Rule `deployment-to-unprepared-server`: a server does not accept software deployments.

use heat_hot::Snippet;

use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "deployment-to-unprepared-server",
    family: Family::Software,
    summary: "A server does not accept software deployments",
    docs: r"
## What it does
Reports a software deployment to a server of the same template whose `user_data_format` is not `SOFTWARE_CONFIG`.

## Why
No program on the server would ask Heat for deployments.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  config: {type: OS::Heat::SoftwareConfig, properties: {group: script, config: uptime}}
  server:
    type: OS::Nova::Server
    properties: {flavor: m1.small, image: debian}
  deployment:
    type: OS::Heat::SoftwareDeployment
    properties: {config: {get_resource: config}, server: {get_resource: server}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  config: {type: OS::Heat::SoftwareConfig, properties: {group: script, config: uptime}}
  server:
    type: OS::Nova::Server
    properties: {flavor: m1.small, image: debian, user_data_format: SOFTWARE_CONFIG}
  deployment:
    type: OS::Heat::SoftwareDeployment
    properties: {config: {get_resource: config}, server: {get_resource: server}}
```
",
    check: Check::Creation(check),
};

const DEPLOYMENTS: [&str; 2] = ["OS::Heat::SoftwareDeployment", "OS::Heat::StructuredDeployment"];
const SERVER: &str = "OS::Nova::Server";
const PREPARED: &str = "SOFTWARE_CONFIG";

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for resource in context.resources_of(&DEPLOYMENTS) {
        let reference = resource.properties.and_then(|properties| properties.get("server"));
        let Some(call) = reference.and_then(Snippet::as_call) else { continue };
        let Some(server) = call.args.as_str().and_then(|name| context.resources.named(name)) else {
            continue;
        };
        if context.type_name(server) != Some(SERVER) {
            continue;
        }
        let format = server.properties.and_then(|properties| properties.get("user_data_format"));
        let is_prepared = match format {
            // The result of a function is not known.
            Some(format) => format.as_str().is_none_or(|format| format == PREPARED),
            None => false,
        };
        if !is_prepared {
            let message = format!("the server `{}` does not accept software deployments", server.name);
            let help = format!("add `user_data_format: {PREPARED}` to the properties of `{}`", server.name);
            findings.report(call.args.span, message, help).related(server.span, "this server");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in;

    #[test]
    fn the_format_of_the_user_data_counts() {
        let yaml = "resources:
      s: {type: OS::Nova::Server, properties: {flavor: f…}}
      d: {type: OS::Heat::SoftwareDeployment, properties: {server: {get_resource: s}}}";
        let check = check_in(&RULE, yaml);
        let expect = "s => the server `s` does not accept software deployments";
        check("", &[expect]);
        check(", user_data_format: RAW", &[expect]);
        check(", user_data_format: SOFTWARE_CONFIG", &[]);
        check(", user_data_format: {get_param: format}", &[]);
    }
}
