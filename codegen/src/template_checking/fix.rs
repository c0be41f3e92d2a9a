//! Applying fixes: the edits of findings, in the text of a template.
//!
//! Everything else in the file stays byte for byte. Before anything is written, the new text is read, and has to be the old data but
//! for the places of the edits: a file that would read as something else is left alone.

use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

use heat_yaml::{Applicability, Diagnostic, Edit, Node, ParseOptions, Source, Value, parse_template};
use indexmap::IndexSet;

/// How many lines around a change are shown.
const CONTEXT: usize = 2;

/// How many edits are tried on their own if all of them together cannot be made.
const MAX_TRIED: usize = 100;

/// A text with the fixes of findings.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fixed {
    /// The text.
    pub(crate) text: String,
    /// What was changed in the old text.
    pub(crate) applied: Vec<Applied>,
}

/// A fix that was applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Applied {
    /// The rule whose finding it fixes.
    pub(crate) rule: &'static str,
    /// How certain it is.
    pub(crate) applicability: Applicability,
    /// The change.
    pub(crate) edit: Edit,
}

/// Applies the fixes of findings in this text that are certain enough, but for those with which it would read as something else; none
/// if there are none.
pub(crate) fn fixed(source: &Arc<Source>, found: &[Diagnostic], least: Applicability) -> Option<Fixed> {
    let edits = edits(source, found, least);
    let all = || edited(source, &edits);
    let alone = || {
        let tried = edits.iter().take(MAX_TRIED);
        let possible = tried.filter(|edit| edited(source, std::slice::from_ref(*edit)).is_some());
        edited(source, &possible.cloned().collect::<Vec<_>>())
    };
    all().or_else(alone)
}

/// The fixes that are certain enough, in the order of the text. Of those that overlap, the first counts.
fn edits(source: &Arc<Source>, found: &[Diagnostic], least: Applicability) -> Vec<Applied> {
    let own = found
        .iter()
        .filter(|finding| finding.labels.first().is_some_and(|label| label.source.name() == source.name()));
    let fixes = own.filter_map(|finding| Some((finding.code, finding.fix.as_ref()?)));
    let counts = fixes.filter(|(_, fix)| fix.applicability <= least);
    let mut edits: Vec<Applied> = counts
        .map(|(rule, fix)| Applied { rule, applicability: fix.applicability, edit: fix.edit.clone() })
        .collect();
    edits.sort_by_key(|applied| (applied.edit.span, applied.applicability));
    let mut end = 0;
    edits.retain(|applied| {
        let is_free = applied.edit.span.start >= end;
        if is_free {
            end = applied.edit.span.end;
        }
        is_free
    });
    edits
}

/// The text after some edits; none if there are none, or if it would read as something else.
fn edited(source: &Arc<Source>, applied: &[Applied]) -> Option<Fixed> {
    if applied.is_empty() {
        return None;
    }
    let mut text = String::with_capacity(source.text().len());
    let mut done = 0;
    for Applied { edit, .. } in applied {
        text.push_str(source.text().get(done..edit.span.start)?);
        text.push_str(&edit.text);
        done = edit.span.end;
    }
    text.push_str(source.text().get(done..)?);
    reads_the_same(source, &text, applied).then(|| Fixed { text, applied: applied.to_vec() })
}

/// Whether a new text has the data of the old one.
pub(crate) fn is_same_data(source: &Arc<Source>, text: &str) -> bool {
    reads_the_same(source, text, &[])
}

/// Whether a new text has the data of the old one, but for the places of the edits.
fn reads_the_same(source: &Arc<Source>, text: &str, applied: &[Applied]) -> bool {
    let changed = Source::new(source.name(), text);
    let [old, new] = [source, &changed].map(|source| parse_template(source, &ParseOptions::template()));
    let (Some(old), Some(new)) = (old.root, new.root) else { return false };
    let mut open = vec![(&old, &new)];
    while let Some((old, new)) = open.pop() {
        let is_edited = |node: &Node| {
            applied
                .iter()
                .map(|applied| applied.edit.span)
                .any(|span| node.span.start <= span.start && span.end <= node.span.end)
        };
        match (&old.value, &new.value) {
            (Value::Sequence(left), Value::Sequence(right)) | (Value::Set(left), Value::Set(right)) => {
                if left.len() != right.len() {
                    return false;
                }
                open.extend(left.iter().zip(right));
            }
            (Value::Mapping(left), Value::Mapping(right)) => {
                if left.len() != right.len() {
                    return false;
                }
                for (left, right) in left.iter().zip(right.iter()) {
                    open.push((&left.key, &right.key));
                    open.push((&left.value, &right.value));
                }
            }
            (Value::Sequence(_) | Value::Set(_) | Value::Mapping(_), _)
            | (_, Value::Sequence(_) | Value::Set(_) | Value::Mapping(_)) => {
                return false;
            }
            // What is edited becomes a text.
            (_, Value::String(_)) if is_edited(old) => {}
            (left, right) if left == right => {}
            _ => return false,
        }
    }
    true
}

