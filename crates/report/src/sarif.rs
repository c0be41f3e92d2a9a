//! Findings as SARIF 2.1.0, the format that code scanning reads.

use std::io::{self, Write};

use heat_html::page_urls::percent_encoded;
use heat_yaml::Applicability;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::contents::{AppliedRule, Report};
use super::finding::{Finding, Fix, Location, Region};
use crate::json_text::{self, Items};
use crate::program::NAME;

/// Writes findings as a SARIF log with one run. Accepted findings are written as suppressed.
///
/// # Errors
/// If the output is closed or full.
pub fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let position = |finding: &Finding<'_>| report.rules.iter().position(|rule| rule.id == finding.rule);
    let results = Items(|| {
        let found = report.findings.iter().map(|finding| result(finding, position(finding)));
        // Consequences elsewhere are not findings of the rule itself.
        found.chain(report.consequences.iter().map(|finding| result(finding, None)))
    });
    let driver = Driver {
        name: NAME,
        semantic_version: env!("CARGO_PKG_VERSION"),
        rules: report.rules.iter().map(|each| rule(each, report.docs_url)).collect(),
    };
    let run = Run { tool: Tool { driver }, column_kind: "unicodeCodePoints", results };
    let schema = "https://json.schemastore.org/sarif-2.1.0.json";
    json_text::write_pretty(&Log { schema, version: "2.1.0", runs: [run] }, out)
}

/// A log with one run, whose results are created when they are written.
#[derive(Serialize)]
struct Log<R> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<R>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<R> {
    tool: Tool,
    column_kind: &'static str,
    results: R,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    semantic_version: &'static str,
    rules: Vec<Value>,
}

/// A rule, with its docs as help, and its page if the docs are published.
fn rule(rule: &AppliedRule, docs_url: Option<&str>) -> Value {
    let docs = rule.docs.trim();
    let mut described = json!({
        "id": rule.id,
        "shortDescription": {"text": format!("{}.", rule.summary)},
        "help": {"text": docs, "markdown": docs},
        "defaultConfiguration": {"level": rule.rank.level()},
    });
    if let (Some(docs_url), Some(page_url)) = (docs_url, &rule.page_url) {
        described["helpUri"] = format!("{docs_url}{page_url}").into();
    }
    if !rule.tags.is_empty() {
        described["properties"] = json!({"tags": rule.tags});
    }
    described
}

fn result(finding: &Finding<'_>, rule_index: Option<usize>) -> Value {
    let mut result = Map::new();
    result.insert("ruleId".into(), finding.rule.into());
    if let Some(index) = rule_index {
        result.insert("ruleIndex".into(), index.into());
    }
    result.insert("level".into(), finding.rank.level().into());
    result.insert("message".into(), json!({"text": message(finding)}));
    if let Some(place) = &finding.location {
        let mut location = location(place);
        if let Some(name) = finding.full_path() {
            location["logicalLocations"] = json!([{"fullyQualifiedName": name, "kind": "object"}]);
        }
        result.insert("locations".into(), json!([location]));
    }
    if !finding.related.is_empty() {
        result.insert("relatedLocations".into(), finding.related.iter().map(location).collect());
    }
    let fingerprint = &finding.fingerprint;
    result.insert("partialFingerprints".into(), json!({fingerprint.kind: fingerprint.value}));
    if let (Some(fix), Some(place)) = (&finding.fix, &finding.location) {
        result.insert("fixes".into(), json!([self::fix(fix, place.file)]));
    }
    if !finding.tags.is_empty() {
        result.insert("properties".into(), json!({"tags": finding.tags}));
    }
    if let Some(accepted) = finding.accepted {
        let suppression =
            json!({"kind": "external", "status": "accepted", "justification": accepted.words()});
        result.insert("suppressions".into(), json!([suppression]));
    }
    Value::Object(result)
}

/// The change that fixes a finding. SARIF has no key for its applicability.
fn fix(fix: &Fix<'_>, file: &str) -> Value {
    let word = fix.applicability.as_str();
    let description = match fix.applicability {
        Applicability::Safe => "A fix that cannot be wrong.",
        Applicability::Unsafe => "A guess of what was meant.",
    };
    json!({
        "description": {"text": description},
        "artifactChanges": [{
            "artifactLocation": {"uri": uri(file)},
            "replacements": [{
                "deletedRegion": region(fix.region),
                "insertedContent": {"text": fix.text},
            }],
        }],
        "properties": {"applicability": word},
    })
}

/// The whole text of a finding: viewers show nothing else next to the lines.
fn message(finding: &Finding<'_>) -> String {
    let first = format!("{}.", finding.headline());
    let sections = finding.sections.iter().map(|section| format!("{}:\n{}", section.title, section.text));
    std::iter::once(first).chain(finding.remarks()).chain(sections).collect::<Vec<_>>().join("\n")
}

fn location(place: &Location<'_>) -> Value {
    let mut physical = json!({"artifactLocation": {"uri": uri(place.file)}});
    if let Some(region) = place.region {
        physical["region"] = self::region(region);
    }
    let mut location = json!({"physicalLocation": physical});
    if !place.message.is_empty() {
        location["message"] = json!({"text": place.message});
    }
    location
}

fn region(Region { line, column, end }: Region) -> Value {
    let mut region = json!({"startLine": line, "startColumn": column});
    if let Some((line, column)) = end {
        region["endLine"] = line.into();
        region["endColumn"] = column.into();
    }
    region
}

/// A path as a URI reference: relative ones stay relative.
fn uri(path: &str) -> String {
    let path = path.replace('\\', "/");
    let start = if path.starts_with('/') { "file://" } else { "" };
    format!("{start}{}", percent_encoded(path.strip_prefix("./").unwrap_or(&path), "/"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Rank;

    #[test]
    fn tags_of_a_rule_are_among_its_properties() {
        let described = |tags: &[&str]| {
            let tags = tags.iter().copied().map(str::to_owned).collect();
            let rank = Rank::Major;
            let applied = AppliedRule { id: "a", summary: "A", docs: "".into(), rank, page_url: None, tags };
            rule(&applied, None)["properties"].clone()
        };
        assert_eq!(described(&["security"]), json!({"tags": ["security"]}));
        assert_eq!(described(&[]), Value::Null);
    }

    #[test]
    fn uris_are_escaped_and_relative_if_paths_are() {
        assert_eq!(uri("schemas/My/a b#é.yaml"), "schemas/My/a%20b%23%C3%A9.yaml");
        assert_eq!(uri("./a.yaml"), "a.yaml");
        assert_eq!(uri("/srv/a.yaml"), "file:///srv/a.yaml");
    }
}
