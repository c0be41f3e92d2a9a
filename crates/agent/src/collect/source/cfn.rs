//! Heat's CloudFormation API: `DescribeStackResource`, signed with the key that Heat created for the server.

use std::path::Path;

use heat_model::value::Map;
use heat_model::{Value, json};

use super::answer::{Answer, FetchResult, map_of, needed};
use super::clients::Clients;
use crate::collect::files::{MAX_METADATA, read_text};
use crate::collect::ini::Options;
use crate::collect::signature::signed_query;
use crate::collect::xml::text_at;
use crate::network::{Client, Origin, Request, host_header};
use heat_deployments::log::Log;

/// File with the URL, with or without its version, which is written at boot.
const HINT: &str = "/var/lib/heat-cfntools/cfn-metadata-server";

/// Account and URL for requests.
struct Account<'a> {
    url: String,
    stack: &'a str,
    access_key: &'a str,
    secret_key: &'a str,
}

/// Fetches the metadata of all paths, merged. A path is `RESOURCE.FIELD`, followed by keys for a part of the field.
pub(super) fn fetch(clients: &mut Clients, options: &Options, log: &mut dyn Log) -> FetchResult {
    let url = match options.get("cfn", "metadata_url").filter(|url| !url.is_empty()) {
        Some(url) => url.to_owned(),
        None => hinted(options, log)?,
    };
    let account = Account {
        url,
        access_key: needed(options, "cfn", "access_key_id")?,
        secret_key: needed(options, "cfn", "secret_access_key")?,
        stack: needed(options, "cfn", "stack_name")?,
    };
    let paths = options.all("cfn", "path").ok_or(Answer::NotConfigured("path"))?;
    let client = clients.client(options, "cfn", options.get("cfn", "ca_certificate"));
    let mut found = Map::default();
    for path in paths {
        let mut names = path.split('.');
        let (Some(resource), Some(field)) = (names.next(), names.next()) else {
            return Err(Answer::NotConfigured("a path with a resource and a field"));
        };
        let mut value = account.field(client, resource, field)?;
        for key in names {
            let Some(part) = value.get(key) else {
                return Err(Answer::Unavailable(format!("{resource}.{field} has no part `{key}`")));
            };
            value = part.clone();
        }
        if let Value::Map(map) = map_of(value, path)? {
            found.extend(map.into_inner());
        }
    }
    Ok(Value::Map(found))
}

/// Returns the URL that was stored at boot.
fn hinted(options: &Options, log: &mut dyn Log) -> Result<String, Answer> {
    let hint = options.get("cfn", "heat_metadata_hint").unwrap_or(HINT);
    match read_text(Path::new(hint)) {
        Ok(Some(url)) if !url.trim().is_empty() => {
            let url = url.trim().trim_end_matches('/');
            // Heat writes the version, too; os-collect-config would append it a second time.
            Ok(format!("{}/v1/", url.strip_suffix("/v1").unwrap_or(url)))
        }
        Ok(_) => Err(Answer::NotConfigured("metadata_url")),
        Err(problem) => {
            log.warning(&format!("{hint} cannot be read: {problem}"));
            Err(Answer::NotConfigured("metadata_url"))
        }
    }
}

impl Account<'_> {
    /// Fetches the JSON in a field of a resource.
    fn field(&self, client: &Client, resource: &str, field: &str) -> FetchResult {
        let url = self.url.split(['?', '#']).next().unwrap_or_default();
        let (origin, uri) = Origin::parse(url)?;
        let parameters =
            [("Action", "DescribeStackResource"), ("StackName", self.stack), ("LogicalResourceId", resource)];
        let query =
            signed_query(&host_header(&uri), uri.path(), &parameters, self.access_key, self.secret_key);
        let authority = uri.authority().map_or("", |authority| authority.as_str());
        let scheme = if origin.secure { "https" } else { "http" };
        let url = format!("{scheme}://{authority}{}?{query}", uri.path());
        let response = client.send(Request::get(&url, &[], MAX_METADATA))?;
        let path =
            ["DescribeStackResourceResponse", "DescribeStackResourceResult", "StackResourceDetail", field];
        let unavailable = |problem: &str| Answer::Unavailable(format!("{origin}: {problem}"));
        let text = text_at(response.text()?, &path)
            .map_err(|problem| unavailable(&format!("the answer is not valid XML: {problem}")))?
            .ok_or_else(|| unavailable(&format!("the answer has no {field} of {resource}")))?;
        json::parse(&text).map_err(|_| unavailable(&format!("{field} of {resource} is not valid JSON")))
    }
}
