//! The guide page about `yaql`: its use in templates, and all functions.
//!
//! The part about functions is generated from the library of the crate `yaql`. It is the same on every site, so a test writes it
//! to a snapshot, which is included here, and building a site does not need the library.

use super::page::{GuidePage, Readers};

/// The address of the page about yaql.
pub(crate) const URL: &str = "guide/yaql-in-templates.html";

/// Search keywords of the page about yaql, in addition to the names of functions.
const KEYWORDS: &str =
    "yaql|query|query language|expression|lambda|yaql functions|limit_iterators|memory_quota";

const INTRODUCTION: &str = "# yaql in templates

The function `yaql` evaluates an expression of a query language: it selects, groups and reshapes lists and maps in a way that the other \
functions of templates cannot. HOT has it since 2016-10-14, and in `conditions` since 2017-09-01.

```yaml
heat_template_version: 2018-08-31
parameters:
  rules:
    type: json
    description: The ports of the service.
    default:
      - {name: http, port: 80, public: true}
      - {name: metrics, port: 9100, public: false}
outputs:
  public_ports:
    value:
      yaql:
        expression: $.data.rules.where($.public).select($.port)
        data: {rules: {get_param: rules}}
```

- `data` is what the expression works on: `$` is a map with the key `data`. Nothing else of the template is visible inside.
- `$` is the item in the arguments of `select`, `where` and the like. `let(all => $.data) -> …` keeps a value under a name, `$all`.
- A name is text without quotes: `$.name = http` compares with `'http'`. `true`, `false` and `null` are values.
- Arguments by name are written `name => value`.

## Null before creation

When Heat validates a new stack, it evaluates the expressions in properties, and attributes of resources that do not exist yet are null. An \
expression that fails for null makes the whole template invalid:

```text
Property error: resources.hosts.properties.value:
No method \"len\" for receiver None matches supplied arguments
```

Give null a value first: `coalesce($.data.addresses, []).len()`. `heat-codegen validate` evaluates expressions in the same way and \
reports those that fail, with the place inside the expression.

## Limits

Heat's engine lets an expression iterate over 200 items (`limit_iterators`) and allows 10,000 bytes for each value (`memory_quota`), as Python \
counts them: a text of 9,952 ASCII characters already fails. Operators change both in the section `yaql` of `heat.conf`. The rule \
[`yaql-near-limit`](/rules/template/yaql-near-limit.html) reports expressions that need more than half of it.

## Try an expression

```console
$ heat-codegen yaql '$.data.rules.where($.public).select($.port)' --data rules.yaml
$ heat-codegen yaql 'range(3).select($ * 2)' --format json
```

The file has what the template gives as `data`. Errors show their place, and what was probably meant.

";

/// The snapshot that the test writes: the names of the functions on the first line, then the part of the page. Its header ends
/// with the second `---`.
const RECORDED: &str = include_str!("snapshots/heat_site__guide__yaql__tests__functions.snap");

/// The names of all functions and methods, and the part of the page about them.
fn recorded() -> (&'static str, &'static str) {
    let contents = RECORDED.splitn(3, "---\n").nth(2).unwrap_or_default();
    contents.split_once('\n').unwrap_or_default()
}

