//! `list`: lists the names of the resource types.

use std::collections::BTreeSet;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use heat_catalogue::SchemaFiles;
use heat_catalogue::glob::Glob;
use heat_model::ResourceTypes as _;
use heat_model::suggest::nearest;
use heat_model::{ResourceType, Service, ServiceTable, Status};
use heat_yaml::one_line;
use serde::Serialize;

use crate::commands::arguments::formats::ListFormat;
use crate::commands::arguments::output::OutArgs;
use crate::commands::arguments::release::ReleaseArgs;
use crate::outcome::{CommandResult, Failure};
use crate::session::Session;

/// Examples, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Examples:
  heat-codegen list server
  heat-codegen list 'OS::Neutron::*' --include-hidden
  heat-codegen list --service nova
  heat-codegen list --status deprecated --format json";

/// The arguments of `list`.
#[derive(Debug, Clone, Args)]
pub struct ListArgs {
    /// Only list types whose name contains all of these words, in any case; `*` is a wildcard, with which a word is the whole name.
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// Only list types with this support status; can be repeated.
    #[arg(long, value_name = "STATUS", ignore_case = true, value_parser = statuses())]
    status: Vec<Status>,
    /// Only list types of this service: `OS::Nova`, `nova` for short, or a name in `services.yaml` such as `compute`.
    #[arg(long, value_name = "SERVICE")]
    service: Option<String>,
    /// The format of the list.
    #[arg(long, value_enum, default_value_t)]
    format: ListFormat,
    /// Also list HIDDEN types.
    #[arg(long)]
    include_hidden: bool,
    #[command(flatten)]
    out: OutArgs,
    #[command(flatten)]
    release: ReleaseArgs,
}

fn statuses() -> impl TypedValueParser<Value = Status> {
    PossibleValuesParser::new(Status::ALL.map(Status::as_str))
        .try_map(|word| word.to_uppercase().parse::<Status>())
}

#[derive(Serialize)]
struct Line<'a> {
    r#type: &'a str,
    service: &'a str,
    status: Status,
    since: Option<&'a str>,
    message: Option<&'a str>,
}

/// Runs `list`.
///
/// # Errors
/// If there is no such service, or no catalogue, or the output is closed.
pub fn run(args: &ListArgs, session: &mut Session) -> CommandResult {
    if args.status.contains(&Status::Hidden) && !args.include_hidden {
        return Err(Failure::refused("HIDDEN types are not listed")
            .with_note("Heat does not list them; existing stacks continue to work")
            .with_help("to list them, use --status hidden --include-hidden"));
    }
    args.release.apply(session);
    let (files, outcome) = session.read_for_templates()?;
    let mut types: Vec<&ResourceType> = files
        .files
        .values()
        .map(|file| &file.schema)
        .filter(|schema| args.include_hidden || !schema.is_hidden())
        .collect();
    if let Some(service) = &args.service {
        let known: BTreeSet<&str> = types.iter().map(|schema| schema.service()).collect();
        retain_service(&mut types, service, &files.services);
        if types.is_empty() {
            let short = known.iter().map(|service| short_name(service));
            let in_table = files
                .services
                .services
                .iter()
                .filter(|service| service.types.iter().any(|prefix| known.contains(prefix.as_str())));
            let known = known.iter().copied().chain(short).chain(in_table.flat_map(Service::names));
            let all = "`heat-codegen list` lists all types; the service is the first two parts of a name";
            return Err(Failure::unknown("service", service, known, all));
        }
    }
    let before: Vec<&str> = types.iter().map(|schema| schema.name.as_str()).collect();
    types.retain(|schema| args.words.iter().all(|word| has_word(&schema.name, word)));
    if types.is_empty() && !args.words.is_empty() {
        return Err(no_name(&args.words, &before, &files, args.include_hidden));
    }
    if !args.status.is_empty() {
        types.retain(|schema| args.status.contains(&schema.support_status.status()));
    }
    args.out.with(session, |session| {
        match args.format {
            ListFormat::Text => {
                for schema in types {
                    writeln!(session.out, "{}", one_line(&schema.name))?;
                }
            }
            ListFormat::Json => {
                let lines: Vec<Line<'_>> = types.into_iter().map(line).collect();
                session.write_json(&lines)?;
            }
        }
        Ok(outcome)
    })
}

