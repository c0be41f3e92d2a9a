//! The client against a service that answers as it should, slowly, too much, or something else.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

mod server;

use std::time::{Duration, Instant};

use heat_plugin::engine::ContextHost;
use heat_plugin::life_cycle::{
    ContextFacts, Endpoint, Failure, FailureKind, Interface, RequestContext, Token,
};
use heat_plugin::testing::Cloud;
use heat_plugin_openstack::{Answer, Client};
use serde_json::{Value, json};
use server::{AUTHORITY, CERTIFICATE, KEY, Reply, Server};

fn cloud(server: &Server) -> Cloud {
    Cloud::new().with_endpoint("identity", server.url.as_str())
}

/// The failure of a `GET` request that gets this reply.
fn failure(reply: Reply) -> Failure {
    let server = Server::start([reply]);
    asked(&cloud(&server)).unwrap_err()
}

fn asked(cloud: &Cloud) -> Result<Answer, Failure> {
    Client::new(cloud.context(), "identity").timeout(Duration::from_millis(700)).limit(5000).get("projects")
}

#[track_caller]
fn check(failure: &Failure, exception: &str, message: &str) {
    let text = failure.to_string();
    assert_eq!(failure.exception(), exception, "{text}");
    assert!(text.contains(message), "{text}");
    assert!(!format!("{failure:?}{text}").contains("token-"), "{failure:?}");
}

