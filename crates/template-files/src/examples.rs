//! Examples of schemas as Heat reads them, and whether they work with the types of a release.

use std::collections::BTreeSet;
use std::sync::Arc;

use heat_catalogue::past_examples::{ExampleReader, ReadExample};
use heat_hot::environment::Registry;
use heat_hot::environment::files::Files;
use heat_hot::parameter::ParameterInputs;
use heat_hot::template::environment_types::EnvironmentTypes;
use heat_hot::template::validate::{NestedStacks, Setting, validate};
use heat_hot::{Exception, Template};
use heat_model::custom_constraint::WithoutCloud;
use heat_model::{ResourceType, ResourceTypes};
use heat_template_check::{EnabledRules, lint};
use heat_yaml::{Severity, Source};
use indexmap::IndexMap;

/// The rule about functions that only a later version has: Heat treats such a call as a map.
const LATER_FUNCTION: &str = "later-function";

/// Reader of examples that reports the problems for which Heat refuses them.
#[derive(Debug, Clone, Copy, Default)]
pub struct Examples;

impl ExampleReader for Examples {
    fn read(&self, text: &str) -> Box<dyn ReadExample> {
        Box::new(Example::new(text))
    }
}

/// An example that has been read.
struct Example {
    template: Option<Template>,
    source: Arc<Source>,
    /// The mistakes in the example that do not depend on the types.
    mistakes: BTreeSet<String>,
}

impl Example {
    fn new(text: &str) -> Self {
        let source = Source::new("example", text);
        let read = Template::read(&source);
        let errors = read.diagnostics.into_iter().filter(|found| found.severity == Severity::Error);
        let mut mistakes: BTreeSet<String> = errors.map(|found| found.message).collect();
        mistakes.extend(read.fault.map(|fault| fault.to_string()));
        // Heat treats the call of a function that it does not know as a map.
        let warnings = read
            .template
            .as_ref()
            .map(|template| {
                lint(template, &IndexMap::<String, ResourceType>::new(), &EnabledRules::default(), None)
            })
            .unwrap_or_default();
        let later = warnings.into_iter().filter(|warning| warning.code == LATER_FUNCTION);
        mistakes.extend(later.map(|warning| warning.message));
        Self { template: read.template, source, mistakes }
    }
}

impl ReadExample for Example {
    fn mistakes(&self, types: &dyn ResourceTypes) -> BTreeSet<String> {
        let mut mistakes = self.mistakes.clone();
        let Some(template) = &self.template else { return mistakes };
        let (parameters, mut faults) = template.parameters(None, &ParameterInputs::default());
        let (registry, files) = (Registry::default(), Files::default());
        let setting = Setting {
            parameters: &parameters,
            surroundings: &EnvironmentTypes::new(&self.source, registry, IndexMap::new(), types, &files),
            stack: None,
            strict: true,
            nested: NestedStacks::Validated,
            customs: &WithoutCloud::timeless(),
        };
        faults.extend(validate(template, setting).faults);
        let faults =
            faults.iter().filter(|fault| !matches!(fault.exception, Exception::UserParameterMissing { .. }));
        mistakes.extend(faults.map(ToString::to_string));
        mistakes
    }
}
