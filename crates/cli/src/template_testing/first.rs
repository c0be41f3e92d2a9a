//! The first file with tests of a template.

use std::path::{Path, PathBuf};

use heat_hot::environment::EnvironmentFile;
use heat_hot::parameter::ParameterInputs;
use heat_hot::template::Template;
use heat_hot::template::known::KnownAttributes;
use heat_hot_language::ParameterType;
use heat_model::custom_constraint::WithoutCloud;
use heat_model::validate::to_integer;
use heat_model::{ConstraintKind, PreparedTypes, Value, value};
use heat_template_check::{
    CloudAnswers, Purpose, ResolvedStack, StackSources, Verdict, document, resolve_stack,
};
use heat_template_files::{Folder, read};
use heat_yaml::Source;
use indexmap::IndexMap;

use crate::outcome::{CommandResult, Failure, Outcome};
use crate::session::Session;

/// Maximum length of a text that is made for a parameter.
const MAX_LENGTH: usize = 255;

/// Writes a file with tests to begin with, beside a template: one case for the defaults, and one for each further value of a condition.
///
/// # Errors
/// If the template cannot be read, Heat refuses it, or the file exists.
pub(crate) fn init(template: &Path, session: &mut Session) -> CommandResult {
    let source = read(template)?;
    let path = template.with_extension("test.yaml");
    if path.exists() {
        return Err(Failure::refused(format!("`{}` exists", path.display()))
            .with_help("remove it, or add cases to it"));
    }
    let Some(parsed) = Template::read(&source).template else {
        return Err(Failure::unreadable(format!("`{}` is not a template", template.display()))
            .with_help(format!("`heat-codegen validate {}` says why", template.display())));
    };
    let (parameters, _) = parsed.parameters(None, &ParameterInputs::default());
    let required: IndexMap<String, Value> = parameters
        .iter()
        .filter(|(name, parameter)| !parameters.is_reserved(name) && !parameter.has_value())
        .map(|(name, parameter)| (name.to_owned(), sample(parameter)))
        .collect();
    let (types, _) = session.read_for_templates()?;
    let types = PreparedTypes::new(&types);
    let named: [PathBuf; 1] = [template.to_path_buf()];
    let folder = Folder::of_files(None, &named)?;
    let resolve = |parameters: &IndexMap<String, Value>| -> Option<ResolvedStack> {
        let given = value!({"parameters": (Value::from(parameters.clone()))});
        let (stack, found) = resolve_stack(
            StackSources {
                template: std::sync::Arc::clone(&source),
                environments: vec![EnvironmentFile::read(&Source::new("parameters", given.to_string()))],
                parameters: &IndexMap::new(),
                files: &folder,
                attributes: KnownAttributes::new(),
                customs: WithoutCloud::timeless(),
                purpose: Purpose::Verdicts,
                cloud: CloudAnswers::default(),
            },
            &types,
        );
        let is_refused =
            found.findings.iter().any(|finding| finding.verdict.is_some_and(Verdict::fails_creation));
        stack.filter(|_| !is_refused)
    };
    let cases = heat_template_test::first_file(&required, &resolve);
    if cases.is_empty() {
        return Err(Failure::refused(format!("Heat refuses `{}`", template.display())).with_help(format!(
            "`heat-codegen validate {} --strict` says why; its required parameters got values that fit their types",
            template.display()
        )));
    }
    let shared = required.clone();
    let written =
        cases.iter().map(|(name, parameters, stack)| (name.clone(), case(&shared, parameters, stack)));
    let mut file: IndexMap<String, Value> = IndexMap::new();
    if !shared.is_empty() {
        file.insert("parameters".to_owned(), Value::from(shared.clone()));
    }
    file.insert("cases".to_owned(), written.collect());
    let text = heat_schema_text::values(&file);
    heat_catalogue::output::write(&path, text.as_bytes())
        .map_err(|error| Failure::unreadable(format!("cannot write {}: {error}", path.display())))?;
    writeln!(
        session.out,
        "{}: {} to begin with",
        path.display(),
        heat_report::text::counted(cases.len(), "case")
    )?;
    Ok(Outcome::Done)
}

/// A case: the parameters that differ from those of the file, and what is known of the stack.
fn case(
    shared: &IndexMap<String, Value>,
    parameters: &IndexMap<String, Value>,
    stack: &ResolvedStack,
) -> Value {
    let own: IndexMap<String, Value> = parameters
        .iter()
        .filter(|(name, value)| shared.get(*name) != Some(*value))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    let mut expect: Vec<Value> = Vec::new();
    for (name, value) in &stack.resolved.conditions {
        if let Some(value) = value.as_known() {
            expect.push(value!({"condition": (name.as_str()), "equals": (value.clone())}));
        }
    }
    let keys = stack.template.keys();
    for entry in stack.template.entries(keys.resources).into_iter().flatten() {
        let Some(name) = entry.key.as_str() else { continue };
        match stack.resolved.resources.get(name) {
            None => expect.push(value!({"resource": name, "is": "missing"})),
            Some(resource) if !resource.is_conditional => {
                expect.push(value!({"resource": name, "type": (resource.resource_type.as_str())}));
            }
            Some(_) => {}
        }
    }
    for (name, output) in &stack.resolved.outputs {
        let value = document::marked(output);
        if output.as_known().is_some() && !value.is_null() {
            expect.push(value!({"output": (name.as_str()), "equals": (value)}));
        }
    }
    let mut case: IndexMap<String, Value> = IndexMap::new();
    if !own.is_empty() {
        case.insert("parameters".to_owned(), Value::from(own));
    }
    if expect.is_empty() {
        case.insert("snapshot".to_owned(), Value::from(true));
    } else {
        case.insert("expect".to_owned(), Value::List(expect.into_iter().collect()));
    }
    Value::from(case)
}

/// A value that a parameter accepts, as far as its constraints say one.
fn sample(parameter: &heat_hot::parameter::Parameter) -> Value {
    let mut length = 1;
    for constraint in &parameter.definition.constraints {
        match &constraint.kind {
            ConstraintKind::AllowedValues(values) => {
                if let Some(first) = values.first() {
                    return first.clone();
                }
            }
            ConstraintKind::Range { min: Some(end), .. } | ConstraintKind::Range { max: Some(end), .. } => {
                return end.clone();
            }
            ConstraintKind::Length { min: Some(min), .. } => {
                let min = to_integer(min).and_then(|min| min.as_i64());
                length = min.and_then(|min| usize::try_from(min).ok()).unwrap_or(1).clamp(1, MAX_LENGTH);
            }
            _ => {}
        }
    }
    match parameter.definition.parameter_type {
        ParameterType::String => Value::from("a".repeat(length)),
        ParameterType::Number => Value::from(1),
        ParameterType::CommaDelimitedList => Value::List([Value::from("a")].into_iter().collect()),
        ParameterType::Json => Value::from(IndexMap::new()),
        ParameterType::Boolean => Value::from(true),
    }
}
