//! The data for the pages: the visible catalogue, and everything that is derived from it once.

use heat_catalogue::Catalogue;
use heat_catalogue::relations::{ReadExamples, References, Relations};
use heat_model::ResourceType;
use heat_model::resource_type::service_of;

use super::options::SiteOptions;
use super::usage::Usage;
use crate::guide::pages::GuideDocument;
use crate::links::targets::TypeNames;
use crate::releases::edition::Past;
use crate::releases::hidden_items::HiddenItem;
use crate::releases::history::ReleaseHistory;
use crate::releases::old_releases::SiteRelease;
use crate::releases::state_counts::{DeclaredCounts, StateCounts};

/// The data for a site: the visible catalogue, and everything that is derived from it once.
#[derive(Debug)]
pub(crate) struct Site<'a> {
    /// The visible part of the catalogue.
    pub(crate) catalogue: &'a Catalogue,
    /// The number of items in each state, including HIDDEN ones.
    pub(crate) states: StateCounts,
    /// What changed in every release.
    pub(crate) history: &'a ReleaseHistory,
    /// The HIDDEN items, if this edition may name them.
    pub(crate) hidden: &'a [HiddenItem],
    /// The changes of the releases according to the versions in the schemas.
    pub(crate) declared: &'a DeclaredCounts,
    /// The names of all types that have a page.
    pub(crate) type_names: TypeNames<'a>,
    /// The types by service.
    pub(crate) services: Vec<ServiceTypes<'a>>,
    /// What properties refer to.
    pub(crate) references: References<'a>,
    /// Which types need which.
    pub(crate) relations: Relations<'a>,
    /// The additions to the catalogue.
    pub(crate) options: &'a SiteOptions,
    /// In whose examples each type with a page of this release is used.
    pub(crate) usage: Usage,
    /// The pages of the guide as HTML; none for an old release, which has no guide of its own.
    pub(crate) guide: Vec<GuideDocument<'a>>,
    /// The release that the site is about.
    pub(crate) release: SiteRelease<'a>,
}

/// The types of a service.
#[derive(Debug)]
pub(crate) struct ServiceTypes<'a> {
    /// The name of the service: the first two parts of the names of its types.
    pub(crate) name: &'a str,
    /// The types of the service, sorted by name.
    pub(crate) types: Vec<&'a ResourceType>,
}

impl<'a> Site<'a> {
    pub(crate) fn new(
        shown: &'a Catalogue,
        past: &'a Past,
        options: &'a SiteOptions,
        release: SiteRelease<'a>,
        examples: &'a ReadExamples,
    ) -> Self {
        let references = References::with(&shown.types, &shown.custom_constraints, examples);
        let guide = options.guide.pages.iter().filter(|_| !release.is_old());
        let with_page: TypeNames<'_> =
            shown.types.keys().map(String::as_str).filter(|name| release.has_own_page(name)).collect();
        Self {
            relations: Relations::new(&references),
            references,
            catalogue: shown,
            states: past.states,
            history: &past.history,
            hidden: &past.hidden,
            declared: &past.declared,
            type_names: shown.types.keys().map(String::as_str).collect(),
            services: by_service(shown),
            usage: Usage::new(&with_page, shown, &options.architectures),
            guide: guide.map(GuideDocument::new).collect(),
            release,
            options,
        }
    }

    /// The page of a type, which an old release can have in common with newer ones.
    pub(crate) fn page_of(&self, schema: &ResourceType) -> Option<&'a str> {
        self.release.addresses().and_then(|pages| pages.page(&schema.name))
    }
}

/// The types by service. OpenStack's own come first, then all others, each sorted.
fn by_service(catalogue: &Catalogue) -> Vec<ServiceTypes<'_>> {
    let mut services: Vec<ServiceTypes<'_>> = Vec::new();
    // Types are sorted by name, so those of a service are consecutive.
    for schema in catalogue.types.values() {
        let name = service_of(&schema.name);
        match services.last_mut().filter(|service| service.name == name) {
            Some(service) => service.types.push(schema),
            None => services.push(ServiceTypes { name, types: vec![schema] }),
        }
    }
    services.sort_by_key(|service| (!service.name.starts_with("OS::"), service.name));
    services
}
