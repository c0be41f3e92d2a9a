//! Renders all files of the sites, with as many threads as the machine has.

use std::sync::atomic::{AtomicUsize, Ordering};

use heat_catalogue::threads;
use heat_model::ResourceType;
use heat_yaml::Diagnostic;

use super::PAGES;
use super::frame::kind::{PageJob, page_links};
use super::frame::page_links::PageLinks;
use super::frame::render_context::{RenderContext, SharedParts};
use super::frame::renderer::Renderer;
use super::plain_files;
use crate::contents::site::Site;
use crate::files::sink::{Sink, SiteFile};
use crate::files::templates::Templates;
use crate::links::addresses::type_url;
use crate::links::check::LinkFacts;

/// The result of rendering, in addition to the files.
pub(crate) struct RenderResult {
    /// The number of pages.
    pub(crate) pages: usize,
    /// The anchors and links of the pages, as recorded by each thread.
    pub(crate) links: Vec<LinkFacts>,
}

/// The number of pages that one thread rendered, and their links.
#[derive(Default)]
struct ThreadResult {
    pages: usize,
    links: LinkFacts,
}

impl ThreadResult {
    /// Writes files, and records their anchors and links.
    fn write(&mut self, files: Vec<SiteFile>, counts: bool, sink: &dyn Sink) -> Result<(), Diagnostic> {
        for file in files {
            self.links.note(&file);
            self.pages += usize::from(counts && file.is_page());
            sink.write(file)?;
        }
        Ok(())
    }
}

/// A task of a renderer: a page, or other files.
enum Task<'a> {
    Page(PageJob<'a>),
    Redirect(PageJob<'a>),
    PlainFiles,
}

/// Renders all files of the sites of all releases, newest first.
pub(crate) fn render(
    sites: &[Site<'_>],
    templates: &Templates,
    shared: &SharedParts,
    sink: &dyn Sink,
) -> Result<RenderResult, Diagnostic> {
    let links: Vec<PageLinks> = sites.iter().map(|site| page_links(site, PAGES)).collect();
    let contexts =
        sites.iter().zip(&links).map(|(site, links)| RenderContext { site, templates, shared, links });
    let renderers: Vec<Renderer<'_>> = contexts.map(Renderer::new).collect();
    // The tasks of all releases are mixed, so that no thread waits for the end of one release.
    let tasks: Vec<(&Renderer<'_>, Task<'_>)> = renderers
        .iter()
        .flat_map(|renderer| tasks(renderer.context.site).into_iter().map(move |task| (renderer, task)))
        .collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut result = ThreadResult::default();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some((renderer, task)) = tasks.get(index) else { return Ok::<_, Diagnostic>(result) };
            let counts = !matches!(task, Task::Redirect(_));
            let files = match task {
                Task::Page(job) | Task::Redirect(job) => job.run(renderer)?,
                Task::PlainFiles => plain_files::files(renderer.context.site, PAGES)?,
            };
            result.write(files, counts, sink)?;
        }
    };
    let mut all = RenderResult { pages: 0, links: Vec::new() };
    for part in threads::on_all(work) {
        let ThreadResult { pages, links } = part?;
        all.pages += pages;
        all.links.push(links);
    }
    Ok(all)
}

/// The tasks for rendering a site. Each overview takes as long as hundreds of types, so it is a separate task, and overviews come
/// first, as in the table of pages, so that no thread waits for one of them at the end. The files that are not pages, which only
/// the newest release has, take as long.
fn tasks<'a>(site: &'a Site<'a>) -> Vec<Task<'a>> {
    let plain_files = (!site.release.is_old()).then_some(Task::PlainFiles);
    let pages = PAGES.iter().flat_map(|kind| {
        let task = if kind.is_redirect() { Task::Redirect } else { Task::Page };
        kind.jobs(site).into_iter().map(task)
    });
    plain_files.into_iter().chain(pages).collect()
}

/// Renders the page of one type with its JSON, for a preview that only renders what changed.
pub(crate) fn render_type(
    site: &Site<'_>,
    templates: &Templates,
    schema: &ResourceType,
) -> Result<Vec<SiteFile>, Diagnostic> {
    let path = type_url(&schema.name);
    let job = PAGES.iter().flat_map(|kind| kind.jobs(site)).find(|job| job.path == path);
    let (shared, links) = (SharedParts::default(), page_links(site, PAGES));
    let renderer = Renderer::new(RenderContext { site, templates, shared: &shared, links: &links });
    job.map_or_else(|| Ok(Vec::new()), |job| job.run(&renderer))
}
