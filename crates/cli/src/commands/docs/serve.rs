//! `serve`: a preview that updates with every change of the schemas, the templates and the guide.

use clap::Args;

use super::build::SiteArgs;
use crate::outcome::CommandResult;
use crate::session::Session;
use crate::site::serve;

/// An example, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Example:
  heat-codegen serve --address 127.0.0.1:9000

A page reloads itself when its sources change; errors are shown over the page and in the terminal.";

/// The arguments of `serve`.
#[derive(Debug, Clone, Args)]
pub struct ServeArgs {
    /// The address to listen on, or its port alone.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080", value_parser = address)]
    address: String,
    /// Also answer requests for this host, in addition to `localhost` and the address listened on. Can be repeated.
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    #[command(flatten)]
    site: SiteArgs,
}

/// The address of a preview: `127.0.0.1:9000`, or a port alone.
fn address(text: &str) -> Result<String, String> {
    if text.parse::<u16>().is_ok() {
        return Ok(format!("127.0.0.1:{text}"));
    }
    let port = text.rsplit_once(':').filter(|(host, _)| !host.is_empty()).map(|(_, port)| port);
    if port.is_none_or(|port| port.parse::<u16>().is_err()) {
        return Err("an address is a host and a port, such as 127.0.0.1:9000, or a port alone".to_owned());
    }
    Ok(text.to_owned())
}

/// Runs `serve` until it is stopped from outside.
///
/// # Errors
/// If it cannot listen on the address, or the folders cannot be watched.
pub fn run(args: &ServeArgs, session: &mut Session) -> CommandResult {
    let settings = args.site.settings(session)?;
    serve::run(settings, args.site.docs(), &args.address, &args.hosts, session)
}

#[cfg(test)]
mod tests {
    use super::address;

    #[test]
    fn an_address_has_a_port() {
        let check =
            |text: &str, expect: Option<&str>| assert_eq!(address(text).ok().as_deref(), expect, "{text}");
        check("80", Some("127.0.0.1:80"));
        check("0.0.0.0:8080", Some("0.0.0.0:8080"));
        check("[::1]:8080", Some("[::1]:8080"));
        check("localhost", None);
        check("localhost:web", None);
        check(":8080", None);
        check("99999", None);
    }
}
