//! Rule `group-unsatisfiable`: no template can satisfy the properties groups.

use heat_admit::{PresenceCombination, PresenceCombinations};
use heat_model::group::GroupExpression;
use heat_model::{PropertiesGroup, ResourceType, SchemaPath};
use heat_yaml::Severity;

use crate::references::shown;
use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "group-unsatisfiable",
    severity: Severity::Error,
    summary: "No template can satisfy the properties groups",
    docs: r"
## What it does
Reports a properties group that no template can satisfy, and groups that cannot be satisfied together. Required
properties are always set, nested properties only together with the property that contains them, and unimplemented
properties never.

## Why
Heat would refuse every template. The usual cause is a `required` property in a group that offers alternatives.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  user: {type: string, description: Who asks for it., required: true}
  group: {type: string, description: Which group asks for it., required: true}
properties_groups:
  - xor: [[user], [group]]
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  user: {type: string, description: Who asks for it.}
  group: {type: string, description: Which group asks for it.}
properties_groups:
  - xor: [[user], [group]]
```
",
    check: Check::Schema(check),
};

/// Maximum number of properties whose combinations are tried: 4096 combinations, in well under a millisecond. Larger groups are
/// not checked.
const MAX_PROPERTIES: usize = 12;

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let schema = context.schema;
    let path = SchemaPath::root().join("properties_groups");
    let groups: Vec<(usize, &GroupExpression)> = schema
        .properties_groups
        .iter()
        .enumerate()
        .filter_map(|(index, group)| match group {
            // `empty-group` reports empty groups, `group-path-unknown` unknown paths.
            PropertiesGroup::Expression(group) if is_whole(group, schema) => Some((index, group)),
            _ => None,
        })
        .collect();
    let mut each_can_be_met = true;
    for (index, group) in &groups {
        let Some((false, paths)) = can_be_met(schema, &[group]) else { continue };
        each_can_be_met = false;
        let finding = findings.report(
            &path.join(*index).join(group.operator.as_str()),
            Part::Value,
            format!("no template can set {group}"),
        );
        explain(schema, &paths, finding);
    }
    let all: Vec<&GroupExpression> = groups.iter().map(|(_, group)| *group).collect();
    if each_can_be_met
        && all.len() > 1
        && let Some((false, paths)) = can_be_met(schema, &all)
    {
        let finding =
            findings.report(&path, Part::Key, "no template can satisfy all of these properties groups");
        for group in all {
            finding.note(format!("one requires {group}"));
        }
        explain(schema, &paths, finding);
    }
}

/// Adds notes about properties that must be set, or never are.
fn explain(schema: &ResourceType, paths: &[Vec<String>], finding: &mut crate::Finding) {
    for path in paths {
        let Some(property) = schema.property_at(path) else { continue };
        let shown = shown(path);
        if !property.implemented {
            finding.note(format!("{shown} is not implemented: it is never set"));
        } else if property.required && property.default.is_none() {
            finding.note(match path.split_last() {
                Some((_, around)) if !around.is_empty() => {
                    format!("{shown} is required: it is set whenever `{}` is", around.join("."))
                }
                _ => format!("{shown} is required: it is always set"),
            });
        }
    }
}

fn is_whole(group: &GroupExpression, schema: &ResourceType) -> bool {
    let mut is_known = true;
    group.for_each_path(&mut |path| is_known &= schema.property_at(path).is_some());
    is_known && has_members(group)
}

fn has_members(group: &GroupExpression) -> bool {
    let inner = group.members.iter().all(|member| match member {
        heat_model::group::Member::Group(group) => has_members(group),
        heat_model::group::Member::Property(_) => true,
    });
    inner && !group.members.is_empty()
}

/// Returns whether some template satisfies the groups, and the properties that they name; `None` if there are too many to try.
fn can_be_met(schema: &ResourceType, groups: &[&GroupExpression]) -> Option<(bool, Vec<Vec<String>>)> {
    let choices = PresenceCombinations::of(groups.iter().copied(), MAX_PROPERTIES)?;
    let met = choices.iter().any(|choice| {
        choices.paths().iter().all(|path| is_possible(schema, path, choice))
            && choice.meets(groups.iter().copied())
    });
    Some((met, choices.paths().to_vec()))
}

/// Returns whether a template can set, or omit, this property in this combination.
fn is_possible(schema: &ResourceType, path: &[String], choice: PresenceCombination<'_>) -> bool {
    let Some(property) = schema.property_at(path) else { return true };
    let mut around = (1..path.len()).rev().map(|length| &path[..length]);
    if choice.gives(path) == Some(true) {
        // The combination may not include whether its container is set.
        property.implemented && around.all(|around| choice.gives(around) != Some(false))
    } else {
        // A field can be omitted together with its container.
        let needed = around.next().is_none_or(|around| choice.gives(around) == Some(true));
        !(property.required && property.default.is_none() && needed)
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    fn check_groups(groups: &str, expect: &[&str]) {
        check(
            &RULE,
            &format!(
                "properties:
  must: {{type: string, required: true}}
  also: {{type: string, required: true}}
  never: {{type: string, implemented: false}}
  a: {{type: string}}
  b: {{type: string}}
  map: {{type: map, schema: {{in: {{type: string, required: true}}, free: {{type: string}}}}}}
properties_groups: [{groups}]"
            ),
            expect,
        );
    }

    #[test]
    fn choices_stay_choices() {
        check_groups("{xor: [[a], [b]]}, {or: [[a], [must]]}, {and: [[must], [also]]}", &[]);
        check_groups("{xor: [[must], [a]]}", &[]);
        check_groups(
            "{xor: [[must], [also]]}",
            &["[[must], [also]] => no template can set exactly one of `must` and `also`"],
        );
        check_groups(
            "{and: [[must], [never]]}",
            &["[[must], [never]] => no template can set all or none of `must` and `never`"],
        );
        check_groups("{and: [[a], [never]]}", &[]);
        check_groups("{or: [[never]]}", &["[[never]] => no template can set at least one of `never`"]);
        check_groups("{xor: [[a], [a]]}", &["[[a], [a]] => no template can set exactly one of `a` and `a`"]);
    }

    #[test]
    fn fields_are_set_together_with_their_container() {
        check_groups(
            "{xor: [[map], [map, in]]}",
            &["[[map], [map, in]] => no template can set exactly one of `map` and `map.in`"],
        );
        check_groups("{xor: [[map], [map, free]]}", &[]);
        check_groups("{xor: [[map, in], [a]]}", &[]);
    }

    #[test]
    fn groups_are_satisfied_together() {
        check_groups(
            "{xor: [[a], [b]]}, {and: [[a], [b]]}",
            &["properties_groups => no template can satisfy all of these properties groups"],
        );
        check_groups("{xor: [[a], {and: [[b], [must]]}]}, {or: [[b], [a]]}", &[]);
    }

    #[test]
    fn notes_name_the_properties_that_leave_no_choice() {
        let found = crate::tests::diagnostics(
            "type: My::Custom::Token
properties:
  must: {type: string, required: true}
  never: {type: string, implemented: false}
  map: {type: map, schema: {in: {type: string, required: true}}}
properties_groups: [{xor: [[map], [map, in]]}, {and: [[must], [never]]}]",
        );
        let notes: Vec<&[String]> = found
            .iter()
            .filter(|diagnostic| diagnostic.code == RULE.id)
            .map(|diagnostic| diagnostic.notes.as_slice())
            .collect();
        let expect: [&[&str]; 2] = [
            &["`map.in` is required: it is set whenever `map` is"],
            &["`must` is required: it is always set", "`never` is not implemented: it is never set"],
        ];
        assert_eq!(notes, expect);
    }

    #[test]
    fn what_is_unknown_or_empty_is_reported_elsewhere() {
        check_groups("{or: [[x]]}", &[]);
        check_groups("{or: []}", &[]);
        check_groups("{xor: [[must], [also], {or: []}]}", &[]);
    }
}
