//! The types of a service as the navigation and the index list them: the contexts of parts of pages.

use heat_html::Html;
use heat_model::ResourceType;
use serde::Serialize;

use super::links::type_url;
use super::words::{status_class, status_word};

/// A service in the navigation, before it is rendered.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub(super) struct NavService {
    pub(super) root: String,
    pub(super) name: String,
    pub(super) label: &'static str,
    pub(super) types: Vec<NavType>,
}

/// A type in the navigation.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub(super) struct NavType {
    pub(super) short: String,
    pub(super) url: String,
    pub(super) status: &'static str,
}

/// A service in the index, before it is rendered.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub(super) struct ServiceSection {
    pub(super) root: String,
    pub(super) name: String,
    pub(super) label: &'static str,
    pub(super) types: Vec<TypeEntry>,
    /// What needs what: a picture of each part of the service.
    pub(super) pictures: Vec<Html>,
}

/// A type in the index.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub(super) struct TypeEntry {
    pub(super) name: String,
    pub(super) short: String,
    pub(super) url: String,
    pub(super) status: &'static str,
    pub(super) status_word: &'static str,
    pub(super) summary_html: Html,
}

impl NavType {
    pub(super) fn new(schema: &ResourceType, service: &str) -> Self {
        Self {
            short: short_name(schema, service).to_owned(),
            url: type_url(&schema.name),
            status: status_class(schema.support_status.status()),
        }
    }
}

impl TypeEntry {
    /// A type without a summary.
    pub(super) fn new(schema: &ResourceType, service: &str) -> Self {
        let status = schema.support_status.status();
        Self {
            name: schema.name.clone(),
            short: short_name(schema, service).to_owned(),
            summary_html: Html::new(),
            url: type_url(&schema.name),
            status: status_class(status),
            status_word: status_word(status),
        }
    }
}

/// The name of a type within its service.
fn short_name<'t>(schema: &'t ResourceType, service: &str) -> &'t str {
    let short = schema.name.strip_prefix(service).and_then(|rest| rest.strip_prefix("::"));
    short.unwrap_or(&schema.name)
}
