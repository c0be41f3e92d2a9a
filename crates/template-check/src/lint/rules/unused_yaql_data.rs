//! Rule `unused-yaql-data`: an expression of `yaql` does not use a name in its `data`.

use std::collections::HashSet;

use heat_hot::snippet::Entry;

use crate::lint::occurrence::occurring;
use crate::lint::query::queries;
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "unused-yaql-data",
    family: Family::Functions,
    summary: "An expression of `yaql` does not use a name in its `data`",
    docs: r"
## What it does
Reports a name in the `data` of a `yaql` that its expression does not use. Nothing is reported if the expression uses the data as a whole.

## Why
Often the name is misspelt here or in the expression. If it is not, the value is computed for nothing.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  ports: {type: comma_delimited_list, description: Open ports.}
outputs:
  first: {value: {yaql: {expression: $.data.ports.first(), data: {ports: {get_param: ports}, default: 80}}}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  ports: {type: comma_delimited_list, description: Open ports.}
outputs:
  first:
    value: {yaql: {expression: $.data.ports.first($.data.default), data: {ports: {get_param: ports}, default: 80}}}
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for query in queries(context) {
        let Some(entries) = query.data() else { continue };
        let inspection = &query.inspection;
        let is_whole = |path: &yaql::DataName| path.keys.len() == 1 && path.keys[0] == "data";
        if inspection.uses_all_data || inspection.paths.iter().any(is_whole) {
            continue;
        }
        let text = query.expression.text();
        let words: HashSet<&str> = text.split(|character| !is_of_word(character)).collect();
        let occur = occurring(text, entries.iter().map(|entry| entry.key.as_str()));
        // A name that is not a word is searched anywhere in the text.
        let is_used = |entry: &Entry, occurs| {
            if entry.key.chars().all(is_of_word) { words.contains(entry.key.as_str()) } else { occurs }
        };
        // Every occurrence is a possible use: variables can contain the data, and functions evaluate their arguments with another
        // `$`.
        for (entry, _) in entries.iter().zip(occur).filter(|(entry, occurs)| !is_used(entry, *occurs)) {
            let message = format!("the expression does not use `{}`", entry.key);
            findings.report(
                entry.key_span,
                message,
                format!("remove it, or use it as `$.data.{}`", entry.key),
            );
        }
    }
}

/// Returns whether a character can be part of a name in an expression.
fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Name in the data that a path begins with.
pub(super) fn name(path: &yaql::DataName) -> Option<&str> {
    match path.keys.as_slice() {
        [data, name, ..] if data == "data" => Some(name),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in;

    #[test]
    fn every_name_is_used() {
        let check = check_in(&RULE, "outputs: {o: {value: {yaql: {expression: '…', data: {a: 1, b: 2}}}}}");
        check("$.data.a + $.data.b", &[]);
        check("$.data.a", &["b => the expression does not use `b`"]);
        check("$.data[a] + $.data.get(b)", &[]);
        check("$.data.values()", &[]);
        check("len($)", &[]);
        check("let(x => 1) -> $.data.a + $.data.b + $x", &[]);
        check("[1].select($ + $.data.b)", &["a => the expression does not use `a`"]);
        check(
            "$.data.ab + $.data.b1",
            &["a => the expression does not use `a`", "b => the expression does not use `b`"],
        );
    }

    #[test]
    fn every_name_of_many_is_looked_for() {
        let uses: Vec<String> = (0..10_000).map(|number| format!("$.data.k{number}")).collect();
        let data: Vec<String> = (0..20_000).map(|number| format!("k{number}: 1")).collect();
        let text = format!(
            "outputs: {{o: {{value: {{yaql: {{expression: '[{}]', data: {{{}}}}}}}}}}}",
            uses.join(", "),
            data.join(", ")
        );
        assert_eq!(crate::lint::tests::messages(&RULE, &text).len(), 10_000);
    }
}
