//! Plain reference pages, for your own docs: one document, with one section per service and one part per type.
//!
//! Pages of single types, with references between them, are built from the same parts in `pages`.

use heat_model::update::UpdateBehaviour;
use heat_model::{
    AttributeSchema, ConstraintKind, CustomConstraintTable, NestedSchema, PropertySchema, ResourceType,
    Status, SupportStatus,
};
use heat_updates::update_behaviour;
use heat_updates::{effect_words, sentences as update_sentences, service_words};
use indexmap::IndexMap;

use super::markup::{Block, Dialect};

/// Writes the document about the given types, which must be sorted by name.
pub(super) fn text<'a>(
    types: impl Iterator<Item = &'a ResourceType>,
    customs: &CustomConstraintTable,
    dialect: Dialect,
) -> String {
    let mut blocks = vec![Block::Heading(0, dialect.escape("Resource types"))];
    let mut service = "";
    for schema in types {
        if schema.service() != service {
            service = schema.service();
            blocks.push(Block::Heading(1, dialect.escape(service)));
        }
        let mut page = Page { dialect, level: 2, customs, label: &mut |_, _| None, blocks: &mut blocks };
        page.resource_type(schema);
    }
    dialect.page(&blocks)
}

/// A function that returns the label for a part of a type, by the names of the type and of the part; `None` if it has none.
pub(super) type Label<'a> = dyn FnMut(&str, &str) -> Option<String> + 'a;

/// Writer for the part about a type.
pub(super) struct Page<'a> {
    pub(super) dialect: Dialect,
    /// The level of the heading of the type.
    pub(super) level: usize,
    pub(super) customs: &'a CustomConstraintTable,
    pub(super) label: &'a mut Label<'a>,
    pub(super) blocks: &'a mut Vec<Block>,
}

