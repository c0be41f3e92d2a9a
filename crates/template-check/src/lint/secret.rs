//! Parameters that are secrets, by their names.

use heat_hot::parameter::Definition;
use heat_hot_language::ParameterType;

/// Endings of the names of secrets, without the separators of their words.
const SECRETS: [&str; 9] =
    ["password", "passwd", "passphrase", "secret", "secretkey", "privatekey", "apikey", "token", "adminpass"];

/// Returns whether a parameter has the name of a secret, and a type that can contain one.
pub(crate) fn is_secret(definition: &Definition) -> bool {
    if matches!(definition.parameter_type, ParameterType::Boolean | ParameterType::Number) {
        return false;
    }
    let words: String = definition.name.chars().filter(char::is_ascii_alphanumeric).collect();
    let words = words.to_ascii_lowercase();
    SECRETS.iter().any(|secret| words.ends_with(secret))
}
