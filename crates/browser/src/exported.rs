//! The JavaScript interface: the classes `Checker` and `Answer`, with the methods of the types of these names.
//!
//! Only compiled for WebAssembly: the macros of wasm-bindgen would otherwise be compiled for the tests of the whole workspace,
//! and change the features of the crates that all derives use.

use wasm_bindgen::prelude::wasm_bindgen;

/// A checker of templates, with a catalogue of resource types.
#[wasm_bindgen(js_name = Checker)]
pub struct ExportedChecker(crate::Checker);

#[wasm_bindgen(js_class = Checker)]
impl ExportedChecker {
    /// Creates a checker: see [`crate::Checker::new`].
    ///
    /// # Errors
    /// The catalogue is not the file of a site.
    #[wasm_bindgen(constructor)]
    pub fn new(catalogue: &str) -> Result<Self, String> {
        crate::Checker::new(catalogue).map(Self)
    }

    /// Chooses a release: see [`crate::Checker::choose_release`].
    ///
    /// # Errors
    /// The text is not one of a site's files about an earlier release.
    pub fn choose_release(&mut self, differences: &str) -> Result<(), String> {
        self.0.choose_release(differences)
    }

    /// Checks a template: see [`crate::Checker::check`].
    #[must_use]
    pub fn check(&self, template: &str, environment: &str, time: f64) -> ExportedAnswer {
        ExportedAnswer(self.0.check(template, environment, time))
    }
}

/// The results for a template: findings and graph.
#[wasm_bindgen(js_name = Answer)]
pub struct ExportedAnswer(crate::Answer);

#[wasm_bindgen(js_class = Answer)]
impl ExportedAnswer {
    /// The number of errors.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn errors(&self) -> usize {
        self.0.errors()
    }

    /// The number of warnings.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn warnings(&self) -> usize {
        self.0.warnings()
    }

    /// The items of the list of findings, as HTML.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn findings(&self) -> String {
        self.0.findings()
    }

    /// The lines with findings.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn lines(&self) -> Vec<u32> {
        self.0.lines()
    }

    /// The graph of the resources, as HTML.
    #[must_use]
    pub fn graph(&self) -> String {
        self.0.graph()
    }
}
