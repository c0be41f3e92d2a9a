//! Rule `unused-replacement`: a `str_replace` key does not occur in the text.

use heat_hot::Snippet;

use crate::lint::occurrence::occurring;
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "unused-replacement",
    family: Family::Functions,
    summary: "A `str_replace` key does not occur in the text",
    docs: r"
## What it does
Reports a key under `params` of a `str_replace` that does not occur in its `template`.

## Why
Heat silently replaces nothing. Often the key is misspelt here or in the text. Heat refuses a `str_replace_strict` with such a key.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  name: {type: string, description: Who is greeted.}
outputs:
  greeting:
    value: {str_replace: {template: Hello NAME!, params: {$NAME: {get_param: name}}}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  name: {type: string, description: Who is greeted.}
outputs:
  greeting:
    value: {str_replace: {template: Hello $NAME!, params: {$NAME: {get_param: name}}}}
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for (call, _) in context.calls().filter(|(call, _)| call.name == "str_replace") {
        let Some(text) = call.args.get("template").and_then(|template| template.as_str()) else { continue };
        let params = call.args.get("params").map(Snippet::entries).unwrap_or_default();
        let occur = occurring(text, params.iter().map(|entry| entry.key.as_str()));
        for (entry, _) in params.iter().zip(occur).filter(|(_, occurs)| !occurs) {
            let message = format!("`{}` does not occur in the text", entry.key);
            findings.report(entry.key_span, message, "remove it, or write it in the text exactly as here");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::{check, check_in};

    #[test]
    fn keys_occur_in_the_text() {
        let yaml = "outputs: {o: {value: {str_replace: {template: …, params: {$a: 1, b: 2}}}}}";
        let check = check_in(&RULE, yaml);
        check("x $a b", &[]);
        check("x a b", &["$a => `$a` does not occur in the text"]);
        check("{get_file: x}", &[]);
    }

    #[test]
    fn every_key_of_many_is_looked_for() {
        let text = "k1 k2 k3 ".repeat(10_000);
        let keys: Vec<String> = (0..20_000).map(|key| format!("k{key}: 1")).collect();
        let params = keys.join(", ");
        let missing: Vec<String> = (0..20_000)
            .filter(|key| ![1, 2, 3].contains(key))
            .map(|key| format!("k{key} => `k{key}` does not occur in the text"))
            .collect();
        let expect: Vec<&str> = missing.iter().map(String::as_str).collect();
        let template = format!(
            "outputs: {{o: {{value: {{str_replace: {{template: \"{text}\", params: {{{params}}}}}}}}}}}"
        );
        check(&RULE, &template, &expect);
    }
}