#[test]
fn a_request_is_that_of_the_user() {
    let server = Server::start([Reply::with_headers(201, &[("X-Id", "7")], r#"{"project": {"id": "p"}}"#)]);
    let cloud = cloud(&server);
    let client = Client::new(cloud.context(), "identity").version("v3").microversion("identity 1.2");
    let answer = client.post("projects", &json!({"project": {"name": "web"}})).unwrap();
    assert_eq!((answer.status, answer.header("x-id")), (201, Some("7")));
    assert_eq!(answer.json::<Value>().unwrap(), json!({"project": {"id": "p"}}));
    let got = &server.got()[0];
    assert_eq!(
        (got.line.as_str(), got.body.as_str()),
        ("POST /v3/projects", r#"{"project":{"name":"web"}}"#)
    );
    assert_eq!(got.header("X-Auth-Token"), Some("token-1"));
    assert_eq!(got.header("X-OpenStack-Request-ID"), Some("req-00000000-0000-4000-8000-000000000000"));
    assert_eq!(got.header("OpenStack-API-Version"), Some("identity 1.2"));
    assert_eq!(got.header("Content-Type"), Some("application/json"));
    assert!(got.header("User-Agent").unwrap().starts_with("heat-plugin-openstack/"));
    assert!(!format!("{client:?} {answer:?}").contains("token-1"));
}

#[test]
fn each_method_is_sent() {
    let server = Server::start((0..4).map(|_| Reply::status(204, "")));
    let cloud = cloud(&server);
    let client = Client::new(cloud.context(), "identity");
    client.put("a", &()).unwrap();
    client.patch("b", &json!({})).unwrap();
    client.delete("c").unwrap();
    client.get(&format!("{}/d?marker=1", server.url)).unwrap();
    let lines: Vec<String> =
        server.got().into_iter().map(|got| format!("{} {}", got.line, got.body)).collect();
    assert_eq!(lines, ["PUT /a ", "PATCH /b {}", "DELETE /c ", "GET /d?marker=1 "]);
    assert_eq!(server.got()[0].header("Content-Length"), Some("0"));
}

#[test]
fn a_refused_token_is_replaced_once() {
    let refused = || Reply::status(401, r#"{"error": {"message": "The request requires authentication."}}"#);
    let server = Server::start([refused(), Reply::status(200, "{}")]);
    asked(&cloud(&server)).unwrap();
    assert_eq!(server.tokens(), ["token-1", "token-2"]);

    let server = Server::start([refused(), refused(), refused()]);
    let failure = asked(&cloud(&server)).unwrap_err();
    check(&failure, "Unauthorized", "The request requires authentication. (HTTP 401)");
    assert_eq!(server.tokens(), ["token-1", "token-2"]);

    let server = Server::start([refused(), refused()]);
    let failure = asked(&cloud(&server).without_renewal()).unwrap_err();
    check(&failure, "Unauthorized", "The request requires authentication. (HTTP 401)");
    assert_eq!(server.tokens(), ["token-1"]);
}

#[test]
fn refusals_are_in_heats_terms() {
    let gone = failure(Reply::with_headers(
        404,
        &[("x-openstack-request-id", "req-1")],
        r#"{"error": {"code": 404, "message": "Could not find project: p."}}"#,
    ));
    check(&gone, "NotFound", "Could not find project: p. (HTTP 404) (Request-ID: req-1)");
    assert_eq!(gone.kind, FailureKind::Gone);
    let conflict = failure(Reply::status(409, r#"{"NeutronError": {"message": "It is in use."}}"#));
    check(&conflict, "Conflict", "It is in use. (HTTP 409)");
    assert_eq!(conflict.kind, FailureKind::Conflict);
    let forbidden = failure(Reply::status(403, "<html><body><h1>No.</h1></body></html>"));
    check(&forbidden, "Forbidden", "No. (HTTP 403)");
    assert_eq!(forbidden.kind, FailureKind::Failed);
}

#[test]
fn answers_that_are_slow_end() {
    let began = Instant::now();
    let silent = failure(Reply::Waits(Duration::from_secs(5)));
    check(&silent, "ConnectTimeout", "The service identity at http://127.0.0.1:");
    check(&silent, "ConnectTimeout", "did not answer in time.");
    let slow = format!("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{}", "x".repeat(500));
    check(&failure(Reply::Slowly(slow.into_bytes())), "ConnectTimeout", "did not answer in time.");
    assert!(began.elapsed() < Duration::from_secs(4));
}

#[test]
fn answers_that_are_cut_or_wrong_are_failures() {
    let cut = "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{\"a\":";
    check(&failure(Reply::Bytes(cut.into())), "ConnectFailure", "cannot be reached");
    check(&failure(Reply::Closes), "ConnectFailure", "cannot be reached");
    check(&failure(Reply::Bytes(b"SSH-2.0-OpenSSH_9.2\r\n\r\n".to_vec())), "Error", "is not HTTP");
    let head = format!("HTTP/1.1 200 OK\r\nX: {}\r\n\r\n", "x".repeat(100_000));
    check(&failure(Reply::Bytes(head.into_bytes())), "Error", "headers that are too long");
}

#[test]
fn answers_that_are_huge_are_not_read() {
    check(&failure(Reply::Endless), "Error", "answered more than 5000 bytes");
    check(&failure(Reply::status(200, &"x".repeat(5001))), "Error", "answered more than 5000 bytes");
    let refusal = failure(Reply::status(400, &"x".repeat(1_000_000)));
    assert_eq!(refusal.message.chars().count(), 1000 + "… (HTTP 400)".chars().count());
}

#[test]
fn an_answer_with_another_form_is_not_quoted() {
    let server =
        Server::start([Reply::status(200, r#"{"password": "secret"}"#), Reply::status(200, "secret")]);
    let cloud = cloud(&server);
    let wrong = asked(&cloud).unwrap().json::<Vec<String>>().unwrap_err().to_string();
    assert_eq!(
        wrong,
        "The answer of the service identity has another form than expected (line 1, column 0)."
    );
    let no_json = asked(&cloud).unwrap().json::<Value>().unwrap_err().to_string();
    assert_eq!(no_json, "The answer of the service identity is not JSON (line 1, column 1).");
}

#[test]
fn redirects_stay_at_the_service() {
    let elsewhere = Server::start([]);
    let to = |target: &str| Reply::with_headers(302, &[("Location", target)], "");
    check(&failure(to(&elsewhere.url)), "ConnectFailure", "redirects to another service");
    check(&failure(to("//[")), "ConnectFailure", "redirects to another service");
    assert!(elsewhere.got().is_empty());

    let server = Server::start([to("/v3/projects"), Reply::status(200, "{}")]);
    asked(&cloud(&server)).unwrap();
    assert_eq!(server.got()[1].line, "GET /v3/projects");

    let server = Server::start((0..20).map(|_| to("/again")));
    check(&asked(&cloud(&server)).unwrap_err(), "ConnectFailure", "redirects again and again");
    let server = Server::start([to("/v3/projects")]);
    let cloud = cloud(&server);
    let posted = Client::new(cloud.context(), "identity").post("projects", &()).unwrap_err();
    check(&posted, "ConnectFailure", "redirects a request that changes something");
}

/// A cloud whose endpoint is to be asked again.
struct Persistent(Endpoint);

impl ContextHost for Persistent {
    fn context_facts(&self) -> Result<ContextFacts, Failure> {
        Err(Failure::failed("Keystone is down."))
    }

    fn token(&self, _: bool) -> Result<Option<Token>, Failure> {
        Ok(Some(Token::new("token-1")))
    }

    fn endpoint(&self, _: &str, _: Interface) -> Result<Endpoint, Failure> {
        Ok(self.0.clone())
    }
}

#[test]
fn a_connection_that_fails_is_tried_again() {
    let server = Server::start([Reply::Closes, Reply::status(200, "{}")]);
    let host = Persistent(Endpoint::new(server.url.as_str()));
    Client::new(RequestContext::new(&host), "identity").get("projects").unwrap();
    assert_eq!(server.got().len(), 2);
    assert_eq!(server.got()[0].header("X-OpenStack-Request-ID"), None);

    // Nobody knows whether the service has created it.
    let server = Server::start([Reply::Closes, Reply::status(200, "{}")]);
    let host = Persistent(Endpoint::new(server.url.as_str()));
    let posted = Client::new(RequestContext::new(&host), "identity").post("projects", &()).unwrap_err();
    check(&posted, "ConnectFailure", "cannot be reached");
    assert_eq!(server.got().len(), 1);

    let nobody = Persistent(Endpoint::new("http://127.0.0.1:1"));
    let began = Instant::now();
    let refused = Client::new(RequestContext::new(&nobody), "identity").post("projects", &()).unwrap_err();
    check(&refused, "ConnectFailure", "cannot be reached: connection refused");
    assert!(began.elapsed() >= Duration::from_millis(1500));
}

#[test]
fn what_the_engine_cannot_find_is_its_failure() {
    let cloud = Cloud::new();
    check(&asked(&cloud).unwrap_err(), "EndpointNotFound", "no endpoint");
    let server = Server::start([]);
    let cloud = self::cloud(&server);
    cloud.set_outage(Some(Failure::failed("Keystone is down.").with_exception("ConnectFailure")));
    check(&asked(&cloud).unwrap_err(), "ConnectFailure", "Keystone is down.");
    assert!(server.got().is_empty());
}

#[test]
fn certificates_are_those_of_heat() {
    let replies = || Reply::status(200, "{}");
    let server = Server::start_encrypted([replies(), replies(), replies(), replies()]);
    let with = |change: fn(&mut Endpoint)| {
        let mut endpoint = Endpoint::new(server.url.as_str());
        change(&mut endpoint);
        let host = Persistent(endpoint);
        Client::new(RequestContext::new(&host), "identity").get("projects").map(|answer| answer.status)
    };
    let authority: fn(&mut Endpoint) = |endpoint| endpoint.ca_file = Some(AUTHORITY.to_owned());
    assert_eq!(with(authority).unwrap(), 200);
    assert_eq!(with(|endpoint| endpoint.insecure = true).unwrap(), 200);
    let known = with(|endpoint| {
        endpoint.ca_file = Some(AUTHORITY.to_owned());
        endpoint.cert_file = Some(CERTIFICATE.to_owned());
        endpoint.key_file = Some(KEY.to_owned());
    });
    assert_eq!(known.unwrap(), 200);
    let unknown = with(|endpoint| endpoint.ca_file = Some(CERTIFICATE.to_owned())).unwrap_err();
    check(&unknown, "SSLError", "cannot be trusted: invalid peer certificate");
}

#[test]
fn connections_that_cannot_be_made_are_explained() {
    let with = |change: fn(&mut Endpoint), url: &str| {
        let mut endpoint = Endpoint::new(url);
        endpoint.connect_retries = 0;
        change(&mut endpoint);
        let host = Persistent(endpoint);
        Client::new(RequestContext::new(&host), "identity").get("projects").unwrap_err()
    };
    let server = Server::start([Reply::status(200, "{}")]);
    let encrypted = server.url.replace("http:", "https:");
    check(&with(|endpoint| endpoint.insecure = true, &encrypted), "SSLError", "cannot be trusted");
    let no_file = with(|endpoint| endpoint.ca_file = Some("/no/such.pem".to_owned()), &encrypted);
    check(&no_file, "SSLError", "/no/such.pem");
    let no_key = with(
        |endpoint| {
            endpoint.insecure = true;
            endpoint.cert_file = Some("/no/such.pem".to_owned());
        },
        &encrypted,
    );
    check(&no_key, "SSLError", "/no/such.pem cannot be read");
    let proxy =
        with(|endpoint| endpoint.proxy = Some("http://user:secret@127.0.0.1:1".to_owned()), &server.url);
    check(&proxy, "ConnectFailure", "cannot be reached");
    assert!(!proxy.to_string().contains("secret"));
    let socks = with(|endpoint| endpoint.proxy = Some("secret://x y".to_owned()), &server.url);
    check(&socks, "ConnectFailure", "proxy");
    assert!(!socks.to_string().contains("secret"));
}
