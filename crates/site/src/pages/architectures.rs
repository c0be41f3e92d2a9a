//! The pages of architectures, and the list of them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use heat_export::markdown::code_block;
use heat_graph::{Graph, svg};
use heat_html::Html;
use serde::Serialize;

use super::frame::kind::{PageJob, PageKind};
use super::frame::page_links::{TitledLink, TypeLink};
use super::frame::renderer::Page;
use super::frame::side_navigation::ARCHITECTURES;
use super::frame::twin::{InMarkdown, Line, TwinLinks, TwinWriter, line};
use crate::contents::site::Site;
use crate::guide::architectures::{Architecture, TEMPLATE, TESTS, is_environment, is_yaml};
use crate::links::addresses::root_of;
use crate::links::targets::Links;
use crate::text::highlight;
use crate::text::markdown;

#[derive(Debug, Serialize)]
struct ArchitectureText {
    title: String,
    /// First paragraph of the text.
    lead_html: Html,
    /// Rest of the text.
    more_html: Html,
    graph_html: Html,
    /// `true` if some resource of the picture exists only under a condition.
    conditional: bool,
    /// The resources as text, each with the resources that it needs.
    resources: Vec<ResourceText>,
    files: Vec<FileText>,
    tests: Option<FileText>,
    types: Vec<TypeLink>,
    prev: Option<TitledLink>,
    next: Option<TitledLink>,
}

/// A resource in the picture's text alternative.
#[derive(Debug, Serialize)]
struct ResourceText {
    name: String,
    kind: String,
    url: Option<String>,
    conditional: bool,
    needs: Vec<String>,
    inside: Vec<ResourceText>,
}

#[derive(Debug, Serialize)]
struct FileText {
    id: String,
    name: String,
    label: &'static str,
    text_html: Html,
}

/// The list of architectures.
#[derive(Debug, Serialize)]
pub(crate) struct ArchitectureIndex {
    architectures: Vec<ArchitectureCard>,
}

/// An architecture as a card with its picture.
#[derive(Debug, Serialize)]
pub(crate) struct ArchitectureCard {
    title: String,
    url: String,
    description: String,
    /// The picture, without links, because the whole card is a link.
    picture_html: Html,
}

/// The content of the list of architectures.
pub(crate) fn index(site: &Site<'_>) -> ArchitectureIndex {
    ArchitectureIndex {
        architectures: site.options.architectures.list.iter().map(|each| card(site, each)).collect(),
    }
}

impl InMarkdown for ArchitectureIndex {
    fn write(&self, twin: &mut TwinWriter<'_>) {
        twin.paragraph(&line!(
            "Complete templates of several resources, to read, launch and adapt. Each page explains the parts, what updates do to them and what to adapt first."
        ));
        for ArchitectureCard { title, url, description, .. } in &self.architectures {
            let link = twin.link(&Line::text(title), url);
            twin.item(0, &line!("{}: {}", link, description));
        }
    }
}

/// The architectures that the start page shows, if the site has them.
const FEATURED: [&str; 3] = ["load-balanced-web-servers", "private-network", "autoscaling"];

/// The cards for the start page; empty for an old release.
pub(crate) fn featured(site: &Site<'_>) -> Vec<ArchitectureCard> {
    let list = &site.options.architectures.list;
    let named = |name: &&str| list.iter().find(|each| each.name == *name);
    let known: Vec<&Architecture> = FEATURED.iter().filter_map(named).collect();
    let rest = list.iter().filter(|each| !FEATURED.contains(&each.name.as_str()));
    let chosen = known.iter().copied().chain(rest).take(FEATURED.len());
    if site.release.is_old() { Vec::new() } else { chosen.map(|each| card(site, each)).collect() }
}

fn card(site: &Site<'_>, architecture: &Architecture) -> ArchitectureCard {
    let graph = graph(site, architecture, &Links::default());
    let id = format!("picture-{}", architecture.name);
    ArchitectureCard {
        title: architecture.title.clone(),
        url: architecture.url(),
        description: architecture.description.clone(),
        picture_html: svg(&graph, &id, &architecture.title, "What its resources depend on."),
    }
}

fn link(architecture: &Architecture) -> TitledLink {
    TitledLink { title: architecture.title.clone(), url: architecture.url() }
}

/// The jobs that render the page of each architecture.
pub(crate) fn jobs<'a>(kind: &'static PageKind, site: &'a Site<'a>) -> Vec<PageJob<'a>> {
    let job = |architecture: &'a Architecture| {
        PageJob::new(architecture.url(), move |renderer, path| {
            let page = Page {
                nav_group: Some(ARCHITECTURES),
                sources: renderer.sources(|links| {
                    let is_own = site.options.architectures.own.contains(&architecture.name);
                    links.of_page(&architecture.source(), is_own)
                }),
                ..kind.page(path, &architecture.title, &architecture.description)
            };
            let text = twin(architecture, &TwinLinks::new(renderer.context, path));
            renderer.page_with_text(
                page,
                BTreeMap::from([("architecture", content(site, architecture))]),
                text,
            )
        })
    };
    site.options.architectures.list.iter().map(job).collect()
}

