//! Tests of the site of a vendor: only a plug-in's types or those of Heat, too, as its `docs.yaml` sets.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails may panic")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use walkdir::WalkDir;

use crate::support::{Ran, command, folder, run_in, write};

#[path = "../../../../site/src/tests/markdown_links.rs"]
mod markdown_links;
use markdown_links::follow;

/// A plug-in's schema: its versions are not releases of Heat, and its constraint is its own.
const VOLUME: &str = "\
type: ACME::Disk::Volume
description: Makes a volume. See `ACME::Zone::Zone` and `OS::Nova::Server`.
keywords: [disk]
support_status:
  - {version: 5.1.0}
properties:
  size:
    type: integer
    description: Size in gibibytes.
    required: true
  zone:
    type: string
    description: Zone of the volume.
    support_status:
      - {status: DEPRECATED, version: 5.2.0, message: Use property size.}
      - {version: 5.1.0}
    constraints:
      - {custom_constraint: acme.zone}
  flavor:
    type: string
    description: Flavor that the volume is made for.
    constraints:
      - {custom_constraint: nova.flavor}
attributes:
  path:
    type: string
    description: Path of the volume.
";

const ZONE: &str = "type: ACME::Zone::Zone\ndescription: Makes a zone.\n";

const RELEASES: &str = "- {version: 5.1.0, name: Anvil, date: '2025-01-01'}\n- {version: 5.2.0, name: Bellows, date: '2026-01-01'}\n";

const CONSTRAINTS: &str = "acme.zone: {description: Name of a zone., client_plugin: acme, lookup: name, resource_type: ACME::Zone::Zone}\n";

const LOGO: &str =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 52 26\"><path d=\"M0 0h52v26z\"/></svg>";

/// Creates a plug-in's repository with these settings.
fn project(name: &str, docs: &str) -> PathBuf {
    let folder = folder(name);
    write(&folder.join("schemas/ACME/Disk/Volume.yaml"), VOLUME);
    write(&folder.join("schemas/ACME/Zone/Zone.yaml"), ZONE);
    write(&folder.join("schemas/releases.yaml"), RELEASES);
    write(&folder.join("schemas/constraints.yaml"), CONSTRAINTS);
    write(&folder.join("logo.svg"), LOGO);
    if !docs.is_empty() {
        write(&folder.join("docs.yaml"), docs);
    }
    folder
}

fn build(folder: &Path, more: &[&str]) -> Ran {
    run_in(folder, &[&["build", "--out", "public"], more].concat())
}

/// Builds the site of a plug-in's repository with these settings.
fn site(name: &str, docs: &str, more: &[&str]) -> PathBuf {
    let folder = project(name, docs);
    let ran = build(&folder, more);
    assert_eq!(ran.code, 0, "{ran}");
    folder.join("public")
}

