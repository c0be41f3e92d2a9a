//! `misspelt-function`.

use heat_hot::language::{FUNCTIONS, Function, function};
use heat_model::suggest::nearest;

use crate::plain_map::plain_maps;
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "misspelt-function",
    family: Family::Functions,
    summary: "The name of a function is misspelt",
    docs: r"
## What it does
Reports a map whose only key is nearly the name of a function.

## Why
Heat treats it as data: the property is set to the map.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  name: {type: string, description: The name., default: x}
resources:
  value:
    type: OS::Heat::Value
    properties:
      value: [{get_parm: name}, {get_param: name}]
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  name: {type: string, description: The name., default: x}
resources:
  value:
    type: OS::Heat::Value
    properties:
      value: [{get_param: name}, {get_param: name}]
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let functions = || FUNCTIONS.iter().filter(|function| function.is_value(context.version()));
    for map in plain_maps(context) {
        // Names of one word are words that data can have: `filters`, `contain`.
        let has_words = |name: &str| name.contains('_') || name.contains("::");
        if function(map.key).is_some() || !has_words(map.key) {
            continue;
        }
        let names = functions().map(Function::name).filter(|name| has_words(name));
        if let Some(near) = nearest(map.key, names) {
            let message = format!("`{}` is data here: there is no such function", map.key);
            findings.report(map.key_span, message, format!("did you mean `{near}`?")).suggest(
                map.key_span,
                map.key,
                near,
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn near_names_are_found_in_any_depth() {
        let check = |value: &str, expect: &[&str]| {
            check(
                &RULE,
                &format!("resources: {{a: {{type: My::Thing, properties: {{any: {value}}}}}}}"),
                expect,
            );
        };
        let data = |name: &str| format!("{name} => `{name}` is data here: there is no such function");
        check("{get_atr: [a, b]}", &[&data("get_atr")]);
        check("{list_join: [',', [{str_replce: {}}]]}", &[&data("str_replce")]);
        check("{get_atr: 1, other: 2}", &[]);
        check("{filters: [a]}", &[]);
        check("{my_data: [a]}", &[]);
    }
}
