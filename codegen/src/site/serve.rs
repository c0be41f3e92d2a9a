//! A preview that follows every change of the schemas, the templates and the guide.
//!
//! The site is kept in memory. When a schema is saved, its page is rendered again immediately, followed by the rest of the
//! site. If the change contains errors, the last good site stays, and the errors are shown over the page and in the terminal.

use std::collections::BTreeSet;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use heat_catalogue::SchemaFiles;
use heat_catalogue::io_error::describe;
use heat_site::SiteSettings;
use heat_site::{Memory, Templates, build, render_one};
use heat_yaml::{Diagnostic, Severity};
use notify::{RecursiveMode, Watcher};

use super::http::{Hosts, without_port};
use super::preview::{Preview, answer_requests};
use crate::outcome::{CommandResult, Failure, Outcome};
use crate::session::Session;

/// The time without a further change after which changes are processed: editors save in several steps.
const DEBOUNCE: Duration = Duration::from_millis(5);

/// Serves the site on an address, until the program is stopped from outside. Requests are answered for these hosts, and for the
/// address.
///
/// # Errors
/// If it cannot listen on the address, or the folders cannot be watched.
pub fn run(settings: SiteSettings, address: &str, hosts: &[String], session: &mut Session) -> CommandResult {
    let (sender, changes) = channel();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        if let Ok(event) = event.as_ref()
            && !matches!(event.kind, notify::EventKind::Access(_))
        {
            // The receiver lives as long as the program.
            _ = sender.send(event.paths.clone());
        }
    })
    .map_err(|error| Failure::unreadable(format!("cannot watch for changes: {error}")))?;
    // Watching starts before reading, so that no change in between is missed.
    let schemas = (!session.is_built_in).then_some(&session.schemas);
    let folders = [schemas, settings.templates.as_ref(), settings.site.as_ref()];
    for folder in folders.iter().flatten() {
        watcher
            .watch(folder, RecursiveMode::Recursive)
            .map_err(|error| Failure::unreadable(format!("cannot watch `{}`: {error}", folder.display())))?;
    }
    let source = if session.is_built_in { "the built-in catalogue " } else { "" };
    let is_watching = folders.iter().any(Option::is_some);
    let watching = if is_watching { " and watching for changes" } else { "" };
    let cannot_listen = |error: std::io::Error| {
        Failure::unreadable(format!("cannot listen on {address}: {}", describe(&error)))
    };
    let listener = TcpListener::bind(address).map_err(cannot_listen)?;
    let bound = listener.local_addr().map_err(cannot_listen)?;
    // The name on which it listens is also a known host.
    let names = hosts.iter().cloned().chain([without_port(address).to_owned()]).collect();
    let hosts = Hosts { bound: Some(bound.ip()), names };
    let mut follower = Follower::new(settings, session)?;
    let preview = Arc::clone(&follower.preview);
    std::thread::spawn(move || answer_requests(&listener, &hosts, &preview));
    follower.rebuild(session)?;
    writeln!(session.out, "Serving {source}on http://{bound}/{watching}; stop with Ctrl-C")?;
    session.out.flush()?;
    while let Some(paths) = next_changes(&changes) {
        follower.take_in(&paths, session)?;
        session.out.flush()?;
    }
    Ok(Outcome::Done)
}

/// The paths that changed, once there has been no further change for a moment. `None` if nothing is being watched.
fn next_changes(changes: &Receiver<Vec<PathBuf>>) -> Option<BTreeSet<PathBuf>> {
    let mut paths: BTreeSet<PathBuf> = changes.recv().ok()?.into_iter().collect();
    loop {
        match changes.recv_timeout(DEBOUNCE) {
            Ok(more) => paths.extend(more),
            Err(RecvTimeoutError::Timeout) => return Some(paths),
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
}

/// Keeps a preview up to date with its source files.
pub struct Follower {
    settings: SiteSettings,
    /// The catalogue's folder; none if the built-in catalogue is shown, in which nothing changes.
    schemas: Option<PathBuf>,
    files: SchemaFiles,
    templates: Templates,
    /// The current contents.
    pub preview: Arc<Preview>,
}

impl Follower {
    /// Reads everything once.
    ///
    /// # Errors
    /// If there is no catalogue or a template does not compile.
    pub fn new(settings: SiteSettings, session: &Session) -> Result<Self, Failure> {
        let files = session.read()?;
        let templates = settings.templates().map_err(|error| Failure::refused(error.message))?;
        let schemas = (!session.is_built_in).then(|| session.schemas.clone());
        Ok(Self { settings, schemas, files, templates, preview: Arc::default() })
    }

    /// Processes changes of files.
    ///
    /// # Errors
    /// If the session's handles cannot be written to.
    pub fn take_in(&mut self, paths: &BTreeSet<PathBuf>, session: &mut Session) -> Result<(), Failure> {
        let start = Instant::now();
        let is_schema = |path: &Path| {
            let is_below = self.schemas.as_ref().is_some_and(|schemas| path.starts_with(schemas));
            is_below && path.extension().is_some_and(|end| end == "yaml")
        };
        if let [path] = paths.iter().filter(|path| is_schema(path)).collect::<Vec<_>>()[..]
            && let Some(name) = self.files.reread(path)
            && let Ok(options) = self.settings.options()
            && let Ok(pages) = render_one(self.files.catalogue(), &options, &self.templates, &name)
        {
            self.preview.replace(pages);
            writeln!(session.out, "{name} rewritten in {} ms", start.elapsed().as_millis())?;
        } else {
            if let Some(schemas) = &self.schemas {
                self.files = SchemaFiles::read(schemas);
            }
            match self.settings.templates() {
                Ok(templates) => self.templates = templates,
                Err(error) => return self.show_errors(&[error], session),
            }
        }
        self.rebuild(session)
    }

    /// Renders the whole site again.
    ///
    /// # Errors
    /// If the session's handles cannot be written to.
    pub fn rebuild(&mut self, session: &mut Session) -> Result<(), Failure> {
        let start = Instant::now();
        let mut diagnostics = self.files.diagnostics.clone();
        diagnostics.extend(self.files.lint(&self.files.tables_for_rules()));
        diagnostics.retain(|found| found.severity == Severity::Error);
        if !diagnostics.is_empty() {
            return self.show_errors(&diagnostics, session);
        }
        let memory = Memory::default();
        let site = self
            .settings
            .options()
            .and_then(|options| build(self.files.catalogue(), &options, &self.templates, &memory));
        match site {
            Ok(site) => {
                let pages = site.counts.pages;
                self.preview.show(memory.into_files());
                writeln!(session.out, "{pages} pages in {} ms", start.elapsed().as_millis())?;
                Ok(())
            }
            Err(error) => self.show_errors(&[error], session),
        }
    }

    fn show_errors(&self, errors: &[Diagnostic], session: &mut Session) -> Result<(), Failure> {
        session.draw(errors)?;
        let mut plain = Vec::new();
        heat_report::text::draw(errors, false, &mut plain)?;
        self.preview.show_errors(String::from_utf8_lossy(&plain).into_owned());
        Ok(())
    }
}
