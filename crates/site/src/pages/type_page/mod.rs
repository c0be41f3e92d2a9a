//! The page of a resource type.

mod attribute_example;
mod changes_since;
mod context;
mod existing_resources;
mod legend;
mod related;

use std::borrow::Cow;

use heat_catalogue::named_properties::count_named;
use heat_catalogue::physical_resource::reference;
use heat_catalogue::template_version::{newest_version, with_version};
use heat_html::{Html, html};
use heat_model::resource_type::service_of;
use heat_model::update::UpdateBehaviour;
use heat_model::{
    AttributeSchema, AttributeType, CacheMode, EarlyReference, NestedSchema, PropertySchema, ResourceType,
    Status, SupportStatus,
};
use heat_plan::type_rules::update_behaviour;
use heat_plan::update_sentences;
use heat_samples::snippet::{resource_name, snippets};
use heat_schema_text::flow;
use heat_template_lint::rules_about;
use heat_yaml::Diagnostic;
use indexmap::IndexMap;
use serde::Serialize;

use super::frame::kind::{PageJob, PageKind};
use super::frame::renderer::{Page, Renderer};
use super::releases::release_pages;
use crate::contents::site::Site;
use crate::contents::usage::example_ids;
use crate::files::sink::SiteFile;
use crate::guide::rules::TEMPLATE_RULES;
use crate::links::addresses::{INDEX, root_of, type_json_url, type_url};
use crate::links::row_anchors::{RowAnchors, TextRow};
use crate::links::targets::Links;
use crate::text::introduction::introduction;
use crate::text::sentences::{dependency_words, group_words, rule_words, validation_words};
use crate::text::terms::{
    StatusStep, constraint_text, release_name, service_label, status_class, status_history, status_word,
    type_words, update_class, update_word,
};
use crate::text::{highlight, markdown};
use attribute_example::example;
use changes_since::{ChangeMark, added_since, change_mark};
use context::{
    Attribute, Banner, Example, ExistingResources, Fact, Item, Property, Reference, RuleLink, Sentence,
    Service, TypePage,
};
use existing_resources::existing_resources;
use legend::legend;

/// The number of properties and attributes above which an outline only shows the nested ones of one branch.
const LONG_OUTLINE: usize = 40;

#[derive(Debug, Serialize)]
struct TypeContent {
    t: TypePage,
}

/// The page of each type that has one in the release of the site.
pub(crate) fn jobs<'a>(kind: &'static PageKind, site: &'a Site<'a>) -> Vec<PageJob<'a>> {
    let types = site.catalogue.types.values().filter(|schema| site.release.has_own_page(&schema.name));
    let job = |schema: &'a ResourceType| {
        let path = format!("{}{}", site.release.folder(), type_url(&schema.name));
        PageJob::new(path, move |renderer, path| files(kind, renderer, schema, path))
    };
    types.map(job).collect()
}

/// The page of a type, and its JSON.
fn files(
    kind: &PageKind,
    renderer: &Renderer<'_>,
    schema: &ResourceType,
    path: &str,
) -> Result<Vec<SiteFile>, Diagnostic> {
    let site = renderer.context.site;
    let plain = schema.description.as_deref().map(markdown::plain).unwrap_or_default();
    let page = Page {
        nav_group: Some(service_of(&schema.name)),
        resource_type: Some(&schema.name),
        edit: renderer.edit_links().and_then(|links| links.of_type(&schema.name)),
        ..kind.page(path, &schema.name, &plain)
    };
    let mut files = renderer.page(page.with(TypeContent { t: type_page(site, schema, &root_of(path)) }))?;
    let json_path = format!("{}{}", site.release.folder(), type_json_url(&schema.name));
    files.push(SiteFile { path: json_path, contents: json(schema)? });
    Ok(files)
}

/// A schema as JSON for readers.
fn json(value: &impl Serialize) -> Result<Vec<u8>, Diagnostic> {
    let mut bytes = serde_json::to_vec_pretty(value)
        .map_err(|error| Diagnostic::error("unwritable-value", error.to_string()))?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// Builds the page of a type. HIDDEN items have already been removed from `schema`.
fn type_page(site: &Site<'_>, schema: &ResourceType, root: &str) -> TypePage {
    let rows = RowAnchors::new(schema);
    let links = Links { root, types: Some(&site.type_names), rows: Some(&rows), ..Links::default() };
    TypePageBuilder { site, schema, links }.page()
}

struct TypePageBuilder<'a> {
    site: &'a Site<'a>,
    schema: &'a ResourceType,
    links: Links<'a>,
}

