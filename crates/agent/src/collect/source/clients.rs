//! Clients by their options. A client keeps its connections and certificates for the next poll.

use std::time::Duration;

use crate::collect::ini::Options;
use crate::collect::settings::seconds;
use crate::network::{Client, ClientOptions};

/// Clients with the options that they were created for.
#[derive(Default)]
pub(super) struct Clients(Vec<(ClientOptions, Client)>);

impl Clients {
    /// Drops all clients, so that the next requests create new ones.
    pub(super) fn forget(&mut self) {
        self.0.clear();
    }

    /// Returns the client with the time limit of a section, and with its certificates.
    pub(super) fn client(&mut self, options: &Options, section: &str, certificates: Option<&str>) -> &Client {
        let limit = seconds(options, section, "timeout", 10.0, &mut Vec::new());
        let limit = Duration::try_from_secs_f64(limit).unwrap_or_default().max(Duration::from_millis(100));
        let wanted = ClientOptions {
            certificates: certificates.filter(|path| !path.is_empty()).map(Into::into),
            connect: limit,
            // In os-collect-config, the limit applies to each read; this one applies to all of them.
            total: limit.saturating_mul(6),
        };
        let index = self.0.iter().position(|(known, _)| *known == wanted).unwrap_or_else(|| {
            self.0.push((wanted.clone(), Client::new(wanted)));
            self.0.len() - 1
        });
        &self.0[index].1
    }
}
