//! A crate to start a plug-in from: a schema, the life cycle of its type, tests, and a CI configuration that runs them.

use std::fs;
use std::path::{Path, PathBuf};

use heat_catalogue::output;
use heat_model::load::load_schema;
use heat_report::program::NAME;
use heat_schema_text::without_modeline;
use heat_yaml::{Severity, one_line};

use super::plugin_names::Names;
use crate::inputs::source;
use crate::outcome::{CommandResult, Failure, Outcome};
use crate::session::Session;
use crate::starter;

/// The version of the crates that a plug-in depends on: they are released together.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Names and options of a new plug-in.
#[derive(Debug, Clone)]
pub struct NewPlugin {
    /// The name of the crate.
    pub name: String,
    /// The folder of the crate, which must be empty or not exist; by default, one with the crate's name in the current folder.
    pub folder: Option<PathBuf>,
    /// The name of the resource type.
    pub resource_type: Option<String>,
    /// The schema to begin with, instead of that of a type that stores a text.
    pub schema: Option<PathBuf>,
    /// The checkout of this project whose crates are used; by default, the one that contains the current folder.
    pub project: Option<PathBuf>,
}

/// The files: their paths, and their texts with names between `@`.
const FILES: [(&str, &str); 4] = [
    ("Cargo.toml", include_str!("starter/Cargo.toml.in")),
    ("README.md", include_str!("starter/README.md.in")),
    (".github/workflows/ci.yml", include_str!("starter/ci.yml.in")),
    (".gitignore", "/target\n"),
];

/// The code of a type that stores a text, in the files of the library and of its tests.
const OF_TEXT: [&str; 2] = [include_str!("starter/lib.rs.in"), include_str!("starter/tests.rs.in")];

/// The code of any type: it creates nothing yet.
const OF_SCHEMA: [&str; 2] =
    [include_str!("starter/lib_of_schema.rs.in"), include_str!("starter/tests_of_schema.rs.in")];

/// The schema of a type that stores a text.
const SCHEMA: &str = include_str!("starter/schema.yaml.in");

/// Writes the crate.
///
/// # Errors
/// If a name is invalid, the folder has files, there is no such checkout, or a file cannot be written.
pub fn create(plugin: &NewPlugin, session: &mut Session) -> CommandResult {
    let project = project(plugin)?;
    let schema = plugin.schema.as_deref().map(|path| begin_with(path, session)).transpose()?;
    let resource_type = schema.as_ref().map(|(name, _)| name.as_str()).or(plugin.resource_type.as_deref());
    if let Some(resource_type) = resource_type {
        starter::check_name(resource_type)?;
    }
    let names = Names::new(&plugin.name, resource_type)?;
    let folder = plugin.folder.clone().unwrap_or_else(|| PathBuf::from(&names.package));
    refuse_used(&folder)?;
    let fill = filler(&names, &project);
    let [library, tests] = if schema.is_some() { OF_SCHEMA } else { OF_TEXT };
    let schema = schema.map_or_else(|| fill(SCHEMA), |(_, text)| text);
    let code = [("src/lib.rs", library), ("tests/plugin.rs", tests)];
    let files = FILES.iter().copied().chain(code).map(|(path, text)| (path.to_owned(), fill(text)));
    for (path, text) in files.chain([(names.schema(), schema)]) {
        let path = folder.join(path);
        output::replace(&path, text.as_bytes()).map_err(|error| {
            Failure::unreadable(format!("`{}` cannot be written: {error}", path.display()))
        })?;
        writeln!(session.out, "wrote {}", one_line(&path.display().to_string()))?;
    }
    let at = one_line(&folder.display().to_string());
    if plugin.project.is_none() {
        session.note(&format!("the plug-in uses the crates of `{}`", project.display()))?;
    }
    writeln!(session.out, "\nnext: cd {at}, cargo test, {NAME} plugin build")?;
    Ok(Outcome::Done)
}

