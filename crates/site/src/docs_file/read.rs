//! Reads `docs.yaml`, and reports all errors at once, each with its span.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use heat_catalogue::glob::Glob;
use heat_catalogue::schema_files::read_source;
use heat_model::load::fields::{Reader, read};
use heat_model::suggest::nearest;
use heat_yaml::{Diagnostic, Node, Severity, Source, Span, Value};

use super::accent::{Accent, Theme};
use super::data::{DocsFile, HomeLink, PlugIn, SourceTemplates, TypeGroup};
use super::logo::Logo;
use super::values::{Address, Subject, address, chosen, color, flag, line, lines, text, title};
use crate::guide::architectures::Architectures;
use crate::guide::page::{GuidePage, Readers};
use crate::guide::pages::Guide;

/// The keys of the file.
pub(super) const KEYS: [&str; 16] = [
    "title",
    "summary",
    "product",
    "logo",
    "home",
    "footer",
    "accent",
    "url",
    "heat",
    "plug_ins",
    "guide",
    "architectures",
    "groups",
    "edit",
    "history",
    "issues",
];

/// The meaning of the key `heat`, for messages.
const HEAT: &str = "with `heat: true`, the types of Heat are in the site, too";

impl DocsFile {
    /// Reads a `docs.yaml`, and the logo that it names.
    ///
    /// # Errors
    /// All problems of the file.
    pub fn read(path: &Path) -> Result<Self, Vec<Diagnostic>> {
        let source = read_source(path).map_err(|error| vec![error])?;
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        Self::from_source(&source, &folder)
    }

    /// Reads the text of a `docs.yaml`. Its paths are relative to `folder`.
    ///
    /// # Errors
    /// All problems of the file.
    pub fn from_source(source: &Arc<Source>, folder: &Path) -> Result<Self, Vec<Diagnostic>> {
        let (docs, mut found) =
            read(source, |reader, root| Some(FileReader { source, folder }.docs(reader, root)));
        found.sort_by_key(|found| found.labels.first().map(|label| label.span.start));
        // Warnings are ignored: only errors make the file invalid.
        if found.iter().any(|found| found.severity == Severity::Error) {
            return Err(found);
        }
        Ok(docs.unwrap_or_else(|| empty(source)))
    }
}

/// The data of a file without any settings.
fn empty(source: &Arc<Source>) -> DocsFile {
    DocsFile {
        source: Arc::clone(source),
        title: None,
        summary: None,
        product: None,
        logo: None,
        home: None,
        footer: None,
        accent: None,
        url: None,
        heat: false,
        plug_ins: Vec::new(),
        guide: None,
        architectures: None,
        groups: Vec::new(),
        edit: SourceTemplates::default(),
        history: SourceTemplates::default(),
        issues: None,
    }
}

struct FileReader<'a> {
    source: &'a Arc<Source>,
    folder: &'a Path,
}

