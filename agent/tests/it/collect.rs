//! Collecting: from the data of the boot to the list of deployments, by each transport, whatever the servers answer.

use std::cell::RefCell;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use heat_config::collect::{Applied, Apply, Collector, Options, Polling, Settings};
use heat_config::log::{Level, Log};
use heat_model::{Value, json};

use crate::cloud::{Answer, Received, Server};

/// A server's folders, and the lines of the log.
struct Machine {
    root: PathBuf,
    log: Vec<(Level, String)>,
}

impl Machine {
    fn new(name: &str) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("collect-{name}"));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(&root).unwrap();
        Self { root, log: Vec::new() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// A collector that only asks these sources, unless metadata say otherwise.
    fn collector(&self, sources: &[&str], options: &str) -> Collector {
        let collectors: String = sources.iter().map(|name| format!("collectors = {name}\n")).collect();
        self.write("occ.conf", &format!("[DEFAULT]\n{collectors}{options}"));
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

    /// What was logged as a problem.
    fn problems(&self) -> Vec<&str> {
        let problems = self.log.iter().filter(|(level, _)| *level >= Level::Warning);
        problems.map(|(_, line)| line.as_str()).collect()
    }
}

/// Remembers how often it was called, and succeeds as it is told.
#[derive(Default)]
struct Recorder {
    calls: Vec<Vec<PathBuf>>,
    results: Vec<Applied>,
    is_waiting: bool,
}

impl Apply for Recorder {
    fn apply(&mut self, files: &[PathBuf], _: &Settings, _: &mut dyn Log) -> Applied {
        self.calls.push(files.to_vec());
        self.results.pop().unwrap_or(Applied::Done)
    }

    fn is_waiting(&self) -> bool {
        self.is_waiting
    }
}

/// The answer of `DescribeStackResource`, as Heat writes it.
fn described(metadata: &str) -> Answer {
    let escaped = metadata.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    Answer::ok(format!(
        "<DescribeStackResourceResponse><DescribeStackResourceResult><StackResourceDetail><StackId>arn</StackId>\
         <Metadata>{escaped}</Metadata><ResourceStatus>CREATE_COMPLETE</ResourceStatus></StackResourceDetail>\
         </DescribeStackResourceResult></DescribeStackResourceResponse>"
    ))
}

fn cfn(url: &str) -> String {
    format!(
        "[cfn]\nmetadata_url = {url}\nstack_name = web\naccess_key_id = 0123456789abcdef\n\
         secret_access_key = secret-key\npath = server.Metadata\n"
    )
}

const LIST: &str =
    r#"{"deployments": [{"id": "1", "name": "ü <&>", "group": "script", "config": "echo", "inputs": []}]}"#;
const WRITTEN: &str =
    r#"[{"id": "1", "name": "\u00fc <&>", "group": "script", "config": "echo", "inputs": []}]"#;

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

#[test]
fn the_cloudformation_api_gives_the_list() {
    let mut machine = Machine::new("cfn");
    let server = Server::with([described(LIST)]);
    let mut collector = machine.collector(&["cfn"], &cfn(&server.url("/v1/")));
    let poll = collector.poll(&mut machine.log);
    assert_eq!((poll.changed, machine.problems()), (vec!["cfn".to_owned()], vec![]));
    assert_eq!(machine.read("run/list"), WRITTEN);

    let [request] = &server.requests()[..] else { panic!("not one request") };
    assert_eq!(request.method, "GET");
    let (path, query) = request.target.split_once('?').unwrap();
    assert_eq!(path, "/v1/");
    let (query, signature) = query.rsplit_once("&Signature=").unwrap();
    let expect = "AWSAccessKeyId=0123456789abcdef&Action=DescribeStackResource&LogicalResourceId=server&\
                  SignatureMethod=HmacSHA256&SignatureVersion=2&StackName=web";
    assert_eq!(query, expect);
    assert!(signature.ends_with("%3D"), "{signature}");

    assert_eq!(machine.read("cache/cfn.json"), machine.read("cache/cfn.json.orig"));
    assert_eq!(machine.read("cache/cfn.json"), machine.read("backup/cfn.json"));
    let list = format!("[\"{}\"]", machine.path("cache/cfn.json").display());
    assert_eq!(machine.read("cache/os_config_files.json"), list);
    for file in
        ["cache/cfn.json", "cache/cfn.json.orig", "cache/os_config_files.json", "backup/cfn.json", "run/list"]
    {
        assert_eq!(mode(&machine.path(file)), 0o600, "{file}");
    }
    for folder in ["cache", "backup", "run"] {
        assert_eq!(mode(&machine.path(folder)), 0o700, "{folder}");
    }
}

#[test]
fn the_list_is_written_only_if_it_changed() {
    let mut machine = Machine::new("unchanged");
    let other = LIST.replace("echo", "date");
    let server = Server::with([described(LIST), described(LIST), described(&other)]);
    let mut collector = machine.collector(&["cfn"], &cfn(&server.url("/v1/")));
    collector.poll(&mut machine.log);
    let inode = |machine: &Machine| {
        std::os::unix::fs::MetadataExt::ino(&fs::metadata(machine.path("run/list")).unwrap())
    };
    let first = inode(&machine);
    collector.poll(&mut machine.log);
    assert_eq!(inode(&machine), first);
    // Somebody made it readable.
    fs::set_permissions(machine.path("run/list"), fs::Permissions::from_mode(0o644)).unwrap();
    collector.poll(&mut machine.log);
    assert_ne!(inode(&machine), first);
    assert_eq!(mode(&machine.path("run/list")), 0o600);
    assert_eq!(machine.read("run/list"), WRITTEN.replace("echo", "date"));
}

#[test]
fn parts_of_fields_and_several_paths_are_merged() {
    let mut machine = Machine::new("paths");
    let server = Server::start(|request| {
        let one = request.target.contains("LogicalResourceId=one");
        described(if one { r#"{"a": {"b": {"deployments": [], "x": 1}}}"# } else { r#"{"x": 2}"# })
    });
    let options =
        cfn(&server.url("/v1/")).replace("server.Metadata", "one.Metadata.a.b\npath = two.Metadata");
    let mut collector = machine.collector(&["cfn"], &options);
    collector.poll(&mut machine.log);
    assert_eq!(machine.problems(), Vec::<&str>::new());
    assert_eq!(machine.read("cache/cfn.json"), "{\n \"deployments\": [],\n \"x\": 2\n}");
    // Each request has a signature of its own: os-collect-config signs the second one wrongly.
    let signature = |request: &Received| request.target.rsplit_once("&Signature=").unwrap().1.to_owned();
    let again = signature(&server.requests()[1]);
    let options = cfn(&server.url("/v1/")).replace("server.Metadata", "two.Metadata");
    machine.collector(&["cfn"], &options).poll(&mut machine.log);
    assert_eq!(signature(&server.requests()[2]), again);
}

#[test]
fn the_boot_leads_to_the_source_that_heat_prepared() {
    let mut machine = Machine::new("boot");
    let server = Server::with([described(LIST)]);
    let boot = format!(
        r#"{{"os-collect-config": {{"collectors": ["cfn", "local"], "cfn": {{"metadata_url": "{}",
            "access_key_id": "key", "secret_access_key": "secret", "stack_name": "web", "path": "server.Metadata"}}}},
            "deployments": []}}"#,
        server.url("/v1/")
    );
    machine.write("boot.json", &boot);
    let mut collector = machine.collector(&["heat_local", "cfn", "heat", "request", "local", "zaqar"], "");
    let mut recorder = Recorder::default();
    let code = collector.collect(Polling::Once, &mut recorder, &mut |_| panic!("a pause"), &mut machine.log);
    assert_eq!((code, recorder.calls), (0, vec![vec![machine.path("cache/cfn.json")]]));
    assert_eq!(machine.read("run/list"), WRITTEN);
    assert_eq!(machine.read("cache/cfn.json.last"), machine.read("cache/cfn.json"));
    assert_eq!(machine.problems(), Vec::<&str>::new());

    // Without the data of the boot, another process goes on from the cache. But this metadata names no settings.
    fs::remove_file(machine.path("boot.json")).unwrap();
    let mut collector = machine.collector(&["heat_local", "cfn"], "");
    collector.collect(Polling::Once, &mut Recorder::default(), &mut |_| {}, &mut machine.log);
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn settings_are_taken_over_from_the_cache() {
    let mut machine = Machine::new("restart");
    let server = Server::start(|request| {
        let here = format!("http://{}/v1/", request.header("host").unwrap());
        described(&format!(
            r#"{{"os-collect-config": {{"collectors": ["cfn"], "cfn": {{"metadata_url": "{here}", "access_key_id": "key",
                "secret_access_key": "secret", "stack_name": "web", "path": "server.Metadata"}}}}, "deployments": []}}"#
        ))
    });
    machine.collector(&["cfn"], &cfn(&server.url("/v1/"))).poll(&mut machine.log);
    let mut collector = machine.collector(&["heat_local"], "");
    let mut recorder = Recorder::default();
    collector.collect(Polling::Once, &mut recorder, &mut |_| {}, &mut machine.log);
    assert!(server.lines().last().unwrap().contains("AWSAccessKeyId=key&"), "{:?}", server.lines());
    assert_eq!(recorder.calls, [[machine.path("cache/cfn.json")]]);
}

