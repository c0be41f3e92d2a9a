//! Collecting: the requests to each source, and the results of its answers.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::sync::{Arc, Mutex};

use heat_model::{Value, json};

use crate::cloud::{Answer, Received, Server};
use crate::machine::{LIST, Machine, WRITTEN, account, cfn, described, keystone};
use crate::server::mode;

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
fn heats_api_gives_the_list_and_a_token_is_kept() {
    let mut machine = Machine::new("heat");
    let mut count = 0;
    let server = keystone(move |_| {
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
    let server = keystone(move |request| {
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

#[test]
fn messages_are_taken_out_in_order_if_they_cannot_be_deleted_by_name() {
    let mut machine = Machine::new("pop");
    let server = keystone(|request| match request.method.as_str() {
        "GET" => Answer::ok(format!(
            r#"{{"messages": [{{"id": "1", "body": {{}}}}, {{"id": "2", "body": {LIST}}}]}}"#
        )),
        _ => Answer::status(if request.target.contains("ids=") { 400 } else { 200 }),
    });
    let options = format!("{}queue_id = q\n", account("zaqar", &server));
    machine.collector(&["zaqar"], &options).poll(&mut machine.log);
    let lines = server.lines();
    let expect = ["DELETE /zaqar/v2/queues/q/messages?ids=1,2", "DELETE /zaqar/v2/queues/q/messages?pop=2"];
    assert_eq!(lines[lines.len() - 2..], expect);
    assert_eq!((machine.read("run/list").as_str(), machine.problems()), (WRITTEN, vec![]));
}

#[test]
fn the_boot_can_leave_the_url_alone() {
    let mut machine = Machine::new("hint");
    let server = Server::with([described(LIST)]);
    for url in [server.url(""), server.url("/v1"), server.url("/v1/\n")] {
        machine.write("hint", &url);
        let hint = format!("heat_metadata_hint = {}", machine.path("hint").display());
        let options = cfn("").replace("metadata_url = ", &hint);
        machine.collector(&["cfn"], &options).poll(&mut machine.log);
    }
    assert_eq!(server.lines().len(), 3);
    assert!(server.lines().iter().all(|line| line.starts_with("GET /v1/?")), "{:?}", server.lines());
    assert_eq!(machine.problems(), Vec::<&str>::new());
}
