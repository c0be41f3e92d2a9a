//! The number of changes in a release, and the names of the kinds of changes, for use on all pages.

use heat_history::Kind;

use super::history::ReleaseChange;
use crate::text::terms::thousands;

/// The texts for a kind of change.
pub(crate) struct KindTexts {
    pub(crate) kind: Kind,
    /// The id of the kind on a page.
    pub(crate) id: &'static str,
    /// The heading of the kind's column in a table, and the label next to a change.
    pub(crate) word: &'static str,
    /// The heading for the types that changed like this as a whole.
    pub(crate) heading: &'static str,
    /// The effect on users of such a type, if the heading does not state it.
    pub(crate) meaning: &'static str,
    one: &'static str,
    many: &'static str,
}

impl KindTexts {
    /// The noun for a number of changes of this kind: `behaviour changes`.
    pub(crate) fn noun(&self, count: usize) -> &'static str {
        if count == 1 { self.one } else { self.many }
    }
}

/// The kinds, most severe first.
pub(crate) const KINDS: [KindTexts; 6] = [
    KindTexts {
        kind: Kind::Removed,
        id: "removed",
        word: "Removed",
        heading: "Removed types",
        meaning: "Heat no longer registers these types and refuses templates that use them.",
        one: "removed",
        many: "removed",
    },
    KindTexts {
        kind: Kind::Placeholder,
        id: "placeholders",
        word: "Placeholder",
        heading: "Types that became placeholders",
        meaning: "Heat still registers these types, so that old templates load and old stacks can be deleted. Heat \
                  accepts any properties for them, returns null for every attribute, and creates nothing.",
        one: "became a placeholder",
        many: "became placeholders",
    },
    KindTexts {
        kind: Kind::Hidden,
        id: "hidden",
        word: "Hidden",
        heading: "Hidden types",
        meaning: "These types still work in existing templates and stacks. The reference no longer lists them.",
        one: "hidden",
        many: "hidden",
    },
    KindTexts {
        kind: Kind::Deprecated,
        id: "deprecated",
        word: "Deprecated",
        heading: "Deprecated types",
        meaning: "",
        one: "deprecated",
        many: "deprecated",
    },
    KindTexts {
        kind: Kind::Changed,
        id: "changed",
        word: "Changed",
        heading: "Changes in existing types",
        meaning: "",
        one: "behaviour change",
        many: "behaviour changes",
    },
    KindTexts {
        kind: Kind::Added,
        id: "added",
        word: "Added",
        heading: "New types",
        meaning: "",
        one: "added",
        many: "added",
    },
];

/// The texts for a kind.
pub(crate) fn texts_of(kind: Kind) -> &'static KindTexts {
    let [.., last] = &KINDS;
    KINDS.iter().find(|words| words.kind == kind).unwrap_or(last)
}

/// The number of changes of one kind in a release.
#[derive(Debug, Clone)]
pub(crate) struct KindCount {
    pub(crate) kind: Kind,
    pub(crate) count: usize,
    /// The number of changes with its word: `8 behaviour changes`.
    pub(crate) words: String,
}

/// Counts the changes of each kind, most severe first, including zeros.
pub(crate) fn counts(changes: &[ReleaseChange]) -> Vec<KindCount> {
    let count = |kind: Kind| changes.iter().filter(|change| change.kind == kind).count();
    let counted = |words: &KindTexts| {
        let count = count(words.kind);
        let text = format!("{} {}", thousands(count), if count == 1 { words.one } else { words.many });
        KindCount { kind: words.kind, count, words: text }
    };
    KINDS.iter().map(counted).collect()
}

/// A summary of the changes: `7 hidden, 1 added`.
pub(crate) fn summary(changes: &[ReleaseChange]) -> String {
    let counts = counts(changes).into_iter().filter(|count| count.count > 0);
    let parts: Vec<String> = counts.map(|count| count.words).collect();
    if parts.is_empty() { "Nothing changed".to_owned() } else { parts.join(", ") }
}

/// A number with its noun: `1 type`, `12 types`.
pub(crate) fn count_with_noun(count: usize, one: &str, many: &str) -> String {
    format!("{} {}", thousands(count), if count == 1 { one } else { many })
}
