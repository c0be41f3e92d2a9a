//! The metadata service, in the format of Amazon's EC2; or the config drive, if there is one.

use heat_model::Value;
use heat_model::value::Map;

use super::answer::{Answer, FetchResult};
use super::clients::Clients;
use super::config_drive;
use crate::collect::ini::Options;
use crate::network::{Client, Request};
use heat_deployments::log::Log;

/// URL of the service.
const URL: &str = "http://169.254.169.254/latest/meta-data";

/// Maximum size of a value, in bytes.
const MAX_VALUE: u64 = 1 << 20;

/// Maximum number of values.
const MAX_VALUES: usize = 1000;
/// Maximum nesting depth of folders.
const MAX_DEPTH: usize = 10;

/// Fetches all values, as maps and texts.
pub(super) fn fetch(clients: &mut Clients, options: &Options, log: &mut dyn Log) -> FetchResult {
    if let Some(found) = config_drive::metadata(log) {
        return Ok(found);
    }
    let url = options.get("ec2", "metadata_url").unwrap_or(URL).to_owned();
    let client = clients.client(options, "ec2", None);
    let mut left = MAX_VALUES;
    folder(client, &format!("{url}/"), MAX_DEPTH, &mut left)
}

/// Fetches a folder, which is listed with one line per name. `0=key` is a folder `0`; a name that ends with a slash is also a
/// folder.
fn folder(client: &Client, url: &str, depth: usize, left: &mut usize) -> FetchResult {
    let listing = text(client, url)?;
    let mut found = Map::default();
    for line in listing.lines().filter(|line| !line.is_empty()) {
        let (name, is_folder) = match line.split_once('=') {
            Some((name, _)) => (name, true),
            None => line.strip_suffix('/').map_or((line, false), |name| (name, true)),
        };
        let Some(rest) = left.checked_sub(1) else { break };
        *left = rest;
        let value = match (is_folder, depth.checked_sub(1)) {
            (false, _) => text(client, &format!("{url}{name}"))?.into(),
            (true, Some(depth)) => folder(client, &format!("{url}{name}/"), depth, left)?,
            (true, None) => continue,
        };
        found.insert(name.to_owned(), value);
    }
    Ok(Value::Map(found))
}

fn text(client: &Client, url: &str) -> Result<String, Answer> {
    let response = client.send(Request::get(url, &[], MAX_VALUE))?;
    Ok(String::from_utf8_lossy(&response.body).into_owned())
}
