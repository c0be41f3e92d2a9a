//! Paths that the user wrote, in generated code.

/// A path as written, or as it must be written one module further in.
pub(super) fn path(path: &syn::Path, within: bool) -> String {
    let text = quote::ToTokens::to_token_stream(path).to_string().replace(' ', "");
    let relative = |word: &str| text == word || text.starts_with(&format!("{word}::"));
    if within && relative("self") {
        format!("super{}", &text["self".len()..])
    } else if within && relative("super") {
        format!("super::{text}")
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::path;

    fn check(given: &str, within: &str) {
        assert_eq!(path(&syn::parse_str(given).unwrap(), true), within);
    }

    #[test]
    fn paths_mean_the_same_one_module_further_in() {
        check("::heat_plugin", "::heat_plugin");
        check("hp", "hp");
        check("crate::plugin", "crate::plugin");
        check("self::plugin", "super::plugin");
        check("super::plugin", "super::super::plugin");
        check("selfish", "selfish");
    }
}