/// Refuses a folder that is not empty, because existing files are never overwritten.
fn refuse_used(folder: &Path) -> Result<(), Failure> {
    let used = match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_some(),
        Err(_) => fs::symlink_metadata(folder).is_ok(),
    };
    if !used {
        return Ok(());
    }
    Err(Failure::refused(format!("`{}` already exists", folder.display()))
        .with_help("name a folder that does not exist with --path DIR"))
}

/// The schema that a plug-in begins with: the name of its type, and its text without comments that depend on the location of its
/// file.
pub(super) fn begin_with(path: &Path, session: &mut Session) -> Result<(String, String), Failure> {
    let source = source::read(path)?;
    let loaded = load_schema(&source);
    session.draw(&loaded.diagnostics)?;
    let file =
        loaded.file.filter(|_| loaded.diagnostics.iter().all(|found| found.severity != Severity::Error));
    let file = file.ok_or_else(|| {
        Failure::refused(format!("`{}` is no schema that a plug-in can begin with", path.display()))
            .with_help("`heat-codegen check` checks schemas")
    })?;
    Ok((file.schema.name, without_modeline(source.text())))
}

/// Replaces the names of a plug-in and of its type between `@` in a text.
pub(super) fn filled(text: &str, names: &Names) -> String {
    let words = [
        ("@name@", names.package.clone()),
        ("@module@", names.module.clone()),
        ("@type@", names.resource_type.clone()),
        ("@struct@", names.struct_name.clone()),
        ("@derived@", names.derived.clone()),
        ("@schema@", names.schema()),
    ];
    words.iter().fold(text.to_owned(), |text, (word, meaning)| text.replace(word, meaning))
}

/// Replaces everything between `@` in a text.
fn filler(names: &Names, project: &Path) -> impl Fn(&str) -> String {
    let dependency = |folder: &str, features: &str| {
        // A JSON string is also a TOML string.
        let path = serde_json::Value::from(project.join("crates").join(folder).display().to_string());
        format!("{{ version = \"{VERSION}\", path = {path}{features} }}")
    };
    let words = [
        ("@rust@", env!("CARGO_PKG_RUST_VERSION").to_owned()),
        ("@heat_plugin@", dependency("plugin", "")),
        ("@heat_plugin_python@", dependency("bridge", "")),
        ("@heat_plugin_testing@", dependency("plugin", ", features = [\"testing\"]")),
    ];
    move |text: &str| {
        words.iter().fold(filled(text, names), |text, (word, meaning)| text.replace(word, meaning))
    }
}

/// The checkout of this project that the plug-in depends on. Without one, nothing is written, because the crate could not be
/// compiled.
fn project(plugin: &NewPlugin) -> Result<PathBuf, Failure> {
    if let Some(project) = &plugin.project {
        return checkout(project);
    }
    let here = std::env::current_dir().ok();
    let around = here.iter().flat_map(|here| here.ancestors()).find(|folder| is_checkout(folder));
    around.map(Path::to_path_buf).ok_or_else(|| {
        Failure::refused(
            "a plug-in depends on the crates heat-plugin and heat-plugin-python, which are not published",
        )
        .with_note("nothing was written")
        .with_help(format!(
            "name a checkout of this project, which has them: `{NAME} plugin new {} --project DIR`",
            plugin.name
        ))
    })
}

fn is_checkout(folder: &Path) -> bool {
    let has = |name: &&str| folder.join("crates").join(name).join("Cargo.toml").is_file();
    ["plugin", "bridge"].iter().all(has)
}

/// The absolute path of a checkout of this project.
fn checkout(project: &Path) -> Result<PathBuf, Failure> {
    let found = project.canonicalize().ok().filter(|project| is_checkout(project));
    found.ok_or_else(|| {
        Failure::unreadable(format!("`{}` is not a checkout of this project", project.display()))
            .with_help("--project takes a folder with the crates `crates/plugin` and `crates/bridge`")
    })
}
