//! Comments in a template that switch rules off.
//!
//! `# heat-codegen: allow(visible-secret) it is public` allows the findings of the rule in the same line, or in the next line if
//! the comment stands alone; `allow-file(…)` allows them in the whole file. A reason is required. Errors of Heat cannot be
//! allowed: Heat would still refuse the template.

use std::collections::HashSet;
use std::sync::Arc;

use heat_hot::Template;
use heat_model::suggest::nearest;
use heat_yaml::{Comment, Diagnostic, Edit, Fix, Label, Severity, Source, Span, comments};

use crate::EnabledRules;
use crate::lint::declared::TEXT;
use crate::lint::rules::{RULES, suppressions};

/// Prefix of the comments for this program.
const ADDRESS: &str = "heat-codegen:";

/// Scope of a comment that switches a rule off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SuppressionReach {
    /// The line of the comment, or the next line if the comment stands alone.
    Line,
    /// The whole file of the comment.
    File,
}

impl SuppressionReach {
    const ALL: [Self; 2] = [Self::Line, Self::File];

    /// Keyword for this scope in a comment.
    const fn verb(self) -> &'static str {
        match self {
            Self::Line => "allow",
            Self::File => "allow-file",
        }
    }
}

/// Returns the comment that switches a rule off, without the reason that must follow.
#[must_use]
pub fn suppression_comment(id: &str, reach: SuppressionReach) -> String {
    format!("# {ADDRESS} {}({id})", reach.verb())
}

/// Lines in which a rule is switched off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Reach {
    /// The rule is switched off in this line, counting from 1.
    Line(usize),
    /// The rule is switched off in the whole file.
    File,
}

/// Rule that a comment switches off, with the comment's scope.
struct Suppression<'t> {
    id: &'t str,
    span: Span,
    reach: Reach,
}

/// Suppressions in the comments of a template, and the findings about them.
#[derive(Default)]
struct SuppressionComments<'t> {
    suppressions: Vec<Suppression<'t>>,
    found: Vec<Diagnostic>,
}

/// Removes the warnings that the comments of a template allow, and adds the findings about these comments. Unused suppressions
/// are not reported for rules that are not enabled, as other runs may enable them.
pub fn apply_suppressions(template: &Template, enabled: &EnabledRules, found: &mut Vec<Diagnostic>) {
    let source = template.source();
    if !source.text().contains(ADDRESS) {
        return;
    }
    let mut read = read(source, &comments(source, template.root()), enabled);
    // There can be thousands of findings and suppressions, so a set is used for the lookup.
    let allowed: HashSet<(&str, Reach)> =
        read.suppressions.iter().map(|suppression| (suppression.id, suppression.reach)).collect();
    let mut used = HashSet::new();
    found.retain(|finding| {
        let by = suppressed_by(source, finding).map(|reach| (finding.code, reach));
        let by = by.filter(|by| enabled.can_allow(finding) && allowed.contains(by));
        let by: Vec<_> = by.collect();
        used.extend(by.iter().copied());
        by.is_empty()
    });
    let left: HashSet<(&str, Reach)> = found
        .iter()
        .flat_map(|finding| suppressed_by(source, finding).map(|reach| (finding.code, reach)))
        .collect();
    let is_on = |id: &str| enabled.rule(id).is_some_and(|rule| enabled.has(rule) && !rule.is_about_updates());
    let unused = read
        .suppressions
        .iter()
        .filter(|suppression| !used.contains(&(suppression.id, suppression.reach)) && is_on(suppression.id));
    // A finding that remains is an error, which no comment can allow.
    let unused = unused.map(|suppression| {
        unused_suppression(suppression, source, left.contains(&(suppression.id, suppression.reach)))
    });
    found.extend(unused.collect::<Vec<_>>());
    found.append(&mut read.found);
}

