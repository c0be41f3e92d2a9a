//! Adding a resource type to the crate of a plug-in: its schema, a module with its life cycle, tests, and its place in `export!`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use heat_catalogue::output;
use heat_report::program::NAME;
use heat_yaml::{Source, one_line};

use super::new::{begin_with, filled};
use super::plugin_names::Names;
use crate::inputs::source;
use crate::outcome::{CommandResult, Failure, Outcome};
use crate::session::Session;
use crate::starter;

/// The code of a type that creates nothing yet, as a module of a crate.
const MODULE: &str = include_str!("starter/lib_of_schema.rs.in");
const TESTS: &str = include_str!("starter/tests_of_schema.rs.in");

/// Names of a new type.
#[derive(Debug, Clone)]
pub struct NewType {
    /// The name of the type; that of the schema, if there is one.
    pub resource_type: Option<String>,
    /// The schema to begin with, instead of an empty one.
    pub schema: Option<PathBuf>,
    /// The folder of the crate.
    pub folder: PathBuf,
}

/// Adds a type to a crate.
///
/// # Errors
/// If the folder has no crate of a plug-in, the type has no valid name or exists already, or a file cannot be written.
pub fn add(new: &NewType, session: &mut Session) -> CommandResult {
    let library = new.folder.join("src/lib.rs");
    let text = read(&library)?;
    let package = package(&new.folder)?;
    let schema = new.schema.as_deref().map(|path| begin_with(path, session)).transpose()?;
    let Some(resource_type) = schema.as_ref().map(|(name, _)| name.as_str()).or(new.resource_type.as_deref())
    else {
        return Err(Failure::refused("a type needs a name")
            .with_help(format!("`{NAME} plugin add-type My::Custom::Thing`, or --schema FILE")));
    };
    starter::check_name(resource_type)?;
    let names = Names::new(&package, Some(resource_type))?;
    let library_text = with_type(text.text(), &names).ok_or_else(|| {
        Failure::refused(format!("`{}` has no `export!` with a list of types", library.display()))
            .with_help("in the crate of a plug-in, add-type adds the type to that list")
    })?;
    let schema_text = schema.map_or_else(|| begun(&names), |(_, text)| text);
    let fill = |text: &str| filled(text, &names);
    let files = [
        (names.schema(), schema_text),
        (format!("src/{}.rs", names.derived), module(&fill(MODULE))),
        (format!("tests/{}.rs", names.derived), fill(TESTS)),
    ];
    for (path, _) in &files {
        let path = new.folder.join(path);
        if fs::symlink_metadata(&path).is_ok() {
            return Err(Failure::refused(format!("`{}` already exists", path.display())));
        }
    }
    for (path, text) in files.into_iter().chain([("src/lib.rs".to_owned(), library_text)]) {
        let path = new.folder.join(path);
        output::replace(&path, text.as_bytes()).map_err(|error| {
            Failure::unreadable(format!("`{}` cannot be written: {error}", path.display()))
        })?;
        writeln!(session.out, "wrote {}", one_line(&path.display().to_string()))?;
    }
    Ok(Outcome::Done)
}

fn read(path: &Path) -> Result<Arc<Source>, Failure> {
    source::read(path).map_err(|failure| {
        failure.with_help(format!("run it in the crate of a plug-in; `{NAME} plugin new` makes one"))
    })
}

/// The name of the crate.
fn package(folder: &Path) -> Result<String, Failure> {
    let path = folder.join("Cargo.toml");
    let text = read(&path)?;
    let package = text.text().split("[package]").nth(1).unwrap_or_default();
    let lines = package.lines().take_while(|line| !line.starts_with('['));
    let name = lines.filter_map(|line| line.split_once('=')).find(|(key, _)| key.trim() == "name");
    let name = name.and_then(|(_, value)| value.split('"').nth(1));
    name.map(ToOwned::to_owned)
        .ok_or_else(|| Failure::unreadable(format!("`{}` names no package", path.display())))
}

/// A schema with nothing but the name.
fn begun(names: &Names) -> String {
    format!(
        "type: {}\ndescription: What a resource of this type is, in a sentence.\nproperties:\n  name:\n    type: string\n    description: Name of the resource.\n",
        names.resource_type
    )
}

/// The code of a library without what there is once in a crate.
fn module(library: &str) -> String {
    let lines = library.lines().filter(|line| !line.starts_with("heat_plugin_python::export!"));
    let text: Vec<&str> = lines.collect();
    let text = text.join("\n").replacen("A plug-in of Heat with the resource type", "The resource type", 1);
    format!("{}\n", text.trim_end())
}

/// The text of a library with a module and a place in `export!` for another type; `None` if there is no such place.
fn with_type(text: &str, names: &Names) -> Option<String> {
    let is_code = |start: usize| {
        let line = text.get(..start).and_then(|before| before.rsplit('\n').next());
        line.is_some_and(|line| !line.trim_start().starts_with("//"))
    };
    let (export, _) = text.match_indices("export!(").find(|(start, _)| is_code(*start))?;
    let list = export + text.get(export..)?.find('[')? + 1;
    let rest = text.get(list..)?;
    let separator = if rest.trim_start().starts_with(']') { "" } else { ", " };
    let with_export = format!("{}{}{separator}{rest}", text.get(..list)?, names.struct_name);
    // After the comments and attributes of the whole crate.
    let head: usize = with_export
        .split_inclusive('\n')
        .take_while(|line| line.starts_with("//!") || line.starts_with("#!") || line.trim().is_empty())
        .map(str::len)
        .sum();
    let (before, after) = with_export.split_at_checked(head)?;
    let Names { derived, struct_name, .. } = names;
    Some(format!("{before}mod {derived};\n\npub use {derived}::{struct_name};\n\n{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Option<&str>) {
        let names = Names::new("store", Some("My::HTTPCheck")).unwrap();
        assert_eq!(with_type(text, &names).as_deref(), expect, "{text}");
    }

    #[test]
    fn a_type_is_added_to_the_list() {
        let added = "mod http_check;\n\npub use http_check::HTTPCheck;\n\n";
        check(
            "//! Docs with export!(a, [B]).\n\nuse x;\nheat_plugin_python::export!(store, [Token]);\n",
            Some(&format!(
                "//! Docs with export!(a, [B]).\n\n{added}use x;\nheat_plugin_python::export!(store, [HTTPCheck, Token]);\n"
            )),
        );
        check("export!(store, [\n]);", Some(&format!("{added}export!(store, [HTTPCheck\n]);")));
        check("// export!(store, [Token]);", None);
        check("fn main() {}", None);
    }
}
