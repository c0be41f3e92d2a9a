//! A template, an environment and a nested template, separated by `---`, in any bytes: what the commands that read templates do
//! with them, from collecting the files to the resolved document.
#![no_main]

mod limits;

use std::sync::Arc;

use heat_hot::data::{Data, marked};
use heat_hot::environment::files::{FileError, FileSource, collect};
use heat_hot::environment::{Environment, EnvironmentFile, MergeKind, MergeKinds};
use heat_hot::template::environment_types::EnvironmentTypes;
use heat_hot::parameter::{ParameterInputs, StackIdentity};
use heat_hot::resolve::{Resolved, resolve};
use heat_hot::template::Template;
use heat_hot::template::known::KnownAttributes;
use heat_hot::template::validate::{NestedStacks, Setting};
use heat_model::ResourceType;
use heat_model::custom_constraint::WithoutCloud;
use heat_model::load::load_schema;
use heat_yaml::Source;
use indexmap::IndexMap;
use libfuzzer_sys::fuzz_target;

/// Types with nested definitions, with translation rules, and with dependencies by value.
const TYPES: [(&str, &str); 4] = [
    ("OS::Heat::Value", include_str!("../../schemas/OS/Heat/Value.yaml")),
    ("OS::Heat::ResourceGroup", include_str!("../../schemas/OS/Heat/ResourceGroup.yaml")),
    ("OS::Neutron::Port", include_str!("../../schemas/OS/Neutron/Port.yaml")),
    ("OS::Neutron::RouterInterface", include_str!("../../schemas/OS/Neutron/RouterInterface.yaml")),
];

thread_local! {
    static CATALOGUE: IndexMap<String, ResourceType> = TYPES
        .iter()
        .filter_map(|(name, text)| Some(((*name).to_owned(), load_schema(&Source::new(*name, *text)).file?.schema)))
        .collect();
}

/// The nested template, under every name but that of a text.
struct Nested(Arc<Source>);

impl FileSource for Nested {
    fn read(&self, path: &str) -> Result<String, FileError> {
        match path {
            "missing.yaml" => Err(FileError::NotFound),
            "text" => Ok("text of %a%".to_owned()),
            _ => Ok(self.0.text().to_owned()),
        }
    }
}

fn sources(input: &[u8]) -> Option<[Arc<Source>; 3]> {
    let mut rest = input;
    let mut parts = ["template.yaml", "environment.yaml", "nested.yaml"].map(|name| {
        let separator = rest.windows(5).position(|window| window == b"\n---\n");
        let (part, after) = match separator {
            Some(at) if name != "nested.yaml" => (&rest[..at], &rest[at + 5..]),
            _ => (rest, &[][..]),
        };
        rest = after;
        Source::from_bytes(name, part.to_vec()).ok()
    });
    Some([parts[0].take()?, parts[1].take()?, parts[2].take()?])
}

fuzz_target!(|input: &[u8]| {
    let Some(sources) = sources(input) else { return };
    let text = String::from_utf8_lossy(input);
    limits::check(&text, || CATALOGUE.with(|types| answer(sources, types)));
});

fn answer([source, environment, nested]: [Arc<Source>; 3], types: &IndexMap<String, ResourceType>) -> usize {
    let read = Template::read(&source);
    let mut written: usize = read.diagnostics.iter().map(|found| found.message.len()).sum();
    let Some(template) = read.template else { return written };
    let environments = [EnvironmentFile::read(&environment)];
    let files = collect(&Nested(nested), &[(Arc::clone(&source), template.root())], &environments);
    let (declared, _) = template.parameters(None, &ParameterInputs::default());
    let kinds: MergeKinds = declared.iter().map(|(name, _)| (name.to_owned(), MergeKind::Map)).collect();
    let (sent, _): (Vec<_>, Vec<_>) = environments.iter().map(EnvironmentFile::as_sent).unzip();
    let (merged, wrong) = Environment::merge(&sent, &IndexMap::new(), &kinds);
    written += wrong.iter().map(|fault| fault.to_string().len()).sum::<usize>();
    let values = |settings: IndexMap<String, heat_hot::environment::Setting>| {
        settings.into_iter().map(|(name, setting)| (name, setting.value)).collect::<IndexMap<_, _>>()
    };
    let (values, defaults) = (values(merged.parameters), values(merged.parameter_defaults));
    let inputs = ParameterInputs { values, defaults: defaults.clone() };
    let identity = StackIdentity::default();
    for (stack, nested) in [(None, NestedStacks::Validated), (Some(&identity), NestedStacks::LeftOut)] {
        let (parameters, _) = template.parameters(stack, &inputs);
        let setting = Setting {
            parameters: &parameters,
            surroundings: &EnvironmentTypes::new(&source, merged.registry.clone(), defaults.clone(), types, &files),
            stack,
            strict: stack.is_none(),
            nested,
            customs: &WithoutCloud::timeless(),
        };
        let resolved = resolve(&template, setting, &KnownAttributes::new());
        written += resolved.faults.iter().map(|fault| fault.to_diagnostic(&source).message.len()).sum::<usize>();
        written += document(&resolved);
    }
    written
}

/// Returns the length of the resolved parts, including those of nested stacks.
fn document(resolved: &Resolved) -> usize {
    let parts = resolved.resources.values().flat_map(|resource| [&resource.properties, &resource.metadata]);
    let outputs = resolved.outputs.values().map(shown);
    let nested = resolved.resources.values().filter_map(|resource| resource.nested.as_ref());
    parts.flatten().map(shown).chain(outputs).sum::<usize>()
        + nested.map(|stack| document(&stack.resolved)).sum::<usize>()
}

/// The length of data as text. It is bounded by what functions may write, however long the template is: only what is beyond
/// counts.
fn shown(data: &Data) -> usize {
    marked(data).to_string().len().saturating_sub(heat_hot::limits::MAX_RESULT)
}
