//! HTML that is safe to write, distinguished from text by its type.
//!
//! Text from schemas is hostile. An [`Html`] consists of markup that this program wrote itself (literals), of text, which is
//! escaped when it is added, and of other `Html`; a `String` cannot become one without being escaped. Functions that write a
//! page, a report or a feed take `Html`, so that code that forgets to escape does not compile:
//!
//! ```compile_fail
//! let entity = String::from("<meta http-equiv=refresh>");
//! heat_html::Html::literal(&entity);
//! ```
//!
//! Values go into the gaps, `{}`, of a literal. In an attribute, the gap has to be in double quotes:
//!
//! ```
//! use heat_html::html;
//!
//! let entity = String::from("<meta http-equiv=refresh>");
//! assert_eq!(
//!     html!("the ID of the <b title=\"{}\">{}</b>", "a \"name\"", entity).as_str(),
//!     "the ID of the <b title=\"a &quot;name&quot;\">&lt;meta http-equiv=refresh&gt;</b>"
//! );
//! ```
//!
//! Captured names would circumvent this, and do not compile:
//!
//! ```compile_fail
//! let entity = "<meta http-equiv=refresh>";
//! heat_html::html!("the ID of the {entity}");
//! ```

mod addresses;
#[cfg(feature = "markdown")]
mod markdown;
pub mod page_urls;
#[cfg(feature = "markdown")]
pub mod plain_text;
#[cfg(feature = "templates")]
mod template;

use std::borrow::Cow;
use std::convert::Infallible;

use memchr::memchr;

pub use addresses::NewAddress;
#[cfg(feature = "markdown")]
pub use markdown::{Piece, from_markdown};
#[cfg(feature = "templates")]
pub use template::{Prepared, escape_everything, render};

/// HTML or XML whose markup cannot be changed by a value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Html(Cow<'static, str>);

/// A value that can be put into a gap of [`html!`]: HTML unchanged, text escaped.
pub trait Fill {
    /// Adds the value to HTML.
    fn fill(&self, html: &mut Html);
}

/// HTML with gaps, `{}`, for values: [`Html`] is inserted unchanged, everything else is escaped.
#[macro_export]
macro_rules! html {
    ($text:literal $(, $value:expr)* $(,)?) => {{
        const VALUES: &[&str] = &[$(stringify!($value)),*];
        const { assert!($crate::gaps($text) == VALUES.len(), "the literal needs one gap per value") };
        $crate::Html::fill_in($text, &[$(&$value as &dyn $crate::Fill),*])
    }};
}

/// Counts the gaps in a literal.
///
/// # Panics
/// If a brace is not part of a gap. The function runs at compile time.
#[must_use]
pub const fn gaps(literal: &str) -> usize {
    let bytes = literal.as_bytes();
    let mut count = 0;
    let mut at = 0;
    while at < bytes.len() {
        assert!(bytes[at] != b'}', "a brace that closes no gap");
        if bytes[at] == b'{' {
            assert!(at + 1 < bytes.len() && bytes[at + 1] == b'}', "values are given as arguments");
            count += 1;
            at += 1;
        }
        at += 1;
    }
    count
}

impl Html {
    /// Returns empty HTML.
    #[must_use]
    pub const fn new() -> Self {
        Self(Cow::Borrowed(""))
    }

    /// Returns empty HTML with room for this many bytes.
    #[must_use]
    pub fn with_capacity(bytes: usize) -> Self {
        Self(Cow::Owned(String::with_capacity(bytes)))
    }

    /// Returns markup that is part of the program itself.
    #[must_use]
    pub const fn literal(markup: &'static str) -> Self {
        Self(Cow::Borrowed(markup))
    }

    /// Returns escaped text.
    #[must_use]
    pub fn text(text: &str) -> Self {
        let mut html = Self::new();
        html.push_text(text);
        html
    }

    /// Returns text as code.
    #[must_use]
    pub fn code(text: &str) -> Self {
        html!("<code>{}</code>", text)
    }

