//! Reads a rule from YAML.

use std::sync::Arc;

use heat_model::load::fields::{Fields, Reader, read};
use heat_model::load::validation_rule;
use heat_model::suggest::nearest;
use heat_yaml::{Diagnostic, Node, Severity, Source};

use super::{Case, DeclaredRule, Document, Subject};

/// Keys of a rule besides those of its condition.
const KEYS: [&str; 12] = [
    "rule",
    "severity",
    "summary",
    "description",
    "why",
    "help",
    "cwe",
    "applies_to",
    "cases",
    "before",
    "example",
    "use_instead",
];

/// Keys of a condition that have another meaning here, or none.
const OTHER: [&str; 3] = ["description", "exception", "already_enforced"];

/// Code of the errors in a file with a rule.
const INVALID: &str = "invalid-rule";

impl DeclaredRule {
    /// Reads a rule. Returns all errors in the file.
    ///
    /// ```
    /// use heat_template_check::DeclaredRule;
    /// use heat_yaml::Source;
    ///
    /// let text = "
    /// rule: costs-tag
    /// summary: A server has no costs tag
    /// why: Costs are assigned by it.
    /// applies_to: [OS::Nova::Server]
    /// all: [[metadata, costs]]
    /// ";
    /// let (rule, errors) = DeclaredRule::read(&Source::new("rules/costs-tag.yaml", text));
    /// assert!(errors.is_empty());
    /// assert_eq!(rule.unwrap().id, "costs-tag");
    /// ```
    #[must_use]
    pub fn read(source: &Arc<Source>) -> (Option<Self>, Vec<Diagnostic>) {
        let (rule, diagnostics) = read(source, |reader, root| {
            let keys: Vec<&str> = KEYS.into_iter().chain(of_condition()).collect();
            let fields = reader.fields(root, "a rule", &keys)?;
            of_fields(source, reader, &fields)
        });
        (rule.filter(|_| diagnostics.is_empty()), diagnostics)
    }

    /// Returns whether a text has the key that each rule begins with: a folder may contain other files.
    #[must_use]
    pub fn is_one(source: &Source) -> bool {
        source.text().lines().any(|line| line.starts_with("rule:"))
    }
}

fn of_condition() -> impl Iterator<Item = &'static str> {
    validation_rule::KEYS.into_iter().filter(|key| !OTHER.contains(key))
}

fn of_fields(source: &Arc<Source>, reader: &mut Reader<'_>, fields: &Fields<'_>) -> Option<DeclaredRule> {
    reader.require(fields, "a rule", &["rule", "summary", "why"]);
    let cases = match fields.get("cases") {
        Some(node) => cases(reader, fields, node),
        None => case(reader, fields).map(|case| vec![case]),
    };
    let id = fields.get("rule").and_then(|node| id(reader, node));
    let severity = fields.get("severity").map_or(Some(Severity::Warning), |node| severity(reader, node));
    let mut text = |key: &str| fields.get(key).and_then(|node| reader.text(node, &format!("`{key}`")));
    let [summary, description, why, help, before, example, use_instead] =
        ["summary", "description", "why", "help", "before", "example", "use_instead"].map(&mut text);
    let cwe = match fields.get("cwe") {
        None => None,
        Some(node) => Some(cwe(reader, node)?),
    };
    Some(DeclaredRule {
        source: Arc::clone(source),
        id: id?,
        severity: severity?,
        summary: summary?.trim().trim_end_matches('.').to_owned(),
        description,
        why: why?,
        help: help.map(|help| help.trim().to_owned()),
        cwe,
        cases: cases?,
        before,
        example,
        use_instead,
    })
}

/// The condition of a rule that has one.
fn case(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Option<Case> {
    reader.require(fields, "a rule", &["applies_to"]);
    let rule = validation_rule::of_fields(reader, fields);
    let subject = fields.get("applies_to").and_then(|node| subject(reader, node));
    Some(Case { subject: subject?, rule: rule? })
}

/// The conditions of a rule with a list of them. Those without a message of their own have that of the rule.
fn cases(reader: &mut Reader<'_>, around: &Fields<'_>, node: &Node) -> Option<Vec<Case>> {
    let only_in_cases = of_condition().filter(|key| *key != "message").chain(["applies_to"]);
    for key in only_in_cases {
        if let Some(node) = around.get(key) {
            let message = format!("`{key}` belongs in the cases");
            reader.error(INVALID, node.span, message, "a rule has either `cases` or one condition", None);
        }
    }
    let Some(items) = node.as_sequence().filter(|items| !items.is_empty()) else {
        reader.wrong_kind(node, "`cases`", "a list of conditions, each with `applies_to`", None);
        return None;
    };
    let message = around.get("message").and_then(|node| reader.text(node, "`message`"));
    let keys: Vec<&str> = of_condition().chain(["applies_to"]).collect();
    let cases = items.iter().map(|item| {
        let fields = reader.fields(item, "a case of a rule", &keys)?;
        let mut case = case(reader, &fields)?;
        case.rule.message = case.rule.message.take().or_else(|| message.clone());
        Some(case)
    });
    cases.collect::<Vec<_>>().into_iter().collect()
}

fn id(reader: &mut Reader<'_>, node: &Node) -> Option<String> {
    let id = reader.text(node, "`rule`")?;
    let is_kebab = id.split('-').all(|part| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    });
    if !is_kebab {
        let help = Some("write it in kebab case, such as `costs-tag`".to_owned());
        reader.error(INVALID, node.span, format!("`{id}` is not the id of a rule"), "not an id", help);
        return None;
    }
    Some(id)
}

fn severity(reader: &mut Reader<'_>, node: &Node) -> Option<Severity> {
    match node.as_str() {
        Some("error") => Some(Severity::Error),
        Some("warning") => Some(Severity::Warning),
        Some("note") => Some(Severity::Note),
        _ => {
            let message = "`severity` is `error`, `warning` or `note`";
            reader.error("invalid-type", node.span, message, "none of these", None);
            None
        }
    }
}

fn cwe(reader: &mut Reader<'_>, node: &Node) -> Option<i64> {
    if let heat_yaml::Value::Integer(number) = node.value {
        return Some(number);
    }
    reader.wrong_kind(node, "`cwe`", "a number, such as 284", None);
    None
}

fn subject(reader: &mut Reader<'_>, node: &Node) -> Option<Subject> {
    if let Some(document) = node.as_str().and_then(Document::from_word) {
        return Some(Subject::Document(document));
    }
    if node.as_sequence().is_none() {
        let words = Document::ALL.map(Document::as_str);
        let near = node.as_str().and_then(|word| nearest(word, words));
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!(
                "write a list of resource types, such as [OS::Nova::Server], or one of `{}`",
                words.join("`, `")
            ),
        };
        let message = "`applies_to` is neither a list of resource types nor a document";
        reader.error("invalid-type", node.span, message, "", Some(help));
        return None;
    }
    let types = reader.strings(node, "`applies_to`")?;
    if types.is_empty() {
        reader.error(
            INVALID,
            node.span,
            "`applies_to` is empty: the rule applies to nothing",
            "no type here",
            None,
        );
        return None;
    }
    Some(Subject::ResourceTypes(types))
}
