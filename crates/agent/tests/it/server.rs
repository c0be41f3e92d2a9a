//! A server in a scratch folder.

use std::fs::{self, Permissions};
use std::ops::{Deref, DerefMut};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use heat_model::python::json_dumps;
use heat_model::{Value, json, value};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_heat-config");

/// A scratch folder with all files of a server. It is removed at the end.
pub(crate) struct Server {
    pub(crate) folder: PathBuf,
}

/// Result of a program that has ended.
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) log: String,
}

impl Server {
    /// Creates a server with a notifier that accepts every signal, and records it in a file.
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(folder.join("hooks")).unwrap();
        let server = Self { folder };
        server.notifier("exit 0");
        server
    }

    /// Creates a server with one deployment, 1, whose hook is a shell script.
    pub(crate) fn with_tool(script: &str) -> Self {
        let server = Self::new();
        server.hook("tool", script);
        server.list(&value!([{"id": "1", "group": "tool"}]));
        server
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub(crate) fn list(&self, list: &Value) {
        self.list_text(json_dumps(list));
    }

    pub(crate) fn list_text(&self, text: impl AsRef<[u8]>) {
        fs::write(self.path("list"), text).unwrap();
    }

    /// Writes a hook that is a shell script. Its folder is in `$here`.
    pub(crate) fn hook(&self, name: &str, script: &str) {
        self.program(&format!("hooks/{name}"), script);
    }

    /// Sets the commands of the notifier after it has recorded the signal.
    pub(crate) fn notifier(&self, end: &str) {
        self.program("notifier", &format!("{{ echo \"$1\"; cat; echo; }} >> $here/signals\n{end}"));
    }

    pub(crate) fn program(&self, name: &str, script: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        // Renamed: a program that is still open for writing cannot be started.
        let new = path.with_extension("new");
        fs::write(&new, format!("#!/bin/sh\nhere={}\n{script}\n", self.folder.display())).unwrap();
        fs::set_permissions(&new, Permissions::from_mode(0o755)).unwrap();
        fs::rename(new, path).unwrap();
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        self.prepared(Command::new(PROGRAM), arguments)
    }

    /// Returns the program with the default effect of every signal. The process that runs the tests may ignore some signals, as a
    /// shell does for background jobs, and child processes inherit that.
    pub(crate) fn stoppable(&self, arguments: &[&str]) -> Command {
        let mut env = Command::new("/usr/bin/env");
        env.args(["--default-signal", PROGRAM]);
        self.prepared(env, arguments)
    }

    /// Returns the program in a shell that has been prepared by some commands.
    pub(crate) fn command_after(&self, commands: &str, arguments: &[&str]) -> Command {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", &format!("{commands}\nexec \"$@\""), "sh", PROGRAM]);
        self.prepared(shell, arguments)
    }

    fn prepared(&self, mut command: Command, arguments: &[&str]) -> Command {
        command.args(arguments).current_dir(&self.folder).stdin(Stdio::null());
        for (name, path) in [
            ("HEAT_SHELL_CONFIG", "list"),
            ("HEAT_CONFIG_HOOKS", "hooks"),
            ("HEAT_CONFIG_DEPLOYED", "state/deployed"),
            ("HEAT_CONFIG_DEPLOYED_OLD", "state/before"),
            ("HEAT_CONFIG_NOTIFY", "notifier"),
            ("HEAT_SCRIPT_WORKING", "script/working"),
            ("HEAT_SCRIPT_OUTPUTS", "script/outputs"),
        ] {
            command.env(name, self.path(path));
        }
        command
    }

    pub(crate) fn run(&self) -> Ended {
        end(&mut self.command(&[]))
    }

    /// Returns the config that the hook got.
    pub(crate) fn config(&self, id: &str) -> Option<Value> {
        self.state(&format!("{id}.json"))
    }

    /// Returns the outputs of the hook.
    pub(crate) fn outputs(&self, id: &str) -> Option<Value> {
        self.state(&format!("{id}.notify.json"))
    }

    pub(crate) fn is_owed(&self, id: &str) -> bool {
        self.path(&format!("state/deployed/{id}.owed")).exists()
    }

    fn state(&self, name: &str) -> Option<Value> {
        let text = fs::read_to_string(self.path("state/deployed").join(name)).ok()?;
        Some(json::parse(&text).unwrap())
    }

    /// Returns the signals: the names of the files of configs, and the outputs.
    pub(crate) fn signals(&self) -> Vec<(String, Value)> {
        let text = fs::read_to_string(self.path("signals")).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        let name = |path: &str| Path::new(path).file_name().unwrap().to_string_lossy().into_owned();
        lines.chunks(2).map(|pair| (name(pair[0]), json::parse(pair[1]).unwrap())).collect()
    }

    /// Returns the lines of a file that hooks write.
    pub(crate) fn lines(&self, name: &str) -> Vec<String> {
        let text = fs::read_to_string(self.path(name)).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// Waits until a program has written a file.
    pub(crate) fn wait_for(&self, name: &str) {
        wait_until(&format!("{name} is there"), || self.path(name).exists());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Hooks that wait for it would wait forever if the test has failed.
        let _ = fs::write(self.path("go"), "");
        // The folder of a failed test is kept: it helps to find the reason.
        if !std::thread::panicking() {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

pub(crate) fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let until = Instant::now() + Duration::from_secs(20);
    while !is_so() {
        assert!(Instant::now() < until, "timed out: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A process that is ended with the test, also if the test fails.
pub(crate) struct Started(Option<Child>);

impl Deref for Started {
    type Target = Child;

    fn deref(&self) -> &Child {
        self.0.as_ref().unwrap()
    }
}

impl DerefMut for Started {
    fn deref_mut(&mut self) -> &mut Child {
        self.0.as_mut().unwrap()
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

pub(crate) fn start(command: &mut Command) -> Started {
    start_with_log(command, Stdio::piped())
}

/// Starts a program whose log can be read by others.
pub(crate) fn start_with_log(command: &mut Command, log: impl Into<Stdio>) -> Started {
    Started(Some(command.stdout(Stdio::piped()).stderr(log).spawn().unwrap()))
}

pub(crate) fn end(command: &mut Command) -> Ended {
    ended(start(command))
}

pub(crate) fn ended(mut started: Started) -> Ended {
    let output = started.0.take().unwrap().wait_with_output().unwrap();
    Ended {
        code: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        log: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Ends a process that was left running.
pub(crate) fn kill(id: &str) {
    assert!(Command::new("kill").args(["-9", id.trim()]).status().unwrap().success());
}

pub(crate) fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}