fn text(site: &Path, path: &str) -> String {
    fs::read_to_string(site.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The paths of a site's files, with their texts.
fn texts(site: &Path) -> Vec<(String, String)> {
    let files =
        WalkDir::new(site).into_iter().map(Result::unwrap).filter(|entry| entry.file_type().is_file());
    let read = |path: &Path| String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
    files
        .map(|file| (file.path().strip_prefix(site).unwrap().display().to_string(), read(file.path())))
        .collect()
}

const DOCS: &str = "\
title: ACME resource types
summary: Disks and zones, for Heat templates.
product: ACME
logo: logo.svg
home: {url: \"https://acme.example/\", label: The cloud}
footer: \"© *ACME*\"
accent: \"#0b5fa5\"
url: https://acme.example/heat
groups:
- {title: All of it, types: ['ACME::**']}
edit: https://git.acme.example/edit/main/{path}
history: https://git.acme.example/log/main/{path}
issues: https://git.acme.example/issues
";

#[test]
fn the_site_of_a_plug_in_is_its_own() {
    let site = site("vendor-alone", DOCS, &[]);
    let index = text(&site, "index.html");
    assert!(index.contains("<title>ACME resource types</title>"), "{index}");
    assert!(index.contains(
        "<h1>ACME resource types</h1>\n<p class=\"lead\">Disks and zones, for Heat templates.</p>"
    ));
    assert!(index.contains("<img src=\"assets/logo.svg\" alt=\"\" height=\"26\">"), "{index}");
    assert!(
        index.contains("<a href=\"https://acme.example/\">The cloud</a>") && index.contains("<em>ACME</em>")
    );
    assert!(index.contains("<link rel=\"stylesheet\" href=\"assets/docs.css\">"));
    assert!(index.contains("<h2 id=\"group-all-of-it\">"), "{index}");
    assert!(text(&site, "assets/docs.css").contains("--ember: light-dark(#0b5fa5, #"));
    assert_eq!(text(&site, "assets/logo.svg"), LOGO);
    let page = text(&site, "types/ACME/Disk/Volume.html");
    assert!(
        page.contains(
            "<link rel=\"canonical\" href=\"https://acme.example/heat/types/ACME/Disk/Volume.html\">"
        )
    );
    assert!(page.contains("since <b>5.1.0</b> Anvil"), "{page}");
    assert!(page.contains("ACME 5.2.0 (Bellows)"), "{page}");
    assert!(page.contains("href=\"../../../index.html#group-all-of-it\""), "{page}");
    // The values that a constraint of Heat accepts are known, but the type of Heat that creates them is not part of this site.
    assert!(page.contains(">name or ID of a server flavor that the project may use"), "{page}");
    // The folder of the tests is the repository.
    assert!(
        page.contains("https://git.acme.example/edit/main/vendor-alone/schemas/ACME/Disk/Volume.yaml")
            && page.contains("https://git.acme.example/log/main/vendor-alone/schemas/ACME/Disk/Volume.yaml")
            && page.contains("href=\"https://git.acme.example/issues\">Report a problem"),
        "{page}"
    );
    for (path, text) in texts(&site) {
        let is_of_heat = path.starts_with("guide")
            || path.starts_with("architectures")
            || path.starts_with("template_guide");
        assert!(!is_of_heat, "{path}");
        assert!(!text.contains("OpenStack Heat") && !text.contains("Heat resource types"), "{path}");
    }
}

/// The site of a plug-in and of Heat, built on a leap day; built once for all tests.
fn with_heat() -> &'static Path {
    static SITE: LazyLock<PathBuf> = LazyLock::new(|| {
        let docs = "{heat: true, product: ACME, url: 'https://acme.example/', edit: {own: 'https://a.org/{path}', built_in: 'https://b.org/{path}'}}";
        let folder = project("vendor-with-heat", docs);
        let mut command = command(&folder, &["build", "--out", "public"]);
        let ran = command.env("SOURCE_DATE_EPOCH", "951782400").output().unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        folder.join("public")
    });
    &SITE
}

/// Without settings, the site has a general title, no guide and no style sheet of its own.
#[test]
fn a_site_without_settings_says_nothing_of_heat() {
    let site = site("vendor-plain", "", &[]);
    assert!(text(&site, "index.html").contains("<h1>Resource types</h1>"));
    assert!(!site.join("guide").exists() && !site.join("docs.css").exists());
}

#[test]
fn a_plug_in_is_a_guest_among_the_types_of_heat() {
    let site = with_heat();
    let page = text(site, "types/ACME/Disk/Volume.html");
    assert!(page.contains("since <b>ACME 5.1.0</b> Anvil"), "{page}");
    // Heat also has a release 5.0.0: Liberty.
    assert!(!page.contains("Liberty"), "{page}");
    assert!(page.contains("<p>Heat 27.") && page.contains(" (2026.2). Generated"));
    assert!(page.contains("https://a.org/vendor-with-heat/schemas/ACME/Disk/Volume.yaml"), "{page}");
    let server = text(site, "types/OS/Nova/Server.html");
    assert!(server.contains("https://b.org/schemas/OS/Nova/Server.yaml"), "{server}");
    assert!(text(site, "deprecations.html").contains("ACME 5.2.0"));
    assert!(text(site, "constraints.html").contains("id=\"constraint-acme.zone\""));
    // The plug-in's own types come first.
    let index = text(site, "index.html");
    assert!(index.find("id=\"ACME::Disk\"").unwrap() < index.find("id=\"OS::Aodh\"").unwrap());
    assert!(site.join("guide/functions.html").exists() && !site.join("guide/derive.html").exists());
}

const TITLE: &str = "<script>alert(1)</script>{{ 7 * 7 }} & \"q\" *b* [c](javascript:d) `e` _f_ |g|";

/// The site of a plug-in and of Heat with all releases, with markup as its title; built once for all tests.
fn of_all_releases() -> &'static Path {
    static SITE: LazyLock<PathBuf> = LazyLock::new(|| {
        let title = quoted(TITLE);
        let docs = format!(
            "{{heat: true, product: ACME, title: {title}, summary: {title}, url: 'https://acme.example/'}}"
        );
        let folder = project("vendor-releases", &docs);
        write(
            &folder.join("schemas/history.yaml"),
            "- release: 5.1.0\n  types: [ACME::Disk::Volume, ACME::Zone::Zone]\n- release: 5.2.0\n  changes:\n    ACME::Disk::Volume:\n      - {rule: property-added, path: properties.flavor, after: string}\n",
        );
        write(
            &folder.join("schemas/ACME/Disk/Old.yaml"),
            "type: ACME::Disk::Old\ndescription: An old one.\nsupport_status:\n- {status: HIDDEN, version: 5.2.0}\n- {version: 5.1.0}\n",
        );
        // A plug-in can replace one of Heat's types.
        write(
            &folder.join("schemas/OS/Nova/Flavor.yaml"),
            "type: OS::Nova::Flavor\ndescription: That of ACME.\n",
        );
        let ran = build(&folder, &["--releases", "all"]);
        assert_eq!(ran.code, 0, "{ran}");
        folder.join("public")
    });
    &SITE
}

/// The history of a plug-in is shown by its own versions, in the same form as the history of Heat.
#[test]
fn a_guest_has_releases_of_its_own() {
    let site = of_all_releases();
    let page = text(site, "types/ACME/Disk/Volume.html");
    let (_, releases) = page.split_once("<h2 id=\"releases\">").unwrap();
    assert!(releases.contains("Bellows") && releases.contains("ACME 5.2.0"), "{releases}");
    assert!(releases.contains("#prop-flavor"), "{releases}");
    // The plug-in's releases have pages of their own, and Heat's releases do not mention the type.
    assert!(releases.contains("href=\"../../../releases/acme/bellows.html\""), "{releases}");
    assert!(!site.join("releases/acme/anvil.html").exists() && !site.join("releases/bellows.html").exists());
    let own = text(site, "releases/acme/bellows.html");
    assert!(own.contains("<title>What changed in ACME 5.2.0 (Bellows) · "), "{own}");
    let (_, main) = own.split_once("<main").unwrap();
    assert!(main.contains("<span>ACME <b>5.2.0</b></span>") && main.contains("#prop-flavor"), "{main}");
    assert!(!main.contains("OS::") && !main.contains("All types as of"), "{main}");
    let twin = text(site, "releases/acme/bellows.md");
    assert!(
        twin.starts_with("# What changed in ACME 5.2.0 (Bellows)\n\nACME 5.2.0, 2026-01-01, since Anvil\n"),
        "{twin}"
    );
    let list = text(site, "releases.html");
    let (_, list) = list.split_once("<h2 id=\"acme\"><a href=\"#acme\">ACME</a></h2>").unwrap();
    assert!(list.contains("<a href=\"releases/acme/bellows.html\">Bellows</a>"), "{list}");
    let feed = text(site, "releases.atom");
    assert!(
        feed.contains(
            "<id>https://acme.example/releases/acme/bellows.html</id><title>ACME 5.2.0 (Bellows)</title>"
        ),
        "{feed}"
    );
    assert!(feed.find("Heat 27.").unwrap() < feed.find("(Bellows)").unwrap(), "newest first: {feed}");
    assert!(feed.find("(Bellows)").unwrap() < feed.find("(Yoga)").unwrap(), "newest first: {feed}");
    let compare = text(site, "compare.html");
    let choice = "<optgroup label=\"ACME\"><option value=\"acme/5.2.0\">Bellows</option></optgroup></select>";
    assert!(compare.contains(choice) && compare.contains("<optgroup label=\"Heat\">"), "{compare}");
    assert!(text(site, "llms.txt").contains(
        "\n## Releases: ACME\n\n- [ACME 5.2.0 (Bellows)](https://acme.example/releases/acme/bellows.md): "
    ));
    let of_heat = text(site, "releases/2026.2.html");
    let (_, main) = of_heat.split_once("<main").unwrap();
    assert!(!main.contains("ACME::"), "{main}");
    let hidden = text(site, "hidden.html");
    let (_, own) = hidden.split_once("<h2 id=\"release-1-5.2.0\">").unwrap();
    let (own, _) = own.split_once("</section>").unwrap();
    assert!(own.contains("Bellows") && own.contains("ACME 5.2.0 · 1 item"), "{own}");
    assert!(own.contains("ACME::<wbr>Disk::<wbr>Old") || own.contains("id=\"ACME::Disk::Old\""), "{own}");
    assert!(!hidden.contains("Release unknown"), "{hidden}");
    // Earlier schemas of Heat's type say nothing about the type that replaces it.
    let [then, now] = ["yoga/index.html", "index.html"].map(|path| text(site, path));
    assert!(then.contains("OS::Nova::Flavor") || then.contains("types/OS/Nova/Flavor.html"), "{then}");
    assert!(now.contains("types/OS/Nova/Flavor.html"));
    assert!(text(site, "yoga/types/OS/Nova/Flavor.html").contains("It is the same as in "));
    assert!(!site.join("yoga/types/OS/Nova/Flavor.json").exists());
    assert!(text(site, "types/OS/Nova/Flavor.html").contains("That of ACME."));
}

#[test]
fn types_are_added_to_the_built_in_catalogue() {
    let folder = project("vendor-types", "product: ACME");
    let ran = build(&folder, &["--schemas", "built-in", "--types", "schemas"]);
    assert_eq!(ran.code, 0, "{ran}");
    let page = text(&folder.join("public"), "types/ACME/Disk/Volume.html");
    assert!(page.contains("since <b>ACME 5.1.0</b> Anvil"), "{page}");
    assert!(folder.join("public/types/OS/Nova/Server.html").exists());
}

/// Every built-in page can be omitted, and then no link leads to it.
#[test]
fn parts_that_are_left_out_are_gone_without_a_trace() {
    for (name, guide) in [("vendor-parts", "[what-an-update-does]"), ("vendor-no-parts", "none")] {
        let docs = format!("{{heat: true, guide: {guide}, architectures: [dns]}}");
        let site = site(name, &docs, &[]);
        assert!(
            site.join("architectures/dns.html").exists() && !site.join("architectures/secrets.html").exists()
        );
        assert_eq!(site.join("guide").exists(), name == "vendor-parts");
        let texts = texts(&site);
        assert!(follow(&texts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect()) > 1000);
    }
}

/// All errors are reported at once, each at its position.
#[test]
fn mistakes_are_drawn() {
    let docs = "\
titel: ACME
title: 7
logo: bad.svg
accent: \"#ffcc00\"
guide: [template-author]
architectures: [dns, dnss]
home: acme.example
edit: https://git.acme.example/
groups:
- {title: Storage, types: ACME::Disk::Volume}
";
    let folder = project("vendor-mistakes", docs);
    write(&folder.join("bad.svg"), "<svg viewBox=\"0 0 1 1\"></svg>\n");
    let ran = build(&folder, &[]);
    insta::assert_snapshot!("docs_mistakes", ran);
    assert!(!folder.join("public").exists());
    write(&folder.join("docs.yaml"), "groups:\n- {title: Storage, types: [ACME::Disk::Volum, 'OS::*']}\n");
    insta::assert_snapshot!("docs_unknown_types", build(&folder, &[]));
}

/// A title is plain text, wherever it is written.
#[test]
fn a_title_with_markup_is_a_text() {
    let site = of_all_releases();
    // The list of objects begins with lines of plain text.
    for (path, text) in texts(site).into_iter().filter(|(path, _)| path != "objects.inv") {
        assert!(!text.contains("<script>alert"), "{path}");
        // In Markdown, no part of the title is a link or emphasis.
        let is_markup = Path::new(&path).extension().is_some_and(|end| end == "html" || end == "atom");
        assert!(!text.contains("[c](javascript:d)") || is_markup, "{path}");
        assert!(!text.contains("49 &amp;"), "{path}");
    }
    let index = text(site, "index.html");
    assert!(
        index.contains("<h1>&lt;script&gt;alert(1)&lt;/script&gt;{{ 7 * 7 }} &amp; &quot;q&quot;"),
        "{index}"
    );
    assert!(text(site, "releases.atom").contains("<title>&lt;script&gt;alert(1)"));
    assert!(text(site, "llms.txt").starts_with("# &lt;script>alert(1)&lt;/script>{{ 7 \\* 7 }} &amp; "));
    let project = site.parent().unwrap();
    let ran = run_in(project, &["export", "--format", "sphinx", "--out", "rst"]);
    assert_eq!(ran.code, 0, "{ran}");
    let rst = fs::read_to_string(project.join("rst/index.rst")).unwrap();
    assert!(rst.starts_with("\\<script>alert(1)</script>{{ 7 \\* 7 }} & \"q\" \\*b\\* [c](javascript\\:d) \\`e\\` \\_f\\_ \\|g\\|\n==="), "{rst}");
}

/// Quotes a text as a YAML string.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}

#[test]
fn the_sitemap_has_days_that_data_say() {
    let sitemap = text(with_heat(), "sitemap.xml");
    let check = |path: &str, day: &str| {
        let entry = format!("<url><loc>https://acme.example/{path}</loc><lastmod>{day}</lastmod></url>");
        assert!(sitemap.contains(&entry), "{path}");
    };
    check("", "2000-02-29");
    check("types/ACME/Zone/Zone.html", "2000-02-29");
    check("types/ACME/Disk/Volume.html", "2026-01-01");
    check("releases/yoga.html", "2022-03-30");
    assert!(text(with_heat(), "robots.txt").ends_with("Sitemap: https://acme.example/sitemap.xml\n"));
    let folder = project("vendor-days", "");
    let ran =
        command(&folder, &["build", "--out", "public"]).env("SOURCE_DATE_EPOCH", "soon").output().unwrap();
    assert_eq!(ran.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&ran.stderr).contains("SOURCE_DATE_EPOCH is not a number of seconds: `soon`")
    );
}

