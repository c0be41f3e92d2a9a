//! Rule `later-function`: the template version does not have the function yet.

use heat_hot_language::{HotVersion, TemplateVersion, function};

use crate::lint::plain_map::plain_maps;
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "later-function",
    family: Family::Functions,
    summary: "The template version does not have the function yet",
    docs: r"
## What it does
Reports a map with the name of a function as its only key, where the template version does not have the function yet.

## Why
Heat treats it as data: the property is set to the map.

## Example
```yaml
heat_template_version: 2016-10-14
resources:
  value:
    type: OS::Heat::Value
    properties:
      value: {list_concat: [[a], [b]]}
```

## Use instead
```yaml
heat_template_version: 2017-09-01
resources:
  value:
    type: OS::Heat::Value
    properties:
      value: {list_concat: [[a], [b]]}
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let TemplateVersion::Hot(version) = context.version() else { return };
    for map in plain_maps(context) {
        if !map.has_schema && !map.key.contains('_') {
            // Functions whose name is a single word are skipped, as data can have such keys: `filter`, `digest`.
            continue;
        }
        let since = function(map.key).and_then(|function| {
            HotVersion::ALL.into_iter().find(|later| function.is_value(TemplateVersion::Hot(*later)))
        });
        let Some(since) = since.filter(|since| *since > version) else { continue };
        let message =
            format!("`{}` is data here: version {} has no such function", map.key, version.as_str());
        let help = format!("declare `heat_template_version: {}` or later", since.as_str());
        findings.report(map.key_span, message, help);
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check;

    #[test]
    fn versions_have_their_functions() {
        let text = "resources: {a: {type: My::Thing, properties: {any: [{filter: [[1], [2]]}]}}}";
        let message = "filter => `filter` is data here: version 2016-10-14 has no such function";
        check(&RULE, &format!("heat_template_version: 2016-10-14\n{text}"), &[message]);
        check(&RULE, &format!("heat_template_version: 2017-02-24\n{text}"), &[]);
    }

    #[test]
    fn members_that_the_schema_has_are_no_functions() {
        check(
            &RULE,
            "heat_template_version: 2013-05-23\nresources: {a: {type: My::Thing, properties: {parts: [{digest: x}]}}}",
            &[],
        );
    }
}