/// Returns whether a name contains a word, or matches a word with a wildcard; case is ignored.
fn has_word(name: &str, word: &str) -> bool {
    let (name, word) = (name.to_lowercase(), word.to_lowercase());
    if word.contains('*') { Glob::new(&word).is_match(&name) } else { name.contains(&word) }
}

/// The failure for words that no name contains.
fn no_name(words: &[String], known: &[&str], files: &SchemaFiles, include_hidden: bool) -> Failure {
    let asked = words.join(" ");
    let failure = Failure::refused(format!("no resource type is called `{asked}`"));
    let is_meant = |schema: &&ResourceType| words.iter().all(|word| has_word(&schema.name, word));
    let hidden = files.files.values().map(|file| &file.schema).filter(is_meant).count();
    if hidden > 0 && !include_hidden {
        let are = if hidden == 1 { "1 type with that name is" } else { "types with that name are" };
        let many = if hidden == 1 { String::new() } else { format!("{hidden} ") };
        return failure
            .with_note(format!("{many}{are} HIDDEN"))
            .with_help("--include-hidden lists them, too");
    }
    let [word] = words else { return failure.with_help(ALL) };
    if let Some(schema) = files.find_by_any_name(word) {
        return failure.with_help(format!("`{word}` is an old name of {}", schema.name));
    }
    let parts = known.iter().flat_map(|name| name.split("::"));
    let near = nearest(word, parts).or_else(|| nearest(word, known.iter().copied()));
    failure.with_help(near.map_or_else(|| ALL.to_owned(), |near| format!("did you mean `{near}`?")))
}

/// Sentence naming the command that lists all types.
const ALL: &str = "`heat-codegen list` lists all types";

fn line(schema: &ResourceType) -> Line<'_> {
    Line {
        r#type: &schema.name,
        service: schema.service(),
        status: schema.support_status.status(),
        since: schema.support_status.since(),
        message: schema.support_status.message(),
    }
}

/// Keeps the types of a service: those whose names begin with it, or else those of the service that has this name, or this client
/// plug-in, in the table.
fn retain_service(types: &mut Vec<&ResourceType>, asked: &str, table: &ServiceTable) {
    if types.iter().any(|schema| is_service(schema.service(), asked)) {
        types.retain(|schema| is_service(schema.service(), asked));
        return;
    }
    let is_asked = |service: &&Service| service.names().any(|name| name.eq_ignore_ascii_case(asked));
    let prefixes: Vec<&String> =
        table.services.iter().filter(is_asked).flat_map(|service| &service.types).collect();
    types.retain(|schema| prefixes.iter().any(|prefix| *prefix == schema.service()));
}

/// Returns whether a service is the requested one, by its full name or its last part, ignoring case.
fn is_service(service: &str, asked: &str) -> bool {
    service.eq_ignore_ascii_case(asked) || short_name(service).eq_ignore_ascii_case(asked)
}

fn short_name(service: &str) -> &str {
    service.rsplit("::").next().unwrap_or(service)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_parts_of_names_or_whole_ones() {
        let check =
            |word: &str, expect: bool| assert_eq!(has_word("OS::Nova::Server", word), expect, "{word}");
        for word in ["server", "Serv", "nova", "OS::Nova::", "os::nova::*", "*server", "*Nova*"] {
            check(word, true);
        }
        for word in ["servers", "nova::*", "*Nova", "OS::Nova::*::*"] {
            check(word, false);
        }
    }

    #[test]
    fn a_service_is_known_by_both_names() {
        for asked in ["OS::Nova", "os::nova", "nova", "Nova"] {
            assert!(is_service("OS::Nova", asked), "{asked}");
        }
        assert!(!is_service("OS::Nova", "ova"));
    }
}
