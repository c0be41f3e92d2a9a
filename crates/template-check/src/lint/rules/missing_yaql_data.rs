//! Rule `missing-yaql-data`: an expression of `yaql` uses a name that is not in its `data`.

use std::collections::HashSet;

use heat_model::suggest::nearest;

use super::unused_yaql_data::name;
use crate::lint::query::{ExpressionPlaces, queries};
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "missing-yaql-data",
    family: Family::Functions,
    summary: "An expression of `yaql` uses a name that is not in its `data`",
    docs: r"
## What it does
Reports `$.data.NAME` in an expression of `yaql` whose `data` have no such name.

## Why
The expression fails when it is evaluated: in a property, Heat refuses the template; in an output, the output has no value.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  ports: {type: comma_delimited_list, description: Open ports.}
outputs:
  first: {value: {yaql: {expression: $.data.ports.first($.data.default), data: {ports: {get_param: ports}}}}}
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

/// Maximum number of names in the data that a missing name is compared with.
const MAX_COMPARED: usize = 100;

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let mut places = ExpressionPlaces::new(context);
    for query in queries(context) {
        let Some(entries) = query.data() else { continue };
        let known: HashSet<&str> = entries.iter().map(|entry| entry.key.as_str()).collect();
        for path in &query.inspection.paths {
            let Some(name) = name(path).filter(|name| !known.contains(name)) else { continue };
            let place = places.of(&query, path.span.start..path.span.end);
            let compared = entries.iter().take(MAX_COMPARED).map(|entry| entry.key.as_str());
            let help = match nearest(name, compared) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("add `{name}` to the `data` beside the expression"),
            };
            findings.report(place, format!("the `data` have no `{name}`"), help);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in_two;

    #[test]
    fn names_are_there() {
        let check = check_in_two(&RULE, "outputs: {o: {value: {yaql: {expression: '…'…}}}}");
        check("$.data.a", ", data: {a: 1}", &[]);
        check("$.data.b.len()", ", data: {a: 1}", &["$.data.b => the `data` have no `b`"]);
        check("$.data.b", "", &["$.data.b => the `data` have no `b`"]);
        check("$.data.b", ", data: {get_attr: [x, y]}", &[]);
        check("[1].select($.data.b)", ", data: {a: 1}", &[]);
        check("$.data.a.b", ", data: {a: {}}", &[]);
    }
}