/// Returns the scopes of suppressions that allow a finding.
fn suppressed_by(source: &Arc<Source>, finding: &Diagnostic) -> impl Iterator<Item = Reach> {
    let label = finding.labels.first().filter(|label| Arc::ptr_eq(&label.source, source));
    let line_of = |label: &Label| Reach::Line(source.line_column(label.span.start).line);
    let line = label.map(line_of);
    let text = finding.labels.get(1).filter(|label| line.is_some() && label.message == TEXT).map(line_of);
    let is_in_file = line.is_some() || finding.file_name() == Some(source.name());
    line.into_iter().chain(text).chain(is_in_file.then_some(Reach::File))
}

fn read<'t>(
    source: &'t Arc<Source>,
    comments: &[Comment],
    enabled: &EnabledRules,
) -> SuppressionComments<'t> {
    let mut read = SuppressionComments::default();
    let lines = next_lines(source.text());
    for comment in comments {
        let text = source.slice(comment.span);
        let Some(words) = text.trim_start_matches('#').trim().strip_prefix(ADDRESS) else { continue };
        let reach = if comment.is_alone {
            let line = source.line_column(comment.span.start).line;
            // Lines count from 1.
            Reach::Line(lines.get(line).copied().unwrap_or(line + 1))
        } else {
            Reach::Line(source.line_column(comment.span.start).line)
        };
        add(source, comment.span, (words.trim(), reach), enabled, &mut read);
    }
    read
}

/// Returns for each line of a text the first line from there on that contains more than a comment; the line after the last one if
/// there is none. Lines count from 1.
fn next_lines(text: &str) -> Vec<usize> {
    let texts: Vec<&str> = text.lines().collect();
    let mut lines = vec![0; texts.len()];
    let mut next = texts.len() + 1;
    for (index, text) in texts.into_iter().enumerate().rev() {
        let text = text.trim_start();
        if !text.is_empty() && !text.starts_with('#') {
            next = index + 1;
        }
        lines[index] = next;
    }
    lines
}

/// Adds the suppressions of a comment, and the findings about them.
fn add<'t>(
    source: &'t Arc<Source>,
    span: Span,
    (words, line): (&'t str, Reach),
    enabled: &EnabledRules,
    read: &mut SuppressionComments<'t>,
) {
    let mut report = |rule: &'static str, message: String, help: String| {
        read.found.push(finding(rule, source, span, message, help));
    };
    let parts = words.split_once('(').and_then(|(verb, rest)| Some((verb.trim(), rest.split_once(')')?)));
    let named =
        |(verb, rest)| Some((SuppressionReach::ALL.into_iter().find(|reach| reach.verb() == verb)?, rest));
    let Some((reach, (ids, reason))) = parts.and_then(named) else {
        let help = "write `# heat-codegen: allow(RULE) REASON`, or `allow-file(RULE)`".to_owned();
        return report(suppressions::UNKNOWN_RULE, "this comment cannot be read".to_owned(), help);
    };
    let reach = match reach {
        SuppressionReach::Line => line,
        SuppressionReach::File => Reach::File,
    };
    if reason.trim().trim_start_matches(':').trim().is_empty() {
        let help = format!("write `# heat-codegen: {words} REASON`");
        report(suppressions::WITHOUT_REASON, "a reason is required".to_owned(), help);
    }
    // The first parenthesis of the comment opens the list of rules.
    let mut start = span.start + source.slice(span).find('(').map_or(0, |place| place + 1);
    for part in ids.split(',') {
        let id = part.trim();
        if enabled.rule(id).is_some() {
            read.suppressions.push(Suppression { id, span, reach });
        } else {
            let at = start + (part.len() - part.trim_start().len());
            read.found.push(unknown_rule(source, span, Span::new(at, at + id.len()), id, enabled));
        }
        start += part.len() + 1;
    }
}

