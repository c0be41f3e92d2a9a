//! A crate to start a plug-in from: a schema, the life cycle of its type, tests, and what runs them in CI.

use std::fs;
use std::path::{Path, PathBuf};

use heat_catalogue::output;
use heat_yaml::one_line;

use super::plugin_names::Names;
use crate::outcome::{CommandResult, Failure, Outcome};
use crate::session::Session;
use crate::starter;

/// The version of the crates that a plug-in depends on: they are released together.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What a new plug-in is.
#[derive(Debug, Clone)]
pub struct NewPlugin {
    /// The name of the crate.
    pub name: String,
    /// The folder of the crate, which must not exist or be empty; by default, one with its name here.
    pub folder: Option<PathBuf>,
    /// The name of the resource type.
    pub resource_type: Option<String>,
    /// A checkout of this project, to be used instead of the released crates.
    pub project: Option<PathBuf>,
}

/// The files: where, and the text with names between `@`.
const FILES: [(&str, &str); 7] = [
    ("Cargo.toml", include_str!("starter/Cargo.toml.in")),
    ("@schema@", include_str!("starter/schema.yaml.in")),
    ("src/lib.rs", include_str!("starter/lib.rs.in")),
    ("tests/plugin.rs", include_str!("starter/tests.rs.in")),
    ("README.md", include_str!("starter/README.md.in")),
    (".github/workflows/ci.yml", include_str!("starter/ci.yml.in")),
    (".gitignore", "/target\n"),
];

/// Writes the crate.
///
/// # Errors
/// If a name is impossible, the folder has files, the checkout is none, or a file cannot be written.
pub fn create(plugin: &NewPlugin, session: &mut Session) -> CommandResult {
    if let Some(resource_type) = &plugin.resource_type {
        starter::check_name(resource_type)?;
    }
    let names = Names::new(&plugin.name, plugin.resource_type.as_deref())?;
    let folder = plugin.folder.clone().unwrap_or_else(|| PathBuf::from(&names.package));
    refuse_used(&folder)?;
    let fill = filler(&names, plugin.project.as_deref())?;
    for (path, text) in FILES {
        let path = folder.join(fill(path));
        output::replace(&path, fill(text).as_bytes()).map_err(|error| {
            Failure::unreadable(format!("`{}` cannot be written: {error}", path.display()))
        })?;
        writeln!(session.out, "wrote {}", one_line(&path.display().to_string()))?;
    }
    let at = one_line(&folder.display().to_string());
    if plugin.project.is_none() {
        writeln!(
            session.out,
            "\nit depends on heat-plugin and heat-plugin-python {VERSION}; if they are not published yet, start again with --project DIR, a \
             checkout of this project"
        )?;
    }
    writeln!(session.out, "\nnext: cd {at}, cargo test, {} plugin build", heat_report::program::NAME)?;
    Ok(Outcome::Done)
}

/// Files of others are never overwritten.
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

/// Replaces the names between `@` in a text.
fn filler(names: &Names, project: Option<&Path>) -> Result<impl Fn(&str) -> String, Failure> {
    let project = project.map(checkout).transpose()?;
    let dependency = |folder: &str, features: &str| match &project {
        Some(project) => {
            // A text in JSON is one in TOML, too.
            let path = serde_json::Value::from(project.join("crates").join(folder).display().to_string());
            format!("{{ version = \"{VERSION}\", path = {path}{features} }}")
        }
        None if features.is_empty() => format!("\"{VERSION}\""),
        None => format!("{{ version = \"{VERSION}\"{features} }}"),
    };
    let words = [
        ("@name@", names.package.clone()),
        ("@module@", names.module.clone()),
        ("@type@", names.resource_type.clone()),
        ("@struct@", names.struct_name.clone()),
        ("@derived@", names.derived.clone()),
        ("@schema@", names.schema()),
        ("@rust@", env!("CARGO_PKG_RUST_VERSION").to_owned()),
        ("@heat_plugin@", dependency("plugin", "")),
        ("@heat_plugin_python@", dependency("bridge", "")),
        ("@heat_plugin_testing@", dependency("plugin", ", features = [\"testing\"]")),
    ];
    Ok(move |text: &str| {
        words.iter().fold(text.to_owned(), |text, (word, meaning)| text.replace(word, meaning))
    })
}

/// The absolute path of a checkout of this project.
fn checkout(project: &Path) -> Result<PathBuf, Failure> {
    let found = project.canonicalize().ok().filter(|project| {
        ["plugin", "bridge"]
            .iter()
            .all(|folder| project.join("crates").join(folder).join("Cargo.toml").is_file())
    });
    found.ok_or_else(|| {
        Failure::unreadable(format!("`{}` is not a checkout of this project", project.display()))
            .with_help("--project takes a folder with the crates `crates/plugin` and `crates/bridge`")
    })
}
