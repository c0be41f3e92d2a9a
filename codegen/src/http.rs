//! The HTTP for the preview: one GET or HEAD per connection, with a limit on everything that a client can use.
//!
//! Any page that is open in the developer's browser can send requests here, and so can every program on the machine. `httparse`
//! parses the requests; this module adds the limits. A client has a few seconds to send its head and to receive the response,
//! heads are limited to a few kilobytes, and the number of simultaneous connections is limited: if all are in use, the one that
//! has waited longest for its client's request is closed.
//!
//! A page of another site whose name resolves to this machine (DNS rebinding) could read the preview. Its requests have that
//! name as their host, so only requests for known hosts are answered: [`Hosts`].

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{IpAddr, Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The maximum size of a request's head in bytes.
const MAX_HEAD: usize = 16 << 10;

/// The maximum number of header fields of a request.
const MAX_FIELDS: usize = 64;

/// The maximum number of simultaneous connections.
const MAX_CONNECTIONS: usize = 64;

/// The time that a client has for its request, and for receiving the response. Tests use a long one, because nothing in them may
/// depend on it.
const TIMEOUT: Duration = Duration::from_secs(if cfg!(test) { 120 } else { 5 });

/// The known hosts of this server.
#[derive(Debug, Clone, Default)]
pub(super) struct Hosts {
    /// The address on which the server listens.
    pub(super) bound: Option<IpAddr>,
    /// Names that the user added.
    pub(super) names: Vec<String>,
}

/// A request that may be answered.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// `true` if only the head of the response is requested.
    pub(super) is_head: bool,
    /// The request target: a path, possibly with a query.
    pub(super) target: String,
}

/// A response.
#[derive(Debug)]
pub(super) struct Response {
    /// The response's status.
    pub(super) status: u16,
    /// The content type of the response's body.
    pub(super) content_type: &'static str,
    /// The response's body.
    pub(super) body: Cow<'static, [u8]>,
}

impl Response {
    /// Creates a response with a message.
    pub(super) fn words(status: u16, words: impl Into<String>) -> Self {
        let body = words.into() + "\n";
        Self { status, content_type: "text/plain; charset=utf-8", body: body.into_bytes().into() }
    }
}

impl Hosts {
    /// Returns whether a `Host` field names this server. An IP address cannot be redirected elsewhere, a name can.
    fn know(&self, field: &str) -> bool {
        let host = without_port(field);
        if let Ok(address) = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() {
            let is_bound = |bound: IpAddr| bound.is_unspecified() || bound == address;
            return address.is_loopback() || self.bound.is_some_and(is_bound);
        }
        let host = host.trim_end_matches('.');
        let is_localhost =
            host.eq_ignore_ascii_case("localhost") || host.to_ascii_lowercase().ends_with(".localhost");
        is_localhost || self.names.iter().any(|name| name.eq_ignore_ascii_case(host))
    }
}

/// A host without its port.
pub(super) fn without_port(field: &str) -> &str {
    match field.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !is_bare_v6(field) => host,
        _ => field,
    }
}

/// Returns whether a field is an IPv6 address without brackets, and therefore without a port.
fn is_bare_v6(field: &str) -> bool {
    !field.starts_with('[') && field.matches(':').count() > 1
}

