//! Rule `unknown-yaql-function`: an expression of `yaql` calls a function that does not exist.

use heat_hot::function::nearest_yaql_function;
use yaql::{CallSite, Inspection, functions};

use crate::lint::query::{ExpressionPlaces, queries};
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "unknown-yaql-function",
    family: Family::Functions,
    summary: "An expression of `yaql` calls a function that does not exist",
    docs: r"
## What it does
Reports functions and methods in an expression of `yaql` that the query language does not have.

## Why
The expression fails when it is evaluated: in a property, Heat refuses the template; in an output, the output has no value.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  ports: {type: comma_delimited_list, description: Open ports.}
outputs:
  count: {value: {yaql: {expression: $.data.ports.length(), data: {ports: {get_param: ports}}}}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  ports: {type: comma_delimited_list, description: Open ports.}
outputs:
  count: {value: {yaql: {expression: $.data.ports.len(), data: {ports: {get_param: ports}}}}}
```
",
    check: Check::Template(check),
};

/// Maximum number of names that are compared with all functions. A report shows no more findings of a rule.
const MAX_SUGGESTIONS: usize = 1_000;

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let mut places = ExpressionPlaces::new(context);
    let mut suggestions = MAX_SUGGESTIONS;
    for query in queries(context) {
        let inspection = &query.inspection;
        for call in inspection.calls.iter().filter(|call| is_unknown(call, inspection)) {
            let what = if call.is_method { "method" } else { "function" };
            let message = format!("yaql has no {what} `{}`", call.name);
            let place = places.of(&query, call.span.start..call.span.start + call.name.len());
            suggestions = suggestions.saturating_sub(1);
            let near = (suggestions > 0).then(|| nearest_yaql_function(&call.name, call.is_method)).flatten();
            findings.report(place, message, other_kind(call)).did_you_mean(place, &call.name, near);
        }
    }
}

fn is_unknown(call: &CallSite, inspection: &Inspection) -> bool {
    !call.is_known() && !inspection.definitions.contains(&call.name)
}

/// Returns the help for an unknown name that is not similar to the name of a function.
fn other_kind(call: &CallSite) -> String {
    let exists = functions().any(|function| function.name() == call.name);
    match (exists, call.is_method) {
        (true, true) => format!("`{}` is a function: write `{0}(VALUE)`", call.name),
        (true, false) => format!("`{}` is a method: write `VALUE.{0}()`", call.name),
        _ => "the guide's page *yaql in templates* lists all functions".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in;

    #[test]
    fn functions_and_methods_exist() {
        let check = check_in(&RULE, "outputs: {o: {value: {yaql: {expression: '…', data: {x: 1}}}}}");
        check("$.data.x.len()", &[]);
        check("len($.data.x)", &[]);
        check("$.data.x.selct($)", &["selct => yaql has no method `selct`"]);
        check("lenn($.data.x)", &["lenn => yaql has no function `lenn`"]);
        check("def(double, $ * 2) -> double($.data.x)", &[]);
        check("$.data.x.(", &[]);
    }

    #[test]
    fn every_call_of_many_is_looked_at() {
        let calls: Vec<String> = (0..20_000).map(|number| format!("f{number}()")).collect();
        let text = format!("outputs: {{o: {{value: {{yaql: {{expression: '[{}]'}}}}}}}}", calls.join(", "));
        let found = crate::lint::tests::messages(&RULE, &text);
        assert_eq!(found.len(), calls.len());
        assert!(found.contains(&"yaql has no function `f19999`".to_owned()));
    }
}
