//! Benchmarks of `validate`: `cargo bench -p heat-codegen --bench validate`.
//!
//! A template of 100 resources is checked in this process, beside what reading it takes; the templates of the architectures, and those of
//! the folder that `HEAT_TEMPLATES` names, by a process of their own.

#![allow(
    clippy::expect_used,
    clippy::print_stdout,
    clippy::missing_docs_in_private_items,
    reason = "a benchmark for people"
)]

use std::ffi::OsStr;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use heat_catalogue::SchemaFiles;
use heat_hot::environment::files::NoFiles;
use heat_template_check::{EnabledRules, TemplateCheck};
use heat_yaml::{ParseOptions, Source, parse_template};
use indexmap::IndexMap;

mod large_template;

/// The allocator of `heat-codegen`.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Maximum time for checking a template of 100 resources.
const TEMPLATE_BOUND: Duration = Duration::from_millis(3);

/// Maximum time for a run over some 60 templates.
const RUN_BOUND: Duration = Duration::from_millis(60);

/// Maximum ratio of a run with 100 rules of a project to one without.
const RULES_BOUND: f64 = 1.2;

fn main() {
    // `cargo test` also runs benches, to check that they work; it does not measure.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let types = SchemaFiles::built_in();
    let text = large_template::text();
    let (parameters, enabled) = (IndexMap::new(), EnabledRules::default());
    let check = TemplateCheck {
        environments: Vec::new(),
        parameters: &parameters,
        files: &NoFiles,
        types: &types,
        is_strict: false,
        now: None,
        enabled: &enabled,
    };
    let checking = median(|| {
        let source = Source::new("template.yaml", text.as_str());
        let (stack, found) = check.run(source);
        assert!(stack.is_some() && found.diagnostics.is_empty(), "{:?}", found.diagnostics);
    });
    let reading = median(|| {
        let source = Source::new("template.yaml", text.as_str());
        black_box(parse_template(&source, &ParseOptions::template()));
    });
    row("a template of 100 resources", checking, TEMPLATE_BOUND);
    println!("{:<34} {:>8.2} of reading its YAML", "", ratio(checking, reading));
    let misspelt = text.replace("flavor: {", "flavr: {").replace("image:", "imgae:");
    let wrong = median(|| {
        let source = Source::new("template.yaml", misspelt.as_str());
        assert!(check.run(source).1.diagnostics.len() >= 200, "each name has a finding");
    });
    row("  with 200 misspelt names", wrong, TEMPLATE_BOUND);
    let architectures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../site/architectures");
    let rules = own_rules();
    let folders = [Some(architectures), std::env::var_os("HEAT_TEMPLATES").map(PathBuf::from)];
    for folder in folders.into_iter().flatten() {
        let templates = templates(&folder);
        let plain = median(|| run(&templates, None));
        row(&format!("{} templates, whole process", templates.len()), plain, RUN_BOUND);
        let with_rules = median(|| run(&templates, Some(&rules)));
        println!(
            "{:<34} {:>8.2} of that, at most {RULES_BOUND}",
            "  with 100 rules of one's own",
            ratio(with_rules, plain)
        );
    }
}

/// Writes 100 rules about the usual types, and returns their folder. 30 have a pattern of their own, and 10 read each line of each text.
fn own_rules() -> PathBuf {
    const SUBJECTS: [(&str, &str); 7] = [
        ("OS::Nova::Server", "name"),
        ("OS::Nova::Server", "flavor"),
        ("OS::Neutron::Port", "network"),
        ("OS::Neutron::Subnet", "cidr"),
        ("OS::Cinder::Volume", "volume_type"),
        ("OS::Neutron::SecurityGroup", "description"),
        ("OS::Heat::SoftwareConfig", "group"),
    ];
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("own-rules");
    std::fs::create_dir_all(&folder).expect("the folder can be created");
    for (number, (type_name, property)) in (0..100).zip(SUBJECTS.iter().cycle()) {
        let condition = match number {
            0..60 => {
                format!("when: [[{property}]]\nnone: [{{property: [{property}], in: [wrong-{number}]}}]")
            }
            60..90 => format!("none: [{{property: [{property}], allowed_pattern: '[a-z]+-{number}-\\d+'}}]"),
            _ => format!(
                "for_each: [$lines]\nnone: [{{property: [text], allowed_pattern: '.*(curl|wget) {number}.*'}}]"
            ),
        };
        let rule = format!(
            "rule: own-{number}\nsummary: A value is wrong\nwhy: Costs.\napplies_to: [{type_name}]\n{condition}\n"
        );
        std::fs::write(folder.join(format!("{number}.yaml")), rule).expect("the rule can be written");
    }
    folder
}

/// The templates in a folder and its folders, by their keys.
fn templates(folder: &Path) -> Vec<PathBuf> {
    let mut open = vec![folder.to_path_buf()];
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folder can be read").flatten() {
            let path = entry.path();
            let is_yaml = path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml");
            if path.is_dir() {
                open.push(path);
            } else if is_yaml
                && std::fs::read_to_string(&path).is_ok_and(|text| text.contains("template_version"))
            {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn run(templates: &[PathBuf], rules: Option<&Path>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heat-codegen"));
    command
        .args(["--schemas", "built-in", "validate"])
        .args(templates)
        .args(rules.into_iter().flat_map(|rules| [OsStr::new("--rules"), rules.as_os_str()]))
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let status = command.status().expect("the program starts");
    assert!(status.code().is_some_and(|code| code < 2), "the templates can be read: {status}");
}

/// The median time of some runs.
fn median(mut run: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..31)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .collect();
    times.sort();
    times[times.len() / 2]
}

/// A time beside its bound.
fn row(name: &str, time: Duration, bound: Duration) {
    let (milliseconds, bound_ms) = (time.as_secs_f64() * 1e3, bound.as_millis());
    println!("{name:<34} {milliseconds:>8.2} ms   {:>5.2} of {bound_ms} ms", ratio(time, bound));
}

fn ratio(left: Duration, right: Duration) -> f64 {
    left.as_secs_f64() / right.as_secs_f64()
}
