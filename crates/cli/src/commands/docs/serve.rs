//! `serve`: a preview that updates with every change of the schemas, the templates and the guide.

use std::path::Path;
use std::sync::Arc;

use clap::Args;
use codegen::{Follower, Listener};

use super::build::{SiteArgs, sources};
use crate::inputs::changes::{Changes, Depth};
use crate::outcome::{CommandResult, Failure, Outcome};
use crate::session::Session;

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

/// Parses the address of a preview: `127.0.0.1:9000`, or only a port.
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
    let sources = sources(session, args.site.docs())?;
    let mut changes = Changes::new()?;
    // Watching starts before reading, so that no change in between is missed.
    let folders = [settings.templates.as_deref(), settings.site.as_deref()].into_iter().flatten();
    let trees = sources.schemas().chain(folders).map(|path| (path, Depth::Tree));
    // An editor can replace the file, and a watch on the file itself would stay on the old one.
    let docs = sources.docs_path().and_then(Path::parent);
    let docs = docs.map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    for (path, depth) in trees.chain(docs.map(|folder| (folder, Depth::Folder))) {
        changes.watch(path, depth)?;
    }
    let listener = Listener::bind(&args.address, &args.hosts)?;
    let mut follower = Follower::new(settings, sources)?;
    let address = listener.serve(Arc::clone(&follower.preview));
    follower.rebuild(&mut session.console())?;
    watch_plug_ins(&follower, &mut changes)?;
    writeln!(session.out, "Serving on http://{address}/ and watching for changes; stop with Ctrl-C")?;
    session.out.flush()?;
    while let Some(paths) = changes.next() {
        follower.take_in(&paths, &mut session.console())?;
        watch_plug_ins(&follower, &mut changes)?;
        session.out.flush()?;
    }
    Ok(Outcome::Done)
}

/// Watches the schemas of plug-ins, which `docs.yaml` names.
fn watch_plug_ins(follower: &Follower, changes: &mut Changes) -> Result<(), Failure> {
    follower.plug_ins().filter(|path| path.exists()).try_for_each(|path| changes.watch(path, Depth::Tree))
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
