//! The guide: the Markdown pages of the `site` folder, and the generated ones.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::OnceLock;

use heat_catalogue::input;
use heat_report::RuleSet;
use heat_yaml::Diagnostic;

use super::functions::functions_page;
use super::page::{GuidePage, Readers};
use super::rules;
use super::yaql::yaql_page;
use crate::files::folder::files_below;
use crate::links::addresses::root_of;
use crate::links::targets::{Links, TypeNames};
use crate::text::markdown;
use crate::text::markdown::Document;

/// All pages of the guide, in reading order.
#[derive(Debug, Clone, Default)]
pub struct Guide {
    /// The pages of the guide, in reading order.
    pub pages: Vec<GuidePage>,
    /// The addresses of the pages that are not built in.
    pub own: BTreeSet<String>,
}

/// A built-in page that is a file of the project.
struct BuiltIn {
    /// The name of the page's file, without its extension.
    file: &'static str,
    text: &'static str,
    /// Search keywords of the page, separated by `|`.
    keywords: &'static str,
}

/// The pages in a folder of the site's folder: the file name of each without its extension, and its keywords.
macro_rules! pages {
    ($folder:literal: $($file:literal: $keywords:literal;)*) => {
        &[$(BuiltIn {
            file: $file,
            text: include_str!(concat!("../../site/", $folder, "/", $file, ".md")),
            keywords: $keywords,
        }),*]
    };
}

/// The built-in pages for template authors, in reading order.
const TEMPLATE_AUTHORS: &[BuiltIn] = pages! {
    "guide/template-authors":
    "10-start-here": "tutorial|first template|hello world|beginner|introduction|quick start|how to|stack create";
    "20-reading-a-types-page": "legend|marks|how to read|in place|replaces|not updatable|required";
    "30-what-an-update-does":
        "stack update|update|replacement|replace|recreate|dry run|preview|rollback|restricted_actions|\
         deletion_policy|delete protection|keep data";
    "40-functions":
        "intrinsic functions|get_param|get_resource|get_attr|get_file|str_replace|list_join|repeat|map_merge|\
         map_replace|str_split|digest|yaql|make_url|list_concat|filter|contains|resource_facade|join strings|\
         concatenate";
    "50-conditions-and-parameters":
        "condition|if|if condition|equals|parameter|parameters|optional resource|comma_delimited_list|\
         hidden parameter|defaults";
    "60-environments-and-nested-templates":
        "environment file|resource_registry|parameter_defaults|nested stack|nested template|provider template|\
         template resource|modules|include|reuse";
    "62-existing-resources":
        "external_id|adopt|adopt existing|stack adopt|abandon|import existing|reuse existing|take over|\
         unmanaged";
    "64-the-command-line": "cli|commands|options|flags|exit status|shell|terminal|heat-codegen";
    "65-checking-templates":
        "check my template|validate a template|lint|offline|pre-commit|ci|fix|suppress|ignore a rule";
    "66-testing-templates":
        "test|unit test|tests of templates|terraform test|assert|expect|snapshot|mock|coverage|junit|tap";
    "67-rules-of-your-own":
        "custom rules|policy|policies|policy as code|cfn-guard|opa|rego|compliance|tags|team rules";
    "67-security":
        "security scan|vulnerabilities|checkov|trivy|kics|cwe|secrets|hardening|open ports|sarif|code scanning|compliance";
    "68-your-editor": "language server|lsp|autocomplete|vscode|vim|ide";
    "70-resolving-templates":
        "resolve|validate a template|check a template|evaluate functions|unknown values|offline|dry run";
    "72-software-components": "software config|deployment|agent|hooks|inputs|outputs";
    "73-heat-config":
        "heat-agents|os-collect-config|os-refresh-config|agent|image|diskimage-builder|systemd|deb|rpm|selinux|migrate|\
         packer|cloud-init|software deployment";
    "75-planning-an-update": "dry run|preview|what would change|terraform plan|will it be replaced|data loss";
};

