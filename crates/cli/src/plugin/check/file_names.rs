//! The names of a plug-in's file and module, and the reasons why Heat cannot find or import them.

use std::fs;
use std::path::{Path, PathBuf};

use heat_yaml::Diagnostic;

use super::LoadReport;
use crate::plugin::library::Library;

/// The findings about the name of a file, and about the module that it should be.
pub(super) fn findings(file: &Path, loaded: &LoadReport) -> Vec<Diagnostic> {
    let shown = file.display();
    let about = |code, message: String| Diagnostic::error(code, message).in_file(shown.to_string());
    let Some(module) = &loaded.module else {
        let message = format!("Python loads no file with the name of `{shown}`");
        return vec![
            about("module-name", message).with_help("name it `NAME.so` or `NAME.py`, without further dots"),
        ];
    };
    if loaded.skipped {
        let message =
            format!("Heat skips `{shown}`: it does not load modules named `setup`, nor those in `tests`");
        return vec![about("module-name", message).with_help("rename the module")];
    }
    // Files in Python, and files that cannot be read here, are left to the interpreter.
    let is_python = file.extension().is_some_and(|end| end == "py" || end == "pyc");
    if loaded.imported || is_python {
        return Vec::new();
    }
    let name = module.rsplit('.').next().unwrap_or_default();
    let found = fs::read(file).map_err(|error| error.to_string()).and_then(|bytes| Library::read(&bytes));
    let finding = match found {
        Err(why) => {
            about("not-a-library", format!("Heat cannot import `{shown}`, which stops an engine: {why}"))
        }
        Ok(library) if library.machine != loaded.machine => about(
            "other-processor",
            format!(
                "`{shown}` is for the processor {}, and Heat runs on {} here",
                library.machine, loaded.machine
            ),
        ),
        Ok(library) if library.modules.iter().any(|module| module == name) => return Vec::new(),
        Ok(library) => match library.modules.first() {
            None => about(
                "not-a-module",
                format!("`{shown}` is not a module of Python: it has no `PyInit_{name}`"),
            )
            .with_help("export the types: heat_plugin_python::export!(name, [Type])"),
            Some(other) => about("module-name", format!("`{shown}` has the module `{other}`, not `{name}`"))
                .with_help(format!("name the file `{other}.so`")),
        },
    };
    vec![loaded.errors.iter().fold(finding, |finding, error| finding.with_note(error.error.clone()))]
}

/// The findings about files that have the same module.
pub(super) fn same_module(files: &[PathBuf], modules: &[Option<&str>]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (index, (file, module)) in files.iter().zip(modules).enumerate() {
        let Some(module) = module else { continue };
        let Some(first) = modules[..index].iter().position(|other| *other == Some(*module)) else { continue };
        let name = module.rsplit('.').next().unwrap_or_default();
        let message = format!(
            "`{}` and `{}` both have the module `{name}`: Heat loads only one of them",
            files[first].display(),
            file.display()
        );
        let finding = Diagnostic::error("module-name", message).in_file(file.display().to_string());
        found.push(finding.with_help("rename one of the libraries, and build it again"));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(file: &str, loaded: &LoadReport, expect: &[&str]) {
        let found = findings(Path::new(file), loaded);
        assert_eq!(
            found.iter().map(|finding| finding.message.as_str()).collect::<Vec<_>>(),
            expect,
            "{file}"
        );
    }

    #[test]
    fn names_that_heat_does_not_find_are_reported() {
        check("a.b.so", &LoadReport::default(), &["Python loads no file with the name of `a.b.so`"]);
        let module = Some("heat.engine.plugins.setup".to_owned());
        let skipped = LoadReport { module, skipped: true, ..LoadReport::default() };
        let expect = "Heat skips `setup.so`: it does not load modules named `setup`, nor those in `tests`";
        check("setup.so", &skipped, &[expect]);
        let module = Some("heat.engine.plugins.a".to_owned());
        check("a.so", &LoadReport { module: module.clone(), imported: true, ..LoadReport::default() }, &[]);
        check("a.py", &LoadReport { module, ..LoadReport::default() }, &[]);
    }

    #[test]
    fn two_files_with_one_module_are_reported() {
        let files = ["a/x.so", "b/y.so", "b/x.so"].map(PathBuf::from);
        let found = same_module(&files, &[Some("p.x"), Some("p.y"), Some("p.x")]);
        let messages: Vec<&str> = found.iter().map(|finding| finding.message.as_str()).collect();
        assert_eq!(messages, ["`a/x.so` and `b/x.so` both have the module `x`: Heat loads only one of them"]);
        assert!(same_module(&files, &[None, Some("p.y"), None]).is_empty());
    }
}
