//! Rule `redundant-keyword`: a keyword has no effect on the search.

use std::collections::{HashMap, HashSet};

use heat_model::SchemaPath;
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "redundant-keyword",
    severity: Severity::Warning,
    summary: "A keyword has no effect on the search",
    docs: r"
## What it does
Reports an item of `keywords` that is blank, repeats an earlier item, or is the type's name or service. Case and
punctuation are ignored.

## Why
The search finds a type by its name in any spelling. Keywords are for other names that people use, which may be a
single word of a longer name. A keyword that repeats the name only makes the index larger.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
keywords: [token, access key, Access-Key]
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
keywords: [access key]
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let path = SchemaPath::root().join("keywords");
    let names = spellings(&context.schema.name);
    let mut seen = HashMap::new();
    for (index, keyword) in context.schema.keywords.iter().enumerate() {
        let here = path.join(index);
        let words = words(keyword);
        if words.is_empty() {
            findings
                .report(&here, Part::Value, "a keyword contains no letters or digits")
                .help("remove it, or use a word that people search for");
        } else if names.contains(&words.concat()) {
            let message = format!("the keyword `{keyword}` repeats the name `{}`", context.schema.name);
            findings
                .report(&here, Part::Value, message)
                .help("remove it: the search already finds the type by its name");
        } else if let Some(first) = seen.insert(words, index) {
            findings
                .report(&here, Part::Value, format!("the keyword `{keyword}` is listed twice"))
                .related(path.join(first), Part::Value, "the same keyword")
                .help("remove one of them");
        }
    }
}

/// Returns the spellings that the search already treats as the name, in lowercase without punctuation: for `OS::Nova::KeyPair`,
/// `keypair` with the parts before it and `os` with the parts after it, each also in the plural.
fn spellings(name: &str) -> HashSet<String> {
    let parts: Vec<String> = name.split("::").map(|part| words(part).concat()).collect();
    let whole = (0..=parts.len()).flat_map(|cut| [parts[..cut].concat(), parts[cut..].concat()]);
    let services = parts.iter().take(parts.len() - 1).cloned();
    whole.chain(services).flat_map(|spelling| [format!("{spelling}s"), spelling]).collect()
}

/// Returns the words of a name or a keyword in lowercase, split at punctuation and at capitals, as the search splits them.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let chars: Vec<char> = text.chars().collect();
    for (index, &char) in chars.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| chars.get(before));
        let after = chars.get(index + 1);
        let begins = char.is_uppercase()
            && (before.is_some_and(|before| before.is_lowercase() || before.is_numeric())
                || (before.is_some_and(|before| before.is_uppercase())
                    && after.is_some_and(|after| after.is_lowercase())));
        if begins || !char.is_alphanumeric() {
            words.push(String::new());
        }
        if char.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(char.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::{RULE, words};
    use crate::tests::check;

    #[test]
    fn a_keyword_says_something_new() {
        check(
            &RULE,
            "type: OS::Nova::KeyPair\nkeywords: [ssh key, keypair, Key Pairs, key-pair, ' ', nova, OS nova, SSH-Key, '', keys]",
            &[
                "keypair => the keyword `keypair` repeats the name `OS::Nova::KeyPair`",
                "Key Pairs => the keyword `Key Pairs` repeats the name `OS::Nova::KeyPair`",
                "key-pair => the keyword `key-pair` repeats the name `OS::Nova::KeyPair`",
                "' ' => a keyword contains no letters or digits",
                "nova => the keyword `nova` repeats the name `OS::Nova::KeyPair`",
                "OS nova => the keyword `OS nova` repeats the name `OS::Nova::KeyPair`",
                "SSH-Key => the keyword `SSH-Key` is listed twice",
                "'' => a keyword contains no letters or digits",
            ],
        );
        check(&RULE, "type: T\nkeywords: []", &[]);
    }

    #[test]
    fn words_are_split_at_capitals_and_punctuation() {
        let check = |text: &str, expect: &[&str]| assert_eq!(words(text), expect, "{text}");
        check("OS::Neutron::QoSPolicy", &["os", "neutron", "qo", "s", "policy"]);
        check("fixed_ip", &["fixed", "ip"]);
        check("IPsecPolicy2", &["i", "psec", "policy2"]);
        check("Größe", &["größe"]);
        check(" - ", &[]);
        check("", &[]);
    }
}