/// Pages whose sections are not in the search: their headings are words such as *Networks*, whose subject is a type.
const ONE_ENTRY: [&str; 2] = ["67-rules-of-your-own", "67-security"];

/// The built-in pages for schema authors, in reading order.
const SCHEMA_AUTHORS: &[BuiltIn] = pages! {
    "guide":
    "10-getting-started": "quick start|tutorial|install|import|import from heat|preview|first steps|cli";
    "20-writing-a-schema":
        "schema file|yaml|new type|update_allowed|immutable|required|default|update_policy|examples|keywords|\
         editor";
    "30-constraints-and-values":
        "range|length|allowed_values|allowed_pattern|regular expression|regex|validation|conversion|null";
    "40-support-status": "deprecate|deprecation|hide a property|hidden|retire|support_status|version|substitute_class";
    "50-translation-rules": "rename a property|replace a property|resolve names|translation_rules|migrate";
    "60-properties-groups": "mutually exclusive|either or|required together|properties_groups|xor";
    "70-derive": "rust|rust plugin|plug-in|custom resource|heat_plugin|heatresource|macro|struct";
    "72-writing-a-plug-in": "handlers|create a resource|custom resource|heat plugin";
    "74-testing-a-plug-in": "unit tests|mock|fake client";
    "75-python-plug-ins": "python plugin|properties_schema";
    "76-from-python-to-rust": "port a plug-in|migrate";
    "78-keeping-a-plug-in": "upgrade a plug-in|maintain|new release of heat|compatibility|ci for plug-ins|missing library";
    "80-reviewing-diffs":
        "breaking change|backward compatibility|pull request|review|schema diff|ci|github action|allowance";
    "85-history": "release history|history.yaml|atom feed";
    "90-publishing": "github pages|gitlab pages|deploy|hosting|ci|themes|templates|json api|csp";
};

impl Guide {
    /// The built-in guide, with the generated pages last.
    #[must_use]
    pub fn built_in() -> Self {
        let page = |readers| {
            move |page: &BuiltIn| GuidePage {
                keywords: page.keywords.to_owned(),
                has_section_entries: !ONE_ENTRY.contains(&page.file),
                ..GuidePage::new(readers, page.file, page.text.to_owned())
            }
        };
        let pages = TEMPLATE_AUTHORS
            .iter()
            .map(page(Readers::TemplateAuthors))
            .chain(SCHEMA_AUTHORS.iter().map(page(Readers::SchemaAuthors)));
        let generated = [
            functions_page(),
            yaql_page(),
            rules::list_page(RuleSet::Templates),
            rules::list_page(RuleSet::Schemas),
            rules::list_page(RuleSet::Changes),
        ];
        Self { pages: pages.chain(generated).collect(), own: BTreeSet::new() }
    }

    /// The pages for some readers, in reading order.
    pub fn pages_for(&self, readers: Readers) -> impl Iterator<Item = &GuidePage> {
        self.pages.iter().filter(move |page| page.readers == readers)
    }

    /// The page that lists a set of rules. Without it, the site has no pages of these rules.
    pub(crate) fn list_of(&self, set: RuleSet) -> Option<&GuidePage> {
        self.pages.iter().find(|page| page.url == rules::list_url(set))
    }

    /// The sets of rules that have pages; the set for template authors comes first.
    pub(crate) fn rule_sets(&self) -> impl Iterator<Item = RuleSet> {
        let sets = [RuleSet::Templates, RuleSet::Schemas, RuleSet::Changes];
        sets.into_iter().filter(|set| self.list_of(*set).is_some())
    }

    /// The address of the first page of the guide; empty if there are no pages.
    pub(crate) fn first_url(&self) -> &str {
        self.pages.first().map_or("", |page| &page.url)
    }

    /// Adds the pages of another guide: they replace existing ones with the same address, which keep their keywords, and the
    /// others are added at the end of their group.
    pub fn replace_with(&mut self, other: Self) {
        self.own.extend(other.own);
        for page in other.pages {
            match self.pages.iter_mut().find(|known| known.url == page.url) {
                Some(known) => {
                    let GuidePage { keywords, has_section_entries, .. } = std::mem::replace(known, page);
                    (known.keywords, known.has_section_entries) = (keywords, has_section_entries);
                }
                None => self.pages.push(page),
            }
        }
    }

