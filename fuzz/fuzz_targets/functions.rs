//! A template and a snippet, separated by `---`: parsing, validating and resolving the snippet, and what it refers to.
#![no_main]

mod limits;

use heat_hot::function::{attribute_references, references};
use heat_hot::parameter::{ParameterInputs, StackIdentity};
use heat_hot::snippet::{self, Context, Path};
use heat_hot::template::Template;
use heat_hot::template::known::KnownAttributes;
use heat_hot::template::offline::{Inputs, Offline};
use heat_hot::template::type_environment::TypesAlone;
use heat_hot::{Conditions, Scope};
use heat_model::ResourceType;
use heat_yaml::{ParseOptions, Source, parse_template};
use indexmap::IndexMap;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| {
    limits::check(input, || {
        let (template, snippet) = input.split_once("\n---\n").unwrap_or(("heat_template_version: wallaby", input));
        let Some(template) = Template::read(&Source::new("template", template)).template else { return 0 };
        let Some(node) = parse_template(&Source::new("snippet", snippet), &ParseOptions::template()).root else {
            return 0;
        };
        let identity = StackIdentity::default();
        let (parameters, _) = template.parameters(Some(&identity), &ParameterInputs::default());
        let (attributes, types) = (KnownAttributes::new(), IndexMap::<String, ResourceType>::new());
        let inputs = Inputs {
            stack: Some(&identity),
            parameters: &parameters,
            surroundings: &TypesAlone::new(&types),
            attributes: &attributes,
            inherited: None,
        };
        let stack = Offline::new(&template, inputs);
        let section = template.keys().conditions.unwrap_or_default();
        let conditions = Conditions::new(section, template.conditions_section());
        let scope = Scope::new(template.version(), Some(&stack), &conditions);
        let mut faults = conditions.validate(&scope);
        for context in [Context::Value, Context::Condition] {
            let (parsed, mut wrong) = snippet::parse(&scope, context, &node, &Path::root(""));
            faults.append(&mut wrong);
            snippet::validate(&scope, &parsed, &mut faults);
            faults.extend(snippet::resolve(&scope, &parsed).err());
            faults.append(&mut references(&scope, &parsed, &Path::root("")).1);
            let _ = attribute_references(&scope, &parsed);
        }
        faults.iter().map(|fault| fault.to_string().len()).sum()
    });
});