    /// Returns a name that can break between its parts: after `::`, a dot, a colon or an underscore, and before a capital letter.
    #[must_use]
    pub fn name(name: &str) -> Self {
        let mut html = Self::new();
        let (mut done, mut before) = (0, None);
        for (at, char) in name.char_indices() {
            let ends_part = matches!(before, Some('_' | '.' | ':')) && !matches!(char, '_' | '.' | ':' | ' ');
            let begins_word = before.is_some_and(char::is_lowercase) && char.is_uppercase();
            if ends_part || begins_word {
                html.push_text(&name[done..at]);
                html.push_literal("<wbr>");
                done = at;
            }
            before = Some(char);
        }
        html.push_text(&name[done..]);
        html
    }

    /// Returns a name as code. A name that is longer than a line of a narrow screen can break between its parts.
    #[must_use]
    pub fn code_name(name: &str) -> Self {
        if name.len() > Self::NARROW { html!("<code>{}</code>", Self::name(name)) } else { Self::code(name) }
    }

    /// Number of characters of code that fit into a line of a narrow screen.
    const NARROW: usize = 28;

    /// Returns a link; only its text if the scheme of the address is not known to be harmless.
    #[must_use]
    pub fn link(address: &str, words: impl Fill) -> Self {
        if is_harmless(address) { html!("<a href=\"{}\">{}</a>", address, words) } else { html!("{}", words) }
    }

    /// Joins pieces with a separator between them.
    #[must_use]
    pub fn join(pieces: impl IntoIterator<Item = Self>, separator: &'static str) -> Self {
        let mut all = Self::new();
        for (index, piece) in pieces.into_iter().enumerate() {
            if index > 0 {
                all.push_literal(separator);
            }
            all.push(&piece);
        }
        all
    }

    /// Joins pieces as an enumeration: `a, b or c`.
    #[must_use]
    pub fn listed(pieces: &[Self], last: &'static str) -> Self {
        match pieces {
            [] => Self::new(),
            [only] => only.clone(),
            [first @ .., end] => html!("{} {} {}", Self::join(first.iter().cloned(), ", "), last, end),
        }
    }

    /// Adds HTML.
    pub fn push(&mut self, html: &Self) {
        self.0.to_mut().push_str(&html.0);
    }

    /// Adds a piece of other HTML.
    fn push_markup(&mut self, piece: &str) {
        self.0.to_mut().push_str(piece);
    }

    /// Adds markup that is part of the program itself.
    pub fn push_literal(&mut self, markup: &'static str) {
        self.0.to_mut().push_str(markup);
    }

    /// Adds text, escaped for elements and quoted attributes. Control characters, which neither HTML nor XML allows, are
    /// replaced.
    pub fn push_text(&mut self, text: &str) {
        let out = self.0.to_mut();
        // Adding to a string cannot fail.
        _ = escape(text, |part| {
            out.push_str(part);
            Ok::<_, Infallible>(())
        });
    }

