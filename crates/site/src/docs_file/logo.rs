//! The picture in the header of a site.
//!
//! An SVG in a page does not run scripts, but it also has its own address, where it is a document with the rights of the site.
//! Therefore only elements on a list of harmless ones are accepted, and nothing that refers to other files.

use std::path::Path;
use std::sync::Arc;

use heat_catalogue::input;
use heat_yaml::{Diagnostic, Source, Span};
use roxmltree::{Document, Node};

/// The maximum size of a logo, in bytes: every page loads it.
const MAX_SIZE: u64 = 256 << 10;

/// The height of the logo on a page, and its maximum width.
const HEIGHT: u32 = 26;
const MAX_WIDTH: u32 = 160;

/// The SVG elements that draw, or control how others are drawn.
const ELEMENTS: &[&str] = &[
    "svg",
    "g",
    "defs",
    "symbol",
    "use",
    "title",
    "desc",
    "metadata",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "text",
    "tspan",
    "textPath",
    "image",
    "linearGradient",
    "radialGradient",
    "stop",
    "pattern",
    "clipPath",
    "mask",
    "marker",
    "filter",
    "feBlend",
    "feColorMatrix",
    "feComponentTransfer",
    "feComposite",
    "feDropShadow",
    "feFlood",
    "feFuncA",
    "feFuncB",
    "feFuncG",
    "feFuncR",
    "feGaussianBlur",
    "feMerge",
    "feMergeNode",
    "feMorphology",
    "feOffset",
    "feTile",
    "feTurbulence",
    "switch",
    "view",
    "style",
];

const SVG: &str = "http://www.w3.org/2000/svg";

/// The name used for elements in the namespaces of drawing programs, in place of an element name.
const FOREIGN: &str = "a namespace of its own";

/// The picture in the header of a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logo {
    /// The path of the logo among the assets: `logo.svg` or `logo.png`.
    pub file: &'static str,
    /// The contents of the file.
    pub contents: Vec<u8>,
    /// The width of the logo on a page, when it is as high as the name of the site.
    pub width: u32,
}

impl Logo {
    /// Reads a picture.
    ///
    /// # Errors
    /// All problems of the file.
    pub fn read(path: &Path) -> Result<Self, Vec<Diagnostic>> {
        let contents = input::read(path, MAX_SIZE).map_err(|error| vec![error.at(path)])?;
        Self::new(path, contents)
    }

    fn new(path: &Path, contents: Vec<u8>) -> Result<Self, Vec<Diagnostic>> {
        let name = path.display().to_string();
        let refused = |message: &str| Diagnostic::error("invalid-value", message).in_file(name.as_str());
        let end = path.extension().map(|end| end.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
        match end.as_str() {
            "png" => {
                let [width, height] = png_size(&contents).ok_or_else(|| {
                    let refused = refused("this is not a PNG picture, whatever its name says");
                    vec![refused.with_help("export the logo as SVG or PNG")]
                })?;
                Ok(Self {
                    file: "logo.png",
                    width: width_on_page(f64::from(width), f64::from(height)),
                    contents,
                })
            }
            "svg" => {
                let source = Source::from_bytes(name.as_str(), contents).map_err(|found| vec![found])?;
                let width = checked_svg(&source)?;
                Ok(Self { file: "logo.svg", width, contents: source.text().as_bytes().to_vec() })
            }
            _ => {
                let refused = refused("a logo is an SVG or a PNG file");
                Err(vec![refused.with_help("export the logo as SVG or PNG")])
            }
        }
    }
}

/// The width on a page of a picture with this width and height.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a positive number that is not large"
)]
fn width_on_page(width: f64, height: f64) -> u32 {
    let width = width / height * f64::from(HEIGHT);
    if width.is_finite() { width.round().clamp(1.0, f64::from(MAX_WIDTH)) as u32 } else { HEIGHT }
}

/// The width and height of a PNG picture; `None` if the file is not one.
fn png_size(bytes: &[u8]) -> Option<[u32; 2]> {
    let header = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n")?.get(4..)?.strip_prefix(b"IHDR")?;
    let number = |at: usize| Some(u32::from_be_bytes(header.get(at..at + 4)?.try_into().ok()?));
    let sides = [number(0)?, number(4)?];
    (sides[0] > 0 && sides[1] > 0).then_some(sides)
}