#[test]
fn heat_turns_off_a_transport_and_names_another() {
    let mut machine = Machine::new("transport");
    let other = Server::with([Answer::Reply(200, vec![], LIST.to_owned())]);
    let metadata = format!(
        r#"{{"os-collect-config": {{"collectors": ["request"], "cfn": {{"metadata_url": null, "path": null}},
            "request": {{"metadata_url": "{}"}}}}, "deployments": [{{"id": "old", "name": "old"}}]}}"#,
        other.url("/object?temp_url_sig=secret")
    );
    let first = Server::with([described(&metadata)]);
    let mut collector = machine.collector(&["cfn"], &cfn(&first.url("/v1/")));
    let code = collector.collect(Polling::Once, &mut Recorder::default(), &mut |_| {}, &mut machine.log);
    assert_eq!(code, 0);
    assert_eq!(other.lines(), ["GET /object?temp_url_sig=secret"]);
    assert_eq!(machine.read("run/list"), WRITTEN);
    collector.poll(&mut machine.log);
    assert_eq!((first.requests().len(), other.requests().len()), (1, 2));
}

#[test]
fn whatever_a_server_answers_polling_goes_on() {
    let mut machine = Machine::new("hostile");
    let deep = format!("{{\"a\": {}1{}}}", "[".repeat(10_000), "]".repeat(10_000));
    let bad = vec![
        Answer::status(500),
        Answer::status(403),
        Answer::Raw(b"\xff\xfe\0".to_vec()),
        Answer::Raw(Vec::new()),
        Answer::redirect(302, "http://evil.example/v1/"),
        Answer::Reply(302, vec![], String::new()),
        Answer::ok(""),
        Answer::ok("<html>"),
        Answer::ok("<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>"),
        Answer::Raw(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n\xff\xff".to_vec()),
        described(""),
        described("secret"),
        described("[1]"),
        described("null"),
        described(&deep),
    ];
    let count = bad.len();
    let answers = [described(LIST)].into_iter().chain(bad).chain([described(&LIST.replace("echo", "date"))]);
    let server = Server::with(answers);
    let mut collector = machine.collector(&["cfn"], &cfn(&server.url("/v1/")));
    for _ in 0..=count {
        collector.poll(&mut machine.log);
        assert_eq!(machine.read("run/list"), WRITTEN);
    }
    let problems: Vec<String> = machine.problems().into_iter().map(str::to_owned).collect();
    assert!(problems.len() > count / 2, "{problems:#?}");
    assert!(
        problems.iter().all(|line| line.starts_with("cfn: ") && !line.contains("secret")),
        "{problems:#?}"
    );
    let poll = collector.poll(&mut machine.log);
    assert_eq!(poll.changed, ["cfn"]);
    assert_eq!(machine.log.last().unwrap().1, "cfn: available again");
    assert_eq!(machine.read("run/list"), WRITTEN.replace("echo", "date"));
}

#[test]
fn strange_metadata_leave_the_list_as_it_is() {
    let mut machine = Machine::new("strange");
    let strange =
        [r#"{"deployments": {"a": 1}}"#, r#"{"deployments": null}"#, r#"{"deployments": "x"}"#, "{}"];
    let strange = strange.into_iter().chain([r#"{"os-collect-config": [1], "deployments": 1}"#]);
    let server = Server::with([LIST].into_iter().chain(strange).map(described));
    let mut collector = machine.collector(&["cfn"], &cfn(&server.url("/v1/")));
    for _ in 0..6 {
        collector.poll(&mut machine.log);
        assert_eq!(machine.read("run/list"), WRITTEN);
    }
    assert!(machine.problems().contains(&"metadata: the deployments are a string instead of a list"));
}

#[test]
fn a_server_that_never_answers_is_given_up() {
    let mut machine = Machine::new("silent");
    let server = Server::with([Answer::Silence, described(LIST)]);
    let mut collector = machine.collector(&["cfn"], &format!("{}timeout = 0.1\n", cfn(&server.url("/v1/"))));
    collector.poll(&mut machine.log);
    assert_eq!(machine.problems(), [format!("cfn: {}: no complete answer in time", server.url(""))]);
    collector.poll(&mut machine.log);
    assert_eq!(machine.read("run/list"), WRITTEN);
}

/// A cloud with Keystone, whose first token expires at once.
fn cloud(mut rest: impl FnMut(&Received) -> Answer + Send + 'static) -> Server {
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
        if token != Some(format!("token-{logins}")) { Answer::status(401) } else { rest(request) }
    })
}

fn account(section: &str, server: &Server) -> String {
    let url = server.url("/v3");
    format!("[{section}]\nauth_url = {url}\nuser_id = u1\npassword = secret\nproject_id = p1\n")
}

#[test]
fn heats_api_gives_the_list_and_a_token_is_kept() {
    let mut machine = Machine::new("heat");
    let mut count = 0;
    let server = cloud(move |_| {
        count += 1;
        match count {
            1 | 2 | 4 => Answer::ok(format!(r#"{{"metadata": {LIST}}}"#)),
            3 => Answer::status(401),
            _ => Answer::ok(r#"{"metadata": null}"#),
        }
    });
    let options = format!("{}stack_id = web/0b1c\nresource_name = ser ver\n", account("heat", &server));
    let mut collector = machine.collector(&["heat"], &options);
    for _ in 0..3 {
        collector.poll(&mut machine.log);
    }
    assert_eq!(machine.read("run/list"), WRITTEN);
    let (login, get) = ("POST /v3/auth/tokens", "GET /heat/stacks/web/0b1c/resources/ser%20ver/metadata");
    assert_eq!(server.lines(), [login, get, get, get, login, get]);
    assert_eq!(machine.problems(), Vec::<&str>::new());
    collector.poll(&mut machine.log);
    assert_eq!(machine.problems(), ["heat: the metadata of the resource is null instead of a map"]);
    assert_eq!(machine.read("run/list"), WRITTEN);
}

#[test]
fn a_temporary_url_is_read_again_only_if_it_changed() {
    let mut machine = Machine::new("request");
    let dated = |etag: &str, date: &str, body: &str| {
        let headers =
            vec![("etag", etag.to_owned()), ("last-modified", format!("Wed, 25 Nov 2026 {date} GMT"))];
        Answer::Reply(200, headers, body.to_owned())
    };
    let newer = LIST.replace("echo", "date");
    let server = Server::with([
        dated("\"1\"", "04:00:00", LIST),
        Answer::status(304),
        // A second change within a second.
        dated("\"2\"", "04:00:00", &newer),
        // A copy that is not up to date.
        dated("\"1\"", "03:59:59", LIST),
        Answer::ok("secret"),
    ]);
    let options = format!("[request]\nmetadata_url = {}\n", server.url("/object?temp_url_sig=secret"));
    let mut collector = machine.collector(&["request"], &options);
    let lists: Vec<String> = (0..5)
        .map(|_| {
            collector.poll(&mut machine.log);
            machine.read("run/list")
        })
        .collect();
    let changed = WRITTEN.replace("echo", "date");
    assert_eq!(lists, [WRITTEN, WRITTEN, &changed, &changed, &changed]);
    let tags: Vec<_> =
        server.requests().iter().map(|request| request.header("if-none-match").map(str::to_owned)).collect();
    let tag = |text: &str| Some(text.to_owned());
    assert_eq!(tags, [None, tag("\"1\""), tag("\"1\""), tag("\"2\""), tag("\"2\"")]);
    let expect = [
        "request: the object is older than the one that was read last",
        "request: the object is not valid JSON (line 1, column 1)",
    ];
    assert_eq!(machine.problems(), expect);
}

#[test]
fn the_newest_message_of_a_queue_counts_and_is_taken_out_when_it_is_kept() {
    let mut machine = Machine::new("zaqar");
    let cache = machine.path("cache/zaqar.json");
    let kept = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&kept);
    let mut reads = 0;
    let server = cloud(move |request| {
        if request.method == "DELETE" {
            seen.lock().unwrap().push(fs::read_to_string(&cache).unwrap_or_default());
            return Answer::status(204);
        }
        reads += 1;
        match reads {
            1 => Answer::ok(format!(
                r#"{{"messages": [{{"id": "m1", "body": {{"deployments": []}}}},
                    {{"href": "/v2/queues/q/messages/m2?x", "body": {LIST}}}, {{"id": "m3", "body": "text"}}]}}"#
            )),
            2 => Answer::ok(r#"{"messages": []}"#),
            3 => Answer::status(204),
            _ => Answer::ok("[]"),
        }
    });
    let options = format!("{}queue_id = q/1\n", account("zaqar", &server));
    let mut collector = machine.collector(&["zaqar"], &options);
    for _ in 0..3 {
        collector.poll(&mut machine.log);
        assert_eq!(machine.read("run/list"), WRITTEN);
    }
    let get = "GET /zaqar/v2/queues/q%2F1/messages?limit=10&echo=true&include_claimed=true";
    let delete = "DELETE /zaqar/v2/queues/q%2F1/messages?ids=m1,m2,m3";
    assert_eq!(server.lines(), ["POST /v3/auth/tokens", get, delete, get, get]);
    assert_eq!(*kept.lock().unwrap(), [machine.read("cache/zaqar.json")]);
    assert_eq!(machine.problems(), Vec::<&str>::new());
    collector.poll(&mut machine.log);
    assert_eq!(machine.problems(), ["zaqar: Zaqar's answer is not a list of messages"]);
}

#[test]
fn the_metadata_service_is_read_once() {
    let mut machine = Machine::new("ec2");
    let server = Server::start(|request| match request.target.as_str() {
        "/latest/meta-data/" => Answer::ok("instance-id\nplacement/\npublic-keys/\n"),
        "/latest/meta-data/placement/" => Answer::ok("availability-zone"),
        "/latest/meta-data/public-keys/" => Answer::ok("0=my-key"),
        "/latest/meta-data/public-keys/0/" => Answer::ok("openssh-key"),
        path => Answer::ok(path.rsplit('/').next().unwrap()),
    });
    let options = format!("[ec2]\nmetadata_url = {}\n", server.url("/latest/meta-data"));
    machine.collector(&["ec2"], &options).poll(&mut machine.log);
    let count = server.requests().len();
    machine.collector(&["ec2"], &options).poll(&mut machine.log);
    assert_eq!(server.requests().len(), count);
    let found = json::parse(&machine.read("cache/ec2.json")).unwrap();
    let expect = r#"{"instance-id": "instance-id", "placement": {"availability-zone": "availability-zone"},
        "public-keys": {"0": {"openssh-key": "openssh-key"}}}"#;
    assert_eq!(found.to_string(), json::parse(expect).unwrap().to_string());
}

#[test]
fn a_metadata_service_without_end_is_left() {
    let mut machine = Machine::new("endless");
    let server =
        Server::start(|request| Answer::ok(if request.target.ends_with('/') { "a/\na/\na/" } else { "" }));
    let options = format!("[ec2]\nmetadata_url = {}\n", server.url("/m"));
    machine.collector(&["ec2"], &options).poll(&mut machine.log);
    assert!(server.requests().len() <= 1001, "{}", server.requests().len());
}

#[test]
fn local_files_are_read_in_order_unless_others_can_write_them() {
    let mut machine = Machine::new("local");
    fs::create_dir(machine.path("local")).unwrap();
    machine.write("local/b", r#"{"deployments": [2]}"#);
    machine.write("local/a", r#"{"deployments": [1], "x": 1}"#);
    machine.write("local/.hidden", "secret");
    machine.write("local/cfn", "{}");
    let mut collector = machine.collector(&["local"], "");
    let poll = collector.poll(&mut machine.log);
    let files = ["cache/a.json", "cache/b.json", "cache/cfn-2.json"].map(|name| machine.path(name));
    assert_eq!(poll.files, files);
    assert_eq!(machine.read("run/list"), "[2]");
    assert_eq!(machine.problems(), Vec::<&str>::new());

    fs::set_permissions(machine.path("local/a"), fs::Permissions::from_mode(0o666)).unwrap();
    collector.poll(&mut machine.log);
    let expect = format!("local: {} can be written by everybody", machine.path("local/a").display());
    assert_eq!(machine.problems(), [expect]);
    assert_eq!(machine.read("run/list"), "[2]");
}

#[test]
fn names_of_deployments_stay_in_the_cache() {
    let mut machine = Machine::new("names");
    let metadata = r#"{"deployments": [
        {"name": "../../escaped", "group": "os-apply-config", "config": {"a": 1}},
        {"name": "cfn", "group": "os-apply-config", "config": {"deployments": [7]}},
        {"name": "os_config_files", "group": "os-apply-config", "config": {"b": 1}}]}"#;
    let server = Server::with([described(metadata)]);
    let poll = machine.collector(&["cfn"], &cfn(&server.url("/v1/"))).poll(&mut machine.log);
    let names = ["cfn", "%2E.%2F..%2Fescaped", "cfn-2", "os_config_files-2"];
    assert_eq!(poll.files, names.map(|name| machine.path(&format!("cache/{name}.json"))));
    assert!(poll.files.iter().all(|file| file.is_file()));
    // As with os-apply-config, the config of a deployment for it is merged with the rest.
    assert_eq!(machine.read("run/list"), "[7]");
}

#[test]
fn pauses_grow_until_something_changes() {
    let mut machine = Machine::new("pauses");
    let changed = LIST.replace("echo", "date");
    let mut answers = vec![described(LIST); 8];
    answers.push(described(&changed));
    let server = Server::with(answers);
    let mut collector = machine.collector(&["cfn"], &cfn(&server.url("/v1/")));
    let pauses = RefCell::new(Vec::new());
    let stop = std::panic::AssertUnwindSafe(|| {
        collector.collect(
            Polling::Forever,
            &mut Recorder::default(),
            &mut |pause: Duration| {
                pauses.borrow_mut().push(pause.as_secs());
                if pauses.borrow().len() == 11 {
                    std::panic::resume_unwind(Box::new("enough"));
                }
            },
            &mut machine.log,
        )
    });
    assert!(std::panic::catch_unwind(stop).is_err());
    assert_eq!(pauses.into_inner(), [1, 2, 4, 8, 16, 30, 30, 30, 1, 2, 4]);
}

/// Collects until there were so many pauses.
fn collect_for(
    collector: &mut Collector,
    recorder: &mut Recorder,
    log: &mut dyn Log,
    polls: usize,
) -> Vec<u64> {
    let pauses = RefCell::new(Vec::new());
    let stop = std::panic::AssertUnwindSafe(|| {
        let mut sleep = |pause: Duration| {
            pauses.borrow_mut().push(pause.as_secs());
            if pauses.borrow().len() == polls {
                std::panic::resume_unwind(Box::new("enough"));
            }
        };
        collector.collect(Polling::Forever, recorder, &mut sleep, log)
    });
    assert!(std::panic::catch_unwind(stop).is_err());
    pauses.into_inner()
}

#[test]
fn what_was_not_applied_is_applied_again_with_growing_pauses() {
    let mut machine = Machine::new("failed");
    let server = Server::with([described(LIST)]);
    let mut collector = machine.collector(&["cfn"], &cfn(&server.url("/v1/")));
    let mut recorder = Recorder { results: vec![Applied::Failed(3); 3], ..Recorder::default() };
    let pauses = collect_for(&mut collector, &mut recorder, &mut machine.log, 6);
    assert_eq!((recorder.calls.len(), pauses), (4, vec![1, 2, 4, 1, 2, 4]));
    assert_eq!(machine.read("cache/cfn.json.last"), machine.read("cache/cfn.json"));
}

#[test]
fn signals_that_are_owed_are_tried_at_each_poll() {
    let mut machine = Machine::new("owed");
    let server = Server::with([described(LIST)]);
    let mut collector = machine.collector(&["cfn"], &cfn(&server.url("/v1/")));
    let mut recorder = Recorder { is_waiting: true, ..Recorder::default() };
    let pauses = collect_for(&mut collector, &mut recorder, &mut machine.log, 4);
    assert_eq!((recorder.calls.len(), pauses), (4, vec![1, 2, 4, 8]));
}

#[test]
fn one_time_returns_the_exit_code() {
    let mut machine = Machine::new("once");
    let server = Server::with([described(LIST)]);
    let mut collector = machine.collector(&["cfn"], &cfn(&server.url("/v1/")));
    let mut recorder = Recorder { results: vec![Applied::Failed(7)], ..Recorder::default() };
    let code = collector.collect(Polling::Once, &mut recorder, &mut |_| panic!("a pause"), &mut machine.log);
    assert_eq!(code, 7);
    assert!(!machine.path("cache/cfn.json.last").exists());
}

#[test]
fn settings_are_read_again_from_their_file() {
    let mut machine = Machine::new("settings");
    let (one, other) = (Server::with([described(LIST)]), Server::with([described(LIST)]));
    let mut collector = machine.collector(&["cfn"], &cfn(&one.url("/v1/")));
    collector.poll(&mut machine.log);
    machine.write(
        "occ.conf",
        &format!("[DEFAULT]\ncollectors = cfn\ncollectors = docker\n{}", cfn(&other.url("/v1/"))),
    );
    collector.poll(&mut machine.log);
    collector.poll(&mut machine.log);
    assert_eq!((one.requests().len(), other.requests().len()), (1, 2));
    assert_eq!(machine.problems(), ["settings: there is no collector `docker`"]);
}

#[test]
fn printing_keeps_nothing() {
    let mut machine = Machine::new("print");
    let server = Server::with([described(r#"{"a": [1], "ü": {}}"#)]);
    let mut collector = machine.collector(&["cfn", "heat_local"], &cfn(&server.url("/v1/")));
    let text = collector.print(&mut machine.log);
    assert_eq!(text, "{\n \"cfn\": {\n  \"a\": [\n   1\n  ],\n  \"\\u00fc\": {}\n }\n}");
    assert!(!machine.path("cache").exists() && !machine.path("run").exists());
}

#[test]
fn a_full_disk_does_not_stop_polling() {
    let mut machine = Machine::new("full");
    // Files where folders should be: nothing can be written.
    machine.write("cache", "");
    machine.write("run", "");
    let server = Server::with([described(LIST)]);
    let mut collector = machine.collector(&["cfn"], &cfn(&server.url("/v1/")));
    let poll = collector.poll(&mut machine.log);
    assert!(poll.changed.is_empty());
    let problems = machine.problems();
    assert!(problems.iter().any(|line| line.starts_with("cfn: cannot be kept in the cache")), "{problems:?}");
    assert!(
        problems.iter().any(|line| line.starts_with("the list of deployments cannot be written")),
        "{problems:?}"
    );
    fs::remove_file(machine.path("cache")).unwrap();
    fs::remove_file(machine.path("run")).unwrap();
    assert_eq!(collector.poll(&mut machine.log).changed, ["cfn"]);
    assert_eq!(machine.read("run/list"), WRITTEN);
}

#[test]
fn values_keep_their_types() {
    let mut machine = Machine::new("types");
    let text =
        r#"{"deployments": [{"big": 123456789012345678901234567890, "float": 1e16, "nan": NaN, "t": true}]}"#;
    let server = Server::with([described(text)]);
    machine.collector(&["cfn"], &cfn(&server.url("/v1/"))).poll(&mut machine.log);
    let expect = r#"[{"big": 123456789012345678901234567890, "float": 1e+16, "nan": NaN, "t": true}]"#;
    assert_eq!(machine.read("run/list"), expect);
    assert!(matches!(json::parse(&machine.read("cache/cfn.json")), Ok(Value::Map(_))));
}
