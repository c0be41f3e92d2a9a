//! Name and appearance of a site, from its `docs.yaml` or by default from its types.

use heat_catalogue::guest_files::HEAT_TYPE;

use crate::docs_file::{DocsFile, HomeLink};

/// The icon of a site without a logo, among the assets.
const FAVICON: &str = "favicon.svg";

/// Name and appearance of a site.
#[derive(Debug, Clone, PartialEq)]
pub struct Identity {
    /// The name of the site, which is in the title of every page.
    pub name: String,
    /// The heading of the index.
    pub heading: String,
    /// The introduction of the site, in a sentence or two.
    pub lead: String,
    /// The description of the site for search engines.
    pub description: String,
    /// The product that the versions belong to; empty if it is not known.
    pub product: String,
    /// The path of the picture in the header, among the assets.
    pub logo: String,
    /// The link to the website that this site belongs to.
    pub home: Option<HomeLink>,
    /// The text at the end of every page, in `CommonMark`.
    pub footer: Option<String>,
    /// The style sheet with the site's own colours, if it sets any.
    pub style: Option<String>,
    /// `true` if the site contains the types of Heat.
    pub has_heat: bool,
}

impl Default for Identity {
    /// The identity of a site with Heat's own types.
    fn default() -> Self {
        Self {
            name: "Heat resource types".to_owned(),
            heading: "Every resource type of OpenStack Heat".to_owned(),
            lead: "What a Heat template can create: the properties and attributes of each type, and what a change of each property does to a running stack.".to_owned(),
            description: "Every resource type of Heat, by service.".to_owned(),
            product: "Heat".to_owned(),
            logo: FAVICON.to_owned(),
            home: None,
            footer: None,
            style: None,
            has_heat: true,
        }
    }
}

impl Identity {
    /// The identity of a site from its `docs.yaml` and its types.
    #[must_use]
    pub fn new<'a>(docs: Option<&DocsFile>, mut types: impl Iterator<Item = &'a str>) -> Self {
        let has_heat = types.any(|name| name == HEAT_TYPE);
        let Some(docs) = docs else {
            return if has_heat { Self::default() } else { Self::without_heat(None) };
        };
        // If Heat's types are in the site, the catalogue's versions are Heat's, and the project's own versions are those of a
        // guest.
        let product = docs.product.as_deref().filter(|_| !has_heat);
        let plain = if has_heat { Self::default() } else { Self::without_heat(product) };
        let name = docs.title.clone().unwrap_or_else(|| plain.name.clone());
        let summary = |otherwise: String| docs.summary.clone().unwrap_or(otherwise);
        Self {
            heading: docs.title.clone().unwrap_or(plain.heading),
            name,
            lead: summary(plain.lead),
            description: summary(plain.description),
            logo: docs.logo.as_ref().map_or(plain.logo, |logo| logo.file.to_owned()),
            home: docs.home.clone(),
            footer: docs.footer.clone(),
            style: docs.accent.as_ref().map(crate::docs_file::Accent::style),
            ..plain
        }
    }

    /// The identity of a site without the types of Heat.
    fn without_heat(product: Option<&str>) -> Self {
        let product = product.unwrap_or_default();
        let name = format!("{product} resource types");
        let name = if product.is_empty() { "Resource types".to_owned() } else { name };
        Self {
            heading: name.clone(),
            name,
            lead: "What these resource types add to Heat templates: the properties and attributes of each, and what a change of each property does to a running stack.".to_owned(),
            description: "All resource types, by service.".to_owned(),
            product: product.to_owned(),
            has_heat: false,
            ..Self::default()
        }
    }

    /// A version with the product in front of it, such as `ACME 2.1`.
    #[must_use]
    pub fn versioned(&self, version: &str) -> String {
        format!("{} {version}", self.product).trim().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use heat_yaml::Source;

    use super::*;

    fn identity(docs: Option<&str>, types: &[&str]) -> Identity {
        let docs =
            docs.map(|text| DocsFile::from_source(&Source::new("docs.yaml", text), Path::new("")).unwrap());
        Identity::new(docs.as_ref(), types.iter().copied())
    }

    #[test]
    fn a_site_is_named_by_its_settings_or_its_types() {
        let check = |docs: Option<&str>, types: &[&str], expect: [&str; 4]| {
            let got = identity(docs, types);
            assert_eq!(
                [&got.name, &got.heading, &got.product, &got.versioned("1")],
                expect,
                "{docs:?} {types:?}"
            );
        };
        let heat = "OS::Heat::Stack";
        check(
            None,
            &[heat, "ACME::A"],
            ["Heat resource types", "Every resource type of OpenStack Heat", "Heat", "Heat 1"],
        );
        check(None, &["ACME::A"], ["Resource types", "Resource types", "", "1"]);
        let product = "product: ACME";
        check(Some(product), &["ACME::A"], ["ACME resource types", "ACME resource types", "ACME", "ACME 1"]);
        check(Some("title: Our types"), &["ACME::A"], ["Our types", "Our types", "", "1"]);
        check(
            Some("{title: Our types, product: ACME}"),
            &[heat],
            ["Our types", "Our types", "Heat", "Heat 1"],
        );
    }
}