impl FileReader<'_> {
    fn docs(&self, reader: &mut Reader<'_>, root: &Node) -> DocsFile {
        let mut docs = empty(self.source);
        // A file with nothing but comments is valid.
        if root.value == Value::Null {
            return docs;
        }
        if root.as_mapping().is_none() {
            let help = "write keys with their values, such as title: ACME resource types".to_owned();
            reader.wrong_kind(root, "the file", "a map", Some(help));
            return docs;
        }
        let Some(fields) = reader.fields(root, "the file", &KEYS) else { return docs };
        docs.title = fields.get("title").and_then(|node| title(reader, node));
        docs.summary = fields.get("summary").and_then(|node| line(reader, node, Subject::Key("summary")));
        docs.product = fields.get("product").and_then(|node| line(reader, node, Subject::Key("product")));
        docs.logo = fields.get("logo").and_then(|node| self.logo(reader, node));
        docs.home = fields.get("home").and_then(|node| home(reader, node));
        docs.footer = fields.get("footer").and_then(|node| text(reader, node, Subject::Key("footer")));
        docs.accent = fields.get("accent").and_then(|node| accent(reader, node));
        docs.url =
            fields.get("url").and_then(|node| address(reader, node, Subject::Key("url"), Address::Site));
        docs.heat =
            fields.get("heat").and_then(|node| flag(reader, node, "`heat`", HEAT)).unwrap_or_default();
        let plug_ins = fields.get("plug_ins").map(|node| self.plug_ins(reader, node));
        docs.plug_ins = plug_ins.unwrap_or_default();
        docs.guide = fields
            .get("guide")
            .and_then(|node| chosen(reader, node, "`guide`", "part of the guide", &guide_parts()));
        docs.architectures = fields
            .get("architectures")
            .and_then(|node| chosen(reader, node, "`architectures`", "architecture", &architecture_names()));
        docs.groups = fields.get("groups").map(|node| groups(reader, node)).unwrap_or_default();
        let mut sources =
            |key: &str| fields.get(key).map(|node| sources(reader, node, key)).unwrap_or_default();
        docs.edit = sources("edit");
        docs.history = sources("history");
        docs.issues = fields
            .get("issues")
            .and_then(|node| address(reader, node, Subject::Key("issues"), Address::Page));
        docs
    }

    /// Reads the logo file.
    fn logo(&self, reader: &mut Reader<'_>, node: &Node) -> Option<Logo> {
        let name = line(reader, node, Subject::Key("logo"))?;
        if is_elsewhere(&name) {
            let message = "`logo` is a file of the project: a page shows nothing from elsewhere";
            let file = name.rsplit('/').next().filter(|file| is_picture(Path::new(file)));
            let help = format!(
                "put a copy beside docs.yaml, and write its name: logo: {}",
                file.unwrap_or("logo.svg")
            );
            reader.error("invalid-value", node.span, message, "not a file", Some(help));
            return None;
        }
        let path = self.folder.join(&name);
        if !path.is_file() {
            let what = if path.is_dir() { "is a folder" } else { "does not exist" };
            let message = format!("the logo `{name}` {what}");
            let help = match self.similar_file(&path) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "the path begins at the folder of docs.yaml".to_owned(),
            };
            reader.error("invalid-value", node.span, message, "not a file", Some(help));
            return None;
        }
        let refuse = |refused: Diagnostic| {
            let message = format!("the logo cannot be used: {}", refused.message);
            let smaller = || "every page shows it: export a smaller one as SVG or PNG".to_owned();
            let help = refused.help.unwrap_or_else(smaller);
            reader.error("invalid-value", node.span, message, "this file", Some(help));
        };
        Logo::read(&path).map_err(refuse).ok()
    }

    /// The picture next to a path with the most similar name.
    fn similar_file(&self, path: &Path) -> Option<String> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let files = std::fs::read_dir(folder)
            .ok()?
            .filter_map(|entry| Some(path.with_file_name(entry.ok()?.file_name())));
        let in_file = |path: &Path| path.strip_prefix(self.folder).unwrap_or(path).display().to_string();
        let names: Vec<String> =
            files.filter(|path| is_picture(path) && path.is_file()).map(|path| in_file(&path)).collect();
        let wanted = in_file(path);
        nearest(&wanted, names.iter().map(String::as_str)).map(ToOwned::to_owned)
    }

    fn path(&self, reader: &mut Reader<'_>, node: &Node, key: &str) -> Option<PathBuf> {
        let path = line(reader, node, Subject::Key(key))?;
        Some(self.folder.join(path))
    }

    fn plug_ins(&self, reader: &mut Reader<'_>, node: &Node) -> Vec<PlugIn> {
        reader.items(node, "`plug_ins`", |reader, node| {
            let what = "an entry of `plug_ins`";
            let fields = reader.fields(node, what, &["types", "product", "edit"])?;
            reader.require(&fields, what, &["types", "product"]);
            let types = fields.get("types").and_then(|node| self.path(reader, node, "types"));
            let product = fields.get("product").and_then(|node| line(reader, node, Subject::Key("product")));
            let edit = fields
                .get("edit")
                .and_then(|node| address(reader, node, Subject::Key("edit"), Address::Sources));
            let span = fields.get("types").map_or(node.span, |node| node.span);
            Some(PlugIn { types: types?, product: product?, edit, span })
        })
    }
}

/// The names of the parts of the guide: groups of pages, and pages.
fn guide_parts() -> Vec<String> {
    let pages = Guide::built_in().pages;
    let groups = Readers::ALL.map(Readers::nav_group).into_iter();
    groups.chain(pages.iter().map(GuidePage::name)).map(str::to_owned).collect()
}

