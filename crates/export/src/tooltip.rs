//! Tooltips for editors: short texts in Markdown about types, properties, attributes and functions, in the same words as the
//! docs.

use heat_hot_language::{HotVersion, TemplateVersion, Variant};
use heat_model::update::UpdateBehaviour;
use heat_model::{AttributeSchema, CustomConstraint, CustomConstraintTable, PropertySchema, ResourceType};

use super::document::{details, status, update_fact};
use super::markup::{Block, Dialect};

const MARKDOWN: Dialect = Dialect::Markdown;

/// The tooltip of a resource type.
pub fn resource_type(schema: &ResourceType) -> String {
    let mut blocks = vec![Block::Paragraph(MARKDOWN.strong(&schema.name))];
    blocks.extend(status(&schema.support_status, MARKDOWN).map(Block::Paragraph));
    blocks.extend(schema.description.iter().flat_map(|text| MARKDOWN.description(text)));
    MARKDOWN.page(&blocks)
}

/// The tooltip of a top-level property, with the effect of an update, or of a field.
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

/// The tooltip of an attribute.
#[must_use]
pub fn attribute(name: &str, schema: &AttributeSchema) -> String {
    MARKDOWN.page(&super::document::attribute_item(name, schema, MARKDOWN))
}

/// The tooltip of a function in one of its forms.
#[must_use]
pub fn function(name: &str, variant: Variant) -> String {
    let ways = variant.arguments().iter();
    let ways =
        ways.map(|arguments| vec![Block::Paragraph(MARKDOWN.code(&format!("{{{name}: {arguments}}}")))]);
    MARKDOWN.page(&[Block::Paragraph(MARKDOWN.escape(variant.summary())), Block::Items(ways.collect())])
}

/// The tooltip of a custom constraint.
#[must_use]
pub fn custom_constraint(name: &str, constraint: &CustomConstraint) -> String {
    let mut blocks = vec![Block::Paragraph(MARKDOWN.code(name))];
    blocks.extend(MARKDOWN.description(&constraint.description));
    blocks.extend(
        constraint
            .example
            .as_ref()
            .map(|example| Block::Paragraph(format!("Example: {}", MARKDOWN.code(example)))),
    );
    MARKDOWN.page(&blocks)
}

/// The tooltip of a template version.
#[must_use]
pub fn template_version(version: TemplateVersion) -> String {
    let (key, value) = version.declaration();
    let text = match version {
        TemplateVersion::Hot(hot) => {
            let news = hot.news(&|function| MARKDOWN.code(function.name()));
            let since =
                hot.previous().map_or(String::new(), |before| format!("Since `{}`: ", before.as_str()));
            let alias = hot.alias().map(|alias| format!(", or `{alias}`")).unwrap_or_default();
            let release = format!("HOT `{}`{alias}: Heat of {} and later.", hot.as_str(), hot.release());
            let newest = if hot == HotVersion::NEWEST { " It is the newest version." } else { "" };
            [release + newest, format!("{since}{news}.")]
        }
        TemplateVersion::HeatCfn => [
            format!("{key} `{value}`: the syntax of CloudFormation, as Heat extended it."),
            "It has no conditions; `AWSTemplateFormatVersion` and HOT have them.".to_owned(),
        ],
        TemplateVersion::AwsCfn => {
            [format!("{key} `{value}`: the syntax of CloudFormation."), "It has conditions.".to_owned()]
        }
    };
    MARKDOWN.page(&text.map(Block::Paragraph))
}

/// Escapes a text, so that it has no markup.
#[must_use]
pub fn escaped(text: &str) -> String {
    MARKDOWN.escape(text)
}
