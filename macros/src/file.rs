//! Reading the schema at the path in the attribute.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use heat_model::suggest::nearest;
use heat_yaml::Source;

/// A schema's file.
#[derive(Debug)]
pub(crate) struct SchemaText {
    /// The file's path from the package's folder, with `/` as the separator.
    pub(crate) relative: String,
    /// The file's text, named after that path.
    pub(crate) source: Arc<Source>,
}

/// Reads the schema at a path from the package's folder, or explains why that is not possible.
pub(crate) fn read(package: &Path, path: &str) -> Result<SchemaText, String> {
    let relative = inside(path)?;
    let full = package.join(&relative);
    // Reading a pipe would block until there is a writer.
    if std::fs::metadata(&full).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(format!("the schema cannot be read: `{relative}` is not a file"));
    }
    let bytes = std::fs::read(&full).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => missing(package, &relative),
        _ => format!("the schema cannot be read: `{relative}`: {error}"),
    })?;
    let source = Source::from_bytes(&relative, bytes)
        .map_err(|diagnostic| format!("the schema cannot be read\n\n{}", diagnostic.to_plain_text()))?;
    Ok(SchemaText { relative, source })
}

/// Removes `.` and `..` from a path. A path that leads out of the package is rejected: the files that a package is built from
/// must be in it, or it does not build where it is published.
fn inside(path: &str) -> Result<String, String> {
    let outside = |why: &str| {
        Err(format!(
            "the schema `{path}` is outside the package: {why}\n\
             help: a package is built from what is in its own folder, so that it also builds where it is published \
             to; put the schema there, or a link to it"
        ))
    };
    let mut parts: Vec<&str> = Vec::new();
    for component in Path::new(path).components() {
        match component {
            Component::Normal(part) => parts.push(part.to_str().unwrap_or_default()),
            Component::CurDir => {}
            Component::ParentDir => {
                if parts.pop().is_none() {
                    return outside(
                        "the path leads above the folder of `Cargo.toml`, to which it is relative",
                    );
                }
            }
            Component::RootDir | Component::Prefix(_) => {
                return outside("the path is absolute; it must be relative to the folder of `Cargo.toml`");
            }
        }
    }
    if parts.is_empty() {
        return Err("the path of the schema is empty".to_owned());
    }
    Ok(parts.join("/"))
}

/// The message for a missing schema. It uses the path from the package's folder; the compiler shows the location of the
/// package.
fn missing(package: &Path, relative: &str) -> String {
    let mut message =
        format!("there is no schema `{relative}`\nnote: the path is relative to the folder of `Cargo.toml`");
    let files = schema_files(package);
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    // A file with that name elsewhere is a better suggestion than one with a similar path.
    let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_lowercase();
    let near = nearest(relative, files.iter().copied())
        .or_else(|| files.iter().copied().find(|file| name(file) == name(relative)))
        .or_else(|| {
            let names: Vec<String> = files.iter().map(|file| name(file)).collect();
            let near = nearest(&name(relative), names.iter().map(String::as_str))?;
            files.iter().copied().find(|file| name(file) == near)
        });
    if let Some(near) = near {
        message.push_str("\nhelp: did you mean `");
        message.push_str(near);
        message.push_str("`?");
    }
    message
}

/// The YAML files of a package, sorted. Large folders that contain no schemas are skipped, and very large
/// packages are not searched completely: the list is only used for a hint.
fn schema_files(package: &Path) -> Vec<String> {
    const MAX_FILES: usize = 10_000;
    let mut files = Vec::new();
    let mut folders = vec![PathBuf::new()];
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(package.join(&folder)) else { continue };
        for entry in entries.flatten() {
            seen += 1;
            let Some(name) = entry.file_name().to_str().map(str::to_owned) else { continue };
            if seen > MAX_FILES || name.starts_with('.') || name == "target" || name == "node_modules" {
                continue;
            }
            let path = folder.join(&name);
            if package.join(&path).is_dir() {
                if path.components().count() < 12 {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml") {
                files.extend(path.to_str().map(|path| path.replace('\\', "/")));
            }
        }
    }
    files.sort();
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, expect: Result<&str, &str>) {
        let found = inside(path);
        let found = found.as_deref().map_err(|message| message.lines().next().unwrap_or_default());
        assert_eq!(found, expect);
    }

    #[test]
    fn paths_stay_in_the_package() {
        check("schemas/Token.yaml", Ok("schemas/Token.yaml"));
        check("./schemas/x/../Token.yaml", Ok("schemas/Token.yaml"));
        check("", Err("the path of the schema is empty"));
        check(
            "a/../../Token.yaml",
            Err(
                "the schema `a/../../Token.yaml` is outside the package: the path leads above the folder of \
                 `Cargo.toml`, to which it is relative",
            ),
        );
        check(
            "/etc/Token.yaml",
            Err(
                "the schema `/etc/Token.yaml` is outside the package: the path is absolute; it must be relative to \
                 the folder of `Cargo.toml`",
            ),
        );
    }

    #[test]
    fn a_missing_file_names_the_nearest() {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let message = read(package, "src/testing/Tokn.yaml").unwrap_err();
        assert_eq!(
            message,
            "there is no schema `src/testing/Tokn.yaml`\n\
             note: the path is relative to the folder of `Cargo.toml`\n\
             help: did you mean `src/testing/Token.yaml`?"
        );
        let message = read(package, "schemas/My/Token.yaml").unwrap_err();
        assert!(message.ends_with("\nhelp: did you mean `src/testing/Token.yaml`?"), "{message}");
    }
}
