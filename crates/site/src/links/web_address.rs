//! Web addresses from settings: of the site, of the website that it belongs to, and of its sources.

use super::edit_links::PATH;

/// Returns the URL of a site, with a `/` at its end.
///
/// # Errors
/// If other addresses cannot be appended to it, with the reason.
pub fn base_url(text: &str) -> Result<String, String> {
    web_address(text)?;
    if text.contains(['?', '#']) {
        return Err("an address that others can be appended to has no `?` and no `#`".to_owned());
    }
    Ok(if text.ends_with('/') { text.to_owned() } else { format!("{text}/") })
}

/// Returns the URL of a page.
///
/// # Errors
/// If it is not a web address, with the reason.
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

/// Returns the URL at which a source can be edited; it contains the placeholder for the path.
///
/// # Errors
/// If it is not a web address, or has no placeholder, with the reason.
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
