//! `build`: writes the reference docs to a folder.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use codegen::{Sources, built_on};
use heat_graph::Graph;
use heat_hot::environment::EnvironmentFile;
use heat_hot::environment::files::{FileError, FileSource};
use heat_hot::template::known::KnownAttributes;
use heat_model::ResourceType;
use heat_model::custom_constraint::WithoutCloud;
use heat_report::Failure;
use heat_site::Architecture;
use heat_site::{HiddenItems, OldReleases, SiteSettings, base_url, edit_url};
use heat_template_check::{CloudAnswers, Purpose, StackSources, resolve_stack};
use heat_template_files::Examples;
use heat_yaml::Source;
use indexmap::IndexMap;

use crate::commands::arguments::renamed;
use crate::commands::arguments::watch::{WatchArgs, Watched};
use crate::outcome::{CommandResult, Outcome};
use crate::session::Session;

/// Examples, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Examples:
  heat-codegen build --releases all --out public --base-url https://docs.example.org/heat/
  heat-codegen build --types plug-in/schemas --out public
  heat-codegen build --watch

`docs.yaml` says what the site is called, how it looks and what is in it; its keys are in the guide and in `heat-codegen export --format \
docs-settings`.";

/// The arguments of `build`.
#[derive(Debug, Clone, Args)]
pub struct BuildArgs {
    /// The folder to write the site to.
    #[arg(long, value_name = "DIR", default_value = "target/site")]
    out: PathBuf,
    #[command(flatten)]
    site: SiteArgs,
    #[command(flatten)]
    watch: WatchArgs,
}

/// Arguments that `build` and `serve` share: the contents of a site.
#[derive(Debug, Clone, Args)]
pub struct SiteArgs {
    /// A folder of HTML templates that replace the built-in ones of the same names.
    #[arg(long, value_name = "DIR")]
    html_templates: Option<PathBuf>,
    /// The old name of --html-templates.
    #[arg(long, value_name = "DIR", hide = true, conflicts_with = "html_templates")]
    templates: Option<PathBuf>,
    /// A folder with subfolders `guide` and `assets`, which replace or extend the built-in guide pages and assets.
    #[arg(long, value_name = "DIR")]
    site: Option<PathBuf>,
    /// The URL at which the site will be published.
    #[arg(long, value_name = "URL", value_parser = base_url)]
    base_url: Option<String>,
    /// The URL at which the source of a page can be edited, with {path} in place of the path of its file.
    #[arg(long, value_name = "TEMPLATE", value_parser = edit_url)]
    edit_url: Option<String>,
    /// The settings of the site: its title, its logo, and what is in it.
    #[command(flatten)]
    docs: DocsArgs,
    /// The checker for browsers.
    #[command(flatten)]
    checker: CheckerArgs,
    /// The releases of which there are pages.
    #[arg(long, value_enum, value_name = "RELEASES", default_value_t)]
    releases: Releases,
    /// The places where HIDDEN items appear.
    #[command(flatten)]
    hidden: HiddenArgs,
}

impl SiteArgs {
    /// The settings of the site.
    ///
    /// # Errors
    /// If a warning cannot be written.
    pub(crate) fn settings(&self, session: &mut Session) -> io::Result<SiteSettings> {
        if self.templates.is_some() {
            renamed::warn("--templates", "--html-templates", session)?;
        }
        Ok(SiteSettings {
            templates: self.html_templates.clone().or_else(|| self.templates.clone()),
            site: self.site.clone(),
            checker: self.checker.folder(),
            base_url: self.base_url.clone(),
            edit_url: self.edit_url.clone(),
            hidden: self.hidden.into(),
            old_releases: self.releases.into(),
            rules: heat_rules::all(),
            stack_graph: Some(stack_graph),
            built_on: None,
        })
    }

    /// The file with the settings of the site, if one is named.
    pub(crate) fn docs(&self) -> Option<&Path> {
        self.docs.file()
    }
}

/// The releases of which a site has pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum Releases {
    /// The newest one alone.
    #[default]
    Newest,
    /// Also every earlier one that is recorded: what a published site should have.
    All,
}

impl From<Releases> for OldReleases {
    fn from(releases: Releases) -> Self {
        match releases {
            Releases::All => Self::All(&Examples),
            Releases::Newest => Self::None,
        }
    }
}

