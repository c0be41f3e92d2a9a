//! Tests of the catalogue as of earlier releases: `past.yaml` applied to today's schemas.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use std::path::Path;
use std::sync::LazyLock;

use heat_catalogue::Catalogue;
use heat_codegen::history::record::past;
use heat_codegen::history::series::{ReleaseTypes, read};
use heat_import::TypeFacts;
use heat_template_files::Examples;

use crate::support::catalogue;

/// The catalogue, and those of the releases before: `past.yaml` lists them in the same order.
fn each() -> &'static [Catalogue] {
    static EACH: LazyLock<Vec<Catalogue>> = LazyLock::new(|| {
        let each = catalogue().as_of_each(Some(&Examples), |place, then| (place, then)).unwrap();
        assert!(each.iter().map(|(place, _)| *place).eq(0..each.len()));
        each.into_iter().map(|(_, then)| then).collect()
    });
    &EACH
}

/// The catalogue of a release, as if it had been recorded.
fn as_of(version: &str) -> ReleaseTypes {
    let series = |then: &&Catalogue| then.releases.series_of(version) == then.releases.newest();
    let then = each().iter().find(series).unwrap().clone();
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
        let sides = [recorded, as_of(&version)];
        let differing = &past(&sides).releases[0].types;
        assert!(differing.is_empty(), "{version}: {differing:#?}");
    }
}

#[test]
fn removed_things_are_back_and_later_ones_are_gone() {
    let catalogue = catalogue();
    let yoga = catalogue.as_of("18.0.0", Some(&Examples)).unwrap();
    let pool = &yoga.types["OS::Octavia::Pool"];
    assert_eq!(yoga.releases.newest().unwrap().name, "Yoga");
    assert_eq!(yoga.history.newest().unwrap().version, "18.0.0");
    // Descriptions are today's.
    assert!(pool.properties["session_persistence"].description.is_some());
    assert!(catalogue.types["OS::Octavia::Listener"].properties.contains_key("allowed_cidrs"));
    let rocky = catalogue.as_of("11.0.0", Some(&Examples)).unwrap();
    assert!(!rocky.types["OS::Octavia::Listener"].properties.contains_key("allowed_cidrs"));
    assert!(!rocky.types.contains_key("OS::Ironic::Port"));
    assert!(rocky.types["OS::Designate::Domain"].properties.contains_key("email"));
    assert_eq!(catalogue.as_of("27.0.0", Some(&Examples)).unwrap().types, catalogue.types);
    assert!(catalogue.as_of("2015.1", Some(&Examples)).is_err());
}

#[test]
fn all_releases_at_once_are_what_each_is() {
    let catalogue = catalogue();
    let each = each();
    assert_eq!(each.len(), catalogue.past.releases.len() + 1);
    assert_eq!(each[0], catalogue);
    for (release, all_at_once) in catalogue.past.releases.iter().zip(&each[1..]) {
        let then = catalogue.as_of(&release.version, Some(&Examples)).unwrap();
        assert!(*all_at_once == then, "{}", release.version);
    }
}
