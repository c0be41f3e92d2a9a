//! Rule `security-hidden-parameter-shown`: a hidden parameter is part of what services show.

use heat_hot::Parameter;
use heat_hot::snippet::{Call, Snippet};
use heat_hot_language::Function;
use heat_yaml::Span;

use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "security-hidden-parameter-shown",
    family: Family::Security,
    summary: "A hidden parameter is part of a name, of metadata or of a text in an output",
    docs: r"
## What it does
Reports hidden parameters in the names, descriptions, tags and metadata of resources, and in texts that outputs put together. An output that is
just the parameter is reported by `secret-in-output`. Lists and maps in outputs are not reported: nested templates pass values on in them.

## Why
Services show these to everyone who can see the resource, and write names to their logs.

[CWE-200](https://cwe.mitre.org/data/definitions/200.html)

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  password: {type: string, description: Password of the administrator., hidden: true}
outputs:
  login: {value: {list_join: [':', [admin, {get_param: password}]]}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  password: {type: string, description: Password of the administrator., hidden: true}
resources:
  user:
    type: OS::Keystone::User
    properties: {name: admin, password: {get_param: password}}
outputs:
  login: {value: admin}
```
",
    check: Check::Optional(check),
};

/// Properties that services show.
const SHOWN: [&str; 5] = ["name", "description", "tags", "tag", "metadata"];

/// Functions whose results are texts.
const TEXTS: [&str; 6] =
    ["list_join", "str_replace", "str_replace_strict", "str_replace_vstrict", "Fn::Join", "Fn::Replace"];

const HELP: &str = "leave the parameter out";

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for resource in &context.resources.all {
        let entries = resource.properties.map(Snippet::entries).unwrap_or_default();
        for entry in entries.iter().filter(|entry| SHOWN.contains(&entry.key.as_str())) {
            for (name, span) in hidden(context, &entry.value) {
                let message = format!("everyone who sees the resource reads the hidden parameter `{name}`");
                findings.report(span, message, HELP);
            }
        }
    }
    for metadata in context.metadata() {
        for (name, span) in hidden(context, metadata) {
            let message = format!("the metadata show the hidden parameter `{name}`");
            findings.report(span, message, HELP);
        }
    }
    let calls = context.outputs().flat_map(|value| value.calls());
    let mut reported: Vec<Span> = Vec::new();
    for (call, _) in calls.filter(|(call, _)| TEXTS.contains(&call.name.as_str())) {
        for (name, span) in hidden(context, &call.args) {
            if !reported.contains(&span) {
                reported.push(span);
                let message = format!("the output shows the hidden parameter `{name}` in a text");
                findings.report(span, message, HELP);
            }
        }
    }
}

/// Hidden parameters that a snippet reads, with the spans of the calls.
fn hidden<'s>(context: &Context<'_>, snippet: &'s Snippet) -> Vec<(&'s str, Span)> {
    let reads = [Function::GET_PARAM.name(), Function::REF.name()];
    let name = |call: &'s Call| {
        let name = call.args.as_str().or_else(|| call.args.items().first()?.as_str())?;
        reads.contains(&call.name.as_str()).then_some(name)
    };
    let calls = snippet.calls().into_iter().filter_map(|(call, span)| Some((name(call)?, span)));
    calls.filter(|(name, _)| context.parameter(name).is_some_and(Parameter::is_hidden)).collect()
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check;

    #[test]
    fn names_metadata_and_texts_are_shown() {
        let text = |rest: &str| format!("parameters: {{p: {{type: string, hidden: true}}}}\n{rest}");
        check(
            &RULE,
            &text("resources: {k: {type: OS::Nova::KeyPair, properties: {name: {get_param: p}}}}"),
            &["get_param: p => everyone who sees the resource reads the hidden parameter `p`"],
        );
        check(
            &RULE,
            &text(
                "resources: {t: {type: My::Thing, metadata: {a: {get_param: p}}, properties: {new: {get_param: p}}}}",
            ),
            &["get_param: p => the metadata show the hidden parameter `p`"],
        );
        check(
            &RULE,
            &text(
                "outputs: {o: {value: {list_join: ['', [a, {get_param: p}]]}}, q: {value: [{get_param: p}]}}",
            ),
            &["get_param: p => the output shows the hidden parameter `p` in a text"],
        );
    }
}
