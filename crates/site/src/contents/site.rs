//! The data for the pages: the visible catalogue, and the data derived from it once.

use std::sync::OnceLock;

use heat_catalogue::Catalogue;
use heat_catalogue::relations::{ReadExamples, References, Relations};
use heat_graph::Graph;
use heat_model::ResourceType;
use heat_model::resource_type::service_of;

use super::options::SiteOptions;
use super::usage::Usage;
use crate::docs_file::TypeGroup;
use crate::guide::pages::GuideDocument;
use crate::links::targets::TypeNames;
use crate::releases::edition::Past;
use crate::releases::hidden_items::HiddenItem;
use crate::releases::history::ReleaseHistory;
use crate::releases::series::ReleaseSeries;
use crate::releases::site_release::SiteRelease;
use crate::releases::state_counts::{DeclaredCounts, StateCounts};
use crate::text::markdown;

/// The data for a site: the visible catalogue, and the data derived from it once.
#[derive(Debug)]
pub(crate) struct Site<'a> {
    /// The visible part of the catalogue.
    pub(crate) catalogue: &'a Catalogue,
    /// The number of items in each state, including HIDDEN ones.
    pub(crate) states: StateCounts,
    /// The changes in every release.
    pub(crate) history: &'a ReleaseHistory,
    /// The changes in every release of each plug-in that is a guest in the catalogue, in the order of the guests.
    guest_histories: &'a [ReleaseHistory],
    /// The HIDDEN items, if this edition may show their names.
    pub(crate) hidden: &'a [HiddenItem],
    /// The changes of the releases according to the versions in the schemas.
    pub(crate) declared: &'a DeclaredCounts,
    /// The names of all types that have a page.
    pub(crate) type_names: TypeNames<'a>,
    /// The types by service.
    pub(crate) services: Vec<ServiceTypes<'a>>,
    /// The references from properties to types.
    pub(crate) references: References<'a>,
    /// The dependencies between types.
    pub(crate) relations: Relations<'a>,
    /// The additions to the catalogue.
    pub(crate) options: &'a SiteOptions,
    /// The architectures and other types' examples that use each type, for the types with a page of this release.
    pub(crate) usage: Usage,
    /// The pictures of the architectures, in their order, each generated when it is first shown.
    pub(crate) pictures: Vec<OnceLock<Graph>>,
    /// The pages of the guide as HTML; empty for an old release, which has no guide of its own.
    pub(crate) guide: Vec<GuideDocument<'a>>,
    /// The release that the site is about.
    pub(crate) release: SiteRelease<'a>,
}

/// The types of a service, or of a group from the site's settings.
#[derive(Debug)]
pub(crate) struct ServiceTypes<'a> {
    /// The name of the service, which is the first two parts of its types' names; or the title of the group.
    pub(crate) name: &'a str,
    /// The anchor of the service in the index.
    pub(crate) id: String,
    /// OpenStack's name for the service; empty if it is not an OpenStack service.
    pub(crate) label: &'a str,
    /// The common beginning of the names of all its types; empty for a group with types of several services.
    pub(crate) prefix: &'a str,
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
            guest_histories: &past.guest_histories,
            hidden: &past.hidden,
            declared: &past.declared,
            type_names: shown.types.keys().map(String::as_str).collect(),
            services: services(shown, &options.groups),
            usage: Usage::new(&with_page, shown, &options.architectures),
            pictures: options.architectures.list.iter().map(|_| OnceLock::new()).collect(),
            guide: guide.map(GuideDocument::new).collect(),
            release,
            options,
        }
    }

    /// The series of releases: that of the catalogue, and those of plug-ins with recorded releases.
    pub(crate) fn all_series(&self) -> impl Iterator<Item = ReleaseSeries<'a>> {
        let guests = (0..self.guest_histories.len()).filter_map(|number| self.guest_series(number));
        std::iter::once(self.own_series()).chain(guests.filter(|series| !series.history.releases.is_empty()))
    }

    /// The series of the catalogue's own releases.
    pub(crate) fn own_series(&self) -> ReleaseSeries<'a> {
        ReleaseSeries::of_catalogue(self.catalogue, self.history, &self.options.identity.product)
    }

    /// The series of releases that a type belongs to: that of its plug-in, or of the catalogue.
    pub(crate) fn series_of(&self, type_name: &str) -> ReleaseSeries<'a> {
        let guest = self.catalogue.guests.iter().position(|guest| guest.types.contains(type_name));
        guest.and_then(|guest| self.guest_series(guest)).unwrap_or_else(|| self.own_series())
    }

    fn guest_series(&self, number: usize) -> Option<ReleaseSeries<'a>> {
        ReleaseSeries::of_guest(self.catalogue, self.guest_histories.get(number)?, number)
    }

    /// The service or the group that contains a type.
    pub(crate) fn service_of(&self, type_name: &str) -> Option<&ServiceTypes<'a>> {
        let group = self.options.groups.iter().find(|group| group.contains(type_name));
        let name = group.map_or(service_of(type_name), |group| &group.title);
        self.services.iter().find(|service| service.name == name)
    }

    /// The page of a type, which an old release can share with newer ones.
    pub(crate) fn page_of(&self, schema: &ResourceType) -> Option<&'a str> {
        self.release.addresses().and_then(|pages| pages.page(&schema.name))
    }
}

