//! The sources of metadata.

mod answer;
mod cfn;
mod clients;
mod config_drive;
mod ec2;
mod local;
mod request;
mod session;
mod zaqar;

use std::path::Path;

use heat_deployments::log::Log;
use heat_model::Value;
use heat_model::value::Map;

use self::answer::{FetchResult, json_of, map_of, needed};
use self::clients::Clients;
use self::session::{Sessions, credentials};
use super::files::{MAX_METADATA, read_json};
use super::ini::Options;
use super::merge::with_deployments;
use super::settings::{Settings, Source};
use crate::network::{Failure, Request, percent_encoded};

pub(super) use answer::Answer;

/// State of the sources that is kept between polls.
#[derive(Default)]
pub(super) struct Sources {
    clients: Clients,
    sessions: Sessions,
    request: request::Validators,
    zaqar: zaqar::Read,
}

impl Sources {
    /// Asks a source.
    pub(super) fn ask(
        &mut self,
        source: Source,
        options: &Options,
        settings: &Settings,
        cached: bool,
        log: &mut dyn Log,
    ) -> Answer {
        let fetched = match source {
            Source::HeatLocal => heat_local(options, log),
            Source::Ec2 if cached => return Answer::Unchanged,
            Source::Ec2 => ec2::fetch(&mut self.clients, options, log),
            Source::Cfn => cfn::fetch(&mut self.clients, options, log),
            Source::Heat => heat(&mut self.clients, &mut self.sessions, options),
            Source::Request => request::fetch(&mut self.clients, &mut self.request, options),
            Source::Zaqar => zaqar::fetch(&mut self.clients, &mut self.sessions, &mut self.zaqar, options),
            Source::Local => {
                return local::fetch(options).map_or_else(|answer| answer, Answer::Content);
            }
        };
        let content = match fetched {
            Ok(content) => content,
            Err(answer) => {
                if matches!(answer, Answer::Unavailable(_)) {
                    // The next attempt reads the certificates again, and logs in again.
                    self.clients.forget();
                    self.sessions.forget();
                }
                return answer;
            }
        };
        match source {
            Source::HeatLocal | Source::Ec2 => Answer::Content(vec![(source.name().to_owned(), content)]),
            _ => Answer::Content(with_deployments(source.name(), content, &settings.deployment_keys, log)),
        }
    }

    /// Tells the sources that their answers were stored.
    pub(super) fn kept(&mut self, options: &Options) -> Result<(), Failure> {
        zaqar::kept(&mut self.clients, &mut self.sessions, &mut self.zaqar, options)
    }
}

/// Fetches the metadata of the server's resource from Heat's API.
fn heat(clients: &mut Clients, sessions: &mut Sessions, options: &Options) -> FetchResult {
    let credentials = credentials(options, "heat")?;
    let path = format!(
        "/stacks/{}/resources/{}/metadata",
        percent_encoded(needed(options, "heat", "stack_id")?, "/"),
        percent_encoded(needed(options, "heat", "resource_name")?, "")
    );
    let region = options.get("heat", "region_name");
    let client = clients.client(options, "heat", None);
    let response = sessions.with(client, &credentials, |session| {
        let url = format!("{}{path}", session.endpoint("orchestration", region)?);
        let headers = [("x-auth-token", session.token.as_str()), ("accept", "application/json")];
        client.send(Request::get(&url, &headers, MAX_METADATA))
    })?;
    let answer = json_of(&response, "Heat's answer")?;
    let metadata = answer.get("metadata").cloned().unwrap_or(Value::Null);
    map_of(metadata, "the metadata of the resource")
}

/// Path where Heat's boot data are written.
const BOOT_DATA: &str = "/var/lib/heat-cfntools/cfn-init-data";

/// Reads the files that were written at boot from the data that Heat passed to the server, and merges them. If several files have the same key, the last one is used.
fn heat_local(options: &Options, log: &mut dyn Log) -> FetchResult {
    let default = [BOOT_DATA.to_owned()];
    let paths = options.all("heat_local", "path").unwrap_or(&default);
    let mut found = Map::default();
    let mut problems = Vec::new();
    for path in paths {
        match read_json(Path::new(path)) {
            Ok(Some(Value::Map(map))) => found.extend(map.into_inner()),
            Ok(None) => {}
            Ok(Some(other)) => problems.push(format!("{path} is {} instead of a map", other.kind())),
            Err(problem) => problems.push(format!("{path} cannot be used: {problem}")),
        }
    }
    match (found.is_empty(), problems.is_empty()) {
        (false, _) => {
            for problem in &problems {
                log.debug(problem);
            }
            Ok(Value::Map(found))
        }
        (true, false) => Err(Answer::Unavailable(problems.join("; "))),
        (true, true) => Err(Answer::NotConfigured("a file with boot data")),
    }
}
