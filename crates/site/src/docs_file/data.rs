//! The data of a `docs.yaml`.

use std::path::PathBuf;
use std::sync::Arc;

use heat_catalogue::glob::Glob;
use heat_model::suggest::nearest;
use heat_yaml::{Diagnostic, Source, Span};
use serde::Serialize;

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
    /// The subject of the site, in a sentence.
    pub summary: Option<String>,
    /// The product that the versions of the schemas belong to, such as `ACME`.
    pub product: Option<String>,
    /// The picture in the header, which is also the icon of the pages.
    pub logo: Option<Logo>,
    /// The link to the website that this site belongs to.
    pub home: Option<HomeLink>,
    /// The text at the end of every page, in `CommonMark`.
    pub footer: Option<String>,
    /// The colour of links.
    pub accent: Option<Accent>,
    /// The URL at which the site will be published; it ends with `/`.
    pub url: Option<String>,
    /// `true` if the site also contains the types of Heat.
    pub heat: bool,
    /// Other plug-ins whose types the site contains.
    pub plug_ins: Vec<PlugIn>,
    /// The names of the built-in guide pages, and of groups of them, that the site contains; `None` if the file does not set
    /// them.
    pub guide: Option<Vec<String>>,
    /// The names of the built-in architectures that the site contains; `None` if the file does not set them.
    pub architectures: Option<Vec<String>>,
    /// The groups of types, in the order of the index.
    pub groups: Vec<TypeGroup>,
    /// The addresses at which sources can be edited.
    pub edit: SourceTemplates,
    /// The addresses of the history of sources.
    pub history: SourceTemplates,
    /// The address at which problems can be reported.
    pub issues: Option<String>,
}

/// A link to the website that the docs belong to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HomeLink {
    /// The address of the website.
    pub url: String,
    /// The label of the link.
    pub label: String,
}

/// A plug-in whose types are shown on the site as guests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlugIn {
    /// The folder of the plug-in's schemas, or a file that describes the types of a cloud.
    pub types: PathBuf,
    /// The product that the versions in the schemas belong to.
    pub product: String,
    /// The address at which the plug-in's sources can be edited, with `{path}` as a placeholder for the path.
    pub edit: Option<String>,
    /// Span of the value of `types` in the file.
    pub(super) span: Span,
}

/// The addresses of sources, or of their history, with `{path}` as a placeholder for the path.
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
    /// The patterns of the type names in the group, with their spans in the file.
    pub(super) types: Vec<(Glob, Span)>,
}

impl TypeGroup {
    /// Returns whether a type matches the group. If several groups match, the first one contains it.
    #[must_use]
    pub fn contains(&self, type_name: &str) -> bool {
        self.types.iter().any(|(glob, _)| glob.is_match(type_name))
    }
}

impl DocsFile {
    /// Reports a plug-in whose folder or file of types does not exist.
    #[must_use]
    pub fn check_plug_in(&self, plug_in: &PlugIn) -> Option<Diagnostic> {
        let found = (!plug_in.types.exists()).then(|| {
            Diagnostic::error("invalid-value", format!("`{}` does not exist", plug_in.types.display()))
        });
        Some(found?.with_label(&self.source, plug_in.span, "no such folder or file").with_help(
            "`types` is the folder of the plug-in's schemas; the path begins at the folder of docs.yaml",
        ))
    }

    /// Reports the patterns of groups that match none of the site's types.
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
