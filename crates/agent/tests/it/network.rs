//! Signals: transports, repetition, refusals, and secrecy.

use std::cell::RefCell;
use std::path::Path;
use std::time::{Duration, Instant};

use heat_config::network::{Client, ClientOptions, Request, Retry, Signaller};
use heat_deployments::run::{Notification, Notifier, NotifyError};
use heat_deployments::signal::Outputs;
use heat_model::{Value, json};

use crate::cloud::{Answer, Received, Server};

/// Options for a server that answers.
fn options() -> ClientOptions {
    ClientOptions::default()
}

/// Options for a server that does not answer.
fn impatient() -> ClientOptions {
    ClientOptions { total: Duration::from_millis(500), ..ClientOptions::default() }
}

/// Signals with these inputs. Also returns the pauses between attempts in milliseconds.
fn signal_outputs(
    inputs: &[(&str, &str)],
    outputs: &Outputs,
    options: ClientOptions,
) -> (Result<(), NotifyError>, Vec<u128>) {
    let inputs = inputs.iter().map(|(name, value)| ((*name).to_owned(), Value::from(*value))).collect();
    let pauses = RefCell::new(Vec::new());
    let sleep = Box::new(|pause: Duration| pauses.borrow_mut().push(pause.as_millis()));
    let mut signaller = Signaller::new(options, Retry::default(), sleep);
    let result =
        signaller.notify(&Notification { config_file: Path::new("c.json"), inputs: &inputs, outputs });
    drop(signaller);
    (result, pauses.into_inner())
}

fn signal(inputs: &[(&str, &str)]) -> (Result<(), NotifyError>, Vec<u128>) {
    signal_with(inputs, options())
}

fn signal_with(inputs: &[(&str, &str)], options: ClientOptions) -> (Result<(), NotifyError>, Vec<u128>) {
    signal_outputs(inputs, &Outputs::from([("deploy_status_code".to_owned(), Value::from(0))]), options)
}

fn message(result: Result<(), NotifyError>) -> String {
    result.unwrap_err().to_string()
}

const PATH: &str = "/v1/signal/arn%3Aopenstack%3Aheat?Timestamp=now&Signature=secret%2F%3D";