/// Creates the finding about a comment that switches off an unknown rule. `at` is the span of its name.
fn unknown_rule(source: &Arc<Source>, span: Span, at: Span, id: &str, enabled: &EnabledRules) -> Diagnostic {
    let near = nearest(id, RULES.iter().copied().chain(enabled.rules()).map(|rule| rule.id));
    let help = near.map_or_else(
        || "`heat-codegen rules templates` lists the rules".to_owned(),
        |near| format!("did you mean `{near}`?"),
    );
    let unknown = finding(suppressions::UNKNOWN_RULE, source, span, format!("there is no rule `{id}`"), help);
    let fix = near.and_then(|near| Edit::rename(source, at, id, near));
    Diagnostic { fix: fix.map(Fix::guess), ..unknown }
}

fn finding(
    rule: &'static str,
    source: &Arc<Source>,
    span: Span,
    message: String,
    help: String,
) -> Diagnostic {
    Diagnostic::new(Severity::Warning, rule, message).with_label(source, span, "").with_help(help)
}

/// Creates the finding about a suppression that allows nothing.
fn unused_suppression(suppression: &Suppression<'_>, source: &Arc<Source>, is_error: bool) -> Diagnostic {
    let id = suppression.id;
    let (message, help) = if is_error {
        (
            format!("`{id}` is an error, which cannot be allowed"),
            "Heat refuses the template all the same: remove the comment",
        )
    } else {
        (format!("`{id}` finds nothing here"), "remove the comment")
    };
    finding(suppressions::UNUSED, source, suppression.span, message, help.to_owned())
}

#[cfg(test)]
mod tests {
    use heat_yaml::Source;

    use super::*;

    /// Compares the findings that remain of two findings of a rule, in lines 3 and 5, and those about the comments.
    fn check(comments: [&str; 3], severity: Severity, expect: &[&str]) {
        let [third, fourth, fifth] = comments;
        let text = format!(
            "heat_template_version: 2018-08-31\nparameters:\n  a: {{type: string}} {third}\n{fourth}\n  b: {{type: string}} {fifth}\n"
        );
        let template = Template::read(&Source::new("test", text.as_str())).template.unwrap();
        let parameters = template.entries("parameters").unwrap();
        let mut found: Vec<Diagnostic> = parameters
            .iter()
            .map(|entry| {
                Diagnostic::new(severity, "unused-parameter", entry.key.as_str().unwrap().to_owned())
                    .with_label(template.source(), entry.key.span, "")
            })
            .collect();
        let enabled: EnabledRules = RULES.iter().copied().collect();
        apply_suppressions(&template, &enabled, &mut found);
        let shown: Vec<String> =
            found.iter().map(|finding| format!("{}: {}", finding.code, finding.message)).collect();
        assert_eq!(shown, expect, "{text}");
    }

    const A: &str = "unused-parameter: a";
    const B: &str = "unused-parameter: b";

    #[test]
    fn a_comment_counts_for_its_line_or_the_next_or_the_file() {
        let warning = Severity::Warning;
        check(["", "", ""], warning, &[A, B]);
        check(["# heat-codegen: allow(unused-parameter) later", "", ""], warning, &[B]);
        check(["", "# heat-codegen: allow(unused-parameter) later", ""], warning, &[A]);
        check(["", "# heat-codegen: allow-file(unused-parameter) later", ""], warning, &[]);
        check(["", "# heat-codegen: allow(unused-parameter) later\n\n  # more", ""], warning, &[A]);
        check(
            ["", "# heat-codegen: allow(unused-parameter) a\n# heat-codegen: allow(unused-parameter) b", ""],
            warning,
            &[A],
        );
        check(
            [
                "",
                "",
                "# heat-codegen: allow(unused-parameter) used\n\n# heat-codegen: allow(unused-parameter) last",
            ],
            warning,
            &[A, "unused-suppression: `unused-parameter` finds nothing here"],
        );
    }

