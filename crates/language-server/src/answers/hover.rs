//! Hovers: the docs of types, properties, attributes and functions, and the definitions of names.

use heat_export::tooltip;
use heat_hot::Template;
use heat_hot_language::{Dialect, TemplateVersion, Variant};
use heat_model::ResourceType;
use heat_updates::update_behaviour;
use heat_yaml::{Node, Span, Value};
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position};

use crate::catalogue::KnownTypes;
use crate::documents::Document;
use crate::documents::kind::DocumentKind;
use crate::places::cursor::{Cursor, Step};
use crate::places::template_types::provider;
use crate::places::{CursorContext, ExpectedValue, Places};
use crate::text::names::{Names, Space};
use crate::workspace::Workspace;
use crate::workspace::environment_names::RegistryTarget;

/// The path to the node at an offset, and whether it is a key.
pub(crate) struct Spot {
    pub(crate) path: Vec<Step>,
    pub(crate) is_key: bool,
    span: Span,
}

impl Workspace {
    /// Docs of the item at a position, in Markdown.
    pub(crate) fn hover(&self, document: &Document, at: Position) -> Option<Hover> {
        let offset = document.offset(at);
        let spot = spot(document.template()?.root(), offset)?;
        if self.kind(document) == DocumentKind::Environment {
            let value = self.about_environment(document, offset, &spot)?;
            return Some(hover(document, &spot, value));
        }
        let template = self.template(document)?;
        let types = self.types(document, template);
        let places = Places { template, types: &types };
        let names = Names::of(template);
        let value = match names.at(offset) {
            Some(name) => definition(template, &names, name.space, &name.name),
            None => self.about(places, &spot),
        }?;
        Some(hover(document, &spot, value))
    }

    /// Docs of an item that an environment names: a parameter, a resource or a type.
    fn about_environment(&self, document: &Document, offset: usize, spot: &Spot) -> Option<String> {
        if let Some((shared, _)) = self.likely_environment_name(document, offset) {
            let template = self.file(&shared.file)?.template()?.clone();
            return definition(&template, &Names::of(&template), Space::Parameter, &shared.name);
        }
        match self.registered(document, &spot.path, spot.is_key)? {
            RegistryTarget::Resource(name) => self
                .templates_of(document)
                .iter()
                .find_map(|template| definition(template, &Names::of(template), Space::Resource, &name)),
            RegistryTarget::Type(name) => {
                let types = self.types_of(document);
                Some(self.about_type(&types, types.find(&name)?))
            }
            RegistryTarget::Template(path) => {
                let schema = provider(self.file(&path)?.template()?)?;
                let file = std::path::Path::new(&path).file_name()?.to_string_lossy().into_owned();
                Some(tooltip::resource_type(&ResourceType { name: file, ..schema }))
            }
        }
    }

    fn about(&self, places: Places<'_>, spot: &Spot) -> Option<String> {
        let (last, around) = spot.path.split_last()?;
        if spot.is_key {
            return self.about_key(places, around, last.key()?);
        }
        let node = places.template.root().at(&Cursor::segments(&spot.path));
        match places.at(&spot.path) {
            CursorContext::ResourceType => {
                Some(self.about_type(places.types.known(), places.types.find(node?.as_str()?)?))
            }
            CursorContext::Version => {
                let version = TemplateVersion::declared_by(last.key()?, node?.as_str()?)?;
                Some(tooltip::template_version(version))
            }
            CursorContext::CustomConstraint => {
                let name = node?.as_str()?;
                let constraint = self.catalogue.types().custom_constraints.get(name)?;
                Some(tooltip::custom_constraint(name, constraint))
            }
            CursorContext::Argument { path: [Step::Index(1)], node, .. } => {
                let [resource, attribute, ..] = node?.as_sequence()? else { return None };
                let schema = places.type_of(resource.as_str()?)?;
                self.about_attribute(places.types.known(), schema, attribute.as_str()?)
            }
            _ => None,
        }
    }

