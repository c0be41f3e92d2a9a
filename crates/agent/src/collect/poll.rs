//! Polling: asks the sources, stores and merges their answers, applies them, and waits.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use heat_model::Value;
use heat_model::python::json_dumps;
use heat_model::value::Map;
use indexmap::IndexMap;

use super::cache::{Cache, STYLE};
use super::files::read_text;
use super::ini::Options;
use super::merge::{NamedContent, merged, with_deployments};
use super::settings::{Settings, Source, take_over};
use super::source::{Answer, Sources};
use crate::network::Sleep;
use heat_deployments::files::{PRIVATE, make_folder, replace};
use heat_deployments::json::indented;
use heat_deployments::lock::Lock;
use heat_deployments::log::Log;

/// Key of the metadata with the list of deployments.
const DEPLOYMENTS: &str = "deployments";

/// Key of the metadata with settings.
const SETTINGS: &str = "os-collect-config";

/// Maximum number of polls without a pause, while settings keep leading to other settings.
const MAX_STEPS: u32 = 4;

/// Environment variable with the collector's process ID, for the command that it runs.
pub const COLLECTOR: &str = "HEAT_CONFIG_COLLECTOR";

/// Lock of the cache, if it can be locked.
struct CacheLock(#[expect(dead_code, reason = "it is only held")] Option<Lock>);

/// Applies the collected metadata.
pub trait Apply {
    /// Applies the metadata: the list of deployments is up to date, and so are the files. If the outcome is a failure, it is
    /// repeated.
    fn apply(&mut self, files: &[PathBuf], settings: &Settings, log: &mut dyn Log) -> ApplyOutcome;

    /// Returns whether there is something to apply although nothing has changed: a signal that was not accepted.
    fn is_waiting(&self) -> bool;
}

/// Outcome of applying the collected metadata.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApplyOutcome {
    /// The collected metadata were applied.
    Done,
    /// The collected metadata were not applied, with this exit code.
    Failed(u8),
}

/// Result of a poll.
#[derive(Debug, Default)]
pub struct Poll {
    /// Names of the contents that differ from those applied last.
    pub changed: Vec<String>,
    /// `true` if the settings changed, so that other sources have to be asked.
    pub other_settings: bool,
    /// Files of the collected contents, in order.
    pub files: Vec<PathBuf>,
}

/// Duration of polling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PollMode {
    /// Until the current metadata were applied once.
    Once,
    /// Until the process ends.
    Forever,
}

/// Collects metadata from the sources.
pub struct Collector {
    files: Vec<PathBuf>,
    /// Options of the command line, which take precedence over all others.
    given: Options,
    list: PathBuf,
    sources: Sources,
    /// Most recent settings from the metadata.
    taken: Option<Value>,
    /// Most recent answer of each source.
    kept: IndexMap<Source, Vec<NamedContent>>,
    /// The cache that was read.
    cache: Option<Cache>,
    /// Last problem reported about each source and the settings, so that it is reported only once.
    reported: IndexMap<String, String>,
    /// Missing setting of each source, so that it is reported only once.
    missing: IndexMap<Source, &'static str>,
    /// Names in the cache, in order.
    names: Vec<String>,
    /// IDs of the processes that this one is part of.
    started_by: Vec<OsString>,
}

impl Collector {
    /// Returns a collector with settings from those of the files that exist, and the list of deployments that it writes.
    #[must_use]
    pub fn new(files: Vec<PathBuf>, given: Options, list: PathBuf) -> Self {
        Self {
            files,
            given,
            list,
            sources: Sources::default(),
            taken: None,
            kept: IndexMap::new(),
            cache: None,
            reported: IndexMap::new(),
            missing: IndexMap::new(),
            names: Vec::new(),
            started_by: Vec::new(),
        }
    }

    /// Sets the IDs of the processes that this one is part of, for which a collector must not wait: the value of [`COLLECTOR`],
    /// and that of [`AGENT`](heat_deployments::lock::AGENT).
    #[must_use]
    pub fn started_by(mut self, processes: impl IntoIterator<Item = OsString>) -> Self {
        self.started_by = processes.into_iter().collect();
        self
    }

    /// Locks the cache. `None` if the collector that started this process has locked it.
    fn lock(&mut self, log: &mut dyn Log) -> Option<CacheLock> {
        let folder = self.settings(log).cache;
        let waiting = "Another collector is running: waiting until it has finished";
        let started_by = self.started_by.iter().map(OsString::as_os_str);
        match make_folder(&folder).and_then(|()| Lock::of_folder(&folder, started_by, waiting, log)) {
            Ok(lock) => Some(CacheLock(Some(lock))),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => None,
            Err(error) => {
                // A cache that cannot be written is reported later, with the name of the file.
                log.debug(&format!("the cache cannot be locked: {error}"));
                Some(CacheLock(None))
            }
        }
    }

