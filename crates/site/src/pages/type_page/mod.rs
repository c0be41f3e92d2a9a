//! The page of a resource type, with its JSON.
//!
//! The context is [`context`]; the other modules create its parts.

mod attribute_example;
mod changes_since;
mod checks;
mod context;
mod existing_resources;
mod facts;
mod legend;
mod properties;
mod related;
mod release_strip;
mod rules_about;
mod text_writer;

use std::collections::BTreeMap;

use heat_catalogue::named_properties::count_named;
use heat_html::html;
use heat_model::resource_type::service_of;
use heat_model::{AttributeSchema, AttributeType, CacheMode, ResourceType, Status};
use heat_samples::snippet::{resource_name, snippets};
use heat_yaml::Diagnostic;
use serde::Serialize;

use self::attribute_example::example;
use self::changes_since::added_since;
use self::context::{Attribute, Banner, Example, ExistingResources, Reference, Sentence, Service, TypePage};
use self::existing_resources::{existing_resources, value_of_reference};
use self::legend::legend;
use self::properties::out_of_use;
use self::text_writer::TextWriter;
use super::frame::kind::{PageJob, PageKind};
use super::frame::renderer::{Page, Renderer};
use super::releases::release_pages;
use crate::contents::site::Site;
use crate::contents::usage::example_ids;
use crate::files::sink::{SiteFile, unwritable};
use crate::links::addresses::{INDEX, markdown_url, root_of, type_json_url, type_url};
use crate::links::row_anchors::{RowAnchors, TextRow};
use crate::links::targets::Links;
use crate::text::paragraphs::introduction;
use crate::text::sentences::{group_words, rule_words, validation_words};
use crate::text::terms::{release_of_type, status_class, status_word};
use crate::text::{highlight, markdown};

/// The number of properties and attributes above which the outline only shows the nested ones of the current branch.
const LONG_OUTLINE: usize = 40;

/// The minimum number of properties for which a page has a filter.
const MANY_PROPERTIES: usize = 8;

/// The jobs that render the page of each type with its own page in the site's release.
pub(crate) fn jobs<'a>(kind: &'static PageKind, site: &'a Site<'a>) -> Vec<PageJob<'a>> {
    let types = site.catalogue.types.values().filter(|schema| site.release.has_own_page(&schema.name));
    let job = |schema: &'a ResourceType| {
        let path = format!("{}{}", site.release.folder(), type_url(&schema.name));
        PageJob::new(path, move |renderer, path| files(kind, renderer, schema, path))
    };
    types.map(job).collect()
}

/// The page of a type, its JSON, and its Markdown.
fn files(
    kind: &PageKind,
    renderer: &Renderer<'_>,
    schema: &ResourceType,
    path: &str,
) -> Result<Vec<SiteFile>, Diagnostic> {
    let site = renderer.context.site;
    let plain = schema.description.as_deref().map(markdown::plain).unwrap_or_default();
    let page = Page {
        nav_group: site.service_of(&schema.name).map(|service| service.name),
        resource_type: Some(&schema.name),
        sources: renderer.sources(|links| links.of_type(&schema.name)),
        ..kind.page(path, &schema.name, &plain)
    };
    let mut files = renderer.page(page, BTreeMap::from([("t", type_page(site, schema, &root_of(path)))]))?;
    let json_path = format!("{}{}", site.release.folder(), type_json_url(&schema.name));
    files.push(SiteFile { path: json_path, contents: json(schema)? });
    files.push(SiteFile { path: markdown_url(path), contents: twin(site, schema, path).into_bytes() });
    Ok(files)
}

/// The page of a type in Markdown, with links to the types' pages of the same release.
fn twin(site: &Site<'_>, schema: &ResourceType, path: &str) -> String {
    let root = root_of(path);
    let address = |name: &str| {
        let page = site.release.addresses()?.page(name)?;
        Some(format!("{root}{}", markdown_url(page)))
    };
    heat_export::pages::markdown(schema, &site.catalogue.custom_constraints, &address)
}

