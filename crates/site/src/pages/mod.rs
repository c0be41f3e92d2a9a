//! The pages: the table of all kinds ([`PAGES`]), the content of each, and the files that are not pages.
//!
//! A kind of page is a module here, a template in `templates/`, and a row of the table, from which rendering, the navigation, the
//! sitemap, `llms.txt` and the overviews in the search are derived. The data of the pages is in `contents` and `releases`; the
//! texts of the guide are in `guide`.

mod architectures;
pub(crate) mod check;
mod constraints;
mod deprecations;
pub(crate) mod errors;
pub(crate) mod frame;
mod guide;
mod index;
mod life_cycle;
mod plain_files;
mod properties;
mod redirect;
mod releases;
pub(crate) mod render;
mod rules;
mod search;
mod service_picture;
mod shared;
mod starts;
mod type_page;
#[cfg(test)]
mod unread_fields;
#[cfg(test)]
mod written_once;

use self::frame::kind::{Label, Listing, LlmsSection, NavigationEntry, PageKind, Pages, SearchEntry, Twin};
use self::frame::renderer::Page;
use self::frame::side_navigation::ARCHITECTURES;
use self::plain_files::llms;
use self::releases::{hidden, release_pages, shared_page};
use crate::contents::site::Site;
use crate::links::addresses::{
    self, CHECK, COMPARE, CONSTRAINTS, DEPRECATIONS, ERRORS, INDEX, NOT_FOUND, RELEASES,
};
use crate::releases::hidden_links;