impl Page<'_> {
    pub(super) fn resource_type(&mut self, schema: &ResourceType) {
        let dialect = self.dialect;
        self.blocks.extend((self.label)(&schema.name, "").map(Block::Label));
        self.blocks.push(Block::Heading(self.level, dialect.escape(&schema.name)));
        self.blocks.extend(status(&schema.support_status, dialect).map(Block::Paragraph));
        if let Some(description) = &schema.description {
            self.blocks.extend(dialect.description(description));
        }
        let is_required = |schema: &PropertySchema| schema.required;
        let update = |name: &str| update_behaviour(schema, name);
        let (name, properties) = (&schema.name, &schema.properties);
        self.properties("Required properties", name, properties, is_required, update);
        self.properties("Optional properties", name, properties, |schema| !is_required(schema), update);
        // Entries of the update policy are not properties, and have no labels.
        self.properties("Update policy", "", &schema.update_policy, |_| true, |_| None);
        if !schema.attributes.is_empty() {
            self.blocks.push(Block::Heading(self.level + 1, "Attributes".to_owned()));
            let items = schema.attributes.iter().map(|(name, attribute)| {
                let label = (self.label)(&schema.name, &format!("@{name}")).map(Block::Label);
                label.into_iter().chain(attribute_item(name, attribute, dialect)).collect()
            });
            let items = Block::Items(items.collect());
            self.blocks.push(items);
        }
        self.blocks.extend(in_a_stack(schema, dialect).map(|lines| Block::Paragraph(lines.join("\n"))));
        for sentence in
            update_sentences::sentences(schema).into_iter().chain(service_words::sentences(schema))
        {
            self.blocks.extend(dialect.description(&sentence));
        }
        if !schema.examples.is_empty() {
            self.blocks.push(Block::Heading(self.level + 1, "Examples".to_owned()));
            for example in &schema.examples {
                self.blocks.push(Block::Paragraph(dialect.escape(&example.title)));
                self.blocks.push(Block::Code("yaml".to_owned(), example.template.clone()));
            }
        }
    }

    fn properties(
        &mut self,
        title: &str,
        type_name: &str,
        properties: &IndexMap<String, PropertySchema>,
        is_chosen: impl Fn(&PropertySchema) -> bool,
        update: impl Fn(&str) -> Option<UpdateBehaviour>,
    ) {
        let mut chosen: Vec<Vec<Block>> = Vec::new();
        for (name, schema) in properties.iter().filter(|(_, schema)| is_chosen(schema)) {
            chosen.push(self.property_item(type_name, name, name, schema, update(name)));
        }
        if !chosen.is_empty() {
            self.blocks.push(Block::Heading(self.level + 1, title.to_owned()));
            self.blocks.push(Block::Items(chosen));
        }
    }

    /// Returns a property with its nested properties. For a top-level property, whose path is its name, it includes the effect of
    /// an update.
    fn property_item(
        &mut self,
        type_name: &str,
        path: &str,
        name: &str,
        schema: &PropertySchema,
        update: Option<UpdateBehaviour>,
    ) -> Vec<Block> {
        let mut facts = vec![schema.property_type.to_string()];
        if path != name && schema.required {
            facts.push("required".to_owned());
        }
        facts.extend(update_fact(schema, update));
        let mut item = Vec::new();
        if !type_name.is_empty() {
            item.extend((self.label)(type_name, &format!(".{path}")).map(Block::Label));
        }
        item.push(Block::Paragraph(format!("{}: {}", self.dialect.code(name), facts.join(", "))));
        item.extend(details(schema, self.customs, self.dialect));
        if let Some(nested) = &schema.schema {
            item.extend(self.nested_items(type_name, path, nested));
        }
        item
    }

    fn nested_items(&mut self, type_name: &str, path: &str, nested: &NestedSchema) -> Vec<Block> {
        match nested {
            NestedSchema::Members(members) => {
                let mut items = Vec::new();
                for (name, member) in members {
                    items.push(self.property_item(type_name, &format!("{path}.{name}"), name, member, None));
                }
                vec![Block::Items(items)]
            }
            NestedSchema::Item(item) => {
                let mut blocks = vec![Block::Paragraph(format!("Each item: {}", item.property_type))];
                blocks.extend(details(item, self.customs, self.dialect));
                if let Some(nested) = &item.schema {
                    blocks.extend(self.nested_items(type_name, path, nested));
                }
                blocks
            }
        }
    }
}

/// The outcome of an update of a property. The outcome of a field is only stated if its schema has an effect.
pub(super) fn update_fact(schema: &PropertySchema, update: Option<UpdateBehaviour>) -> Option<String> {
    let update = update.or_else(|| schema.update_effect.as_ref().map(|_| UpdateBehaviour::InPlace))?;
    Some(format!("update: {}", effect_words::outcome(schema, update)))
}

/// The details of a property besides its name and type.
pub(super) fn details(
    schema: &PropertySchema,
    customs: &CustomConstraintTable,
    dialect: Dialect,
) -> Vec<Block> {
    let mut blocks: Vec<Block> =
        status(&schema.support_status, dialect).map(Block::Paragraph).into_iter().collect();
    if let Some(description) = &schema.description {
        blocks.extend(dialect.description(description));
    }
    let mut facts: Vec<String> = Vec::new();
    facts.extend(
        schema.default.as_ref().map(|default| format!("Default: {}.", dialect.code(&default.to_string()))),
    );
    facts.extend(schema.constraints.iter().map(|constraint| {
        let kind = match &constraint.kind {
            ConstraintKind::Custom(name) => custom_words(name, customs, dialect),
            ConstraintKind::AllowedPattern(pattern) => format!("Matches: {}.", dialect.code(pattern)),
            ConstraintKind::AllowedValues(values) => {
                let values: Vec<String> = values.iter().map(|value| dialect.code(&plain(value))).collect();
                format!("One of {}.", values.join(", "))
            }
            kind @ ConstraintKind::Length { .. } => {
                let words = kind.to_string();
                format!("Length: {}.", dialect.escape_within(words.trim_start_matches("length ")))
            }
            kind => format!("Has to be {}.", dialect.escape_within(&kind.to_string())),
        };
        match &constraint.description {
            Some(description) => format!("{kind} {}", dialect.escape_within(description)),
            None => kind,
        }
    }));
    if !facts.is_empty() {
        blocks.push(Block::Paragraph(facts.join("\n")));
    }
    for sentence in effect_words::sentences(schema) {
        blocks.extend(dialect.description(&sentence));
    }
    blocks
}