#[test]
fn pages_of_types_that_are_gone_are_removed_from_an_export() {
    let folder = project("vendor-sphinx", "title: ACME");
    let export = || {
        let ran = run_in(&folder, &["export", "--format", "sphinx", "--out", "doc/resources"]);
        assert_eq!(ran.code, 0, "{ran}");
        let read = |name: &str| fs::read_to_string(folder.join("doc/resources").join(name));
        (read("index.rst").unwrap(), read("types/ACME/Zone/Zone.rst").is_ok())
    };
    let (index, has_zone) = export();
    assert!(index.starts_with("ACME\n====\n") && index.contains("\n   types/ACME/Disk/Volume\n"), "{index}");
    assert!(has_zone);
    let page = fs::read_to_string(folder.join("doc/resources/types/ACME/Disk/Volume.rst")).unwrap();
    assert!(page.contains("See :ref:`ACME::Zone::Zone` and ``OS::Nova::Server``."), "{page}");
    fs::remove_file(folder.join("schemas/ACME/Zone/Zone.yaml")).unwrap();
    assert!(!export().1);
    let ran = run_in(&folder, &["export", "--format", "sphinx"]);
    assert_eq!(ran.code, 1, "{ran}");
    assert!(ran.err.contains("needs a folder"), "{ran}");
}
