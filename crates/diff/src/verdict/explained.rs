//! Parts of a type whose changes findings explain, so that trials need not report them.

use std::collections::HashSet;

use heat_model::SchemaPath;
use heat_model::path::Segment;
use heat_model::validate::{ErrorKind, Step, ValueError};

use crate::pairs::TypePair;
use crate::rule::Severity;
use crate::rule::finding::Finding;

/// The parts of a type that findings are about.
#[derive(Debug, Default)]
pub(super) struct Explained {
    /// The top-level properties that breaking findings are about.
    properties: HashSet<String>,
    /// Whether any finding is about validation rules or groups.
    has_rules: bool,
}

impl Explained {
    /// The parts of a type that these findings explain.
    pub(super) fn by<'f>(types: &TypePair<'_>, found: impl IntoIterator<Item = &'f Finding>) -> Self {
        let mut explained = Self::default();
        for finding in found.into_iter().filter(|each| each.resource_type == types.before.name) {
            let paths = || [&finding.before, &finding.after].into_iter().flatten();
            explained.has_rules |= paths().any(is_about_rules);
            if finding.severity == Severity::Breaking {
                let names = paths().filter_map(|path| path.property_names().first().copied());
                explained.properties.extend(names.map(str::to_owned));
            }
        }
        explained
    }

    pub(super) fn has_property(&self, name: &str) -> bool {
        self.properties.contains(name)
    }

    /// Whether an error is about a property that findings explain.
    pub(super) fn has_property_of(&self, error: &ValueError) -> bool {
        top_property(error).is_some_and(|name| self.has_property(name))
    }

    /// Whether findings explain an error, or it comes from groups or validation rules, which are compared on their own. If nothing
    /// is explained, it may still be a translation rule that leads to data that one of them refuses.
    pub(super) fn has(&self, error: &ValueError) -> bool {
        let is_compared = (self.has_rules || !self.properties.is_empty()) && is_of_rules(error);
        is_compared || self.has_property_of(error)
    }
}

/// The top-level property that an error is about.
pub(super) fn top_property(error: &ValueError) -> Option<&str> {
    match error.path.0.first()? {
        Step::Name(name) => Some(name),
        Step::Item(_) => None,
    }
}

/// Whether an error comes from a group or a validation rule.
pub(super) fn is_of_rules(error: &ValueError) -> bool {
    matches!(error.kind, ErrorKind::Group | ErrorKind::Rule)
}

fn is_about_rules(path: &SchemaPath) -> bool {
    matches!(path.0.first(), Some(Segment::Key(section)) if section == "validation_rules" || section == "properties_groups")
}