/// A schema as JSON for readers.
fn json(value: &impl Serialize) -> Result<Vec<u8>, Diagnostic> {
    let mut bytes = serde_json::to_vec_pretty(value).map_err(|error| unwritable(&error))?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// Builds the page of a type. HIDDEN items have already been removed from `schema`.
fn type_page(site: &Site<'_>, schema: &ResourceType, root: &str) -> TypePage {
    let rows = RowAnchors::new(schema);
    let links = Links { root, types: Some(&site.type_names), rows: Some(&rows), ..Links::default() };
    let writer = TextWriter { site, schema, links };
    let short = schema.name.rsplit("::").next().unwrap_or(&schema.name);
    let status = &schema.support_status;
    let (lead, more) = schema.description.as_deref().map(introduction).unzip();
    let snippets = snippets(schema, &writer.site.references);
    let [required, optional, deprecated] = properties::sections(&writer);
    let (policy, attributes) = (properties::policy(&writer), attributes(&writer));
    TypePage {
        name: schema.name.clone(),
        prefix: schema.name[..schema.name.len() - short.len()].to_owned(),
        short: short.to_owned(),
        service: service(site, &schema.name),
        status: status_class(status.status()),
        status_word: status_word(status.status()),
        since: status.version().map(|version| release_of_type(site.catalogue, &schema.name, version)),
        banner: banner(&writer),
        lead_html: writer.block(lead, TextRow::default()),
        more_html: writer.block(more.flatten(), TextRow::default()),
        json_url: type_json_url(&schema.name),
        minimal_html: highlight::yaml(&writer.as_of_release(&snippets.minimal)),
        full_html: snippets
            .full
            .map(|text| highlight::yaml(&writer.as_of_release(&text)))
            .unwrap_or_default(),
        can_search: required.len() + optional.len() + deprecated.len() >= MANY_PROPERTIES,
        legend: legend([&required, &optional, &deprecated, &policy], &attributes),
        required,
        optional,
        deprecated,
        reference: reference(&writer),
        attributes,
        policy,
        groups: schema
            .properties_groups
            .iter()
            .map(|group| Sentence { html: group_words(group, &writer.links) })
            .collect(),
        validation: schema
            .validation_rules
            .iter()
            .map(|rule| Sentence { html: validation_words(rule, &writer.links) })
            .collect(),
        rules: schema
            .translation_rules
            .iter()
            .map(|rule| Sentence { html: rule_words(rule, &writer.links) })
            .collect(),
        needs: related::needs(&schema.name, &writer.site.relations, &writer.links),
        used_by: related::used_by(&schema.name, &writer.site.relations, &writer.links),
        examples: examples(&writer),
        used_in: writer.site.usage.uses_of(&schema.name).to_vec(),
        existing: existing(&writer),
        history: writer.history(status, TextRow::default()),
        releases: release_pages::of_type(writer.site, &schema.name, writer.links.root),
        came_later: added_since(writer.site.release, &schema.name, writer.links.root),
        long_outline: count_named(schema) + schema.attributes.len() > LONG_OUTLINE,
        stack: facts::stack(schema, &writer.links),
        plugin: facts::plugin(schema),
    }
}

/// The attributes in source order, followed by those out of use, and last by the record from the service's API.
fn attributes(writer: &TextWriter<'_>) -> Vec<Attribute> {
    let resource = resource_name(&writer.schema.name);
    let mut attributes: Vec<_> = writer.schema.attributes.iter().collect();
    attributes.sort_by_key(|(_, schema)| out_of_use(schema.support_status.status()));
    let base = writer.schema.implicit_attribute();
    attributes
        .into_iter()
        .map(|(name, schema)| (name.as_str(), schema))
        .chain(base.as_ref().map(|(name, schema)| (*name, schema)))
        .map(|(name, schema)| attribute(writer, name, schema, &resource))
        .collect()
}

fn attribute(writer: &TextWriter<'_>, name: &str, schema: &AttributeSchema, resource: &str) -> Attribute {
    let status = schema.support_status.status();
    let id = format!("attr-{name}");
    let row = TextRow { anchor: &id, property: None };
    Attribute {
        today: writer.change_mark(&id),
        name: name.to_owned(),
        word: schema.attribute_type.map(AttributeType::as_str).unwrap_or_default(),
        status: status_class(status),
        status_word: status_word(status),
        support_status: status,
        note_html: writer.note(&schema.support_status, row),
        description_html: writer.block(schema.description.as_deref(), row),
        get_attr: format!("{{ get_attr: [{resource}, {name}] }}"),
        example: example(name, schema),
        cache: match schema.cache_mode {
            CacheMode::CacheLocal => "",
            CacheMode::CacheNone => "not cached",
        },
        history: writer.history(&schema.support_status, row),
        id,
    }
}

/// The service of a type, or the group that contains it.
fn service(site: &Site<'_>, type_name: &str) -> Service {
    let found = site.service_of(type_name);
    Service {
        name: found.map_or(service_of(type_name), |service| service.name).to_owned(),
        label: site.catalogue.services.name_of(service_of(type_name)).to_owned(),
        url: format!("{INDEX}#{}", found.map_or(service_of(type_name), |service| &service.id)),
    }
}

fn existing(writer: &TextWriter<'_>) -> Option<ExistingResources> {
    let guide = writer.site.options.guide.pages.iter().map(|page| page.url.as_str());
    existing_resources(writer.schema, guide, |template| highlight::yaml(&writer.as_of_release(template)))
}

/// The banner at the top of a page: a status other than SUPPORTED, or the message of the status.
fn banner(writer: &TextWriter<'_>) -> Option<Banner> {
    let status = &writer.schema.support_status;
    let message = status.shown_message();
    if status.status() == Status::Supported && message.is_none() {
        return None;
    }
    Some(Banner {
        word: status_word(status.status()),
        message_html: message
            .map(|text| html!("<p>{}</p>", writer.links.link_message(text)))
            .unwrap_or_default(),
    })
}

fn reference(writer: &TextWriter<'_>) -> Reference {
    Reference {
        get_resource: format!("{{ get_resource: {} }}", resource_name(&writer.schema.name)),
        description_html: writer.block(Some(&value_of_reference(writer.schema)), TextRow::default()),
    }
}

fn examples(writer: &TextWriter<'_>) -> Vec<Example> {
    let example = |(id, example): (String, &heat_model::Example)| Example {
        id,
        title: example.title.clone(),
        yaml_html: highlight::linked_yaml(&example.template, &writer.links),
    };
    example_ids(writer.schema).zip(&writer.schema.examples).map(example).collect()
}