/// The settings of a site.
#[derive(Debug, Clone, Args)]
pub struct DocsArgs {
    /// The file with the settings of the site: its title and logo, and which types, guide pages and architectures are in it [default:
    /// `docs.yaml`, beside the catalogue's folder].
    #[arg(long = "docs", value_name = "FILE")]
    file: Option<PathBuf>,
}

impl DocsArgs {
    /// The file, if one is named.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }
}

/// The checker for browsers, which the page *Check a template* needs.
#[derive(Debug, Clone, Args)]
pub struct CheckerArgs {
    /// The folder of another browser checker than that of the program, as `cargo run -p browser-build` writes it [default:
    /// target/checker, if it exists].
    #[arg(long = "browser-checker", value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl CheckerArgs {
    /// The folder, if there is one.
    pub(crate) fn folder(&self) -> Option<PathBuf> {
        let default = Path::new(BROWSER_CHECKER);
        self.folder.clone().or_else(|| default.is_dir().then(|| default.to_path_buf()))
    }
}

/// The folder that `browser-build` writes by default.
const BROWSER_CHECKER: &str = "target/checker";

/// Options for HIDDEN items on the site; by default, only the pages about releases show them.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct HiddenArgs {
    /// Include HIDDEN items everywhere: the operators' edition.
    #[arg(long, conflicts_with = "no_hidden_names")]
    include_hidden: bool,
    /// Also omit the names of HIDDEN items from the release pages, the comparison and the feed.
    #[arg(long)]
    no_hidden_names: bool,
}

impl From<HiddenArgs> for HiddenItems {
    fn from(args: HiddenArgs) -> Self {
        match (args.include_hidden, args.no_hidden_names) {
            (true, _) => Self::Everywhere,
            (false, true) => Self::Nowhere,
            (false, false) => Self::InHistory,
        }
    }
}

/// Runs `build`.
///
/// # Errors
/// If the site cannot be built; in that case nothing was published.
pub fn run(args: &BuildArgs, session: &mut Session) -> CommandResult {
    let settings = SiteSettings { built_on: built_on()?, ..args.site.settings(session)? };
    let sources = sources(session, args.site.docs())?;
    let pages = [&settings.templates, &settings.site].into_iter().flatten().map(PathBuf::as_path);
    let watched = Watched {
        inputs: sources.schemas().chain(pages).chain(sources.docs_path()).map(Path::to_path_buf).collect(),
        endings: &[],
        outputs: vec![args.out.clone()],
    };
    args.watch.run(&watched, session, |session| {
        codegen::build(&settings, &sources, &args.out, &mut session.console())?;
        Ok(Outcome::Done)
    })
}

/// The sources of the session's docs.
///
/// # Errors
/// If there is no file of that name.
pub(crate) fn sources(session: &Session, docs: Option<&Path>) -> Result<Sources, Failure> {
    let schemas = (!session.is_built_in).then(|| session.schemas.clone());
    Sources::new(schemas, &session.schemas, session.types.clone(), docs)
}

/// The dependency graph of an architecture, with its last environment, which is the one with the plain name.
#[must_use]
pub fn stack_graph(architecture: &Architecture, types: &IndexMap<String, ResourceType>) -> Graph {
    let source = |name: &str| Source::new(name, architecture.file(name).unwrap_or_default());
    let environment = architecture.environments().last();
    let sources = StackSources {
        template: source(Architecture::TEMPLATE),
        environments: environment.map(|name| EnvironmentFile::read(&source(name))).into_iter().collect(),
        parameters: &IndexMap::new(),
        files: &Files(architecture),
        attributes: KnownAttributes::new(),
        customs: WithoutCloud::timeless(),
        purpose: Purpose::Values,
        cloud: CloudAnswers::default(),
    };
    let (stack, _) = resolve_stack(sources, types);
    let graph =
        stack.map(|stack| heat_template_check::stack_graph(&stack.template, &stack.resolved, &|_| None));
    graph.unwrap_or_default()
}

/// The files of an architecture, for its templates.
struct Files<'a>(&'a Architecture);

impl FileSource for Files<'_> {
    fn read(&self, path: &str) -> Result<String, FileError> {
        self.0.file(path).map(str::to_owned).ok_or(FileError::NotFound)
    }
}
