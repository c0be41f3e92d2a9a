//! Connections to services, which a process keeps.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use heat_plugin::life_cycle::{Endpoint, Failure, PerProcess};
use ureq::tls::{Certificate, ClientCert, PemItem, PrivateKey, RootCerts, TlsConfig, parse_pem};
use ureq::{Agent, Proxy};

/// Time after which certificates are read again: those of an engine that runs for months are replaced meanwhile.
const LONGEST_USE: Duration = Duration::from_secs(300);

/// Maximum number of agents that are kept: Heat has one set of options, or one with a proxy and one without.
const MAX_KEPT: usize = 16;

/// The agents of a process, each with the options that it was made for.
static AGENTS: PerProcess<Mutex<Vec<Kept>>> = PerProcess::new(|| Ok(Mutex::default()));

struct Kept {
    options: Options,
    agent: Agent,
    made: Instant,
}

/// Options that connections share.
#[derive(Clone, PartialEq, Eq)]
struct Options {
    is_encrypted: bool,
    ca_file: Option<String>,
    insecure: bool,
    cert_file: Option<String>,
    key_file: Option<String>,
    proxy: Option<String>,
}

/// Returns the agent for connections to an endpoint.
pub(crate) fn agent(endpoint: &Endpoint, is_encrypted: bool) -> Result<Agent, Failure> {
    let Endpoint { ca_file, insecure, cert_file, key_file, proxy, .. } = endpoint.clone();
    let options = Options { is_encrypted, ca_file, insecure, cert_file, key_file, proxy };
    let agents = AGENTS.get()?;
    let mut agents = agents.lock().unwrap_or_else(PoisonError::into_inner);
    agents.retain(|kept| kept.made.elapsed() < LONGEST_USE);
    if let Some(kept) = agents.iter().find(|kept| kept.options == options) {
        return Ok(kept.agent.clone());
    }
    let agent = made(&options)?;
    agents.truncate(MAX_KEPT - 1);
    agents.insert(0, Kept { options, agent: agent.clone(), made: Instant::now() });
    Ok(agent)
}

fn made(options: &Options) -> Result<Agent, Failure> {
    // The URL of a proxy may contain a password: it is not in the reason.
    let invalid = |_| {
        let text = "The proxy in the environment of the engine is not a URL that can be used.";
        Failure::failed(text).with_exception("ConnectFailure")
    };
    let proxy = options.proxy.as_deref().map(Proxy::new).transpose().map_err(invalid)?;
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .proxy(proxy)
        .user_agent(concat!("heat-plugin-openstack/", env!("CARGO_PKG_VERSION")))
        // Larger than the longest headers: headers that fill the buffer would look like a closed connection.
        .input_buffer_size(64 * 1024)
        .max_response_header_size(32 * 1024)
        .tls_config(tls(options)?);
    Ok(config.build().new_agent())
}

fn tls(options: &Options) -> Result<TlsConfig, Failure> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = TlsConfig::builder().unversioned_rustls_crypto_provider(provider);
    if !options.is_encrypted {
        return Ok(tls.root_certs(RootCerts::from(Vec::new())).build());
    }
    let trusted = if options.insecure { Vec::new() } else { authorities(options.ca_file.as_deref())? };
    let client =
        options.cert_file.as_deref().map(|file| client_certificate(file, options.key_file.as_deref()));
    Ok(tls
        .root_certs(RootCerts::from(trusted))
        .disable_verification(options.insecure)
        .client_cert(client.transpose()?)
        .build())
}

/// Reads the certificates in a file or in the files of a folder, or those of the system.
fn authorities(path: Option<&str>) -> Result<Vec<Certificate<'static>>, Failure> {
    let found = match path.map(Path::new) {
        Some(folder) if folder.is_dir() => rustls_native_certs::load_certs_from_paths(None, Some(folder)),
        Some(file) => rustls_native_certs::load_certs_from_paths(Some(file), None),
        None => rustls_native_certs::load_native_certs(),
    };
    if found.certs.is_empty() {
        let from = path.unwrap_or("the system");
        let why = found.errors.first().map_or_else(|| "there are none".to_owned(), ToString::to_string);
        return Err(tls_failure(&format!("No certificates of authorities can be read from {from}: {why}.")));
    }
    Ok(found.certs.iter().map(|certificate| Certificate::from_der(certificate).to_owned()).collect())
}

/// Reads the certificate of the client and its key, which may be in the same file.
fn client_certificate(file: &str, key_file: Option<&str>) -> Result<ClientCert, Failure> {
    let (chain, mut key) = items(file)?;
    if let Some(key_file) = key_file {
        key = items(key_file)?.1;
    }
    match key {
        Some(key) if !chain.is_empty() => Ok(ClientCert::new_with_certs(&chain, key)),
        _ => Err(tls_failure(&format!("{file} and its key are not a certificate of a client."))),
    }
}

type Items = (Vec<Certificate<'static>>, Option<PrivateKey<'static>>);

fn items(file: &str) -> Result<Items, Failure> {
    let unreadable = |error: io::Error| tls_failure(&format!("{file} cannot be read: {error}."));
    let text = std::fs::read(file).map_err(unreadable)?;
    let (mut chain, mut key) = (Vec::new(), None);
    for item in parse_pem(&text) {
        match item {
            Ok(PemItem::Certificate(certificate)) => chain.push(certificate),
            Ok(PemItem::PrivateKey(found)) => key = Some(found),
            _ => {}
        }
    }
    Ok((chain, key))
}

fn tls_failure(message: &str) -> Failure {
    Failure::failed(message).with_exception("SSLError")
}
