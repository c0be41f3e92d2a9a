//! Rule `boolean-in-text`: a boolean becomes a capitalized word in a text.

use heat_hot::snippet::{Call, Snippet};
use heat_hot_language::{Function, ParameterType};

use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "boolean-in-text",
    family: Family::Functions,
    summary: "A boolean becomes a capitalised word in a text",
    docs: r#"
## What it does
Reports a `str_replace` that puts a boolean parameter into a line which compares it with `true` or `false`.

## Why
Heat writes booleans as Python does: `True` and `False`. A script that compares them with `true` takes the wrong branch.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  debug: {type: boolean, description: Whether more is logged., default: true}
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties:
      group: script
      config:
        str_replace:
          params: {$DEBUG: {get_param: debug}}
          template: |
            #!/bin/sh
            if [ "$DEBUG" = "true" ]; then set -x; fi
outputs:
  config: {value: {get_resource: config}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  debug: {type: boolean, description: Whether more is logged., default: true}
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties:
      group: script
      config:
        str_replace:
          params: {$DEBUG: {get_param: debug}}
          template: |
            #!/bin/sh
            if [ "$DEBUG" = "True" ]; then set -x; fi
outputs:
  config: {value: {get_resource: config}}
```
"#,
    check: Check::Template(check),
};

/// Functions that insert values into a text.
const REPLACING: [&str; 3] = ["str_replace", "str_replace_strict", "str_replace_vstrict"];

/// Words that Python capitalizes.
const WORDS: [&str; 2] = ["true", "false"];

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for (call, _) in context.calls().filter(|(call, _)| REPLACING.contains(&call.name.as_str())) {
        let Some(template) = call.args.get("template") else { continue };
        let Some(text) = template.as_str() else { continue };
        for entry in call.args.get("params").map(Snippet::entries).unwrap_or_default() {
            let Some(parameter) = entry.value.as_call().and_then(|call| boolean(context, call)) else {
                continue;
            };
            let Some(word) = compared_with(text, &entry.key) else { continue };
            let message = format!("`{}` becomes `True` or `False`, and is compared with `{word}`", entry.key);
            let capital = if word == "true" { "True" } else { "False" };
            let help =
                format!("compare it with `{capital}`, or let `if` give the word that the text expects");
            findings
                .report(entry.key_span, message, help)
                .note(format!("the parameter `{parameter}` is a boolean"))
                .related(template.span, "compared in this text");
        }
    }
}

/// Name of the boolean parameter that a call reads.
fn boolean<'c>(context: &Context<'_>, call: &'c Call) -> Option<&'c str> {
    let name = call.args.as_str().filter(|_| call.name == Function::GET_PARAM.name())?;
    let parameter = context.parameter(name)?;
    (parameter.definition.parameter_type == ParameterType::Boolean).then_some(name)
}

/// Returns the first of the words in a line of a text that contains the key and a `=`.
fn compared_with(text: &str, key: &str) -> Option<&'static str> {
    let lines = text.lines().filter(|line| !key.is_empty() && line.contains(key));
    let mut words = lines.filter(|line| line.contains('=')).flat_map(|line| {
        let quoted = |word: &str| {
            line.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
                .any(|part| part == word)
        };
        WORDS.into_iter().filter(move |word| quoted(word))
    });
    words.next()
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in;

    #[test]
    fn a_boolean_is_compared_with_what_python_writes() {
        let yaml = "parameters: {b: {type: boolean}, s: {type: string}}
resources: {r: {type: My::Thing, properties: {new: {str_replace: {params: {$B: {get_param: b}, $S: {get_param: s}}, template: '…'}}}}}";
        let check = check_in(&RULE, yaml);
        let found =
            |word: &str| format!("$B => `$B` becomes `True` or `False`, and is compared with `{word}`");
        check(r#"[ "$B" = "true" ]"#, &[&found("true")]);
        check("if [[ $B == false ]]", &[&found("false")]);
        check(r#"[ "$B" = "True" ]"#, &[]);
        check("x=$B", &[]);
        check("B is $B, not true", &[]);
        check(r#"[ "$S" = "true" ]"#, &[]);
        check("y=is_true $B", &[]);
    }
}
