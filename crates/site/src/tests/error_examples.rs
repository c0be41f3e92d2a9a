//! Tests of the pages about Heat's errors: examples that cause an error in Heat cause it here, too, and fixed examples have none.
//!
//! `conformance/judge_errors.py` runs the same examples in Heat itself.

use std::collections::HashMap;
use std::time::{Duration, UNIX_EPOCH};

use heat_catalogue::Catalogue;
use heat_errors::{ErrorIndex, ErrorPage, ErrorPages, Provocation, Role, Shown};
use heat_hot::environment::files::{FileError, FileSource};
use heat_template_check::{EnabledRules, TemplateCheck};
use heat_yaml::{Diagnostic, Severity, Source};
use indexmap::IndexMap;

use super::catalogue;

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

/// Returns whether the error of a page is among the findings. An error of Heat's client has its own words, but here it has those
/// of a rule.
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