#[test]
fn a_signed_url_gets_the_outputs_as_json() {
    for (verb, expect) in [(None, "POST"), (Some("POST"), "POST"), (Some("PUT"), "PUT")] {
        let server = Server::with([Answer::status(200)]);
        let url = server.url(PATH);
        let mut inputs = vec![("deploy_signal_id", url.as_str())];
        inputs.extend(verb.map(|verb| ("deploy_signal_verb", verb)));
        assert_eq!(signal(&inputs), (Ok(()), vec![]));
        let [request] = &server.requests()[..] else { panic!("not one request") };
        assert_eq!(request.line(), format!("{expect} {PATH}"));
        assert_eq!(request.header("content-type"), Some("application/json"));
        assert_eq!(request.body, r#"{"deploy_status_code": 0}"#);
    }
}

#[test]
fn no_signal_is_wanted() {
    assert_eq!(signal(&[]), (Ok(()), vec![]));
    assert_eq!(
        signal(&[("deploy_signal_id", ""), ("deploy_signal_transport", "NO_SIGNAL")]),
        (Ok(()), vec![])
    );
}

#[test]
fn failures_of_the_server_are_repeated() {
    let failures = [500, 502, 503, 504, 429, 408].map(Answer::status);
    let server = Server::with(failures.into_iter().chain([Answer::status(200)]));
    let (result, pauses) = signal(&[("deploy_signal_id", &server.url(PATH))]);
    assert_eq!(result, Ok(()));
    assert_eq!(pauses, [500, 1000, 2000, 4000, 8000, 16000]);
    assert_eq!(server.lines(), vec![format!("POST {PATH}"); 7]);
}

#[test]
fn a_server_that_only_fails_is_left_alone_after_ten_attempts() {
    let server = Server::with([Answer::status(500)]);
    let (result, pauses) = signal(&[("deploy_signal_id", &server.url(PATH))]);
    let expect = format!("{} answered 500 Internal Server Error (10 attempts)", server.url(""));
    assert_eq!(result, Err(NotifyError::Unavailable(expect)));
    assert_eq!((server.requests().len(), pauses.len()), (10, 9));
}

#[test]
fn a_server_says_how_long_to_wait() {
    let busy = Answer::Reply(503, vec![("retry-after", "7".to_owned())], String::new());
    let server = Server::with([busy, Answer::status(200)]);
    assert_eq!(signal(&[("deploy_signal_id", &server.url(PATH))]), (Ok(()), vec![7000]));
}

#[test]
fn a_refusal_is_not_repeated_at_once() {
    for status in [400, 401, 403, 404, 413] {
        let server = Server::with([Answer::Reply(status, vec![], "Signature=secret".to_owned())]);
        let (result, pauses) = signal(&[("deploy_signal_id", &server.url(PATH))]);
        assert!(matches!(result, Err(NotifyError::Refused(_))), "{status}: {result:?}");
        assert!(pauses.is_empty());
        let message = message(result);
        assert!(message.contains(&format!("answered {status}")) && !message.contains("secret"), "{message}");
    }
}

#[test]
fn a_server_that_never_answers_is_given_up() {
    let server = Server::with([Answer::Silence, Answer::status(200)]);
    let start = Instant::now();
    assert_eq!(signal_with(&[("deploy_signal_id", &server.url(PATH))], impatient()), (Ok(()), vec![500]));
    assert!(start.elapsed() >= Duration::from_millis(500));
}

#[test]
fn nonsense_is_not_an_answer() {
    for bytes in [&b""[..], b"\0\xff\xfe", b"HTTP/1.1 banana\r\n\r\n", b"HTTP/1.1 200 OK\r\nx"] {
        let server = Server::with([Answer::Raw(bytes.to_vec()), Answer::status(200)]);
        assert_eq!(signal(&[("deploy_signal_id", &server.url(PATH))]), (Ok(()), vec![500]), "{bytes:?}");
    }
}

#[test]
fn what_follows_the_status_code_of_a_signal_does_not_matter() {
    let mut endless = b"HTTP/1.1 200 OK\r\n\r\n".to_vec();
    endless.resize(20 << 20, b'x');
    let cut = b"HTTP/1.1 202 Accepted\r\ncontent-length: 99\r\n\r\nx".to_vec();
    for bytes in [endless, cut] {
        let server = Server::with([Answer::Raw(bytes)]);
        assert_eq!(signal(&[("deploy_signal_id", &server.url(PATH))]), (Ok(()), vec![]));
        assert_eq!(server.requests().len(), 1);
    }
}

#[test]
fn nobody_listens() {
    // A port that was free a moment ago.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let (result, pauses) = signal(&[("deploy_signal_id", &format!("http://127.0.0.1:{port}{PATH}"))]);
    assert_eq!(pauses.len(), 9);
    assert_eq!(message(result), format!("http://127.0.0.1:{port}: connection refused (10 attempts)"));
}

#[test]
fn an_invalid_url_is_not_quoted() {
    for url in ["Signature=secret", "file:///secret", "http:///secret", "http://[secret", "http://h:x/secret"]
    {
        let (result, pauses) = signal(&[("deploy_signal_id", url)]);
        assert!(matches!(&result, Err(NotifyError::Refused(text)) if !text.contains("secret")), "{result:?}");
        assert!(pauses.is_empty());
    }
}

#[test]
fn a_redirect_within_the_server_repeats_the_signal() {
    for status in [301, 302, 307, 308] {
        let server = Server::with([Answer::redirect(status, "/there?Signature=secret"), Answer::status(200)]);
        assert_eq!(signal(&[("deploy_signal_id", &server.url(PATH))]).0, Ok(()));
        let requests = server.requests();
        assert_eq!(requests[1].line(), "POST /there?Signature=secret");
        assert_eq!(requests[1].body, r#"{"deploy_status_code": 0}"#);
    }
}

#[test]
fn a_redirect_elsewhere_is_not_followed() {
    let elsewhere = Server::with([Answer::status(200)]);
    let port = elsewhere.url("").rsplit(':').next().unwrap().to_owned();
    for target in
        [elsewhere.url(PATH), format!("http://localhost:{port}{PATH}"), format!("//evil.example{PATH}")]
    {
        let server = Server::with([Answer::redirect(307, target.as_str())]);
        let (result, pauses) = signal(&[("deploy_signal_id", &server.url(PATH))]);
        assert!(matches!(&result, Err(NotifyError::Refused(_))) && pauses.is_empty(), "{target}: {result:?}");
        let message = message(result);
        assert!(message.contains("is not followed") && !message.contains("secret"), "{message}");
    }
    assert_eq!(elsewhere.lines(), Vec::<String>::new());
}

#[test]
fn other_redirects_accept_no_signal() {
    for (answer, expect) in [
        (Answer::redirect(303, "/there"), "answered 303"),
        (Answer::redirect(300, "/there"), "answered 300"),
        (Answer::status(302), "without saying where to go"),
        (Answer::redirect(302, "there"), "not a complete URL"),
        (Answer::redirect(302, PATH), "redirects more than 5 times"),
    ] {
        let server = Server::with([answer]);
        let (result, pauses) = signal(&[("deploy_signal_id", &server.url(PATH))]);
        assert!(pauses.is_empty(), "{result:?}");
        let message = message(result);
        assert!(message.contains(expect), "{message}");
    }
}

#[test]
fn an_answer_without_end_is_cut_off() {
    let mut endless = b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n".to_vec();
    endless.resize(2 << 20, b'x');
    let server = Server::with([Answer::Raw(endless)]);
    let failure = Client::new(options()).send(Request::get(&server.url("/"), &[], 1000)).unwrap_err();
    assert_eq!(failure.message, format!("{}: the answer is longer than 1000 bytes", server.url("")));
}

#[test]
fn an_answer_that_only_drips_is_given_up() {
    let head = b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n".to_vec();
    let mut slow_body = head.clone();
    slow_body.resize(1000, b'x');
    let mut slow_head = b"HTTP/1.1 200 OK\r\nx: ".to_vec();
    slow_head.resize(1000, b'x');
    for bytes in [slow_head, slow_body] {
        let server = Server::with([Answer::Drip(bytes)]);
        let failure = Client::new(impatient()).send(Request::get(&server.url("/"), &[], 10_000)).unwrap_err();
        assert_eq!(failure.message, format!("{}: no complete answer in time", server.url("")));
    }
}

#[test]
fn headers_without_end_are_cut_off() {
    let line = format!("x: {}\r\n", "y".repeat(1000));
    let answer = |count| {
        let bytes =
            format!("HTTP/1.1 200 OK\r\ncontent-length: 1\r\n{}\r\nz", line.repeat(count)).into_bytes();
        Server::with([Answer::Raw(bytes)])
    };
    let server = answer(25);
    assert_eq!(Client::new(options()).send(Request::get(&server.url("/"), &[], 1)).unwrap().body, b"z");
    let server = answer(50);
    let failure = Client::new(options()).send(Request::get(&server.url("/"), &[], 10_000)).unwrap_err();
    assert_eq!(failure.message, format!("{}: the headers of the answer are too long", server.url("")));
}

#[test]
fn certificates_are_checked() {
    let server = Server::secure(|_| Answer::ok("signed"));
    let url = server.secure_url("/");
    let authority = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/tls/ca.pem");
    let trusting = Client::new(ClientOptions { certificates: Some(authority), ..options() });
    assert_eq!(trusting.send(Request::get(&url, &[], 100)).unwrap().body, b"signed");

    let failure = Client::new(options()).send(Request::get(&url, &[], 100)).unwrap_err();
    let known = ["TLS failed", "the system has no certificates"];
    assert!(known.iter().any(|text| failure.message.contains(text)), "{failure}");

    let problem = |path: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        let client = Client::new(ClientOptions { certificates: Some(path), ..options() });
        client.send(Request::get(&url, &[], 100)).unwrap_err().message
    };
    assert!(problem("Cargo.toml").ends_with("Cargo.toml contains no certificate"));
    assert!(problem("missing.pem").contains("missing.pem: "), "{}", problem("missing.pem"));
}

/// Starts a cloud with Keystone, in which the function answers all other requests.
fn cloud(mut rest: impl FnMut(&Received) -> Answer + Send + 'static) -> Server {
    Server::start(move |request| {
        if request.target != "/v3/auth/tokens" {
            return rest(request);
        }
        let expect = concat!(
            r#"{"auth": {"identity": {"methods": ["password"], "password": {"user": "#,
            r#"{"id": "u1", "password": "secret"}}}, "scope": {"project": {"id": "p1"}}}}"#
        );
        if request.method != "POST" || request.body != expect {
            return Answer::status(401);
        }
        let here = format!("http://{}", request.header("host").unwrap());
        let catalog = format!(
            r#"{{"token": {{"catalog": [{{"type": "orchestration", "endpoints": [
                {{"interface": "public", "region_id": "one", "url": "{here}/heat/v1/p1"}},
                {{"interface": "public", "region_id": "two", "url": "{here}/two"}}]}},
                {{"type": "messaging", "endpoints": [{{"interface": "public", "region": "one", "url": "{here}"}}]}}]}}}}"#
        );
        Answer::Reply(201, vec![("x-subject-token", "token-1".to_owned())], catalog)
    })
}

