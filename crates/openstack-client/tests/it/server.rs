//! A service for tests, which answers connections one after the other with prepared answers, and records the requests.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// The certificate of the service, its key, and the authority that has signed it: those of another crate's tests.
pub(crate) const CERTIFICATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../agent/tests/it/tls/server.pem");
pub(crate) const KEY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../agent/tests/it/tls/server.key");
pub(crate) const AUTHORITY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../agent/tests/it/tls/ca.pem");

/// Behaviour of the service on a connection.
#[derive(Debug, Clone)]
pub(crate) enum Reply {
    /// Reads the request and sends these bytes.
    Bytes(Vec<u8>),
    /// Reads the request, and sends these bytes slowly, one after the other.
    Slowly(Vec<u8>),
    /// Closes the connection after it has read the request.
    Closes,
    /// Reads the request, and waits.
    Waits(Duration),
    /// Sends a head, and then a body without end.
    Endless,
}

impl Reply {
    pub(crate) fn status(status: u16, body: &str) -> Self {
        Self::with_headers(status, &[], body)
    }

    pub(crate) fn with_headers(status: u16, headers: &[(&str, &str)], body: &str) -> Self {
        let headers: Vec<String> =
            headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let headers = headers.concat();
        let length = body.len();
        Self::Bytes(
            format!(
                "HTTP/1.1 {status} X\r\nContent-Length: {length}\r\nConnection: close\r\n{headers}\r\n{body}"
            )
            .into_bytes(),
        )
    }
}

/// A request that the service got.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Got {
    pub(crate) line: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Got {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

/// A running service.
pub(crate) struct Server {
    pub(crate) url: String,
    got: Arc<Mutex<Vec<Got>>>,
}

impl Server {
    /// Starts a service that answers each request with the next reply; after the last one, it closes connections.
    pub(crate) fn start(replies: impl IntoIterator<Item = Reply>) -> Self {
        Self::serving(replies, None)
    }

    /// Starts a service with TLS, whose certificate is signed by [`AUTHORITY`].
    pub(crate) fn start_encrypted(replies: impl IntoIterator<Item = Reply>) -> Self {
        let certificate = CertificateDer::from_pem_file(CERTIFICATE).unwrap();
        let key = PrivateKeyDer::from_pem_file(KEY).unwrap();
        let config =
            rustls::ServerConfig::builder_with_provider(rustls::crypto::ring::default_provider().into())
                .with_safe_default_protocol_versions()
                .unwrap()
                .with_no_client_auth()
                .with_single_cert(vec![certificate], key)
                .unwrap();
        Self::serving(replies, Some(config.into()))
    }

    fn serving(replies: impl IntoIterator<Item = Reply>, tls: Option<Arc<rustls::ServerConfig>>) -> Self {
        let mut replies: VecDeque<Reply> = replies.into_iter().collect();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let scheme = if tls.is_some() { "https" } else { "http" };
        let url = format!("{scheme}://{}", listener.local_addr().unwrap());
        let got = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&got);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let reply = replies.pop_front().unwrap_or(Reply::Closes);
                _ = match &tls {
                    None => serve(&mut stream, reply, &seen),
                    Some(config) => {
                        let connection = rustls::ServerConnection::new(Arc::clone(config)).unwrap();
                        serve(&mut rustls::StreamOwned::new(connection, stream), reply, &seen)
                    }
                };
            }
        });
        Self { url, got }
    }

    pub(crate) fn got(&self) -> Vec<Got> {
        self.got.lock().unwrap().clone()
    }

    /// The tokens of the requests.
    pub(crate) fn tokens(&self) -> Vec<String> {
        let got = self.got();
        got.iter().map(|got| got.header("X-Auth-Token").unwrap_or_default().to_owned()).collect()
    }
}

fn serve(stream: &mut (impl Read + Write), reply: Reply, seen: &Mutex<Vec<Got>>) -> std::io::Result<()> {
    let Ok(got) = read(stream) else {
        // What speaks TLS gets an answer that is none.
        return stream.write_all(b"HTTP/1.1 400 X\r\n\r\n");
    };
    seen.lock().unwrap().push(got);
    match reply {
        Reply::Bytes(bytes) => stream.write_all(&bytes),
        Reply::Slowly(bytes) => bytes.iter().try_for_each(|byte| {
            thread::sleep(Duration::from_millis(20));
            stream.write_all(&[*byte])
        }),
        Reply::Closes => Ok(()),
        Reply::Waits(time) => {
            thread::sleep(time);
            Ok(())
        }
        Reply::Endless => {
            stream.write_all(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")?;
            loop {
                stream.write_all(b"400\r\n")?;
                stream.write_all(&[b'x'; 0x400])?;
                stream.write_all(b"\r\n")?;
            }
        }
    }
}

fn read(stream: &mut impl Read) -> std::io::Result<Got> {
    let mut bytes = Vec::new();
    let mut part = [0; 4096];
    loop {
        let count = stream.read(&mut part)?;
        bytes.extend_from_slice(&part[..count]);
        let mut headers = [httparse::EMPTY_HEADER; 32];
        let mut request = httparse::Request::new(&mut headers);
        let parsed = request.parse(&bytes).map_err(std::io::Error::other)?;
        let length = request.headers.iter().find(|header| header.name.eq_ignore_ascii_case("content-length"));
        let length: usize =
            length.map_or(0, |header| std::str::from_utf8(header.value).unwrap().parse().unwrap());
        if let httparse::Status::Complete(head) = parsed
            && bytes.len() >= head + length
        {
            let headers = request
                .headers
                .iter()
                .map(|header| (header.name.to_owned(), String::from_utf8_lossy(header.value).into_owned()));
            return Ok(Got {
                line: format!("{} {}", request.method.unwrap(), request.path.unwrap()),
                headers: headers.collect(),
                body: String::from_utf8_lossy(&bytes[head..]).into_owned(),
            });
        }
        if count == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
    }
}
