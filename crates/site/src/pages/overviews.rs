//! The overviews that the search finds.

use super::check;
use crate::contents::site::Site;
use crate::releases::hidden_links;
use crate::search::Overview;

/// The overviews, with other words for their contents.
const OVERVIEWS: [Overview; 5] = [
    Overview {
        title: "Resource types by service",
        url: "index.html",
        words: "all types|list of resources|services|catalogue|overview|home",
    },
    Overview {
        title: "Properties and attributes A–Z",
        url: "properties.html",
        words: "get_attr|getatt|all properties|all attributes|outputs|names|alphabetical|index",
    },
    Overview {
        title: "Deprecations",
        url: "deprecations.html",
        words: "deprecated|obsolete|outdated|migration|replaced by|end of life",
    },
    Overview {
        title: "Life cycle",
        url: "life-cycle.html",
        words: "support status|lifecycle|supported|unsupported|deprecated|hidden|maturity|stability",
    },
    Overview {
        title: "Constraints",
        url: "constraints.html",
        words: "custom constraints|custom_constraint|validation",
    },
];

/// The overviews of releases, if their changes are recorded.
const RELEASE_OVERVIEWS: [Overview; 2] = [
    Overview {
        title: "Releases",
        url: "releases.html",
        words: "release notes|history|changes|changelog|what is new|versions|upgrade",
    },
    Overview {
        title: "Compare releases",
        url: "compare.html",
        words: "compare versions|upgrade|differences|diff|changes between",
    },
];

/// The page that checks templates, if there is one.
const CHECKER: Overview = Overview {
    title: check::TITLE,
    url: check::PAGE,
    words: "validate|validation|lint|linter|syntax check|online|playground|find errors|draw|picture|graph of resources",
};

/// The page of hidden names, if there is one.
const HIDDEN: Overview = Overview {
    title: "What each release hid",
    url: hidden_links::PATH,
    words: "hidden|removed types|old templates|placeholders|retired|replaced by|legacy|missing type",
};

/// The overviews of a site.
pub(crate) fn overviews(site: &Site<'_>) -> Vec<Overview> {
    let of_releases = RELEASE_OVERVIEWS.iter().filter(|_| !site.history.releases.is_empty());
    OVERVIEWS
        .iter()
        .chain(of_releases)
        .chain((!site.hidden.is_empty()).then_some(&HIDDEN))
        .chain(site.options.checker.as_ref().map(|_| &CHECKER))
        .copied()
        .collect()
}
