//! Checks of an environment by itself: the errors of the client or of Heat that do not depend on the template.

use std::sync::Arc;

use heat_hot::environment::files::{FileSource, collect};
use heat_hot::environment::{Environment, EnvironmentFile, MergeKinds};
use heat_yaml::{Diagnostic, Source};
use indexmap::IndexMap;

use crate::findings::StackFinding;
use crate::stack::unknown_file;

/// Finds the errors in an environment: unknown sections, a registry that Heat cannot use, missing templates. Values of parameters
/// are checked with the template that declares them, by [`TemplateCheck`](crate::TemplateCheck).
///
/// ```
/// use heat_hot::environment::files::NoFiles;
/// use heat_template_check::check_environment;
/// use heat_yaml::Source;
///
/// let environment = Source::new("environment.yaml", "parameter_default: {flavor: small}\n");
/// let found = check_environment(&environment, &NoFiles);
/// assert_eq!(found[0].help.as_deref(), Some("did you mean `parameter_defaults`?"));
/// ```
#[must_use]
pub fn check_environment(environment: &Arc<Source>, files: &dyn FileSource) -> Vec<Diagnostic> {
    let file = EnvironmentFile::read(environment);
    let (sent, refused) = file.as_sent();
    let (_, faults) = Environment::merge(&[sent], &IndexMap::new(), &MergeKinds::new());
    let files = collect(files, &[], &[file]);
    let missing = files.unknown().map(unknown_file);
    let refused = refused.iter().chain(&faults).map(|fault| fault.to_diagnostic(environment));
    missing.chain(refused).map(|found| StackFinding::of_reading(found).into()).collect()
}

#[cfg(test)]
mod tests {
    use heat_hot::environment::files::FileError;

    use super::*;

    /// Folder with two templates, one of which names a missing file.
    struct Folder;

    impl FileSource for Folder {
        fn read(&self, path: &str) -> Result<String, FileError> {
            match path {
                "a.yaml" => Ok("heat_template_version: 2018-08-31\n".to_owned()),
                "b.yaml" => {
                    Ok("heat_template_version: 2018-08-31\nresources: {r: {type: c.yaml}}\n".to_owned())
                }
                _ => Err(FileError::NotFound),
            }
        }
    }

    /// Compares the findings, each as the text that it points at and its message.
    fn check(text: &str, expect: &[&str]) {
        let source = Source::new("e.yaml", text);
        let found: Vec<String> = check_environment(&source, &Folder)
            .iter()
            .map(|found| {
                let label = found.labels.first();
                let place = label.map_or("", |label| label.source.slice(label.span));
                format!("{place} => {}", found.message)
            })
            .collect();
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn what_is_wrong_without_any_template_is_found() {
        check("", &[]);
        check("parameters: {any: 1}\nresource_registry: {'My::A': a.yaml}\n", &[]);
        check(
            "parameter: {}\nresource_registry: {'My::A': d.yaml}\n",
            &[
                "d.yaml => the template `d.yaml` does not exist",
                "parameter => environment has wrong section \"parameter\"",
            ],
        );
        check(
            "resource_registry: {'My::B': b.yaml}\n",
            &["c.yaml => the content of `c.yaml` is unknown: there is no such file"],
        );
        check(
            "resource_registry: {resources: {a: {hooks: now}}}\n",
            &[
                "now => Invalid hook type \"now\" for resource breakpoint, acceptable hook types are: ('pre-create', 'pre-update', 'pre-delete', 'post-create', 'post-update', 'post-delete')",
            ],
        );
    }
}
