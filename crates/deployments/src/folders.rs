//! Paths of all files and folders: from the environment variables of the Python programs, with their defaults; or below one
//! folder, to try things out.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use crate::lock::AGENT;

/// The folder of hooks that is searched before the default folders.
const HOOKS: &str = "HEAT_CONFIG_HOOKS";
const NOTIFY: &str = "HEAT_CONFIG_NOTIFY";
const TIMEOUT: &str = "HEAT_CONFIG_TIMEOUT";

/// Paths of all files and folders.
#[derive(Debug, Clone, Default)]
pub struct Folders {
    variables: HashMap<String, OsString>,
    root: Option<PathBuf>,
    supervisor: Option<Vec<OsString>>,
}

impl Folders {
    /// Returns the paths set in the environment of this process.
    #[must_use]
    pub fn from_environment() -> Self {
        let variables =
            std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value)));
        Self::from_variables(variables)
    }

    /// Returns the paths set by these variables.
    #[must_use]
    pub fn from_variables(variables: impl IntoIterator<Item = (String, OsString)>) -> Self {
        Self { variables: variables.into_iter().collect(), ..Self::default() }
    }

    /// Puts everything below a folder, to try things out. The variables for programs and for the folder of hooks still apply;
    /// those for other paths do not.
    #[must_use]
    pub fn below(mut self, root: impl Into<PathBuf>) -> Self {
        self.root = Some(absolute(root.into()));
        self
    }

    /// Runs each hook in a process of its own, which finishes the hook even if this process is stopped: this program with these
    /// arguments, with which it calls [`supervise`](crate::supervise).
    #[must_use]
    pub fn supervised_by(mut self, arguments: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        self.supervisor = Some(arguments.into_iter().map(Into::into).collect());
        self
    }

    /// The arguments with which this program supervises a hook.
    pub(crate) fn supervisor(&self) -> Option<&[OsString]> {
        self.supervisor.as_deref()
    }

    /// Path of the list of deployments, `HEAT_SHELL_CONFIG`.
    #[must_use]
    pub fn list(&self) -> PathBuf {
        self.path("HEAT_SHELL_CONFIG", "/var/run/heat-config/heat-config")
    }

    /// Folders with hooks, in the order in which they are searched.
    #[must_use]
    pub fn hooks(&self) -> Vec<PathBuf> {
        let first = self.variable(HOOKS).map(|path| absolute(path.into()));
        let others = ["/usr/libexec/heat-config/hooks", "/var/lib/heat-config/hooks"];
        first.into_iter().chain(others.map(|folder| self.placed(Path::new(folder)))).collect()
    }

    /// Folder with the state of the deployments, `HEAT_CONFIG_DEPLOYED`.
    #[must_use]
    pub fn deployed(&self) -> PathBuf {
        self.path("HEAT_CONFIG_DEPLOYED", "/var/lib/heat-config/deployed")
    }

    /// Folder in which older images stored the state, `HEAT_CONFIG_DEPLOYED_OLD`.
    #[must_use]
    pub fn deployed_before(&self) -> PathBuf {
        self.path("HEAT_CONFIG_DEPLOYED_OLD", "/var/run/heat-config/deployed")
    }

    /// The program that signals, `HEAT_CONFIG_NOTIFY`. `None` for the built-in notifier.
    #[must_use]
    pub fn notifier(&self) -> Option<&OsStr> {
        self.variable(NOTIFY)
    }

    /// Time limit of a hook, `HEAT_CONFIG_TIMEOUT` in seconds. `None` for no limit.
    ///
    /// # Errors
    /// If the variable is not a number of seconds.
    pub fn time_limit(&self) -> Result<Option<Duration>, String> {
        let Some(text) = self.variable(TIMEOUT) else { return Ok(None) };
        let seconds = text.to_str().and_then(|text| text.trim().parse::<f64>().ok());
        match seconds.map(Duration::try_from_secs_f64) {
            Some(Ok(limit)) if limit.is_zero() => Ok(None),
            Some(Ok(limit)) => Ok(Some(limit)),
            _ => Err(format!("{TIMEOUT} is not a number of seconds: hooks may take as long as they want")),
        }
    }

    /// Process ID of the agent that started this process as a hook.
    pub(crate) fn started_by(&self) -> Option<&OsStr> {
        self.variable(AGENT)
    }

    /// Returns the value of a variable for a path, or the default.
    #[must_use]
    pub fn path(&self, variable: &str, default: &str) -> PathBuf {
        match self.variable(variable) {
            Some(value) if self.root.is_none() => absolute(value.into()),
            _ => self.placed(Path::new(default)),
        }
    }

    /// Returns the value of a variable for a program or a text, or the default.
    #[must_use]
    pub fn text(&self, variable: &str, default: &str) -> OsString {
        self.variable(variable).map_or_else(|| default.into(), OsStr::to_owned)
    }

    /// Returns a path that a config names: unchanged, or below the root folder if one is set.
    #[must_use]
    pub fn placed(&self, path: &Path) -> PathBuf {
        let Some(root) = &self.root else { return path.to_owned() };
        let inside = path.components().filter(|component| matches!(component, Component::Normal(_)));
        inside.fold(root.clone(), |path, component| path.join(component))
    }

    /// Returns the value of a variable that is set and not empty.
    fn variable(&self, name: &str) -> Option<&OsStr> {
        self.variables.get(name).map(OsString::as_os_str).filter(|value| !value.is_empty())
    }
}

