//! Plain reference pages, for your own docs: one document, with a section per service and a part per type.

use heat_model::update::UpdateBehaviour;
use heat_model::{
    AttributeSchema, ConstraintKind, NestedSchema, PropertySchema, ResourceType, Status, SupportStatus,
};
use heat_plan::type_rules::update_behaviour;
use heat_plan::{effect_words, update_sentences};
use indexmap::IndexMap;

use super::markup::{Block, Dialect};

/// The document about these types, which are sorted by name.
pub(super) fn text<'a>(types: impl Iterator<Item = &'a ResourceType>, dialect: Dialect) -> String {
    let mut blocks = vec![Block::Heading(0, dialect.escape("Resource types"))];
    let mut service = "";
    for schema in types {
        if schema.service() != service {
            service = schema.service();
            blocks.push(Block::Heading(1, dialect.escape(service)));
        }
        Page { dialect, blocks: &mut blocks }.resource_type(schema);
    }
    dialect.page(&blocks)
}

struct Page<'a> {
    dialect: Dialect,
    blocks: &'a mut Vec<Block>,
}

impl Page<'_> {
    fn resource_type(&mut self, schema: &ResourceType) {
        let dialect = self.dialect;
        self.blocks.push(Block::Heading(2, dialect.escape(&schema.name)));
        self.blocks.extend(status(&schema.support_status, dialect).map(Block::Paragraph));
        if let Some(description) = &schema.description {
            self.blocks.extend(dialect.description(description));
        }
        if !schema.keywords.is_empty() {
            let keywords = dialect.escape_within(&schema.keywords.join(", "));
            self.blocks.push(Block::Paragraph(format!("Keywords: {keywords}.")));
        }
        let is_required = |schema: &PropertySchema| schema.required;
        let update = |name: &str| update_behaviour(schema, name);
        self.properties("Required properties", &schema.properties, is_required, update);
        self.properties("Optional properties", &schema.properties, |schema| !is_required(schema), update);
        self.properties("Update policy", &schema.update_policy, |_| true, |_| None);
        if !schema.attributes.is_empty() {
            self.blocks.push(Block::Heading(3, "Attributes".to_owned()));
            let items =
                schema.attributes.iter().map(|(name, attribute)| attribute_item(name, attribute, dialect));
            self.blocks.push(Block::Items(items.collect()));
        }
        self.blocks.extend(in_a_stack(schema, dialect).map(|lines| Block::Paragraph(lines.join("\n"))));
        for sentence in update_sentences::sentences(schema) {
            self.blocks.extend(dialect.description(&sentence));
        }
        if !schema.examples.is_empty() {
            self.blocks.push(Block::Heading(3, "Examples".to_owned()));
            for example in &schema.examples {
                self.blocks.push(Block::Paragraph(dialect.escape(&example.title)));
                self.blocks.push(Block::Code("yaml".to_owned(), example.template.clone()));
            }
        }
    }

    fn properties(
        &mut self,
        title: &str,
        properties: &IndexMap<String, PropertySchema>,
        is_chosen: impl Fn(&PropertySchema) -> bool,
        update: impl Fn(&str) -> Option<UpdateBehaviour>,
    ) {
        let chosen: Vec<Vec<Block>> = properties
            .iter()
            .filter(|(_, schema)| is_chosen(schema))
            .map(|(name, schema)| property_item(name, schema, update(name), 0, self.dialect))
            .collect();
        if !chosen.is_empty() {
            self.blocks.push(Block::Heading(3, title.to_owned()));
            self.blocks.push(Block::Items(chosen));
        }
    }
}

/// What changing a property does.
const fn update_words(update: UpdateBehaviour) -> &'static str {
    match update {
        UpdateBehaviour::InPlace => "updated in place",
        UpdateBehaviour::Replace => "an update replaces the resource",
        UpdateBehaviour::Refused => "cannot be updated",
    }
}

/// What changing a property does, if it is at the top, and what that costs, if its schema says it.
pub(super) fn update_fact(schema: &PropertySchema, update: Option<UpdateBehaviour>) -> Option<String> {
    let is_decided_by_heat = matches!(update, Some(UpdateBehaviour::Replace | UpdateBehaviour::Refused));
    let effect = effect_words::fact(schema).filter(|_| !is_decided_by_heat);
    effect.or_else(|| Some(update_words(update?).to_owned()))
}

/// A property with its nested properties, and what changing it does, if it is at the top.
fn property_item(
    name: &str,
    schema: &PropertySchema,
    update: Option<UpdateBehaviour>,
    depth: usize,
    dialect: Dialect,
) -> Vec<Block> {
    let mut facts = vec![schema.property_type.to_string()];
    if depth > 0 && schema.required {
        facts.push("required".to_owned());
    }
    facts.extend(update_fact(schema, update));
    let mut item = vec![Block::Paragraph(format!("{}: {}", dialect.code(name), facts.join(", ")))];
    item.extend(details(schema, dialect));
    if let Some(nested) = &schema.schema {
        item.extend(nested_items(nested, depth, dialect));
    }
    item
}

/// The details of a property besides its name and type.
pub(super) fn details(schema: &PropertySchema, dialect: Dialect) -> Vec<Block> {
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
            ConstraintKind::Custom(name) => format!("Meets: {}.", dialect.code(name)),
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

fn plain(value: &heat_model::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn nested_items(nested: &NestedSchema, depth: usize, dialect: Dialect) -> Vec<Block> {
    match nested {
        NestedSchema::Members(members) => {
            let items =
                members.iter().map(|(name, member)| property_item(name, member, None, depth + 1, dialect));
            vec![Block::Items(items.collect())]
        }
        NestedSchema::Item(item) => {
            let mut blocks = vec![Block::Paragraph(format!("Each item: {}", item.property_type))];
            blocks.extend(details(item, dialect));
            blocks.extend(item.schema.iter().flat_map(|nested| nested_items(nested, depth, dialect)));
            blocks
        }
    }
}

pub(super) fn attribute_item(name: &str, attribute: &AttributeSchema, dialect: Dialect) -> Vec<Block> {
    let kind = attribute.attribute_type.map(|kind| format!(": {kind}")).unwrap_or_default();
    let mut item = vec![Block::Paragraph(format!("{}{kind}", dialect.code(name)))];
    item.extend(status(&attribute.support_status, dialect).map(Block::Paragraph));
    item.extend(attribute.description.iter().flat_map(|description| dialect.description(description)));
    item
}

/// What templates can do with a resource besides setting properties and reading attributes; `None` if there is nothing to say.
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

/// The description of a status; `None` if there is nothing to say.
pub(super) fn status(status: &SupportStatus, dialect: Dialect) -> Option<String> {
    let word = status.status();
    if word == Status::Supported {
        return status.since().map(|since| format!("Since {}.", dialect.escape_within(since)));
    }
    let version = status
        .version()
        .map(|version| format!(" since {}", dialect.escape_within(version)))
        .unwrap_or_default();
    let message =
        status.message().map(|message| format!(" {}", dialect.escape_within(message))).unwrap_or_default();
    Some(format!("{}{version}.{message}", dialect.strong(word.as_str())))
}
