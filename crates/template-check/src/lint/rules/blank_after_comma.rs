//! Rule `blank-after-comma`: list items begin or end with a space.

use heat_hot_language::ParameterType;
use heat_model::Value;
use heat_yaml::Span;

use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "blank-after-comma",
    family: Family::Parameters,
    summary: "List items begin or end with a space",
    docs: r"
## What it does
Reports the default of a `comma_delimited_list` with a space after a comma.

## Why
Heat splits the text at the commas and keeps the spaces: ` b` and `b` are different values.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  zones: {type: comma_delimited_list, description: Where servers may run., default: 'a, b'}
outputs:
  zones: {value: {get_param: zones}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  zones: {type: comma_delimited_list, description: Where servers may run., default: 'a,b'}
outputs:
  zones: {value: {get_param: zones}}
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for (_, parameter) in context.parameters() {
        let definition = &parameter.definition;
        let default = definition.default.as_ref().and_then(Value::as_str);
        let (ParameterType::CommaDelimitedList, Some(text), Some(span)) =
            (definition.parameter_type, default, definition.spans.default)
        else {
            continue;
        };
        let items: Vec<&str> = text.split(',').collect();
        if items.iter().any(|item| item.trim() != *item) {
            let trimmed: Vec<&str> = items.iter().map(|item| item.trim()).collect();
            let help = format!("write `{}`", trimmed.join(","));
            let message = "the items of this list begin or end with a space";
            let mut reported = findings.report(span, message, help);
            let written = context.template.source().slice(span);
            // A text written in another way, such as with escapes or in several lines, is not edited.
            if let Some(start) = written.find(text) {
                let start = span.start + start;
                reported.fix(Span::new(start, start + text.len()), trimmed.join(","));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in;

    #[test]
    fn blanks_belong_to_the_items() {
        let check = check_in(&RULE, "parameters: {a: {type: comma_delimited_list, default: …}}");
        check("'a, b'", &["'a, b' => the items of this list begin or end with a space"]);
        check("'a,b c'", &[]);
        check("[a, b]", &[]);
        check("''", &[]);
    }
}
