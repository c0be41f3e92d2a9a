//! Addresses of files in the protocol: `file:` URIs, and the paths that they represent.

use std::str::FromStr;

use heat_html::page_urls::percent_encoded;
use lsp_types::Uri;

/// The path of a URI's file; `None` if the URI names something else, such as a text that was not saved yet.
pub(crate) fn path_of(uri: &str) -> Option<String> {
    let rest = uri.strip_prefix("file://")?;
    // The host is empty, or this machine.
    let path = rest.get(rest.find('/')?..)?;
    let path = decoded(path)?;
    // On Windows, `/c:/folder` is a path with a slash before it.
    let has_drive = path.as_bytes().get(2) == Some(&b':') && cfg!(windows);
    Some(if has_drive { path[1..].to_owned() } else { path })
}

/// The URI of a file.
pub(crate) fn uri_of(path: &str) -> Option<Uri> {
    let start = if path.starts_with('/') { "file://" } else { "file:///" };
    Uri::from_str(&format!("{start}{}", percent_encoded(path, "/"))).ok()
}

/// The text with percent signs decoded; `None` if the result is not valid UTF-8.
fn decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let digit = |index: usize| after.get(index).and_then(|byte| char::from(*byte).to_digit(16));
        if let (b'%', Some(high), Some(low)) = (first, digit(0), digit(1)) {
            bytes.push(u8::try_from(high * 16 + low).ok()?);
            rest = after.get(2..).unwrap_or_default();
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(uri: &str, path: Option<&str>) {
        assert_eq!(path_of(uri).as_deref(), path, "{uri}");
    }

    #[test]
    fn uris_become_paths() {
        check("file:///a/b%20c/%C3%A4.yaml", Some("/a/b c/ä.yaml"));
        check("file://localhost/a", Some("/a"));
        check("untitled:Untitled-1", None);
        check("file://", None);
        check("file:///%FF", None);
        check("file:///a%2", Some("/a%2"));
    }

    #[test]
    fn paths_become_uris_and_back() {
        for path in ["/a/b.yaml", "/ä b/%41?#.yaml", "/😀"] {
            let uri = uri_of(path).unwrap();
            assert_eq!(path_of(uri.as_str()).as_deref(), Some(path), "{}", uri.as_str());
        }
    }
}
