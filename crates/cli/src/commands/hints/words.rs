//! Hints for a word that is not a command: the command that does what other programs use this word for, or the one for a file, a
//! type or a message.

use std::path::Path;

use heat_catalogue::template_version::{declares_version, has_key};
use heat_report::RuleSet;
use heat_report::program::NAME;
use heat_yaml::one_line;

use crate::inputs::paths::EXTENSIONS;
use crate::inputs::source;

/// Words of other programs for tasks, with the commands for them.
const WORDS: [(&[&str], &str); 11] = [
    (&["lint", "test", "verify", "scan", "fix"], "`validate` checks templates, `check` checks schemas"),
    (&["new", "create", "start", "scaffold"], "`init` creates a schema, `plugin new` a plug-in in Rust"),
    (&["describe", "info", "get", "inspect"], "`show` describes a resource type"),
    (
        &["types", "search", "find", "ls"],
        "`list` lists the resource types, `list WORD` those with the word in their name",
    ),
    (&["preview", "update", "dry-run", "apply"], "`plan` shows what an update of a stack does"),
    (&["render", "eval", "expand"], "`resolve` resolves a template"),
    (
        &["docs", "doc", "site", "publish", "generate"],
        "`build` builds the reference docs, `serve` previews them",
    ),
    (&["compare"], "`diff` compares schemas, `plan` templates, `changes` releases"),
    (&["changelog", "log", "releases"], "`changes` shows what changed between two releases"),
    (
        &["upgrade"],
        "`validate --from RELEASE --to RELEASE` says what an upgrade of the cloud changes for templates",
    ),
    (&["lsp", "server"], "`language-server` answers editors, `serve` previews the docs"),
];

/// The hint for a word that is not a command.
pub(super) fn hint(word: &str) -> Option<String> {
    let same = WORDS.iter().find(|(words, _)| words.contains(&word)).map(|(_, hint)| (*hint).to_owned());
    same.or_else(|| about(word))
}

/// The command that takes a word as its argument.
fn about(word: &str) -> Option<String> {
    let path = Path::new(word);
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
    let (command, does) = if word == "-" {
        ("validate", "checks the template in the standard input")
    } else if path.is_dir() {
        ("validate", "checks the templates in this folder")
    } else if path.is_file() || EXTENSIONS.contains(&end) {
        about_file(path, end)
    } else if word.contains("::") {
        ("show", "describes this resource type")
    } else if RuleSet::ALL.iter().any(|set| heat_rules::ids(*set).contains(&word)) {
        ("explain", "explains this rule")
    } else if word.contains(' ') {
        ("explain", "explains this message of Heat")
    } else {
        return None;
    };
    let quote = if word.contains([' ', '*', '$', '"']) { "'" } else { "" };
    Some(format!("`{NAME} {command} {quote}{}{quote}` {does}", one_line(word)))
}

/// The command for a file.
fn about_file(path: &Path, end: &str) -> (&'static str, &'static str) {
    if ["so", "dll", "dylib", "py"].contains(&end) {
        return ("plugin check", "checks this plug-in; it runs the file");
    }
    let is_schema = source::read(path)
        .is_ok_and(|source| !declares_version(source.text()) && has_key(source.text(), &["type"]));
    if is_schema { ("check", "checks this schema") } else { ("validate", "checks this template") }
}
