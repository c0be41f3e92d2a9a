//! `unused-replacement`.

use heat_hot::Snippet;
use heat_hot::snippet::Entry;

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

/// How much text is searched for one template, in bytes: a text of a megabyte with some hundred keys, or many of the usual size. What is
/// beyond is not reported.
const MAX_SEARCHED: usize = 128 << 20;

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let mut left = MAX_SEARCHED;
    for (call, _) in context.calls().filter(|(call, _)| call.name == "str_replace") {
        let Some(text) = call.args.get("template").and_then(|template| template.as_str()) else { continue };
        let params = call.args.get("params").map(Snippet::entries).unwrap_or_default();
        let is_missing = |entry: &&Entry| {
            let is_affordable = left.checked_sub(text.len() + entry.key.len());
            left = is_affordable.unwrap_or_default();
            is_affordable.is_some() && !text.contains(entry.key.as_str())
        };
        for entry in params.iter().filter(is_missing) {
            let message = format!("`{}` does not occur in the text", entry.key);
            findings.report(entry.key_span, message, "remove it, or write it in the text exactly as here");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn keys_occur_in_the_text() {
        let check = |template: &str, expect: &[&str]| {
            let text = format!(
                "outputs: {{o: {{value: {{str_replace: {{template: {template}, params: {{$a: 1, b: 2}}}}}}}}}}"
            );
            check(&RULE, &text, expect);
        };
        check("x $a b", &[]);
        check("x a b", &["$a => `$a` does not occur in the text"]);
        check("{get_file: x}", &[]);
    }
}