/// The change of a text, as `diff -u` shows it. Fixes stay within their lines. The heading of each part names the rules, and says how
/// certain their fixes are.
pub(super) fn unified(source: &Source, fixed: &Fixed) -> String {
    let name = source.name();
    let (old, new): (Vec<&str>, Vec<&str>) = (source.text().lines().collect(), fixed.text.lines().collect());
    let changed: Vec<usize> = (0..old.len()).filter(|line| old.get(*line) != new.get(*line)).collect();
    let mut text = format!("--- {name}\n+++ {name}\n");
    let mut rest = changed.as_slice();
    while let Some(first) = rest.first() {
        // Changes whose surroundings meet are shown together.
        let meets = |pair: &[usize]| matches!(pair, [left, right] if right - left <= 2 * CONTEXT);
        let count = 1 + rest.windows(2).take_while(|pair| meets(pair)).count();
        let (together, others) = rest.split_at(count);
        let last = together.last().unwrap_or(first);
        let (start, end) = (first.saturating_sub(CONTEXT), (last + CONTEXT + 1).min(old.len()));
        let heading = heading(source, &fixed.applied, start + 1..end + 1);
        let _ = writeln!(text, "@@ -{0},{1} +{0},{1} @@ {heading}", start + 1, end - start);
        let mut line = start;
        while line < end {
            if together.contains(&line) {
                let block = (line..end).take_while(|line| together.contains(line)).count();
                for (sign, lines) in [('-', &old), ('+', &new)] {
                    for changed in lines.iter().skip(line).take(block) {
                        let _ = writeln!(text, "{sign}{changed}");
                    }
                }
                line += block;
            } else {
                let _ = writeln!(text, " {}", old.get(line).copied().unwrap_or_default());
                line += 1;
            }
        }
        rest = others;
    }
    text
}