fn architecture_names() -> Vec<String> {
    Architectures::built_in().list.into_iter().map(|each| each.name).collect()
}

/// Reads a link: an address alone, whose host becomes the label, or both.
fn home(reader: &mut Reader<'_>, node: &Node) -> Option<HomeLink> {
    if node.as_str().is_some() {
        let url = address(reader, node, Subject::Key("home"), Address::Page)?;
        let (_, rest) = url.split_once("://")?;
        let label = rest.split('/').next().unwrap_or(rest).to_owned();
        return Some(HomeLink { url, label });
    }
    let fields = reader.fields(node, "`home`", &["url", "label"])?;
    reader.require(&fields, "`home`", &["url", "label"]);
    let url = fields.get("url").and_then(|node| address(reader, node, Subject::Key("url"), Address::Page));
    let label = fields.get("label").and_then(|node| line(reader, node, Subject::Key("label")));
    Some(HomeLink { url: url?, label: label? })
}

/// Reads a colour for both themes, or one for each.
fn accent(reader: &mut Reader<'_>, node: &Node) -> Option<Accent> {
    if node.as_str().is_some() {
        return Some(Accent::new(color(reader, node, Theme::Light)?, None));
    }
    if node.as_mapping().is_none() {
        let help = "write it in quotes, because `#` begins a comment: accent: \"#0b5fa5\"".to_owned();
        reader.wrong_kind(node, "`accent`", "a colour, or a map with `light` and `dark`", Some(help));
        return None;
    }
    let fields = reader.fields(node, "`accent`", &["light", "dark"])?;
    reader.require(&fields, "`accent`", &["light"]);
    let light = fields.get("light").and_then(|node| color(reader, node, Theme::Light));
    let dark = fields.get("dark").map(|node| color(reader, node, Theme::Dark));
    Some(match dark {
        None => Accent::new(light?, None),
        Some(dark) => Accent::new(light?, Some(dark?)),
    })
}

/// Returns whether the extension of a path is that of a picture that can be a logo.
fn is_picture(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "svg" || end == "png")
}

/// Returns whether a path is a web address, or a data URL.
fn is_elsewhere(path: &str) -> bool {
    path.contains("://") || path.starts_with("//") || path.starts_with("data:")
}

fn groups(reader: &mut Reader<'_>, node: &Node) -> Vec<TypeGroup> {
    let groups: Vec<(TypeGroup, Span)> = reader.items(node, "`groups`", |reader, node| {
        let fields = reader.fields(node, "a group", &["title", "types"])?;
        reader.require(&fields, "a group", &["title", "types"]);
        let span = fields.get("title").map_or(node.span, |title| title.span);
        let title = fields.get("title").and_then(|node| title(reader, node));
        let types = fields.get("types").and_then(|node| lines(reader, node, "`types`", "a type"));
        let types =
            types.map(|types| types.into_iter().map(|(name, span)| (Glob::new(&name), span)).collect());
        Some((TypeGroup { title: title?, types: types? }, span))
    });
    for (index, (group, span)) in groups.iter().enumerate() {
        if groups[..index].iter().any(|(other, _)| other.title == group.title) {
            let message = format!("two groups have the title `{}`", group.title);
            let help = "put the types of both into one group, or give this one another title".to_owned();
            reader.error("invalid-value", *span, message, "again here", Some(help));
        }
    }
    let mut seen = Vec::new();
    for (glob, span) in groups.iter().flat_map(|(group, _)| &group.types) {
        if seen.contains(&glob) {
            let message = format!("`{glob}` is in a group already");
            let help = "a type is in the first group that names it: remove it here or there".to_owned();
            reader.error("invalid-value", *span, message, "again here", Some(help));
        }
        seen.push(glob);
    }
    groups.into_iter().map(|(group, _)| group).collect()
}

