//! Fixes: applies the edits of findings to the text of a template.
//!
//! The rest of the file stays byte for byte. The new text is parsed before it is written, and must have the same data except
//! where it was edited: a file whose data would change is left alone.

use std::cell::{Cell, OnceCell};
use std::sync::Arc;

use heat_yaml::{Applicability, Diagnostic, Edit, Node, ParseOptions, Source, Value, parse_template};

/// Maximum number of bytes that are parsed to find out which edits of one text can be applied: enough for hundreds of tries, or a
/// few of a large text. Edits beyond that are not applied.
const MAX_READ: usize = 4 << 20;

/// Text after the fixes of findings were applied.
#[derive(Debug, PartialEq, Eq)]
pub struct FixedText {
    /// The text after the fixes.
    pub text: String,
    /// Fixes that were applied to the old text.
    pub applied: Vec<AppliedFix>,
}

/// A fix that was applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppliedFix {
    /// Id of the rule whose finding the fix is for.
    pub rule: &'static str,
    /// Applicability of the fix: whether it is certain or a guess.
    pub applicability: Applicability,
    /// Change to the text.
    pub edit: Edit,
}

/// Text in which edits are tried. The old text is parsed only once.
pub struct Trials<'s> {
    source: &'s Arc<Source>,
    old: OnceCell<Option<Node>>,
    /// Number of bytes that may still be parsed for tries.
    left: Cell<usize>,
}

impl<'s> Trials<'s> {
    /// Prepares a text for trying edits.
    pub fn new(source: &'s Arc<Source>) -> Self {
        Self { source, old: OnceCell::new(), left: Cell::new(MAX_READ) }
    }

    /// Applies the fixes of findings that are certain enough, except those that would change other data of the text. Returns
    /// `None` if no fix is left.
    pub fn fixed(&self, found: &[Diagnostic], least: Applicability) -> Option<FixedText> {
        let edits = edits(self.source, found, least);
        let mut applied = Vec::new();
        self.add_possible(&edits, &mut applied);
        if applied.is_empty() {
            return None;
        }
        let text = edited(self.source, &applied)?;
        // Each edit is possible without the others, but not necessarily together with them.
        let is_tried = applied.len() == edits.len();
        (is_tried || self.reads_the_same(&text, &applied)).then_some(FixedText { text, applied })
    }

    /// Adds the edits that can be applied to a list. Most can: all of them are tried together, and only if that fails, each half
    /// of them.
    fn add_possible(&self, edits: &[AppliedFix], possible: &mut Vec<AppliedFix>) {
        if !self.may_read() {
            return;
        }
        if edited(self.source, edits).is_some_and(|text| self.reads_the_same(&text, edits)) {
            possible.extend_from_slice(edits);
        } else if edits.len() > 1 {
            let (first, second) = edits.split_at(edits.len() / 2);
            self.add_possible(first, possible);
            self.add_possible(second, possible);
        }
    }

    /// Returns whether a new text certainly has the same data as the old one.
    pub fn is_same_data(&self, text: &str) -> bool {
        self.may_read() && self.reads_the_same(text, &[])
    }

    /// Returns whether the text may be parsed once more. Takes its size from the bytes that are left.
    fn may_read(&self) -> bool {
        let left = self.left.get().checked_sub(self.source.text().len());
        self.left.set(left.unwrap_or_default());
        left.is_some()
    }

    /// Returns whether a new text has the same data as the old one, except where it was edited.
    fn reads_the_same(&self, text: &str, applied: &[AppliedFix]) -> bool {
        let read = |source: &Arc<Source>| parse_template(source, &ParseOptions::template()).root;
        let Some(old) = self.old.get_or_init(|| read(self.source)) else { return false };
        read(&Source::new(self.source.name(), text)).is_some_and(|new| is_alike(old, &new, applied))
    }
}

