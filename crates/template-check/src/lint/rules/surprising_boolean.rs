//! Rule `surprising-boolean`: a word without quotes is a boolean.

use heat_model::Value;

use crate::lint::scalar::scalars;
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "surprising-boolean",
    family: Family::Yaml,
    summary: "A word without quotes is a boolean",
    docs: r"
## What it does
Reports `yes`, `no`, `on` and `off` without quotes where a string is expected.

## Why
YAML 1.1 reads them as booleans, which Heat converts to the string `True` or `False`.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {salt: on}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {salt: 'on'}
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for scalar in scalars(context) {
        let is_boolean = matches!(scalar.value, Value::Bool(_));
        let is_word = !["true", "false"].iter().any(|word| scalar.text.eq_ignore_ascii_case(word));
        if is_boolean && is_word && scalar.expects_text {
            let message = format!("YAML reads `{}` as a boolean", scalar.text);
            let quoted = format!("'{}'", scalar.text);
            findings
                .report(scalar.span, message, format!("put it in quotes: `{quoted}`"))
                .fix(scalar.span, quoted);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in;

    #[test]
    fn words_are_reported_where_a_string_is_expected() {
        let check = check_in(&RULE, "resources: {a: {type: My::Thing, properties: {…}}}");
        check("new: yes", &["yes => YAML reads `yes` as a boolean"]);
        check("new: 'yes'", &[]);
        check("new: true", &[]);
        check("flag: yes", &[]);
        check("any: yes", &[]);
    }
}
