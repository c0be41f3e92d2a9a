//! Rule `yaql-arguments`: a function of `yaql` is called with too many or too few arguments.

use std::collections::HashMap;

use yaql::{CallSite, Function, functions};

use crate::lint::query::{ExpressionPlaces, queries};
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "yaql-arguments",
    family: Family::Functions,
    summary: "A function of `yaql` is called with too many or too few arguments",
    docs: r"
## What it does
Reports calls in an expression of `yaql` with a number of arguments that no form of the function takes.

## Why
The expression fails when it is evaluated: in a property, Heat refuses the template; in an output, the output has no value.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  ports: {type: comma_delimited_list, description: Open ports.}
outputs:
  strings: {value: {yaql: {expression: $.data.ports.select(), data: {ports: {get_param: ports}}}}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  ports: {type: comma_delimited_list, description: Open ports.}
outputs:
  strings: {value: {yaql: {expression: $.data.ports.select(str($)), data: {ports: {get_param: ports}}}}}
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let mut places = ExpressionPlaces::new(context);
    let known = by_name();
    for query in queries(context) {
        let inspection = &query.inspection;
        for call in inspection.calls.iter().filter(|call| !inspection.definitions.contains(&call.name)) {
            let forms = known.get(call.name.as_str()).into_iter().flatten();
            let forms: Vec<&Function> = forms.filter(|form| is_called_so(form, call)).collect();
            let given = call.arguments + call.named.len() + usize::from(call.is_method);
            let takes = |form: &&Function| {
                given >= form.min_arguments() && form.max_arguments().is_none_or(|most| given <= most)
            };
            if forms.is_empty() || forms.iter().any(takes) {
                continue;
            }
            let place = places.of(&query, call.span.start..call.span.end);
            let count = given - usize::from(call.is_method);
            let message = format!("`{}` does not take {count} {}", call.name, plural(count));
            let forms: Vec<String> = forms.iter().map(|form| format!("`{}`", form.signature())).collect();
            findings.report(place, message, format!("write {}", forms.join(" or ")));
        }
    }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "argument" } else { "arguments" }
}

/// Functions of yaql with all their forms, by name.
fn by_name() -> HashMap<&'static str, Vec<Function>> {
    let mut known: HashMap<&str, Vec<Function>> = HashMap::new();
    for function in functions() {
        known.entry(function.name()).or_default().push(function);
    }
    known
}

/// Returns whether a call has the kind of the form: a method or a function.
fn is_called_so(form: &Function, call: &CallSite) -> bool {
    if call.is_method { form.is_method() } else { form.is_function() }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in;

    #[test]
    fn the_number_of_arguments_fits_a_form() {
        let check = check_in(&RULE, "outputs: {o: {value: {yaql: {expression: '…', data: {x: 1}}}}}");
        check("$.data.x.select($)", &[]);
        check("$.data.x.select($, 1)", &["select($, 1) => `select` does not take 2 arguments"]);
        check("$.data.x.len(1)", &["len(1) => `len` does not take 1 argument"]);
        check("range(1, 2, 3)", &[]);
        check("range()", &["range() => `range` does not take 0 arguments"]);
        check("dict(a => 1, b => 2, c => 3)", &[]);
        check("$.data.x.orderBy(selector => $)", &[]);
        check("$.data.x.nothing(1)", &[]);
    }
}
