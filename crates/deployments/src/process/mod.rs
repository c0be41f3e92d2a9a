//! Running a program: writes its input, reads its output up to a limit, and waits for its end, with a time limit.
//!
//! A hook can do anything. It can print more than fits in memory, start a service that keeps its output open, hang, or be killed.
//! None of these stops the agent.

mod capture;

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::lock::AGENT;

pub(crate) use capture::wait_for_readers;
pub(crate) use capture::{Capture, Limits};
use capture::{SharedCapture, read_in_thread};

/// Time to wait for output after the program has ended, while one of its child processes keeps the output open.
const AFTER_EXIT: Duration = Duration::from_secs(2);

/// Time for a program to end by itself after it was asked to terminate.
const AFTER_TERM: Duration = Duration::from_secs(2);

/// Exit code of a program that exceeded its time limit, as for `timeout`.
const TIMED_OUT: i32 = 124;

/// `ENOEXEC`: the file has no header that the kernel knows.
const NO_HEADER: i32 = 8;

/// `ETXTBSY`: the file is still open for writing, in a program that was started at the same moment.
const BUSY: i32 = 26;

/// A program to run.
#[derive(Debug, Default)]
pub(crate) struct Program {
    /// Path of the program, or a name that is looked up in `PATH`.
    pub(crate) path: OsString,
    /// Arguments of the program.
    pub(crate) arguments: Vec<OsString>,
    /// Environment variables in addition to the agent's.
    pub(crate) variables: Vec<(String, OsString)>,
    /// Working directory, if it is not the agent's.
    pub(crate) folder: Option<PathBuf>,
    /// Standard input of the program.
    pub(crate) input: Vec<u8>,
    /// Limits on how much of the output is kept.
    pub(crate) limits: Limits,
    /// Time limit of the program.
    pub(crate) time_limit: Option<Duration>,
}

/// Result of a program that has ended.
#[derive(Debug)]
pub(crate) struct FinishedProcess {
    /// Exit code; 128 plus the number of the signal that killed the program; 124 if it exceeded its time limit.
    pub(crate) code: i32,
    /// Reason why the program did not end by itself.
    pub(crate) note: Option<String>,
    /// Standard output of the program.
    pub(crate) stdout: Capture,
    /// Standard error of the program.
    pub(crate) stderr: Capture,
}

impl FinishedProcess {
    /// Returns the standard error, followed by the reason why the program did not end by itself.
    pub(crate) fn stderr_and_note(&self) -> String {
        let mut text = self.stderr.text();
        if let Some(note) = &self.note {
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            text.push_str(note);
            text.push('\n');
        }
        text
    }
}

impl Program {
    /// Returns a program without arguments, whose output is kept as far as it is reported.
    pub(crate) fn new(path: impl Into<OsString>) -> Self {
        Self { path: path.into(), ..Self::default() }
    }

    /// Runs the program in a process group of its own.
    ///
    /// # Errors
    /// If it cannot be started.
    pub(crate) fn run(mut self) -> io::Result<FinishedProcess> {
        let mut child = self.start()?;
        let (ended, ends) = mpsc::channel();
        let pipes = connect(&mut child, std::mem::take(&mut self.input), self.limits, &ended);
        drop(ended);
        let (stdout, stderr) = pipes.inspect_err(|_| {
            stop(&child, Signal::KILL);
            // There is nothing else to do about it.
            let _ = child.wait();
        })?;
        let outputs = Outputs { ends, open: 2 };
        let (status, is_timed_out) = wait(&mut child, self.time_limit, outputs);
        let (code, note) = match (status, is_timed_out, self.time_limit) {
            (_, true, Some(limit)) => (
                TIMED_OUT,
                Some(format!("Stopped because it took longer than {} seconds", limit.as_secs_f64())),
            ),
            (status, ..) => code_of(status),
        };
        let take = |shared: Option<SharedCapture>| shared.map(|shared| shared.take()).unwrap_or_default();
        Ok(FinishedProcess { code, note, stdout: take(stdout), stderr: take(stderr) })
    }

    fn start(&self) -> io::Result<Child> {
        let mut tries = 0;
        loop {
            match self.command().spawn() {
                Err(error) if error.raw_os_error() == Some(BUSY) && tries < 20 => {
                    tries += 1;
                    thread::sleep(Duration::from_millis(tries));
                }
                // Every shell runs such a file itself.
                Err(error) if error.raw_os_error() == Some(NO_HEADER) => {
                    return self.command_in_shell().spawn();
                }
                started => return started,
            }
        }
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.args(&self.arguments);
        self.prepare(command)
    }

