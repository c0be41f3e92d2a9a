//! Parts that several pages share: each is rendered once.
//!
//! The overviews of a release list all of its types, and most entries are the same in every release.

use std::hash::Hash;

use heat_html::Html;
use heat_yaml::Diagnostic;
use serde::Serialize;

use crate::contents::known::Known;
use crate::files::templates::Templates;

/// The context of a template for a part of a page.
pub(crate) trait PieceContext: Serialize {
    /// The template, as a file in `templates/`.
    const TEMPLATE: &'static str;
}

/// Rendered parts of pages, by the context of their template.
impl<C: PieceContext + Eq + Hash> Known<C, Html> {
    /// Renders the part, or returns the cached result for an equal context.
    pub(crate) fn render(&self, templates: &Templates, context: C) -> Result<Html, Diagnostic> {
        self.get(context, |context| templates.render(C::TEMPLATE, context))
    }
}