/// The kinds of pages, in the order of the sitemap and of the overviews in the search.
///
/// They are rendered in this order: slow pages come before those of types, and those of the guide before the search, whose index
/// needs their words.
pub(crate) static PAGES: &[PageKind] = &[
    PageKind {
        pages: Pages::One {
            path: INDEX,
            title: "Resource types",
            // The description is that of the site.
            description: "",
            render: |renderer, page| {
                let description = &renderer.context.site.options.identity.description;
                renderer.page_with_twin(Page { description, ..page }, index::index(renderer.context)?)
            },
        },
        template: "index.html",
        section: "types",
        per_release: true,
        listing: Listing {
            navigation: Some(NavigationEntry {
                header: Some(Label::Text("Types")),
                more: false,
                side: Some(Label::Text("Types by service")),
                to: Some(|_| format!("{INDEX}#types")),
                ..NavigationEntry::titled(1)
            }),
            search: Some(SearchEntry {
                label: Label::Text("Resource types by service"),
                words: "all types|list of resources|services|catalogue|overview|home",
            }),
            ..Listing::SITEMAP
        },
        ..PageKind::USUAL
    },
    PageKind {
        pages: Pages::One {
            path: "properties.html",
            title: "Properties and attributes A–Z",
            description: "Every property and attribute of the resource types, by name.",
            render: |renderer, page| renderer.page_with_twin(page, properties::a_to_z(renderer.context.site)),
        },
        template: "properties.html",
        section: "properties",
        listing: Listing {
            navigation: Some(NavigationEntry {
                header: Some(Label::Text("A–Z")),
                ..NavigationEntry::titled(4)
            }),
            search: Some(SearchEntry::titled(
                "get_attr|getatt|all properties|all attributes|outputs|names|alphabetical|index",
            )),
            ..Listing::SITEMAP
        },
        ..PageKind::USUAL
    },
    PageKind {
        pages: Pages::One {
            path: DEPRECATIONS,
            title: "Deprecations",
            description: "Deprecated resource types, properties and attributes, the release that deprecated them, and what to use instead.",
            render: |renderer, page| {
                renderer.page_with_twin(page, deprecations::deprecations(renderer.context.site))
            },
        },
        template: "deprecations.html",
        section: "deprecations",
        listing: Listing {
            navigation: Some(NavigationEntry::titled(6)),
            search: Some(SearchEntry::titled(
                "deprecated|obsolete|outdated|migration|replaced by|end of life",
            )),
            ..Listing::SITEMAP
        },
        ..PageKind::USUAL
    },
    PageKind {
        pages: Pages::One {
            path: "life-cycle.html",
            title: "Life cycle",
            description: "The life cycle of resource types, properties and attributes.",
            render: |renderer, page| {
                renderer.page_with_twin(page, life_cycle::life_cycle(renderer.context.site))
            },
        },
        template: "life-cycle.html",
        section: "life-cycle",
        listing: Listing {
            navigation: Some(NavigationEntry::titled(7)),
            search: Some(SearchEntry::titled(
                "support status|lifecycle|supported|unsupported|deprecated|hidden|maturity|stability",
            )),
            ..Listing::SITEMAP
        },
        ..PageKind::USUAL
    },
    PageKind {
        pages: Pages::One {
            path: CONSTRAINTS,
            title: "Constraints",
            description: "The values that the constraints of properties accept, and where each constraint is used.",
            render: |renderer, page| {
                renderer.page_with_twin(page, constraints::constraints(renderer.context)?)
            },
        },
        template: "constraints.html",
        section: "constraints",
        per_release: true,
        listing: Listing {
            navigation: Some(NavigationEntry::titled(5)),
            search: Some(SearchEntry::titled("custom constraints|custom_constraint|validation")),
            ..Listing::SITEMAP
        },
        ..PageKind::USUAL
    },
    PageKind {
        pages: Pages::One {
            path: RELEASES,
            title: "Releases",
            description: "The changes to the resource types in every release.",
            render: |renderer, page| {
                renderer.page_with_twin(page, release_pages::release_list(renderer.context.site))
            },
        },
        template: "releases.html",
        section: "releases",
        exists: has_releases,
        listing: Listing {
            navigation: Some(NavigationEntry { more: false, ..NavigationEntry::titled(8) }),
            search: Some(SearchEntry::titled(
                "release notes|history|changes|changelog|what is new|versions|upgrade",
            )),
            ..Listing::SITEMAP
        },
        ..PageKind::USUAL
    },
    PageKind {
        pages: Pages::One {
            path: COMPARE,
            title: "Compare releases",
            description: "The changes to the resource types between any two releases.",
            render: |renderer, page| renderer.page(page, release_pages::release_list(renderer.context.site)),
        },
        template: "compare.html",
        section: "releases",
        exists: has_releases,
        twin: Twin::None("The browser compares two releases; the page of each has its changes."),
        listing: Listing {
            search: Some(SearchEntry::titled("compare versions|upgrade|differences|diff|changes between")),
            ..Listing::SITEMAP
        },
        ..PageKind::USUAL
    },
    PageKind {
        pages: Pages::One {
            path: hidden_links::PATH,
            title: "What each release hid",
            description: "Resource types, properties and attributes that are hidden now, and what replaces them.",
            render: hidden::render,
        },
        template: "hidden.html",
        section: "releases",
        exists: |site| !site.hidden.is_empty(),
        listing: Listing {
            search: Some(SearchEntry::titled(
                "hidden|removed types|old templates|placeholders|retired|replaced by|legacy|missing type",
            )),
            ..Listing::SITEMAP
        },
        ..PageKind::USUAL
    },
    PageKind {
        pages: Pages::One {
            path: CHECK,
            title: "Check a template",
            description: "Checks a Heat template in the browser, and draws what its resources depend on.",
            render: |renderer, page| renderer.page(page, ()),
        },
        template: "check.html",
        section: "check",
        exists: |site| site.options.checker.is_some(),
        twin: Twin::None("The browser checks the template; `heat-codegen validate` does the same for files."),
        listing: Listing {
            navigation: Some(NavigationEntry {
                header: Some(Label::Text("Check")),
                more: false,
                ..NavigationEntry::titled(9)
            }),
            search: Some(SearchEntry::titled(
                "validate|validation|lint|linter|syntax check|online|offline|playground|find errors|draw|picture|graph of resources",
            )),
            ..Listing::SITEMAP
        },
        ..PageKind::USUAL
    },
    PageKind {
        pages: Pages::One {
            path: addresses::ARCHITECTURES,
            title: "Architectures",
            description: "Complete templates of several resources, each with a picture of its dependencies.",
            render: |renderer, page| {
                renderer.page_with_twin(page, architectures::index(renderer.context.site))
            },
        },
        template: "architectures.html",
        section: ARCHITECTURES,
        exists: |site| !site.options.architectures.list.is_empty(),
        listing: Listing {
            navigation: Some(NavigationEntry { side: None, ..NavigationEntry::titled(3) }),
            ..Listing::SITEMAP
        },
        ..PageKind::USUAL
    },
    PageKind {
        pages: Pages::Each(architectures::jobs),
        template: "architecture.html",
        section: ARCHITECTURES,
        listing: Listing {
            llms: Some(LlmsSection { place: 2, write: llms::architectures }),
            ..Listing::SITEMAP
        },
        ..PageKind::USUAL
    },
    PageKind {
        pages: Pages::One {
            path: ERRORS,
            title: "Errors of Heat",
            description: "The error messages of OpenStack Heat: what each means, what causes it, and a template that provokes it and the fixed one.",
            render: errors::render,
        },
        template: "errors.html",
        section: errors::SECTION,
        exists: |site| !site.options.errors.list.is_empty(),
        listing: Listing {
            // The search has a separate index for errors.
            navigation: Some(NavigationEntry {
                header: Some(Label::Text("Errors")),
                more: false,
                ..NavigationEntry::titled(10)
            }),
            ..Listing::SITEMAP
        },
        ..PageKind::USUAL
    },
    PageKind {
        pages: Pages::Each(errors::jobs),
        template: "error.html",
        section: errors::SECTION,
        listing: Listing { llms: Some(LlmsSection { place: 5, write: llms::errors }), ..Listing::SITEMAP },
        ..PageKind::USUAL
    },
    PageKind {
        pages: Pages::Each(release_pages::jobs),
        template: "release.html",
        section: "releases",
        listing: Listing { llms: Some(LlmsSection { place: 3, write: llms::releases }), ..Listing::SITEMAP },
        ..PageKind::USUAL
    },
    PageKind {
        pages: Pages::Each(guide::jobs),
        template: "guide.html",
        section: "guide",
        exists: |site| !site.options.guide.pages.is_empty(),
        listing: Listing {
            navigation: Some(NavigationEntry {
                header: Some(Label::Text("Guide")),
                more: false,
                side: None,
                to: Some(guide::first_page),
                ..NavigationEntry::titled(2)
            }),
            llms: Some(LlmsSection { place: 1, write: llms::guide }),
            ..Listing::SITEMAP
        },
        ..PageKind::USUAL
    },
    PageKind {
        pages: Pages::Each(rules::jobs),
        template: "rule.html",
        section: "guide",
        // The search finds rules in the index of errors.
        listing: Listing { llms: Some(LlmsSection { place: 6, write: llms::rules }), ..Listing::SITEMAP },
        ..PageKind::USUAL
    },
    PageKind {
        pages: Pages::One { path: "search.html", title: "Search", description: "", render: search::render },
        template: "search.html",
        section: "search",
        per_release: true,
        twin: Twin::None("The browser searches."),
        listing: Listing::NONE,
        ..PageKind::USUAL
    },
    PageKind {
        pages: Pages::One {
            path: NOT_FOUND,
            title: "Not found",
            description: "",
            render: |renderer, page| renderer.page(page, ()),
        },
        template: "404.html",
        section: "404",
        twin: Twin::None("There is nothing at the address."),
        listing: Listing::NONE,
        ..PageKind::USUAL
    },
    PageKind {
        pages: Pages::Redirects(redirect::jobs),
        template: "redirect.html",
        section: "redirect",
        twin: Twin::None("The page only leads to another."),
        listing: Listing::NONE,
        ..PageKind::USUAL
    },
    PageKind {
        pages: Pages::Redirects(shared_page::jobs),
        template: "shared-page.html",
        section: "redirect",
        exists: |site| site.release.is_old(),
        per_release: true,
        twin: Twin::None("The page only leads to another."),
        listing: Listing::NONE,
    },
    PageKind {
        pages: Pages::Each(type_page::jobs),
        template: "type.html",
        section: "types",
        per_release: true,
        listing: Listing { llms: Some(LlmsSection { place: 4, write: llms::types }), ..Listing::SITEMAP },
        ..PageKind::USUAL
    },
];

fn has_releases(site: &Site<'_>) -> bool {
    site.all_series().any(|series| !series.history.releases.is_empty())
}

/// The paths of the single pages that every release has, relative to the folder of the release.
pub(crate) fn paths_per_release() -> Vec<&'static str> {
    PAGES.iter().filter(|kind| kind.per_release).filter_map(PageKind::path).collect()
}
