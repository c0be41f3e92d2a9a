//! Search for the settings file of a template: the one in the nearest folder, up to the root of its repository.

use std::path::{Path, PathBuf, absolute};

use crate::settings::FILE;

/// Returns the nearest settings of a template, and their folder. `limit` is the outermost folder if the template is not in a
/// repository. `read` returns the content of a file, if there is such a file.
pub fn nearest<T>(
    template: &Path,
    limit: Option<&Path>,
    read: impl Fn(&Path) -> Option<T>,
) -> Option<(T, PathBuf)> {
    let template = absolute(template).ok()?;
    let own = template.parent()?;
    let repository = own.ancestors().find(|folder| folder.join(".git").exists());
    let outermost = repository.or(limit.filter(|limit| own.starts_with(limit))).unwrap_or(own);
    own.ancestors()
        .take_while(|folder| folder.starts_with(outermost))
        .find_map(|folder| Some((read(&folder.join(FILE))?, folder.to_path_buf())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(template: &str, limit: &str, files: &[&str], expect: Option<&str>) {
        let read = |path: &Path| {
            let name = path.to_str().unwrap();
            files.contains(&name).then_some(())
        };
        let found = nearest(Path::new(template), Some(Path::new(limit)), read);
        assert_eq!(found.map(|((), folder)| folder), expect.map(PathBuf::from), "{template}");
    }

    #[test]
    fn the_nearest_settings_count() {
        let files = ["/nowhere/heat-codegen.yaml", "/nowhere/a/heat-codegen.yaml"];
        check("/nowhere/a/b/t.yaml", "/nowhere", &files, Some("/nowhere/a"));
        check("/nowhere/a/t.yaml", "/nowhere", &files, Some("/nowhere/a"));
        check("/nowhere/b/t.yaml", "/nowhere", &files, Some("/nowhere"));
        check("/nowhere/a/b/t.yaml", "/nowhere/a/b", &files, None);
        check("/nowhere/a/b/t.yaml", "/elsewhere", &files, None);
        check("/nowhere/a/t.yaml", "/elsewhere", &files, Some("/nowhere/a"));
    }
}
