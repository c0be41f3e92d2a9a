//! Addresses of pages and sections within a site, for the site itself and for programs that link to it.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Returns the address of a type's page, from the site's root.
#[must_use]
pub fn type_url(name: &str) -> String {
    let mut url = String::with_capacity(name.len() + 12);
    url.push_str("types/");
    let mut rest = name;
    // Names are short: this takes less time than preparing a search for `::`.
    while let Some(end) = rest.as_bytes().windows(2).position(|pair| pair == b"::") {
        url.push_str(&file_name(&rest[..end]));
        url.push('/');
        rest = &rest[end + 2..];
    }
    url.push_str(&file_name(rest));
    url.push_str(".html");
    url
}

/// Returns the part of addresses that represents a release: pages about the release are below the folder of this name. `releases`
/// are the versions and the names of all releases.
#[must_use]
pub fn release_slug<'n>(version: &str, releases: impl Iterator<Item = (&'n str, &'n str)> + Clone) -> String {
    let own = releases.clone().find(|(known, _)| *known == version);
    let name = name_slug(own.map_or("", |(_, name)| name));
    // A name without letters or digits, or one that another release also has, cannot be used; the version is used instead.
    let others = releases.filter(|(known, _)| *known != version);
    if name.is_empty() || others.map(|(_, name)| name_slug(name)).any(|other| other == name) {
        return format!("release-{}", file_name(version));
    }
    name
}

/// Returns the part of an address that represents a name; empty for a name without letters or digits.
#[must_use]
pub fn name_slug(name: &str) -> String {
    let part = |char: char| {
        if char.is_ascii_alphanumeric() || char == '.' { char.to_ascii_lowercase() } else { '-' }
    };
    let slug: String = name.chars().take(60).map(part).collect();
    slug.trim_matches(['.', '-']).to_owned()
}

/// Returns whether the address of a type's page is its name with `::` replaced by `/`.
#[must_use]
pub fn has_plain_url(name: &str) -> bool {
    name.split("::").all(|part| matches!(file_name(part), Cow::Borrowed(_)))
}

/// Percent-encodes everything in a text except ASCII letters, digits, `-._~` and the characters in `kept`.
#[must_use]
pub fn percent_encoded(text: &str, kept: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) || kept.as_bytes().contains(&byte) {
            encoded.push(byte.into());
        } else {
            // Writing to a string cannot fail.
            _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

/// The maximum length of a part of a name, in bytes. File systems allow 255, including the characters that are added here and
/// by the program that writes the file.
const MAX_FILE_NAME: usize = 120;

/// Returns a part of a name for use in an address and a file name: characters with a special meaning in either are written as `~`
/// with their number. Different parts have different names.
#[must_use]
pub fn file_name(part: &str) -> Cow<'_, str> {
    let is_usual = |char: char| char.is_alphanumeric() || matches!(char, '_' | '-' | '.' | '+' | '(' | ')');
    // `.` and `..` are other folders, and `.html` could be that of another page.
    let is_plain = || {
        part.len() <= MAX_FILE_NAME
            && part.chars().all(is_usual)
            && !part.contains("..")
            && !part.starts_with('.')
            && ![".html", ".json", ".md", ".rst"].iter().any(|end| part.ends_with(end))
            && !part.is_empty()
    };
    // Nearly all names are letters.
    let is_letters = part.len() <= MAX_FILE_NAME && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if (is_letters && !part.is_empty()) || is_plain() {
        return Cow::Borrowed(part);
    }
    let mut name = String::from("~");
    for char in part.chars() {
        if name.len() > MAX_FILE_NAME {
            let mut hasher = DefaultHasher::new();
            part.hash(&mut hasher);
            let _ = write!(name, "~{:016x}", hasher.finish());
            break;
        }
        if is_usual(char) && char != '.' {
            name.push(char);
        } else {
            let _ = write!(name, "~{:x}~", u32::from(char));
        }
    }
    Cow::Owned(name)
}

/// Returns the anchor for a title: its words in lowercase, joined with `-`.
#[must_use]
pub fn slug(title: &str) -> String {
    let words: Vec<String> = title
        .split(|char: char| !char.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    if words.is_empty() { "section".to_owned() } else { words.join("-") }
}
