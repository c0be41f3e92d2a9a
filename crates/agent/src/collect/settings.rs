//! Settings of the collector: the sources to ask, and how often.

use std::path::PathBuf;
use std::time::Duration;

use heat_model::Value;

use super::ini::{DEFAULT, Options};

/// A source of metadata.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    /// Files that were written at boot.
    HeatLocal,
    /// The metadata service, or the config drive.
    Ec2,
    /// Heat's CloudFormation API.
    Cfn,
    /// Heat's API.
    Heat,
    /// A temporary URL.
    Request,
    /// Files in a folder.
    Local,
    /// A Zaqar queue.
    Zaqar,
}

impl Source {
    /// All sources, in the order in which os-collect-config asks them by default.
    pub const ALL: [Self; 7] =
        [Self::HeatLocal, Self::Ec2, Self::Cfn, Self::Heat, Self::Request, Self::Local, Self::Zaqar];

    /// Name of the source in settings and of its file in the cache.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::HeatLocal => "heat_local",
            Self::Ec2 => "ec2",
            Self::Cfn => "cfn",
            Self::Heat => "heat",
            Self::Request => "request",
            Self::Local => "local",
            Self::Zaqar => "zaqar",
        }
    }

    /// Returns the source with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|source| source.name() == name)
    }
}

/// Settings about collecting as such.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Sources, in order.
    pub sources: Vec<Source>,
    /// The cache folder.
    pub cache: PathBuf,
    /// A folder with a copy of the cache, in which old versions of os-apply-config look.
    pub backup: PathBuf,
    /// Pause after a change.
    pub shortest: Duration,
    /// Maximum pause between polls.
    pub longest: Duration,
    /// Maximum pause before the first poll.
    pub splay: Duration,
    /// Keys of the metadata whose lists are deployments.
    pub deployment_keys: Vec<String>,
    /// Program to run instead of the hooks.
    pub command: Option<String>,
}

/// Options of the section `DEFAULT` that metadata can set. All options of the four sources in the cloud can be set.
const FROM_METADATA: [&str; 5] = ["command", "polling_interval", "cachedir", "collectors", "splay"];

/// Sections that metadata can set.
const SECTIONS_FROM_METADATA: [&str; 4] = ["cfn", "heat", "request", "zaqar"];

impl Settings {
    /// Reads options. An invalid value is reported, and the default is used.
    pub fn new(options: &Options, problems: &mut Vec<String>) -> Self {
        let path = |name, default: &str| {
            let given = options.get(DEFAULT, name).filter(|path| !path.is_empty());
            PathBuf::from(given.unwrap_or(default))
        };
        let mut seconds = |name, default: f64, least: f64| {
            let seconds = seconds(options, DEFAULT, name, default, problems);
            Duration::try_from_secs_f64(seconds.max(least)).unwrap_or(Duration::from_secs(30))
        };
        let shortest = seconds("min_polling_interval", 1.0, 0.1);
        let longest = seconds("polling_interval", 30.0, 0.1).max(shortest);
        let splay = seconds("splay", 0.0, 0.0);
        let names: Vec<&str> = match options.all(DEFAULT, "collectors") {
            Some(names) => names.iter().flat_map(|name| name.split([' ', ','])).collect(),
            None => Source::ALL.iter().map(|source| source.name()).collect(),
        };
        let mut sources = Vec::new();
        for name in names.into_iter().map(str::trim).filter(|name| !name.is_empty()) {
            match Source::from_name(name) {
                Some(source) if sources.contains(&source) => {}
                Some(source) => sources.push(source),
                None => problems.push(format!("there is no collector `{name}`")),
            }
        }
        // Features of os-collect-config that this program does not have, or implements in another way.
        let is_set = |name| options.get("zaqar", name).is_some_and(is_true);
        if is_set("use_websockets") {
            problems.push("zaqar: websockets are not used: the queue is read by HTTP".to_owned());
        }
        let keys = options.all(DEFAULT, "deployment_key").or_else(|| options.all("cfn", "deployment_key"));
        Self {
            sources,
            cache: path("cachedir", "/var/lib/os-collect-config"),
            backup: path("backup_cachedir", "/var/run/os-collect-config"),
            shortest,
            longest,
            splay,
            deployment_keys: keys.map_or_else(|| vec!["deployments".to_owned()], <[String]>::to_vec),
            command: options.get(DEFAULT, "command").filter(|command| !command.is_empty()).map(str::to_owned),
        }
    }
}

