//! The templates that paths on a command line name: files, folders, globs, and `-` for the standard input.
//!
//! A file that is named is read as a template, whatever its contents are. Below a folder, the templates are the files that
//! declare the version of a template. In a repository, files that git ignores are skipped.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use glob::MatchOptions;
use heat_catalogue::template_version::declares_version;
use heat_catalogue::threads;
use heat_report::Failure;
use indexmap::IndexSet;
use walkdir::{DirEntry, WalkDir};

use crate::git;
use crate::inputs::source::{is_standard_input, read};

/// Extensions of files with templates.
pub(crate) const EXTENSIONS: [&str; 4] = ["yaml", "yml", "json", "template"];

/// The file by which programs mark a folder of files that they can create again, such as cargo's build results and pytest's
/// cache.
const CACHE_TAG: &str = "CACHEDIR.TAG";

/// Characters that have a meaning in a glob, and are rare in the names of files.
const GLOB: [char; 3] = ['*', '?', '['];

/// Options for matching globs like a shell: hidden files must be named explicitly.
const AS_SHELLS: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: false,
    require_literal_leading_dot: true,
};

/// The templates that some paths name, each once, in the order of the paths.
///
/// # Errors
/// If a folder has no template, a glob has no file, or the standard input is named twice.
pub(crate) fn expand(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    if paths.iter().filter(|path| is_standard_input(path)).count() > 1 {
        return Err(Failure::unreadable("the standard input is named twice, and can be read once"));
    }
    let mut found = IndexSet::new();
    for path in paths {
        for file in files_of_glob(path)? {
            if file.is_dir() {
                let templates = templates_below(&file);
                if templates.is_empty() {
                    return Err(no_template(&file));
                }
                found.extend(templates);
            } else {
                found.insert(file);
            }
        }
    }
    Ok(found.into_iter().collect())
}

/// Checks that a path names a single template.
///
/// # Errors
/// If the path is that of a folder.
pub(crate) fn only(path: &Path) -> Result<(), Failure> {
    if !path.is_dir() {
        return Ok(());
    }
    let failure = Failure::unreadable(format!(
        "`{}` is a folder, and this command is about one template",
        path.display()
    ));
    Err(match templates_below(path).first() {
        Some(template) => failure.with_help(format!("name the template, such as `{}`", template.display())),
        None => failure,
    })
}

/// The files and folders that some paths name, each of which is a glob if there is no such file.
///
/// # Errors
/// If no file matches a glob.
pub(crate) fn files_of_globs(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let found: Vec<Vec<PathBuf>> = paths.iter().map(|path| files_of_glob(path)).collect::<Result<_, _>>()?;
    Ok(found.concat())
}

/// The files and folders that a path names, which is a glob if there is no such file.
fn files_of_glob(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let text = path.to_str().filter(|text| text.contains(GLOB) && !path.exists());
    let Some(text) = text else { return Ok(vec![path.to_path_buf()]) };
    let invalid = |error: glob::PatternError| {
        Failure::unreadable(format!("the glob `{text}` cannot be read: {}", error.msg))
    };
    let found: Vec<PathBuf> =
        glob::glob_with(text, AS_SHELLS).map_err(invalid)?.filter_map(Result::ok).collect();
    if found.is_empty() {
        return Err(Failure::unreadable(format!("no file matches `{text}`")));
    }
    Ok(found)
}

/// The files with tests that some paths name, each once, in the order of the paths. Below a folder, they are those whose names end as such
/// names do.
///
/// # Errors
/// If a folder has no file with tests, or a glob has no file.
pub(crate) fn tests(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut found = IndexSet::new();
    for file in files_of_globs(paths)? {
        if !file.is_dir() {
            found.insert(file);
            continue;
        }
        let files = git::files_below(&file).filter(|files| !files.is_empty());
        let mut files = files.unwrap_or_else(|| walk(&file));
        let is_test = |path: &PathBuf| {
            let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
            heat_template_test::TEST_ENDINGS.iter().any(|ending| name.ends_with(ending))
        };
        files.retain(is_test);
        if files.is_empty() {
            let message = format!("there are no tests in `{}`", file.display());
            return Err(Failure::unreadable(message).with_help(
                "a file with tests is `NAME.test.yaml`; `heat-codegen test --init NAME.yaml` writes one",
            ));
        }
        files.sort();
        found.extend(files.into_iter().map(|path| plain(&file, path)));
    }
    Ok(found.into_iter().collect())
}

fn no_template(folder: &Path) -> Failure {
    Failure::unreadable(format!("there is no template in `{}`", folder.display())).with_help(
        "templates are the files that declare `heat_template_version`; name a file to check it whatever it declares, or `-` for the standard input",
    )
}

