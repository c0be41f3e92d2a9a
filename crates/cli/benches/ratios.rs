//! The tool's speed, as ratios to something on the same machine: absolute times differ from machine to machine.
//!
//! `cargo bench -p heat-codegen` prints a table with the bound of each figure. Figures are medians; each is measured alternately
//! with the time that it is compared with.

#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a benchmark prints what it measured, and ends where it cannot"
)]

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const HEAT_CODEGEN: &str = env!("CARGO_BIN_EXE_heat-codegen");

fn main() {
    // `cargo test` also runs benches, to check that they work; it does not measure.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ratios");
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the benchmark's folder can be made");
    whole_site(&schemas, &folder);
    sphinx(&folder);
    check(&schemas);
    preview(&schemas, &folder);
    many_types(&schemas, &folder);
    diff(&schemas, &folder);
    diff_of_many_types(&folder);
    _ = fs::remove_dir_all(&folder);
}

/// Building the site of the newest release, compared with copying it; and the sites of all releases, compared with it.
fn whole_site(schemas: &Path, folder: &Path) {
    let [site, all, copy] = ["site", "all-releases", "copy"].map(|name| folder.join(name));
    build_releases(schemas, "newest", &site);
    build_releases(schemas, "all", &all);
    let mut times = [Vec::new(), Vec::new(), Vec::new()];
    for _ in 0..15 {
        times[0].push(build_releases(schemas, "newest", &site));
        _ = fs::remove_dir_all(&copy);
        times[1].push(run(Command::new("cp").arg("-r").arg(&site).arg(&copy)));
        times[2].push(build_releases(schemas, "all", &all));
    }
    let [newest, copy, all] = times.map(median);
    row("site of 201 types", newest, "`cp -r` of it", copy, 5.0);
    println!("{:<34} {:>8.1} ms   at most 150 ms", "", milliseconds(newest));
    row("  of all releases", all, "site of the newest", newest, 2.5);
}

/// Building the site of the newest release, compared with Sphinx, which makes a plain site of the same types: `sphinx-build`, or what
/// `SPHINX_BUILD` names. Both write to memory where the system has a folder for that.
fn sphinx(folder: &Path) {
    let sphinx = std::env::var_os("SPHINX_BUILD").unwrap_or_else(|| "sphinx-build".into());
    if Command::new(&sphinx).arg("--version").output().is_err() {
        println!(
            "{:<34} not measured: there is no `sphinx-build`, and SPHINX_BUILD names none",
            "docs, beside Sphinx"
        );
        return;
    }
    let memory = Path::new("/dev/shm").join(format!("heat-codegen-bench-{}", std::process::id()));
    let folder = if fs::create_dir(&memory).is_ok() { &memory } else { folder };
    let [project, html, site] = ["project", "html", "site"].map(|name| folder.join(name));
    let mut export = Command::new(HEAT_CODEGEN);
    export.args(["--schemas", "built-in", "export", "--format", "sphinx", "--out"]);
    run(export.arg(project.join("resources")));
    fs::write(project.join("conf.py"), "project = 'types'\n").expect("the settings can be written");
    fs::write(project.join("index.rst"), "Types\n=====\n\n.. toctree::\n\n   resources/index\n")
        .expect("the start page can be written");
    let mut times = [Vec::new(), Vec::new()];
    let mut processor = [Vec::new(), Vec::new()];
    for _ in 0..3 {
        // One run of Sphinx takes as long as many builds.
        for _ in 0..5 {
            _ = fs::remove_dir_all(&site);
            let mut build = Command::new(HEAT_CODEGEN);
            build.args(["--schemas", "built-in", "build", "--releases", "newest", "--out"]).arg(&site);
            let (time, busy) = with_processor_time(&mut build);
            times[0].push(time);
            processor[0].push(busy);
        }
        _ = fs::remove_dir_all(&html);
        let mut build = Command::new(&sphinx);
        let (time, busy) = with_processor_time(build.args(["-q", "-b", "html"]).arg(&project).arg(&html));
        times[1].push(time);
        processor[1].push(busy);
    }
    _ = fs::remove_dir_all(&memory);
    for (what, [ours, other], bound) in
        [("docs, beside Sphinx", times.map(median), 50), ("  processor time", processor.map(median), 30)]
    {
        let ratio = other.as_secs_f64() / ours.as_secs_f64();
        println!(
            "{what:<34} {ratio:>8.1} times as fast: {:.0} ms, {:.0} ms; at least {bound}",
            milliseconds(ours),
            milliseconds(other)
        );
    }
}

/// The time that a command takes, and for how long it keeps processors busy: to a hundredth of a second, as the system counts it.
fn with_processor_time(command: &mut Command) -> (Duration, Duration) {
    let before = processor_time();
    let time = run(command);
    (time, processor_time().saturating_sub(before))
}

