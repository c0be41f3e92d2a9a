//! Version of the program, and the data built into it: the release of Heat, its types, the rules and the pages about errors.

use heat_catalogue::SchemaFiles;
use heat_errors::ErrorPages;
use heat_model::Release;
use heat_report::RuleSet;
use heat_report::program::NAME;
use heat_report::text::counted;
use serde::Serialize;

/// The program's version and the data that are built in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ProgramVersion {
    /// Version of the program.
    pub version: &'static str,
    /// Newest release of Heat that is built in; `None` if there is no table of releases.
    pub heat: Option<BuiltInRelease>,
    /// Number of resource types of that release that are not HIDDEN.
    pub types: usize,
    /// Number of resource types of that release that are HIDDEN.
    pub hidden_types: usize,
    /// Earlier releases whose schemas are recorded, newest first.
    pub earlier_releases: Vec<BuiltInRelease>,
    /// Number of the rules of `validate`.
    pub template_rules: usize,
    /// Number of the rules of `check`.
    pub schema_rules: usize,
    /// Number of the rules of `diff`.
    pub change_rules: usize,
    /// Number of the pages about errors of Heat.
    pub errors: usize,
}

/// A release of Heat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BuiltInRelease {
    /// Version of Heat: `27.0.0`.
    pub version: String,
    /// Name of the series: `2026.2`.
    pub name: String,
    /// Code name of the series, if it has another name.
    pub code_name: Option<String>,
}

impl ProgramVersion {
    /// Reads the built-in data.
    #[must_use]
    pub fn read() -> Self {
        let files = SchemaFiles::built_in();
        let hidden_types = files.types().filter(|(_, schema)| schema.is_hidden()).count();
        let earlier = files.past.releases.iter().filter_map(|past| files.releases.get(&past.version));
        Self {
            version: env!("CARGO_PKG_VERSION"),
            heat: files.releases.newest().map(BuiltInRelease::from),
            types: files.types().count() - hidden_types,
            hidden_types,
            earlier_releases: earlier.map(BuiltInRelease::from).collect(),
            template_rules: heat_rules::ids(RuleSet::Templates).len(),
            schema_rules: heat_rules::ids(RuleSet::Schemas).len(),
            change_rules: heat_rules::ids(RuleSet::Changes).len(),
            errors: ErrorPages::built_in().list.len(),
        }
    }

    /// The program and the release in one line, as `--version` prints them.
    #[must_use]
    pub fn line(&self) -> String {
        let heat = self.heat.as_ref().map(|heat| format!("Heat {}, ", heat.words())).unwrap_or_default();
        format!("{NAME} {} ({heat}{})", self.version, counted(self.types, "resource type"))
    }

    /// All facts about the program, as text for people.
    #[must_use]
    pub fn text(&self) -> String {
        let mut lines = vec![self.line()];
        if self.hidden_types > 0 {
            lines.push(format!("{} more are HIDDEN", self.hidden_types));
        }
        if let (Some(newest), Some(oldest)) = (self.earlier_releases.first(), self.earlier_releases.last()) {
            let count = counted(self.earlier_releases.len(), "earlier release");
            lines.push(format!("{count}, from {} to {}", oldest.words(), newest.words()));
        }
        lines.push(format!(
            "{} for templates, {} for schemas, {} for changes of schemas",
            counted(self.template_rules, "rule"),
            self.schema_rules,
            self.change_rules
        ));
        lines.push(format!("{} of Heat with a page", counted(self.errors, "error")));
        lines.push(String::new());
        lines.join("\n")
    }
}

impl BuiltInRelease {
    /// The release in words: `27.0.0 (2026.2 hibiscus)`.
    fn words(&self) -> String {
        let code_name = self.code_name.iter().map(String::as_str);
        let names: Vec<&str> = [self.name.as_str()].into_iter().chain(code_name).collect();
        format!("{} {}", self.version, names.join(" "))
    }
}

impl From<&Release> for BuiltInRelease {
    fn from(release: &Release) -> Self {
        let Release { version, name, code_name, .. } = release;
        Self { version: version.clone(), name: name.clone(), code_name: code_name.clone() }
    }
}
