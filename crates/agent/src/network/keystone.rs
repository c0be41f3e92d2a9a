//! Keystone, version 3: a token by user ID, password and project ID, and the service catalog that comes with it.

use heat_model::python::json_dumps;
use heat_model::value::Map;
use heat_model::{Value, json};

use super::{Client, Failure, Method, Request};

/// Maximum size of an answer: a token with the catalog of a large cloud.
const MAX_ANSWER: u64 = 4 << 20;

/// The account that Heat creates for a server or a deployment.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    /// Keystone's URL, with or without the version.
    pub auth_url: String,
    /// ID of the user.
    pub user_id: String,
    /// Password of the user.
    pub password: String,
    /// ID of the project.
    pub project_id: String,
}

/// A token, and the service catalog that Keystone returned with it.
#[derive(Clone)]
pub struct Session {
    /// The token, for `X-Auth-Token`.
    pub token: String,
    catalog: Value,
}

impl Credentials {
    /// Requests a token.
    ///
    /// # Errors
    /// If Keystone refuses the account, or its answer is not valid.
    pub fn log_in(&self, client: &Client) -> Result<Session, Failure> {
        let url = format!("{}/auth/tokens", version_3(&self.auth_url));
        let body = self.request();
        let headers = [("content-type", "application/json"), ("accept", "application/json")];
        let request = Request {
            method: Method::Post,
            url: &url,
            headers: &headers,
            body: Some(&body),
            limit: MAX_ANSWER,
        };
        let answer = client.send(request)?;
        let token = answer.header("x-subject-token").filter(|token| !token.is_empty());
        let token = token.ok_or_else(|| Failure::soon("Keystone answered without a token"))?.to_owned();
        let body =
            json::parse(answer.text()?).map_err(|_| Failure::soon("Keystone's answer is not valid JSON"))?;
        let catalog = body.get("token").and_then(|token| token.get("catalog")).cloned();
        Ok(Session { token, catalog: catalog.unwrap_or(Value::Null) })
    }

    /// Returns the body of the request.
    fn request(&self) -> String {
        let map = |entries: Vec<(&str, Value)>| {
            Value::Map(entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect::<Map>())
        };
        let user =
            map(vec![("id", self.user_id.as_str().into()), ("password", self.password.as_str().into())]);
        let identity =
            map(vec![("methods", vec!["password"].into()), ("password", map(vec![("user", user)]))]);
        let scope = map(vec![("project", map(vec![("id", self.project_id.as_str().into())]))]);
        json_dumps(&map(vec![("auth", map(vec![("identity", identity), ("scope", scope)]))]))
    }
}

impl Session {
    /// Public URL of the first service of a type, in a region if one is set, without a slash at its end.
    ///
    /// # Errors
    /// If the catalog has no such service.
    pub fn endpoint(&self, service_type: &str, region: Option<&str>) -> Result<String, Failure> {
        let region = region.filter(|region| !region.is_empty());
        let services = self.catalog.as_list().into_iter().flat_map(|services| services.iter());
        let endpoints = services
            .filter(|service| text(service, "type") == Some(service_type))
            .filter_map(|service| service.get("endpoints")?.as_list())
            .flat_map(|endpoints| endpoints.iter());
        let found = endpoints
            .filter(|endpoint| text(endpoint, "interface") == Some("public"))
            .filter(|endpoint| {
                let here = text(endpoint, "region_id").or_else(|| text(endpoint, "region"));
                region.is_none_or(|region| here == Some(region))
            })
            .find_map(|endpoint| text(endpoint, "url"));
        found.map(|url| url.trim_end_matches('/').to_owned()).ok_or_else(|| {
            let place = region.map(|region| format!(" in the region {region}")).unwrap_or_default();
            Failure::later(format!("Keystone's catalog has no public endpoint of type {service_type}{place}"))
        })
    }
}

fn text<'a>(value: &'a Value, name: &str) -> Option<&'a str> {
    value.get(name)?.as_str().filter(|text| !text.is_empty())
}

/// Returns the URL of version 3 of the API: Heat may be configured with the URL of version 2, or with one without a version.
fn version_3(url: &str) -> String {
    let url = url.trim().trim_end_matches('/');
    match url.rsplit_once('/') {
        Some((_, last)) if last == "v3" || last.starts_with("v3.") => url.to_owned(),
        Some((before, last)) if last.starts_with("v2.") => format!("{before}/v3"),
        _ => format!("{url}/v3"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_url_gets_the_version() {
        for url in [
            "http://k:5000",
            "http://k:5000/",
            "http://k:5000/v3/",
            "http://k:5000/v2.0",
            " http://k:5000/v3",
        ] {
            assert_eq!(version_3(url), "http://k:5000/v3", "{url}");
        }
        assert_eq!(version_3("https://k/identity"), "https://k/identity/v3");
    }

    /// The request is the one that `keystoneclient` 6.0.0 sends, but for the order of keys.
    #[test]
    fn the_request_names_user_and_project_by_id() {
        let credentials = Credentials {
            auth_url: "http://k".to_owned(),
            user_id: "u1".to_owned(),
            password: "p\"ü".to_owned(),
            project_id: "p1".to_owned(),
        };
        assert_eq!(
            credentials.request(),
            concat!(
                r#"{"auth": {"identity": {"methods": ["password"], "password": {"user": "#,
                r#"{"id": "u1", "password": "p\"\u00fc"}}}, "scope": {"project": {"id": "p1"}}}}"#
            )
        );
    }

    #[track_caller]
    fn check(catalog: &str, region: Option<&str>, expect: Result<&str, &str>) {
        let session = Session { token: String::new(), catalog: json::parse(catalog).unwrap() };
        let found = session.endpoint("orchestration", region).map_err(|failure| failure.message);
        assert_eq!(found.as_deref().map_err(String::as_str), expect);
    }

    const CATALOG: &str = r#"[
        {"type": "identity", "endpoints": [{"interface": "public", "region_id": "one", "url": "http://k"}]},
        {"type": "orchestration", "endpoints": [
            {"interface": "internal", "region_id": "one", "url": "http://internal"},
            {"interface": "public", "region_id": "one", "region": "old", "url": "http://one/v1/p/"},
            {"interface": "public", "region": "two", "url": "http://two/v1/p"}]}]"#;

    #[test]
    fn the_endpoint_is_public_and_in_the_region() {
        check(CATALOG, None, Ok("http://one/v1/p"));
        check(CATALOG, Some(""), Ok("http://one/v1/p"));
        check(CATALOG, Some("two"), Ok("http://two/v1/p"));
        let missing = "Keystone's catalog has no public endpoint of type orchestration in the region old";
        check(CATALOG, Some("old"), Err(missing));
    }

    #[test]
    fn a_strange_catalog_has_no_endpoint() {
        let missing = "Keystone's catalog has no public endpoint of type orchestration";
        for catalog in
            ["null", "{}", "[1]", r#"[{"type": "orchestration", "endpoints": {"interface": "public"}}]"#]
        {
            check(catalog, None, Err(missing));
        }
    }
}
