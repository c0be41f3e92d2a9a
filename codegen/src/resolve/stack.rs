//! Resolving a template whose files are known: what the command `resolve` and the site's architectures share.

use std::sync::Arc;

use heat_hot::environment::files::{FileError, FileSource, UnknownFile, UnknownReason, collect};
use heat_hot::environment::{self, Environment, EnvironmentFile, EnvironmentTypes, MergeKind};
use heat_hot::fault::Fault;
use heat_hot::parameter::{ParameterInputs, ParameterSet, ParameterType};
use heat_hot::resolve::Resolved;
use heat_hot::template::Template;
use heat_hot::template::known::KnownAttributes;
use heat_hot::template::surroundings::ResourceTypes;
use heat_hot::template::validate::{NestedStacks, Setting};
use heat_model::Value;
use heat_model::custom_constraint::WithoutCloud;
use heat_yaml::{Diagnostic, Severity, Source};
use indexmap::IndexMap;

/// What is resolved, and with what.
pub(crate) struct StackSources<'a> {
    /// The template.
    pub(crate) template: Arc<Source>,
    /// The environments, in the order in which they are merged.
    pub(crate) environments: Vec<EnvironmentFile>,
    /// The values of parameters, as text.
    pub(crate) parameters: &'a IndexMap<String, String>,
    /// Where `get_file` and nested templates are read from.
    pub(crate) files: &'a dyn FileSource,
    /// Known attributes of resources.
    pub(crate) attributes: KnownAttributes,
}

/// A resolved stack.
pub(crate) struct ResolvedStack {
    pub(crate) template: Template,
    pub(crate) parameters: ParameterSet,
    pub(crate) resolved: Resolved,
}

/// The code of a parameter without a value.
pub(crate) const MISSING_PARAMETER: &str = "missing-parameter";

/// How many of Heat's faults become diagnostics. A template of the largest size can have thirty thousand, of which each repeats a long
/// path.
const MAX_FAULTS: usize = 1_000;

/// What is wrong with a template and the inputs.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// How many faults there are beside them, all errors.
    pub(crate) omitted: usize,
}

impl From<Vec<Diagnostic>> for Findings {
    fn from(diagnostics: Vec<Diagnostic>) -> Self {
        Self { diagnostics, omitted: 0 }
    }
}

/// Resolves a template; no stack if it cannot be read. The diagnostics are about the template and the inputs.
pub(crate) fn resolve_stack(
    sources: StackSources<'_>,
    types: &dyn ResourceTypes,
) -> (Option<ResolvedStack>, Findings) {
    let source = sources.template;
    let read = Template::read(&source);
    let mut diagnostics = read.diagnostics;
    diagnostics.extend(read.fault.map(|fault| fault.to_diagnostic(&source)));
    let Some(template) = read.template else { return (None, diagnostics.into()) };
    let files = collect(sources.files, &[(Arc::clone(&source), template.root())], &sources.environments);
    diagnostics.extend(files.unknown().map(unknown_file));
    let (environment, mut faults) = environment(sources.parameters, &template, &sources.environments);
    let values = |settings: IndexMap<String, environment::Setting>| {
        settings.into_iter().map(|(name, setting)| (name, setting.value)).collect::<IndexMap<_, _>>()
    };
    let (values, defaults) = (values(environment.parameters), values(environment.parameter_defaults));
    let given = ParameterInputs { values, defaults: defaults.clone() };
    let (parameters, mut wrong) = template.parameters(None, &given);
    faults.append(&mut wrong);
    let setting = Setting {
        parameters: &parameters,
        surroundings: &EnvironmentTypes::new(&source, environment.registry, defaults, types, &files),
        stack: None,
        strict: true,
        nested: NestedStacks::Validated,
        customs: &WithoutCloud::timeless(),
    };
    let resolved = heat_hot::resolve::resolve(&template, setting, &sources.attributes);
    let found = faults.len() + resolved.faults.len();
    let faults = faults.iter().chain(&resolved.faults).take(MAX_FAULTS);
    diagnostics.extend(faults.map(|fault| fault.to_diagnostic(&source)));
    diagnostics.extend(resolved.missing.iter().map(|name| missing(name, &source)));
    let findings = Findings { diagnostics, omitted: found.saturating_sub(MAX_FAULTS) };
    (Some(ResolvedStack { template, parameters, resolved }), findings)
}

/// The environment: from its files and the command line.
fn environment(
    given: &IndexMap<String, String>,
    template: &Template,
    files: &[EnvironmentFile],
) -> (Environment, Vec<Fault>) {
    let given: IndexMap<String, Value> =
        given.iter().map(|(name, text)| (name.clone(), Value::from(text.as_str()))).collect();
    // How values merge depends on the types of the parameters.
    let (declared, _) = template.parameters(None, &ParameterInputs::default());
    let kinds = declared.iter().map(|(name, parameter)| {
        let kind = match parameter.definition.parameter_type {
            ParameterType::String => MergeKind::String,
            ParameterType::Number => MergeKind::Number,
            ParameterType::CommaDelimitedList => MergeKind::List,
            ParameterType::Json => MergeKind::Map,
            ParameterType::Boolean => MergeKind::Boolean,
        };
        (name.to_owned(), kind)
    });
    let (sent, refused): (Vec<_>, Vec<_>) = files.iter().map(EnvironmentFile::as_sent).unzip();
    let refused = files.iter().zip(refused).flat_map(|(file, faults)| {
        faults.into_iter().map(|fault| fault.in_file(&file.source)).collect::<Vec<_>>()
    });
    let (environment, faults) = Environment::merge(&sent, &given, &kinds.collect());
    (environment, refused.chain(faults).collect())
}

fn unknown_file(unknown: &UnknownFile) -> Diagnostic {
    let message = format!("the content of `{}` is unknown: {}", unknown.name, unknown.reason);
    let mut diagnostic = Diagnostic::new(Severity::Warning, "unknown-file", message).with_label(
        &unknown.source,
        unknown.span,
        "",
    );
    if unknown.reason == UnknownReason::Error(FileError::Outside) {
        diagnostic.help = Some("set the folder that files may be read from with --root DIR".to_owned());
    }
    diagnostic
}

fn missing(name: &str, source: &Arc<Source>) -> Diagnostic {
    let message = format!("the parameter `{name}` has no value");
    let mut diagnostic =
        Diagnostic::new(Severity::Warning, MISSING_PARAMETER, message).in_file(source.name());
    diagnostic.help = Some(format!("set it with --parameter {name}=VALUE"));
    diagnostic
}
