//! The settings of a site, from the command line: folders to read, addresses, and options.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use heat_catalogue::{SchemaFiles, input};
use heat_errors::ErrorPages;
use heat_report::{RuleDocs, RuleSet};
use heat_yaml::{Diagnostic, Source};

use super::identity::Identity;
use super::options::{SiteOptions, StackGraph};
use super::usage::types_of;
use crate::docs_file::{self, DocsFile, Logo, PlugIn, SourceTemplates};
use crate::files::assets::{Asset, built_in_assets, read_assets};
use crate::files::browser_checker::BrowserChecker;
use crate::files::folder::files_below;
use crate::files::templates::Templates;
use crate::guide::architectures::Architectures;
use crate::guide::page::Readers;
use crate::guide::pages::Guide;
use crate::links::addresses::{ARCHITECTURES, ERRORS, error_url};
use crate::links::edit_links::EditLinks;
use crate::releases::options::{HiddenItems, OldReleases};

/// The settings of a site: folders that replace or extend built-in files, addresses, and options.
#[derive(Debug, Clone, Default)]
pub struct SiteSettings {
    /// A folder of templates that replace built-in ones.
    pub templates: Option<PathBuf>,
    /// A folder of guide pages and assets that replace or extend the built-in ones.
    pub site: Option<PathBuf>,
    /// The folder of the checker for browsers, in place of the built-in one.
    pub checker: Option<PathBuf>,
    /// The URL at which the site will be published; it ends with `/`.
    pub base_url: Option<String>,
    /// The address at which a source can be edited, with `{path}` in place of its path.
    pub edit_url: Option<String>,
    /// The parts of the site in which HIDDEN items appear.
    pub hidden: HiddenItems,
    /// The earlier releases that have pages.
    pub old_releases: OldReleases,
    /// The rules of all sets, each set in the order of the docs.
    pub rules: Vec<RuleDocs>,
    /// The function that reads the dependency graphs of architectures without a recorded one.
    pub stack_graph: Option<StackGraph>,
    /// The date on which the site is built, as year-month-day.
    pub built_on: Option<String>,
}

impl SiteSettings {
    /// Reads the templates.
    ///
    /// # Errors
    /// If a template cannot be read or does not compile.
    pub fn templates(&self) -> Result<Templates, Diagnostic> {
        Templates::load(self.templates.as_deref())
    }

    /// Reads all parts of the site except the catalogue and the settings in its `docs.yaml`.
    ///
    /// # Errors
    /// If a file of the site's folder cannot be read.
    pub fn options(&self) -> Result<SiteOptions, Diagnostic> {
        let mut guide = Guide::built_in();
        let mut architectures = Architectures::built_in();
        let mut errors = ErrorPages::built_in();
        let mut assets = built_in_assets();
        if let Some(folder) = &self.site {
            if !folder.is_dir() {
                return Err(Diagnostic::error("unreadable-file", "there is no such folder")
                    .in_file(folder.display().to_string()));
            }
            guide.replace_with(Guide::read(folder)?);
            architectures.replace_with(Architectures::read(folder)?);
            errors.replace_with(read_errors(folder)?);
            read_assets(folder)?.into_iter().for_each(|asset| put(&mut assets, asset));
        }
        Ok(SiteOptions {
            guide,
            architectures,
            errors,
            assets,
            checker: match &self.checker {
                Some(folder) => Some(BrowserChecker::read(folder)?),
                None => BrowserChecker::built_in(),
            },
            base_url: self.base_url.clone(),
            hidden: self.hidden,
            old_releases: self.old_releases,
            rules: self.rules.clone(),
            stack_graph: self.stack_graph,
            built_on: self.built_on.clone(),
            ..SiteOptions::default()
        })
    }

    /// Completes the options with everything that depends on the types of the site: its name, the parts that apply to it, and the
    /// addresses of its sources.
    ///
    /// # Errors
    /// If `docs.yaml` names types that the site does not have.
    pub fn fitted(
        &self,
        mut options: SiteOptions,
        docs: Option<&DocsFile>,
        files: &SchemaFiles,
    ) -> Result<SiteOptions, Vec<Diagnostic>> {
        options.identity = Identity::new(docs, files.files.keys());
        if let Some(docs) = docs {
            let unknown = docs.check_types(files.files.keys());
            if !unknown.is_empty() {
                return Err(unknown);
            }
            options.groups.clone_from(&docs.groups);
            options.base_url = options.base_url.or_else(|| docs.url.clone());
            if let Some(Logo { file, contents }) = &docs.logo {
                put(&mut options.assets, Asset { path: (*file).to_owned(), contents: contents.clone() });
            }
        }
        if let Some(style) = &options.identity.style {
            let contents = style.clone().into_bytes();
            put(&mut options.assets, Asset { path: docs_file::STYLE.to_owned(), contents });
        }
        leave_out_parts(&mut options, docs, files);
        // The command line takes precedence over `docs.yaml`.
        let edit = self.edit_url.as_deref().or_else(|| docs?.edit.own.as_deref());
        let plug_ins: Vec<_> = docs.into_iter().flat_map(|docs| &docs.plug_ins).collect();
        let of = |template: fn(&PlugIn) -> Option<&str>| {
            plug_ins.iter().map(|each| (each.types.as_path(), template(each))).collect::<Vec<_>>()
        };
        let built_in = docs.and_then(|docs| docs.edit.built_in.as_deref());
        options.edit = self.source_links(edit, built_in, &of(|each| each.edit.as_deref()), files);
        if let Some(docs) = docs {
            let SourceTemplates { own, built_in } = &docs.history;
            options.history = self.source_links(own.as_deref(), built_in.as_deref(), &of(|_| None), files);
            options.issues.clone_from(&docs.issues);
        }
        Ok(options)
    }

