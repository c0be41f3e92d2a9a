//! The guide page about `yaql`: its use in templates, and all functions.
//!
//! The part about functions is generated from the library of the crate `yaql`. It is the same on every site, so a test writes it
//! to a snapshot, which is included here, and building a site does not need the library.

#[cfg(test)]
mod written;

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
const RECORDED: &str = include_str!("yaql/snapshots/heat_site__guide__yaql__written__functions.snap");

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
