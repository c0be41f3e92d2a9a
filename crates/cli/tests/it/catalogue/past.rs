//! Tests of the catalogue as of earlier releases: `past.yaml` applied to today's schemas.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use std::path::Path;

use heat_catalogue::{Catalogue, SchemaFiles};
use heat_codegen::history::record::past;
use heat_codegen::history::series::{ReleaseTypes, read};
use heat_import::TypeFacts;
use heat_template_files::Examples;

use crate::support::site::{of_all_releases, text};

fn catalogue() -> Catalogue {
    let files = SchemaFiles::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas"));
    assert!(!files.has_errors(), "{:?}", files.diagnostics);
    files.into_catalogue()
}

/// The catalogue of a release, as if it had been recorded.
fn as_of(catalogue: &Catalogue, version: &str) -> ReleaseTypes {
    let then = catalogue.as_of(version, &Examples).unwrap();
    let types = then.types.into_values().map(TypeFacts::from).collect();
    ReleaseTypes { version: format!("{version} by the catalogue"), from: String::new(), types }
}

#[test]
fn each_release_is_as_it_was_recorded() {
    let recordings = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/releases");
    if !recordings.is_dir() {
        return;
    }
    let catalogue = catalogue();
    let series = read(&[recordings.to_str().unwrap().to_owned()], &catalogue.releases).unwrap();
    assert!(series.len() > 10);
    for recorded in series {
        let version = recorded.version.clone();
        let sides = [recorded, as_of(&catalogue, &version)];
        let differing = &past(&sides).releases[0].types;
        assert!(differing.is_empty(), "{version}: {differing:#?}");
    }
}

#[test]
fn removed_things_are_back_and_later_ones_are_gone() {
    let catalogue = catalogue();
    let yoga = catalogue.as_of("18.0.0", &Examples).unwrap();
    let pool = &yoga.types["OS::Octavia::Pool"];
    assert_eq!(yoga.releases.newest().unwrap().name, "Yoga");
    assert_eq!(yoga.history.newest().unwrap().version, "18.0.0");
    // Descriptions are today's.
    assert!(pool.properties["session_persistence"].description.is_some());
    assert!(catalogue.types["OS::Octavia::Listener"].properties.contains_key("allowed_cidrs"));
    let rocky = catalogue.as_of("11.0.0", &Examples).unwrap();
    assert!(!rocky.types["OS::Octavia::Listener"].properties.contains_key("allowed_cidrs"));
    assert!(!rocky.types.contains_key("OS::Ironic::Port"));
    assert!(rocky.types["OS::Designate::Domain"].properties.contains_key("email"));
    assert_eq!(catalogue.as_of("27.0.0", &Examples).unwrap().types, catalogue.types);
    assert!(catalogue.as_of("2015.1", &Examples).is_err());
}

#[test]
fn all_releases_at_once_are_what_each_is() {
    let catalogue = catalogue();
    let each = catalogue.as_of_each(&Examples, |place, then| (place, then)).unwrap();
    assert_eq!(each.len(), catalogue.past.releases.len() + 1);
    assert_eq!(each[0], (0, catalogue.clone()));
    for (index, release) in catalogue.past.releases.iter().enumerate() {
        let then = catalogue.as_of(&release.version, &Examples).unwrap();
        assert!(each[index + 1] == (index + 1, then), "{}", release.version);
    }
}

#[test]
fn the_site_has_pages_of_old_releases() {
    let site = of_all_releases();
    assert!(site.diagnostics.is_empty(), "{:?}", site.diagnostics);
    let page = |path: &str| text(site, path);
    // The last change of pools was in Yoga, the one before it in Ussuri.
    assert!(page("yoga/types/OS/Octavia/Pool.html").contains("It is the same as in Heat 27 · 2026.2"));
    let old = page("xena/types/OS/Octavia/Pool.html");
    assert!(old.contains("unchanged since Heat 14 · Ussuri"));
    assert!(
        old.contains("rel=\"canonical\" href=\"https://docs.example.org/heat/types/OS/Octavia/Pool.html\"")
    );
    assert!(old.contains("href=\"../../../../xena/index.html\""));
    // The navigation marks the page.
    assert!(old.contains("href=\"../../../../xena/types/OS/Octavia/Pool.html\" aria-current=\"page\""));
    // Templates declare a version that the release knows.
    let older = page("rocky/types/OS/Octavia/Listener.html");
    assert!(older.contains("</span>: 2018-08-31") && !older.contains("2021-04-16"));
    // Types that were removed later exist in the old release, and vice versa.
    let rocky = page("rocky/index.html");
    assert!(rocky.contains("types/OS/Senlin/Cluster.html") && !rocky.contains("types/OS/Ironic/Port.html"));
    assert!(page("rocky/search-index.json").contains("OS::Senlin::Cluster"));
    assert!(!page("index.html").contains("types/OS/Senlin/Cluster.html"));
}
