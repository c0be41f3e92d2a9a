//! Tests of the pages of earlier releases.

use std::collections::BTreeSet;

use heat_html::page_urls::type_url;
use heat_model::Status;
use heat_template_files::Examples;

use super::{catalogue, of_all_releases, text};

/// The address of a type in an old release is the page of that release, or redirects to the page that it shares with a newer one,
/// and keeps the release.
#[test]
fn every_type_of_every_release_has_an_address() {
    let site = of_all_releases();
    let paths: BTreeSet<&str> = site.files.iter().map(|file| file.path.as_str()).collect();
    let (mut own, mut shared) = (0, 0);
    for then in catalogue().as_of_each(Some(&Examples), |_, then| then).unwrap().iter().skip(1) {
        let folder = then.releases.newest().unwrap().name.to_lowercase();
        let visible = then.types.values().filter(|schema| schema.support_status.status() != Status::Hidden);
        for schema in visible {
            let path = format!("{folder}/{}", type_url(&schema.name));
            let page = text(site, &path);
            let Some((_, target)) = page.split_once(" data-target=\"") else {
                own += 1;
                continue;
            };
            shared += 1;
            let target = target.split('"').next().unwrap().trim_start_matches("../");
            let (page, query) = target.split_once('?').unwrap();
            assert!(paths.contains(page), "{path} leads to {page}");
            assert_eq!(query, format!("release={folder}"), "{path}");
        }
    }
    assert!(own > 100 && shared > 1_000, "{own} own pages, {shared} shared ones");
}

/// All releases together take at most three times the space of the newest one.
#[test]
fn old_releases_take_little_space() {
    let size = |is_counted: &dyn Fn(&str) -> bool| -> usize {
        let counted = of_all_releases().files.iter().filter(|file| is_counted(&file.path));
        counted.map(|file| file.contents.len()).sum()
    };
    let names: Vec<String> =
        catalogue().releases.releases.iter().map(|each| each.name.to_lowercase()).collect();
    let is_old =
        |path: &str| path.split('/').next().is_some_and(|folder| names.iter().any(|name| name == folder));
    let (all, newest) = (size(&|_| true), size(&|path| !is_old(path)));
    assert!(newest < all && all < 3 * newest, "{all} bytes, {newest} without old releases");
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
