//! The names in a plug-in: of its crate, of the module that Heat loads, and of its type in Rust.

use crate::outcome::Failure;

/// Names that cargo refuses, that the plug-in's dependencies have, or that Heat skips; separated by spaces.
const RESERVED: &str = "\
    abstract alloc as async await become box break const continue core crate do dyn else enum extern \
    false final fn for gen heat_plugin heat_plugin_python if impl in let loop macro match mod move mut \
    override priv proc_macro pub ref return self setup static std struct super test trait true try \
    type typeof union unsafe unsized use virtual where while yield deps build";

/// Types that the code of a new plug-in uses, separated by spaces.
const USED_TYPES: &str = "\
    Attribute Box Check Err Failure Handled HeatResource LifeCycle None NotPolled Ok Option Progress \
    Properties Resource Result Self Some StoredProperties String Updatable Update";

/// The names of a new plug-in.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Names {
    /// The name of the crate.
    pub(super) package: String,
    /// The name of the module that Heat loads, which is also that of the library.
    pub(super) module: String,
    /// The name of the resource type.
    pub(super) resource_type: String,
    /// The name of the struct.
    pub(super) struct_name: String,
    /// The name of the module that the derive macro generates.
    pub(super) derived: String,
}

impl Names {
    /// Derives the names from that of the crate. By default, the type has a similar name.
    pub(super) fn new(package: &str, resource_type: Option<&str>) -> Result<Self, Failure> {
        let refused = |why: &str| {
            let help = "a name looks like `my-plugin`: letters, digits, `-` and `_`";
            Err(Failure::refused(format!("`{package}` cannot be the name of a plug-in: {why}"))
                .with_help(help))
        };
        if !package.starts_with(|first: char| first.is_ascii_alphabetic()) {
            return refused("it does not start with a letter");
        }
        if let Some(odd) =
            package.chars().find(|letter| !letter.is_ascii_alphanumeric() && !"-_".contains(*letter))
        {
            return refused(&format!("it has a {odd:?}"));
        }
        let module = package.replace('-', "_");
        match module.as_str() {
            "setup" => return refused("Heat skips modules with this name"),
            name if is_among(name, RESERVED) => return refused("Rust or cargo uses this name"),
            _ => {}
        }
        let resource_type =
            resource_type.map_or_else(|| format!("My::Custom::{}", camel(package)), ToOwned::to_owned);
        let mut struct_name = camel(resource_type.rsplit("::").next().unwrap_or_default());
        if is_among(&struct_name, USED_TYPES) {
            struct_name.push_str("Type");
        }
        let mut derived = snake(&struct_name);
        if is_among(&derived, RESERVED) {
            struct_name.push_str("Type");
            derived = snake(&struct_name);
        }
        Ok(Self { package: package.to_owned(), module, resource_type, struct_name, derived })
    }

    /// The path of the schema's file.
    pub(super) fn schema(&self) -> String {
        format!("schemas/{}.yaml", self.resource_type.replace("::", "/"))
    }
}

fn is_among(name: &str, names: &str) -> bool {
    names.split(' ').any(|one| one == name)
}

/// Converts `my-plugin` to `MyPlugin`. Capital letters stay as they are.
fn camel(name: &str) -> String {
    let words = name.split(['-', '_']).filter(|word| !word.is_empty());
    words.map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}

/// Converts `MyPlugin` to `my_plugin`, like the derive macro.
fn snake(name: &str) -> String {
    let letters = name.as_bytes();
    let mut snake = String::new();
    for (index, letter) in letters.iter().enumerate() {
        let starts_word = letter.is_ascii_uppercase()
            && index > 0
            && (!letters[index - 1].is_ascii_uppercase()
                || letters.get(index + 1).is_some_and(u8::is_ascii_lowercase));
        if starts_word {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase().into());
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(package: &str, resource_type: Option<&str>, expect: Result<[&str; 4], &str>) {
        let names = Names::new(package, resource_type);
        let names = names.as_ref().map(|names| {
            [&names.module, &names.resource_type, &names.struct_name, &names.derived].map(String::as_str)
        });
        assert_eq!(names.map_err(Failure::message), expect.map_err(ToOwned::to_owned), "{package}");
    }

    #[test]
    fn names_follow_from_that_of_the_crate() {
        check("vault", None, Ok(["vault", "My::Custom::Vault", "Vault", "vault"]));
        check("my-plugin", None, Ok(["my_plugin", "My::Custom::MyPlugin", "MyPlugin", "my_plugin"]));
        let http = "Acme::HTTPCheck2";
        check("checks", Some(http), Ok(["checks", http, "HTTPCheck2", "http_check2"]));
    }

    #[test]
    fn names_that_the_code_uses_are_avoided() {
        let resource = "My::Resource";
        check("mine", Some(resource), Ok(["mine", resource, "ResourceType", "resource_type"]));
        check("mine", Some("My::Box"), Ok(["mine", "My::Box", "BoxType", "box_type"]));
        check("mine", Some("My::Match"), Ok(["mine", "My::Match", "MatchType", "match_type"]));
    }

    #[test]
    fn impossible_names_are_explained() {
        let refused = |package, why| {
            let message = format!("`{package}` cannot be the name of a plug-in: {why}");
            check(package, None, Err(&message));
        };
        refused("", "it does not start with a letter");
        refused("1st", "it does not start with a letter");
        refused("../x", "it does not start with a letter");
        refused("a/b", "it has a '/'");
        refused("vault.so", "it has a '.'");
        refused("setup", "Heat skips modules with this name");
        refused("heat-plugin", "Rust or cargo uses this name");
        refused("fn", "Rust or cargo uses this name");
    }
}
