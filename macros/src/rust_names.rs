//! Conversion of Heat's names to Rust's: fields in snake case, variants and types in camel case, and keywords avoided in both.

/// Keywords that can be written raw, as in `r#type`; sorted.
const KEYWORDS: [&str; 49] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro",
    "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait",
    "true", "try", "type", "typeof", "union", "unsafe", "unsized", "use", "virtual", "where", "while",
    "yield",
];

/// Words that cannot be raw identifiers.
const NEVER_RAW: [&str; 5] = ["self", "Self", "super", "crate", "_"];

/// The name of a field, of a function or of a module: `binding:vnic_type` is `binding_vnic_type`, `DBInstanceName` is
/// `db_instance_name`, `type` is `r#type`.
pub(crate) fn snake(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut snake = String::with_capacity(name.len() + 4);
    for (index, letter) in letters.iter().copied().enumerate() {
        if !is_continue(letter) {
            if !snake.ends_with('_') {
                snake.push('_');
            }
            continue;
        }
        if letter.is_uppercase() && starts_word(&letters, index) && !snake.is_empty() && !snake.ends_with('_')
        {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    identifier(snake)
}

/// The name of a variant or of a type: `fixed_ip` is `FixedIp`, `802.11b` is `_80211b`, `self` is `Self_`.
pub(crate) fn camel(name: &str) -> String {
    let mut camel = String::with_capacity(name.len());
    let mut at_start = true;
    let mut after_digit = false;
    for letter in name.chars() {
        if !is_continue(letter) || letter == '_' {
            at_start = true;
            continue;
        }
        // `1.1` and `11` remain distinct.
        if at_start && after_digit && letter.is_ascii_digit() {
            camel.push('_');
        }
        if at_start {
            camel.extend(letter.to_uppercase());
        } else {
            camel.push(letter);
        }
        at_start = false;
        after_digit = letter.is_ascii_digit();
    }
    identifier(shouting_to_camel(&camel, name))
}

/// Converts a word in all capitals as one word: `ACTIVE` becomes `Active`.
fn shouting_to_camel(camel: &str, name: &str) -> String {
    let shouts = name.chars().any(char::is_uppercase) && !name.chars().any(char::is_lowercase);
    if !shouts {
        return camel.to_owned();
    }
    let mut quiet = String::with_capacity(camel.len());
    let mut words =
        name.split(|letter: char| !is_continue(letter) || letter == '_').filter(|word| !word.is_empty());
    let mut after_digit = false;
    for word in &mut words {
        if after_digit && word.starts_with(|letter: char| letter.is_ascii_digit()) {
            quiet.push('_');
        }
        for (index, letter) in word.chars().enumerate() {
            if index == 0 { quiet.extend(letter.to_uppercase()) } else { quiet.extend(letter.to_lowercase()) }
        }
        after_digit = word.ends_with(|letter: char| letter.is_ascii_digit());
    }
    quiet
}

/// An identifier as written in code: raw if it is a keyword.
fn identifier(mut name: String) -> String {
    if name.is_empty() {
        name.push('_');
    }
    if !name.starts_with(|first: char| unicode_start(first) || first == '_') {
        name.insert(0, '_');
    }
    if NEVER_RAW.contains(&name.as_str()) || name.chars().all(|letter| letter == '_') {
        name.push('_');
        // `__` is an identifier, `_` is not.
        return name;
    }
    if KEYWORDS.binary_search(&name.as_str()).is_ok() { format!("r#{name}") } else { name }
}

/// An identifier without the prefix of a raw one, to be used as part of another.
pub(crate) fn bare(identifier: &str) -> &str {
    identifier.strip_prefix("r#").unwrap_or(identifier)
}

/// Returns whether a word is a valid name for an override.
pub(crate) fn is_identifier(word: &str) -> bool {
    let name = bare(word);
    let mut letters = name.chars();
    letters.next().is_some_and(|first| unicode_start(first) || first == '_')
        && letters.all(is_continue)
        && identifier(name.to_owned()) == *word
}

fn starts_word(letters: &[char], index: usize) -> bool {
    let before = index.checked_sub(1).and_then(|before| letters.get(before));
    let after = letters.get(index + 1);
    match before {
        Some(before) if before.is_uppercase() => after.is_some_and(|after| after.is_lowercase()),
        Some(_) => true,
        None => false,
    }
}

fn is_continue(letter: char) -> bool {
    unicode_ident::is_xid_continue(letter)
}

fn unicode_start(letter: char) -> bool {
    unicode_ident::is_xid_start(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, snake_case: &str, camel_case: &str) {
        assert_eq!((snake(name).as_str(), camel(name).as_str()), (snake_case, camel_case), "{name}");
    }

    #[test]
    fn names_are_written_in_rusts_cases() {
        check("fixed_ip", "fixed_ip", "FixedIp");
        check("binding:vnic_type", "binding_vnic_type", "BindingVnicType");
        check("DBInstanceName", "db_instance_name", "DBInstanceName");
        check("AllocationId", "allocation_id", "AllocationId");
        check("VPCZoneIdentifier", "vpc_zone_identifier", "VPCZoneIdentifier");
        check("ipv6_ra_mode", "ipv6_ra_mode", "Ipv6RaMode");
        check("ACTIVE", "active", "Active");
        check("IN_USE", "in_use", "InUse");
        check("straße", "straße", "Straße");
        check("fixed-ip", "fixed_ip", "FixedIp");
    }

    #[test]
    fn every_keyword_is_found() {
        assert!(KEYWORDS.is_sorted());
        for keyword in KEYWORDS {
            assert_eq!(snake(keyword), format!("r#{keyword}"));
        }
    }

    #[test]
    fn keywords_digits_and_signs_are_handled() {
        check("type", "r#type", "Type");
        check("self", "self_", "Self_");
        check("Self", "self_", "Self_");
        check("crate", "crate_", "Crate");
        check("_", "__", "__");
        check("", "__", "__");
        check("::", "__", "__");
        check("802.1x", "_802_1x", "_802_1x");
        check("1.1", "_1_1", "_1_1");
        check("11", "_11", "_11");
    }

    #[test]
    fn overrides_must_be_identifiers() {
        let is = ["a", "_a", "r#type", "ä1"].map(is_identifier);
        assert_eq!(is, [true; 4]);
        let is_not = ["", "1a", "a-b", "type", "self", "r#self", "a b"].map(is_identifier);
        assert_eq!(is_not, [false; 7]);
    }
}
