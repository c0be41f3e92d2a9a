//! The checker of the page *Check a template*: what `heat-codegen validate` and `graph` say, in the browser.
//!
//! It is compiled to WebAssembly; the page's worker (`site/assets/check-worker.js`) loads it and calls [`Checker`]. Everything it says
//! comes from the crates that the program uses, and is given as HTML in the styles of the site. The types are not part of it: the site
//! has them in a file, so that the page knows the catalogue that it was built from.

mod answer;
mod catalogue;
#[cfg(target_family = "wasm")]
mod exported;
mod findings;

#[cfg(test)]
mod tests;

use std::time::{Duration, UNIX_EPOCH};

use heat_hot::environment::files::NoFiles;
use heat_template_check::{EnabledRules, TemplateCheck};
use heat_yaml::{Source, sort_diagnostics};
use indexmap::IndexMap;

pub use answer::Answer;

use catalogue::Catalogue;

/// The name of the template in excerpts of other places.
const NAME: &str = "template.yaml";

/// Checks templates with a catalogue of resource types.
pub struct Checker {
    catalogue: Catalogue,
}
impl Checker {
    /// A checker with the resource types of a site: the contents of its file `assets/checker/catalogue.json`.
    ///
    /// # Errors
    /// If the catalogue is not one of these files.
    pub fn new(catalogue: &str) -> Result<Self, String> {
        let catalogue = serde_json::from_str(catalogue).map_err(|error| error.to_string())?;
        Ok(Self { catalogue })
    }

    /// What is wrong with a template. The time is that of the reader, in milliseconds since 1970: Heat refuses values that have expired.
    #[must_use]
    pub fn check(&self, template: &str, time: f64) -> Answer {
        let now =
            Duration::try_from_secs_f64(time / 1000.0).ok().and_then(|since| UNIX_EPOCH.checked_add(since));
        let source = Source::new(NAME, template);
        let check = TemplateCheck {
            environments: Vec::new(),
            parameters: &IndexMap::new(),
            files: &NoFiles,
            types: &self.catalogue.types,
            is_strict: false,
            now,
            enabled: &EnabledRules::default(),
        };
        let (stack, mut findings) = check.run(source);
        sort_diagnostics(&mut findings.diagnostics);
        Answer::new(stack, &findings, &self.catalogue)
    }
}
