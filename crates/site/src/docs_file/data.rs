//! What a `docs.yaml` says.

use std::path::PathBuf;
use std::sync::Arc;

use heat_catalogue::glob::Glob;
use heat_model::suggest::nearest;
use heat_yaml::{Diagnostic, Source, Span};

use super::accent::Accent;
use super::logo::Logo;

/// The name of the file.
pub const FILE: &str = "docs.yaml";

/// The contents of a `docs.yaml`.
#[derive(Debug, Clone)]
pub struct DocsFile {
    pub(super) source: Arc<Source>,
    /// The name of the site.
    pub title: Option<String>,
    /// What the site is about, in a sentence.
    pub summary: Option<String>,
    /// What the versions of the schemas are versions of: `ACME`.
    pub product: Option<String>,
    /// The picture in the header, which is also the icon of the pages.
    pub logo: Option<Logo>,
    /// The link to the site that this one belongs to.
    pub home: Option<HomeLink>,
    /// The text at the end of every page, in `CommonMark`.
    pub footer: Option<String>,
    /// The colour of links.
    pub accent: Option<Accent>,
    /// The URL at which the site will be published; ends with `/`.
    pub url: Option<String>,
    /// Whether the types of Heat are in the site, too.
    pub heat: bool,
    /// Other plug-ins whose types are in the site.
    pub plug_ins: Vec<PlugIn>,
    /// The names of the built-in guide pages and of their groups that the site has; `None` if the file does not say.
    pub guide: Option<Vec<String>>,
    /// The names of the built-in architectures that the site has; `None` if the file does not say.
    pub architectures: Option<Vec<String>>,
    /// The groups of types, in the order of the index.
    pub groups: Vec<TypeGroup>,
    /// Where sources can be edited.
    pub edit: SourceTemplates,
    /// Where the history of sources is.
    pub history: SourceTemplates,
    /// Where problems can be reported.
    pub issues: Option<String>,
}

/// A link to the site that the docs belong to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HomeLink {
    /// The address of the site.
    pub url: String,
    /// The words of the link.
    pub label: String,
}

/// A plug-in whose types are guests in the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlugIn {
    /// The folder of its schemas, or a file with what a cloud says of types.
    pub types: PathBuf,
    /// What its versions are versions of.
    pub product: String,
    /// Where its sources can be edited, with `{path}` in place of the path.
    pub edit: Option<String>,
    /// Where the file names its types.
    pub(super) span: Span,
}

/// The addresses of something about sources, with `{path}` in place of the path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceTemplates {
    /// The sources of the project itself.
    pub own: Option<String>,
    /// The built-in sources: the schemas of Heat, and the guide.
    pub built_in: Option<String>,
}

/// A group of types in the index.
#[derive(Debug, Clone)]
pub struct TypeGroup {
    /// The heading of the group.
    pub title: String,
    /// What is in it, with the place where the file says so.
    pub(super) types: Vec<(Glob, Span)>,
}

impl TypeGroup {
    /// Whether a type is in the group, unless it is in an earlier one.
    #[must_use]
    pub fn contains(&self, type_name: &str) -> bool {
        self.types.iter().any(|(glob, _)| glob.is_match(type_name))
    }
}

impl DocsFile {
    /// The finding that what a plug-in's types should be in does not exist.
    #[must_use]
    pub fn check_plug_in(&self, plug_in: &PlugIn) -> Option<Diagnostic> {
        let found = (!plug_in.types.exists()).then(|| {
            Diagnostic::error("invalid-value", format!("`{}` does not exist", plug_in.types.display()))
        });
        Some(found?.with_label(&self.source, plug_in.span, "no such folder or file").with_help(
            "`types` is the folder of the plug-in's schemas; the path begins at the folder of docs.yaml",
        ))
    }

    /// What is wrong with the types that the file names, once it is known which there are.
    #[must_use]
    pub fn check_types<'a>(&self, names: impl Iterator<Item = &'a str>) -> Vec<Diagnostic> {
        let names: Vec<&str> = names.collect();
        let entries = self.groups.iter().flat_map(|group| &group.types);
        let unknown = entries.filter(|(glob, _)| !names.iter().any(|name| glob.is_match(name)));
        let found = unknown.map(|(glob, span)| {
            let text = glob.to_string();
            let has_wildcard = text.contains(['*', '?']);
            let message = if has_wildcard {
                format!("no type of the site matches `{text}`")
            } else {
                format!("there is no type `{text}`")
            };
            let near = nearest(&text, names.iter().copied()).filter(|_| !has_wildcard);
            let help = near.map_or_else(
                || "the types of Heat are only in the site with `heat: true`".to_owned(),
                |near| format!("did you mean `{near}`?"),
            );
            Diagnostic::error("invalid-value", message)
                .with_label(&self.source, *span, "not a type of this site")
                .with_help(help)
        });
        found.collect()
    }
}