/// The page in Markdown: the introduction, and the unchanged files.
fn twin(architecture: &Architecture, links: &TwinLinks<'_>) -> String {
    let mut text = links.of_document(&architecture.text).trim_end().to_owned();
    text.push_str("\n\n## Files\n");
    let tests = architecture.tests.iter().map(|contents| (TESTS, contents));
    let files = architecture.files.iter().map(|(name, contents)| (name.as_str(), contents));
    for (name, contents) in files.chain(tests) {
        let code = code_block(language(name), contents);
        _ = write!(text, "\n### {}: `{name}`\n\n{code}", label(name));
    }
    text
}

/// The content of the page of an architecture.
fn content(site: &Site<'_>, architecture: &Architecture) -> ArchitectureText {
    let root = root_of(&architecture.url());
    let links = Links { root: &root, types: Some(&site.type_names), ..Links::default() };
    let graph = graph(site, architecture, &links);
    let all = &site.options.architectures.list;
    let at = all.iter().position(|other| other.name == architecture.name);
    let neighbour = |index: Option<usize>| Some(link(all.get(index?)?));
    let (lead_html, more_html) = markdown::document(&architecture.text, &links).html.split_paragraph();
    ArchitectureText {
        title: architecture.title.clone(),
        lead_html,
        more_html,
        graph_html: svg(
            &graph,
            "graph",
            &format!("The resources of {}", architecture.title),
            "A line leads from each resource down to those that need it. The list below says the same in words.",
        ),
        conditional: has_conditional(&graph),
        resources: resources(&graph),
        files: architecture.files.iter().map(|(name, text)| file(name, text, &links)).collect(),
        tests: architecture.tests.as_ref().map(|text| file(TESTS, text, &links)),
        types: types(site, architecture),
        prev: neighbour(at.and_then(|at| at.checked_sub(1))),
        next: neighbour(at.map(|at| at + 1)),
    }
}

fn file(name: &str, text: &str, links: &Links<'_>) -> FileText {
    FileText {
        id: format!("file-{}", markdown::slug(name)),
        name: name.to_owned(),
        label: label(name),
        text_html: highlight::file(language(name), text, links),
    }
}

fn language(name: &str) -> &'static str {
    if is_yaml(name) { "yaml" } else { "" }
}

/// The label of an architecture's file.
fn label(name: &str) -> &'static str {
    match () {
        () if name == TEMPLATE => "Template",
        () if name == TESTS => "Tests",
        () if is_environment(name) => "Environment",
        () if is_yaml(name) => "Nested template",
        () => "Script",
    }
}

/// The types with a page that the files of an architecture use, sorted by name.
fn types(site: &Site<'_>, architecture: &Architecture) -> Vec<TypeLink> {
    let mut names: Vec<&str> = site.usage.types_of(&architecture.url()).collect();
    names.sort_unstable();
    names.into_iter().map(TypeLink::new).collect()
}

/// The text alternative of a picture: the resources in the order of the template.
fn resources(graph: &Graph) -> Vec<ResourceText> {
    let needs = graph.needs();
    let text = |(index, node): (usize, &heat_graph::Node)| ResourceText {
        name: node.name.clone(),
        kind: node.short_kind().to_owned(),
        url: node.url.clone(),
        conditional: node.is_conditional,
        needs: needs[index].iter().map(|needed| graph.nodes[*needed].name.clone()).collect(),
        inside: node.inside.as_ref().map(resources).unwrap_or_default(),
    };
    graph.nodes.iter().enumerate().map(text).collect()
}

fn has_conditional(graph: &Graph) -> bool {
    graph.nodes.iter().any(|node| node.is_conditional || node.inside.as_ref().is_some_and(has_conditional))
}

/// The graph of an architecture for its picture, with the last environment, whose name has no suffix.
fn graph(site: &Site<'_>, architecture: &Architecture, links: &Links<'_>) -> Graph {
    let draw = || match (&architecture.graph, site.options.stack_graph) {
        (Some(graph), _) => graph.clone(),
        (None, Some(stack_graph)) => stack_graph(architecture, &site.catalogue.types),
        (None, None) => Graph::default(),
    };
    // The page of an architecture, the list and the start page show the same picture, with different links.
    let all = site.options.architectures.list.iter();
    let drawn = all.zip(&site.pictures).find(|(each, _)| each.name == architecture.name);
    let graph = drawn.map_or_else(draw, |(_, picture)| picture.get_or_init(draw).clone());
    graph.linked(&|name| links.type_target(name))
}
