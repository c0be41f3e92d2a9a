//! The intended cycles of imports, with the reasons.

use std::collections::BTreeSet;

/// The files that may import each other in a cycle: a module represents its file and those below it.
pub(crate) struct Exception {
    /// The folder of the crate.
    pub(crate) of: &'static str,
    pub(crate) modules: &'static [&'static str],
    pub(crate) reason: &'static str,
}

/// The existing cycles. ARCHITECTURE.md lists them as well.
pub(crate) const EXCEPTIONS: [Exception; 6] = [
    Exception { of: "crates/yaml", modules: &["de"], reason: "a list is read by reading its items" },
    Exception { of: "crates/model", modules: &["value"], reason: "a list contains values" },
    Exception {
        of: "crates/lint",
        modules: &["finding", "rule"],
        reason: "a rule's check reports findings, and a finding names its rule",
    },
    Exception {
        of: "crates/diff",
        modules: &["rule"],
        reason: "as in `lint`; a check also takes the policy, which overrides the severities of rules",
    },
    Exception {
        of: "crates/yaql",
        modules: &["data", "library", "run", "syntax"],
        reason: "a value can be an expression with its context, and a context has values; functions evaluate expressions, which call them",
    },
    Exception {
        of: "crates/hot",
        modules: &["conditions", "function", "scope", "snippet"],
        reason: "an argument of a function is a snippet, which contains functions; a condition is evaluated when one asks for it",
    },
];

impl Exception {
    /// Returns whether the exception is for this cycle of files: it lists all of them, and no others.
    pub(crate) fn covers<'f>(&self, of: &str, files: impl Iterator<Item = &'f str>) -> bool {
        let files: Vec<&str> = files.collect();
        self.contains(of, files.iter().copied())
            && self.modules.iter().all(|module| files.iter().any(|file| is_in(file, module)))
    }

    /// Returns whether all of these files are in the exception's modules.
    pub(crate) fn contains<'f>(&self, of: &str, mut files: impl Iterator<Item = &'f str>) -> bool {
        self.of == of && files.all(|file| self.modules.iter().any(|module| is_in(file, module)))
    }
}

fn is_in(file: &str, module: &str) -> bool {
    file.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// The modules of each exception as the page lists them: before the reason, as code.
fn listed(page: &str) -> BTreeSet<BTreeSet<String>> {
    let (_, rest) = page.split_once("lists the exceptions").unwrap();
    let list = rest.split("\n- ").next().unwrap();
    let modules = |item: &str| {
        let (modules, _) = item.split_once(": ").unwrap();
        modules.split('`').filter(|name| name.contains("::")).map(str::to_owned).collect()
    };
    list.split("\n  - ").skip(1).map(modules).collect()
}

#[test]
fn the_page_lists_the_same_exceptions() {
    let name = |of: &str, module: &str| format!("{}::{module}", of.trim_start_matches("crates/"));
    let exceptions = EXCEPTIONS
        .iter()
        .map(|exception| exception.modules.iter().map(|module| name(exception.of, module)).collect());
    assert_eq!(listed(&super::page("ARCHITECTURE.md")), exceptions.collect::<BTreeSet<BTreeSet<String>>>());
}

#[test]
fn the_list_of_a_page_is_read() {
    let page = "- One. The test lists the exceptions, all recursive:\n  - `a::b`: `c::d`\n    needs it;\n  - `a::e` and\n    `a::f`: so.\n- Two: `x::y`.";
    let found: Vec<Vec<String>> =
        listed(page).into_iter().map(|modules| modules.into_iter().collect()).collect();
    assert_eq!(found, [vec!["a::b"], vec!["a::e", "a::f"]]);
}

#[test]
fn an_exception_lists_the_files_of_a_cycle() {
    let exception = Exception { of: "crates/hot", modules: &["function", "snippet"], reason: "" };
    let check = |of: &str, files: &[&str], expect: bool| {
        assert_eq!(exception.covers(of, files.iter().copied()), expect, "{of} {files:?}");
    };
    check("crates/hot", &["function", "snippet"], true);
    check("crates/hot", &["function", "function::list", "snippet", "snippet::parse"], true);
    check("crates/hot", &["function", "snippet", "stack"], false);
    check("crates/hot", &["functions", "snippet"], false);
    check("crates/hot", &["function", "function::list"], false);
    check("crates/model", &["function", "snippet"], false);
}