/// The templates below a folder.
fn templates_below(folder: &Path) -> Vec<PathBuf> {
    let files = git::files_below(folder).filter(|files| !files.is_empty());
    let mut files = files.unwrap_or_else(|| walk(folder));
    files
        .retain(|path| path.extension().and_then(OsStr::to_str).is_some_and(|end| EXTENSIONS.contains(&end)));
    files.sort();
    // A file that cannot be read may be a template, so it is kept, and the error is reported.
    let are_templates =
        threads::map(&files, |path| read(path).map_or(true, |source| declares_version(source.text())));
    let templates = files.into_iter().zip(are_templates).filter(|(_, is_template)| *is_template);
    templates.map(|(path, _)| plain(folder, path)).collect()
}

/// The folders that contain the files below a folder, and the folder itself.
pub(crate) fn folders_below(folder: &Path) -> BTreeSet<PathBuf> {
    let files = git::files_below(folder).filter(|files| !files.is_empty());
    let files = files.unwrap_or_else(|| walk(folder));
    let mut folders = BTreeSet::from([folder.to_path_buf()]);
    for file in files {
        // Folders that only contain other folders are included: a new file can be anywhere.
        let around = file.ancestors().skip(1).take_while(|around| around.starts_with(folder));
        folders.extend(around.map(Path::to_path_buf));
    }
    folders
}

/// A path below the working folder, without a leading dot.
fn plain(folder: &Path, path: PathBuf) -> PathBuf {
    if folder != Path::new(".") {
        return path;
    }
    path.strip_prefix(folder).map(Path::to_path_buf).unwrap_or(path)
}

/// The files below a folder that is in no repository, except hidden files and caches.
fn walk(folder: &Path) -> Vec<PathBuf> {
    let is_own = |entry: &DirEntry| {
        let is_hidden = entry.depth() > 0 && entry.file_name().as_encoded_bytes().starts_with(b".");
        let is_cache = entry.file_type().is_dir() && entry.path().join(CACHE_TAG).is_file();
        !is_hidden && !is_cache
    };
    let entries = WalkDir::new(folder).into_iter().filter_entry(is_own).filter_map(Result::ok);
    entries.filter(|entry| entry.path().is_file()).map(DirEntry::into_path).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const TEMPLATE: &str = "heat_template_version: 2018-08-31\n";

    /// Creates a folder with templates and other files.
    fn folder() -> PathBuf {
        let folder = std::env::temp_dir().join(format!("heat-codegen-paths-{}", std::process::id()));
        for (path, text) in [
            ("a.yaml", TEMPLATE),
            ("env.yaml", "parameters: {}\n"),
            ("b/c.template", TEMPLATE),
            ("b/d.txt", TEMPLATE),
            ("b/CACHE/x.yaml", TEMPLATE),
            ("b/CACHE/CACHEDIR.TAG", ""),
            (".hidden/x.yaml", TEMPLATE),
            ("empty/env.yaml", "parameters: {}\n"),
        ] {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    #[test]
    fn paths_name_files_folders_and_globs() {
        let folder = folder();
        let check = |paths: &[&str], expect: Result<&[&str], &str>| {
            let paths: Vec<PathBuf> =
                paths.iter().map(|path| if *path == "-" { "-".into() } else { folder.join(path) }).collect();
            let found = expand(&paths).map_err(|failure| failure.message());
            let shown = |path: &PathBuf| path.strip_prefix(&folder).unwrap_or(path).display().to_string();
            let found = found.map(|found| found.iter().map(shown).collect::<Vec<_>>());
            let found = found.map_err(|message| message.replace(&format!("{}/", folder.display()), ""));
            let expect = expect.map(|expect| expect.iter().map(|path| (*path).to_owned()).collect());
            assert_eq!(found, expect.map_err(str::to_owned), "{paths:?}");
        };
        check(&[""], Ok(&["a.yaml", "b/c.template"]));
        check(&["b", "a.yaml", "b/c.template"], Ok(&["b/c.template", "a.yaml"]));
        check(&["*.yaml"], Ok(&["a.yaml", "env.yaml"]));
        check(&["**/*.template"], Ok(&["b/c.template"]));
        check(&["-", "env.yaml", "none.yaml"], Ok(&["-", "env.yaml", "none.yaml"]));
        check(&["-", "-"], Err("the standard input is named twice, and can be read once"));
        check(&["*.yml"], Err("no file matches `*.yml`"));
        check(&["empty"], Err("there is no template in `empty`"));
        fs::remove_dir_all(&folder).unwrap();
    }
}