    fn command_in_shell(&self) -> Command {
        let mut command = Command::new("/bin/sh");
        command.arg(&self.path).args(&self.arguments);
        self.prepare(command)
    }

    fn prepare(&self, mut command: Command) -> Command {
        command.env(AGENT, std::process::id().to_string());
        // Its output goes to this process, not to the journal.
        command.env_remove("JOURNAL_STREAM");
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        command
    }
}

/// Starts threads for the input and the outputs of a program.
fn connect(
    child: &mut Child,
    input: Vec<u8>,
    limits: Limits,
    ended: &Sender<()>,
) -> io::Result<(Option<SharedCapture>, Option<SharedCapture>)> {
    let stdout = child.stdout.take().map(|pipe| read_in_thread(pipe, limits, ended.clone())).transpose()?;
    let stderr = child.stderr.take().map(|pipe| read_in_thread(pipe, limits, ended.clone())).transpose()?;
    if let Some(mut pipe) = child.stdin.take() {
        // The program may end, or close its input, before it has read everything: that is its own decision.
        thread::Builder::new().spawn(move || drop(pipe.write_all(&input)))?;
    }
    Ok((stdout, stderr))
}

/// Outputs of a program. The channel reports each of them once, when all writers have closed it.
struct Outputs {
    ends: Receiver<()>,
    open: usize,
}

impl Outputs {
    /// Waits until all outputs are closed, up to this time.
    fn wait(&mut self, longest: Duration) {
        if self.open == 0 {
            return thread::sleep(longest);
        }
        let until = Instant::now() + longest;
        while self.open > 0 {
            match self.ends.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(()) => self.open -= 1,
                Err(RecvTimeoutError::Timeout) => return,
                Err(RecvTimeoutError::Disconnected) => self.open = 0,
            }
        }
    }
}

/// Waits for the end of a program and of its output. Also returns whether the time limit was exceeded.
fn wait(child: &mut Child, limit: Option<Duration>, mut outputs: Outputs) -> (Option<ExitStatus>, bool) {
    let until = limit.and_then(|limit| Instant::now().checked_add(limit));
    let status = wait_until(child, until, &mut outputs);
    if status.is_some() {
        outputs.wait_if_open(AFTER_EXIT);
        return (status, false);
    }
    stop(child, Signal::TERM);
    let status = wait_until(child, Some(Instant::now() + AFTER_TERM), &mut outputs);
    // Also stops child processes that the program has not stopped itself.
    stop(child, Signal::KILL);
    let status = status.or_else(|| wait_until(child, Some(Instant::now() + AFTER_TERM), &mut outputs));
    outputs.wait_if_open(AFTER_EXIT);
    (status, true)
}

impl Outputs {
    fn wait_if_open(&mut self, longest: Duration) {
        if self.open > 0 {
            self.wait(longest);
        }
    }
}

fn wait_until(child: &mut Child, until: Option<Instant>, outputs: &mut Outputs) -> Option<ExitStatus> {
    let mut pause = Duration::from_millis(1);
    loop {
        // An error means that somebody else has already asked: there is no status to wait for.
        match child.try_wait() {
            Ok(None) => {}
            Ok(status) => return status,
            Err(_) => return Some(ExitStatus::from_raw(1 << 8)),
        }
        let left = until.map(|until| until.saturating_duration_since(Instant::now()));
        if left.is_some_and(|left| left.is_zero()) {
            return None;
        }
        // The output usually ends with the program.
        outputs.wait(left.map_or(pause, |left| left.min(pause)));
        pause = (pause * 2).min(Duration::from_millis(50));
    }
}

fn stop(child: &Child, signal: Signal) {
    let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    // It may have ended by now.
    let _ = id.map(|id| kill_process_group(id, signal));
}

fn code_of(status: Option<ExitStatus>) -> (i32, Option<String>) {
    let Some(status) = status else { return (TIMED_OUT, Some("It could not be stopped".to_owned())) };
    match (status.code(), status.signal()) {
        (Some(code), _) => (code, None),
        (None, signal) => {
            let signal = signal.unwrap_or_default();
            (128 + signal, Some(format!("Killed by signal {signal}")))
        }
    }
}
