//! Asking an installed Heat: a program of this project's own runs in the Python that has Heat, and prints the facts.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use heat_yaml::Diagnostic;

/// The program.
const INTROSPECT: &str = include_str!("introspect.py");

/// What Python runs to get the program from its input. The current folder comes first where Python looks for
/// modules, and a `json.py` there would be taken for Python's own. It is taken out before anything is imported. Option
/// `-I` would do that too, but ignores `PYTHONPATH`, by which Heat may be found.
const BOOTSTRAP: &str = "import sys
if sys.path[:1] == ['']: del sys.path[0]
exec(compile(sys.stdin.buffer.read(), 'introspect.py', 'exec'))";

/// How many lines of what Python said on failing are shown.
const LAST_WORDS: usize = 5;

/// The facts of the Heat that an interpreter can import, as JSON.
///
/// # Errors
/// When the interpreter cannot be started, or cannot import Heat, or what it prints is not text.
pub fn introspect(python: &Path) -> Result<String, Diagnostic> {
    let output = run(python)?;
    if !output.status.success() {
        return Err(failure(python, &output));
    }
    String::from_utf8(output.stdout).map_err(|_| {
        error(python, "what the interpreter printed is not UTF-8 text").with_help("is it really a Python?")
    })
}

fn error(python: &Path, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error("no-introspection", message).in_file(python.display().to_string())
}

fn run(python: &Path) -> Result<Output, Diagnostic> {
    let mut child = Command::new(python)
        .args(["-c", BOOTSTRAP])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|cause| {
            let why = match cause.kind() {
                io::ErrorKind::NotFound => "there is no such program".to_owned(),
                io::ErrorKind::PermissionDenied => "it is no program, or may not be run".to_owned(),
                _ => cause.to_string(),
            };
            error(python, format!("the interpreter cannot be started: {why}"))
                .with_help("name the Python of the environment that has Heat, such as `venv/bin/python`")
        })?;
    // On a thread of its own: neither side may wait for the other to read first. Whoever does not want the program
    // closes the pipe, and says why on the error output.
    let input = child.stdin.take();
    let writer = thread::spawn(move || input.map(|mut input| input.write_all(INTROSPECT.as_bytes())));
    let output =
        child.wait_with_output().map_err(|cause| error(python, format!("the interpreter got lost: {cause}")));
    // A failed write shows in what the interpreter answers.
    drop(writer.join());
    output
}

fn failure(python: &Path, output: &Output) -> Diagnostic {
    let said = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = lines.last().copied().unwrap_or_default();
    let missing = ["No module named 'heat'", "No module named 'heat."];
    if missing.iter().any(|words| last.contains(words)) {
        return error(python, "the interpreter has no Heat").with_note(last).with_help(
            "name the Python of the environment that has Heat, or install it there: pip install openstack-heat",
        );
    }
    let message = format!("reading Heat's resource types failed ({})", output.status);
    let shown = &lines[lines.len().saturating_sub(LAST_WORDS)..];
    shown.iter().fold(error(python, message), |error, line| error.with_note(*line))
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
    fn an_interpreter_that_cannot_be_started_says_so() {
        check("no/such/python", Err("the interpreter cannot be started: there is no such program"));
        check("/", Err("the interpreter cannot be started: it is no program, or may not be run"));
    }

    #[test]
    fn a_program_that_is_no_python_gives_no_facts() {
        // `echo` prints its arguments, and reads nothing.
        check("echo", Ok(&format!("-c {BOOTSTRAP}\n")));
        check("false", Err("reading Heat's resource types failed (exit status: 1)"));
    }

    #[test]
    fn a_python_without_heat_is_told_from_a_heat_that_fails() {
        check_failure(
            "Traceback (most recent call last):\nModuleNotFoundError: No module named 'heat'\n",
            ("the interpreter has no Heat", &["ModuleNotFoundError: No module named 'heat'"]),
        );
        check_failure(
            "a\nb\nc\nd\ne\n\nKeyError: 'x'\n",
            ("reading Heat's resource types failed (exit status: 1)", &["b", "c", "d", "e", "KeyError: 'x'"]),
        );
    }
}
