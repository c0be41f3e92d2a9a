//! Lines that git leaves in a file with an unresolved merge, which a parser cannot explain.

use std::sync::Arc;

use crate::{Diagnostic, Source, Span, code};

/// The characters of the lines at which a side of a conflict begins or ends. Git writes seven of them, followed by a name except
/// in the middle line.
const SIGNS: [char; 4] = ['<', '|', '=', '>'];

const LENGTH: usize = 7;

const HELP: &str = "keep what is meant of each side, and remove the lines that begin with `<<<<<<<`, `=======` and `>>>>>>>`";

/// Returns the errors to report instead of the parser's error if the text has unresolved conflicts: one for each conflict, or one
/// for a single line that was left over.
pub(crate) fn conflicts(source: &Arc<Source>, error: &Diagnostic) -> Option<Vec<Diagnostic>> {
    let markers = markers(source.text());
    let mut found = Vec::new();
    let mut begin = None;
    for (sign, span) in &markers {
        match (sign, begin) {
            ('<', _) => begin = Some(*span),
            ('>', Some(start)) => {
                found.push(
                    conflict("unresolved merge conflict")
                        .with_label(source, start, "one side begins here")
                        .with_label(source, *span, "the other side ends here"),
                );
                begin = None;
            }
            _ => {}
        }
    }
    if !found.is_empty() {
        return Some(found);
    }
    // A single marker line is reported only if the parser's error is in it: such a line can be the underline of a heading in a
    // text.
    let at = error.labels.first()?.span.start;
    let (_, span) = markers.into_iter().find(|(_, span)| span.start <= at && at <= span.end)?;
    Some(vec![conflict("a line of a merge conflict was left over").with_label(source, span, "remove it")])
}

fn conflict(message: &str) -> Diagnostic {
    Diagnostic::error(code::SYNTAX, message).with_help(HELP)
}

/// Returns the lines that look like those of a conflict, each with its character.
fn markers(text: &str) -> Vec<(char, Span)> {
    let mut markers = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let written = line.trim_end();
        for sign in SIGNS {
            let rest = written.trim_start_matches(sign);
            let is_named = rest.starts_with(' ') && sign != '=';
            if written.len() - rest.len() == LENGTH && (rest.is_empty() || is_named) {
                markers.push((sign, Span::new(start, start + written.len())));
            }
        }
        start += line.len();
    }
    markers
}

#[cfg(test)]
mod tests {
    use crate::testing::{outcome, yaml};

    #[track_caller]
    fn check(text: &str, expect: &str) {
        assert_eq!(outcome(&yaml(text).1), expect, "{text:?}");
    }

    #[test]
    fn each_conflict_is_reported() {
        let two = "a:\n<<<<<<< HEAD\n  b: 1\n=======\n  b: 2\n>>>>>>> topic\nc: 1\n<<<<<<< HEAD\r\nd: 1\r\n||||||| base\r\n=======\r\nd: 2\r\n>>>>>>> topic\r\n";
        check(
            two,
            "2:1 syntax: unresolved merge conflict (6:1 the other side ends here) / \
             8:1 syntax: unresolved merge conflict (13:1 the other side ends here)",
        );
        check(
            "<<<<<<< a\nx: 1\n=======\n>>>>>>> b\n",
            "1:1 syntax: unresolved merge conflict (4:1 the other side ends here)",
        );
    }

    #[test]
    fn lines_that_were_left_over_are_reported() {
        check("a: 1\n=======\nb: 2\n", "2:1 syntax: a line of a merge conflict was left over");
        check("a: 1\n>>>>>>> topic\nb: 2\n", "2:1 syntax: a line of a merge conflict was left over");
    }

    #[test]
    fn other_mistakes_and_texts_are_not_conflicts() {
        check("a: |\n  title\n  =======\nb\n", "4:1 syntax: expected `:` after this key");
        check("a: 1\n========\nb: 2\n", "2:1 syntax: expected `:` after this key");
        let text = "a: |\n  <<<<<<< HEAD\n  =======\n  >>>>>>> topic\n";
        assert!(!yaml(text).1.has_errors());
    }
}