    /// Inserts markup that is part of the program itself at these positions, which must be in ascending order.
    #[must_use]
    pub fn with_literals(&self, places: &[(usize, &'static str)]) -> Self {
        let added: usize = places.iter().map(|(_, markup)| markup.len()).sum();
        let mut html = Self::with_capacity(self.0.len() + added);
        let mut done = 0;
        for (place, markup) in places {
            html.push_markup(&self.0[done..*place]);
            html.push_literal(markup);
            done = *place;
        }
        html.push_markup(&self.0[done..]);
        html
    }

    /// Splits the HTML into the first paragraph and the rest. HTML that does not begin with a paragraph has no rest.
    #[must_use]
    pub fn split_paragraph(&self) -> (Self, Self) {
        const END: &str = "</p>";
        let end =
            self.0.find(END).filter(|_| self.0.starts_with("<p>")).map_or(self.0.len(), |at| at + END.len());
        let (first, rest) = self.0.split_at(end);
        [first, rest.trim_start()].map(|part| Self(Cow::Owned(part.to_owned()))).into()
    }

    /// Returns whether the HTML is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the HTML as text for output.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the HTML as text for output.
    #[must_use]
    pub fn into_string(self) -> String {
        self.0.into_owned()
    }

    /// Fills the gaps of a literal; [`html!`] checks at compile time that there are as many values.
    #[doc(hidden)]
    #[must_use]
    pub fn fill_in(literal: &'static str, values: &[&dyn Fill]) -> Self {
        let mut html = Self(Cow::Owned(String::with_capacity(literal.len() + 32 * values.len())));
        let mut rest = literal;
        for value in values {
            // A literal has no braces but those of its gaps. A search for both braces would take longer than filling the gaps.
            let Some(gap) = memchr(b'{', rest.as_bytes()) else { break };
            html.push_literal(&rest[..gap]);
            value.fill(&mut html);
            rest = &rest[gap + 2..];
        }
        html.push_literal(rest);
        html
    }
}

/// Passes the parts of an escaped text to `push`.
fn escape<E>(text: &str, mut push: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
    // Most texts have nothing to escape.
    if text.bytes().all(stays) {
        return push(text);
    }
    let mut done = 0;
    for (at, char) in text.char_indices() {
        let Some(escaped) = escaped(char) else { continue };
        push(&text[done..at])?;
        push(escaped)?;
        done = at + char.len_utf8();
    }
    push(&text[done..])
}

/// For each byte, whether it is a character of ASCII that needs no escape.
const STAYS: [bool; 256] = {
    let mut stays = [false; 256];
    let mut byte: u8 = 0;
    while byte.is_ascii() {
        stays[byte as usize] =
            matches!(byte, b'\t' | b'\n' | b' '..=b'~') && !matches!(byte, b'&' | b'<' | b'>' | b'"' | b'\'');
        byte += 1;
    }
    stays
};

/// Returns whether a byte is a character of ASCII that needs no escape.
fn stays(byte: u8) -> bool {
    STAYS[usize::from(byte)]
}

/// Returns the escape of a character in the content of an element, where quotes need none.
#[must_use]
pub fn escaped_in_element(char: char) -> Option<&'static str> {
    escaped(char).filter(|_| !matches!(char, '"' | '\''))
}

/// Returns the escape of a character that HTML and XML do not allow unescaped.
fn escaped(char: char) -> Option<&'static str> {
    match char {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '"' => Some("&quot;"),
        '\'' => Some("&#39;"),
        '\t' | '\n' => None,
        '\r' => Some("&#13;"),
        '\u{fffe}' | '\u{ffff}' => Some("\u{fffd}"),
        control if control.is_control() => Some("\u{fffd}"),
        _ => None,
    }
}

/// Schemes that a link may have.
const SCHEMES: [&str; 3] = ["https", "http", "mailto"];

/// Returns whether following an address can only open a page: it has no scheme, or a known one.
#[must_use]
pub fn is_harmless(address: &str) -> bool {
    let before_path = address.split(['/', '?', '#']).next().unwrap_or_default();
    match before_path.split_once(':') {
        None => true,
        Some((scheme, _)) => SCHEMES.iter().any(|known| scheme.eq_ignore_ascii_case(known)),
    }
}

impl Fill for Html {
    fn fill(&self, html: &mut Html) {
        html.push(self);
    }
}

impl Fill for str {
    fn fill(&self, html: &mut Html) {
        html.push_text(self);
    }
}

impl Fill for String {
    fn fill(&self, html: &mut Html) {
        html.push_text(self);
    }
}

impl Fill for Cow<'_, str> {
    fn fill(&self, html: &mut Html) {
        html.push_text(self);
    }
}

impl Fill for usize {
    fn fill(&self, html: &mut Html) {
        html.push_text(&self.to_string());
    }
}

