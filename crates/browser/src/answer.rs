//! The results for a template, as the page shows them.

use heat_graph::{Graph, excess, svg};
use heat_html::{Html, html};
use heat_template_check::{ResolvedStack, TemplateFindings, stack_graph};
use heat_yaml::Severity;

use crate::catalogue::{Catalogue, Release};
use crate::findings;

/// The results for a template: findings and graph. The graph is drawn when it is requested, so that the findings can be shown
/// first.
pub struct Answer {
    errors: usize,
    warnings: usize,
    findings: Html,
    lines: Vec<u32>,
    graph: Option<Graph>,
}

impl Answer {
    pub(crate) fn new(
        stack: Option<ResolvedStack>,
        found: &TemplateFindings,
        catalogue: &Catalogue,
        release: Option<&Release>,
    ) -> Self {
        let count = |severity| found.diagnostics.iter().filter(|found| found.severity == severity).count();
        let url_of = |name: &str| match release {
            Some(release) => release.page(name),
            None => catalogue.pages.get(name).cloned(),
        };
        Self {
            errors: count(Severity::Error) + found.omitted,
            warnings: count(Severity::Warning),
            findings: findings::list(found, catalogue),
            lines: findings::lines(&found.diagnostics),
            graph: stack.map(|stack| stack_graph(&stack.template, &stack.resolved, &url_of)),
        }
    }

    /// The number of errors.
    #[must_use]
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// The number of warnings.
    #[must_use]
    pub fn warnings(&self) -> usize {
        self.warnings
    }

    /// The items of the list of findings, as HTML.
    #[must_use]
    pub fn findings(&self) -> String {
        self.findings.as_str().to_owned()
    }

    /// The lines with findings, from 1: first all with errors, then, after a 0, all with warnings.
    #[must_use]
    pub fn lines(&self) -> Vec<u32> {
        self.lines.clone()
    }

    /// The graph of the resources, as HTML; empty if there are none, or the template cannot be read.
    #[must_use]
    pub fn graph(&self) -> String {
        let Some(graph) = self.graph.as_ref().filter(|graph| graph.size() > 0) else { return String::new() };
        if let Some(excess) = excess(graph) {
            let (first, rest) = excess.split_at(1);
            return html!(
                "<p class=\"none\">{}{}. <code>heat-codegen graph</code> writes them for other programs.</p>",
                first.to_uppercase(),
                rest
            )
            .into_string();
        }
        svg(graph, "graph", "The resources of the template", &graph.in_words()).into_string()
    }
}