    /// Returns the current settings.
    pub fn settings(&mut self, log: &mut dyn Log) -> Settings {
        self.options_and_settings(log).1
    }

    fn options_and_settings(&mut self, log: &mut dyn Log) -> (Options, Settings) {
        let mut options = Options::default();
        let mut problems = Vec::new();
        for file in &self.files {
            let shown = file.display();
            match read_text(file) {
                Ok(Some(text)) => {
                    let (found, invalid) = Options::parse(&text);
                    options.extend(&found);
                    problems.extend(invalid.into_iter().map(|problem| format!("{shown}: {problem}")));
                }
                Ok(None) => {}
                Err(problem) => problems.push(format!("{shown} cannot be read: {problem}")),
            }
        }
        if let Some(taken) = &self.taken {
            take_over(&mut options, taken);
        }
        options.extend(&self.given);
        let settings = Settings::new(&options, &mut problems);
        self.report("settings", &problems.join("; "), log);
        (options, settings)
    }

    /// Logs a problem unless it is the one that was last logged for this subject.
    fn report(&mut self, subject: &str, problem: &str, log: &mut dyn Log) {
        let before = self.reported.insert(subject.to_owned(), problem.to_owned()).unwrap_or_default();
        match problem {
            _ if before == problem => {}
            "" => log.info(&format!("{subject}: available again")),
            _ => log.warning(&format!("{subject}: {problem}")),
        }
    }

    /// Asks each source once, and stores the answers in the cache and in the list of deployments. Always returns a result,
    /// whatever fails.
    pub fn poll(&mut self, log: &mut dyn Log) -> Poll {
        let (options, settings) = self.options_and_settings(log);
        let cache = Cache::new(&settings.cache, &settings.backup);
        if self.cache.as_ref() != Some(&cache) {
            self.remember(&cache, &settings, log);
            self.cache = Some(cache.clone());
            let (_, remembered) = self.options_and_settings(log);
            if remembered != settings {
                return Poll { other_settings: true, ..Poll::default() };
            }
        }
        self.ask(&options, &settings, log);
        let all = all(&self.kept, &settings);
        let mut poll = Poll::default();
        let mut names = Vec::new();
        let mut is_kept = true;
        for (name, content) in &all {
            match cache.store(name, content) {
                Ok(true) => poll.changed.push(name.clone()),
                Ok(false) => {}
                Err(error) => {
                    is_kept = false;
                    log.error(&format!("{name}: cannot be kept in the cache: {error}"));
                }
            }
            names.push(name.clone());
            poll.files.push(cache.path(name));
        }
        if (!poll.changed.is_empty() || (names != self.names && !cache.has_list(&names)))
            && let Err(error) = cache.store_list(&names)
        {
            log.error(&format!("the cache cannot be written: {error}"));
        }
        self.names = names;
        let found = merged(all.into_iter().map(|(_, content)| content));
        self.write_list(&found, log);
        if is_kept && let Err(failure) = self.sources.kept(&options) {
            log.warning(&format!("zaqar: messages that were read are still in the queue: {failure}"));
        }
        if let Some(taken) = found.get(SETTINGS)
            && self.taken.as_ref().is_none_or(|before| !before.python_eq(taken))
        {
            self.taken = Some(taken.clone());
            // All options are compared, not only those about collecting as such: credentials may have changed.
            poll.other_settings = self.options_and_settings(log).0 != options;
        }
        poll
    }

    /// Starts from the metadata collected before this process.
    fn remember(&mut self, cache: &Cache, settings: &Settings, log: &mut dyn Log) {
        if self.taken.is_none() {
            self.taken = merged(&cache.read_all()).get(SETTINGS).cloned();
        }
        for source in Source::ALL {
            // Files are read anyway.
            let is_file = matches!(source, Source::HeatLocal | Source::Local);
            if is_file || self.kept.contains_key(&source) {
                continue;
            }
            if let Some(content) = cache.read(source.name()) {
                let found = with_deployments(source.name(), content, &settings.deployment_keys, log);
                self.kept.insert(source, found);
            }
        }
    }

    fn ask(&mut self, options: &Options, settings: &Settings, log: &mut dyn Log) {
        for source in settings.sources.iter().copied() {
            let cached = self.kept.contains_key(&source);
            let problem = match self.sources.ask(source, options, settings, cached, log) {
                Answer::Content(found) => {
                    self.kept.insert(source, found);
                    String::new()
                }
                Answer::Unchanged => String::new(),
                // Its last answer is still used.
                Answer::Unavailable(problem) => problem,
                Answer::NotConfigured(missing) => {
                    self.kept.shift_remove(&source);
                    let before = self.missing.insert(source, missing);
                    if before != Some(missing) {
                        log.debug(&format!("{}: not configured ({missing})", source.name()));
                    }
                    continue;
                }
            };
            self.report(source.name(), &problem, log);
        }
    }

