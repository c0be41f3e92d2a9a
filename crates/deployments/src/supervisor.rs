//! Supervisors: each hook runs in a process of its own, which outlives the agent.
//!
//! Somebody who stops the agent (the service manager, an update of its package, a key in a terminal) does not want to interrupt a
//! running hook. So the agent starts itself once more for each hook, as its *supervisor*: in another process group, which a
//! terminal's keys do not reach, and with the lock of the state, so that the next agent waits for it. The supervisor begins the
//! deployment, runs the hook and stores the result, whether the agent is still running or not. If the agent is running, it gets
//! the result and signals it; if not, the next agent finds the result and signals it.
//!
//! The config is sent over the standard input, a socket, on which the result comes back. The lock is the standard output: the
//! lock belongs to the opened file, and is kept until the last process that has inherited it has closed it.

use std::ffi::OsString;
use std::io::{self, Read as _, Write as _};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::process::Command;
use std::thread;

use heat_model::python::json_dumps;
use heat_model::{Value, json};

use crate::deployment::Deployment;
use crate::folders::Folders;
use crate::hook;
use crate::log::Log;
use crate::process;
use crate::signal::Outputs;
use crate::state::LockedState;
use crate::work::work;

/// Path of the running program, also if its file was replaced by an update in the meantime.
const PROGRAM: &str = "/proc/self/exe";

/// First bytes of an answer: the result of the hook follows, as JSON.
const RESULT: &str = "result ";

/// First bytes of an answer: the reason why the hook was not started follows.
const NOT_STARTED: &str = "not started ";

/// Answer of a supervisor.
#[derive(Debug)]
pub(crate) enum Answer {
    /// The supervisor ran the hook.
    Result(Outputs),
    /// The supervisor could not write the state, and did not start the hook.
    NotStarted(String),
    /// The supervisor was killed: the result is unknown.
    None,
}

/// Runs the hook of a deployment under a supervisor: this program, started with other arguments.
///
/// # Errors
/// If the supervisor cannot be started. Nothing has been begun in this case.
pub(crate) fn run(
    arguments: &[OsString],
    deployment: &Deployment,
    state: &LockedState,
) -> io::Result<Answer> {
    let (mut socket, other_end) = UnixStream::pair()?;
    let mut command = Command::new(PROGRAM);
    command.arg0("heat-config").args(arguments).process_group(0);
    command.stdin(OwnedFd::from(other_end)).stdout(state.lock_for_child()?);
    let mut child = command.spawn()?;
    // It contains the other end of the socket; the code below waits until that end is closed.
    drop(command);
    // A supervisor can outlive its work: it reads the output of a service that the hook left running.
    thread::Builder::new().spawn(move || drop(child.wait()))?;
    let config = json_dumps(&Value::from(deployment.config.clone()));
    let mut answer = String::new();
    let exchanged = socket
        .write_all(config.as_bytes())
        .and_then(|()| socket.shutdown(Shutdown::Write))
        .and_then(|()| socket.read_to_string(&mut answer));
    // It was killed; the answer, which is cut off, shows the same.
    drop(exchanged);
    Ok(read_answer(&answer))
}

fn read_answer(answer: &str) -> Answer {
    if let Some(problem) = answer.strip_prefix(NOT_STARTED) {
        return Answer::NotStarted(problem.to_owned());
    }
    match answer.strip_prefix(RESULT).map(json::parse) {
        Some(Ok(Value::Map(outputs))) => Answer::Result(outputs.into_inner()),
        _ => Answer::None,
    }
}

/// Runs the hook for which an agent has started this process, with copies of the standard input and output that the agent passed.
///
/// # Errors
/// If this process was not started by an agent, or the agent ended before it had sent the config. Nothing has been begun in this
/// case.
pub fn supervise(folders: &Folders, input: OwnedFd, output: OwnedFd, log: &mut dyn Log) -> io::Result<()> {
    let mut socket = UnixStream::from(input);
    let state = LockedState::inherited(folders, output)?;
    let mut text = String::new();
    socket.read_to_string(&mut text)?;
    let config = json::parse(&text).map_err(|error| io::Error::other(error.to_string()))?;
    let deployment = Deployment::read(&config).map_err(io::Error::other)?;
    let hook = hook::find(&deployment.group, folders)
        .ok_or_else(|| io::Error::other(format!("there is no hook for the group {}", deployment.group)))?;
    // The agent has already reported errors in it.
    let time_limit = folders.time_limit().unwrap_or_default();
    let answer = match work(&hook, &deployment, &state, folders, time_limit, log) {
        Ok(outputs) => format!("{RESULT}{}", json_dumps(&Value::from(outputs))),
        Err(problem) => format!("{NOT_STARTED}{problem}"),
    };
    if socket.write_all(answer.as_bytes()).is_err() {
        log.warning(&format!(
            "Deployment {}: the agent was stopped while the hook was running. The next run signals the result",
            deployment.id
        ));
    }
    drop(state);
    let nowhere = std::fs::OpenOptions::new().read(true).write(true).open("/dev/null")?;
    // First the lock, then the socket: the agent waits until the socket is closed.
    rustix::stdio::dup2_stdout(&nowhere)?;
    rustix::stdio::dup2_stdin(&nowhere)?;
    drop(socket);
    // A program that reads the agent's log does not wait for a service.
    rustix::stdio::dup2_stderr(&nowhere)?;
    process::wait_for_readers();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_that_are_cut_off_are_none() {
        fn check(answer: &str, expect: &str) {
            assert_eq!(format!("{:?}", read_answer(answer)), expect, "{answer:?}");
        }
        check("not started full", "NotStarted(\"full\")");
        check("result {}", "Result({})");
        check("", "None");
        check("result {\"a\"", "None");
        check("result []", "None");
    }
}
