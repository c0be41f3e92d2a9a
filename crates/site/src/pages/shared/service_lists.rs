//! The types of a service in the navigation and in the index, as template contexts.

use heat_html::Html;
use heat_model::ResourceType;
use serde::Serialize;

use super::pieces::PieceContext;
use crate::links::addresses::type_url;
use crate::text::terms::{status_class, status_word};

/// A service in the navigation, before it is rendered.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub(crate) struct NavService {
    pub(crate) root: String,
    pub(crate) name: String,
    pub(crate) label: String,
    pub(crate) types: Vec<NavType>,
}

/// A type in the navigation.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub(crate) struct NavType {
    pub(crate) short: String,
    pub(crate) url: String,
    pub(crate) status: &'static str,
}

/// A service in the index, before it is rendered.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub(crate) struct ServiceSection {
    pub(crate) root: String,
    pub(crate) name: String,
    pub(crate) id: String,
    pub(crate) label: String,
    /// The class for the service's colour.
    pub(crate) class: String,
    pub(crate) types: Vec<TypeEntry>,
    /// Pictures of the dependencies in the service, one per connected part.
    pub(crate) pictures: Vec<Html>,
}

/// A type in the index.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub(crate) struct TypeEntry {
    pub(crate) name: String,
    pub(crate) short: String,
    pub(crate) url: String,
    pub(crate) status: &'static str,
    pub(crate) status_word: &'static str,
    pub(crate) summary_html: Html,
}

impl PieceContext for NavService {
    const TEMPLATE: &'static str = "nav-service.html";
}

impl PieceContext for ServiceSection {
    const TEMPLATE: &'static str = "index-service.html";
}

impl NavType {
    pub(crate) fn new(schema: &ResourceType, service: &str) -> Self {
        Self {
            short: short_name(schema, service).to_owned(),
            url: type_url(&schema.name),
            status: status_class(schema.support_status.status()),
        }
    }
}

impl TypeEntry {
    /// Creates an entry without a summary.
    pub(crate) fn new(schema: &ResourceType, service: &str) -> Self {
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
