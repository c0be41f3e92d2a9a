//! Templates in files: the files and environments that the client sends, and Heat's two verdicts, on the request that validates a
//! template, and on the one that creates a stack.

use heat_hot::environment::EnvironmentFile;
use heat_hot::environment::files::{FileError, FileSource, collect};
use heat_model::Value;
use heat_yaml::{Node, ParseOptions, Source, parse_template};
use indexmap::IndexMap;

use crate::compare::{Comparison, Difference, same, untagged};
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::family::schemas::written::object;
use crate::vector::{Fields, Unanswerable, Vector};

/// The family about files of the client. Input `{files, template, environments}`: the files of a folder, and the names of those
/// that are passed to the client.
pub(crate) const ENVIRONMENT_FILES: Family =
    Family { name: "environment_files", verdicts: &["files"], details: &["sent"], differences };

/// The files of a folder, by their paths.
struct Folder<'v>(&'v IndexMap<String, Value>);

impl FileSource for Folder<'_> {
    fn read(&self, path: &str) -> Result<String, FileError> {
        self.0.get(path).and_then(Value::as_str).map(str::to_owned).ok_or(FileError::NotFound)
    }
}

/// The data of an environment, by section.
fn data(file: &EnvironmentFile) -> Value {
    let sections = heat_hot_language::Section::ALL.into_iter().filter_map(|section| {
        let node = file.section(section)?;
        Some((section.as_str(), super::template_text::data(node)))
    });
    object(sections)
}

fn differences(vector: &Vector, _data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let input = &vector.input;
    let folder = Folder(input.required("files")?.map()?);
    let source = |name: &str| {
        let text = folder.read(name).map_err(|error| Unanswerable::Malformed(format!("{name}: {error}")))?;
        Ok::<_, Unanswerable>(Source::new(name, text))
    };
    let template = source(input.text("template")?)?;
    let root = parse_template(&template, &ParseOptions::template()).root;
    let root: &Node =
        root.as_ref().ok_or_else(|| Unanswerable::Malformed("the template is no YAML".to_owned()))?;
    let names = input.required("environments")?.as_list().into_iter().flatten();
    let environments = names.filter_map(Value::as_str).map(|name| Ok(EnvironmentFile::read(&source(name)?)));
    let environments = environments.collect::<Result<Vec<_>, Unanswerable>>()?;
    let files = collect(&folder, &[(template, root)], &environments);

    let mut errors: Vec<String> =
        files.unknown().map(|file| format!("{}: {}", file.name, file.reason)).collect();
    let mut sent = Vec::new();
    for environment in &environments {
        // Only Heat itself refuses null sections.
        let own = environment.faults.iter().map(ToString::to_string);
        errors.extend(own.filter(|message| !message.contains("empty section")));
        let (environment, faults) = environment.as_sent();
        errors.extend(faults.iter().map(ToString::to_string));
        sent.push(data(&environment));
    }
    let mut found = Comparison::default();
    match (vector.output.field("files"), errors.is_empty()) {
        (None, false) => {}
        (Some(_), true) => {
            let contents = files.iter().map(|(name, file)| (name.to_owned(), file.content.clone().into()));
            let contents: Value = contents.collect();
            let recorded = untagged(vector.output.required("files")?);
            if !same(&recorded, &contents) {
                found.differs("files", &recorded, &contents);
            }
            let recorded = untagged(vector.output.required("sent")?);
            let sent = Value::from(sent);
            if !same(&recorded, &sent) {
                found.differs("sent", &recorded, &sent);
            }
        }
        (_, _) => found.differs("verdict", &vector.output, &errors.join("; ")),
    }
    Ok(found.differences)
}

/// The family about verdicts. Input `{files, template, environment?}`: the files of a folder, and the names of those that are
/// passed to the client. Parameters have values.
///
/// If the code of a plug-in, a client or a cloud refuses a template (`validate_by`, `create_by`), we need not report an error.
pub(crate) const VERDICTS: Family = Family {
    name: "verdicts",
    verdicts: &["validate", "create"],
    details: &["validate_by", "create_by"],
    differences: verdicts,
};

fn verdicts(vector: &Vector, data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let Vector { input, output, .. } = vector;
    let files = Folder(input.required("files")?.map()?);
    let source = |name: &str| {
        let text = files.0.get(name).and_then(Value::as_str);
        let text = text.ok_or_else(|| Unanswerable::Malformed(format!("there is no file {name}")))?;
        Ok::<_, Unanswerable>(Source::new(name, text))
    };
    let environment = input.field("environment").and_then(Value::as_str);
    let environments = environment.map(|name| Ok(EnvironmentFile::read(&source(name)?)));
    let environments = environments.into_iter().collect::<Result<_, Unanswerable>>()?;
    let template = source(input.text("template")?)?;
    let ours = heat_template_check::verdicts(template, environments, &files, data.resource_types()?);
    let mut found = Comparison::default();
    for (request, is_accepted) in [("validate", ours.is_validated), ("create", ours.is_created)] {
        let recorded = output.required(request)?;
        let by = output.field(&format!("{request}_by")).and_then(Value::as_str);
        let is_expected = match recorded.as_str() {
            Some("accepted") => is_accepted,
            Some("refused") => !is_accepted || by != Some("heat"),
            // The verdict depends on the cloud, which a plug-in queries.
            _ => true,
        };
        if !is_expected {
            found.differs(request, recorded, &if is_accepted { "accepted" } else { "refused" });
        }
    }
    Ok(found.differences)
}
