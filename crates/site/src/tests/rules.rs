//! Tests of the pages of rules, and of the lists that link to them.

use std::collections::BTreeSet;

use heat_catalogue::Catalogue;
use heat_errors::ErrorPages;
use heat_report::{Mirror, RuleDocs, RuleSet};
use insta::assert_snapshot;
use serde_json::json;

use super::{between, main_part, published, text, words};
use crate::{Memory, SiteOptions, Templates, build, built_in_assets};

const LISTS: [(RuleSet, &str); 3] = [
    (RuleSet::Schemas, "guide/lint-rules.html"),
    (RuleSet::Templates, "guide/template-rules.html"),
    (RuleSet::Changes, "guide/diff-rules.html"),
];

fn all() -> impl Iterator<Item = RuleDocs> {
    heat_rules::all().into_iter()
}

#[test]
fn every_rule_has_exactly_one_page_and_no_page_is_without_a_rule() {
    let pages: BTreeSet<&str> = published()
        .files
        .iter()
        .filter(|file| file.is_page() && file.path.starts_with("rules/"))
        .map(|file| file.path.as_str())
        .collect();
    let rules: Vec<String> = all().map(|rule| rule.page_url()).collect();
    assert_eq!(
        rules.len(),
        heat_lint::RULES.len() + heat_template_check::RULES.len() + heat_diff::RULES.len()
    );
    assert_eq!(pages, rules.iter().map(String::as_str).collect());
    // The links to rules are checked, like every link of the site.
    assert!(published().diagnostics.is_empty(), "{:?}", published().diagnostics);
}

/// Links to the old lists, which had all rules on one page, still lead to the rule.
#[test]
fn every_line_of_a_list_has_the_id_of_its_rule_and_leads_to_its_page() {
    for (set, path) in LISTS {
        let list = main_part(text(published(), path));
        let rows: Vec<&str> = between(list, "<tr id=\"", "</tr>").collect();
        assert_eq!(rows.len(), heat_rules::rules(set).len(), "{path}");
        for rule in heat_rules::rules(set) {
            let row = rows.iter().find(|row| row.starts_with(&format!("{}\"", rule.id)));
            let row = row.unwrap_or_else(|| panic!("{path} has no {}", rule.id));
            assert!(row.contains(&format!("href=\"../{}\"", rule.page_url())), "{row}");
            assert!(row.contains(&format!(">{}</span>", rule.severity)), "{row}");
        }
        let twin = text(published(), &path.replace(".html", ".md"));
        assert_eq!(twin.matches("\n| [`").count(), rows.len(), "{path}");
    }
}

#[test]
fn a_page_has_the_whole_of_the_docs_and_the_report_on_the_example() {
    for rule in all() {
        let page = text(published(), &rule.page_url());
        let twin = text(published(), &rule.page_url().replace(".html", ".md"));
        let names_hidden = ["hidden-type", "placeholder-type"].contains(&rule.id);
        for heading in between(&rule.page, "\n## ", "\n").filter(|_| !names_hidden) {
            assert!(page.contains(&format!(">{heading}</a></h2>")), "{}: {heading}", rule.id);
            assert!(twin.contains(&format!("\n## {heading}\n")), "{}: {heading}", rule.id);
        }
        let reports = between(page, "<figure class=\"code report\">", "</figure>").map(words);
        let said = format!("{}[{}]", rule.severity, rule.id);
        for report in reports {
            assert!(report.contains(&said), "{said}: {report}");
            assert!(twin.contains(&said), "{said}");
        }
        assert_eq!(rule.mirror.is_some(), page.contains(">Opposite change</a></h2>"), "{}", rule.id);
    }
}

#[test]
fn template_rules_have_the_errors_of_heat_that_name_them_and_no_others() {
    for rule in heat_rules::rules(RuleSet::Templates) {
        let page = main_part(text(published(), &rule.page_url()));
        let linked: BTreeSet<&str> = between(page, "href=\"../../errors/", ".html\"").collect();
        let errors = ErrorPages::built_in();
        let expect: BTreeSet<&str> = errors.of_rule(rule.id).map(|page| page.id.as_str()).collect();
        assert_eq!(linked, expect, "{}", rule.id);
        for id in expect {
            let error = text(published(), &format!("errors/{id}.html"));
            assert!(error.contains(&format!("href=\"../{}\"", rule.page_url())), "{id}");
        }
    }
}

#[test]
fn programs_find_the_pages() {
    let (sitemap, llms) = (text(published(), "sitemap.xml"), text(published(), "llms.txt"));
    for rule in all() {
        let url = rule.page_url();
        assert!(sitemap.contains(&format!("<loc>https://docs.example.org/heat/{url}</loc>")), "{url}");
        assert!(llms.contains(&format!("heat/{})", url.replace(".html", ".md"))), "{url}");
    }
}

#[test]
fn one_page_of_each_kind() {
    for (name, path) in [
        ("lint", "rules/lint/required-with-default.html"),
        ("template", "rules/template/missing-property.html"),
        ("diff", "rules/diff/property-update-allowed-removed.html"),
    ] {
        assert_snapshot!(format!("{name}_rule"), main_part(text(published(), path)));
    }
    assert_snapshot!("template_rule_markdown", text(published(), "rules/template/missing-property.md"));
}

/// The site of a vendor has the rules of the guides that it includes.
#[test]
fn without_the_lists_there_are_no_pages() {
    let options = SiteOptions { assets: built_in_assets(), ..SiteOptions::default() };
    let memory = Memory::default();
    let built = build(Catalogue::default(), &options, &Templates::load(None).unwrap(), &memory).unwrap();
    assert!(built.diagnostics.is_empty(), "{:?}", built.diagnostics);
    assert!(memory.into_files().iter().all(|file| !file.path.starts_with("rules/")));
}

/// The docs builder compiles none of the rules: it reads this snapshot.
#[test]
fn the_docs_builder_has_all_rules_as_data() {
    let recorded = all().map(|rule| {
        let (mirror, no_mirror) = match rule.mirror {
            Some(Mirror::Rule(id)) => (Some(id), None),
            Some(Mirror::None(reason)) => (None, Some(reason)),
            None => (None, None),
        };
        json!({
            "set": rule.set.subject(),
            "id": rule.id,
            "severity": rule.severity,
            "group": rule.group,
            "family": rule.family,
            "stage": rule.stage,
            "is_off_by_default": rule.is_off_by_default,
            "summary": rule.summary,
            "page": rule.page,
            "cwe": rule.cwe,
            "is_acceptable": rule.is_acceptable,
            "mirror": mirror,
            "no_mirror": no_mirror,
            "stacks": rule.stacks,
        })
    });
    let recorded = serde_json::to_string_pretty(&recorded.collect::<Vec<_>>()).unwrap();
    insta::with_settings!({snapshot_path => "../../../../codegen/src", prepend_module_to_snapshot => false}, {
        assert_snapshot!("rules", recorded);
    });
}