/// The values that a custom constraint accepts; only its name if nothing else is known about it.
fn custom_words(name: &str, customs: &CustomConstraintTable, dialect: Dialect) -> String {
    let code = dialect.code(name);
    let Some(known) = customs.get(name) else { return format!("Meets: {code}.") };
    let words = dialect.description(&known.description).into_iter().find_map(|block| match block {
        Block::Paragraph(text) => Some(text.replace('\n', " ")),
        _ => None,
    });
    let made_by = known.resource_type.as_ref().map(|name| format!(" Created by {}.", dialect.code(name)));
    let (words, made_by) = (words.unwrap_or_default(), made_by.unwrap_or_default());
    format!("Meets {code}: {words}{made_by}")
}

fn plain(value: &heat_model::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

pub(super) fn attribute_item(name: &str, attribute: &AttributeSchema, dialect: Dialect) -> Vec<Block> {
    let kind = attribute.attribute_type.map(|kind| format!(": {kind}")).unwrap_or_default();
    let mut item = vec![Block::Paragraph(format!("{}{kind}", dialect.code(name)))];
    item.extend(status(&attribute.support_status, dialect).map(Block::Paragraph));
    item.extend(attribute.description.iter().flat_map(|description| dialect.description(description)));
    item
}

/// The abilities of a resource in templates, besides setting properties and reading attributes; `None` if it has none.
fn in_a_stack(schema: &ResourceType, dialect: Dialect) -> Option<Vec<String>> {
    let code = |name: &String| dialect.code(name);
    let flags = [
        (schema.any_property, "Any properties are accepted, with any values.".to_owned()),
        (schema.any_attribute, "Any attribute name is accepted.".to_owned()),
        (
            schema.supports_snapshot_deletion,
            format!("The deletion policy {} is supported.", dialect.code("Snapshot")),
        ),
    ];
    let mut lines: Vec<String> =
        flags.into_iter().filter(|(is_so, _)| *is_so).map(|(_, line)| line).collect();
    lines.extend(schema.dependencies_by_value.iter().map(|dependency| {
        let [theirs, ours] =
            [&dependency.property, &dependency.equals].map(|path| dialect.code(&path.join(".")));
        let owner = dependency.of.as_ref().map(|of| format!(" of the {} that it depends on", code(of)));
        let (waited_for, owner) = (code(&dependency.resource_type), owner.unwrap_or_default());
        format!("Waits for every {waited_for} whose {theirs} equals {ours}{owner}.")
    }));
    (!lines.is_empty()).then_some(lines)
}

/// The description of a status; `None` for a status without any details.
pub(super) fn status(status: &SupportStatus, dialect: Dialect) -> Option<String> {
    let word = status.status();
    let message = status.shown_message().map(|message| format!(" {}", dialect.escape_within(message)));
    if word == Status::Supported {
        let since = status.since().map(|since| format!("Since {}.", dialect.escape_within(since)));
        let words = format!("{}{}", since.unwrap_or_default(), message.unwrap_or_default());
        return Some(words.trim_start().to_owned()).filter(|words| !words.is_empty());
    }
    let version = status
        .version()
        .map(|version| format!(" since {}", dialect.escape_within(version)))
        .unwrap_or_default();
    Some(format!("{}{version}.{}", dialect.strong(word.as_str()), message.unwrap_or_default()))
}
