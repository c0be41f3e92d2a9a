//! Locations of the entries of an environment.

use std::sync::Arc;

use heat_yaml::{Node, Source, Span};

use crate::{Exception, Fault};

/// Location of an entry of an environment.
#[derive(Debug, Clone)]
pub struct EntryLocation {
    /// The file with the entry.
    pub source: Arc<Source>,
    /// Span of the key.
    pub key: Span,
    /// Span of the value.
    pub value: Span,
}

impl EntryLocation {
    /// The location of an entry in a file.
    pub(super) fn of(source: &Arc<Source>, key: &Node, value: &Node) -> Self {
        Self { source: Arc::clone(source), key: key.span, value: value.span }
    }

    /// An error at the value.
    pub(super) fn fault(&self, exception: Exception) -> Fault {
        Fault::at(self.value, exception).in_file(&self.source)
    }
}
