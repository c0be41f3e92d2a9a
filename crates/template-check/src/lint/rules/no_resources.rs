//! Rule `no-resources`: a template creates nothing.

use heat_yaml::{Entry, Node, Span, Value};

use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "no-resources",
    family: Family::Structure,
    summary: "A template creates nothing",
    docs: r"
## What it does
Reports a template without resources, unless its outputs compute something: then it is there for other templates. If the resources stand in the wrong place, such as inside of `description`, the finding says so.

## Why
Heat creates a stack of nothing, and reports that it is complete.

## Example
```yaml
heat_template_version: 2018-08-31
description: |
  A string that nobody guesses.
  resources:
    token: {type: OS::Heat::RandomString}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
description: A string that nobody guesses.
resources:
  token: {type: OS::Heat::RandomString}
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let template = context.template;
    let section = template.keys().resources;
    let entries = template.root().as_mapping().map(heat_yaml::Mapping::entries).unwrap_or_default();
    let own = entries.iter().find(|entry| entry.key.as_str() == Some(section));
    let is_empty = |entry: &Entry| match &entry.value.value {
        Value::Null => true,
        Value::Mapping(map) => map.entries().is_empty(),
        _ => false,
    };
    let Some(place) = own.map_or(entries.first(), Some).filter(|_| own.is_none_or(is_empty)) else { return };
    let message = "the template creates nothing: it has no resources";
    match entries.iter().find_map(|entry| misplaced(entry, section)) {
        Some((name, span)) => {
            let help = format!("move `{section}` out of `{name}`: it begins in the first column");
            findings.report(place.key.span, message, help).related(span, "these stand in another section");
        }
        // A template that computes something is meant as a nested template.
        None if computes(
            entries.iter().find(|entry| entry.key.as_str() == Some(template.keys().outputs)),
        ) => {}
        None => {
            findings.report(place.key.span, message, format!("add the section `{section}`"));
        }
    }
}

/// Returns whether an output is more than a literal or the value of a parameter.
fn computes(outputs: Option<&Entry>) -> bool {
    let outputs = outputs.and_then(|outputs| outputs.value.as_mapping()).map(heat_yaml::Mapping::entries);
    let is_plain = |node: &Node| match &node.value {
        Value::Mapping(map) => {
            let asks = |entry: &Entry| matches!(entry.key.as_str(), Some("get_param" | "Ref"));
            matches!(map.entries(), [only] if asks(only))
        }
        Value::Sequence(_) | Value::Set(_) => false,
        _ => true,
    };
    let value = |output: &Entry| {
        output
            .value
            .as_mapping()?
            .iter()
            .find(|entry| matches!(entry.key.as_str(), Some("value" | "Value")))
            .map(|entry| !is_plain(&entry.value))
    };
    outputs.unwrap_or_default().iter().filter_map(value).any(|computes| computes)
}

/// Returns the name under which the resources stand by mistake, with its span.
fn misplaced<'e>(entry: &'e Entry, section: &str) -> Option<(&'e str, Span)> {
    let name = entry.key.as_str().filter(|name| *name != section)?;
    let is_there = match &entry.value.value {
        Value::Mapping(map) => {
            return map.iter().find(|inner| holds(inner, section)).map(|inner| (name, inner.key.span));
        }
        Value::String(text) => text.lines().any(|line| line.trim() == format!("{section}:")),
        _ => false,
    };
    is_there.then_some((name, entry.value.span))
}

/// Returns whether an entry of another section contains the resources: a map of maps.
fn holds(entry: &Entry, section: &str) -> bool {
    let is_map = |node: &Node| node.as_mapping().is_some();
    entry.key.as_str() == Some(section)
        && entry.value.as_mapping().is_some_and(|map| map.iter().any(|inner| is_map(&inner.value)))
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check;

    #[test]
    fn resources_are_there_and_in_their_place() {
        let text = |sections: &str| format!("heat_template_version: 2021-04-16\n{sections}");
        let nothing = |at: &str| format!("{at} => the template creates nothing: it has no resources");
        let check = |sections: &str, expect: &[&str]| check(&RULE, &text(sections), expect);
        check("resources: {a: {type: My::Thing}}", &[]);
        check("", &[&nothing("heat_template_version")]);
        check("resources:", &[&nothing("resources")]);
        check("resources: {}", &[&nothing("resources")]);
        check("outputs: {o: {value: {get_param: p}}}", &[&nothing("heat_template_version")]);
        check("outputs: {o: {value: {list_join: [x, [a]]}}}", &[]);
        check("outputs: {o: {value: {settings: {a: 1}}}}", &[]);
        check("description:\n  resources:\n    a: {type: My::Thing}", &[&nothing("heat_template_version")]);
    }

    #[test]
    fn the_section_that_has_them_is_named() {
        let check = |sections: &str, expect: &str| {
            let found = crate::lint::tests::help(&RULE, sections);
            assert_eq!(found.as_deref(), Some(expect), "{sections}");
        };
        let of = |name: &str| format!("move `resources` out of `{name}`: it begins in the first column");
        check("description:\n  resources: {a: {type: My::Thing}}", &of("description"));
        check("description: |\n  A\n  resources:\n    a: {type: My::Thing}", &of("description"));
        check("parameters:\n  p: {type: string}\n  resources: {a: {type: My::Thing}}", &of("parameters"));
        check("outputs: {o: {value: 1}}", "add the section `resources`");
    }
}
