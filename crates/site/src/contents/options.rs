//! The options from which a site is built, in addition to the catalogue.

use std::collections::BTreeSet;

use heat_errors::ErrorPages;
use heat_graph::Graph;
use heat_model::ResourceType;
use heat_report::{RuleDocs, RuleSet};
use indexmap::IndexMap;

use super::identity::Identity;
use crate::docs_file::TypeGroup;
use crate::files::assets::Asset;
use crate::files::browser_checker::BrowserChecker;
use crate::guide::architectures::{Architecture, Architectures};
use crate::guide::pages::Guide;
use crate::links::edit_links::EditLinks;
use crate::releases::options::{HiddenItems, OldReleases};

/// A function that reads the dependency graph of an architecture: its template, resolved with the last of its environments.
pub type StackGraph = fn(&Architecture, &IndexMap<String, ResourceType>) -> Graph;

/// The options from which a site is built, in addition to the catalogue.
#[derive(Debug, Default)]
pub struct SiteOptions {
    /// Name and appearance of the site.
    pub identity: Identity,
    /// The groups of types that are listed before the services.
    pub groups: Vec<TypeGroup>,
    /// The addresses of built-in pages that the site does not have. Links to them become plain text.
    pub left_out: BTreeSet<String>,
    /// The date on which the site was built, as year-month-day; none if the pages should not show it.
    pub built_on: Option<String>,
    /// The guide pages.
    pub guide: Guide,
    /// The architectures.
    pub architectures: Architectures,
    /// The function that reads the dependency graphs of architectures without a recorded one. Without it, their pages have no
    /// picture.
    pub stack_graph: Option<StackGraph>,
    /// The errors of Heat that have pages.
    pub errors: ErrorPages,
    /// The files that are copied unchanged.
    pub assets: Vec<Asset>,
    /// The rules of all sets, each set in the order of the docs.
    pub rules: Vec<RuleDocs>,
    /// The template checker, compiled for browsers. Without it, the site has no page that checks templates.
    pub checker: Option<BrowserChecker>,
    /// The URL at which the site will be published, for canonical links; it ends with `/`.
    pub base_url: Option<String>,
    /// The addresses at which the sources of pages can be edited.
    pub edit: Option<EditLinks>,
    /// The addresses of the history of these sources.
    pub history: Option<EditLinks>,
    /// The address at which problems can be reported.
    pub issues: Option<String>,
    /// The parts of the site in which HIDDEN items appear.
    pub hidden: HiddenItems,
    /// The earlier releases that have pages.
    pub old_releases: OldReleases,
}

impl SiteOptions {
    /// The rules of a set, in the order of the docs.
    pub(crate) fn rules_of(&self, set: RuleSet) -> impl Iterator<Item = &RuleDocs> {
        self.rules.iter().filter(move |rule| rule.set == set)
    }

    /// The rule of a set with the given id.
    pub(crate) fn rule(&self, set: RuleSet, id: &str) -> Option<&RuleDocs> {
        self.rules_of(set).find(|rule| rule.id == id)
    }
}