/// Answers connections, each on its own thread, for as long as the program runs.
pub(super) fn serve(
    listener: &TcpListener,
    hosts: &Hosts,
    answer: &(impl Fn(&Request) -> Response + Clone + Send + 'static),
) {
    let slots = Arc::new(Slots::default());
    loop {
        let Ok((stream, _)) = listener.accept() else {
            // The process may be out of file descriptors, which is temporary.
            thread::sleep(Duration::from_millis(100));
            continue;
        };
        let slot = Slot::take(&slots, Arc::new(stream));
        let (hosts, answer) = (hosts.clone(), answer.clone());
        thread::spawn(move || {
            // A client that has disconnected needs no response.
            _ = connection(&slot, &hosts, &answer);
        });
    }
}

/// The slots for connections.
#[derive(Debug, Default)]
struct Slots {
    taken: Mutex<Taken>,
    left: Condvar,
}

/// The slots that are in use.
#[derive(Debug, Default)]
struct Taken {
    count: usize,
    /// The connections whose request is not complete, the oldest first.
    reading: VecDeque<Arc<TcpStream>>,
}

/// A slot for a connection, until it is dropped.
struct Slot {
    slots: Arc<Slots>,
    stream: Arc<TcpStream>,
}

impl Slots {
    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Slot {
    fn take(slots: &Arc<Slots>, stream: Arc<TcpStream>) -> Self {
        let mut taken = slots.lock();
        while taken.count >= MAX_CONNECTIONS {
            // Clients that send nothing must not keep out those that do.
            if let Some(oldest) = taken.reading.pop_front() {
                _ = oldest.shutdown(Shutdown::Both);
            }
            taken = slots.left.wait(taken).unwrap_or_else(PoisonError::into_inner);
        }
        taken.count += 1;
        taken.reading.push_back(Arc::clone(&stream));
        drop(taken);
        Self { slots: Arc::clone(slots), stream }
    }

    /// Marks the request as complete, or refused: from now on, the connection is not closed to make room.
    fn has_read(&self) {
        self.slots.lock().reading.retain(|reading| !Arc::ptr_eq(reading, &self.stream));
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.has_read();
        self.slots.lock().count -= 1;
        self.slots.left.notify_one();
    }
}

fn connection(slot: &Slot, hosts: &Hosts, answer: &impl Fn(&Request) -> Response) -> io::Result<()> {
    let mut stream = &*slot.stream;
    let request = read_request(stream, hosts)?;
    slot.has_read();
    let (is_head, response) = match request {
        Ok(request) => (request.is_head, answer(&request)),
        Err(refusal) => (false, refusal),
    };
    write_response(stream, is_head, &response)?;
    // Closing the connection with unread bytes would discard the response.
    stream.shutdown(Shutdown::Write)?;
    stream.set_read_timeout(Some(Duration::from_millis(200)))?;
    _ = io::copy(&mut Read::take(&mut stream, MAX_HEAD as u64), &mut io::sink());
    Ok(())
}

/// Reads a request, or returns the response if it is refused.
fn read_request(mut stream: &TcpStream, hosts: &Hosts) -> io::Result<Result<Request, Response>> {
    let deadline = Instant::now() + TIMEOUT;
    let mut head = Vec::with_capacity(1024);
    let mut chunk = [0; 1024];
    loop {
        if let Some(read) = parse(&head, hosts) {
            return Ok(read);
        }
        if head.len() >= MAX_HEAD {
            return Ok(Err(Response::words(431, "The request headers are too large.")));
        }
        // The time limit applies to the whole head, not to each byte of it.
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(Err(Response::words(408, "The request took too long.")));
        }
        stream.set_read_timeout(Some(left))?;
        match stream.read(&mut chunk) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(count) => head.extend_from_slice(&chunk[..count]),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Parses a head; `None` if it is incomplete.
fn parse(head: &[u8], hosts: &Hosts) -> Option<Result<Request, Response>> {
    let mut fields = [httparse::EMPTY_HEADER; MAX_FIELDS];
    let mut request = httparse::Request::new(&mut fields);
    match request.parse(head) {
        Ok(httparse::Status::Partial) => return None,
        Ok(httparse::Status::Complete(_)) => {}
        Err(httparse::Error::TooManyHeaders) => {
            return Some(Err(Response::words(431, "The request has too many headers.")));
        }
        Err(_) => return Some(Err(Response::words(400, "This is not an HTTP request."))),
    }
    let mut named = request.headers.iter().filter(|field| field.name.eq_ignore_ascii_case("host"));
    let host = named.next().and_then(|field| std::str::from_utf8(field.value).ok());
    let is_known = host.is_some_and(|host| hosts.know(host.trim())) && named.next().is_none();
    if !is_known {
        let words = "Unknown host. To allow a name, start `heat-codegen serve` with --host NAME.";
        return Some(Err(Response::words(421, words)));
    }
    let is_head = match request.method {
        Some("GET") => false,
        Some("HEAD") => true,
        _ => return Some(Err(Response::words(405, "Only GET and HEAD are supported."))),
    };
    Some(Ok(Request { is_head, target: request.path.unwrap_or("/").to_owned() }))
}

fn write_response(mut stream: &TcpStream, is_head: bool, response: &Response) -> io::Result<()> {
    let Response { status, content_type, body } = response;
    // Scripts of other sites cannot embed the preview either.
    let head = format!(
        "HTTP/1.1 {status} {}\r\nContent-Type: {content_type}\r\nContent-Length: {}\r\nCache-Control: no-store\r\n\
         X-Content-Type-Options: nosniff\r\nCross-Origin-Resource-Policy: same-origin\r\nConnection: close\r\n\r\n",
        reason(*status),
        body.len()
    );
    let deadline = Instant::now() + TIMEOUT;
    stream.set_write_timeout(Some(TIMEOUT))?;
    stream.write_all(head.as_bytes())?;
    for part in body.chunks(64 << 10).filter(|_| !is_head) {
        if Instant::now() > deadline {
            return Err(ErrorKind::TimedOut.into());
        }
        stream.write_all(part)?;
    }
    Ok(())
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        421 => "Misdirected Request",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use super::*;

    fn check_host(field: &str, expect: bool) {
        let names = vec!["docs.example.org".to_owned()];
        let hosts = Hosts { bound: "192.0.2.1".parse().ok(), names };
        assert_eq!(hosts.know(field), expect, "{field}");
    }

    #[test]
    fn only_known_hosts_are_answered() {
        for field in [
            "localhost:8080",
            "LOCALHOST",
            "a.localhost:1",
            "127.0.0.1:8080",
            "127.9.9.9",
            "[::1]:8080",
            "[::1]",
            "192.0.2.1:80",
            "docs.example.org",
            "Docs.Example.Org.:8080",
        ] {
            check_host(field, true);
        }
        for field in [
            "",
            ":8080",
            "evil.org",
            "evil.org:8080",
            "127.0.0.1.evil.org",
            "localhost.evil.org",
            "192.0.2.2",
            "[::2]",
            "evil-localhost",
            "docs.example.org.evil.org",
            "localhost:8080@evil.org",
            "0.0.0.0:8080",
            "127.1",
            "2130706433",
        ] {
            check_host(field, false);
        }
        let anywhere = Hosts { bound: "0.0.0.0".parse().ok(), names: Vec::new() };
        assert!(anywhere.know("192.0.2.7:8080") && !anywhere.know("evil.org"));
    }

    fn check(head: &str, expect: Result<&str, u16>) {
        let read = parse(head.as_bytes(), &Hosts::default()).unwrap();
        assert_eq!(
            read.map(|request| request.target).map_err(|refusal| refusal.status),
            expect.map(str::to_owned),
            "{head}"
        );
    }

    #[test]
    fn requests_are_read() {
        check("GET /a?b HTTP/1.1\r\nHost: localhost\r\n\r\n", Ok("/a?b"));
        check("POST / HTTP/1.1\r\nHost: localhost\r\n\r\n", Err(405));
        check("GET / HTTP/1.1\r\nHost: evil.org\r\n\r\n", Err(421));
        check("GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.org\r\n\r\n", Err(421));
        check("GET / HTTP/1.0\r\n\r\n", Err(421));
        check("\0\r\n\r\n", Err(400));
        check(&format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(MAX_FIELDS + 1)), Err(431));
        assert!(parse(b"GET / HTTP/1.1\r\nHost: localhost\r\n", &Hosts::default()).is_none());
    }

    /// A server that answers every request with its target.
    fn server() -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || {
            serve(&listener, &Hosts::default(), &|request: &Request| {
                Response::words(200, request.target.as_str())
            });
        });
        address
    }

    fn ask(address: SocketAddr, request: &[u8]) -> String {
        let mut stream = TcpStream::connect(address).unwrap();
        // The server may close the connection before everything is written.
        _ = stream.write_all(request);
        let mut answer = Vec::new();
        _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    const GOOD: &[u8] = b"GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n";

    #[test]
    fn heads_have_a_limit() {
        let address = server();
        let mut long = b"GET /x HTTP/1.1\r\nHost: localhost\r\nA: ".to_vec();
        long.resize(MAX_HEAD + 100, b'a');
        assert!(ask(address, &long).starts_with("HTTP/1.1 431 "));
        assert!(ask(address, GOOD).ends_with("\r\n\r\n/x\n"));
    }

    #[test]
    fn connections_without_a_request_do_not_delay_the_others() {
        let address = server();
        let idle = |half: &[u8]| {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.write_all(half).unwrap();
            stream
        };
        let halves = [&b""[..], b"GET /", b"GET /x HTTP/1.1\r\nHost: localhost\r\n"];
        let idle: Vec<_> = halves.iter().cycle().take(3 * MAX_CONNECTIONS).map(|half| idle(half)).collect();
        let began = Instant::now();
        for _ in 0..3 {
            assert!(ask(address, GOOD).ends_with("\r\n\r\n/x\n"), "with {} idle", idle.len());
        }
        assert!(began.elapsed() < TIMEOUT / 2, "no request waits until others are given up");
    }
}