/// Makes a path absolute, for programs that start in another folder. A path that cannot be made absolute is returned unchanged.
fn absolute(path: PathBuf) -> PathBuf {
    std::path::absolute(&path).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folders(variables: &[(&str, &str)]) -> Folders {
        Folders::from_variables(variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).into())))
    }

    #[test]
    fn variables_replace_the_defaults() {
        let set = folders(&[("HEAT_SHELL_CONFIG", "/a"), ("HEAT_CONFIG_DEPLOYED", ""), (HOOKS, "/h")]);
        assert_eq!(set.list(), Path::new("/a"));
        assert_eq!(set.deployed(), Path::new("/var/lib/heat-config/deployed"));
        assert_eq!(set.hooks()[0], Path::new("/h"));
        assert_eq!(set.hooks().len(), 3);
        assert_eq!(folders(&[]).hooks().len(), 2);
        assert_eq!(folders(&[]).notifier(), None);
    }

    #[test]
    fn nothing_is_outside_the_folder_for_trying() {
        let tried = folders(&[("HEAT_SHELL_CONFIG", "/a"), (HOOKS, "/h")]).below("/scratch");
        assert_eq!(tried.list(), Path::new("/scratch/var/run/heat-config/heat-config"));
        assert_eq!(tried.hooks()[..2], ["/h", "/scratch/usr/libexec/heat-config/hooks"].map(PathBuf::from));
        assert_eq!(tried.placed(Path::new("/etc/../../x/./y")), Path::new("/scratch/etc/x/y"));
        assert_eq!(tried.placed(Path::new("z")), Path::new("/scratch/z"));
    }

    #[test]
    fn relative_paths_are_made_absolute() {
        let here = std::env::current_dir().unwrap();
        assert_eq!(folders(&[("HEAT_SHELL_CONFIG", "a/b")]).list(), here.join("a/b"));
        assert_eq!(folders(&[(HOOKS, "h")]).hooks()[0], here.join("h"));
        assert_eq!(folders(&[]).below("scratch").placed(Path::new("/x")), here.join("scratch/x"));
    }

    #[test]
    fn time_limits_are_seconds() {
        fn check(text: &str, expect: Result<Option<f64>, ()>) {
            let limit = folders(&[(TIMEOUT, text)]).time_limit();
            assert_eq!(
                limit.map(|limit| limit.map(|limit| limit.as_secs_f64())).map_err(|_| ()),
                expect,
                "{text}"
            );
        }
        check("", Ok(None));
        check("0", Ok(None));
        check("1.5", Ok(Some(1.5)));
        check("-1", Err(()));
        check("soon", Err(()));
        check("NaN", Err(()));
    }
}
