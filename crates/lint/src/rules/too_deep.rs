//! `too-deep`.

use heat_yaml::Severity;

use crate::{Check, Rule};

pub(crate) static RULE: Rule = Rule {
    id: heat_yaml::code::TOO_DEEP,
    severity: Severity::Error,
    summary: "Lists and maps are nested too deeply",
    docs: r"
## What it does
Reports a file whose lists and maps are nested more than 128 levels deep, and schemas that are nested more than 16
levels deep.

## Why
A parser needs memory for each level of nesting. No real schema or template comes near that depth; a file that does is
broken or malicious.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties: {}
```
",
    check: Check::Reading,
};

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::RULE;
    use crate::tests::check;

    /// A property with this many levels of nesting.
    fn nested(levels: usize) -> String {
        let mut yaml = "properties:\n".to_owned();
        for level in 0..levels {
            let indent = level * 4 + 2;
            let _ =
                write!(yaml, "{:indent$}p{level}:\n{:indent$}  type: map\n{:indent$}  schema:\n", "", "", "");
        }
        let indent = levels * 4 + 2;
        let _ = write!(yaml, "{:indent$}last: {{type: string}}", "");
        yaml
    }

    #[test]
    fn sixteen_levels_are_enough() {
        check(&RULE, &nested(15), &[]);
        check(&RULE, &nested(16), &["last: {type: string} => schemas are nested more than 16 levels deep"]);
    }
}
