//! Rule `description-not-a-sentence`: a description is not a complete sentence.

use heat_model::SchemaPath;
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "description-not-a-sentence",
    severity: Severity::Warning,
    summary: "A description is not a complete sentence",
    docs: r"
## What it does
Reports a description that begins with a lowercase letter, or that does not end with a full stop, exclamation mark or
question mark. The first word may be lowercase if it is code, in quotes, or a name with its own spelling (`iSCSI`),
and a description may end with a list, a table or a code block. Descriptions of HIDDEN items are not checked.

## Why
Descriptions are shown in lists on the reference page and in editors. If all of them are sentences, readers can tell a
complete description from a truncated one.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: number of characters
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: The number of characters.
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let schema = context.schema;
    if schema.is_hidden() {
        return;
    }
    if let Some(flaw) = flaw_of(schema.description.as_deref()) {
        report(&SchemaPath::root(), &format!("`{}`", schema.name), flaw, findings);
    }
    for site in context.properties.iter().filter(|site| !site.schema.support_status.is_hidden()) {
        if let Some(flaw) = flaw_of(site.schema.description.as_deref()) {
            report(&site.path, &site.what(), flaw, findings);
        }
    }
    let attributes = SchemaPath::root().join("attributes");
    for (name, attribute) in &schema.attributes {
        if attribute.support_status.is_hidden() {
            continue;
        }
        if let Some(flaw) = flaw_of(attribute.description.as_deref()) {
            report(&attributes.join(name), &format!("attribute `{name}`"), flaw, findings);
        }
    }
}

/// Flaw of a description, with help to fix it.
type Flaw = (&'static str, &'static str);

fn report(path: &SchemaPath, what: &str, (wrong, help): Flaw, findings: &mut Findings<'_>) {
    let message = format!("the description of {what} {wrong}");
    findings.report(&path.join("description"), Part::Value, message).help(help);
}

/// Returns the flaw of a description, if it has one. Another rule reports empty descriptions.
fn flaw_of(description: Option<&str>) -> Option<Flaw> {
    description.map(str::trim).filter(|text| !text.is_empty()).and_then(flaw)
}

fn flaw(text: &str) -> Option<Flaw> {
    match (begins(text), ends(text)) {
        (true, true) => None,
        (false, true) => Some(("begins with a lowercase letter", "begin it with a capital letter")),
        (true, false) => Some(("does not end with a full stop", "end it with a full stop")),
        (false, false) => {
            Some(("is not a sentence", "begin it with a capital letter and end it with a full stop"))
        }
    }
}

fn begins(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    let word = word.trim_start_matches(['*', '_', '(']);
    let starts_small = word.chars().next().is_some_and(char::is_lowercase);
    // `iSCSI`, `vCPUs`, `subnet_id` and `cloud-init` are names with a fixed spelling.
    let is_name = word.chars().any(|char| char.is_uppercase() || char.is_numeric() || "_-.:/".contains(char));
    !starts_small || (is_name && !word.ends_with([':', '.']))
}

fn ends(text: &str) -> bool {
    let line = text.lines().next_back().unwrap_or_default();
    let is_indented = line.starts_with("    ") || line.starts_with('\t');
    let line = line.trim();
    let is_ordered_item = || {
        let rest = line.trim_start_matches(|char: char| char.is_ascii_digit());
        rest.len() < line.len() && (rest.starts_with(". ") || rest.starts_with(") "))
    };
    let is_item = || ["- ", "* ", "+ "].iter().any(|bullet| line.starts_with(bullet)) || is_ordered_item();
    let is_block = || line.starts_with('|') || line.starts_with("```") || line.starts_with("~~~");
    let last = line.trim_end_matches(['*', '_', '"', '\'', '”', '»', ')', '`']);
    let is_stopped = last.ends_with(['.', '!', '?', ':', '…', '。', '！', '？']);
    is_stopped || is_indented || is_block() || ends_in_list(text, is_item())
}

/// Returns whether the last paragraph is part of a list.
fn ends_in_list(text: &str, last_is_item: bool) -> bool {
    let is_item = |line: &str| ["- ", "* ", "+ "].iter().any(|bullet| line.starts_with(bullet));
    let paragraph = text.rsplit("\n\n").next().unwrap_or_default();
    last_is_item || paragraph.lines().any(|line| is_item(line.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::{RULE, flaw};
    use crate::tests::check;

    fn check_text(text: &str, expect: Option<&str>) {
        assert_eq!(flaw(text).map(|(wrong, _)| wrong), expect, "{text}");
    }

    #[test]
    fn sentences_begin_and_end() {
        check_text("The name.", None);
        check_text("The name", Some("does not end with a full stop"));
        check_text("the name.", Some("begins with a lowercase letter"));
        check_text("the name", Some("is not a sentence"));
        check_text("Which one? That one!", None);
        check_text("`name` of it.", None);
        check_text("*Never* changes (as in `nova.`).", None);
        check_text("A name (that *is short.*)", None);
        check_text("The end of `x`", Some("does not end with a full stop"));
        check_text("Übung.", None);
        check_text("übung.", Some("begins with a lowercase letter"));
        check_text("名前。", None);
        check_text("16 characters.", None);
    }

    #[test]
    fn names_are_spelled_as_they_are() {
        for text in [
            "'true' if it is.",
            "iSCSI or LVM.",
            "vCPUs of it.",
            "cloud-init reads it.",
            "subnet_id is the same.",
            "ext4 or xfs.",
        ] {
            check_text(text, None);
        }
        check_text("note: one.", Some("begins with a lowercase letter"));
    }

    #[test]
    fn a_block_may_be_the_end() {
        check_text("One of:\n\n- a\n- b", None);
        check_text("One of:\n\n- a\n- b, which goes on\n  in another line", None);
        check_text("First:\n\n1. this", None);
        check_text("So:\n\n```\nx = 1\n```", None);
        check_text("So:\n\n    x = 1", None);
        check_text("| a | b |\n|---|---|\n| 1 | 2 |", None);
        check_text("One of:\n\n- a\n\nAnd more", Some("does not end with a full stop"));
    }

    #[test]
    fn all_visible_descriptions_are_checked() {
        check(
            &RULE,
            "description: a token
properties:
  a: {type: list, description: b, schema: {'*': {type: string, description: C}}}
  d: {type: string, description: e, support_status: [{status: HIDDEN}]}
attributes: {f: {description: g.}}
update_policy: {h: {type: string, description: I}}",
            &[
                "a token => the description of `My::Custom::Token` is not a sentence",
                "b => the description of property `a` is not a sentence",
                "C => the description of an item of `a` does not end with a full stop",
                "g. => the description of attribute `f` begins with a lowercase letter",
                "I => the description of update policy `h` does not end with a full stop",
            ],
        );
        check(&RULE, "description: a token\nsupport_status: [{status: HIDDEN}]", &[]);
        check(&RULE, "description: ''", &[]);
    }
}
