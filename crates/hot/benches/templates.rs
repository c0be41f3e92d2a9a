//! Parsing and resolving templates, compared with Heat on the same machine.
//!
//! `cargo bench -p heat-hot` prints each figure with its bound. If `HEAT_PYTHON` names a Python in which Heat is installed, Heat
//! parses and validates the same template in between, and the ratio is printed.

#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a benchmark prints what it measured, and ends where it cannot"
)]

use std::env;
use std::fmt::Write;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use heat_hot::parameter::ParameterInputs;
use heat_hot::resolve::{Resolved, resolve};
use heat_hot::template::Template;
use heat_hot::template::known::KnownAttributes;
use heat_hot::template::type_environment::TypesAlone;
use heat_hot::template::validate::Setting;
use heat_model::custom_constraint::WithoutCloud;
use heat_model::{PropertySchema, PropertyType, ResourceType};
use heat_yaml::Source;
use indexmap::IndexMap;

/// The allocator that `heat-codegen` uses.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Writes a template with this many resources, each of which refers to the one before.
fn template(resources: usize) -> String {
    let mut text = String::from(
        "heat_template_version: 2018-08-31
parameters:
  prefix: {type: string, default: web}
  names: {type: comma_delimited_list, default: 'a,b,c'}
  wide: {type: boolean, default: true}
conditions:
  is_wide: {get_param: wide}
resources:
",
    );
    for number in 0..resources {
        let before =
            if number == 0 { "start".to_owned() } else { format!("{{get_resource: r{}}}", number - 1) };
        write!(
            text,
            "  r{number}:
    type: OS::Heat::Value
    properties:
      type: json
      value:
        name: {{list_join: ['-', [{{get_param: prefix}}, '{number}']]}}
        before: {before}
        size: {{if: [is_wide, large, small]}}
        hosts: {{repeat: {{for_each: {{'%n%': {{get_param: names}}}}, template: host-%n%}}}}
        text: {{str_replace: {{template: 'NAME is here', params: {{NAME: {{get_param: prefix}}}}}}}}
"
        )
        .expect("a string can be written");
    }
    text
}

/// The schema of `OS::Heat::Value`, reduced to the properties that the template uses.
fn value_type() -> ResourceType {
    let mut schema = ResourceType::new("OS::Heat::Value");
    schema.properties.insert("type".to_owned(), PropertySchema::new(PropertyType::String));
    schema.properties.insert("value".to_owned(), PropertySchema::new(PropertyType::Any));
    schema
}

fn resolved(source: &Arc<Source>) -> Resolved {
    let template = Template::read(source).template.expect("the template can be read");
    let (parameters, _) = template.parameters(None, &ParameterInputs::default());
    let mut types: IndexMap<String, ResourceType> = IndexMap::new();
    types.insert("OS::Heat::Value".to_owned(), value_type());
    let (surroundings, customs) = (TypesAlone::new(&types), WithoutCloud::timeless());
    let setting = Setting::new(&parameters, &surroundings, &customs);
    resolve(&template, setting, &KnownAttributes::new())
}

fn main() {
    // `cargo test` also runs benches, to check that they work; it does not measure.
    let measures = env::args().any(|argument| argument == "--bench");
    let text = template(100);
    let source = Source::new("template.yaml", text.as_str());
    let checked = resolved(&source);
    assert!(checked.faults.is_empty(), "{:?}", checked.faults);
    assert_eq!(checked.order.len(), 100);
    if !measures {
        return;
    }
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("template.yaml");
    fs::write(&path, &text).expect("the template can be written");
    let heat = env::var("HEAT_PYTHON").ok();
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..5 {
        ours.push(time(100, || drop(black_box(resolved(black_box(&source))))));
        theirs.extend(heat.as_deref().map(|python| heat_validates(python, &path)));
    }
    let ours = median(ours);
    println!("a template of 100 resources       {:>8.2} ms   at most 2 ms", milliseconds(ours));
    if !theirs.is_empty() {
        let theirs = median(theirs);
        let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
        println!(
            "the same, by Heat                 {:>8.2} ms   {ratio:.0} times as long, at least 50",
            milliseconds(theirs)
        );
    }
    // The cost per template must not depend on the number of templates: all results are kept until the last one is created.
    let sources: Vec<Arc<Source>> =
        (0..2000).map(|number| Source::new(format!("{number}.yaml"), template(10))).collect();
    let (mut few, mut many) = (Vec::new(), Vec::new());
    for _ in 0..5 {
        few.push(time(10, || drop(black_box(all_resolved(&sources[..200])))));
        many.push(time(1, || drop(black_box(all_resolved(&sources)))));
    }
    let (few, many) = (median(few), median(many));
    let ratio = many.as_secs_f64() / (few.as_secs_f64() * 10.0);
    println!(
        "2,000 templates of 10 resources   {:>8.2} ms   {ratio:.2} times linear, by 200 of them; at most 1.1",
        milliseconds(many)
    );
    // Resolving one template repeatedly stays in the cache of the processor, so the comparison also shows the cost of memory.
    let one = median((0..5).map(|_| time(200, || drop(black_box(resolved(&sources[0]))))).collect());
    let ratio = many.as_secs_f64() / (one.as_secs_f64() * 2000.0);
    println!(
        "one of them, again and again      {:>8.2} ms   2,000 kept take {ratio:.2} times as long",
        milliseconds(one)
    );
}

fn all_resolved(sources: &[Arc<Source>]) -> Vec<Resolved> {
    sources.iter().map(resolved).collect()
}

/// The duration of one run, averaged over this many.
fn time(rounds: u32, run: impl Fn()) -> Duration {
    let start = Instant::now();
    for _ in 0..rounds {
        run();
    }
    start.elapsed() / rounds
}

fn heat_validates(python: &str, template: &Path) -> Duration {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/heat_validates_template.py");
    let output = Command::new(python).arg(script).arg(template).arg("3").output().expect("Python runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let seconds = text.trim().parse().unwrap_or_else(|_| {
        println!("{}", String::from_utf8_lossy(&output.stderr));
        f64::NAN
    });
    Duration::try_from_secs_f64(seconds).expect("Heat validates the template")
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
