//! What the client sets when it starts the server: its `initializationOptions`.

use serde::Deserialize;
use serde_json::Value;

use super::site_address::SiteAddress;

/// The settings.
#[derive(Debug, Clone, Default)]
pub(super) struct Settings {
    /// Where the reference docs are published.
    pub(super) site: SiteAddress,
}

/// The settings as they are written.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Written {
    docs_url: Option<String>,
}

impl Settings {
    /// Reads the settings. What cannot be read is not set: a wrong setting is no reason not to start.
    pub(super) fn read(options: Option<&Value>) -> Self {
        let written = options.and_then(|options| Written::deserialize(options).ok()).unwrap_or_default();
        Self { site: SiteAddress::new(written.docs_url.as_deref()) }
    }
}