/// The processor time of all commands so far that have ended; none where the system does not tell.
fn processor_time() -> Duration {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // After the name, which is in parentheses, `cutime` and `cstime` are the 14th and the 15th field.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(13).take(2);
    let ticks: u64 = fields.filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

/// Checking the catalogue, as a whole process.
fn check(schemas: &Path) {
    let times = (0..15).map(|_| run(Command::new(HEAT_CODEGEN).arg("check").arg("--schemas").arg(schemas)));
    let time = median(times.collect());
    println!("{:<34} {:>8.1} ms   at most 60 ms", "check of 201 types", milliseconds(time));
}

/// The time from saving a schema until its page is served again.
fn preview(schemas: &Path, folder: &Path) {
    let copy = folder.join("preview");
    run(Command::new("cp").arg("-r").arg(schemas).arg(&copy));
    let mut server = Command::new(HEAT_CODEGEN)
        .args(["serve", "--address", "127.0.0.1:0", "--schemas"])
        .arg(&copy)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the preview starts");
    let output = BufReader::new(server.stdout.take().expect("its output is read"));
    let mut lines = output.lines().map_while(Result::ok);
    let line = lines.find(|line| line.contains("http://")).expect("it says where it serves");
    let address =
        line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect("an address").to_owned();
    // The rest of the output is read, so that the process never blocks.
    let reader = thread::spawn(move || lines.count());

    let path = copy.join("OS/Nova/Server.yaml");
    let text = fs::read_to_string(&path).expect("the schema can be read");
    let times = (0..15).map(|number| {
        let mark = format!("Boots{number} a server");
        fs::write(&path, text.replace("Boots a server", &mark)).expect("the schema can be written");
        let start = Instant::now();
        while !get(&address, "/types/OS/Nova/Server.html").contains(&mark) {
            assert!(start.elapsed() < Duration::from_secs(10), "the page never changed");
        }
        let time = start.elapsed();
        // The rest of the site is rendered afterwards; wait until the preview is idle before the next save.
        thread::sleep(Duration::from_millis(300));
        time
    });
    let time = median(times.collect());
    server.kill().expect("the preview ends");
    _ = server.wait();
    _ = reader.join();
    println!("{:<34} {:>8.1} ms   at most 50 ms", "serve: from saving to the page", milliseconds(time));
}

/// The response of a server on this machine.
fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("the preview listens");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")
        .expect("it can be asked");
    let mut answer = Vec::new();
    _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

/// A hundred copies of the catalogue under new names, compared with one.
fn many_types(schemas: &Path, folder: &Path) {
    let many = folder.join("many");
    copies(schemas, &many, 100);
    let site = folder.join("many-site");
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..3 {
        times[0].push(build(&many, &site));
        times[1].push(median((0..5).map(|_| build(schemas, &folder.join("site"))).collect()));
    }
    let [large, small] = times.map(median);
    row("site of 20,100 types", large, "site of 201", small, 110.0);
    let memory = peak_memory(&many, &site);
    println!(
        "{:<34} {:>8} MB   at most 1,000 MB",
        "",
        memory.map_or("?".to_owned(), |kilobytes| (kilobytes / 1000).to_string())
    );
}

/// Comparing two catalogues, as a whole process: in folders and in revisions, with one changed type and with all types changed.
fn diff(schemas: &Path, folder: &Path) {
    let repository = folder.join("repository");
    let (old, new) = (folder.join("old"), repository.join("schemas"));
    fs::create_dir_all(&repository).expect("the folder can be made");
    git(&repository, &["init", "--quiet"]);
    for to in [&old, &new] {
        run(Command::new("cp").arg("-r").arg(schemas).arg(to));
    }
    commit(&repository);
    // If all types changed, most of the time is spent on witnesses: this has no bound.
    let bounds = ["   at most 40 ms", "   at most 120 ms"];
    for (what, every, [folders, revisions]) in
        [("one changed", usize::MAX, bounds), ("all changed", 1, [""; 2])]
    {
        let changed = change(&new, every);
        commit(&repository);
        assert!(changed > 0, "nothing was changed");
        let time = milliseconds(compared(&repository, &[&old, Path::new("schemas")], 15));
        println!("{:<34} {time:>8.1} ms{folders}", format!("diff of 201 types, {what}"));
        let time = milliseconds(compared(&repository, &[Path::new("HEAD~1"), Path::new("HEAD")], 15));
        println!("{:<34} {time:>8.1} ms{revisions}", "  in revisions");
    }
}

/// Comparing two catalogues of 20,100 types, of which one in a hundred changed.
fn diff_of_many_types(folder: &Path) {
    let (old, new) = (folder.join("many"), folder.join("many-changed"));
    run(Command::new("cp").arg("-r").arg(&old).arg(&new));
    change(&new, 100);
    let time = milliseconds(compared(folder, &[&old, &new], 3));
    println!("{:<34} {time:>8.1} ms   at most 3,000 ms", "diff of 20,100 types, 1 % changed");
}

fn compared(folder: &Path, sides: &[&Path; 2], times: usize) -> Duration {
    let mut command = Command::new(HEAT_CODEGEN);
    command.current_dir(folder).args(["diff", "--fail-on", "none"]).args(sides);
    median((0..times).map(|_| run(&mut command)).collect())
}

/// Changes the first schema of a catalogue, and one in `every` of the others. Returns how many were changed.
fn change(catalogue: &Path, every: usize) -> usize {
    let files = walkdir::WalkDir::new(catalogue).min_depth(2).sort_by_file_name().into_iter();
    let files = files.filter_map(Result::ok).filter(|entry| entry.file_type().is_file());
    let mut changed = 0;
    for (_, file) in files.enumerate().filter(|(index, _)| index % every == 0) {
        let text = fs::read_to_string(file.path()).expect("a schema can be read");
        let text = text.replace("update_allowed: true", "update_allowed: false");
        fs::write(file.path(), text + "# Changed.\n").expect("it can be written");
        changed += 1;
    }
    changed
}

fn commit(repository: &Path) {
    git(repository, &["add", "--all"]);
    git(repository, &["commit", "--quiet", "-m", "x"]);
}

fn git(repository: &Path, arguments: &[&str]) {
    let user = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgSign=false"];
    run(Command::new("git").current_dir(repository).args(user).args(arguments));
}

/// The given number of copies of the catalogue, with new names for the services of each copy.
fn copies(schemas: &Path, out: &Path, count: usize) {
    for table in ["releases.yaml", "constraints.yaml"] {
        fs::create_dir_all(out).expect("the folder can be made");
        fs::copy(schemas.join(table), out.join(table)).expect("the table can be copied");
    }
    let files: Vec<(PathBuf, String)> = walkdir::WalkDir::new(schemas)
        .min_depth(2)
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let path = entry.path().strip_prefix(schemas).expect("it is below").to_path_buf();
            (path, fs::read_to_string(entry.path()).expect("a schema can be read"))
        })
        .collect();
    // A type names those of other services too.
    let services: BTreeSet<String> = files.iter().filter_map(|(path, _)| service(path)).collect();
    for copy in 0..count {
        for (path, text) in &files {
            let mut parts = path.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
            let (first, second) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            let rest: PathBuf = parts.collect();
            let to = out.join(&first).join(format!("{second}{copy}")).join(rest);
            fs::create_dir_all(to.parent().expect("it has one")).expect("the folder can be made");
            let rename = |text: String, service: &String| {
                text.replace(&format!("{service}::"), &format!("{service}{copy}::"))
            };
            fs::write(to, services.iter().fold(text.clone(), rename)).expect("it can be written");
        }
    }
}