fn with_account<'a>(url: &'a str, more: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let mut inputs = vec![
        ("deploy_auth_url", url),
        ("deploy_user_id", "u1"),
        ("deploy_password", "secret"),
        ("deploy_project_id", "p1"),
        ("deploy_stack_id", "stack ü/0b1c"),
        ("deploy_resource_name", "dep loy"),
        ("deploy_region_name", "one"),
    ];
    inputs.retain(|(name, _)| more.iter().all(|(other, _)| other != name));
    inputs.extend(more.iter().copied());
    inputs
}

#[test]
fn heats_api_gets_the_outputs() {
    let server = cloud(|_| Answer::status(200));
    for url in [server.url("/v3"), server.url("/v2.0/"), server.url("")] {
        assert_eq!(signal(&with_account(&url, &[])), (Ok(()), vec![]));
    }
    let requests = server.requests();
    let path = "/heat/v1/p1/stacks/stack%20%C3%BC/0b1c/resources/dep%20loy/signal";
    assert_eq!(requests[1].line(), format!("POST {path}"));
    assert_eq!(requests[1].header("x-auth-token"), Some("token-1"));
    assert_eq!(requests[1].body, r#"{"deploy_status_code": 0}"#);
}

#[test]
fn the_region_decides() {
    let server = cloud(|_| Answer::status(200));
    assert_eq!(signal(&with_account(&server.url("/v3"), &[("deploy_region_name", "two")])).0, Ok(()));
    assert!(server.lines()[1].starts_with("POST /two/stacks/"));
    let (result, pauses) = signal(&with_account(&server.url("/v3"), &[("deploy_region_name", "three")]));
    let expect = "Keystone's catalog has no public endpoint of type orchestration in the region three";
    assert_eq!((message(result), pauses), (expect.to_owned(), vec![]));
}

#[test]
fn a_wrong_password_is_not_repeated_nor_shown() {
    let server = cloud(|_| Answer::status(200));
    let (result, pauses) = signal(&with_account(&server.url("/v3"), &[("deploy_password", "wrong-secret")]));
    assert!(pauses.is_empty());
    assert_eq!(message(result), format!("{} answered 401 Unauthorized", server.url("")));
}

#[test]
fn an_incomplete_account_is_reported() {
    let (result, _) = signal(&with_account("http://127.0.0.1:1", &[("deploy_user_id", "")]));
    assert_eq!(result, Err(NotifyError::Refused("the input deploy_user_id has no value".to_owned())));
}

#[test]
fn a_queue_gets_a_message() {
    let server = cloud(|_| Answer::status(201));
    let inputs = [("deploy_queue_id", "signals/ü")];
    assert_eq!(signal(&with_account(&server.url("/v3"), &inputs)), (Ok(()), vec![]));
    let requests = server.requests();
    assert_eq!(requests[1].line(), "POST /v2/queues/signals%2F%C3%BC/messages");
    assert_eq!(requests[1].header("x-auth-token"), Some("token-1"));
    assert_eq!(requests[1].header("x-project-id"), Some("p1"));
    assert!(requests[1].header("client-id").is_some_and(|id| id.len() == 36));
    assert_eq!(requests[1].body, r#"{"messages": [{"ttl": 600, "body": {"deploy_status_code": 0}}]}"#);
}

#[test]
fn a_queue_that_refuses_long_messages_gets_a_shorter_one() {
    let server = cloud(|request| Answer::status(if request.body.len() > 262_144 { 400 } else { 201 }));
    let outputs = Outputs::from([
        ("deploy_stdout".to_owned(), Value::from("ü".repeat(500_000))),
        ("deploy_status_code".to_owned(), Value::from(3)),
    ]);
    let url = server.url("/v3");
    let (result, pauses) =
        signal_outputs(&with_account(&url, &[("deploy_queue_id", "q")]), &outputs, options());
    assert_eq!((result, pauses), (Ok(()), vec![]));
    let sent = json::parse(&server.requests().last().unwrap().body).unwrap();
    let body = sent.get("messages").and_then(|messages| messages.get(0)?.get("body")).unwrap();
    assert_eq!(body.get("deploy_status_code").and_then(Value::as_i64), Some(3));
    assert!(body.get("deploy_stdout").and_then(Value::as_str).is_some_and(|text| text.len() > 80_000));
}