    /// Docs of a key of the map at a path: a function, or a property.
    fn about_key(&self, places: Places<'_>, around: &[Step], key: &str) -> Option<String> {
        let place = places.at(around);
        if let Some(variant) = places.function(around, key) {
            return Some(self.about_function(key, variant));
        }
        let CursorContext::Data(expected) = place else { return None };
        let schema = expected.members()?.get(key)?;
        let resource_type = around.get(1).and_then(Step::key).and_then(|resource| places.type_of(resource));
        let update = matches!(expected, ExpectedValue::Members(_)).then(|| {
            let by_type = resource_type.and_then(|resource_type| update_behaviour(resource_type, key));
            by_type.unwrap_or_else(|| schema.update_behaviour())
        });
        let text = tooltip::property(key, schema, update);
        let names = around.get(3..).unwrap_or_default().iter().filter_map(Step::key).chain([key]);
        let anchor = format!("prop-{}", names.collect::<Vec<_>>().join("."));
        Some(self.with_link(text, places.types.known(), resource_type, &anchor))
    }

    fn about_type(&self, known: &KnownTypes<'_>, schema: &ResourceType) -> String {
        self.with_link(tooltip::resource_type(schema), known, Some(schema), "")
    }

    fn about_attribute(&self, known: &KnownTypes<'_>, schema: &ResourceType, name: &str) -> Option<String> {
        let base = ResourceType::base_attribute();
        let attribute = schema.attributes.get(name);
        let attribute = attribute
            .or_else(|| (name == ResourceType::BASE_ATTRIBUTE && schema.has_record()).then_some(&base))?;
        let anchor = format!("attr-{name}");
        Some(self.with_link(tooltip::attribute(name, attribute), known, Some(schema), &anchor))
    }

    fn about_function(&self, name: &str, variant: Variant) -> String {
        let text = tooltip::function(name, variant);
        let url = self.settings.site.of_function(name);
        let link = url.map(|url| format!("\n[Functions by version](<{url}>)\n"));
        text + &link.unwrap_or_default()
    }

    /// The text with a link to the page of a type, for the release that the types belong to.
    fn with_link(
        &self,
        text: String,
        known: &KnownTypes<'_>,
        schema: Option<&ResourceType>,
        anchor: &str,
    ) -> String {
        let folder = known.release().map_or("", |release| release.folder.as_str());
        // Nested templates have no page.
        let link = schema.filter(|schema| known.has_page(&schema.name)).and_then(|schema| {
            let url = self.settings.site.of_type(folder, schema, anchor)?;
            Some(format!("\n[{}](<{url}>)\n", schema.name))
        });
        text + &link.unwrap_or_default()
    }
}

fn hover(document: &Document, spot: &Spot, value: String) -> Hover {
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
    Hover { contents, range: Some(document.range(spot.span)) }
}

/// The definition of a name.
fn definition(template: &Template, names: &Names, space: Space, name: &str) -> Option<String> {
    names.definition(space, name)?;
    let keys = template.keys();
    let section = match space {
        Space::Parameter => keys.parameters,
        Space::Resource => keys.resources,
        Space::Condition => keys.conditions?,
    };
    let node = template.entries(section)?.get(name)?;
    let parameter = Dialect::of(template.version()).keys();
    let text = |key: &str| node.as_mapping().and_then(|map| map.get(key)?.as_str());
    let (kind, description) = match space {
        Space::Parameter => (text(parameter.parameter_type), text(parameter.description)),
        Space::Resource => (text(keys.resource.resource_type), text(keys.resource.description)),
        Space::Condition => (None, None),
    };
    let kind = kind.map(|kind| format!(": `{kind}`")).unwrap_or_default();
    let description = description.map(|text| format!("\n{}\n", tooltip::escaped(text))).unwrap_or_default();
    Some(format!("{} `{}`{kind}\n{description}", space.word(), name))
}

/// Finds the node at an offset.
pub(crate) fn spot(root: &Node, offset: usize) -> Option<Spot> {
    let covers = |span: Span| (span.start..=span.end).contains(&offset);
    let (mut node, mut path) = (root, Vec::new());
    loop {
        match &node.value {
            Value::Mapping(map) => {
                if let Some(entry) = map.iter().find(|entry| covers(entry.key.span)) {
                    path.push(Step::Key(entry.key.as_str()?.to_owned()));
                    return Some(Spot { path, is_key: true, span: entry.key.span });
                }
                let entry = map.iter().find(|entry| covers(entry.value.span))?;
                path.push(Step::Key(entry.key.as_str()?.to_owned()));
                node = &entry.value;
            }
            Value::Sequence(items) => {
                let index = items.iter().position(|item| covers(item.span))?;
                path.push(Step::Index(index));
                node = &items[index];
            }
            _ => return covers(node.span).then_some(Spot { path, is_key: false, span: node.span }),
        }
    }
}
