//! A server on this machine with the answers of a test, which records the requests.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// A request that was received.
#[derive(Debug, Clone)]
pub(crate) struct Received {
    pub(crate) method: String,
    /// The path with the query.
    pub(crate) target: String,
    headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Received {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// Returns method and path, for comparisons.
    pub(crate) fn line(&self) -> String {
        format!("{} {}", self.method, self.target)
    }
}

/// Reaction of the server to a request.
#[derive(Debug, Clone)]
pub(crate) enum Answer {
    /// Answers: a status code, headers and a body.
    Reply(u16, Vec<(&'static str, String)>, String),
    /// Sends exactly these bytes, and closes the connection.
    Raw(Vec<u8>),
    /// Sends these bytes one by one, slowly.
    Drip(Vec<u8>),
    /// Keeps the connection open without an answer.
    Silence,
}

impl Answer {
    pub(crate) fn status(status: u16) -> Self {
        Self::Reply(status, Vec::new(), String::new())
    }

    pub(crate) fn ok(body: impl Into<String>) -> Self {
        Self::Reply(200, Vec::new(), body.into())
    }

    pub(crate) fn redirect(status: u16, to: impl Into<String>) -> Self {
        Self::Reply(status, vec![("location", to.into())], String::new())
    }
}

/// A server that lives as long as the test.
pub(crate) struct Server {
    address: SocketAddr,
    requests: Arc<Mutex<Vec<Received>>>,
}

/// A connection, encrypted or not.
trait Connection: Read + Write + Send {}
impl<T: Read + Write + Send> Connection for T {}

impl Server {
    /// Starts a server that answers each request with the result of the function.
    pub(crate) fn start(answer: impl FnMut(&Received) -> Answer + Send + 'static) -> Self {
        Self::listen(|stream| Some(Box::new(stream)), answer)
    }

    /// Starts a server with these answers in order, the last one for all further requests.
    pub(crate) fn with(answers: impl IntoIterator<Item = Answer>) -> Self {
        let mut answers: Vec<Answer> = answers.into_iter().collect();
        answers.reverse();
        Self::start(move |_| if answers.len() > 1 { answers.pop().unwrap() } else { answers[0].clone() })
    }

    /// Starts a server with TLS. Its certificate is signed by `tls/ca.pem`.
    pub(crate) fn secure(answer: impl FnMut(&Received) -> Answer + Send + 'static) -> Self {
        use rustls::pki_types::pem::PemObject;
        use rustls::pki_types::{CertificateDer, PrivateKeyDer};
        let certificate = CertificateDer::from_pem_slice(include_bytes!("tls/server.pem")).unwrap();
        let key = PrivateKeyDer::from_pem_slice(include_bytes!("tls/server.key")).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = rustls::ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate], key)
            .unwrap();
        let config = Arc::new(config);
        let wrap = move |stream| {
            let connection = rustls::ServerConnection::new(config.clone()).unwrap();
            Some(Box::new(rustls::StreamOwned::new(connection, stream)) as Box<dyn Connection>)
        };
        Self::listen(wrap, answer)
    }

    fn listen(
        wrap: impl Fn(TcpStream) -> Option<Box<dyn Connection>> + Send + 'static,
        mut answer: impl FnMut(&Received) -> Answer + Send + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&requests);
        thread::spawn(move || {
            let mut silent = Vec::new();
            for stream in listener.incoming() {
                let Some(mut stream) = stream.ok().and_then(&wrap) else { continue };
                // A client that does not trust the certificate sends nothing.
                let Some(received) = receive(&mut *stream) else { continue };
                let answer = answer(&received);
                kept.lock().unwrap().push(received);
                let bytes = match answer {
                    Answer::Silence => {
                        silent.push(stream);
                        continue;
                    }
                    Answer::Drip(bytes) => {
                        drip(&mut *stream, &bytes);
                        continue;
                    }
                    Answer::Raw(bytes) => bytes,
                    Answer::Reply(status, headers, body) => {
                        let mut text = format!("HTTP/1.1 {status} Some reason\r\nconnection: close\r\n");
                        for (name, value) in headers {
                            text = format!("{text}{name}: {value}\r\n");
                        }
                        format!("{text}content-length: {}\r\n\r\n{body}", body.len()).into_bytes()
                    }
                };
                // The client may have closed the connection.
                let _ = stream.write_all(&bytes).and_then(|()| stream.flush());
            }
        });
        Self { address, requests }
    }

    /// Returns the URL of a path.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Returns the URL of a path of a server with TLS.
    pub(crate) fn secure_url(&self, path: &str) -> String {
        format!("https://{}{path}", self.address)
    }

    /// Returns the requests received so far.
    pub(crate) fn requests(&self) -> Vec<Received> {
        self.requests.lock().unwrap().clone()
    }

    /// Returns methods and paths of the requests received so far.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.requests().iter().map(Received::line).collect()
    }
}

/// Sends bytes one by one, until the client has closed the connection.
fn drip(stream: &mut dyn Connection, bytes: &[u8]) {
    for byte in bytes {
        if stream.write_all(&[*byte]).and_then(|()| stream.flush()).is_err() {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
}

fn receive(stream: &mut dyn Connection) -> Option<Received> {
    let mut bytes = Vec::new();
    let mut buffer = vec![0; 65536];
    loop {
        let mut headers = [httparse::EMPTY_HEADER; 64];
        let mut request = httparse::Request::new(&mut headers);
        if let Ok(httparse::Status::Complete(start)) = request.parse(&bytes) {
            let headers: Vec<(String, String)> = request
                .headers
                .iter()
                .map(|header| (header.name.to_owned(), String::from_utf8_lossy(header.value).into_owned()))
                .collect();
            let method = request.method?.to_owned();
            let target = request.path?.to_owned();
            let length = headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
            let length: usize = length.map_or(0, |(_, value)| value.parse().unwrap());
            while bytes.len() < start + length {
                let count = stream.read(&mut buffer).ok().filter(|count| *count > 0)?;
                bytes.extend_from_slice(&buffer[..count]);
            }
            let body = String::from_utf8(bytes[start..].to_vec()).unwrap();
            return Some(Received { method, target, headers, body });
        }
        let count = stream.read(&mut buffer).ok().filter(|count| *count > 0)?;
        bytes.extend_from_slice(&buffer[..count]);
    }
}
