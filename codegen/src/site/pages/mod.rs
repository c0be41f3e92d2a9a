//! Renders every file of the site, with as many threads as the machine has.

mod frame;
mod jobs;

use std::sync::atomic::{AtomicUsize, Ordering};

use heat_model::ResourceType;
use heat_yaml::Diagnostic;

use super::contents::Site;
use super::link_check::LinkFacts;
use super::sink::{Sink, SiteFile};
use super::templates::Templates;
use crate::threads;
use frame::Renderer;
use jobs::Job;

/// The result of rendering, besides the files.
pub(super) struct Rendered {
    /// The number of pages.
    pub(super) pages: usize,
    /// Their anchors and links.
    pub(super) links: LinkFacts,
}

impl Rendered {
    /// Adds what was rendered elsewhere.
    pub(super) fn add(&mut self, other: Self) {
        self.pages += other.pages;
        self.links.merge(other.links);
    }

    fn take(&mut self, files: Vec<SiteFile>, sink: &dyn Sink) -> Result<(), Diagnostic> {
        for file in files {
            self.links.note(&file);
            self.pages += usize::from(file.is_page());
            sink.write(file)?;
        }
        Ok(())
    }
}

/// Renders all files of the site.
pub(super) fn render(
    site: &Site<'_>,
    templates: &Templates,
    sink: &dyn Sink,
) -> Result<Rendered, Diagnostic> {
    let types: Vec<&ResourceType> =
        site.services.iter().flat_map(|service| service.types.iter().copied()).collect();
    let renderer = Renderer::new(site, templates);
    // The overview pages take as long as some hundred types: each is a separate job, and they come first.
    let overview: Vec<Job<'_>> = Job::overview(site);
    let mut all = render_jobs(&renderer, &overview, &types, sink)?;
    all.take(renderer.plain_files(), sink)?;
    Ok(all)
}

/// Renders the files of an old release: its index, its constraints, its search, and the types that differ from the release after it.
pub(super) fn render_old(
    site: &Site<'_>,
    templates: &Templates,
    sink: &dyn Sink,
) -> Result<Rendered, Diagnostic> {
    let folder = site.release.folder();
    let own = site.release.own();
    let is_own = |schema: &&ResourceType| {
        own.and_then(|own| own.page(&schema.name)).is_some_and(|page| page.starts_with(folder))
    };
    let types: Vec<&ResourceType> = site.catalogue.types.values().filter(is_own).collect();
    let overview = [Job::Index, Job::Constraints, Job::SearchIndex, Job::Search];
    render_jobs(&Renderer::new(site, templates), &overview, &types, sink)
}

fn render_jobs(
    renderer: &Renderer<'_>,
    overview: &[Job<'_>],
    types: &[&ResourceType],
    sink: &dyn Sink,
) -> Result<Rendered, Diagnostic> {
    let jobs = overview.len() + types.len();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut own = Rendered { pages: 0, links: LinkFacts::default() };
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= jobs {
                return Ok(own);
            }
            let files = match overview.get(index) {
                Some(job) => renderer.job(job)?,
                None => renderer.type_files(types[index - overview.len()])?,
            };
            own.take(files, sink)?;
        }
    };
    let mut all = Rendered { pages: 0, links: LinkFacts::default() };
    for part in threads::on_all(work) {
        all.add(part?);
    }
    Ok(all)
}

/// The page of one type with its JSON, for a preview that only renders what changed.
pub(super) fn render_type(
    site: &Site<'_>,
    templates: &Templates,
    schema: &ResourceType,
) -> Result<Vec<SiteFile>, Diagnostic> {
    Renderer::new(site, templates).type_files(schema)
}