/// The types by group and, if they are in no group, by service. Services of plug-ins come first, then OpenStack's own, then all
/// others, each sorted by name.
fn services<'a>(catalogue: &'a Catalogue, groups: &'a [TypeGroup]) -> Vec<ServiceTypes<'a>> {
    let mut grouped: Vec<Vec<&ResourceType>> = groups.iter().map(|_| Vec::new()).collect();
    let mut services: Vec<ServiceTypes<'_>> = Vec::new();
    // Types are sorted by name, so those of a service are consecutive.
    for schema in catalogue.types.values() {
        if let Some(group) = groups.iter().position(|group| group.contains(&schema.name)) {
            grouped[group].push(schema);
            continue;
        }
        let name = service_of(&schema.name);
        match services.last_mut().filter(|service| service.name == name) {
            Some(service) => service.types.push(schema),
            None => services.push(ServiceTypes {
                name,
                id: name.to_owned(),
                label: catalogue.services.name_of(name),
                prefix: name,
                types: vec![schema],
            }),
        }
    }
    let is_guest = |service: &ServiceTypes<'_>| {
        service.types.iter().any(|schema| catalogue.guests.of_type(&schema.name).is_some())
    };
    services
        .sort_by_cached_key(|service| (!is_guest(service), !service.name.starts_with("OS::"), service.name));
    let mut all: Vec<ServiceTypes<'_>> = Vec::new();
    for (group, types) in groups.iter().zip(grouped) {
        let Some(first) = types.first().map(|schema| service_of(&schema.name)) else { continue };
        let is_one_service = types.iter().all(|schema| service_of(&schema.name) == first);
        let prefix = if is_one_service { first } else { "" };
        all.push(ServiceTypes {
            name: &group.title,
            id: group_id(&group.title, &all),
            label: "",
            prefix,
            types,
        });
    }
    all.extend(services);
    all
}

/// Returns an anchor for a group, different from those of the groups before it.
fn group_id(title: &str, before: &[ServiceTypes<'_>]) -> String {
    let slug = format!("group-{}", markdown::slug(title));
    match before.iter().filter(|group| group.id == slug || group.id.starts_with(&format!("{slug}-"))).count()
    {
        0 => slug,
        others => format!("{slug}-{}", others + 1),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use heat_yaml::Source;

    use super::*;
    use crate::docs_file::DocsFile;

    #[test]
    fn groups_come_first_in_their_order() {
        let types =
            ["OS::Nova::Server", "ACME::Disk::Volume", "ACME::Disk::Backup", "ACME::Zone::Zone", "Z::Z::Z"];
        let types = types.map(|name| (name.to_owned(), ResourceType::new(name))).into_iter();
        let mut catalogue = Catalogue { types: types.collect(), ..Catalogue::default() };
        catalogue.types.sort_unstable_keys();
        let text = "groups:\n- {title: Disks, types: ['ACME::Disk::*']}\n- {title: A b, types: [Z::Z::Z, OS::Nova::Server]}\n- {title: A-b, types: ['ACME::**']}\n";
        let docs = DocsFile::from_source(&Source::new("docs.yaml", text), Path::new("")).unwrap();
        let shown = |groups: &[TypeGroup]| -> Vec<String> {
            let services = services(&catalogue, groups);
            let names = |service: &ServiceTypes<'_>| {
                service.types.iter().map(|schema| schema.name.clone()).collect::<Vec<_>>().join(" ")
            };
            services
                .iter()
                .map(|each| format!("{} #{} ({}): {}", each.name, each.id, each.prefix, names(each)))
                .collect()
        };
        assert_eq!(
            shown(&docs.groups),
            [
                "Disks #group-disks (ACME::Disk): ACME::Disk::Backup ACME::Disk::Volume",
                "A b #group-a-b (): OS::Nova::Server Z::Z::Z",
                "A-b #group-a-b-2 (ACME::Zone): ACME::Zone::Zone",
            ]
        );
        assert_eq!(
            shown(&[]),
            [
                "OS::Nova #OS::Nova (OS::Nova): OS::Nova::Server",
                "ACME::Disk #ACME::Disk (ACME::Disk): ACME::Disk::Backup ACME::Disk::Volume",
                "ACME::Zone #ACME::Zone (ACME::Zone): ACME::Zone::Zone",
                "Z::Z #Z::Z (Z::Z): Z::Z::Z",
            ]
        );
    }
}
