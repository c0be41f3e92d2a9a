//! The messages of a client on a stream of bytes, with limits on the sizes that headers claim.
//!
//! `lsp-server` reads messages, too, but it reserves as many bytes as a header claims, up to all memory.

use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::thread;

use lsp_server::{Connection, Message};

use super::connection::serve;
use super::server::Server;

/// Maximum size of a message, in bytes.
const MAX_MESSAGE: u64 = 64 << 20;

/// Maximum size of the header of a message, in bytes.
const MAX_HEADER: u64 = 8 << 10;

/// Serves a client over two streams until it leaves. Returns true if the client left after a `shutdown` request.
///
/// # Errors
/// If a message cannot be read, an answer cannot be written, or a thread cannot be started.
pub fn serve_streams(
    server: Server,
    mut input: impl BufRead + Send + 'static,
    mut output: impl Write + Send + 'static,
) -> io::Result<bool> {
    let (connection, client) = Connection::memory();
    let Connection { sender, receiver } = client;
    let reader = thread::Builder::new().name("reader".to_owned()).spawn(move || {
        while let Some(message) = read(&mut input)? {
            let is_last = matches!(&message, Message::Notification(last) if last.method == "exit");
            if sender.send(message).is_err() || is_last {
                break;
            }
        }
        Ok(())
    })?;
    let writer = thread::Builder::new().name("writer".to_owned());
    let writer = writer.spawn(move || receiver.iter().try_for_each(|message| message.write(&mut output)))?;
    let left_properly = serve(server, connection)?;
    if let Ok(written) = writer.join() {
        written?;
    }
    // As long as answers can be written, the conversation only ends with the end of the messages.
    match reader.join() {
        Ok(read) => read.map(|()| left_properly),
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// Reads a message; `None` at the end of the input.
fn read(input: &mut impl BufRead) -> io::Result<Option<Message>> {
    let Some(length) = read_header(input)? else { return Ok(None) };
    if length > MAX_MESSAGE {
        return Err(invalid(format!("a message of {length} bytes is larger than {MAX_MESSAGE} bytes")));
    }
    let mut text = Vec::new();
    // Memory is only allocated as bytes arrive.
    input.take(length).read_to_end(&mut text)?;
    if text.len() as u64 != length {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    serde_json::from_slice(&text).map(Some).map_err(|error| invalid(format!("a message is invalid: {error}")))
}

/// Reads a header, and returns the length of its message; `None` at the end of the input.
fn read_header(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut header = input.take(MAX_HEADER);
    let mut length = None;
    loop {
        let mut line = String::new();
        if header.read_line(&mut line)? == 0 && header.limit() > 0 {
            return Ok(None);
        }
        let field =
            line.strip_suffix("\r\n").ok_or_else(|| invalid("a header line has no end".to_owned()))?;
        if field.is_empty() {
            return length.map(Some).ok_or_else(|| invalid("a header has no Content-Length".to_owned()));
        }
        let malformed = || invalid(format!("malformed header line {field:?}"));
        let (name, value) = field.split_once(':').ok_or_else(malformed)?;
        if name.eq_ignore_ascii_case("Content-Length") {
            length = Some(value.trim().parse::<u64>().map_err(|_| malformed())?);
        }
    }
}

fn invalid(message: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Result<Option<&str>, &str>) {
        let read = read(&mut text.as_bytes());
        let read = read.map(|message| message.map(|message| serde_json::to_string(&message).unwrap()));
        let read = read.map_err(|error| error.to_string());
        assert_eq!(read.as_ref().map(Option::as_deref).map_err(String::as_str), expect, "{text}");
    }

    #[test]
    fn messages_are_read_within_limits() {
        let exit = r#"{"method":"exit"}"#;
        check("Content-Length: 17\r\n\r\n{\"method\":\"exit\"}", Ok(Some(exit)));
        check("Content-Type: x\r\ncontent-length:17\r\n\r\n{\"method\":\"exit\"}", Ok(Some(exit)));
        check("", Ok(None));
        check("Content-Length: 17\r\n", Ok(None));
        check("Content-Length: 18\r\n\r\n{\"method\":\"exit\"}", Err("unexpected end of file"));
        check(
            "Content-Length: 4000000000\r\n\r\n{",
            Err("a message of 4000000000 bytes is larger than 67108864 bytes"),
        );
        check(
            "Content-Length: 99999999999999999999\r\n\r\n{",
            Err("malformed header line \"Content-Length: 99999999999999999999\""),
        );
        check("Content-Length: -1\r\n\r\n{", Err("malformed header line \"Content-Length: -1\""));
        check("X: y\r\n\r\n{", Err("a header has no Content-Length"));
        check("{}", Err("a header line has no end"));
        check(&"a".repeat(100_000), Err("a header line has no end"));
        check(&"a: b\r\n".repeat(10_000), Err("a header line has no end"));
    }

    #[test]
    fn a_length_reserves_no_memory() {
        // The length is within the limit, but the bytes never arrive.
        check("Content-Length: 67108864\r\n\r\n{", Err("unexpected end of file"));
    }
}
