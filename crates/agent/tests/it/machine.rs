//! A machine that collects metadata: its folders, and the settings that its collector has.

use std::fs;
use std::path::{Path, PathBuf};

use heat_config::collect::{Collector, Options};
use heat_deployments::log::Level;

use crate::cloud::{Answer, Received, Server};

/// Folders of a server, and the lines of the log.
pub(crate) struct Machine {
    pub(crate) root: PathBuf,
    pub(crate) log: Vec<(Level, String)>,
}

impl Machine {
    pub(crate) fn new(name: &str) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("collect-{name}"));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(&root).unwrap();
        Self { root, log: Vec::new() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Returns a collector that only asks these sources, unless metadata say otherwise.
    pub(crate) fn collector(&self, sources: &[&str], options: &str) -> Collector {
        let collectors: Vec<_> = sources.iter().map(|name| format!("collectors = {name}")).collect();
        let collectors = collectors.join("\n");
        self.write("occ.conf", &format!("[DEFAULT]\n{collectors}\n{options}"));
        let mut given = Options::default();
        let mut set = |section: &str, name: &str, path: PathBuf| {
            given.set(section, name, vec![path.to_str().unwrap().to_owned()]);
        };
        set("DEFAULT", "cachedir", self.path("cache"));
        set("DEFAULT", "backup_cachedir", self.path("backup"));
        set("heat_local", "path", self.path("boot.json"));
        set("local", "path", self.path("local"));
        Collector::new(vec![self.path("occ.conf"), self.path("missing.conf")], given, self.path("run/list"))
    }

    /// Returns the problems that were logged.
    pub(crate) fn problems(&self) -> Vec<&str> {
        let problems = self.log.iter().filter(|(level, _)| *level >= Level::Warning);
        problems.map(|(_, line)| line.as_str()).collect()
    }
}

/// Returns the answer of `DescribeStackResource`, as Heat writes it.
pub(crate) fn described(metadata: &str) -> Answer {
    let escaped = metadata.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    Answer::ok(format!(
        "<DescribeStackResourceResponse><DescribeStackResourceResult><StackResourceDetail><StackId>arn</StackId>\
         <Metadata>{escaped}</Metadata><ResourceStatus>CREATE_COMPLETE</ResourceStatus></StackResourceDetail>\
         </DescribeStackResourceResult></DescribeStackResourceResponse>"
    ))
}

pub(crate) fn cfn(url: &str) -> String {
    format!(
        "[cfn]\nmetadata_url = {url}\nstack_name = web\naccess_key_id = 0123456789abcdef\n\
         secret_access_key = secret-key\npath = server.Metadata\n"
    )
}

pub(crate) const LIST: &str =
    r#"{"deployments": [{"id": "1", "name": "ü <&>", "group": "script", "config": "echo", "inputs": []}]}"#;
pub(crate) const WRITTEN: &str =
    r#"[{"id": "1", "name": "\u00fc <&>", "group": "script", "config": "echo", "inputs": []}]"#;

/// Starts a cloud with Keystone, whose first token expires at once.
pub(crate) fn keystone(mut rest: impl FnMut(&Received) -> Answer + Send + 'static) -> Server {
    let mut logins = 0;
    Server::start(move |request| {
        if request.target == "/v3/auth/tokens" {
            logins += 1;
            let here = format!("http://{}", request.header("host").unwrap());
            let catalog = format!(
                r#"{{"token": {{"catalog": [
                    {{"type": "orchestration", "endpoints": [{{"interface": "public", "url": "{here}/heat"}}]}},
                    {{"type": "messaging", "endpoints": [{{"interface": "public", "url": "{here}/zaqar/"}}]}}]}}}}"#
            );
            return Answer::Reply(201, vec![("x-subject-token", format!("token-{logins}"))], catalog);
        }
        let token = request.header("x-auth-token").map(str::to_owned);
        if token == Some(format!("token-{logins}")) { rest(request) } else { Answer::status(401) }
    })
}

/// Returns the settings of an account.
pub(crate) fn account(section: &str, server: &Server) -> String {
    let url = server.url("/v3");
    format!("[{section}]\nauth_url = {url}\nuser_id = u1\npassword = secret\nproject_id = p1\n")
}
