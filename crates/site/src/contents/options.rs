//! The additions to a catalogue from which a site is built, and what the site omits.

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

/// Reads the dependency graph of an architecture: its template, resolved with the last of its environments.
pub type StackGraph = fn(&Architecture, &IndexMap<String, ResourceType>) -> Graph;

/// The additions to a catalogue from which a site is built.
#[derive(Debug, Default)]
pub struct SiteOptions {
    /// What the site is called, and how it looks.
    pub identity: Identity,
    /// The groups of types that come before the services.
    pub groups: Vec<TypeGroup>,
    /// The addresses of built-in pages that the site does not have: of links to them, only the words stay.
    pub left_out: BTreeSet<String>,
    /// The day as which the site was built, as year-month-day; none if the build has to say nothing of it.
    pub built_on: Option<String>,
    /// The guide pages.
    pub guide: Guide,
    /// The architectures.
    pub architectures: Architectures,
    /// The reader of the graphs of architectures whose folders have none. Without it, their pages have no picture.
    pub stack_graph: Option<StackGraph>,
    /// The errors of Heat that have pages.
    pub errors: ErrorPages,
    /// The files that are copied unchanged.
    pub assets: Vec<Asset>,
    /// The rules of all sets, each in the order of the docs.
    pub rules: Vec<RuleDocs>,
    /// The checker for browsers. Without it, the site has no page that checks templates.
    pub checker: Option<BrowserChecker>,
    /// The URL at which the site will be published, for canonical links; ends with `/`.
    pub base_url: Option<String>,
    /// Where the sources of pages can be edited.
    pub edit: Option<EditLinks>,
    /// Where the history of these sources is.
    pub history: Option<EditLinks>,
    /// Where problems can be reported.
    pub issues: Option<String>,
    /// Where HIDDEN items appear.
    pub hidden: HiddenItems,
    /// Which earlier releases have pages.
    pub old_releases: OldReleases,
}

impl SiteOptions {
    /// The rules of a set, in the order of the docs.
    pub(crate) fn rules_of(&self, set: RuleSet) -> impl Iterator<Item = &RuleDocs> {
        self.rules.iter().filter(move |rule| rule.set == set)
    }

    /// The rule of a set with this id.
    pub(crate) fn rule(&self, set: RuleSet, id: &str) -> Option<&RuleDocs> {
        self.rules_of(set).find(|rule| rule.id == id)
    }
}
