//! Rule `misspelt-function`: the name of a function is misspelt.

use std::collections::HashSet;

use heat_hot::fault::did_you_mean;
use heat_hot_language::{FUNCTIONS, Function, TemplateVersion, function};
use heat_model::suggest::nearest;

use crate::lint::plain_map::{PlainMap, plain_maps};
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "misspelt-function",
    family: Family::Functions,
    summary: "The name of a function is misspelt",
    docs: r"
## What it does
Reports a map whose only key is nearly the name of a function (`getAttr`, `get_attribute`, `Reff`), or the name of a function that
only templates of the other format have (`Fn::GetAtt` in HOT, `get_param` in the CloudFormation format).

## Why
Heat treats it as data: the property is set to the map.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  name: {type: string, description: The name., default: x}
resources:
  value:
    type: OS::Heat::Value
    properties:
      value: [{getParam: name}, {get_param: name}]
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  name: {type: string, description: The name., default: x}
resources:
  value:
    type: OS::Heat::Value
    properties:
      value: [{get_param: name}, {get_param: name}]
```
",
    check: Check::Template(check),
};

/// Equivalent functions of HOT and of the `CloudFormation` format, and whether their arguments have the same form.
const COUNTERPARTS: [(&str, &str, bool); 12] = [
    ("get_attr", "Fn::GetAtt", true),
    ("get_param", "Ref", true),
    ("get_resource", "Ref", true),
    ("list_join", "Fn::Join", false),
    ("str_replace", "Fn::Replace", false),
    ("str_split", "Fn::Split", true),
    ("resource_facade", "Fn::ResourceFacade", true),
    ("if", "Fn::If", true),
    ("equals", "Fn::Equals", true),
    ("and", "Fn::And", true),
    ("or", "Fn::Or", true),
    ("not", "Fn::Not", false),
];

/// Synonyms of functions, with the names of the functions.
const SYNONYMS: [(&str, &str); 4] = [
    ("getattribute", "get_attr"),
    ("getparameter", "get_param"),
    ("getattribute", "Fn::GetAtt"),
    ("getattr", "Fn::GetAtt"),
];

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let names = TemplateNames::new(context);
    for map in plain_maps(context) {
        let Some(intended) = names.intended(&map) else { continue };
        let message = match intended {
            IntendedFunction::Misspelt(_) => format!("`{}` is data here: there is no such function", map.key),
            IntendedFunction::OfOtherFormat(..) => {
                let format = if names.is_hot { "the CloudFormation format" } else { "HOT" };
                format!("`{}` is data here: it is a function of {format}", map.key)
            }
        };
        match intended {
            IntendedFunction::Misspelt(name) | IntendedFunction::OfOtherFormat(Some((name, true))) => {
                let help = did_you_mean(map.key, name);
                findings.report(map.key_span, message, help).suggest(map.key_span, map.key, name);
            }
            IntendedFunction::OfOtherFormat(Some((name, false))) => {
                findings.report(
                    map.key_span,
                    message,
                    format!("use `{name}`, whose arguments are different"),
                );
            }
            IntendedFunction::OfOtherFormat(None) => {
                findings.report(map.key_span, message, "this format has no function for it");
            }
        }
    }
}

/// Function that a key was meant to be.
enum IntendedFunction {
    /// A function with this name was meant.
    Misspelt(&'static str),
    /// A function of the other format was meant. Contains the function to use instead, and whether it has the same arguments.
    OfOtherFormat(Option<(&'static str, bool)>),
}

/// Names that a template can use.
struct TemplateNames<'a> {
    version: TemplateVersion,
    is_hot: bool,
    /// Parameters and resources that `Ref` can name.
    referable: HashSet<&'a str>,
}

impl<'a> TemplateNames<'a> {
    fn new(context: &Context<'a>) -> Self {
        let keys = context.template.keys();
        let entries = |section| context.template.entries(section).into_iter().flatten();
        let named = entries(keys.parameters).chain(entries(keys.resources));
        Self {
            version: context.version(),
            is_hot: keys.is_hot(),
            referable: named.filter_map(|entry| entry.key.as_str()).collect(),
        }
    }

    fn intended(&self, map: &PlainMap<'_>) -> Option<IntendedFunction> {
        match function(map.key) {
            Some(own) if self.is_of_other_format(own) => {
                Some(IntendedFunction::OfOtherFormat(self.counterpart(own.name())))
            }
            // The rule `later-function` reports functions of later versions.
            Some(_) => None,
            None => self.misspelt(map).map(IntendedFunction::Misspelt),
        }
    }

    fn is_of_other_format(&self, function: &Function) -> bool {
        let is_cfn = function.is_value(TemplateVersion::AwsCfn);
        if self.is_hot {
            is_cfn && !function.is_hot_value() && function.name().contains("::")
        } else {
            function.is_hot_value() && !is_cfn && has_words(function.name())
        }
    }

    /// Returns the equivalent function of this format, and whether it has the same arguments.
    fn counterpart(&self, name: &str) -> Option<(&'static str, bool)> {
        let of = |(hot, cfn, same): &(&'static str, &'static str, bool)| {
            let (own, other) = if self.is_hot { (*hot, *cfn) } else { (*cfn, *hot) };
            (other == name).then_some((own, *same))
        };
        COUNTERPARTS.iter().find_map(of).filter(|(own, _)| self.is_function(own))
    }

    fn is_function(&self, name: &str) -> bool {
        function(name).is_some_and(|function| function.is_value(self.version))
    }

    fn misspelt(&self, map: &PlainMap<'_>) -> Option<&'static str> {
        let functions =
            || FUNCTIONS.iter().filter(|function| function.is_value(self.version)).map(Function::name);
        let key = plain(map.key);
        let synonym = SYNONYMS.iter().find(|(word, name)| *word == key && self.is_function(name));
        let same = || functions().find(|name| is_distinctive(name, map.key) && plain(name) == key);
        let near = || {
            // Functions whose name is a single word are skipped, as data can have similar keys: `filters`, `contain`.
            let names = functions().filter(|name| has_words(name));
            has_words(map.key).then(|| nearest(map.key, names)).flatten()
        };
        let is_reference = || {
            let refers = map.text.is_some_and(|text| self.referable.contains(text));
            let name = Function::REF.name();
            (refers && self.is_function(name) && nearest(map.key, [name]).is_some()).then_some(name)
        };
        synonym.map(|(_, name)| *name).or_else(same).or_else(near).or_else(is_reference)
    }
}

/// Removes from a name the parts that people get wrong: `Fn::`, capital letters, and the separators of words.
fn plain(name: &str) -> String {
    let lower = name.to_lowercase();
    let tail =
        lower.strip_prefix("fn").filter(|tail| tail.starts_with(|first: char| !first.is_alphanumeric()));
    tail.unwrap_or(&lower).chars().filter(|letter| letter.is_alphanumeric()).collect()
}

/// Returns whether a key that reads like a function's name is unlikely to be data: the function's name has several words, or the
/// key begins with the prefix of functions.
fn is_distinctive(function: &str, key: &str) -> bool {
    function.contains('_')
        || (function.contains("::")
            && key.to_lowercase().starts_with("fn")
            && plain(key).len() + 2 < key.len())
}

fn has_words(name: &str) -> bool {
    name.contains('_') || name.contains("::")
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::{check, check_in};

    fn data(name: &str) -> String {
        let bare = name.trim_matches('"');
        format!("{name} => `{bare}` is data here: there is no such function")
    }

    #[test]
    fn near_names_are_found_in_any_depth() {
        let check = check_in(&RULE, "resources: {a: {type: My::Thing, properties: {any: …}}}");
        check("{get_atr: [a, b]}", &[&data("get_atr")]);
        check("{list_join: [',', [{str_replce: {}}]]}", &[&data("str_replce")]);
        for name in ["getAttr", "getattr", "get-attr", "get_attribute", "GetParam", "getparam", "get param"] {
            check(&format!("{{{name}: [a, b]}}"), &[&data(name)]);
        }
        check("{get_atr: 1, other: 2}", &[]);
        check("{filters: [a]}", &[]);
        check("{my_data: [a]}", &[]);
        check("{If: [a], ref: a}", &[]);
        check("{Contains: [a]}", &[]);
    }

    #[test]
    fn functions_of_the_other_format_are_data() {
        let hot = "resources: {a: {type: My::Thing, properties: {any: {'Fn::GetAtt': [a, b]}}}}";
        check(
            &RULE,
            hot,
            &["'Fn::GetAtt' => `Fn::GetAtt` is data here: it is a function of the CloudFormation format"],
        );
        let cfn = |value: &str, expect: &[&str]| {
            let text = format!(
                "AWSTemplateFormatVersion: 2010-09-09\nParameters: {{P: {{Type: String}}}}\nOutputs: {{o: {{Value: {value}}}}}"
            );
            check(&RULE, &text, expect);
        };
        cfn("{get_param: P}", &["get_param => `get_param` is data here: it is a function of HOT"]);
        cfn("{digest: P}", &[]);
        for name in ["Reff", "ref", "\"Fn::GetAttr\"", "\"Fn:GetAtt\"", "\"Fn::join\""] {
            cfn(&format!("{{{name}: P}}"), &[&data(name)]);
        }
        cfn("{ref: master}", &[]);
        cfn("{refs: [P]}", &[]);
    }

    #[test]
    fn metadata_and_unknown_types_count_too() {
        let text = "resources: {a: {type: other.yaml, properties: {x: {getAttr: [a, b]}}, metadata: {y: {get_atr: [a]}}}}";
        check(&RULE, text, &[&data("getAttr"), &data("get_atr")]);
    }
}