/// What is fixed in some lines.
fn heading(source: &Source, applied: &[Applied], lines: Range<usize>) -> String {
    let is_there = |applied: &&Applied| lines.contains(&source.line_column(applied.edit.span.start).line);
    let names = applied
        .iter()
        .filter(is_there)
        .map(|each| format!("{} ({})", each.rule, each.applicability.as_str()));
    names.collect::<IndexSet<_>>().into_iter().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use heat_yaml::{Fix, Severity, Span};

    use super::*;

    /// The text after the edits, each at the first place of a text.
    fn check(text: &str, edits: &[(&str, &str)], expect: Option<&str>) {
        let source = Source::new("a.yaml", text);
        let found: Vec<Diagnostic> = edits
            .iter()
            .map(|(old, new)| {
                let start = text.find(old).unwrap();
                let span = Span::new(start, start + old.len());
                Diagnostic::new(Severity::Warning, "rule", "wrong")
                    .with_label(&source, span, "")
                    .with_fix(Fix::safe(Edit { span, text: (*new).to_owned() }))
            })
            .collect();
        let fixed = fixed(&source, &found, Applicability::Safe);
        assert_eq!(fixed.map(|fixed| fixed.text).as_deref(), expect, "{text}");
    }

    #[test]
    fn everything_else_stays() {
        check(
            "a:  yes # on\r\nb: [ 1,2 ]\r\n",
            &[("yes", "'yes'")],
            Some("a:  'yes' # on\r\nb: [ 1,2 ]\r\n"),
        );
        check("a: {get_parm: x}\n", &[("get_parm", "get_param")], Some("a: {get_param: x}\n"));
        check("a: yes\nb: on\n", &[("on", "'on'"), ("yes", "'yes'")], Some("a: 'yes'\nb: 'on'\n"));
        check("a: yes\n", &[], None);
    }

    #[test]
    fn what_would_read_as_something_else_is_left_alone() {
        check("a: yes\n", &[("yes", "'yes")], None);
        check("a: yes\n", &[("yes", "{b: c}")], None);
        check("a: yes\nb: 1\n", &[("yes", "x\nc: 1")], None);
        check("a: &x yes\nb: *x\n", &[("yes", "'yes'")], Some("a: &x 'yes'\nb: *x\n"));
        check("a: yes\n", &[("yes", "no")], None);
        // The others are applied.
        check("a: yes\nb: on\n", &[("yes", "'yes"), ("on", "'on'")], Some("a: yes\nb: 'on'\n"));
        check(
            "{siez: a, size: b, c: on}",
            &[("siez", "size"), ("on", "'on'")],
            Some("{siez: a, size: b, c: 'on'}"),
        );
    }

    #[test]
    fn guesses_are_applied_only_if_that_is_asked_for() {
        let source = Source::new("a.yaml", "a: b\nc: on\n");
        let fix = |start, end, text: &str| Edit { span: Span::new(start, end), text: text.to_owned() };
        let found = [
            Diagnostic::error("unknown", "wrong")
                .with_label(&source, Span::new(0, 1), "")
                .with_fix(Fix::guess(fix(0, 1, "x"))),
            Diagnostic::error("word", "wrong")
                .with_label(&source, Span::new(8, 10), "")
                .with_fix(Fix::safe(fix(8, 10, "'on'"))),
        ];
        let check = |least, expect: &str| {
            assert_eq!(unified(&source, &fixed(&source, &found, least).unwrap()), expect);
        };
        check(
            Applicability::Safe,
            "--- a.yaml\n+++ a.yaml\n@@ -1,2 +1,2 @@ word (safe)\n a: b\n-c: on\n+c: 'on'\n",
        );
        check(
            Applicability::Unsafe,
            "--- a.yaml\n+++ a.yaml\n@@ -1,2 +1,2 @@ unknown (unsafe), word (safe)\n-a: b\n-c: on\n+x: b\n+c: 'on'\n",
        );
    }

    #[test]
    fn changes_are_shown_with_their_surroundings() {
        let check = |old: &str, changed: &[(usize, &str)], expect: &str| {
            let mut text = old.to_owned();
            let mut applied = Vec::new();
            for (at, new) in changed {
                text.replace_range(*at..=*at, new);
                let edit = Edit { span: Span::new(*at, at + 1), text: (*new).to_owned() };
                applied.push(Applied { rule: "rule", applicability: Applicability::Safe, edit });
            }
            let fixed = Fixed { text, applied };
            assert_eq!(unified(&Source::new("a", old), &fixed), expect);
        };
        check(
            "1\n2\n3\n4\n5\n6\n7\n8\n9\n",
            &[(6, "x"), (16, "y")],
            "--- a\n+++ a\n@@ -2,5 +2,5 @@ rule (safe)\n 2\n 3\n-4\n+x\n 5\n 6\n@@ -7,3 +7,3 @@ rule (safe)\n 7\n 8\n-9\n+y\n",
        );
        check("1\n2\n", &[(0, "x"), (2, "y")], "--- a\n+++ a\n@@ -1,2 +1,2 @@ rule (safe)\n-1\n-2\n+x\n+y\n");
    }

    const WORDS: [&str; 12] = [
        "yes",
        "'a b'",
        "010",
        "x",
        "\"q\"",
        "|\n    text\n",
        "[1, yes]",
        "{c: on}",
        "~",
        "1.10",
        "*anchor",
        "&anchor no",
    ];
    const REPLACEMENTS: [&str; 12] =
        ["'yes'", "x", "a: b", "- a", "'", "\"", "a # b", "[a", "&b c", "x\n  k0: y", "", "#"];

    proptest::proptest! {
        #[test]
        fn no_edit_changes_what_is_elsewhere(
            words in proptest::collection::vec(0..WORDS.len(), 1..6),
            place in 0_usize..6,
            replacement in 0..REPLACEMENTS.len(),
        ) {
            let mut text = String::from("m:\n");
            let mut spans = Vec::new();
            for (index, word) in words.iter().enumerate() {
                let key = format!("  k{index}: ");
                spans.push(Span::new(text.len() + key.len(), text.len() + key.len() + WORDS[*word].len()));
                text.push_str(&key);
                text.push_str(WORDS[*word]);
                text.push('\n');
            }
            let source = Source::new("a.yaml", text.as_str());
            let span = spans[place % spans.len()];
            let found = Diagnostic::new(Severity::Warning, "rule", "wrong")
                .with_label(&source, span, "")
                .with_fix(Fix::safe(Edit { span, text: REPLACEMENTS[replacement].to_owned() }));
            let read = |text: &str| parse_template(&Source::new("a.yaml", text), &ParseOptions::template()).root;
            if let Some(changed) = fixed(&source, &[found], Applicability::Safe) {
                let [old, new] = [read(&text).unwrap(), read(&changed.text).unwrap()];
                let [old, new] = [&old, &new].map(|root| root.as_mapping().unwrap().get("m").unwrap().as_mapping().unwrap());
                proptest::prop_assert_eq!(old.len(), new.len());
                for (index, (old, new)) in old.iter().zip(new.iter()).enumerate() {
                    proptest::prop_assert_eq!(&old.key.value, &new.key.value);
                    if index == place % spans.len() {
                        proptest::prop_assert!(new.value.as_str().is_some() || is_alike(&old.value, &new.value));
                    } else if !text.contains('&') {
                        proptest::prop_assert!(is_alike(&old.value, &new.value));
                    }
                }
            }
        }
    }

    /// Whether two values are the same, wherever they stand.
    fn is_alike(left: &Node, right: &Node) -> bool {
        shown(left) == shown(right)
    }

    fn shown(node: &Node) -> String {
        match &node.value {
            Value::Sequence(items) | Value::Set(items) => {
                format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(","))
            }
            Value::Mapping(map) => {
                let entries = map.iter().map(|entry| shown(&entry.key) + ":" + &shown(&entry.value));
                format!("{{{}}}", entries.collect::<Vec<_>>().join(","))
            }
            scalar => format!("{scalar:?}"),
        }
    }
}
