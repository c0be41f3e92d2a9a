//! Rule `surprising-number`: YAML reads a number as a different number.

use heat_model::Value;

use crate::lint::scalar::scalars;
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "surprising-number",
    family: Family::Yaml,
    summary: "YAML reads a number as a different number",
    docs: r"
## What it does
Reports numbers that YAML 1.1 reads in another base (`010`, `22:30`), and decimal fractions that lose their last zero where a
string is expected (`1.10`).

## Why
`010` is 8, `22:30` is 1350, and Heat converts `1.10` to the string `1.1`.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {salt: 22:30}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {salt: '22:30'}
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for scalar in scalars(context) {
        let text = scalar.text;
        let digits = text.trim_start_matches(['+', '-']);
        let is_octal =
            digits.len() > 1 && digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
        let is_other = match scalar.value {
            Value::Integer(_) => is_octal && !scalar.is_file_mode || text.contains(':'),
            Value::Float(_) => {
                text.contains(':') || scalar.expects_text && text.contains('.') && text.ends_with('0')
            }
            _ => false,
        };
        if is_other {
            let message = format!("YAML reads `{text}` as {}", scalar.value);
            let quoted = format!("'{text}'");
            let mut reported = findings.report(scalar.span, message, format!("put it in quotes: `{quoted}`"));
            // Elsewhere, the number may be intended.
            if scalar.expects_text {
                reported.fix(scalar.span, quoted);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::{check, check_in};

    #[test]
    fn numbers_in_other_bases_are_reported() {
        let check = check_in(&RULE, "resources: {a: {type: My::Thing, properties: {…}}}");
        check("any: 010", &["010 => YAML reads `010` as 8"]);
        check("any: 22:30", &["22:30 => YAML reads `22:30` as 1350"]);
        check("new: 1.10", &["1.10 => YAML reads `1.10` as 1.1"]);
        check("any: 1.10", &[]);
        check("any: '010'", &[]);
        check("any: [0, 10, -5, 0x1F]", &[]);
    }

    #[test]
    fn defaults_of_parameters_too() {
        check(&RULE, "parameters: {a: {type: string, default: 1.10}}", &["1.10 => YAML reads `1.10` as 1.1"]);
        check(&RULE, "parameters: {a: {type: number, default: 1.10}}", &[]);
    }
}
