//! Search keywords for sections of the guide: common names of things that have another name in Heat.

use super::functions;

/// Search keywords of a section, separated by `|`: the address of the page, the title of the section, and the keywords.
type SectionKeywords = (&'static str, &'static str, &'static str);

const FUNCTIONS: &str = functions::URL;
const CHECKING: &str = "guide/checking-templates.html";
const UPDATES: &str = "guide/what-an-update-does.html";
const START: &str = "guide/start-here.html";
const CHOICES: &str = "guide/conditions-and-parameters.html";
const ENVIRONMENTS: &str = "guide/environments-and-nested-templates.html";

/// The keywords of all sections that have any.
const SECTIONS: &[SectionKeywords] = &[
    (FUNCTIONS, "repeat", "loop|for each|foreach|for loop|iterate|list comprehension|map over a list"),
    (FUNCTIONS, "if", "ternary|if else|else|choose a value"),
    (FUNCTIONS, "list_join", "join strings|join|concatenate strings|string concatenation|concat|join a list"),
    (
        FUNCTIONS,
        "str_replace",
        "template string|string interpolation|substitute|format string|placeholder|variables in user data",
    ),
    (FUNCTIONS, "str_split", "split a string|split|substring"),
    (FUNCTIONS, "list_concat", "concatenate lists|append to a list|merge lists|add lists"),
    (FUNCTIONS, "list_concat_unique", "unique|remove duplicates|deduplicate"),
    (FUNCTIONS, "map_merge", "merge maps|merge dictionaries|combine maps"),
    (FUNCTIONS, "map_replace", "rename keys|replace keys"),
    (FUNCTIONS, "digest", "hash|checksum|md5|sha256"),
    (FUNCTIONS, "make_url", "build a url|url"),
    (FUNCTIONS, "contains", "in a list|includes|is in"),
    (FUNCTIONS, "filter", "remove from a list|exclude"),
    (FUNCTIONS, "equals", "compare|equal|comparison"),
    (FUNCTIONS, "yaql", "query|expression|arithmetic|add numbers|math"),
    (FUNCTIONS, "get_file", "include a file|read a file|script from a file"),
    (FUNCTIONS, "get_attr", "read an attribute|value of another resource|ip address of a server"),
    (FUNCTIONS, "get_resource", "refer to a resource|reference|id of a resource"),
    (FUNCTIONS, "get_param", "read a parameter|variable|variables"),
    (
        CHECKING,
        "Switching a rule off",
        "suppress a warning|suppress|disable a rule|ignore a warning|silence|allow comment|noqa",
    ),
    (CHECKING, "Fixing", "fix automatically|autofix|correct"),
    (UPDATES, "Protect a resource", "prevent deletion|keep a resource|deletion_policy|retain"),
    (UPDATES, "Preview an update", "dry run|preview"),
    (START, "A server", "depends_on|order of creation|wait for a resource|dependency|dependencies"),
    (CHOICES, "Leave out a property", "optional property|omit a property|null"),
    (CHOICES, "Conditions", "if condition|condition|create only if|optional resource"),
    (
        ENVIRONMENTS,
        "The sections of an environment",
        "parameter_defaults|resource_registry|encrypted_param_names|event_sinks",
    ),
];

/// The keywords of a section; empty if it has none.
pub(crate) fn of(url: &str, title: &str) -> &'static str {
    let found = SECTIONS.iter().find(|(page, section, _)| *page == url && *section == title);
    found.map_or("", |(_, _, words)| words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guide::pages::{Guide, GuideDocument};
    use crate::links::targets::TypeNames;

    #[test]
    fn the_sections_exist() {
        let guide = Guide::built_in();
        for (url, title, _) in SECTIONS {
            let page = guide.pages.iter().find(|page| page.url == *url);
            let document = page.map(GuideDocument::new);
            let has = document.is_some_and(|document| {
                document.get(&TypeNames::default()).headings.iter().any(|heading| heading.title == *title)
            });
            assert!(has, "{url} has no section {title}");
        }
    }
}
