//! A series of releases, each with its types: from facts files, folders of facts files, or folders of schemas.

use std::fs;
use std::path::{Path, PathBuf};

use heat_catalogue::io_error::unreadable;
use heat_catalogue::{SchemaFiles, input, threads};
use heat_import::TypeFacts;
use heat_import::facts::{Descriptions, Facts};
use heat_model::ReleaseTable;
use heat_model::release::version_numbers;
use heat_yaml::{Diagnostic, Severity, Source};

/// A recorded release.
#[derive(Debug)]
pub struct ReleaseTypes {
    /// The release, as in the table.
    pub version: String,
    /// The path from which it was read.
    pub from: String,
    /// The release's types, sorted by name.
    pub types: Vec<TypeFacts>,
}

/// The path of a release, and its version if the argument contains it.
struct Input {
    path: PathBuf,
    version: Option<String>,
}

/// Reads releases, and sorts them in the order of the table.
///
/// # Errors
/// Returns all errors if there are any: if a release is only read in part, the rest would look as if it had been removed.
pub fn read(arguments: &[String], table: &ReleaseTable) -> Result<Vec<ReleaseTypes>, Vec<Diagnostic>> {
    let (mut inputs, mut errors) = (Vec::new(), Vec::new());
    for argument in arguments {
        match find_inputs(argument) {
            Ok(found) => inputs.extend(found),
            Err(error) => errors.push(error),
        }
    }
    let mut releases = Vec::new();
    for read in threads::map(&inputs, |input| read_release(input, table)) {
        match read {
            Ok(release) => releases.push(release),
            Err(found) => errors.extend(found),
        }
    }
    releases.sort_by_key(|release| table.position(&release.version));
    for pair in releases.windows(2) {
        if let [one, other] = pair
            && one.version == other.version
        {
            let message = format!("`{}` and this are both recordings of {}", one.from, one.version);
            errors.push(error("duplicate-release", message, &other.from).with_help("remove one of the two"));
        }
    }
    if errors.is_empty() { Ok(releases) } else { Err(errors) }
}

/// The files and folders that an argument names: itself, or the releases in a folder.
fn find_inputs(argument: &str) -> Result<Vec<Input>, Diagnostic> {
    // `28.0.0=schemas`: a version prefix, for paths that are not named after their version.
    if let Some((version, path)) = argument.split_once('=')
        && version_numbers(version).is_some()
    {
        return Ok(vec![Input { path: path.into(), version: Some(version.to_owned()) }]);
    }
    let path = PathBuf::from(argument);
    if !path.is_dir() {
        return Ok(vec![Input { path, version: None }]);
    }
    let entries = fs::read_dir(&path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.map_err(|error| unreadable(&path, &error))?;
    let mut inside: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    inside.retain(|path| {
        let is_json = path.extension().is_some_and(|extension| extension == "json");
        is_json
            || (path.is_dir()
                && version_in_name(path).is_some_and(|version| version_numbers(&version).is_some()))
    });
    inside.sort();
    if inside.is_empty() {
        return Ok(vec![Input { path, version: None }]);
    }
    Ok(inside.into_iter().map(|path| Input { path, version: None }).collect())
}

fn read_release(input: &Input, table: &ReleaseTable) -> Result<ReleaseTypes, Vec<Diagnostic>> {
    let from = input.path.display().to_string();
    let (types, said) = if input.path.is_dir() { read_schemas(input)? } else { read_facts(input)? };
    let version = input.version.clone().or(said).or_else(|| version_in_name(&input.path));
    let Some(release) = version.as_deref().and_then(|version| table.series_of(version)) else {
        let message = match version.filter(|version| version_numbers(version).is_some()) {
            Some(version) => format!("{version} does not belong to any release in `releases.yaml`"),
            None => "the release of this recording is unknown".to_owned(),
        };
        let help = format!("add the release to the table, or put its version before the path: 27.0.0={from}");
        return Err(vec![error("unknown-release", message, &from).with_help(help)]);
    };
    Ok(ReleaseTypes { version: release.version.clone(), from, types })
}

type Types = (Vec<TypeFacts>, Option<String>);

fn read_facts(input: &Input) -> Result<Types, Vec<Diagnostic>> {
    let name = input.path.display().to_string();
    let bytes = input::read(&input.path, input::MAX_DATA).map_err(|error| vec![error.at(&input.path)])?;
    let source = Source::from_bytes(name.as_str(), bytes).map_err(|error| vec![error])?;
    // Some rules check whether an item has a message, so messages are kept here. The findings are recorded without them.
    let facts = Facts::read(&name, source.text(), Descriptions::Keep);
    without_errors(facts.diagnostics)?;
    Ok((facts.types.into_values().collect(), facts.heat_version))
}

fn read_schemas(input: &Input) -> Result<Types, Vec<Diagnostic>> {
    let files = SchemaFiles::read(&input.path);
    without_errors(files.diagnostics)?;
    if files.files.is_empty() {
        let message = "it contains no schemas and no facts files";
        return Err(vec![error("unreadable-file", message, &input.path.display().to_string())]);
    }
    Ok((files.files.into_values().map(|file| file.schema.into()).collect(), None))
}

fn without_errors(mut diagnostics: Vec<Diagnostic>) -> Result<(), Vec<Diagnostic>> {
    diagnostics.retain(|diagnostic| diagnostic.severity == Severity::Error);
    if diagnostics.is_empty() { Ok(()) } else { Err(diagnostics) }
}

fn error(code: &'static str, message: impl Into<String>, file: &str) -> Diagnostic {
    Diagnostic::error(code, message).in_file(file)
}

/// The version after which a file or folder is named: `21.0.1` for `21.0.1.json`.
pub(crate) fn version_in_name(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    Some(name.strip_suffix(".json").unwrap_or(name).to_owned())
}