/// Applies the options that metadata set with the key `os-collect-config`. Null removes an option: in this way, Heat turns off
/// the source that an earlier transport has set.
pub(super) fn take_over(options: &mut Options, metadata: &Value) {
    let Some(entries) = metadata.as_map() else { return };
    for (name, value) in entries {
        match value {
            Value::Map(section) if SECTIONS_FROM_METADATA.contains(&name.as_str()) => {
                for (option, value) in section {
                    options.set_value(name, option, value);
                }
            }
            Value::Map(_) => {}
            value if FROM_METADATA.contains(&name.as_str()) => options.set_value(DEFAULT, name, value),
            _ => {}
        }
    }
}

/// Returns whether oslo.config reads a text as true.
fn is_true(text: &str) -> bool {
    ["true", "1", "yes", "on"].contains(&text.to_ascii_lowercase().as_str())
}

/// Reads a number of seconds.
pub(super) fn seconds(
    options: &Options,
    section: &str,
    name: &str,
    default: f64,
    problems: &mut Vec<String>,
) -> f64 {
    /// A day, the maximum.
    const MOST: f64 = 86_400.0;
    let Some(text) = options.get(section, name) else { return default };
    match text.trim().parse::<f64>() {
        Ok(seconds) if (0.0..=MOST).contains(&seconds) => seconds,
        _ => {
            problems.push(format!("the option {name} of [{section}] is not a number of seconds up to a day"));
            default
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heat_model::json;

    fn settings(text: &str) -> (Settings, Vec<String>) {
        let (options, mut problems) = Options::parse(text);
        (Settings::new(&options, &mut problems), problems)
    }

    #[test]
    fn defaults_are_those_of_os_collect_config() {
        let (settings, problems) = settings("");
        assert_eq!(problems, Vec::<String>::new());
        let names: Vec<_> = settings.sources.iter().map(|source| source.name()).collect();
        assert_eq!(names, ["heat_local", "ec2", "cfn", "heat", "request", "local", "zaqar"]);
        assert_eq!((settings.shortest.as_secs(), settings.longest.as_secs()), (1, 30));
        assert_eq!(settings.cache.to_str(), Some("/var/lib/os-collect-config"));
        assert_eq!((settings.deployment_keys, settings.command), (vec!["deployments".to_owned()], None));
    }

    #[test]
    fn what_is_invalid_is_reported() {
        let text = "[DEFAULT]\ncollectors = cfn\ncollectors = docker\ncollectors = cfn\npolling_interval = NaN\nsplay = -1\n[zaqar]\nuse_websockets = True\n";
        let (settings, problems) = settings(text);
        assert_eq!(settings.sources, [Source::Cfn]);
        assert_eq!(settings.longest.as_secs(), 30);
        assert_eq!(
            problems,
            [
                "the option polling_interval of [DEFAULT] is not a number of seconds up to a day",
                "the option splay of [DEFAULT] is not a number of seconds up to a day",
                "there is no collector `docker`",
                "zaqar: websockets are not used: the queue is read by HTTP",
            ]
        );
    }

    #[test]
    fn polling_is_never_without_a_pause() {
        let (settings, _) = settings("[DEFAULT]\nmin_polling_interval = 0\npolling_interval = 0\n");
        assert_eq!((settings.shortest.as_millis(), settings.longest.as_millis()), (100, 100));
    }

    #[test]
    fn metadata_change_what_they_may() {
        let (mut options, _) =
            Options::parse("[cfn]\nmetadata_url = http://boot\npath = a.Metadata\n[local]\npath = /l\n");
        let metadata = r#"{"collectors": ["ec2", "heat", "local"], "polling_interval": 7, "backup_cachedir": "/x",
            "cfn": {"metadata_url": null, "path": null}, "heat": {"user_id": "u", "region_name": null},
            "local": {"path": "/secret"}, "request": null}"#;
        take_over(&mut options, &json::parse(metadata).unwrap());
        let settings = Settings::new(&options, &mut Vec::new());
        assert_eq!(settings.sources, [Source::Ec2, Source::Heat, Source::Local]);
        assert_eq!(settings.longest.as_secs(), 7);
        assert_eq!(settings.backup.to_str(), Some("/var/run/os-collect-config"));
        assert_eq!((options.get("cfn", "metadata_url"), options.get("cfn", "path")), (None, None));
        assert_eq!((options.get("heat", "user_id"), options.get("heat", "region_name")), (Some("u"), None));
        assert_eq!(options.get("local", "path"), Some("/l"));
    }
}
