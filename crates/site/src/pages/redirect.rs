//! Pages at the addresses of Heat's own docs that redirect to the new pages.

use heat_yaml::Diagnostic;
use serde::Serialize;

use super::frame::kind::{PageJob, PageKind};
use super::frame::page_links::TypeLink;
use super::frame::renderer::Renderer;
use crate::contents::site::Site;
use crate::files::sink::SiteFile;
use crate::links::addresses::{INDEX, root_of};

/// The old addresses, with the titles that the pages had.
const OLD_PAGES: [(&str, &str); 4] = [
    ("template_guide/openstack.html", "OpenStack Resource Types"),
    ("template_guide/cfn.html", "CloudFormation Compatible Resource Types"),
    ("template_guide/contrib.html", "Contributed Heat Resource Types"),
    ("template_guide/unsupported.html", "Unsupported Heat Resource Types"),
];

/// The jobs that render one page for each old address, if the site contains the types of Heat. They have no frame.
pub(crate) fn jobs<'a>(kind: &'static PageKind, site: &'a Site<'a>) -> Vec<PageJob<'a>> {
    if !site.options.identity.has_heat {
        return Vec::new();
    }
    let job = |(path, title): (&str, &'static str)| {
        PageJob::new(path.to_owned(), move |renderer: &Renderer<'_>, path: &str| {
            let content = redirect(renderer.context.site, path, title);
            let html = renderer.context.templates.render(kind.template, &content)?;
            Ok::<_, Diagnostic>(vec![SiteFile::markup(path, html)])
        })
    };
    OLD_PAGES.map(job).into()
}

#[derive(Debug, Serialize)]
struct Redirect {
    root: String,
    title: String,
    target_url: &'static str,
    /// `true` if there is a page of hidden items.
    hidden: bool,
    types: Vec<TypeLink>,
}

/// The content of a page at an address of Heat's own docs. Its anchors lead to the new pages.
fn redirect(site: &Site<'_>, path: &str, title: &str) -> Redirect {
    Redirect {
        root: root_of(path),
        title: title.to_owned(),
        target_url: INDEX,
        hidden: !site.hidden.is_empty(),
        types: site.catalogue.types.keys().map(|name| TypeLink::new(name)).collect(),
    }
}