/// Returns the edits of fixes that are certain enough, in the order of the text. Of edits that overlap, only the first is used.
fn edits(source: &Arc<Source>, found: &[Diagnostic], least: Applicability) -> Vec<AppliedFix> {
    let own = found
        .iter()
        .filter(|finding| finding.labels.first().is_some_and(|label| label.source.name() == source.name()));
    let fixes = own.filter_map(|finding| Some((finding.code, finding.fix.as_ref()?)));
    let counts = fixes.filter(|(_, fix)| fix.applicability <= least);
    let mut edits: Vec<AppliedFix> = counts
        .map(|(rule, fix)| AppliedFix { rule, applicability: fix.applicability, edit: fix.edit.clone() })
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

/// Returns the text of a source after some edits, which are in the order of the text.
fn edited(source: &Source, applied: &[AppliedFix]) -> Option<String> {
    let mut text = String::with_capacity(source.text().len());
    let mut done = 0;
    for AppliedFix { edit, .. } in applied {
        text.push_str(source.text().get(done..edit.span.start)?);
        text.push_str(&edit.text);
        done = edit.span.end;
    }
    text.push_str(source.text().get(done..)?);
    Some(text)
}

/// Returns whether two trees have the same data, except where the text was edited. The edits are in the order of the text.
fn is_alike(old: &Node, new: &Node, applied: &[AppliedFix]) -> bool {
    // They do not overlap: the first that begins in a node is the first that ends.
    let is_edited = |node: &Node| {
        let first = applied.partition_point(|applied| applied.edit.span.start < node.span.start);
        applied.get(first).is_some_and(|applied| applied.edit.span.end <= node.span.end)
    };
    let mut open = vec![(old, new)];
    while let Some((old, new)) = open.pop() {
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
            // An edited value becomes a string.
            (_, Value::String(_)) if is_edited(old) => {}
            (left, right) if left == right => {}
            _ => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use heat_yaml::{Fix, Severity, Span};

    use super::*;
    use crate::unified::unified;

    /// Compares the text after the edits, each of which replaces the first occurrence of a text.
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
        let fixed = Trials::new(&source).fixed(&found, Applicability::Safe);
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
    fn most_edits_of_many_are_possible_after_a_few_tries() {
        /// Compares the number of times that the text is parsed for `count` edits, one in `each` of which cannot be applied.
        fn check(count: usize, each: usize, applied: usize, most_read: usize) {
            let lines: Vec<String> = (0..count).map(|number| format!("k{number}: yes\n")).collect();
            let text = lines.concat();
            let source = Source::new("a.yaml", text.as_str());
            let found: Vec<Diagnostic> = text
                .match_indices("yes")
                .enumerate()
                .map(|(number, (start, _))| {
                    let text = if number % each == each - 1 { "'yes" } else { "'yes'" };
                    let edit = Edit { span: Span::new(start, start + 3), text: text.to_owned() };
                    Diagnostic::new(Severity::Warning, "rule", "wrong")
                        .with_label(&source, edit.span, "")
                        .with_fix(Fix::safe(edit))
                })
                .collect();
            let trials = Trials::new(&source);
            let fixed = trials.fixed(&found, Applicability::Safe).map_or(0, |fixed| fixed.applied.len());
            assert_eq!(fixed, applied, "{count}, each {each}");
            let read = (MAX_READ - trials.left.get()) / text.len();
            assert!(read <= most_read, "{read} times for {count}, each {each}");
        }
        check(1_000, 1_001, 1_000, 1);
        check(1_000, 1_000, 999, 21);
        check(100, 10, 90, 100);
        // Not all are tried, but no edit is applied that was not tried.
        check(50_000, 50_000, 43_750, 7);
        check(2_000, 1, 0, 200);
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
            assert_eq!(unified(&source, &Trials::new(&source).fixed(&found, least).unwrap()), expect);
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
            if let Some(changed) = Trials::new(&source).fixed(&[found], Applicability::Safe) {
                let [old, new] = [read(&text).unwrap(), read(&changed.text).unwrap()];
                let [old, new] = [&old, &new].map(|root| root.as_mapping().unwrap().get("m").unwrap().as_mapping().unwrap());
                proptest::prop_assert_eq!(old.len(), new.len());
                for (index, (old, new)) in old.iter().zip(new.iter()).enumerate() {
                    proptest::prop_assert_eq!(&old.key.value, &new.key.value);
                    if index == place % spans.len() {
                        proptest::prop_assert!(new.value.as_str().is_some() || is_equal(&old.value, &new.value));
                    } else if !text.contains('&') {
                        proptest::prop_assert!(is_equal(&old.value, &new.value));
                    }
                }
            }
        }
    }

    /// Returns whether two values are equal, regardless of their spans.
    fn is_equal(left: &Node, right: &Node) -> bool {
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
