//! Rule `replaceable-yaql`: a function of the template does what an expression of `yaql` does.

use heat_hot_language::function;

use super::unused_yaql_data::name;
use crate::lint::query::{Query, is_list, queries};
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "replaceable-yaql",
    family: Family::Functions,
    summary: "A function of the template does what an expression of `yaql` does",
    docs: r"
## What it does
Reports an expression of `yaql` that only joins or splits text, concatenates lists, merges maps, or looks for an item, if the template
version has a function for that.

## Why
A function needs no second language, has no limits of its own, and accepts attributes that have no value yet: when Heat validates a new
stack, attributes are null, and many expressions fail for null.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  names: {type: comma_delimited_list, description: Names of hosts.}
outputs:
  hosts: {value: {yaql: {expression: '$.data.names.join(`;`)', data: {names: {get_param: names}}}}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  names: {type: comma_delimited_list, description: Names of hosts.}
outputs:
  hosts: {value: {list_join: [;, {get_param: names}]}}
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for query in queries(context) {
        let Some(instead) = replacement(context, &query) else { continue };
        if !function(instead.function).is_some_and(|function| function.is_value(context.version())) {
            continue;
        }
        let message = format!("`{}` does the same", instead.function);
        findings.report(query.span(), message, format!("write `{}`", instead.form));
    }
}

/// Function of the template that can replace an expression.
struct Replacement {
    function: &'static str,
    form: String,
}

/// Returns the replacement of an expression that is one operation on names in the data.
fn replacement(context: &Context<'_>, query: &Query<'_>) -> Option<Replacement> {
    let inspection = &query.inspection;
    let names: Vec<&str> = inspection
        .paths
        .iter()
        .map(|path| name(path).filter(|_| path.keys.len() == 2))
        .collect::<Option<_>>()?;
    let text = compact(query.expression.text());
    let value = |name: &str| format!("$.data.{name}");
    let is = |function, form: String| Some(Replacement { function, form });
    match names.as_slice() {
        [one] => {
            let path = value(one);
            if let Some(separator) = text
                .strip_prefix(&format!("{path}.join("))
                .and_then(|rest| rest.strip_suffix(')'))
                .and_then(quoted)
            {
                return is("list_join", format!("{{list_join: ['{separator}', VALUE]}}"));
            }
            if let Some(separator) = text.strip_suffix(&format!(".join({path})")).and_then(quoted) {
                return is("list_join", format!("{{list_join: ['{separator}', VALUE]}}"));
            }
            let split = text
                .strip_prefix(&format!("{path}.split("))
                .and_then(|rest| rest.strip_suffix(')'))
                .and_then(quoted)?;
            is("str_split", format!("{{str_split: ['{split}', VALUE]}}"))
        }
        [left, right] => {
            let (left_path, right_path) = (value(left), value(right));
            if text == format!("{left_path}.contains({right_path})")
                || text == format!("{left_path}in{right_path}")
            {
                return is("contains", "{contains: [ITEM, LIST]}".to_owned());
            }
            if text == format!("{left_path}.set({right_path})") {
                return is("map_merge", "{map_merge: [MAP, MAP]}".to_owned());
            }
            let are_lists = || {
                let entries = query.data().unwrap_or_default();
                [left, right].iter().all(|name| {
                    entries.iter().any(|entry| entry.key == **name && is_list(context, &entry.value))
                })
            };
            (text == format!("{left_path}+{right_path}") && are_lists()).then(|| Replacement {
                function: "list_concat",
                form: "{list_concat: [LIST, LIST]}".to_owned(),
            })
        }
        _ => None,
    }
}

/// Removes the white space outside of quotes from a text.
fn compact(text: &str) -> String {
    let mut quote = None;
    let mut is_escaped = false;
    text.chars()
        .filter(|character| {
            let is_kept = quote.is_some() || !character.is_whitespace();
            match quote {
                Some(_) if is_escaped => is_escaped = false,
                Some(_) if *character == '\\' => is_escaped = true,
                Some(open) if open == *character => quote = None,
                None if matches!(character, '\'' | '"' | '`') => quote = Some(*character),
                _ => {}
            }
            is_kept
        })
        .collect()
}

/// Returns the content of a string without escapes and quotes in it.
fn quoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|quote| matches!(quote, '\'' | '"' | '`'))?;
    let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
    (!inner.contains(['\\', '\'', '"', '`'])).then_some(inner)
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check;

    #[test]
    fn one_operation_is_one_function() {
        let check_in = |version: &str, expression: &str, function: Option<&str>| {
            let data = "{a: [1], b: [2]}";
            let text = format!(
                "heat_template_version: {version}\noutputs: {{o: {{value: {{yaql: {{expression: |-\n  {expression}\n, data: {data}}}}}}}}}"
            );
            let text = text.replace("|-\n  ", "\"").replace("\n, data", "\", data");
            let expect = function.map(|function| format!("\"{expression}\" => `{function}` does the same"));
            check(&RULE, &text, expect.as_deref().as_slice());
        };
        let check = |expression: &str, function: Option<&str>| check_in("2018-08-31", expression, function);
        check("$.data.a.join(',')", Some("list_join"));
        check("', '.join($.data.a)", Some("list_join"));
        check("$.data.a.split(' ')", Some("str_split"));
        check("$.data.a + $.data.b", Some("list_concat"));
        check("$.data.a + [3]", None);
        check("$.data.b in $.data.a", Some("contains"));
        check("$.data.a.contains($.data.b)", Some("contains"));
        check("$.data.a.set($.data.b)", Some("map_merge"));
        check("$.data.a.mergeWith($.data.b)", None);
        check("$.data.a.join($.data.b)", None);
        check("$.data.a.where($ > 1).join(',')", None);
        check_in("2016-10-14", "$.data.a + $.data.b", None);
        check_in("2016-10-14", "$.data.a.join(',')", Some("list_join"));
    }
}
