//! Builds a site: from a catalogue to files.

use std::mem;

use heat_catalogue::relations::ReadExamples;
use heat_catalogue::{Catalogue, named_properties, threads};
use heat_lint::ParsedExamples;
use heat_yaml::Diagnostic;

use crate::contents::options::SiteOptions;
use crate::contents::site::Site;
use crate::files::sink::{Sink, SiteFile};
use crate::files::templates::Templates;
use crate::links::check::dead_links;
use crate::pages::frame::render_context::SharedParts;
use crate::pages::render::{render as render_all, render_type};
use crate::pages::{check, paths_per_release};
use crate::releases::edition::visible_part;
use crate::releases::old_releases::ReleaseCatalogues;
use crate::releases::site_release::SiteRelease;

/// The result of rendering a site, in addition to its files.
#[derive(Debug)]
pub struct BuildResult {
    /// The size of the site.
    pub counts: Counts,
    /// The problems found in the site, such as dead links.
    pub diagnostics: Vec<Diagnostic>,
}

/// The size of a site.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of resource types.
    pub types: usize,
    /// The number of omitted resource types.
    pub hidden_types: usize,
    /// The number of properties, including nested ones and those of update policies.
    pub properties: usize,
    /// The number of attributes, without the base attribute.
    pub attributes: usize,
    /// The number of HTML pages.
    pub pages: usize,
}

/// Renders a site into a sink.
///
/// # Errors
/// If a template does not render, with its name, line and column; and the errors of the sink.
pub fn build(
    catalogue: Catalogue,
    options: &SiteOptions,
    templates: &Templates,
    sink: &dyn Sink,
) -> Result<BuildResult, Diagnostic> {
    render(catalogue, ParsedExamples::default(), options, templates, sink, AfterBuild::Free)
}

/// Handling of a site's data after it has been rendered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterBuild {
    /// The data is freed.
    Free,
    /// The data is leaked, which is faster if the process ends anyway.
    Leave,
}

/// Renders a site into a sink, with examples that are already parsed.
pub fn render(
    catalogue: Catalogue,
    parsed: ParsedExamples,
    options: &SiteOptions,
    templates: &Templates,
    sink: &dyn Sink,
    afterwards: AfterBuild,
) -> Result<BuildResult, Diagnostic> {
    let all_types = catalogue.types.len();
    for file in check::files(&catalogue, options)? {
        sink.write(file)?;
    }
    let (paths, product) = (paths_per_release(), &options.identity.product);
    let releases = ReleaseCatalogues::new(catalogue, options.hidden, options.old_releases, &paths, product)?;
    let examples = ReadExamples::new(parsed);
    // Otherwise several releases would parse the same examples in parallel.
    examples.read_all(releases.newest().types.values());
    let indexes: Vec<usize> = (0..releases.parts().len()).collect();
    let sites = threads::map(&indexes, |index| {
        let (shown, past) = &releases.parts()[*index];
        Site::new(shown, past, options, releases.release(*index), &examples)
    });
    let shared = SharedParts::default();
    let rendered = render_all(&sites, templates, &shared, sink)?;
    let shown = releases.newest();
    let built = BuildResult {
        counts: Counts {
            types: shown.types.len(),
            hidden_types: all_types - shown.types.len(),
            properties: shown.types.values().map(named_properties::count_named).sum(),
            attributes: shown.types.values().map(|schema| schema.attributes.len()).sum(),
            pages: rendered.pages,
        },
        diagnostics: dead_links(&rendered.links),
    };
    if afterwards == AfterBuild::Leave {
        mem::forget((sites, rendered));
        mem::forget((releases, examples, shared));
    }
    Ok(built)
}

/// Renders only the page of one type, with its JSON; nothing for a HIDDEN type.
///
/// # Errors
/// As for [`build`].
pub fn render_one(
    catalogue: Catalogue,
    options: &SiteOptions,
    templates: &Templates,
    name: &str,
) -> Result<Vec<SiteFile>, Diagnostic> {
    let (shown, past) = visible_part(catalogue, options.hidden);
    // A preview of one page knows nothing of other releases.
    let release = SiteRelease { all: &[], index: 0 };
    let Some(schema) = shown.types.get(name) else { return Ok(Vec::new()) };
    let examples = ReadExamples::default();
    let site = Site::new(&shown, &past, options, release, &examples);
    render_type(&site, templates, schema)
}
