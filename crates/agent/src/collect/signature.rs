//! Signatures of requests to the CloudFormation API: version 2 of AWS, which Keystone checks.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use ring::hmac;

use crate::network::percent_encoded;

/// Returns the query of a signed `GET`: the parameters, those about the signature, and the signature.
pub(super) fn signed_query(
    host: &str,
    path: &str,
    parameters: &[(&str, &str)],
    access_key: &str,
    secret_key: &str,
) -> String {
    let mut parameters = parameters.to_vec();
    parameters.push(("AWSAccessKeyId", access_key));
    parameters.push(("SignatureMethod", "HmacSHA256"));
    parameters.push(("SignatureVersion", "2"));
    parameters.sort_unstable();
    let encoded: Vec<String> = parameters
        .iter()
        .map(|(name, value)| format!("{}={}", percent_encoded(name, ""), percent_encoded(value, "")))
        .collect();
    let query = encoded.join("&");
    let signed = format!("GET\n{host}\n{path}\n{query}");
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret_key.as_bytes());
    let signature = BASE64_STANDARD.encode(hmac::sign(&key, signed.as_bytes()));
    format!("{query}&Signature={}", percent_encoded(&signature, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Signatures by `Ec2Signer` of `keystoneclient` 6.0.0.
    #[test]
    fn signatures_are_those_of_keystoneclient() {
        #[track_caller]
        fn check(host: &str, path: &str, stack: &str, resource: &str, secret: &str, expect: &str) {
            let parameters =
                [("Action", "DescribeStackResource"), ("StackName", stack), ("LogicalResourceId", resource)];
            let query = signed_query(host, path, &parameters, "0123456789abcdef", secret);
            assert_eq!(query.rsplit_once("&Signature=").map(|(_, signature)| signature), Some(expect));
        }
        check(
            "heat.example:8000",
            "/v1/",
            "web-stack",
            "server",
            "secret-key",
            "hH35DPgnbYHPTL%2F4uYEPC5eCoYKO4BNVHjAxv3CnMSY%3D",
        );
        check(
            "10.0.0.5:8000",
            "/v1/",
            "st ack+ü",
            "se.rv/er=&~",
            "Zm9v/+==",
            "bdgRCJyobGD2oxO%2FyGHSofXoUiQFf3Bfb%2FwijGHZW5g%3D",
        );
        check(
            "heat.example",
            "/heat-cfn/v1/",
            "a*(b)!'c",
            "x",
            &"ü".repeat(40),
            "JppMrJ2l%2FuEJawub0%2FJON7eLucUc3p8xYCM2Sr3d1l8%3D",
        );
    }

    #[test]
    fn parameters_are_sorted_and_encoded() {
        let query = signed_query("h", "/v1/", &[("StackName", "a b~"), ("Action", "ü/")], "key", "secret");
        let (query, _) = query.rsplit_once("&Signature=").unwrap();
        let expect = "AWSAccessKeyId=key&Action=%C3%BC%2F&SignatureMethod=HmacSHA256&SignatureVersion=2&StackName=a%20b~";
        assert_eq!(query, expect);
    }
}
