//! The catalogue as of an earlier release, as files with the texts of that time, in which locations can be shown.

use heat_catalogue::SchemaFiles;
use heat_catalogue::catalogue::find_release;
use heat_catalogue::past_examples::ExampleReader;
use heat_model::load::load_schema;
use heat_report::Failure;
use heat_schema_text::{document, emit};
use heat_yaml::Source;

/// The catalogue as of a release, by name or version. Without a reader of examples, types that were different have none.
///
/// # Errors
/// If there is no such release, or its schemas are not recorded.
pub(crate) fn as_of(
    files: SchemaFiles,
    release: &str,
    examples: Option<&dyn ExampleReader>,
) -> Result<SchemaFiles, Failure> {
    let version = find_release(&files.releases, release)?.version.clone();
    let catalogue = files.catalogue();
    let then = catalogue.as_of(&version, examples).map_err(|error| unrecorded(&files, &error.to_string()))?;
    let mut changed = SchemaFiles {
        releases: then.releases,
        history: then.history,
        past: then.past,
        custom_constraints: then.custom_constraints,
        ..files
    };
    changed.files.retain(|name| then.types.contains_key(name));
    for (name, schema) in then.types {
        if changed.files.get(&name).is_some_and(|file| file.schema == schema) {
            continue;
        }
        // The schema is written again as of that release, so that locations in it can be shown.
        let text = emit::entries(&document::schema(&schema), 0);
        let loaded = load_schema(&Source::new(format!("{name} of {version}"), text));
        if let Some(file) = loaded.file {
            changed.files.insert(name, file);
        }
    }
    changed.files.sort();
    Ok(changed)
}

fn unrecorded(files: &SchemaFiles, message: &str) -> Failure {
    let failure = Failure::refused(message);
    let oldest = files.past.releases.last().and_then(|release| files.releases.get(&release.version));
    match oldest {
        Some(oldest) => failure.with_note(format!("the oldest is {} ({})", oldest.version, oldest.name)),
        None => failure.with_help("record them with `heat-codegen history`"),
    }
}
