//! Environment defaults for parameters that no template of the stack declares.
//!
//! Heat ignores them, because an environment can be for several stacks. A default whose name is similar to that of a parameter
//! without a value was probably meant for this parameter.

use std::collections::BTreeSet;

use heat_hot::Template;
use heat_hot::environment::Environment;
use heat_hot::environment::files::Files;
use heat_model::suggest::is_typo;
use heat_yaml::{Diagnostic, Edit, Fix, Node, Severity};

/// Maximum number of defaults whose names are compared with the names of parameters. Environments of large deployments have a few
/// hundred.
const MAX_COMPARED: usize = 2_000;

/// Warns about the defaults of an environment whose names are similar to those of parameters. Nothing is reported for a stack
/// with unknown files, as they may declare the parameters.
pub(crate) fn misspelt_defaults(
    template: &Template,
    environment: &Environment,
    files: &Files,
) -> Vec<Diagnostic> {
    if environment.parameter_defaults.is_empty() || files.unknown().next().is_some() {
        return Vec::new();
    }
    let declared = declared(template, files);
    let has_value = |name: &str| {
        environment.parameters.contains_key(name) || environment.parameter_defaults.contains_key(name)
    };
    let unset: Vec<&str> =
        declared.iter().map(String::as_str).filter(|name| !has_value(name)).take(MAX_COMPARED).collect();
    let unknown = environment.parameter_defaults.iter().filter(|(name, _)| !declared.contains(*name));
    let found = unknown.take(MAX_COMPARED).filter_map(|(name, setting)| {
        let near = unset.iter().copied().find(|meant| is_typo(name, meant))?;
        let place = setting.place.as_ref()?;
        let message = format!("no template of the stack has a parameter `{name}`");
        let mut found = Diagnostic::new(Severity::Warning, "misspelt-parameter-default", message)
            .with_label(&place.source, place.key, "")
            .with_help(format!("did you mean `{near}`?"));
        found.fix = Edit::rename(&place.source, place.key, name, near).map(Fix::guess);
        Some(found)
    });
    found.collect()
}

/// Names of the parameters of a template and of all other templates that the client sends, in order.
fn declared(template: &Template, files: &Files) -> BTreeSet<String> {
    let nested = files.iter().filter(|(_, file)| file.is_template);
    let nested = nested.filter_map(|(_, file)| Template::read(&file.source).template);
    let mut names = BTreeSet::new();
    add_parameters(template, &mut names);
    nested.for_each(|template| add_parameters(&template, &mut names));
    names
}

fn add_parameters(template: &Template, names: &mut BTreeSet<String>) {
    let entries = template.entries(template.keys().parameters).into_iter().flatten();
    names.extend(entries.filter_map(|entry| Node::as_str(&entry.key).map(str::to_owned)));
}
