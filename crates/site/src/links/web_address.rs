//! Addresses on the web, as people give them: where a site is published, what it belongs to, and where its sources are.

use super::edit_links::PATH;

/// The URL of a site, with a `/` at its end.
///
/// # Errors
/// Why others cannot be appended to it.
pub fn base_url(text: &str) -> Result<String, String> {
    web_address(text)?;
    if text.contains(['?', '#']) {
        return Err("an address that others can be appended to has no `?` and no `#`".to_owned());
    }
    Ok(if text.ends_with('/') { text.to_owned() } else { format!("{text}/") })
}

/// The URL of a page.
///
/// # Errors
/// Why it is not one.
pub(crate) fn web_address(text: &str) -> Result<String, String> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    if host.is_none_or(|host| host.is_empty() || host.starts_with('/')) {
        return Err("a URL starts with https:// or http:// and a host".to_owned());
    }
    if text.contains(['"', '<', '>']) || text.contains(|char: char| char.is_whitespace() || char.is_control())
    {
        return Err("a URL has no quotes, angle brackets or spaces".to_owned());
    }
    Ok(text.to_owned())
}

/// The URL at which a source can be edited, with a place for its path.
///
/// # Errors
/// Why it is not one.
pub fn edit_url(text: &str) -> Result<String, String> {
    web_address(text)?;
    if !text.contains(PATH) {
        return Err(format!("it needs {PATH} where the path of a file belongs"));
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_sources_has_a_place_for_the_path() {
        let address = "https://example.org/edit/main/{path}";
        assert_eq!(edit_url(address), Ok(address.to_owned()));
        for wrong in
            ["https://example.org/edit/main", "javascript:{path}", "https://{path}\">", "https://a b/{path}"]
        {
            assert!(edit_url(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn addresses_end_with_a_slash() {
        let url = "https://docs.example.org/heat";
        assert_eq!(base_url(url), Ok(format!("{url}/")));
        for wrong in ["docs.example.org", "https://", "https:///x", "https://x.org/?a", "https://x.org/#a"] {
            assert!(base_url(wrong).is_err(), "{wrong}");
        }
    }
}
