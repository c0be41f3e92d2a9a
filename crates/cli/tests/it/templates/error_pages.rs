//! Tests of the pages about Heat's errors: examples that cause an error in Heat cause it here, too, and fixed examples have none.
//!
//! `conformance/judge_errors.py` runs the same examples in Heat itself.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use heat_catalogue::Catalogue;
use heat_errors::{ErrorIndex, ErrorPage, ErrorPages, Provocation, Role, Shown};
use heat_hot::environment::files::{FileError, FileSource};
use heat_template_check::{EnabledRules, TemplateCheck};
use heat_yaml::{Diagnostic, Severity, Source};
use indexmap::IndexMap;
use insta::assert_snapshot;

use crate::support::site::catalogue;
use crate::support::{folder, run, run_in, write};

/// The files of an example.
struct Files<'a>(HashMap<&'a str, &'a str>);

impl FileSource for Files<'_> {
    fn read(&self, path: &str) -> Result<String, FileError> {
        self.0.get(path).map(|text| (*text).to_owned()).ok_or(FileError::NotFound)
    }
}

/// The findings in the files of a page that cause its error, or in the fixed ones.
fn found(page: &ErrorPage, role: Role, catalogue: &Catalogue) -> Vec<Diagnostic> {
    let files: HashMap<&str, &str> = page.files_that(role).collect();
    let environments = page.files_that(role).filter(|(name, _)| ErrorPage::is_environment(name));
    let check = TemplateCheck {
        environments: environments.map(|(name, text)| Source::new(name, text)).collect(),
        parameters: &IndexMap::new(),
        files: &Files(files.clone()),
        types: catalogue,
        is_strict: true,
        now: UNIX_EPOCH.checked_add(Duration::from_secs(1_800_000_000)),
        enabled: &EnabledRules::default(),
    };
    check.run(Source::new(ErrorPage::TEMPLATE, files[ErrorPage::TEMPLATE])).1.diagnostics
}

/// Whether the error of a page is among the findings. An error of Heat's client has its own words, but here it has those of a
/// rule.
fn has_error(page: &ErrorPage, pages: &ErrorPages, index: &ErrorIndex, found: &[Diagnostic]) -> bool {
    let is_of_client = page.shown.contains(&Shown::Client) || page.shown.contains(&Shown::Request);
    found.iter().any(|diagnostic| {
        let errors = index.find(&diagnostic.message);
        let is_said = errors.is_exact && errors.errors.iter().any(|number| pages.list[*number].id == page.id);
        is_said || is_of_client && page.rules.iter().any(|rule| rule == diagnostic.code)
    })
}

#[test]
fn examples_provoke_their_errors_and_fixed_ones_do_not() {
    let (pages, catalogue) = (ErrorPages::built_in(), catalogue());
    let index = pages.index();
    let mut wrong = Vec::new();
    let mut tried = 0;
    for page in pages.list.iter().filter(|page| page.provocation == Provocation::Files) {
        tried += 1;
        let provoked = found(page, Role::Provokes, &catalogue);
        // A page whose error is found must not have a reason why it is not found.
        if has_error(page, &pages, &index, &provoked) == page.not_here.is_some() {
            let said: Vec<_> =
                provoked.iter().map(|found| format!("{}: {}", found.code, found.message)).collect();
            wrong.push(format!("{}: {said:?}", page.id));
        }
        let fixed = found(page, Role::Fixed, &catalogue);
        let errors = fixed.iter().filter(|found| found.severity == Severity::Error);
        wrong.extend(errors.map(|found| format!("{}, fixed: {}: {}", page.id, found.code, found.message)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried >= 170, "{tried}");
}

#[test]
fn their_rules_exist() {
    for page in ErrorPages::built_in().list {
        for rule in &page.rules {
            assert!(heat_template_check::rule(rule).is_some(), "{}: {rule}", page.id);
        }
    }
}

#[test]
fn a_message_is_explained() {
    assert_snapshot!(run(&["explain", "ERROR: The Parameter (key_name) was not provided."]));
    assert_snapshot!(run(&["explain", "not-an-allowed-value"]));
    assert_snapshot!(run(&[
        "explain", "Property", "error:", "a.b:", "Value", "'10GB'", "is", "not", "an", "integer"
    ]));
}

#[test]
fn similar_messages_are_named() {
    assert_snapshot!(run(&["explain", "circular dependency"]));
    assert_snapshot!(run(&["explain", "there is nothing like this"]), @r"
    exit code 1
    --- err
    error: no message of Heat has these words
      note: 391 messages are known, with gaps for names and values
      help: ask the service that said so: `openstack stack failures list --long STACK` shows the resource, and its type the service
    ");
}

#[test]
fn classes_and_ids_lead_to_their_pages() {
    fn check(text: &str, expect: &str) {
        let ran = run(&["explain", text]);
        assert_eq!(ran.code, 0, "{ran}");
        assert!(ran.out.contains(expect), "{ran}");
    }
    check("WaitConditionTimeout", "{received} of {count} received");
    check("resourceinerror", "resourceinerror is the class of ");
    check("ResourceInError", " (`heat-codegen explain no-valid-host`)\n");
    check("wait condition timeout", "{received} of {count} received");
}

#[test]
fn programs_get_json() {
    let ran = run(&["explain", "--format", "json", "Property error: a.b: c is not an allowed value [d]"]);
    let found: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let ids: Vec<&str> = found.as_array().unwrap().iter().map(|page| page["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["not-an-allowed-value", "property-error"]);
    assert_eq!((&found[0]["http"], &found[0]["class"]), (&400.into(), &"StackValidationFailed".into()));
    assert_eq!(found[0]["files"].as_array().unwrap().len(), 2);
    let rule = run(&["explain", "--format", "json", "unknown-property"]);
    let rule: serde_json::Value = serde_json::from_str(&rule.out).unwrap();
    assert_eq!((&rule[0]["about"], &rule[0]["severity"]), (&"templates".into(), &"error".into()));
}

#[test]
fn validate_names_the_pages_of_its_errors() {
    let folder = folder("error-pages");
    write(
        &folder.join("a.yaml"),
        "heat_template_version: 2018-08-31\nresources:\n  a: {type: OS::Heat::RandomString, properties: {lenght: 1}}\n  b: {type: OS::Heat::Nothing}\n",
    );
    let ran = run_in(&folder, &["validate", "--schemas", "built-in", "a.yaml"]);
    let line = "pages about these errors of Heat: `unknown-property`, `resource-type-not-found`; `heat-codegen explain unknown-property` shows one\n";
    assert!(ran.err.contains(line), "{ran}");
    let ran = run_in(&folder, &["validate", "--schemas", "built-in", "--format", "json", "a.yaml"]);
    assert!(!ran.err.contains("pages about"), "{ran}");
    fs::remove_dir_all(Path::new(&folder)).unwrap();
}
