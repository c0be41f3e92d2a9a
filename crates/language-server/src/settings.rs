//! Settings from the client at the start of the server: its `initializationOptions`, and its capabilities.

use heat_template_check::{EnabledRules, rule};
use lsp_types::ClientCapabilities;
use serde::Deserialize;
use serde_json::Value;

use super::site_address::SiteAddress;

/// The settings of the server.
#[derive(Debug, Clone, Default)]
pub(crate) struct Settings {
    /// Address at which the reference docs are published.
    pub(crate) site: SiteAddress,
    /// The environments of all templates, relative to the folder of the workspace. If empty, those of `heat-codegen.yaml` are used.
    pub(crate) environments: Vec<String>,
    /// The rules for templates that are off by default and switched on, in addition to those that `heat-codegen.yaml` switches on.
    pub(crate) enabled: EnabledRules,
    /// `true` if the client supports snippets in completions, with tab stops for the cursor.
    pub(crate) has_snippets: bool,
    /// `true` if the client asks the user to confirm edits that have an annotation.
    pub(crate) has_annotations: bool,
}

/// The settings in the form in which clients send them.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct InitializationOptions {
    docs_url: Option<String>,
    environments: Vec<String>,
    enable: Vec<String>,
}

impl Settings {
    /// Reads the settings. Invalid settings are ignored: they are no reason not to start.
    pub(crate) fn read(options: Option<&Value>, capabilities: &ClientCapabilities) -> Self {
        let written =
            options.and_then(|options| InitializationOptions::deserialize(options).ok()).unwrap_or_default();
        let completion =
            capabilities.text_document.as_ref().and_then(|document| document.completion.as_ref());
        let item = completion.and_then(|completion| completion.completion_item.as_ref());
        let edit = capabilities.workspace.as_ref().and_then(|workspace| workspace.workspace_edit.as_ref());
        Self {
            site: SiteAddress::new(written.docs_url.as_deref()),
            environments: written.environments,
            enabled: written.enable.iter().filter_map(|id| rule(id)).collect(),
            has_snippets: item.and_then(|item| item.snippet_support).unwrap_or_default(),
            has_annotations: edit.is_some_and(|edit| {
                edit.document_changes == Some(true) && edit.change_annotation_support.is_some()
            }),
        }
    }
}
