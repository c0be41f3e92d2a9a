//! Queries an installed Heat: a program of this project runs in Heat's Python interpreter, and prints the facts.

use std::io::{self, Read, Write as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use heat_yaml::Diagnostic;

/// The program that prints the facts of all resource types.
pub const INTROSPECT: &str = include_str!("introspect.py");

/// Python code that reads the program from standard input. Python searches the current folder for modules first, so a `json.py`
/// there would replace Python's own. The folder is therefore removed from the path before anything is imported. The option `-I`
/// would do that, too, but ignores `PYTHONPATH`, which may be needed to find Heat.
const BOOTSTRAP: &str = "import sys
if sys.path[:1] == ['']: del sys.path[0]
exec(compile(sys.stdin.buffer.read(), 'heat-codegen.py', 'exec'))";

/// The number of lines of Python's error output to show.
const MAX_ERROR_LINES: usize = 5;

/// The limits for an interpreter.
#[derive(Debug, Clone, Copy)]
struct Limits {
    time: Duration,
    /// Maximum size of the output, in bytes. The facts of a Heat are 2 MB.
    output: u64,
}

/// Limits for an introspection. Importing all of Heat takes some seconds, or a minute on a slow disk.
const LIMITS: Limits = Limits { time: Duration::from_secs(300), output: 64 << 20 };

/// The interval at which the interpreter is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The facts of the Heat that an interpreter can import, as JSON.
///
/// # Errors
/// If the interpreter cannot be started, takes too long, prints too much, cannot import Heat, or prints something that is not
/// text.
pub fn introspect(python: &Path) -> Result<String, Diagnostic> {
    introspect_within(python, LIMITS)
}

fn introspect_within(python: &Path, limits: Limits) -> Result<String, Diagnostic> {
    let output = run(python, INTROSPECT, limits)?;
    if !output.status.success() {
        return Err(failure(python, &output));
    }
    text(python, output.stdout)
}

/// Runs a program of this project, with the limits of an introspection. The caller checks its exit status.
///
/// # Errors
/// If the interpreter cannot be started, takes too long, or prints too much.
pub fn run_program(python: &Path, program: &str) -> Result<Output, Diagnostic> {
    run(python, program, LIMITS)
}

/// The output of an interpreter, as text.
///
/// # Errors
/// If it is not text.
pub fn text(python: &Path, printed: Vec<u8>) -> Result<String, Diagnostic> {
    String::from_utf8(printed).map_err(|_| {
        error(python, "the output of the interpreter is not valid UTF-8")
            .with_help("is it really a Python interpreter?")
    })
}

fn error(python: &Path, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error("no-introspection", message).in_file(python.display().to_string())
}

fn run(python: &Path, program: &str, limits: Limits) -> Result<Output, Diagnostic> {
    let mut command = Command::new(python);
    command.args(["-c", BOOTSTRAP]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // The child processes of the interpreter end with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn().map_err(|cause| {
        let why = match cause.kind() {
            io::ErrorKind::NotFound => "there is no such program".to_owned(),
            io::ErrorKind::PermissionDenied => {
                "it is not a program, or there is no permission to run it".to_owned()
            }
            _ => cause.to_string(),
        };
        error(python, format!("the interpreter cannot be started: {why}"))
            .with_help("use the Python of the environment with Heat, such as `venv/bin/python`")
    })?;
    // Use separate threads, so that neither side waits for the other to read first. An interpreter that does not read the program
    // closes the pipe, and prints the reason in its error output.
    if let Some(mut input) = child.stdin.take() {
        let program = program.to_owned();
        thread::spawn(move || input.write_all(program.as_bytes()));
    }
    let outputs = [
        child.stdout.take().map(|pipe| read(pipe, limits.output)),
        child.stderr.take().map(|pipe| read(pipe, limits.output)),
    ];
    let ended = wait(&mut child, &outputs, limits);
    if ended.is_err() {
        kill(&mut child);
    }
    let (status, [stdout, stderr]) = ended.map_err(|why| error(python, why))?;
    Ok(Output { status, stdout, stderr })
}

/// Reads a pipe to its end; returns one byte more than the limit if the output exceeds it.
fn read(pipe: impl Read + Send + 'static, limit: u64) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // The output before an error is still useful.
        _ = pipe.take(limit.saturating_add(1)).read_to_end(&mut bytes);
        // After a timeout, nothing waits for the output.
        _ = sender.send(bytes);
    });
    receiver
}

type ProcessOutput = (ExitStatus, [Vec<u8>; 2]);