/// The width of an SVG on a page, if it only draws.
fn checked_svg(source: &Arc<Source>) -> Result<u32, Vec<Diagnostic>> {
    let text = source.text();
    let refused = |span: Span, message: String, label: &str| {
        Diagnostic::error("invalid-value", message)
            .with_label(source, span, label)
            .with_help("a logo is drawn by itself alone: export it as plain SVG, or as PNG")
    };
    let document = Document::parse(text).map_err(|error| {
        if matches!(error, roxmltree::Error::DtdDetected) {
            let at = text.find("<!DOCTYPE").unwrap_or_default();
            let message = "a document type can lead to other files".to_owned();
            let span = Span::new(at, (at + "<!DOCTYPE".len()).min(text.len()));
            return vec![refused(span, message, "remove it")];
        }
        let at = offset(text, error.pos().row, error.pos().col);
        vec![refused(Span::new(at, at), format!("this is not an SVG picture: {error}"), "here")]
    })?;
    let root = document.root_element();
    if !root.has_tag_name((SVG, "svg")) {
        let name = root.tag_name().name();
        let message = format!("this is not an SVG picture: it is a document of `{name}`");
        return Err(vec![refused(span(&root), message, "expected `svg` in the namespace of SVG")]);
    }
    let check = |node: Node<'_, '_>| {
        if node.is_pi() {
            let message = "a processing instruction can lead to another file".to_owned();
            return Err(refused(span(&node), message, "remove it"));
        }
        if node.is_element() { check_element(&node, &refused) } else { Ok(()) }
    };
    let mut found: Vec<Diagnostic> =
        document.descendants().filter_map(|node| check(node).err()).take(MAX_FINDINGS).collect();
    let sides = sides(&root);
    if sides.is_none() {
        let message = "the picture does not say how large it is".to_owned();
        found.push(refused(span(&root), message, "add `viewBox=\"0 0 WIDTH HEIGHT\"`"));
    }
    match sides {
        Some([width, height]) if found.is_empty() => Ok(width_on_page(width, height)),
        _ => Err(found),
    }
}

/// The maximum number of reported elements: a picture with more is a different kind of file.
const MAX_FINDINGS: usize = 10;

/// Checks that an element and its attributes only draw.
fn check_element(
    node: &Node<'_, '_>,
    refused: &impl Fn(Span, String, &str) -> Diagnostic,
) -> Result<(), Diagnostic> {
    let name = node.tag_name().name();
    // Drawing programs store their own data in other namespaces, which browsers ignore.
    let is_html = node.tag_name().namespace() == Some("http://www.w3.org/1999/xhtml");
    if node.tag_name().namespace() != Some(SVG) && !is_html && node.tag_name().namespace().is_some() {
        return check_attributes(node, FOREIGN, refused);
    }
    if is_html || !ELEMENTS.contains(&name) {
        let what = if name == "script" {
            "a logo cannot have a script".to_owned()
        } else {
            format!("a logo cannot have an element `{name}`: it does not draw")
        };
        return Err(refused(span(node), what, "remove it"));
    }
    if name == "style" {
        let text: String = node.children().filter_map(|child| child.text()).collect();
        if let Some(what) = leads_out_of_style(&text) {
            return Err(refused(
                span(node),
                format!("the styles have {what}, which leads to another file"),
                "here",
            ));
        }
    }
    check_attributes(node, name, refused)
}

