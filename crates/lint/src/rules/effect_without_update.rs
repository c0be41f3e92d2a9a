//! Rule `effect-without-update`: a property that is never updated has an `update_effect`.

use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, PropertySite, Rule, Section};

pub(crate) static RULE: Rule = Rule {
    id: "effect-without-update",
    severity: Severity::Error,
    summary: "A property that is never updated says what an update costs",
    docs: r"
## What it does
Reports an `update_effect` on a property whose changes never come to the plug-in: one without `update_allowed`, or with
`immutable`. For fields and items, the property at the top decides. In `update_policy`, it is always reported.

## Why
Heat replaces the resource, or refuses the change, before it calls the plug-in, so the docs would describe something that
never happens. A changed update policy is only stored.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    update_effect: none
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    update_allowed: true
    update_effect: none
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for site in context.properties.iter().filter(|site| site.schema.update_effect.is_some()) {
        let Some((why, help)) = never_updated(context, site) else { continue };
        findings
            .report(
                &site.path.join("update_effect"),
                Part::Key,
                format!("{} has an `update_effect`, but {why}", site.what()),
            )
            .label("never applies")
            .help(help);
    }
}

/// Returns the reason why changes of a property never reach the plug-in, and the help; `None` if they do.
fn never_updated(context: &Context<'_>, site: &PropertySite<'_>) -> Option<(String, String)> {
    if site.section == Section::UpdatePolicy {
        return Some(("a changed update policy is only stored".to_owned(), "remove it".to_owned()));
    }
    let name = site.names.first()?;
    let top = context.schema.properties.get(*name)?;
    if top.immutable {
        let why = format!("changes of `{name}` are refused");
        return Some((why, format!("remove it, or `immutable` of `{name}`")));
    }
    (!top.update_allowed).then(|| {
        let why = format!("a change of `{name}` replaces the resource");
        (why, format!("remove it, or add `update_allowed: true` to `{name}`"))
    })
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn the_property_at_the_top_decides() {
        let check = |top: &str, expect: &[&str]| {
            let text = format!(
                "properties:
  a:
    type: list
    {top}
    schema: {{'*': {{type: map, schema: {{b: {{type: string, update_allowed: true, update_effect: none}}}}}}}}"
            );
            check(&RULE, &text, expect);
        };
        check("update_allowed: true", &[]);
        check("update_allowed: true\n    update_effect: none", &[]);
        check(
            "required: true",
            &[
                "update_effect => property `a.b` has an `update_effect`, but a change of `a` replaces the resource",
            ],
        );
        check(
            "immutable: true",
            &["update_effect => property `a.b` has an `update_effect`, but changes of `a` are refused"],
        );
    }

    #[test]
    fn a_property_that_is_both_is_refused() {
        check(
            &RULE,
            "properties: {a: {type: map, update_allowed: true, immutable: true, update_effect: none}}",
            &["update_effect => property `a` has an `update_effect`, but changes of `a` are refused"],
        );
    }

    #[test]
    fn update_policies_cost_nothing() {
        check(
            &RULE,
            "update_policy: {a: {type: map, update_allowed: true, update_effect: none}}",
            &[
                "update_effect => update policy `a` has an `update_effect`, but a changed update policy is only stored",
            ],
        );
    }
}
