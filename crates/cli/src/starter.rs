//! A new schema file to start from.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use heat_catalogue::output;
use heat_catalogue::schema_files::{SchemaFiles, path_of_type};
use heat_model::ResourceTypes as _;
use heat_model::{ConstraintKind, PropertyType, Status};
use heat_yaml::one_line;

use crate::outcome::{CommandResult, Failure, Outcome};
use crate::session::Session;

/// Writes a new schema file for a type below a folder. An existing file is only overwritten with `force`.
///
/// # Errors
/// If the name is invalid, the type or its file exists, or the file cannot be written.
pub fn create(name: &str, folder: &Path, force: bool, session: &mut Session) -> CommandResult {
    check_name(name)?;
    if !name.contains("::") {
        session.note(&format!("types have names with parts, such as `My::Custom::{name}`, so that those of several plug-ins do not meet"))?;
    }
    let catalogue = SchemaFiles::read(folder);
    let path = folder.join(path_of_type(name));
    if !force {
        refuse_existing(&path, name, &catalogue)?;
        refuse_heats(name, &catalogue)?;
    }
    let release = catalogue.releases.newest().map(|release| release.version.as_str());
    let text = starter(name, folder, release);
    let unwritable = |error: std::io::Error| {
        let reason = match error.kind() {
            ErrorKind::NotADirectory | ErrorKind::AlreadyExists => {
                "expected a folder, found a file".to_owned()
            }
            ErrorKind::IsADirectory => "it is a folder".to_owned(),
            _ => error.to_string(),
        };
        Failure::unreadable(format!("`{}` cannot be written: {reason}", path.display()))
    };
    output::replace(&path, text.as_bytes()).map_err(unwritable)?;
    writeln!(session.out, "wrote {}", one_line(&path.display().to_string()))?;
    Ok(Outcome::Done)
}

fn refuse_existing(path: &Path, name: &str, catalogue: &SchemaFiles) -> Result<(), Failure> {
    let other = catalogue.files.get(name).map(|file| Path::new(file.source.name()));
    if let Some(other) = other.filter(|other| *other != path) {
        return Err(Failure::refused(format!("`{name}` is already described in `{}`", other.display())));
    }
    if fs::symlink_metadata(path).is_ok() {
        return Err(Failure::refused(format!("`{}` already exists", path.display()))
            .with_help("use --force to overwrite it"));
    }
    Ok(())
}

/// Refuses the name of a type of Heat: the new schema would replace Heat's, and every template with the type would have errors.
fn refuse_heats(name: &str, catalogue: &SchemaFiles) -> Result<(), Failure> {
    let heat = SchemaFiles::built_in();
    let Some(known) = heat.find_by_any_name(name).filter(|_| !catalogue.is_of_heat()) else { return Ok(()) };
    let last = known.name.split("::").skip(1).collect::<Vec<_>>().join("::");
    let message = format!("`{name}` is a type of Heat, which a schema of this name would replace");
    Err(Failure::refused(message)
        .with_note(format!("`heat-codegen show {} --format yaml` prints Heat's schema", known.name))
        .with_help(format!(
            "use a name of your own, such as `My::{last}`; --force replaces the type of Heat"
        )))
}

/// Checks whether a name is possible for a resource type and a file.
pub(crate) fn check_name(name: &str) -> Result<(), Failure> {
    let refuse = |message: String| {
        Err(Failure::refused(message)
            .with_help("a type name looks like `My::Custom::Token`: parts separated by `::`"))
    };
    if name.replace("::", "").contains(':') {
        return refuse(format!("`{name}` has a single colon; parts are separated by two"));
    }
    for part in name.split("::") {
        let odd = part.chars().find(|char| !char.is_ascii_alphanumeric() && !"_-".contains(*char));
        if part.is_empty() {
            return refuse(format!("`{name}` has an empty part"));
        }
        if let Some(odd) = odd {
            let message = format!(
                "the part `{part}` of `{name}` has a {odd:?}; only letters, digits, `_` and `-` are allowed"
            );
            return refuse(message);
        }
        if !part.starts_with(|char: char| char.is_ascii_alphabetic()) {
            return refuse(format!("the part `{part}` of `{name}` does not start with a letter"));
        }
    }
    Ok(())
}

