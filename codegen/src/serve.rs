//! A preview that follows every change of the schemas, the templates and the guide.
//!
//! The site is kept in memory. When a schema is saved, its page is rendered again immediately, followed by the rest of the
//! site. If the change contains errors, the last good site stays, and the errors are shown over the page and in the terminal.

use std::collections::BTreeSet;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf, absolute};
use std::sync::Arc;
use std::time::Instant;

use heat_catalogue::SchemaFiles;
use heat_catalogue::io_error::describe;
use heat_report::Failure;
use heat_site::{DocsFile, Memory, SiteOptions, SiteSettings, Templates, build, render_one};
use heat_yaml::{Diagnostic, Severity};

use crate::console::Console;
use crate::http::{Hosts, without_port};
use crate::preview::{Preview, answer_requests};
use crate::sources::Sources;

/// A port on which a preview is served.
pub struct Listener {
    socket: TcpListener,
    address: SocketAddr,
    hosts: Hosts,
}

impl Listener {
    /// Listens on an address. Requests are answered for these hosts, and for the address.
    ///
    /// # Errors
    /// If it cannot listen on the address.
    pub fn bind(address: &str, hosts: &[String]) -> Result<Self, Failure> {
        let cannot_listen = |error: std::io::Error| {
            Failure::unreadable(format!("cannot listen on {address}: {}", describe(&error)))
        };
        let socket = TcpListener::bind(address).map_err(cannot_listen)?;
        let bound = socket.local_addr().map_err(cannot_listen)?;
        // The name on which it listens is also a known host.
        let names = hosts.iter().cloned().chain([without_port(address).to_owned()]).collect();
        Ok(Self { socket, address: bound, hosts: Hosts { bound: Some(bound.ip()), names } })
    }

    /// Answers requests with a preview, in a thread of its own, and returns the address.
    pub fn serve(self, preview: Arc<Preview>) -> SocketAddr {
        let Self { socket, address, hosts } = self;
        std::thread::spawn(move || answer_requests(&socket, &hosts, &preview));
        address
    }
}

/// Keeps a preview up to date with its source files.
pub struct Follower {
    settings: SiteSettings,
    sources: Sources,
    files: SchemaFiles,
    docs: Option<DocsFile>,
    templates: Templates,
    /// The current contents.
    pub preview: Arc<Preview>,
}

impl Follower {
    /// Reads everything once.
    ///
    /// # Errors
    /// If there is no catalogue or a template does not compile.
    pub fn new(settings: SiteSettings, sources: Sources) -> Result<Self, Failure> {
        let (files, docs) = sources.read()?;
        let templates = settings.templates().map_err(|error| Failure::refused(error.message))?;
        Ok(Self { settings, sources, files, docs, templates, preview: Arc::default() })
    }

    /// The options of the site, at the address of the preview.
    fn options(&self) -> Result<SiteOptions, Vec<Diagnostic>> {
        let options = self.settings.options().map_err(|error| vec![error])?;
        let options = self.settings.fitted(options, self.docs.as_ref(), &self.files)?;
        Ok(SiteOptions { base_url: None, ..options })
    }

    /// The folders and files with the schemas of plug-ins, which `docs.yaml` names.
    pub fn plug_ins(&self) -> impl Iterator<Item = &Path> {
        self.docs.iter().flat_map(|docs| docs.plug_ins.iter().map(|plug_in| plug_in.types.as_path()))
    }

    /// Returns whether a change concerns the site. Other files in the folder of `docs.yaml` change, too.
    fn concerns(&self, path: &Path) -> bool {
        let folders = [self.settings.templates.as_deref(), self.settings.site.as_deref()];
        let sources = self.sources.schemas().chain(folders.into_iter().flatten());
        let is_docs = self.sources.docs_path().is_some_and(|docs| docs.file_name() == path.file_name());
        is_docs || sources.chain(self.plug_ins()).any(|source| path.starts_with(canonical_path(source)))
    }

    /// Processes changes of files.
    ///
    /// # Errors
    /// If the console's handles cannot be written to.
    pub fn take_in(&mut self, paths: &BTreeSet<PathBuf>, console: &mut Console<'_>) -> Result<(), Failure> {
        let start = Instant::now();
        if !paths.iter().any(|path| self.concerns(path)) {
            return Ok(());
        }
        let is_schema = |path: &Path| {
            let is_yaml = path.extension().is_some_and(|end| end == "yaml");
            is_yaml && self.sources.schemas().any(|folder| path.starts_with(canonical_path(folder)))
        };
        if let [path] = paths.iter().filter(|path| is_schema(path)).collect::<Vec<_>>()[..]
            && let Some(name) = self.files.reread(path)
            && let Ok(options) = self.options()
            && let Ok(pages) = render_one(self.files.catalogue(), &options, &self.templates, &name)
        {
            self.preview.replace(pages);
            writeln!(console.out, "{name} rewritten in {} ms", start.elapsed().as_millis())?;
        } else {
            match self.sources.read() {
                Ok(read) => (self.files, self.docs) = read,
                // The folder may be back with the next change.
                Err(failure) => {
                    let error = Diagnostic::error("unreadable-file", failure.message());
                    return self.show_errors(&[error], console);
                }
            }
            match self.settings.templates() {
                Ok(templates) => self.templates = templates,
                Err(error) => return self.show_errors(&[error], console),
            }
        }
        self.rebuild(console)
    }

    /// Renders the whole site again.
    ///
    /// # Errors
    /// If the console's handles cannot be written to.
    pub fn rebuild(&mut self, console: &mut Console<'_>) -> Result<(), Failure> {
        let start = Instant::now();
        let mut diagnostics = self.files.diagnostics.clone();
        diagnostics.extend(self.files.lint_own(&self.files.tables_for_rules()));
        diagnostics.retain(|found| found.severity == Severity::Error);
        if !diagnostics.is_empty() {
            return self.show_errors(&diagnostics, console);
        }
        let memory = Memory::default();
        let options = match self.options() {
            Ok(options) => options,
            Err(found) => return self.show_errors(&found, console),
        };
        let site = build(self.files.catalogue(), &options, &self.templates, &memory);
        match site {
            Ok(site) => {
                let pages = site.counts.pages;
                self.preview.show(memory.into_files());
                writeln!(console.out, "{pages} pages in {} ms", start.elapsed().as_millis())?;
                Ok(())
            }
            Err(error) => self.show_errors(&[error], console),
        }
    }

    fn show_errors(&self, errors: &[Diagnostic], console: &mut Console<'_>) -> Result<(), Failure> {
        console.draw(errors)?;
        let mut plain = Vec::new();
        heat_report::text::draw(errors, false, &mut plain)?;
        self.preview.show_errors(String::from_utf8_lossy(&plain).into_owned());
        Ok(())
    }
}

/// Canonical path, as a file watcher reports it, also for a file that does not exist yet.
#[must_use]
pub fn canonical_path(path: &Path) -> PathBuf {
    let path = absolute(path).unwrap_or_else(|_| path.to_path_buf());
    if let Ok(found) = path.canonicalize() {
        return found;
    }
    match (path.parent().and_then(|parent| parent.canonicalize().ok()), path.file_name()) {
        (Some(parent), Some(name)) => parent.join(name),
        _ => path,
    }
}