fn check_attributes(
    node: &Node<'_, '_>,
    element: &str,
    refused: &impl Fn(Span, String, &str) -> Diagnostic,
) -> Result<(), Diagnostic> {
    for attribute in node.attributes() {
        let (name, value) = (attribute.name(), attribute.value());
        let span = Span::new(attribute.range().start, attribute.range().end);
        if name.to_ascii_lowercase().starts_with("on") {
            return Err(refused(span, format!("`{name}` runs a script"), "remove it"));
        }
        let is_address = name.eq_ignore_ascii_case("href") || name.eq_ignore_ascii_case("src");
        if is_address && element != FOREIGN && !is_inside(value) {
            return Err(refused(
                span,
                format!("`{name}` leads to another file"),
                "only `#…` and pictures as `data:` stay inside",
            ));
        }
        if let Some(what) = leads_out_of_style(value).filter(|_| !is_address) {
            return Err(refused(span, format!("`{name}` has {what}, which leads to another file"), "here"));
        }
    }
    Ok(())
}

/// Whether an address stays inside the picture: a part of it, or an embedded raster image.
fn is_inside(address: &str) -> bool {
    let address = address.trim();
    let pictures = [
        "data:image/png;base64,",
        "data:image/jpeg;base64,",
        "data:image/webp;base64,",
        "data:image/gif;base64,",
    ];
    address.starts_with('#') || pictures.iter().any(|start| address.starts_with(start))
}

/// The part of a style that refers to another file, if any. An escape could be part of anything, so it is rejected as well.
fn leads_out_of_style(style: &str) -> Option<&'static str> {
    let lower = style.to_ascii_lowercase();
    if lower.contains("@import") {
        return Some("`@import`");
    }
    if lower.contains("image-set") || lower.contains("expression(") || lower.contains("javascript:") {
        return Some("a value");
    }
    if lower.contains('\\') {
        return Some("an escape");
    }
    let mut addresses = lower.split("url(").skip(1);
    let is_out = addresses.any(|rest| !is_inside(rest.trim_start().trim_start_matches(['"', '\''])));
    is_out.then_some("`url(…)`")
}

/// The width and height of the picture, from its attributes, or else from its view box.
fn sides(root: &Node<'_, '_>) -> Option<[f64; 2]> {
    let length = |name: &str| -> Option<f64> {
        let text = root.attribute(name)?.trim();
        let number = text.strip_suffix("px").unwrap_or(text);
        number.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0)
    };
    if let (Some(width), Some(height)) = (length("width"), length("height")) {
        return Some([width, height]);
    }
    let numbers: Vec<f64> = root
        .attribute("viewBox")?
        .split([' ', ',', '\n', '\t', '\r'])
        .filter(|part| !part.is_empty())
        .map(|part| part.parse().ok())
        .collect::<Option<_>>()?;
    match numbers[..] {
        [_, _, width, height] if width > 0.0 && height > 0.0 => Some([width, height]),
        _ => None,
    }
}

fn span(node: &Node<'_, '_>) -> Span {
    let range = node.range();
    // Only the start tag is labelled: the end of an element can be the end of the file.
    let end = range.start + 1 + node.tag_name().name().len();
    Span::new(range.start, end.min(range.end))
}