/// The text of a new file.
fn starter(name: &str, folder: &Path, release: Option<&str>) -> String {
    // Editors complete and check the file if they find the schema of schema files next to the catalogue.
    let catalogue = fs::canonicalize(folder).ok();
    let language =
        catalogue.and_then(|catalogue| catalogue.parent().map(|around| around.join("schema.json")));
    let modeline = if language.is_some_and(|language| language.is_file()) {
        format!("# yaml-language-server: $schema={}schema.json\n", "../".repeat(name.split("::").count()))
    } else {
        String::new()
    };
    let types = PropertyType::ALL.map(PropertyType::as_str).join(", ");
    let constraints = ConstraintKind::KEYS.join(", ");
    let later =
        Status::ALL.map(Status::as_str).into_iter().filter(|word| !["SUPPORTED", "UNKNOWN"].contains(word));
    let statuses = later.collect::<Vec<_>>().join(", ");
    let history = match release {
        Some(version) => format!(
            "\n# The release that added it. Later statuses ({statuses}) go on top: the newest step comes first.\n\
             support_status:\n  - version: \"{version}\"\n"
        ),
        None => String::new(),
    };
    format!(
        "\
{modeline}# The name that templates use. It determines the path of this file.
type: {name}

# The purpose of the type, in CommonMark: the first thing that readers see.
description: Describe in a sentence or two what {name} is for.
{history}
# The properties that a template can set.
properties:
  name:
    # One of {types}.
    # A map describes its fields under `schema`, a list its items under `schema` and \"*\".
    type: string
    description: The name of the thing.
    # Whether a template has to set it. An optional property can have a `default`.
    required: true
    # Whether a change updates the resource in place. Otherwise a change replaces it, or is refused with `immutable`.
    update_allowed: true
    # Any of {constraints}.
    constraints:
      - length: {{min: 1, max: 255}}

# The attributes that `get_attr` can read. If `show` gives a map with everything about the thing, add `has_show: true`.
attributes:
  address:
    # Optional: string, map, list, integer or boolean.
    type: string
    description: Where the thing can be reached.

# Other keys: translation_rules, properties_groups, update_policy, examples, default_client_name, entity, has_show.
# The guide explains them, and `heat-codegen check` reports problems.
"
    )
}

#[cfg(test)]
mod tests {

    use heat_lint::{Tables, lint_file};
    use heat_model::load::load_schema;
    use heat_model::{Release, ReleaseTable};
    use heat_yaml::Source;

    use super::*;

    #[test]
    fn a_new_file_only_lacks_what_it_is_for() {
        let releases = ReleaseTable {
            releases: vec![Release {
                version: "27.0.0".into(),
                name: "2026.2".into(),
                date: "2026-09-30".into(),
                ..Release::default()
            }],
        };
        for release in [None, Some("27.0.0")] {
            let text = starter("My::Custom::Token", Path::new("nowhere"), release);
            let loaded = load_schema(&Source::new("schemas/My/Custom/Token.yaml", text));
            assert_eq!(loaded.diagnostics.len(), 0, "{:?}", loaded.diagnostics);
            let file = loaded.file;
            let tables = Tables {
                releases: release.and(Some(&releases)),
                types: file.iter().map(|file| (file.schema.name.as_str(), &file.schema)).collect(),
                ..Tables::default()
            };
            let found = lint_file(file.as_ref().unwrap(), &tables);
            let messages: Vec<&str> = found.iter().map(|found| found.message.as_str()).collect();
            assert_eq!(messages, ["`My::Custom::Token` has no description: this is what `init` wrote"]);
        }
    }

    #[test]
    fn invalid_names_are_explained() {
        let check = |name: &str, expect: Option<&str>| {
            let message = check_name(name).err().map(|failure| match failure {
                Failure::Refused(explanation) => explanation.message,
                other => panic!("{other:?}"),
            });
            assert_eq!(message.as_deref(), expect, "{name}");
        };
        check("My::Custom::Token", None);
        check("Token", None);
        check("My:Token", Some("`My:Token` has a single colon; parts are separated by two"));
        check("My::", Some("`My::` has an empty part"));
        check("", Some("`` has an empty part"));
        check(
            "../x",
            Some("the part `../x` of `../x` has a '.'; only letters, digits, `_` and `-` are allowed"),
        );
        check("My::1st", Some("the part `1st` of `My::1st` does not start with a letter"));
    }
}
