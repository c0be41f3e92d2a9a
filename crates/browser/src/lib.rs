//! The checker of the page *Check a template*: `heat-codegen validate` and `graph` in the browser.
//!
//! It is compiled to WebAssembly; the page's worker (`site/assets/checker/worker.js`) loads it and calls [`Checker`]. All
//! results come from the crates that the program uses, as HTML in the styles of the site. The types are not part of it: the
//! site has them in a file, so that the page knows the catalogue that it was built from.

mod answer;
mod catalogue;
#[cfg(target_family = "wasm")]
mod exported;
mod findings;
mod texts;

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use heat_hot::environment::files::NoFiles;
use heat_template_check::{EnabledRules, TemplateCheck, later_version};
use heat_yaml::{Diagnostic, Source, sort_diagnostics};
use indexmap::IndexMap;

pub use answer::Answer;

use catalogue::{Catalogue, Release};
use texts::{ENVIRONMENT, TEMPLATE};

/// A checker of templates, with a catalogue of resource types.
pub struct Checker {
    catalogue: Catalogue,
    /// The release that templates are checked for, if it is earlier than that of the catalogue.
    release: Option<Release>,
}

impl Checker {
    /// Creates a checker with the resource types of a site: `catalogue` is the contents of its file
    /// `assets/checker/catalogue.json`.
    ///
    /// # Errors
    /// The catalogue is not such a file.
    pub fn new(catalogue: &str) -> Result<Self, String> {
        let catalogue = serde_json::from_str(catalogue).map_err(|error| error.to_string())?;
        Ok(Self { catalogue, release: None })
    }

    /// Chooses the release that templates are checked for: `differences` is the contents of one of the site's files
    /// `assets/checker/release-….json`. An empty text chooses the release of the catalogue.
    ///
    /// # Errors
    /// The text is not such a file. The release that was chosen before stays.
    pub fn choose_release(&mut self, differences: &str) -> Result<(), String> {
        self.release = match differences {
            "" => None,
            text => Some(Release::new(&self.catalogue, text).map_err(|error| error.to_string())?),
        };
        Ok(())
    }

    /// Checks a template and its environment, which can be empty. `time` is the reader's time, in milliseconds since 1970:
    /// Heat refuses values that have expired.
    #[must_use]
    pub fn check(&self, template: &str, environment: &str, time: f64) -> Answer {
        let now =
            Duration::try_from_secs_f64(time / 1000.0).ok().and_then(|since| UNIX_EPOCH.checked_add(since));
        let source = Source::new(TEMPLATE, template);
        let has_environment = !environment.trim().is_empty();
        let types = self.release.as_ref().map_or(&self.catalogue.types, |release| &release.types);
        let check = TemplateCheck {
            environments: has_environment
                .then(|| Source::new(ENVIRONMENT, environment))
                .into_iter()
                .collect(),
            parameters: &IndexMap::new(),
            files: &NoFiles,
            types,
            is_strict: false,
            now,
            enabled: &EnabledRules::default(),
        };
        let (stack, mut findings) = check.run(Arc::clone(&source));
        findings.diagnostics.extend(self.later_version(&source));
        sort_diagnostics(&mut findings.diagnostics);
        Answer::new(stack, &findings, &self.catalogue, self.release.as_ref())
    }

    /// The finding for a declared template version that the chosen release does not know.
    fn later_version(&self, template: &Arc<Source>) -> Option<Diagnostic> {
        let release = self.release.as_ref()?;
        later_version(template, release.newest_version?, &release.name)
    }
}
