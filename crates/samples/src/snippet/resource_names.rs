//! The names of resources and parameters in snippets.

/// The name of the resource in snippets: the type's last part in snake case.
#[must_use]
pub fn resource_name(type_name: &str) -> String {
    snake(type_name.rsplit("::").next().unwrap_or(type_name))
}

/// Abbreviations that contain lowercase letters, and their spelling as a word.
const ABBREVIATIONS: [(&str, &str); 2] = [("QoS", "Qos"), ("IPsec", "Ipsec")];

/// A name in snake case.
pub(super) fn snake(name: &str) -> String {
    // Most names are in lowercase, with no words to separate and no abbreviations.
    if name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_') {
        return name.to_owned();
    }
    let name = ABBREVIATIONS.iter().fold(name.to_owned(), |name, (from, to)| name.replace(from, to));
    let chars: Vec<char> = name.chars().collect();
    let mut out = String::with_capacity(name.len() + 4);
    for (index, char) in chars.iter().enumerate() {
        let starts_word = char.is_uppercase()
            && index > 0
            && (!chars[index - 1].is_uppercase()
                || chars.get(index + 1).is_some_and(|next| next.is_lowercase()));
        if starts_word && !out.ends_with('_') {
            out.push('_');
        }
        if *char == '-' {
            out.push('_');
        } else {
            out.extend(char.to_lowercase());
        }
    }
    out
}

/// A name that is not used yet: the first free one of these, or the last one with a number.
pub(super) fn free_name<const N: usize>(names: [String; N], is_taken: impl Fn(&str) -> bool) -> String {
    let last = names.last().cloned().unwrap_or_default();
    let numbered = (2..).map(|number| format!("{last}_{number}"));
    names.into_iter().chain(numbered).find(|name| !is_taken(name)).unwrap_or(last)
}