/// The service of a schema's file, as types name it: `OS::Nova`.
fn service(path: &Path) -> Option<String> {
    let mut parts = path.iter();
    Some(format!("{}::{}", parts.next()?.to_str()?, parts.next()?.to_str()?))
}

fn build(schemas: &Path, out: &Path) -> Duration {
    run(Command::new(HEAT_CODEGEN).arg("build").arg("--schemas").arg(schemas).arg("--out").arg(out))
}

/// Building the site of the newest release alone, or those of all.
fn build_releases(schemas: &Path, releases: &str, out: &Path) -> Duration {
    let mut command = Command::new(HEAT_CODEGEN);
    command.args(["build", "--releases", releases, "--schemas"]).arg(schemas).arg("--out").arg(out);
    run(&mut command)
}

fn run(command: &mut Command) -> Duration {
    let start = Instant::now();
    let output = command.output().expect("the command can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    start.elapsed()
}

/// The peak memory of a build in kilobytes, if GNU time is available.
fn peak_memory(schemas: &Path, out: &Path) -> Option<u64> {
    let output = Command::new("/usr/bin/time")
        .args(["-f", "%M", HEAT_CODEGEN, "build", "--schemas"])
        .arg(schemas)
        .arg("--out")
        .arg(out)
        .output()
        .ok()?;
    String::from_utf8_lossy(&output.stderr).lines().last()?.trim().parse().ok()
}

fn row(what: &str, time: Duration, to: &str, other: Duration, bound: f64) {
    let ratio = time.as_secs_f64() / other.as_secs_f64();
    println!("{what:<34} {ratio:>8.1} ×    {to}; at most {bound} ×");
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
