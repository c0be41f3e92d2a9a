//! Tests of the pages as Markdown: each page has a counterpart, whose links lead to existing pages and in which no text is
//! markup.

use std::collections::{BTreeMap, HashSet};

use insta::assert_snapshot;

use super::markdown_links::{follow, resolved};
use super::{of_all_releases, of_operators, published, text};

/// The pages without a counterpart, with the reason.
const WITHOUT: [(&str, &str); 4] = [
    ("404.html", "there is nothing at the address"),
    ("check.html", "the browser checks the template"),
    ("compare.html", "the browser compares two releases"),
    ("search.html", "the browser searches"),
];

/// Returns whether a page only redirects to another one.
fn only_leads_on(page: &str) -> bool {
    page.contains("<body class=\"moved\">")
}

#[test]
fn every_page_has_its_like_in_markdown() {
    let site = of_all_releases();
    let paths: HashSet<&str> = site.files.iter().map(|file| file.path.as_str()).collect();
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for page in site.files.iter().filter(|file| file.is_page()) {
        let html = std::str::from_utf8(&page.contents).unwrap();
        let (path, name) = (page.path.as_str(), page.path.rsplit('/').next().unwrap());
        let twin = path.replace(".html", ".md");
        let link = "<link rel=\"alternate\" type=\"text/markdown\" href=\"";
        let linked = html.split(link).nth(1).and_then(|rest| rest.split('"').next());
        if WITHOUT.iter().any(|(without, _)| *without == name) || only_leads_on(html) {
            assert!(linked.is_none() && !paths.contains(twin.as_str()), "{path}");
            continue;
        }
        assert!(paths.contains(twin.as_str()), "{twin}");
        assert_eq!(linked.map(|linked| resolved(path, linked)).as_deref(), Some(twin.as_str()), "{path}");
        *kinds.entry(path.split('/').next().unwrap()).or_default() += 1;
    }
    for kind in ["types", "guide", "rules", "errors", "architectures", "releases", "yoga", "index.html"] {
        assert!(kinds.contains_key(kind), "{kind}: {kinds:?}");
    }
}

/// The test includes a site for operators, which names more items; `vendor` tests sites whose settings omit pages.
#[test]
fn links_in_markdown_lead_somewhere() {
    let mut followed = 0;
    for site in [of_all_releases(), of_operators()] {
        let text = |bytes| std::str::from_utf8(bytes).ok();
        let files = site.files.iter().filter_map(|file| Some((file.path.as_str(), text(&file.contents)?)));
        followed += follow(&files.collect());
    }
    assert!(followed > 10_000, "{followed}");
}

/// The first lines of each section, which show its form.
fn beginning(markdown: &str, lines: usize) -> String {
    let mut left = 0;
    let kept = markdown.lines().filter(|line| {
        left = if line.starts_with('#') { lines } else { left.saturating_sub(1) };
        left > 0
    });
    kept.collect::<Vec<_>>().join("\n")
}

#[test]
fn lists_read_as_lists() {
    let site = published();
    let check = |path: &str, lines: usize| {
        assert_snapshot!(path.replace(['/', '.'], "_"), beginning(text(site, path), lines));
    };
    check("index.md", 4);
    check("properties.md", 4);
    check("constraints.md", 7);
    check("deprecations.md", 7);
    check("life-cycle.md", 8);
    check("releases.md", 9);
    check("releases/yoga.md", 8);
    check("hidden.md", 7);
    check("errors.md", 6);
    check("architectures.md", 6);
    check("errors/circular-condition.md", 40);
    let dns = text(site, "architectures/dns.md");
    assert!(dns.contains("\n### Template: `template.yaml`\n\n```yaml\nheat_template_version: "), "{dns}");
}