    /// The links to the sources of pages, from the addresses that `docs.yaml` sets for each project.
    fn source_links(
        &self,
        own: Option<&str>,
        built_in: Option<&str>,
        plug_ins: &[(&Path, Option<&str>)],
        files: &SchemaFiles,
    ) -> Option<EditLinks> {
        if own.is_none() && built_in.is_none() && plug_ins.iter().all(|(_, template)| template.is_none()) {
            return None;
        }
        let mut links = EditLinks::default();
        for (name, file) in files.files.iter() {
            let file = file.source.name();
            let of_plug_in = plug_ins.iter().find(|(types, _)| Path::new(file).starts_with(types));
            let template = of_plug_in.map_or(own, |(_, template)| *template);
            links.add_type(name, file, template, built_in);
        }
        links.add_pages(self.site.as_deref(), own, built_in);
        Some(links)
    }
}

/// Adds an asset, or replaces the one with the same path.
fn put(assets: &mut Vec<Asset>, asset: Asset) {
    match assets.iter_mut().find(|known| known.path == asset.path) {
        Some(known) => *known = asset,
        None => assets.push(asset),
    }
}

/// Leaves out the built-in parts that are not chosen. By default, a site with Heat's types has all architectures and the whole
/// guide, or only the guide for template authors if there is a `docs.yaml`; any other site has no built-in guide, and only the
/// architectures whose types it has.
fn leave_out_parts(options: &mut SiteOptions, docs: Option<&DocsFile>, files: &SchemaFiles) {
    let has_heat = options.identity.has_heat;
    let chosen = docs.and_then(|docs| docs.guide.clone()).unwrap_or_else(|| {
        let groups: &[Readers] = match (has_heat, docs) {
            (false, _) => &[],
            (true, Some(_)) => &[Readers::TemplateAuthors],
            (true, None) => &Readers::ALL,
        };
        groups.iter().map(|readers| readers.nav_group().to_owned()).collect()
    });
    let mut left_out = options.guide.leave_out(&chosen);
    let without_list = RuleSet::ALL.into_iter().filter(|set| options.guide.list_of(*set).is_none());
    left_out.extend(without_list.flat_map(|set| options.rules_of(set)).map(RuleDocs::page_url));
    // Pages about the errors of Heat are only useful on sites with Heat's types.
    if !has_heat {
        left_out.extend(options.errors.leave_out_built_in().iter().map(|page| error_url(&page.id)));
    }
    if options.errors.list.is_empty() {
        left_out.push(ERRORS.to_owned());
    }
    let wanted = docs.and_then(|docs| docs.architectures.as_ref());
    left_out.extend(options.architectures.leave_out(|each| match wanted {
        Some(names) => names.contains(&each.name),
        None => has_heat || types_of(each).all(|name| files.get_type(name).is_some()),
    }));
    if options.architectures.list.is_empty() {
        left_out.push(ARCHITECTURES.to_owned());
    }
    options.left_out = left_out.into_iter().collect();
}

/// Reads the error pages in a site's folder: the Markdown files in `errors/`, in one folder per area.
fn read_errors(site: &Path) -> Result<ErrorPages, Diagnostic> {
    let mut files = files_below(&site.join("errors"))?;
    files.retain(|(_, path)| path.extension().is_some_and(|end| end == "md"));
    let read = |(name, path): (String, PathBuf)| {
        Ok((name, Source::new(path.display().to_string(), input::read_text(&path)?)))
    };
    let files: Vec<(String, Arc<Source>)> = files.into_iter().map(read).collect::<Result<_, Diagnostic>>()?;
    let (pages, problems) =
        ErrorPages::read(files.iter().map(|(path, source)| (path.as_str(), source.clone())));
    problems.into_iter().next().map_or(Ok(pages), Err)
}
