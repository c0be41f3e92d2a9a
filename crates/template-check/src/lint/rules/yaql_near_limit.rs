//! Rule `yaql-near-limit`: an expression of `yaql` uses more than half of what Heat allows.

use yaql::{ErrorClass, Limits, Settings};

use crate::lint::query::queries;
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "yaql-near-limit",
    family: Family::Functions,
    summary: "An expression of `yaql` uses more than half of what Heat allows",
    docs: r"
## What it does
Evaluates an expression of `yaql` whose data stand in the template or are values of parameters, and reports it if it needs more than half
of a limit of Heat: 200 items where a function takes an iterator, and 10,000 bytes for each value, as Python counts them.

## Why
Data grow, and the expression fails as soon as they have doubled: updates of the stack fail then. The limits are settings of the
engine (`limit_iterators` and `memory_quota` in the section `yaql`), which authors of templates seldom can change.

## Example
```yaml
heat_template_version: 2018-08-31
outputs:
  numbers: {value: {yaql: {expression: 'range(150).select(str($))'}}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
outputs:
  numbers: {value: {yaql: {expression: 'range(80).select(str($))'}}}
```
",
    check: Check::Template(check),
};

/// Maximum number of steps for the expressions of a template together. Expressions beyond the limit are not evaluated.
const MAX_STEPS: u64 = 1_000_000;

/// Minimum number of steps for an evaluation, as it converts the data.
const LEAST_STEPS: u64 = 100;

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let allowed = Limits::default();
    let half = Limits {
        iterators: allowed.iterators.map(|items| items / 2),
        memory_quota: allowed.memory_quota / 2,
        ..allowed
    };
    let mut steps = MAX_STEPS;
    for query in queries(context) {
        if steps == 0 {
            return;
        }
        let Some(dollar) = query.dollar(context) else { continue };
        let mut evaluate = |limits: Limits| {
            let limits = Limits { steps: limits.steps.min(steps), ..limits };
            let settings = Settings { limits, ..Settings::default() };
            let (result, taken) = query.expression.evaluate_counted(&dollar, &settings);
            steps = steps.saturating_sub(taken.max(LEAST_STEPS));
            result
        };
        // An expression that succeeds within half of the limits is not near them.
        let Err(error) = evaluate(half) else { continue };
        let what = match error.class {
            ErrorClass::CollectionTooLarge => "more than 100 of the 200 items that Heat lets it iterate over",
            ErrorClass::MemoryQuotaExceeded => {
                "more than 5,000 of the 10,000 bytes that Heat allows for a value"
            }
            _ => continue,
        };
        if evaluate(allowed).is_ok() {
            let help = "let functions of the template do the work, or pass fewer data";
            findings.report(query.span(), format!("the expression uses {what}"), help);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in_two;

    #[test]
    fn half_of_a_limit_is_enough() {
        let check = check_in_two(&RULE, "outputs: {o: {value: {yaql: {expression: …, data: …}}}}");
        let items = |count: usize| format!("{{x: [{}]}}", vec!["1"; count].join(", "));
        let said = "$.data.x.select($) => the expression uses more than 100 of the 200 items that Heat lets it iterate over";
        check("$.data.x.select($)", &items(100), &[]);
        check("$.data.x.select($)", &items(101), &[said]);
        check("$.data.x.select($)", &items(201), &[]);
        let text = format!("{{x: {}}}", "a".repeat(6000));
        let said = "$.data.x.trim() => the expression uses more than 5,000 of the 10,000 bytes that Heat allows for a value";
        check("$.data.x.trim()", &text, &[said]);
        check("$.data.x.select($)", "{x: {get_attr: [a, b]}}", &[]);
    }
}