impl TypePageBuilder<'_> {
    fn page(&self) -> TypePage {
        let schema = self.schema;
        let short = schema.name.rsplit("::").next().unwrap_or(&schema.name);
        let status = &schema.support_status;
        let snippets = snippets(schema, &self.site.references);
        let [required, optional, deprecated] = self.property_sections();
        let (policy, attributes) = (self.policy(), self.attributes());
        TypePage {
            name: schema.name.clone(),
            prefix: schema.name[..schema.name.len() - short.len()].to_owned(),
            short: short.to_owned(),
            service: Service {
                name: service_of(&schema.name).to_owned(),
                label: service_label(service_of(&schema.name)),
                url: format!("{INDEX}#{}", service_of(&schema.name)),
            },
            status: status_class(status.status()),
            status_word: status_word(status.status()),
            since: status.version().map(|version| release_name(version, &self.site.catalogue.releases)),
            banner: self.banner(),
            description_html: self
                .block(schema.description.as_deref().map(introduction).as_deref(), TextRow::default()),
            json_url: type_json_url(&schema.name),
            minimal_html: highlight::yaml(&self.as_of_release(&snippets.minimal)),
            full_html: snippets
                .full
                .map(|text| highlight::yaml(&self.as_of_release(&text)))
                .unwrap_or_default(),
            legend: legend([&required, &optional, &deprecated, &policy], &attributes),
            required,
            optional,
            deprecated,
            reference: self.reference(),
            attributes,
            policy,
            groups: schema
                .properties_groups
                .iter()
                .map(|group| Sentence { html: group_words(group, &self.links) })
                .collect(),
            validation: schema
                .validation_rules
                .iter()
                .map(|rule| Sentence { html: validation_words(rule, &self.links) })
                .collect(),
            rules: schema
                .translation_rules
                .iter()
                .map(|rule| Sentence { html: rule_words(rule, &self.links) })
                .collect(),
            needs: related::needs(&schema.name, &self.site.relations, &self.links),
            used_by: related::used_by(&schema.name, &self.site.relations, &self.links),
            examples: self.examples(),
            used_in: self.site.usage.uses_of(&schema.name).to_vec(),
            existing: self.existing(),
            history: self.history(status, TextRow::default()),
            releases: release_pages::of_type(self.site, &schema.name, self.links.root),
            came_later: added_since(self.site.release, &schema.name, self.links.root),
            long_outline: count_named(schema) + schema.attributes.len() > LONG_OUTLINE,
            stack: self.stack(),
            plugin: self.plugin(),
        }
    }

    /// A template that declares no version which the release does not know.
    fn as_of_release<'t>(&self, template: &'t str) -> Cow<'t, str> {
        let version = self.site.release.old_version();
        let newest = version.and_then(|version| newest_version(version, &self.site.catalogue.releases));
        newest.map_or(Cow::Borrowed(template), |newest| with_version(template, newest))
    }

    fn existing(&self) -> Option<ExistingResources> {
        let guide = self.site.options.guide.pages.iter().map(|page| page.url.as_str());
        existing_resources(self.schema, guide, |template| highlight::yaml(&self.as_of_release(template)))
    }

    fn block(&self, text: Option<&str>, row: TextRow<'_>) -> Html {
        text.map(|text| markdown::block(text, &Links { row, ..self.links })).unwrap_or_default()
    }

    fn history(&self, status: &SupportStatus, row: TextRow<'_>) -> Vec<StatusStep> {
        let links = Links { row, ..self.links };
        status_history(status, &self.site.catalogue.releases, &|message| links.link_message(message))
    }

    fn note(&self, status: &SupportStatus, row: TextRow<'_>) -> Html {
        let links = Links { row, ..self.links };
        status.message().map(|message| links.link_message(message)).unwrap_or_default()
    }

    /// The mark of an item of an old release that is different today.
    fn change_mark(&self, anchor: &str) -> Option<ChangeMark> {
        change_mark(self.site.release, &self.schema.name, self.links.root, anchor)
    }

    fn banner(&self) -> Option<Banner> {
        let status = &self.schema.support_status;
        if status.status() == Status::Supported {
            return None;
        }
        let message = status.message();
        Some(Banner {
            word: status_word(status.status()),
            message_html: message
                .map(|text| html!("<p>{}</p>", self.links.link_message(text)))
                .unwrap_or_default(),
            replacement: None,
        })
    }

    /// Required, optional and deprecated properties, each in source order, with unused ones last.
    fn property_sections(&self) -> [Vec<Property>; 3] {
        let mut sections = [Vec::new(), Vec::new(), Vec::new()];
        for (name, schema) in in_page_order(&self.schema.properties) {
            let section = match (schema.support_status.status(), schema.required) {
                (Status::Deprecated | Status::Hidden, _) => 2,
                (_, true) => 0,
                (_, false) => 1,
            };
            let update = update_behaviour(self.schema, name);
            sections[section].push(self.property(name, schema, &format!("prop-{name}"), 3, update));
        }
        sections
    }

    fn policy(&self) -> Vec<Property> {
        let members = in_page_order(&self.schema.update_policy);
        members
            .map(|(name, schema)| self.property(name, schema, &format!("policy-{name}"), 3, None))
            .collect()
    }

    fn property(
        &self,
        name: &str,
        schema: &PropertySchema,
        id: &str,
        level: u8,
        update: Option<UpdateBehaviour>,
    ) -> Property {
        let (item, members) = self.nested(schema, id, level, update);
        let constraints = &self.site.catalogue.custom_constraints;
        let list = schema.item().is_some();
        let members_label = match (members.len(), list) {
            (0, _) => String::new(),
            (1, false) => "1 field".to_owned(),
            (1, true) => "1 field per item".to_owned(),
            (count, false) => format!("{count} fields"),
            (count, true) => format!("{count} fields per item"),
        };
        let open = members.len() <= 3 && members.iter().all(|member| member.members.is_empty());
        let status = schema.support_status.status();
        let row = TextRow { anchor: id, property: Some(schema) };
        Property {
            id: id.to_owned(),
            name: name.to_owned(),
            level,
            words: type_words(schema),
            list,
            required: schema.required,
            implemented: schema.implemented,
            status: status_class(status),
            status_word: status_word(status),
            note_html: self.note(&schema.support_status, row),
            update: update.map(update_class),
            update_word: update.map(update_word).unwrap_or_default(),
            description_html: self.block(schema.description.as_deref(), row),
            default: schema.default.as_ref().map(flow),
            accepts: schema.constraints.iter().map(|each| constraint_text(each, constraints)).collect(),
            item,
            history: self.history(&schema.support_status, row),
            members,
            members_label,
            open,
            rules: self.rules(id, schema),
            today: self.change_mark(id),
        }
    }

    /// The rules for templates that speak of a property, if the site has their page.
    fn rules(&self, id: &str, schema: &PropertySchema) -> Vec<RuleLink> {
        let Some(path) = id.strip_prefix("prop-") else { return Vec::new() };
        let path: Vec<&str> = path.split('.').collect();
        let rules = rules_about(self.schema, &path, schema);
        if rules.is_empty() || !self.site.options.guide.pages.iter().any(|page| page.url == TEMPLATE_RULES) {
            return Vec::new();
        }
        rules.into_iter().map(|rule| RuleLink { id: rule.id, summary: rule.summary }).collect()
    }

    /// The constraints of a list's item itself, and the fields of a map or of a list's items.
    fn nested(
        &self,
        schema: &PropertySchema,
        id: &str,
        level: u8,
        update: Option<UpdateBehaviour>,
    ) -> (Option<Item>, Vec<Property>) {
        match &schema.schema {
            None => (None, Vec::new()),
            Some(NestedSchema::Members(members)) => {
                let members = in_page_order(members).map(|(name, member)| {
                    self.property(name, member, &format!("{id}.{name}"), (level + 1).min(6), update)
                });
                (None, members.collect())
            }
            Some(NestedSchema::Item(item)) => {
                let (_, members) = self.nested(item, id, level, update);
                let constraints = &self.site.catalogue.custom_constraints;
                let described = Item {
                    description_html: self
                        .block(item.description.as_deref(), TextRow { anchor: id, property: Some(item) }),
                    accepts: item.constraints.iter().map(|each| constraint_text(each, constraints)).collect(),
                };
                let known = !described.description_html.is_empty() || !described.accepts.is_empty();
                (known.then_some(described), members)
            }
        }
    }

    fn reference(&self) -> Reference {
        Reference {
            get_resource: format!("{{ get_resource: {} }}", resource_name(&self.schema.name)),
            description_html: self.block(Some(&reference(self.schema)), TextRow::default()),
        }
    }

    fn attributes(&self) -> Vec<Attribute> {
        let resource = resource_name(&self.schema.name);
        let mut own: Vec<_> = self.schema.attributes.iter().collect();
        own.sort_by_key(|(_, schema)| out_of_use(schema.support_status.status()));
        let base = ResourceType::base_attribute();
        own.into_iter()
            .map(|(name, schema)| (name.as_str(), schema))
            .chain(self.schema.has_record().then_some((ResourceType::BASE_ATTRIBUTE, &base)))
            .map(|(name, schema)| self.attribute(name, schema, &resource))
            .collect()
    }

    fn attribute(&self, name: &str, schema: &AttributeSchema, resource: &str) -> Attribute {
        let status = schema.support_status.status();
        let id = format!("attr-{name}");
        let row = TextRow { anchor: &id, property: None };
        Attribute {
            today: self.change_mark(&id),
            name: name.to_owned(),
            word: schema.attribute_type.map(AttributeType::as_str).unwrap_or_default(),
            status: status_class(status),
            status_word: status_word(status),
            note_html: self.note(&schema.support_status, row),
            description_html: self.block(schema.description.as_deref(), row),
            get_attr: format!("{{ get_attr: [{resource}, {name}] }}"),
            example: example(name, schema),
            cache: match schema.cache_mode {
                CacheMode::CacheLocal => "",
                CacheMode::CacheNone => "not cached",
            },
            history: self.history(&schema.support_status, row),
            id,
        }
    }

    fn examples(&self) -> Vec<Example> {
        let example = |(id, example): (String, &heat_model::Example)| Example {
            id,
            title: example.title.clone(),
            yaml_html: highlight::linked_yaml(&example.template, &self.links),
        };
        example_ids(self.schema).zip(&self.schema.examples).map(example).collect()
    }

    /// What templates can do with a resource besides setting properties and reading attributes.
    fn stack(&self) -> Vec<Fact> {
        let schema = self.schema;
        let snapshot = html!("{} is supported", Html::code("Snapshot"));
        let any_property = "any are accepted, with any values, and have no effect";
        let rows = [
            ("Properties", schema.any_property.then_some(Html::literal(any_property))),
            ("Attributes", schema.any_attribute.then_some(Html::literal("any name is accepted"))),
            ("Deletion policy", schema.supports_snapshot_deletion.then_some(snapshot)),
        ];
        let link = |name: &str| match self.links.type_target(name) {
            Some(url) => Html::link(&url, Html::code(name)),
            None => Html::code(name),
        };
        let waits = schema.dependencies_by_value.iter().map(|dependency| Fact {
            label: "Waits for",
            html: html!("every {}", dependency_words(dependency, link)),
        });
        let updates = update_sentences::sentences(schema)
            .into_iter()
            .map(|sentence| Fact { label: "Updates", html: markdown::inline(&sentence, &self.links) });
        rows.into_iter()
            .filter_map(|(label, html)| html.map(|html| Fact { label, html }))
            .chain(updates)
            .chain(waits)
            .collect()
    }

    fn plugin(&self) -> Vec<Fact> {
        let schema = self.schema;
        let rows = [
            ("Python class", schema.python_class.as_deref().map(Html::code)),
            ("Client", schema.default_client_name.as_deref().map(Html::code)),
            ("Entity", schema.entity.as_deref().map(Html::code)),
            ("Service extension", schema.required_service_extension.as_deref().map(Html::code)),
            (
                "Maximum name length",
                (schema.physical_resource_name_limit != ResourceType::PHYSICAL_RESOURCE_NAME_LIMIT)
                    .then(|| Html::text(&format!("{} characters", schema.physical_resource_name_limit))),
            ),
            (
                "Reference before creation",
                schema.reference_before_creation.map(|reference| match reference {
                    EarlyReference::None => Html::literal("null"),
                    EarlyReference::NoneText => html!("the text {}", Html::code("None")),
                }),
            ),
            ("Deferred auth", schema.requires_deferred_auth.then_some(Html::literal("uses a trust"))),
        ];
        rows.into_iter().filter_map(|(label, html)| html.map(|html| Fact { label, html })).collect()
    }
}

/// Properties in source order, unimplemented ones after those in use, deprecated ones last.
fn in_page_order(
    members: &IndexMap<String, PropertySchema>,
) -> impl Iterator<Item = (&String, &PropertySchema)> {
    let mut ordered: Vec<_> = members.iter().collect();
    ordered.sort_by_key(|(_, schema)| {
        (out_of_use(schema.support_status.status()), !schema.implemented, !schema.required)
    });
    ordered.into_iter()
}

/// The distance of a status from normal use, for sorting.
fn out_of_use(status: Status) -> u8 {
    match status {
        Status::Supported => 0,
        Status::Unsupported | Status::Unknown => 1,
        Status::Deprecated => 2,
        Status::Hidden => 3,
    }
}