/// The byte offset of a line and a column, both counted from 1.
fn offset(text: &str, row: u32, column: u32) -> usize {
    let lines = text.split_inclusive('\n').take(usize::try_from(row).unwrap_or_default().saturating_sub(1));
    let start: usize = lines.map(str::len).sum();
    let line = text[start..].split('\n').next().unwrap_or_default();
    let before = line.chars().take(usize::try_from(column).unwrap_or_default().saturating_sub(1));
    start + before.map(char::len_utf8).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the width of a logo, or the reasons and positions of its rejection.
    fn check(name: &str, contents: &[u8], expect: &str) {
        let got = match Logo::new(Path::new(name), contents.to_vec()) {
            Ok(logo) => format!("{} {}", logo.file, logo.width),
            Err(refused) => refused.into_iter().map(|found| found.message).collect::<Vec<_>>().join("; "),
        };
        assert_eq!(got, expect, "{}", String::from_utf8_lossy(contents));
    }

    fn svg(inside: &str, expect: &str) {
        let text = format!(
            "<svg xmlns=\"{SVG}\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 20 10\">{inside}</svg>"
        );
        check("a.svg", text.as_bytes(), expect);
    }

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
        bytes.extend(width.to_be_bytes());
        bytes.extend(height.to_be_bytes());
        bytes
    }

    #[test]
    fn drawings_are_logos() {
        svg(
            "<title>A</title><g fill=\"url(#a)\" style=\"fill: url('#a')\"><path d=\"M0 0\"/></g>",
            "logo.svg 52",
        );
        svg(
            "<defs><linearGradient id=\"a\"/></defs><use href=\"#a\"/><use xlink:href=\"#a\"/>",
            "logo.svg 52",
        );
        svg("<image href=\"data:image/png;base64,AAAA\"/><style>a { fill: url(#a) }</style>", "logo.svg 52");
        svg("<x:grid xmlns:x=\"http://www.inkscape.org/\" x:href=\"a\"/>", "logo.svg 52");
        check("a.PNG", &png(52, 26), "logo.png 52");
        check("a.png", &png(5200, 26), "logo.png 160");
        let size = format!("<svg xmlns='{SVG}' width='26px' height='26'/>");
        check("a.svg", size.as_bytes(), "logo.svg 26");
    }

    #[test]
    fn scripts_are_refused() {
        svg("<script>alert(1)</script>", "a logo cannot have a script");
        svg("<path onload=\"alert(1)\"/>", "`onload` runs a script");
        svg("<g OnClick=\"x\"/>", "`OnClick` runs a script");
        svg("<a href=\"javascript:x\"/>", "a logo cannot have an element `a`: it does not draw");
        svg("<set attributeName=\"href\"/>", "a logo cannot have an element `set`: it does not draw");
        svg("<foreignObject/>", "a logo cannot have an element `foreignObject`: it does not draw");
        svg("<x:script xmlns:x=\"http://www.w3.org/1999/xhtml\"/>", "a logo cannot have a script");
        svg("<x:g xmlns:x=\"http://x\" onload=\"x\"/>", "`onload` runs a script");
    }

    #[test]
    fn everything_that_is_wrong_is_said() {
        svg(
            "<script/><image href=\"a.png\"/><path onload=\"x\"/>",
            "a logo cannot have a script; `href` leads to another file; `onload` runs a script",
        );
        svg(&"<script/>".repeat(99), &["a logo cannot have a script"; MAX_FINDINGS].join("; "));
    }

    #[test]
    fn other_files_are_refused() {
        svg("<use href=\"other.svg#a\"/>", "`href` leads to another file");
        svg("<image xlink:href=\"https://x.org/a.png\"/>", "`href` leads to another file");
        svg("<image href=\"data:image/svg+xml,x\"/>", "`href` leads to another file");
        svg("<g fill=\"url(https://x.org/#a)\"/>", "`fill` has `url(…)`, which leads to another file");
        svg("<g style=\"fill: u\\72l(x)\"/>", "`style` has an escape, which leads to another file");
        svg("<style>@import 'a.css';</style>", "the styles have `@import`, which leads to another file");
        svg("<?xml-stylesheet href=\"a.css\"?>", "a processing instruction can lead to another file");
    }

    #[test]
    fn other_documents_are_refused() {
        check("a.png", b"<svg/>", "this is not a PNG picture, whatever its name says");
        check("a.png", &png(0, 26), "this is not a PNG picture, whatever its name says");
        check("a.jpg", b"\xff\xd8", "a logo is an SVG or a PNG file");
        check("a.svg", b"<svg/>", "this is not an SVG picture: it is a document of `svg`");
        check(
            "a.svg",
            b"<html xmlns='http://www.w3.org/2000/svg'/>",
            "this is not an SVG picture: it is a document of `html`",
        );
        let endless = format!("<svg xmlns='{SVG}'/>");
        check("a.svg", endless.as_bytes(), "the picture does not say how large it is");
    }

    #[test]
    fn a_document_type_is_refused_at_its_place() {
        let text = format!(
            "<?xml version='1.0'?>\n<!DOCTYPE svg [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>\n<svg xmlns='{SVG}'>&a;</svg>"
        );
        let found = Logo::new(Path::new("a.svg"), text.into_bytes()).unwrap_err();
        let [refused] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!(refused.message, "a document type can lead to other files");
        let label = &refused.labels[0];
        assert_eq!(label.span.start, 22, "{refused:?}");
    }
}