impl Fill for u8 {
    fn fill(&self, html: &mut Html) {
        html.push_text(&self.to_string());
    }
}

impl<T: Fill + ?Sized> Fill for &T {
    fn fill(&self, html: &mut Html) {
        (**self).fill(html);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(html: &Html, expect: &str) {
        assert_eq!(html.as_str(), expect);
    }

    #[test]
    fn a_paragraph_is_split_from_what_follows() {
        let split = |markup: &'static str, first: &str, rest: &str| {
            let (before, after) = Html::literal(markup).split_paragraph();
            check(&before, first);
            check(&after, rest);
        };
        split("<p>a <b>b</b></p>\n<p>c</p>\n", "<p>a <b>b</b></p>", "<p>c</p>\n");
        split("<ul><li><p>a</p></li></ul>", "<ul><li><p>a</p></li></ul>", "");
        split("", "", "");
    }

    #[test]
    fn names_break_between_their_parts() {
        check(&Html::name("OS::Nova::Server"), "OS::<wbr>Nova::<wbr>Server");
        check(&Html::name("a.b <c>"), "a.<wbr>b &lt;c&gt;");
        check(&Html::name("binding:vnic_type"), "binding:<wbr>vnic_<wbr>type");
        check(&Html::name("GnocchiMetricsAlarm"), "Gnocchi<wbr>Metrics<wbr>Alarm");
        check(&Html::code_name("OS::Nova::Server"), "<code>OS::Nova::Server</code>");
        check(
            &Html::code_name("OS::Octavia::AvailabilityZoneProfile"),
            "<code>OS::<wbr>Octavia::<wbr>Availability<wbr>Zone<wbr>Profile</code>",
        );
        for whole in ["", "name", "ends::", "ends_", "IPv6"] {
            check(&Html::name(whole), whole);
        }
    }

    #[test]
    fn text_is_escaped_and_html_is_not() {
        check(&Html::text("<a href='x'>\"&\"</a>"), "&lt;a href=&#39;x&#39;&gt;&quot;&amp;&quot;&lt;/a&gt;");
        check(&html!("<p>{}, {}: {}</p>", "<b>", Html::literal("<b>"), 3_usize), "<p>&lt;b&gt;, <b>: 3</p>");
        check(
            &Html::text("a\u{0}\u{1b}[1m\u{85}\u{ffff}\tb\r\n"),
            "a\u{fffd}\u{fffd}[1m\u{fffd}\u{fffd}\tb&#13;\n",
        );
    }

    #[test]
    fn what_stays_has_no_escape() {
        for byte in 0..=u8::MAX {
            assert_eq!(stays(byte), byte.is_ascii() && escaped(char::from(byte)).is_none(), "{byte}");
        }
    }

    #[test]
    fn braces_in_values_are_text() {
        check(&html!("<i>{}</i>{}", "{}", "{}"), "<i>{}</i>{}");
    }

    #[test]
    fn harmful_links_are_dropped() {
        check(&Html::link("a/b:c.html#d", "x"), "<a href=\"a/b:c.html#d\">x</a>");
        check(&Html::link("#prop-a:b", "x"), "<a href=\"#prop-a:b\">x</a>");
        check(&Html::link("HTTPS://x.org/\"", "<x>"), "<a href=\"HTTPS://x.org/&quot;\">&lt;x&gt;</a>");
        for address in
            ["javascript:x", " javascript:x", "java\tscript:x", "\u{1}data:text/html,x", "vbscript:x", ":"]
        {
            check(&Html::link(address, "x"), "x");
        }
    }

    #[test]
    fn enumerations_have_a_conjunction() {
        let pieces = ["a", "<b>", "c"].map(Html::code);
        check(&Html::listed(&pieces[..1], "or"), "<code>a</code>");
        check(&Html::listed(&pieces, "or"), "<code>a</code>, <code>&lt;b&gt;</code> or <code>c</code>");
    }
}