    /// Writes the list of deployments if it differs.
    fn write_list(&mut self, found: &Map, log: &mut dyn Log) {
        let text = match found.get(DEPLOYMENTS) {
            // As before the first metadata: no deployment is known.
            None | Some(Value::Null) => return,
            Some(deployments @ Value::List(_)) => json_dumps(deployments),
            Some(other) => {
                let problem = format!("the deployments are {} instead of a list", other.kind());
                return self.report("metadata", &problem, log);
            }
        };
        if let Err(error) = write_if_different(&self.list, &text) {
            log.error(&format!("the list of deployments cannot be written: {error}"));
        }
    }

    /// Returns the current answers of the sources as JSON, without storing or applying anything.
    pub fn print(&mut self, log: &mut dyn Log) -> String {
        let mut steps = 0;
        loop {
            let (options, settings) = self.options_and_settings(log);
            self.ask(&options, &settings, log);
            let all = all(&self.kept, &settings);
            let taken = merged(all.iter().map(|(_, content)| *content)).get(SETTINGS).cloned();
            let text =
                indented(&all.into_iter().map(|(name, content)| (name, content.clone())).collect(), STYLE);
            self.taken = taken.or(self.taken.take());
            steps += 1;
            if steps < MAX_STEPS && self.options_and_settings(log).0 != options {
                continue;
            }
            return text;
        }
    }

    /// Polls and applies. Returns the exit code of the last attempt to apply, if polling ends.
    pub fn collect(
        &mut self,
        polling: PollMode,
        apply: &mut dyn Apply,
        sleep: &mut Sleep<'_>,
        log: &mut dyn Log,
    ) -> u8 {
        let mut pause = Duration::ZERO;
        let mut steps = 0;
        let mut is_first = true;
        loop {
            // The lock is kept until the collected metadata are applied: another collector must not treat them as done before.
            let Some(lock) = self.lock(log) else {
                log.warning("The collector that runs this hook is at work: the metadata are left to it");
                if polling == PollMode::Once {
                    return 0;
                }
                sleep(self.settings(log).longest);
                continue;
            };
            let poll = self.poll(log);
            if poll.other_settings && steps < MAX_STEPS {
                log.info("the metadata changed the settings: collecting again");
                steps += 1;
                continue;
            }
            steps = 0;
            let settings = self.settings(log);
            let has_changed = !poll.changed.is_empty();
            let mut code = 0;
            let mut is_new = false;
            if has_changed || is_first || polling == PollMode::Once || apply.is_waiting() {
                match apply.apply(&poll.files, &settings, log) {
                    ApplyOutcome::Done => {
                        self.commit(&poll.changed, log);
                        is_new = has_changed;
                    }
                    ApplyOutcome::Failed(failed) => code = failed,
                }
                is_first = false;
            }
            if polling == PollMode::Once {
                return code;
            }
            // One change often leads to the next: deployments depend on each other.
            pause = if is_new {
                settings.shortest
            } else {
                pause.saturating_mul(2).clamp(settings.shortest, settings.longest)
            };
            drop(lock);
            sleep(pause);
        }
    }

    fn commit(&self, names: &[String], log: &mut dyn Log) {
        let Some(cache) = &self.cache else { return };
        for name in names {
            if let Err(error) = cache.commit(name) {
                log.error(&format!("{name}: that it was applied cannot be remembered: {error}"));
            }
        }
    }
}

/// Returns the content of all sources, in their order, with unique names.
fn all<'a>(
    kept: &'a IndexMap<Source, Vec<NamedContent>>,
    settings: &Settings,
) -> IndexMap<String, &'a Value> {
    let mut all = IndexMap::new();
    for source in &settings.sources {
        for (name, content) in kept.get(source).into_iter().flatten() {
            let is_own = name == source.name();
            let mut free = name.clone();
            // A deployment can have the name of a source, or that of another deployment.
            while all.contains_key(&free) || (!is_own && is_reserved(&free)) {
                free.push_str("-2");
            }
            all.insert(free, content);
        }
    }
    all
}

/// Returns whether the cache uses the name for something other than a deployment.
fn is_reserved(name: &str) -> bool {
    name == "os_config_files" || Source::from_name(name).is_some()
}

/// Writes a private file unless it already has this content. A file that others can read is made private.
fn write_if_different(path: &Path, text: &str) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = fs::symlink_metadata(path).map(|metadata| metadata.permissions().mode() & 0o7777);
    if mode.is_ok_and(|mode| mode == PRIVATE) && fs::read(path).is_ok_and(|old| old == text.as_bytes()) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        make_folder(folder)?;
    }
    replace(path, PRIVATE, text.as_bytes())
}
