//! The sources of metadata, one file each.

mod answer;
mod cfn;
mod clients;
mod config_drive;
mod ec2;
mod heat;
mod heat_local;
mod local;
mod request;
mod session;
mod zaqar;

use clients::Clients;
use session::Sessions;

use super::ini::Options;
use super::merge::with_deployments;
use super::settings::{Settings, Source};
use crate::network::Failure;
use heat_deployments::log::Log;

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
            Source::HeatLocal => heat_local::fetch(options, log),
            Source::Ec2 if cached => return Answer::Unchanged,
            Source::Ec2 => ec2::fetch(&mut self.clients, options, log),
            Source::Cfn => cfn::fetch(&mut self.clients, options, log),
            Source::Heat => heat::fetch(&mut self.clients, &mut self.sessions, options),
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