    /// Removes the built-in pages that are not chosen by their names or by that of their group, and returns their addresses.
    pub(crate) fn leave_out(&mut self, chosen: &[String]) -> Vec<String> {
        let is_chosen = |page: &GuidePage| {
            let names = [page.name(), page.readers.nav_group()];
            self.own.contains(&page.url) || chosen.iter().any(|name| names.contains(&name.as_str()))
        };
        let (kept, left_out) = std::mem::take(&mut self.pages).into_iter().partition(is_chosen);
        self.pages = kept;
        Vec::into_iter(left_out).map(|page: GuidePage| page.url).collect()
    }

    /// Reads the guide's pages: the Markdown files of `guide/` in the site folder, sorted by name; those for template authors are
    /// in `guide/template-authors/`. A number before a name, as in `10-writing-a-schema.md`, sets the order, and is not part of
    /// the address.
    ///
    /// # Errors
    /// If a file or folder cannot be read.
    pub fn read(site: &Path) -> Result<Self, Diagnostic> {
        let mut pages = Vec::new();
        let template_authors = site.join(Readers::TemplateAuthors.folder());
        let folder = Readers::SchemaAuthors.folder();
        for (name, path) in files_below(&site.join(folder))? {
            if path.extension().is_none_or(|extension| extension != "md") {
                continue;
            }
            let text = input::read_text(&path)?;
            let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let readers = if path.starts_with(&template_authors) {
                Readers::TemplateAuthors
            } else {
                Readers::SchemaAuthors
            };
            let file = Some(format!("{folder}/{name}"));
            pages.push(GuidePage { file, ..GuidePage::new(readers, &stem, text) });
        }
        pages.sort_by_key(|page| Readers::ALL.iter().position(|readers| *readers == page.readers));
        let own = pages.iter().map(|page| page.url.clone()).collect();
        Ok(Self { pages, own })
    }
}

/// A page of the guide as HTML, which the page and the search index share.
#[derive(Debug)]
pub(crate) struct GuideDocument<'a> {
    pub(crate) page: &'a GuidePage,
    document: OnceLock<Document>,
}

impl<'a> GuideDocument<'a> {
    pub(crate) fn new(page: &'a GuidePage) -> Self {
        Self { page, document: OnceLock::new() }
    }

    /// The page as HTML, with links to these types.
    pub(crate) fn get(&self, types: &TypeNames<'_>) -> &Document {
        self.document.get_or_init(|| {
            let links = Links { root: &root_of(&self.page.url), types: Some(types), ..Links::default() };
            markdown::document(&self.page.text, &links)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_about_security_lists_all_its_rules() {
        let page = TEMPLATE_AUTHORS.iter().find(|page| page.file == "67-security").unwrap();
        for rule in heat_rules::rules(RuleSet::Templates).iter().filter(|rule| rule.cwe.is_some()) {
            let (id, url, cwe) = (rule.id, rule.page_url(), rule.cwe.unwrap());
            let row = format!(
                "| [`{id}`](/{url}) | {} | {} | [CWE-{cwe}](https://cwe.mitre.org/data/definitions/{cwe}.html) |",
                rule.summary, rule.severity
            );
            assert!(page.text.contains(&row), "{row}");
        }
    }

    #[test]
    fn the_built_in_guide_is_that_of_the_folder() {
        let read = Guide::read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../site"))).unwrap();
        let shown = |pages: &[GuidePage]| -> Vec<_> {
            let shown =
                |page: &GuidePage| (page.readers, page.url.clone(), page.file.clone(), page.text.clone());
            pages.iter().map(shown).collect()
        };
        let built_in = Guide::built_in();
        // The generated pages are last, and have no file.
        assert_eq!(shown(&built_in.pages[..read.pages.len()]), shown(&read.pages));
        assert_eq!(built_in.pages.len(), read.pages.len() + 5);
    }
}
