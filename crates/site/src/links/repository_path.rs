//! The path of a file in its repository, for the addresses of sources.

use std::path::{Component, Path, PathBuf, absolute};

/// The path of a file relative to the root of its repository. Outside a repository, the path is relative to the working folder,
/// which must contain the file.
pub(crate) fn path_in_repository(path: &Path) -> Option<String> {
    let whole = plain(&absolute(path).ok()?);
    let repository = whole.ancestors().skip(1).find(|folder| folder.join(".git").exists());
    match repository {
        Some(root) => joined(whole.strip_prefix(root).ok()?),
        None if path.is_relative() => joined(path),
        None => joined(whole.strip_prefix(absolute(".").ok()?).ok()?),
    }
}

/// Resolves `..` in a path without access to the file system.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        if component == Component::ParentDir {
            plain.pop();
        } else {
            plain.push(component);
        }
    }
    plain
}

/// Joins the names of a relative path with `/`; `None` if it leads out of its starting folder.
fn joined(path: &Path) -> Option<String> {
    let mut names: Vec<String> = Vec::new();
    for component in path.components() {
        match component {
            Component::Normal(name) => names.push(name.to_string_lossy().into_owned()),
            Component::CurDir => {}
            _ => return None,
        }
    }
    Some(names.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder outside any repository.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("heat-site-{name}-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("project/docs")).unwrap();
        folder
    }

    fn check(path: &Path, expect: Option<&str>) {
        assert_eq!(path_in_repository(path).as_deref(), expect, "{}", path.display());
    }

    #[test]
    fn paths_begin_at_the_repository() {
        let folder = folder("repository");
        std::fs::create_dir_all(folder.join("project/.git")).unwrap();
        let project = folder.join("project");
        check(&project.join("schemas/A/B.yaml"), Some("schemas/A/B.yaml"));
        check(&project.join("docs/../schemas/A.yaml"), Some("schemas/A.yaml"));
        check(&project.join("./docs/guide/x.md"), Some("docs/guide/x.md"));
        // In a worktree or a submodule, `.git` is a file.
        std::fs::write(project.join("docs/.git"), "gitdir: elsewhere").unwrap();
        check(&project.join("docs/guide/x.md"), Some("guide/x.md"));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn no_path_of_the_machine_is_shown() {
        let folder = folder("alone");
        check(&folder.join("project/A.yaml"), None);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
