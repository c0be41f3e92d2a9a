//! The command line of the program.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;

use heat_model::suggest::nearest;

use crate::deviations;
use crate::families::{FAMILIES, named};
use crate::family::schemas::diff;
use crate::replay::{Options, Replay, replay};
use crate::report;

const AFTER_HELP: &str = "\
Examples:
  conformance conformance/vectors/*.jsonl
  conformance --verbose --family constraints vectors/constraints.jsonl
  conformance --verbose --line 17 vectors/properties.jsonl

Exit codes: 0 all that was judged agrees, or differs as listed; 1 there are other differences; 2 something could not be \
read, or the arguments make no sense.";

/// Replays recorded answers of real Heat, and reports where ours differ.
#[derive(Debug, Parser)]
#[command(name = "conformance", version, after_help = AFTER_HELP)]
struct Cli {
    /// Files of vectors, one JSON object per line.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Show each difference: the input, Heat's answer, and ours.
    #[arg(long, short)]
    verbose: bool,
    /// Only replay this family. Can be repeated.
    #[arg(long, value_name = "NAME")]
    family: Vec<String>,
    /// Count the vectors of each group of a family by themselves, such as those of each module of yaql's library.
    #[arg(long)]
    by_group: bool,
    /// Only replay the vector on this line of each file.
    #[arg(long, value_name = "N")]
    line: Option<usize>,
    /// Known differences [default: conformance/deviations.yaml, if it exists].
    #[arg(long, value_name = "FILE")]
    deviations: Option<PathBuf>,
    /// Write what `diff` reports for each vector of its family to this file, and compare nothing: see hunt.py.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["verbose", "family", "line", "deviations", "data"])]
    claims: Option<PathBuf>,
    /// The folder with the schemas that vectors refer to [default: the folder of each file].
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// Runs the command with the process's arguments.
#[must_use]
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        // If the reason cannot be printed either, only the exit code remains.
        Err(error) => {
            _ = error.print();
            return u8::try_from(error.exit_code()).unwrap_or(2).into();
        }
    };
    match cli.run(&mut io::stdout().lock(), &mut io::stderr().lock()) {
        Ok(code) => code.into(),
        // The reader has closed the pipe on purpose.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(_) => 2.into(),
    }
}

impl Cli {
    fn run(self, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<u8> {
        if let Some(file) = &self.claims {
            return match write_claims(&self.files, file) {
                Ok(()) => Ok(0),
                Err(error) => {
                    writeln!(err, "error: {error}")?;
                    Ok(2)
                }
            };
        }
        if let Some(odd) = self.family.iter().find(|name| named(name).is_none()) {
            let known = FAMILIES.map(|family| family.name);
            let hint = nearest(odd, known).map_or_else(
                || format!("there are {}", known.join(", ")),
                |near| format!("did you mean `{near}`?"),
            );
            writeln!(err, "error: there is no family `{odd}`: {hint}")?;
            return Ok(2);
        }
        let deviations = match read_deviations(self.deviations.as_deref()) {
            Ok(deviations) => deviations,
            Err(error) => {
                writeln!(err, "error: {error}")?;
                return Ok(2);
            }
        };
        let options = Options {
            families: self.family,
            line: self.line,
            data: self.data,
            deviations,
            by_group: self.by_group,
        };
        let replay = replay(&self.files, &options);
        if self.verbose {
            for differing in replay.scores.values().flat_map(|score| &score.differing) {
                writeln!(out, "{}", report::difference(differing, &options.deviations))?;
            }
        }
        write!(out, "{}", report::summary(&replay))?;
        out.flush()?;
        for error in &replay.unreadable {
            writeln!(err, "error: {error}")?;
        }
        let judged = replay.scores.values().map(|score| score.agree + score.differing.len()).sum::<usize>();
        if judged == 0 && replay.unreadable.is_empty() {
            // A replay without vectors must not look like a success.
            writeln!(
                err,
                "error: nothing was judged: there is no vector of a known family in what was asked for"
            )?;
            return Ok(2);
        }
        Ok(exit_code(&replay))
    }
}

fn write_claims(files: &[PathBuf], to: &Path) -> Result<(), String> {
    let with_path = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let mut claims = String::new();
    for file in files {
        let text = fs::read_to_string(file).map_err(|error| with_path(file, &error))?;
        for line in text.lines() {
            claims.push_str(&diff::claims(line).map_err(|error| with_path(file, &error))?);
            claims.push('\n');
        }
    }
    fs::write(to, claims).map_err(|error| with_path(to, &error))
}

fn exit_code(replay: &Replay) -> u8 {
    if !replay.unreadable.is_empty() {
        return 2;
    }
    u8::from(replay.scores.values().any(|score| score.unlisted() > 0))
}

/// Reads the known differences from the named file, or else from the project's list.
fn read_deviations(named: Option<&Path>) -> Result<Vec<deviations::Deviation>, String> {
    let file = named.map_or_else(default_deviations, Path::to_owned);
    if named.is_none() && !file.is_file() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    deviations::read(&file.display().to_string(), &text)
}

/// Path of the project's list: here, or in the workspace if cargo runs the tool from a different folder.
fn default_deviations() -> PathBuf {
    let here = PathBuf::from("conformance/deviations.yaml");
    if here.is_file() {
        return here;
    }
    std::env::var_os("CARGO_MANIFEST_DIR").map_or(here, |package| Path::new(&package).join("deviations.yaml"))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    fn check(arguments: &[&str], expect: (u8, &str, &str)) {
        let cli = Cli::try_parse_from(["conformance"].iter().chain(arguments)).unwrap();
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let code = cli.run(&mut out, &mut err).unwrap();
        let [out, err] = [out, err].map(|text| String::from_utf8(text).unwrap());
        assert_eq!(code, expect.0, "{out}{err}");
        assert!(out.contains(expect.1), "{out}");
        assert!(err.contains(expect.2), "{err}");
    }

    #[test]
    fn unreadable_vectors_are_reported_with_their_line() {
        let folder = std::env::temp_dir().join(format!("conformance-cli-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("some.jsonl");
        let lines = [
            r#"{"family":"constraints","source":"a","input":{"constraint":{"range":{"min":1}},"value":1},"output":{"ok":true}}"#,
            r#"{"family":"constraints","source":"b","input":{"constraint":{"range":{"min":1}},"value":0},"output":{"ok":true}}"#,
            r#"{"family":"dreams","source":"c","input":{},"output":{}}"#,
            r#"{"family":"constraints","source":"d","input":{"value":0},"output":{"ok":true}}"#,
        ];
        fs::write(&file, lines.join("\n")).unwrap();
        let path = file.to_str().unwrap();
        check(&[path, "--line", "1"], (0, "100.00", ""));
        check(&[path, "--line", "2", "-v"], (1, "some.jsonl:2: constraints b", ""));
        check(&[path, "--line", "3"], (2, "dreams: no such family here yet", "nothing was judged"));
        check(&[path], (2, "", "some.jsonl:4: not of the form of its family: there is no `constraint`"));
        check(&[path, "--family", "dreams"], (2, "", "there is no family `dreams`"));
        check(&[path, "--family", "constraint"], (2, "", "did you mean `constraints`?"));
        check(&[path, "--line", "99"], (2, "", "nothing was judged"));
        check(&[folder.join("nothing.jsonl").to_str().unwrap()], (2, "", "nothing.jsonl"));
        check(&[path, "--deviations", "/nowhere"], (2, "", "/nowhere"));
        fs::remove_dir_all(&folder).unwrap();
    }
}
