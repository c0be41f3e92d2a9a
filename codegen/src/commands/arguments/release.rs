//! The argument `--release`: the catalogue as of an earlier release.

use clap::Args;
use heat_catalogue::SchemaFiles;
use heat_catalogue::catalogue::find_release;
use heat_model::load::load_schema;
use heat_schema_text::{document, emit};
use heat_yaml::Source;

use crate::outcome::Failure;

/// The release that a command is about.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct ReleaseArgs {
    /// The catalogue as it was in this release, by name or version, such as `yoga` or `18.0.0` [default: the newest].
    #[arg(long, value_name = "RELEASE")]
    release: Option<String>,
}

impl ReleaseArgs {
    /// The release that is asked for, by name or version.
    pub(crate) fn asked(&self) -> Option<&str> {
        self.release.as_deref()
    }

    /// The catalogue as of the release.
    ///
    /// # Errors
    /// If there is no such release, or its schemas are not recorded.
    pub(crate) fn apply(&self, files: SchemaFiles) -> Result<SchemaFiles, Failure> {
        let Some(asked) = &self.release else { return Ok(files) };
        let version = find_release(&files.releases, asked)?.version.clone();
        let catalogue = files.catalogue();
        let then = catalogue.as_of(&version).map_err(|error| unrecorded(&files, &error.to_string()))?;
        let mut changed = SchemaFiles {
            releases: then.releases,
            history: then.history,
            past: then.past,
            custom_constraints: then.custom_constraints,
            ..files
        };
        changed.files.retain(|name, _| then.types.contains_key(name));
        for (name, schema) in then.types {
            if changed.files.get(&name).is_some_and(|file| file.schema == schema) {
                continue;
            }
            // Its text is that of then, so that places in it can be shown.
            let text = emit::entries(&document::schema(&schema), 0);
            let loaded = load_schema(&Source::new(format!("{name} of {version}"), text));
            if let Some(file) = loaded.file {
                changed.files.insert(name, file);
            }
        }
        changed.files.sort_unstable_keys();
        Ok(changed)
    }
}

fn unrecorded(files: &SchemaFiles, message: &str) -> Failure {
    let failure = Failure::refused(message);
    let oldest = files.past.releases.last().and_then(|release| files.releases.get(&release.version));
    match oldest {
        Some(oldest) => failure.with_note(format!("the oldest is {} ({})", oldest.version, oldest.name)),
        None => failure.with_help("record them with `heat-codegen history`"),
    }
}