/// Reads the address of the project's own sources, alone or together with that of the built-in ones.
fn sources(reader: &mut Reader<'_>, node: &Node, key: &str) -> SourceTemplates {
    let what = format!("`{key}`");
    if node.as_str().is_some() {
        return SourceTemplates {
            own: address(reader, node, Subject::Key(key), Address::Sources),
            built_in: None,
        };
    }
    let Some(fields) = reader.fields(node, &what, &["own", "built_in"]) else {
        return SourceTemplates::default();
    };
    let mut of = |key: &str| {
        fields.get(key).and_then(|node| address(reader, node, Subject::Key(key), Address::Sources))
    };
    SourceTemplates { own: of("own"), built_in: of("built_in") }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The problems of a file, as `line:column message (help)`.
    fn found(text: &str) -> Vec<String> {
        let source = Source::new("docs.yaml", text);
        let found = DocsFile::from_source(&source, Path::new("missing")).err().unwrap_or_default();
        let shown = found.iter().map(|found| {
            let at = found.labels[0].span.start;
            let line = text[..at].matches('\n').count() + 1;
            let column = at - text[..at].rfind('\n').map_or(0, |line| line + 1) + 1;
            let help = found.help.as_ref().map(|help| format!(" ({help})")).unwrap_or_default();
            format!("{line}:{column} {}{help}", found.message)
        });
        shown.collect()
    }

    fn check(text: &str, expect: &[&str]) {
        assert_eq!(found(text), expect, "{text}");
    }

    #[test]
    fn everything_can_be_set() {
        let text = r##"
title: ACME <types>
summary: Volumes and zones.
product: ACME
home: {url: "https://acme.example/", label: ACME}
footer: "© *ACME*"
accent: {light: "#0b5fa5", dark: "#8fc5e2"}
url: https://acme.example/docs
heat: true
plug_ins: [{types: other/schemas, product: Other, edit: "https://x.org/{path}"}]
guide: [template-authors, derive]
architectures: none
groups: [{title: Storage, types: ["ACME::Disk::*"]}]
edit: {own: "https://x.org/a/{path}", built_in: "https://x.org/b/{path}"}
history: "https://x.org/log/{path}"
issues: https://x.org/issues
"##;
        let docs = DocsFile::from_source(&Source::new("docs.yaml", text), Path::new("docs")).unwrap();
        assert_eq!(docs.title.as_deref(), Some("ACME <types>"));
        assert_eq!(docs.url.as_deref(), Some("https://acme.example/docs/"));
        assert_eq!(docs.plug_ins[0].types, Path::new("docs/other/schemas"));
        assert_eq!(docs.guide, Some(vec!["template-authors".to_owned(), "derive".to_owned()]));
        assert_eq!(docs.architectures, Some(Vec::new()));
        assert!(docs.groups[0].contains("ACME::Disk::Volume") && !docs.groups[0].contains("ACME::Zone"));
        assert_eq!(docs.edit.built_in.as_deref(), Some("https://x.org/b/{path}"));
        assert_eq!(docs.history.own.as_deref(), Some("https://x.org/log/{path}"));
        assert_eq!(docs.issues.as_deref(), Some("https://x.org/issues"));
    }

    #[test]
    fn the_json_schema_has_what_can_be_set() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/docs.schema.json");
        let schema: serde_json::Value =
            serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let properties = schema["properties"].as_object().unwrap();
        assert!(properties.keys().eq(&KEYS), "{properties:?}");
        for (key, names) in [("guide", guide_parts()), ("architectures", architecture_names())] {
            assert_eq!(properties[key]["anyOf"][1]["items"]["enum"], serde_json::json!(names), "{key}");
        }
    }

    #[test]
    fn all_mistakes_are_found_at_once() {
        check(
            "titel: A\nproduct: 7\nguide: [template-author]\nheat: yess\nhome: acme.example\n",
            &[
                "1:1 the file has no key `titel` (did you mean `title`?)",
                "2:10 `product` is a string, not an integer (write it in quotes: \"7\")",
                "3:9 there is no part of the guide `template-author` (did you mean `template-authors`?)",
                "4:7 `heat` is true or false, not a string (with `heat: true`, the types of Heat are in the site, too)",
                "5:7 `home` is not a usable URL: a URL starts with https:// or http:// and a host (write https://acme.example)",
            ],
        );
    }

    #[test]
    fn values_have_to_make_sense() {
        check("title: ''\n", &["1:8 `title` is empty (add a text, or remove the key)"]);
        check(
            "title: |\n  a\n  b\n",
            &["1:8 `title` has several lines, or control characters (write it on one line)"],
        );
        check(
            "accent: red\n",
            &["1:9 `red` is not a colour (write red, green and blue as hexadecimal digits: \"#0b5fa5\")"],
        );
        check(
            "edit: https://x.org/\n",
            &[
                "1:7 `edit` is not a usable URL: it needs {path} where the path of a file belongs (write https://x.org/{path})",
            ],
        );
        check("architectures: [dnss]\n", &["1:17 there is no architecture `dnss` (did you mean `dns`?)"]);
        check(
            "logo: none.svg\n",
            &["1:7 the logo `none.svg` does not exist (the path begins at the folder of docs.yaml)"],
        );
        check(
            "groups: [{title: A, types: [A::B]}, {title: B, types: [A::B]}]\n",
            &[
                "1:56 `A::B` is in a group already (a type is in the first group that names it: remove it here or there)",
            ],
        );
        check("plug_ins: [{types: a}]\n", &["1:12 an entry of `plug_ins` needs `product`"]);
    }

    #[test]
    fn what_was_meant_is_written_out() {
        check(
            "- a\n",
            &[
                "1:1 the file is a map, not a list (write keys with their values, such as title: ACME resource types)",
            ],
        );
        check(
            "title: [a]\n",
            &["1:8 `title` is a string, not a list (write a text alone, such as title: ACME)"],
        );
        check(
            "groups: [{title: A, types: []}]\n",
            &["1:28 `types` is empty (name at least one, or a pattern such as \"ACME::Disk::*\")"],
        );
        check("title:\n", &["1:7 `title` is empty (add a text, or remove the key)"]);
        check(
            "heat: 'true'\n",
            &["1:7 `heat` is true or false, not a string (write it without quotes: true)"],
        );
        check(
            "groups:\n- {title: A, types: A::B}\n- {title: A, types: [b]}\n",
            &["2:21 `types` is a list, not a string (write it in brackets: [\"A::B\"])"],
        );
        check(
            "groups: [{title: A, types: [a]}, {title: A, types: [b]}]\n",
            &[
                "1:42 two groups have the title `A` (put the types of both into one group, or give this one another title)",
            ],
        );
        for (address, file) in [
            ("https://acme.example/a/acme.png", "acme.png"),
            ("//acme.example/logo.gif", "logo.svg"),
            ("data:image/svg+xml,x", "logo.svg"),
        ] {
            let expect = format!(
                "1:7 `logo` is a file of the project: a page shows nothing from elsewhere (put a copy beside docs.yaml, and write its name: logo: {file})"
            );
            check(&format!("logo: '{address}'\n"), &[&expect]);
        }
        for (url, instead) in [
            ("docs.acme.example/heat", "write https://docs.acme.example/heat"),
            ("http://acme.example/heat/?a#b", "write http://acme.example/heat/"),
            ("javascript:alert(1)", "such as https://acme.example/"),
            ("ftp://acme.example/", "such as https://acme.example/"),
            ("acme", "such as https://acme.example/"),
        ] {
            let found = found(&format!("url: \"{url}\"\n"));
            assert!(found[0].ends_with(&format!(" ({instead})")), "{found:?}");
        }
    }

    #[test]
    fn a_faint_color_is_refused() {
        let found = found("accent: \"#ffcc00\"\n");
        assert!(found[0].starts_with("1:9 `#ffcc00` cannot be read in the light theme"), "{found:?}");
        assert!(found[0].contains("(the nearest colour that can be read is \"#"), "{found:?}");
    }

    #[test]
    fn nothing_has_to_be_set() {
        check("", &[]);
        check("# nothing yet\n", &[]);
        check("{}\n", &[]);
    }

    #[test]
    fn types_have_to_exist() {
        let source =
            Source::new("docs.yaml", "groups: [{title: A, types: [ACME::Volum, 'B::*', ACME::Zone]}]\n");
        let docs = DocsFile::from_source(&source, Path::new("")).unwrap();
        let found = docs.check_types(["ACME::Volume", "ACME::Zone"].into_iter());
        let shown: Vec<_> =
            found.iter().map(|found| (found.message.as_str(), found.help.as_deref())).collect();
        assert_eq!(
            shown,
            [
                ("there is no type `ACME::Volum`", Some("did you mean `ACME::Volume`?")),
                (
                    "no type of the site matches `B::*`",
                    Some("the types of Heat are only in the site with `heat: true`")
                ),
            ]
        );
    }
}