    #[test]
    fn comments_have_to_make_sense() {
        let warning = Severity::Warning;
        check(
            ["", "", "# heat-codegen: allow(unused-parameter)"],
            warning,
            &[A, "suppression-without-reason: a reason is required"],
        );
        check(
            ["# heat-codegen: allow(unused-paramter) x", "", ""],
            warning,
            &[A, B, "unknown-suppressed-rule: there is no rule `unused-paramter`"],
        );
        check(
            ["# heat-codegen: allow(hidden-type, unused-parameter) x", "", ""],
            warning,
            &[B, "unused-suppression: `hidden-type` finds nothing here"],
        );
        check(
            ["# heat-codegen: ignore", "", ""],
            warning,
            &[A, B, "unknown-suppressed-rule: this comment cannot be read"],
        );
        check(
            ["# heat-codegen: allow(unused-parameter) x", "", ""],
            Severity::Error,
            &[A, B, "unused-suppression: `unused-parameter` is an error, which cannot be allowed"],
        );
    }

    #[test]
    fn names_that_were_meant_can_be_put_in() {
        fn check(comment: &str, expect: &[&str]) {
            let text = format!("heat_template_version: 2018-08-31 {comment}\n");
            let template = Template::read(&Source::new("test", text.as_str())).template.unwrap();
            let mut found = Vec::new();
            apply_suppressions(&template, &RULES.iter().copied().collect(), &mut found);
            let edits = found.iter().filter_map(|finding| finding.fix.as_ref()).map(|fix| &fix.edit);
            let fixed: Vec<String> = edits
                .map(|edit| format!("{}{}{}", &text[..edit.span.start], edit.text, &text[edit.span.end..]))
                .map(|fixed| {
                    fixed.trim_start_matches("heat_template_version: 2018-08-31 ").trim_end().to_owned()
                })
                .collect();
            assert_eq!(fixed, expect, "{comment}");
        }
        check("# heat-codegen: allow(hidden-typ) x", &["# heat-codegen: allow(hidden-type) x"]);
        check("# heat-codegen: allow(hidden-type) x", &[]);
        check(
            "# heat-codegen: allow-file( syntax ,  hidden-typ,unused-paramter ) x",
            &[
                "# heat-codegen: allow-file( syntax ,  hidden-type,unused-paramter ) x",
                "# heat-codegen: allow-file( syntax ,  hidden-typ,unused-parameter ) x",
            ],
        );
        check("# heat-codegen: allow(quite-another) x", &[]);
    }

    #[test]
    fn a_comment_counts_for_its_own_file() {
        fn check(comment: &str, finding: &Diagnostic, is_left: bool) {
            let text = format!("heat_template_version: 2018-08-31 {comment}\n");
            let template = Template::read(&Source::new("test", text.as_str())).template.unwrap();
            let mut found = vec![finding.clone()];
            apply_suppressions(&template, &EnabledRules::default(), &mut found);
            let is_there = found.iter().any(|found| found.message == finding.message);
            assert_eq!(is_there, is_left, "{comment} {finding:?}");
        }
        let finding = || Diagnostic::new(Severity::Warning, "hidden-type", "message");
        let (line, file) =
            ("# heat-codegen: allow(hidden-type) x", "# heat-codegen: allow-file(hidden-type) x");
        // A finding about the whole file.
        let whole = finding().in_file("test");
        check(line, &whole, true);
        check(file, &whole, false);
        let elsewhere = finding().in_file("other");
        check(line, &elsewhere, true);
        check(file, &elsewhere, true);
        // A finding in the same line of another file.
        let other = Source::new("other", "heat_template_version: 2018-08-31\n");
        let elsewhere = finding().with_label(&other, Span::new(0, 1), "");
        check(line, &elsewhere, true);
        check(file, &elsewhere, true);
    }

    #[test]
    fn lines_with_comments_alone_are_passed_over() {
        fn check(text: &str, expect: &[usize]) {
            assert_eq!(next_lines(text), expect, "{text}");
        }
        check("", &[]);
        check("a\n# b\n\n  # c\nd", &[1, 5, 5, 5, 5]);
        check("a\n# b\n", &[1, 3]);
    }
}
