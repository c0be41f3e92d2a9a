//! References to files: resolving a name relative to the file or the `base_url` that it belongs to.

/// Base that names of files are relative to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Base {
    /// The file with this path.
    File(String),
    /// The URL in the key `base_url`.
    Url(String),
}

/// Target of a file name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reference {
    /// A file, by its normalised path.
    Path(String),
    /// A URL, which is never fetched.
    Url(String),
    /// A name that is relative to a `base_url` which is not a URL.
    Relative(String),
}

impl Reference {
    /// The path, the URL or the name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Path(name) | Self::Url(name) | Self::Relative(name) => name,
        }
    }
}

impl Base {
    /// Resolves a name relative to this base.
    #[must_use]
    pub fn join(&self, name: &str) -> Reference {
        if let Some(scheme) = scheme(name)
            && scheme != "file"
        {
            return Reference::Url(name.to_owned());
        }
        let file = name.strip_prefix("file:");
        let path = file.unwrap_or(name);
        let path = match path.strip_prefix("//") {
            Some(rest) => match local(rest) {
                Some(path) => path,
                // The URL names a host, which the client would contact.
                None => return Reference::Url(format!("file://{rest}")),
            },
            None => path,
        };
        match self {
            Self::File(base) => {
                let folder = base.rsplit_once('/').map(|(folder, _)| folder);
                Reference::Path(joined(folder, &decoded(path)))
            }
            Self::Url(base) => match base.strip_prefix("file:") {
                _ if file.is_some() && path.starts_with('/') => Reference::Path(joined(None, &decoded(path))),
                Some(folder) => {
                    let folder = folder.strip_prefix("//").map_or(Some(folder), local);
                    match folder {
                        Some(folder) => Reference::Path(joined(Some(&decoded(folder)), &decoded(path))),
                        None => Reference::Url(format!("{}/{path}", base.trim_end_matches('/'))),
                    }
                }
                None => on_host(base, path),
            },
        }
    }
}

/// Resolves a name relative to a URL other than a file's.
fn on_host(base: &str, path: &str) -> Reference {
    let base_path = base.split_once("://");
    let (Some(_), Some((scheme, rest))) = (scheme(base), base_path) else {
        let slash = if base.is_empty() || base.ends_with('/') { "" } else { "/" };
        return Reference::Relative(format!("{base}{slash}{path}"));
    };
    let (host, folder) = rest.split_once('/').unwrap_or((rest, ""));
    let path = joined(Some(&format!("/{folder}")), path);
    Reference::Url(format!("{scheme}://{host}{path}"))
}

/// The path of a URL on this machine; `None` if the URL names another machine.
fn local(rest: &str) -> Option<&str> {
    let at = rest.find('/')?;
    matches!(rest.get(..at)?, "" | "localhost").then(|| rest.get(at..))?
}

/// The scheme of a URL, in lowercase.
fn scheme(name: &str) -> Option<String> {
    let (scheme, _) = name.split_once(':')?;
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.chars().all(|char| char.is_ascii_alphanumeric() || matches!(char, '+' | '-' | '.'));
    is_scheme.then(|| scheme.to_ascii_lowercase())
}

/// The path without its fragment, with percent signs decoded.
fn decoded(path: &str) -> String {
    let path = path.split_once('#').map_or(path, |(path, _)| path);
    if !path.contains('%') {
        return path.to_owned();
    }
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        let digit = |index: usize| after.get(index).and_then(|byte| char::from(*byte).to_digit(16));
        let code = if *first == b'%' { digit(0).zip(digit(1)) } else { None };
        if let Some(code) = code.and_then(|(high, low)| u8::try_from(high * 16 + low).ok()) {
            bytes.push(code);
            rest = after.get(2..).unwrap_or_default();
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A path in a folder, normalised lexically. A relative path that leaves the folder keeps the `..` at its start.
fn joined(folder: Option<&str>, path: &str) -> String {
    let whole = match folder {
        _ if path.starts_with('/') => path.to_owned(),
        Some(folder) => format!("{folder}/{path}"),
        None => path.to_owned(),
    };
    let is_absolute = whole.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => _ = parts.pop(),
            ".." if is_absolute => {}
            other => parts.push(other),
        }
    }
    let path = parts.join("/");
    if is_absolute { format!("/{path}") } else { path }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(base: &Base, name: &str, expect: &Reference) {
        assert_eq!(base.join(name), *expect, "{base:?} {name}");
    }

    fn path(path: &str) -> Reference {
        Reference::Path(path.to_owned())
    }

    fn url(url: &str) -> Reference {
        Reference::Url(url.to_owned())
    }

    #[test]
    fn names_are_relative_to_the_file() {
        let base = Base::File("dir/main.yaml".to_owned());
        check(&base, "a.yaml", &path("dir/a.yaml"));
        check(&base, "./x/../a.yaml", &path("dir/a.yaml"));
        check(&base, "../a.yaml", &path("a.yaml"));
        check(&base, "../../a.yaml", &path("../a.yaml"));
        check(&base, "/abs/../../a.yaml", &path("/a.yaml"));
        check(&base, "file:///abs/a%20b.yaml#part", &path("/abs/a b.yaml"));
        check(&base, "file:b.yaml", &path("dir/b.yaml"));
        check(&base, "file:///a%e2%82%ACb%2.%zz%", &path("/a\u{20ac}b%2.%zz%"));
        check(&base, "100%.txt", &path("dir/100%.txt"));
        check(&base, "http://host/a.yaml", &url("http://host/a.yaml"));
        check(&base, "//host/a.yaml", &url("file://host/a.yaml"));
        check(&Base::File("main.yaml".to_owned()), "a.yaml", &path("a.yaml"));
    }

    #[test]
    fn names_are_relative_to_the_base_url() {
        let base = |text: &str| Base::Url(text.to_owned());
        check(&base("file:///abs"), "a.yaml", &path("/abs/a.yaml"));
        check(&base("http://host/dir/"), "../a.yaml", &url("http://host/a.yaml"));
        check(&base("http://host"), "a.yaml", &url("http://host/a.yaml"));
        check(&base("http://host"), "file:///a.yaml", &path("/a.yaml"));
        check(&base("dir"), "a.yaml", &Reference::Relative("dir/a.yaml".to_owned()));
        check(&base(""), "a.yaml", &Reference::Relative("a.yaml".to_owned()));
    }
}
