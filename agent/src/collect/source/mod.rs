//! The sources of metadata, one file each.

mod cfn;
mod config_drive;
mod ec2;
mod heat;
mod heat_local;
mod local;
mod request;
mod session;
mod zaqar;

use std::time::Duration;

use heat_model::{Value, json};

use super::ini::Options;
use super::merge::{Named, with_deployments};
use super::settings::{Settings, Source, seconds};
use crate::log::Log;
use crate::network::{Client, ClientOptions, Failure, Response};

/// What a source has to say.
#[derive(Debug)]
pub(super) enum Answer {
    /// This is what it knows now.
    Content(Vec<Named>),
    /// Nothing has changed since it was asked last.
    Unchanged,
    /// It could not be asked, or what it said is not valid.
    Unavailable(String),
    /// The settings say too little of it: this is missing.
    NotConfigured(&'static str),
}

impl From<Failure> for Answer {
    fn from(failure: Failure) -> Self {
        Self::Unavailable(failure.message)
    }
}

/// The content of one source, or why there is none.
type Fetched = Result<Value, Answer>;

/// What is remembered between polls.
#[derive(Default)]
pub(super) struct Sources {
    clients: Clients,
    sessions: session::Sessions,
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
            Source::HeatLocal => heat_local::fetch(options, log),
            Source::Ec2 if cached => return Answer::Unchanged,
            Source::Ec2 => self.ec2(options, log),
            Source::Cfn => self.cfn(options, log),
            Source::Heat => self.heat(options),
            Source::Request => self.request(options),
            Source::Zaqar => self.zaqar(options),
            Source::Local => {
                return local::fetch(options).map_or_else(|answer| answer, Answer::Content);
            }
        };
        let content = match fetched {
            Ok(content) => content,
            Err(answer) => {
                if matches!(answer, Answer::Unavailable(_)) {
                    // The next attempt reads the certificates again, and logs in again.
                    self.clients.0.clear();
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

    /// Tells the sources that what they said has been kept.
    pub(super) fn kept(&mut self, options: &Options) -> Result<(), Failure> {
        self.zaqar_kept(options)
    }
}

/// Clients by what they are to do.
#[derive(Default)]
struct Clients(Vec<(ClientOptions, Client)>);

impl Clients {
    /// The client with the time limit of a section, and with its certificates.
    fn client(&mut self, options: &Options, section: &str, certificates: Option<&str>) -> &Client {
        let limit = seconds(options, section, "timeout", 10.0, &mut Vec::new());
        let limit = Duration::try_from_secs_f64(limit).unwrap_or_default().max(Duration::from_millis(100));
        let wanted = ClientOptions {
            certificates: certificates.filter(|path| !path.is_empty()).map(Into::into),
            connect: limit,
            // Their limit is for each read; this one is for all of them.
            total: limit.saturating_mul(6),
        };
        let index = self.0.iter().position(|(known, _)| *known == wanted).unwrap_or_else(|| {
            self.0.push((wanted.clone(), Client::new(wanted)));
            self.0.len() - 1
        });
        &self.0[index].1
    }
}

/// An option that is needed, or that it is missing.
fn needed<'a>(options: &'a Options, section: &str, name: &'static str) -> Result<&'a str, Answer> {
    options.get(section, name).filter(|value| !value.is_empty()).ok_or(Answer::NotConfigured(name))
}

/// The JSON of an answer.
fn json_of(response: &Response, what: &str) -> Fetched {
    json::parse(response.text()?).map_err(|error| {
        let place = format!("line {}, column {}", error.line, error.column);
        Answer::Unavailable(format!("{what} is not valid JSON ({place})"))
    })
}

/// The content, if it is a map.
fn map_of(content: Value, what: &str) -> Fetched {
    match content {
        Value::Map(_) => Ok(content),
        other => Err(Answer::Unavailable(format!("{what} is {} instead of a map", other.kind()))),
    }
}