/// Waits for the end of the program and of its output.
fn wait(
    child: &mut Child,
    outputs: &[Option<Receiver<Vec<u8>>>; 2],
    limits: Limits,
) -> Result<ProcessOutput, String> {
    let end = Instant::now() + limits.time;
    let mut read: [Option<Vec<u8>>; 2] = outputs.each_ref().map(|each| each.is_none().then(Vec::new));
    let mut status = None;
    loop {
        for (read, output) in read.iter_mut().zip(outputs) {
            if let (None, Some(output)) = (&read, output) {
                *read = output.try_recv().ok();
            }
            if read.as_ref().is_some_and(|read| read.len() as u64 > limits.output) {
                let limit = limits.output >> 20;
                return Err(format!("the interpreter printed more than {limit} MiB and was stopped"));
            }
        }
        if status.is_none() {
            status =
                child.try_wait().map_err(|cause| format!("waiting for the interpreter failed: {cause}"))?;
        }
        if let (Some(status), [Some(stdout), Some(stderr)]) = (status, &mut read) {
            return Ok((status, [std::mem::take(stdout), std::mem::take(stderr)]));
        }
        if Instant::now() >= end {
            let limit = limits.time.as_secs();
            return Err(format!("the interpreter did not finish within {limit} s and was stopped"));
        }
        thread::sleep(POLL_INTERVAL);
    }
}

/// Ends the program and its child processes.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    // It may already have ended.
    _ = child.kill();
    _ = child.wait();
}

/// The error to report if a program failed because Heat is not installed; `None` if it failed for another reason.
#[must_use]
pub fn missing_heat(python: &Path, output: &Output) -> Option<Diagnostic> {
    let said = String::from_utf8_lossy(&output.stderr);
    let last = said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
    let missing = ["No module named 'heat'", "No module named 'heat."];
    missing.iter().any(|words| last.contains(words)).then(|| {
        error(python, "Heat is not installed for this interpreter").with_note(last).with_help(
            "use the Python of the environment with Heat, or install it there: pip install openstack-heat",
        )
    })
}

/// The last lines of a program's error output.
#[must_use]
pub fn last_errors(output: &Output) -> Vec<String> {
    let said = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
    let shown = &lines[lines.len().saturating_sub(MAX_ERROR_LINES)..];
    shown.iter().map(|&line| line.to_owned()).collect()
}

fn failure(python: &Path, output: &Output) -> Diagnostic {
    if let Some(missing) = missing_heat(python, output) {
        return missing;
    }
    let message = format!("reading Heat's resource types failed ({})", output.status);
    last_errors(output).into_iter().fold(error(python, message), Diagnostic::with_note)
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    use super::*;

    fn check(python: &str, expect: Result<&str, &str>) {
        match (introspect(Path::new(python)), expect) {
            (Ok(output), Ok(text)) => assert_eq!(output, text),
            (Err(error), Err(message)) => assert_eq!(error.message, message),
            (got, _) => panic!("{python}: {got:?}"),
        }
    }

    fn check_failure(said: &str, expect: (&str, &[&str])) {
        let output = Output { status: ExitStatus::from_raw(256), stdout: Vec::new(), stderr: said.into() };
        let error = failure(Path::new("python"), &output);
        let notes: Vec<&str> = error.notes.iter().map(String::as_str).collect();
        assert_eq!((error.message.as_str(), &*notes), expect);
    }

    #[test]
    fn an_interpreter_that_cannot_be_started_is_reported() {
        check("no/such/python", Err("the interpreter cannot be started: there is no such program"));
        check(
            "/",
            Err(
                "the interpreter cannot be started: it is not a program, or there is no permission to run it",
            ),
        );
    }

    #[test]
    fn a_program_other_than_python_gives_no_facts() {
        // `echo` prints its arguments, and reads nothing.
        check("echo", Ok(&format!("-c {BOOTSTRAP}\n")));
        check("false", Err("reading Heat's resource types failed (exit status: 1)"));
    }

    #[test]
    fn an_interpreter_is_stopped_in_time() {
        let folder = std::env::temp_dir().join(format!("heat-codegen-limits-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let check = |script: &str, limits: Limits, expect: &str| {
            use std::os::unix::fs::PermissionsExt;
            let path = folder.join("python");
            std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
            let start = Instant::now();
            assert_eq!(introspect_within(&path, limits).unwrap_err().message, expect);
            assert!(start.elapsed() < Duration::from_secs(30), "{script}");
        };
        let short = Limits { time: Duration::from_secs(1), ..LIMITS };
        let message = "the interpreter did not finish within 1 s and was stopped";
        check("sleep 600", short, message);
        // A child process may keep the output open.
        check("sleep 600 & exit 0", short, message);
        let small = Limits { output: 1 << 20, ..LIMITS };
        let message = "the interpreter printed more than 1 MiB and was stopped";
        check("exec cat /dev/zero", small, message);
        check("exec cat /dev/zero >&2", small, message);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_missing_heat_differs_from_a_failing_heat() {
        check_failure(
            "Traceback (most recent call last):\nModuleNotFoundError: No module named 'heat'\n",
            ("Heat is not installed for this interpreter", &["ModuleNotFoundError: No module named 'heat'"]),
        );
        check_failure(
            "a\nb\nc\nd\ne\n\nKeyError: 'x'\n",
            ("reading Heat's resource types failed (exit status: 1)", &["b", "c", "d", "e", "KeyError: 'x'"]),
        );
    }
}
