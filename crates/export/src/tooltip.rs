//! What editors show about types, properties, attributes and functions: short texts in Markdown, in the words of the documents.

use heat_hot::language::Variant;
use heat_model::update::UpdateBehaviour;
use heat_model::{AttributeSchema, CustomConstraintTable, PropertySchema, ResourceType};

use super::document::{details, status, update_fact};
use super::markup::{Block, Dialect};

const MARKDOWN: Dialect = Dialect::Markdown;

/// A resource type.
pub fn resource_type(schema: &ResourceType) -> String {
    let mut blocks = vec![Block::Paragraph(MARKDOWN.strong(&schema.name))];
    blocks.extend(status(&schema.support_status, MARKDOWN).map(Block::Paragraph));
    blocks.extend(schema.description.iter().flat_map(|text| MARKDOWN.description(text)));
    MARKDOWN.page(&blocks)
}

/// A property at the top of a resource type, with what changing it does, or a field of one.
#[must_use]
pub fn property(name: &str, schema: &PropertySchema, update: Option<UpdateBehaviour>) -> String {
    let mut facts = vec![heat_catalogue::type_words::type_words(schema)];
    if schema.required {
        facts.push("required".to_owned());
    }
    facts.extend(update_fact(schema, update));
    let mut blocks = vec![Block::Paragraph(format!("{}: {}", MARKDOWN.code(name), facts.join(", ")))];
    blocks.extend(details(schema, &CustomConstraintTable::default(), MARKDOWN));
    MARKDOWN.page(&blocks)
}

/// An attribute.
#[must_use]
pub fn attribute(name: &str, schema: &AttributeSchema) -> String {
    MARKDOWN.page(&super::document::attribute_item(name, schema, MARKDOWN))
}

/// A function in one of its forms.
#[must_use]
pub fn function(name: &str, variant: Variant) -> String {
    let ways = variant.arguments().iter();
    let ways =
        ways.map(|arguments| vec![Block::Paragraph(MARKDOWN.code(&format!("{{{name}: {arguments}}}")))]);
    MARKDOWN.page(&[Block::Paragraph(MARKDOWN.escape(variant.summary())), Block::Items(ways.collect())])
}

/// A text without markup.
#[must_use]
pub fn escaped(text: &str) -> String {
    MARKDOWN.escape(text)
}
