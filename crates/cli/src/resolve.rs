//! The command `resolve`: resolving a template from files.
//!
//! `heat-hot` does the work; this module reads the files, and converts the result to a document.

use std::path::{Path, PathBuf};

use heat_catalogue::SchemaFiles;
use heat_hot::Data;
use heat_hot::environment::EnvironmentFile;
use heat_hot::template::known::KnownAttributes;
use heat_model::Value;
use heat_model::custom_constraint::WithoutCloud;
use heat_plan::SecretMask;
use heat_template_check::{
    CloudAnswers, Purpose, ResolvedStack, StackSources, TemplateFindings, document, resolve_stack,
};
use heat_template_files::{Folder, read_value};
use heat_yaml::{Diagnostic, Severity};
use indexmap::IndexMap;

use crate::inputs::source::read;
use crate::outcome::Failure;

/// Inputs for resolving a template.
#[derive(Debug, Clone, Default)]
pub struct ResolveInputs {
    /// The file of the template.
    pub template: PathBuf,
    /// The files of the environment, in the order in which they are merged.
    pub environments: Vec<PathBuf>,
    /// The values of parameters, as text.
    pub parameters: IndexMap<String, String>,
    /// The folder from which `get_file` and nested templates may be read; by default, the repository of the working folder, or
    /// else the working folder.
    pub root: Option<PathBuf>,
    /// The file with known attributes of resources.
    pub attributes: Option<PathBuf>,
}

/// A resolved template.
#[derive(Debug)]
pub struct Resolution {
    /// The resolved template; `None` if it cannot be read.
    pub document: Option<IndexMap<String, Value>>,
    /// Errors in the template and the inputs, including those about parameters without values.
    pub diagnostics: Vec<Diagnostic>,
    /// Number of errors that are not among the diagnostics.
    pub omitted: usize,
    /// `true` if there are any errors.
    pub has_errors: bool,
}

/// Resolves a template.
///
/// # Errors
/// If a file cannot be read.
pub fn resolve(inputs: &ResolveInputs, types: &SchemaFiles) -> Result<Resolution, Failure> {
    let (stack, TemplateFindings { diagnostics, omitted }) = stack_of(inputs, types, Unknowns::Unknown)?;
    let has_errors = diagnostics.iter().any(|found| found.severity == Severity::Error);
    let document = stack.map(|stack| {
        let secrets = SecretMask::of(&[&stack.parameters]).and_of_nested(&stack.resolved);
        let show = |data: &Data| secrets.value_with_keys(data);
        document::of_stack(&stack.template, &stack.parameters, &stack.resolved, &show)
    });
    let has_errors = has_errors || document.is_none();
    Ok(Resolution { document, diagnostics, omitted, has_errors })
}

/// Treatment of values that only a deployment knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unknowns {
    /// The value is unknown.
    Unknown,
    /// A text represents the value ([`heat_hot::stand_in`]), if it is a string.
    StandIn,
}

/// Resolves a template; `None` in place of the stack if it cannot be read as a template.
///
/// # Errors
/// If a file cannot be read.
pub(crate) fn stack_of(
    inputs: &ResolveInputs,
    types: &SchemaFiles,
    unknowns: Unknowns,
) -> Result<(Option<ResolvedStack>, TemplateFindings), Failure> {
    let source = read(&inputs.template)?;
    let attributes = inputs.attributes.as_deref().map_or(Ok(KnownAttributes::new()), known_attributes)?;
    let attributes = match unknowns {
        Unknowns::Unknown => attributes,
        Unknowns::StandIn => attributes.with_stand_ins(),
    };
    let environments = inputs.environments.iter().map(|path| Ok(EnvironmentFile::read(&read(path)?)));
    let sources = StackSources {
        template: source,
        environments: environments.collect::<Result<_, Failure>>()?,
        parameters: &inputs.parameters,
        files: &Folder::of_files(
            inputs.root.as_deref(),
            [&inputs.template].into_iter().chain(&inputs.environments),
        )?,
        attributes,
        customs: WithoutCloud::timeless(),
        purpose: Purpose::Values,
        cloud: CloudAnswers::default(),
    };
    let (stack, findings) = resolve_stack(sources, types);
    Ok((stack, findings.into()))
}

/// Reads the file of known attributes.
fn known_attributes(path: &Path) -> Result<KnownAttributes, Failure> {
    let form = || {
        Failure::unreadable(format!("`{}` does not list attributes by resource", path.display()))
            .with_help(
                "write a map for each resource: `server: {first_address: 10.0.0.3}`, and `$nested` for those of a nested stack",
            )
    };
    KnownAttributes::from_value(read_value(path)?.ok_or_else(form)?).ok_or_else(form)
}
