//! Renders every file of the site, with as many threads as the machine has.

mod architectures;
pub(crate) mod check;
mod constraints;
mod feed;
mod frame;
mod guide;
mod jobs;
mod life_cycle;
mod listings;
mod overview;
mod overviews;
mod releases;
mod service_picture;
mod shared;
mod type_page;
#[cfg(test)]
mod unread_fields;

use std::sync::atomic::{AtomicUsize, Ordering};

use heat_catalogue::threads;
use heat_model::ResourceType;
use heat_yaml::Diagnostic;

use crate::contents::site::Site;
use crate::files::sink::{Sink, SiteFile};
use crate::files::templates::Templates;
use crate::links::check::LinkFacts;
use frame::renderer::Renderer;
use jobs::Job;

pub(crate) use frame::render_context::{RenderContext, SharedParts};

/// The result of rendering, besides the files.
pub(crate) struct Rendered {
    /// The number of pages.
    pub(crate) pages: usize,
    /// Their anchors and links, as each thread noted them.
    pub(crate) links: Vec<LinkFacts>,
}

/// What one thread has rendered.
#[derive(Default)]
struct Own {
    pages: usize,
    links: LinkFacts,
}

impl Own {
    fn take(&mut self, files: Vec<SiteFile>, sink: &dyn Sink) -> Result<(), Diagnostic> {
        for file in files {
            self.links.note(&file);
            self.pages += usize::from(file.is_page());
            sink.write(file)?;
        }
        Ok(())
    }
}

/// Something to render: a page of a site, the page of a type, or the files that are no pages.
enum Task<'a> {
    Job(Job<'a>),
    Type(&'a ResourceType),
    PlainFiles,
}

/// Renders all files of the sites of releases, newest first.
pub(crate) fn render(
    sites: &[Site<'_>],
    templates: &Templates,
    shared: &SharedParts,
    sink: &dyn Sink,
) -> Result<Rendered, Diagnostic> {
    let renderers: Vec<Renderer<'_>> =
        sites.iter().map(|site| Renderer::new(RenderContext { site, templates, shared })).collect();
    // All releases together, so that no thread waits for the end of one of them.
    let tasks: Vec<(&Renderer<'_>, Task<'_>)> = renderers
        .iter()
        .flat_map(|renderer| tasks(renderer.context.site).into_iter().map(move |task| (renderer, task)))
        .collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut own = Own::default();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some((renderer, task)) = tasks.get(index) else { return Ok(own) };
            let files = match task {
                Task::Job(job) => renderer.job(job)?,
                Task::Type(schema) => renderer.type_files(schema)?,
                Task::PlainFiles => renderer.plain_files(),
            };
            own.take(files, sink)?;
        }
    };
    let mut all = Rendered { pages: 0, links: Vec::new() };
    for part in threads::on_all(work) {
        let Own { pages, links } = part?;
        all.pages += pages;
        all.links.push(links);
    }
    Ok(all)
}

/// What there is to render of a site. The overview pages take as long as some hundred types: each is a separate task, and they
/// come first.
fn tasks<'a>(site: &'a Site<'_>) -> Vec<Task<'a>> {
    if site.release.is_old() {
        return tasks_of_old(site);
    }
    let overview = Job::overview(site).into_iter().map(Task::Job);
    let types = site.services.iter().flat_map(|service| service.types.iter().copied());
    overview.chain(types.map(Task::Type)).chain([Task::PlainFiles]).collect()
}

/// The files of an old release: its index, its constraints, its search, and the types that differ from the release after it.
fn tasks_of_old<'a>(site: &'a Site<'_>) -> Vec<Task<'a>> {
    let overview = [Job::SearchIndex, Job::Index, Job::Constraints, Job::Search].map(Task::Job);
    let types = site
        .catalogue
        .types
        .values()
        .filter(|schema| site.release.has_own_page(&schema.name))
        .map(Task::Type);
    overview.into_iter().chain(types).collect()
}

/// The page of one type with its JSON, for a preview that only renders what changed.
pub(crate) fn render_type(
    site: &Site<'_>,
    templates: &Templates,
    schema: &ResourceType,
) -> Result<Vec<SiteFile>, Diagnostic> {
    let shared = SharedParts::default();
    Renderer::new(RenderContext { site, templates, shared: &shared }).type_files(schema)
}