/// The page about yaql.
pub(crate) fn yaql_page() -> GuidePage {
    let (names, functions) = recorded();
    GuidePage {
        readers: Readers::TemplateAuthors,
        url: URL.to_owned(),
        file: None,
        title: "yaql in templates".to_owned(),
        description: "How templates use the query language, with every function, its forms and an example."
            .to_owned(),
        text: format!("{INTRODUCTION}{}\n\n", functions.trim_end()),
        keywords: format!("{KEYWORDS}|{names}"),
        // Entries for the sections would be twice as large as the names.
        has_section_entries: false,
        rules: None,
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use indexmap::{IndexMap, IndexSet};
    use yaql::{Function, functions};

    use super::yaql_page;

    /// The modules of yaql's library in reading order, with their headings.
    const MODULES: &[(&str, &str)] = &[
        ("queries", "Queries"),
        ("collections", "Lists, dictionaries and sets"),
        ("strings", "Strings"),
        ("regex", "Regular expressions"),
        ("common", "Comparison"),
        ("boolean", "Boolean operators"),
        ("branching", "Branching"),
        ("math", "Numbers"),
        ("datetime", "Dates and times"),
        ("system", "Variables, functions and contexts"),
        ("yaqlized", "Objects of Python"),
    ];

    #[test]
    fn the_functions_are_recorded() {
        let mut text = names().join("|");
        text.push('\n');
        operators(&mut text);
        for (module, heading) in MODULES {
            let mut by_name: IndexMap<&str, Vec<Function>> = IndexMap::new();
            let named = functions().filter(|function| function.module() == *module);
            for function in
                named.filter(|function| operator_form(function).is_none() && !is_internal(function))
            {
                by_name.entry(property(&function).unwrap_or(function.name())).or_default().push(function);
            }
            if !by_name.is_empty() {
                let _ = writeln!(text, "## {heading}\n");
            }
            for (name, forms) in by_name {
                details(&mut text, name, &forms);
            }
        }
        insta::assert_snapshot!("functions", text);
        assert!(yaql_page().text.contains(text.split_once('\n').unwrap().1.trim_end()));
    }

    /// The names of all functions and methods, for the search.
    fn names() -> Vec<&'static str> {
        let names: IndexSet<&str> = functions()
            .map(|function| function.name())
            .filter(|name| !name.starts_with(['#', '*']))
            .collect();
        names.into_iter().collect()
    }

    /// Writes the operators of all modules.
    fn operators(text: &mut String) {
        text.push_str("## Operators\n\n| Form | Result | Example |\n| --- | --- | --- |\n");
        for function in functions() {
            let Some(form) = operator_form(&function) else { continue };
            let example = format!("{} → {}", function.example(), function.example_result());
            let cells = [code(&form), function.summary().to_owned(), code(&example)];
            let cells = cells.map(|cell| cell.replace('|', "\\|"));
            let _ = writeln!(text, "| {} |", cells.join(" | "));
        }
        text.push('\n');
    }

    fn details(text: &mut String, name: &str, forms: &[Function]) {
        let _ = writeln!(text, "### `{name}`\n");
        for form in forms {
            let signature = match property(form) {
                Some(property) => format!("({}).{property}", form.parameters().join(", ")),
                None => form.signature(),
            };
            let _ = writeln!(text, "- {}: {}", code(&signature), form.summary());
        }
        text.push_str("\n```text\n");
        let mut examples: Vec<String> =
            forms.iter().map(|form| format!("{}  →  {}", form.example(), form.example_result())).collect();
        examples.dedup();
        for example in examples {
            let _ = writeln!(text, "{example}");
        }
        text.push_str("```\n\n");
    }

    /// Inline code, also for a text with backticks.
    fn code(text: &str) -> String {
        if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
    }

    /// An operator with the names and types of its operands; `None` for a function.
    fn operator_form(function: &Function) -> Option<String> {
        let parameters = function.parameters();
        let operand = |index: usize| parameters.get(index).map_or("any", |parameter| types_of(parameter));
        if let Some(operator) = function.name().strip_prefix("#unary_operator_") {
            let space = if operator.starts_with(char::is_alphabetic) { " " } else { "" };
            return Some(format!("{operator}{space}{}", operand(0)));
        }
        if let Some(operator) = function.name().strip_prefix("#operator_") {
            let rest = usize::from(parameters.len() > 1);
            let space = if matches!(operator, "." | "?.") { "" } else { " " };
            return Some(format!("{}{space}{operator}{space}{}", operand(0), operand(rest)));
        }
        let operands = || parameters.iter().map(|parameter| types_of(parameter)).collect::<Vec<_>>();
        match function.name() {
            // The names under which yaql registers these two operators.
            "*equal" => Some("any = any".to_owned()),
            "*not_equal" => Some("any != any".to_owned()),
            "#list" => Some("[any, …]".to_owned()),
            "#map" => Some("{any => any, …}".to_owned()),
            "#indexer" => {
                let operands = operands();
                Some(format!("{}[{}]", operands.first()?, operands.get(1..).unwrap_or_default().join(", ")))
            }
            "#get_context_data" => Some("$name".to_owned()),
            _ => None,
        }
    }

    /// The type in `name: type`, without the default.
    fn types_of(parameter: &str) -> &str {
        let kind = parameter.split_once(": ").map_or(parameter, |(_, kind)| kind);
        kind.split(" = ").next().unwrap_or(kind)
    }

    /// The name of a property, such as the hour of a date; `None` for other functions.
    fn property(function: &Function) -> Option<&'static str> {
        function.name().strip_prefix("#property#")
    }

    /// Returns whether a function is internal: expressions cannot call it, because it only converts results into data.
    fn is_internal(function: &Function) -> bool {
        function.name().starts_with('#') && property(function).is_none()
    }

    #[test]
    fn every_function_is_on_the_page() {
        let text = yaql_page().text;
        for function in
            functions().filter(|function| !is_internal(function) || operator_form(function).is_some())
        {
            let shown = match operator_form(&function) {
                Some(form) => format!("| {} |", code(&form).replace('|', "\\|")),
                None => format!("### `{}`\n", property(&function).unwrap_or(function.name())),
            };
            assert!(text.contains(&shown), "{shown}");
            assert!(text.contains(function.summary()), "{}", function.name());
        }
        let left_out: Vec<_> = functions()
            .filter(|function| is_internal(function) && operator_form(function).is_none())
            .map(|function| function.name())
            .collect();
        assert_eq!(left_out, ["#finalize", "#iter"]);
    }

    #[test]
    fn modules_are_those_of_the_library() {
        for function in functions() {
            assert!(MODULES.iter().any(|(module, _)| *module == function.module()), "{}", function.module());
        }
    }

    #[test]
    fn operators_show_their_operands() {
        let form = |name: &str| {
            functions().find(|function| function.name() == name).and_then(|found| operator_form(&found))
        };
        assert_eq!(form("#unary_operator_not").as_deref(), Some("not any"));
        assert_eq!(form("#operator_mod").as_deref(), Some("number mod number"));
        assert_eq!(form("select"), None);
    }
}
