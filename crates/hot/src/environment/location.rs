//! Where the entries of an environment stand.

use std::sync::Arc;

use heat_yaml::{Node, Source, Span};

use crate::{Exception, Fault};

/// Where an entry of an environment stands.
#[derive(Debug, Clone)]
pub struct EntryLocation {
    /// The file.
    pub source: Arc<Source>,
    /// The key.
    pub key: Span,
    /// The value.
    pub value: Span,
}

impl EntryLocation {
    /// The location of an entry in a file.
    pub(super) fn of(source: &Arc<Source>, key: &Node, value: &Node) -> Self {
        Self { source: Arc::clone(source), key: key.span, value: value.span }
    }

    /// What is wrong with the value.
    pub(super) fn fault(&self, exception: Exception) -> Fault {
        Fault::at(self.value, exception).in_file(&self.source)
    }
}
