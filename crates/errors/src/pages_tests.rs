//! Tests of the built-in pages: each is found by its own messages, with any text in their gaps and around them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use heat_hot::fault::Problem;
use heat_yaml::de::from_node;
use heat_yaml::{ParseOptions, Source, parse};
use proptest::prelude::*;
use serde::Deserialize;

use crate::pages::FILES;
use crate::{ErrorIndex, ErrorPage, ErrorPages, Provocation, Role};

static PAGES: LazyLock<ErrorPages> = LazyLock::new(read);
static INDEX: LazyLock<ErrorIndex> = LazyLock::new(|| PAGES.index());

fn read() -> ErrorPages {
    let files = FILES.iter().map(|(path, text)| (*path, Source::new(*path, *text)));
    let (pages, problems) = ErrorPages::read(files);
    assert!(problems.is_empty(), "{problems:#?}");
    pages
}

#[test]
fn a_rule_has_the_errors_that_name_it() {
    fn check(rule: &str, expect: &[&str]) {
        let found: Vec<&str> = PAGES.of_rule(rule).map(|page| page.id.as_str()).collect();
        assert_eq!(found, expect);
    }
    check("circular-dependency", &["circular-dependency"]);
    check("unused-parameter", &[]);
    let of_rules = PAGES.list.iter().map(|page| page.rules.len()).sum::<usize>();
    let rules: BTreeSet<&String> = PAGES.list.iter().flat_map(|page| &page.rules).collect();
    assert_eq!(rules.iter().map(|rule| PAGES.of_rule(rule).count()).sum::<usize>(), of_rules);
}

#[test]
fn the_built_in_pages_have_no_mistakes() {
    let pages = &*PAGES;
    assert_eq!(pages.list.len(), FILES.len());
    assert!(pages.list.len() >= 120, "{}", pages.list.len());
    let provoked = pages.list.iter().filter(|page| page.provocation == Provocation::Files).count();
    assert!(provoked >= 120, "{provoked} are provoked by files");
    for page in &pages.list {
        let begins =
            page.files_that(Role::Provokes).next().is_none_or(|(name, _)| name == ErrorPage::TEMPLATE);
        assert!(begins, "{}: the first file is the template", page.id);
        assert!(!page.shown.is_empty() && page.summary().trim_end_matches('*').ends_with('.'), "{}", page.id);
        assert!(page.text.contains("\n## Causes\n- "), "{} has no causes", page.id);
        let remedy =
            if page.provocation == Provocation::Files { "\n## Fixed\n" } else { "\n## What to do\n" };
        assert!(page.text.contains(remedy), "{} does not say what to do", page.id);
    }
}

#[test]
fn every_problem_of_heat_that_has_a_message_is_on_a_page() {
    // Limits that Heat does not have, and rules whose message depends on the error inside.
    let without = [
        "computed-properties",
        "invalid-registry",
        "invalid-nested-template",
        "too-many-resources",
        "result-too-large",
    ];
    let pages = &*PAGES;
    let named: std::collections::HashSet<&str> =
        pages.list.iter().flat_map(|page| &page.rules).map(String::as_str).collect();
    let missing: Vec<&str> =
        Problem::ALL.iter().map(|problem| problem.id()).filter(|id| !named.contains(id)).collect();
    assert_eq!(missing, without);
}

/// Evidence for a cause in a file of `conformance/error_causes`. `judge_errors.py` reads the other keys.
#[derive(Deserialize)]
struct Evidence {
    cause: String,
    #[serde(default)]
    source: Option<String>,
    #[serde(flatten)]
    given: BTreeMap<String, serde_json::Value>,
}

impl Evidence {
    /// Returns whether the cause is provoked, or has a source: a file, and usually a function in it.
    fn is_complete(&self) -> bool {
        match &self.source {
            Some(source) => source.contains(".py") && source.contains('/') && self.given.is_empty(),
            None => !self.given.is_empty(),
        }
    }
}

/// The causes that a page lists, each on one line.
fn causes(page: &ErrorPage) -> Vec<String> {
    let section = page.text.split_once("\n## Causes\n").map_or("", |(_, rest)| rest);
    let section = section.split("\n## ").next().unwrap_or_default();
    let items = section.split("\n- ").map(|item| item.trim_start_matches("- "));
    items.map(|item| item.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn each_cause_has_its_evidence_or_a_source() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance/error_causes");
    let mut known: BTreeMap<String, Vec<Evidence>> = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        let source = Source::new("causes.yaml", text);
        let parsed = parse(&source, &ParseOptions::default());
        assert!(!parsed.has_errors(), "{:#?}", parsed.diagnostics);
        known.extend(from_node::<BTreeMap<_, _>>(&source, &parsed.root.unwrap()).unwrap());
    }
    let mut wrong = Vec::new();
    for page in &PAGES.list {
        let evidence = known.remove(&page.id).unwrap_or_default();
        let mut rest = evidence.as_slice();
        for cause in causes(page) {
            let count = rest.iter().take_while(|each| cause.starts_with(&each.cause)).count();
            let (own, after) = rest.split_at(count);
            if own.is_empty() || !own.iter().all(Evidence::is_complete) {
                wrong.push(format!("{}: {cause}", page.id));
            }
            rest = after;
        }
        wrong.extend(rest.iter().map(|each| format!("{} has no cause `{}`", page.id, each.cause)));
    }
    wrong.extend(known.keys().map(|id| format!("there is no page `{id}`")));
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Fills each gap of a message with a text.
fn filled(message: &str, gaps: &[String]) -> String {
    let mut gaps = gaps.iter().cycle();
    let mut out = String::new();
    let mut rest = message;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        match after.split_once('}') {
            Some((name, more))
                if !name.is_empty() && name.chars().all(|char| char.is_alphanumeric() || char == '_') =>
            {
                out.push_str(gaps.next().map_or("x", String::as_str));
                rest = more;
            }
            _ => {
                out.push('{');
                rest = after;
            }
        }
    }
    out + rest
}

/// Returns whether a page is among those found exactly for a text.
fn is_found(page: &ErrorPage, text: &str) -> bool {
    let found = INDEX.find(text);
    found.is_exact && found.errors.iter().any(|number| PAGES.list[*number].id == page.id)
}

#[test]
fn each_page_is_the_first_for_its_own_messages() {
    let pages = &*PAGES;
    let value = ["3f1c2b".to_owned()];
    let mut second = Vec::new();
    for page in &pages.list {
        for message in page.messages.iter().chain(&page.own_words) {
            let text = filled(message, &value);
            let found = INDEX.find(&text);
            let first = found.errors.first().map(|number| pages.list[*number].id.as_str());
            assert!(is_found(page, &text), "{}: {text} finds {first:?}", page.id);
            if first != Some(page.id.as_str()) {
                second.push(format!("{}: {message} finds {}", page.id, first.unwrap_or_default()));
            }
        }
    }
    // Some messages are on two pages: each page states which of the two applies.
    assert!(second.len() < 8, "{second:#?}");
}

#[test]
fn what_people_paste_finds_its_page() {
    fn check(text: &str, expect: &str) {
        let found = INDEX.find(text);
        let first = found.errors.first().map(|number| PAGES.list[*number].id.as_str());
        assert_eq!((first, found.is_exact), (Some(expect), true), "{text}");
        assert_eq!(found.unknown, None, "{text}");
    }
    check("No valid host was found. There are not enough hosts available.", "no-valid-host");
    check(
        "{u'message': u'NoValidHost', u'details': u'No valid host was found. Exceeded max scheduling attempts 3'}",
        "no-valid-host",
    );
    check(
        "ERROR: Failed to validate: Unknown resource Type : http://localhost:3000/hot/lb_node_yaml",
        "resource-type-not-found",
    );
    check(
        "Resource CREATE failed: NeutronClientException: resources.monitor: 404 Not Found  The resource could not be found.",
        "api-not-found",
    );
    check("<html><h1>Not Found</h1><p>The resource could not be found.</p></html>", "api-not-found");
    check(
        "Unexpected API Error. Please report this at http://bugs.launchpad.net/nova/ and attach the Nova API log if possible. <type 'exceptions.TypeError'> (HTTP 500)",
        "nova-api-error",
    );
    check(
        "BadRequestException: 400: Client Error for url: https://10.0.0.5:9696/v2.0/security-group-rules, Invalid value for port 0",
        "port-out-of-range",
    );
    check("For TCP/UDP protocols, port_range_min must be <= port_range_max", "port-out-of-range");
    check("Another Listener on this Load Balancer is already using protocol_port 80", "listener-port-in-use");
    check(
        "ClientResponseException{message=No template specified, status=400, status-code=BAD_REQUEST}",
        "no-template",
    );
    check(
        "{\"forbidden\": {\"message\": \"Maximum number of ports exceeded\", \"code\": 403}}",
        "quota-exceeded",
    );
    check(
        "error message: {\\\"NeutronError\\\": {\\\"message\\\": \\\"rule:delete_floatingip is disallowed by policy\\\"}}",
        "disallowed-by-policy",
    );
    check(
        "| reason | Resource UPDATE failed: Conflict: resources.a[1].resources.b: Cannot 'detach_interface' instance bf7f while it is in task_state powering-off (HTTP\n409) |",
        "cannot-while-in-state",
    );
    check(
        "resources.S: resources.C.Property error: resources[46].properties: Property Image not assigned",
        "property-not-assigned",
    );
    check(
        "Property error: resources.v.properties.volume_type: Error validating value '': The VolumeType () could not be found.",
        "volume-type-unknown",
    );
    check("ERROR: Property error : my_server: image Value must be a string", "must-be-a-string");
    check(
        "Expected HTTP response code [202 204] when accessing [DELETE https://a/v2.0/networks/b], but got 500 instead: {\"NeutronError\": {\"message\": \"Request Failed: internal server error while processing your request.\"}}",
        "service-failed",
    );
    check(
        "Bad request with: [DELETE https://a:8774/v2.1/b], error message: {\"badRequest\": {\"code\": 400, \"message\": \"Security Group c in use.\\nNeutron server returns\"}}",
        "security-group-in-use",
    );
    check(
        "Error 100: OpenStack API Conflict (Unable to complete operation for network a. The IP address 10.0.0.5 is in use.). Check task debug log.",
        "ip-address-in-use",
    );
    check(
        "Error: Error creating stack: Bad request with: [POST https://a:8004/v1/b], error message: {\"code\": 400, \"error\": {\"message\": \"Property error: : resources.a.properties.image: : Error validating value 'b': No images matching {'name': 'b'}.\", \"traceback\": null, \"type\": \"StackValidationFailed\"}, \"explanation\": \"The server could not comply\"}",
        "image-not-found",
    );
    check(
        "Task failed 'neutron_plugin.port.create' -> No more IP addresses available on network a. [status_code=409]",
        "no-more-ip-addresses",
    );
    check(
        "Error: Failed to perform requested operation on instance \"web\", the instance has an error status: Please try again later [Error: Volume a could not be found.].",
        "volume-not-in-cinder",
    );
    check("16-08-02 [overcloud]: CREATE_FAILED Create timed out\nStack overcloud CREATE_FAILED", "timed-out");
    check(
        "You have reached the maximum stacks per tenant, 512. Please delete some stacks.",
        "too-many-stacks",
    );
    check("ERROR: Cannot 'reboot' while instance is in vm_state error (HTTP 409)", "cannot-while-in-state");
    check(
        "volume 'e233' status must be 'available'. Currently in 'in-use' (HTTP 400)",
        "volume-status-must-be-available",
    );
    check("ERROR: Internal Error", "internal-error");
    check(
        "Property error: resources.a.properties.flavor: Error validating value 'm1.large'",
        "error-validating-value",
    );
    check(
        "aborted: Flavor's disk is too small for requested image., Code: 500\\&quot;",
        "flavor-disk-too-small",
    );
}

#[test]
fn an_unknown_reason_is_said_to_be_unknown() {
    fn check(text: &str, reason: &str, service: Option<&str>) {
        let found = INDEX.find(text);
        let unknown = found.unknown.as_ref().map(|unknown| (unknown.text.as_str(), unknown.service));
        assert_eq!(unknown, Some((reason, service)), "{text}");
    }
    check(
        "Property error : dns: private_net_id Must be a valid network ID",
        "Must be a valid network ID",
        None,
    );
    check(
        "Resource CREATE failed: BadRequest: resources.alarm: The moon is in the way (HTTP 400)",
        "The moon is in the way",
        None,
    );
    check(
        "Went to status ERROR due to \"Message: 'NoneType' object is not iterable,  Code: 500\"",
        "NoneType' object is not iterable",
        Some("Nova"),
    );
    check(
        "{\"NeutronError\": {\"type\": \"Odd\", \"message\": \"The moon is in the way\", \"detail\": \"\"}}",
        "The moon is in the way",
        Some("Neutron"),
    );
}

#[test]
fn what_was_cut_resembles_its_message() {
    for (text, expect) in [
        ("ERROR: The Parameter (key_name) was not prov", "parameter-not-provided"),
        (
            "Resource CREATE failed: OverLimit: resources.a: VolumeSizeExceedsAvailableQuota: Requested volume or snapshot exceeds allowed gigabytes quo",
            "quota-exceeded",
        ),
        ("HEAT-E99001 Service cinder is not available for resource ty", "service-not-available"),
        ("not enough hosts for cores", "no-valid-host"),
    ] {
        let found = INDEX.find(text);
        let first = found.errors.first().map(|number| PAGES.list[*number].id.as_str());
        assert_eq!((first, found.is_exact), (Some(expect), false), "{text}");
    }
}

#[test]
fn a_few_words_name_an_error() {
    fn check(text: &str, expect: &str) {
        let found = INDEX.find(text);
        assert_eq!(
            found.errors.first().map(|number| PAGES.list[*number].id.as_str()),
            Some(expect),
            "{text}"
        );
        assert!(!found.is_exact, "{text}");
    }
    check("valid host", "no-valid-host");
    check("stack timeout", "timed-out");
    check("create failed", "resource-failed");
    check("failing deployments", "deployment-failed");
    check("subnet in use", "ports-in-use-on-subnet");
    check("deadlock", "database-deadlock");
}

#[test]
fn the_class_of_an_exception_leads_to_its_errors() {
    fn check(class: &str, expect: &[&str]) {
        assert_eq!(PAGES.of_class(class).map(|page| page.id.as_str()).collect::<Vec<_>>(), expect, "{class}");
    }
    check("overquotaclient", &["quota-exceeded"]);
    check("IpAddressGenerationFailure", &["no-more-ip-addresses"]);
    check("ResourceFailure", &["resource-failed"]);
    check("Unheard", &[]);
    let found = PAGES.find("keystoneauth1.exceptions.EmptyCatalog: An odd thing happened.");
    assert_eq!(found.pages.iter().map(|page| page.id.as_str()).collect::<Vec<_>>(), ["endpoint-not-found"]);
    assert!(!found.is_exact && found.unknown.is_some());
}

#[test]
fn words_in_another_sentence_are_no_message() {
    for text in [
        "Connection to 10.0.0.5 timed out",
        "Connection (to 10.0.0.5) timed out",
        "the disk image volume in use by another program cannot be opened",
    ] {
        assert!(!INDEX.find(text).is_exact, "{text}");
    }
}

proptest! {
    // Each case searches all messages.
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_page_is_found_whatever_is_around_its_message(
        number in any::<prop::sample::Index>(),
        // Consecutive gaps are not empty.
        gaps in prop::collection::vec("[a-z0-9_.:/'\" \\-]{0,10}[a-z0-9][a-z0-9_.:/'\" \\-]{0,10}", 1..4),
        (before, after) in prop::sample::select(vec![
            ("", ""),
            ("ERROR: ", ""),
            ("Property error: resources.x.properties.y: ", ""),
            ("Resource CREATE failed: StackValidationFailed: resources.a: ", ""),
            ("\u{1b}[31m", ""),
            ("  \n", ""),
            ("OpenStack API Conflict (", "). Check task debug log for details."),
            ("nobody could build it [", "]"),
            ("fatal: [a]: FAILED! => {\"changed\": false, \"msg\": \"", "\"}"),
            ("HttpException: 503: Server Error for url: http://10.0.0.5:9696/v2.0/ports, ", ""),
        ]),
        is_upper in any::<bool>(),
        breaks in any::<bool>(),
    ) {
        let pages = &*PAGES;
        let page = number.get(&pages.list);
        // The text before a short message is a single word.
        let words = filled(page.message(), &[String::new()]).split_whitespace().count();
        let is_short = page.message().starts_with('{') && words <= 2;
        let is_kept = |char: &char| !is_short || char.is_alphanumeric();
        let gaps: Vec<String> = gaps.iter().map(|gap| gap.chars().filter(is_kept).collect()).collect();
        let mut message = filled(page.message(), &gaps);
        // Classes are recognised by their capital letters, so the wrappers keep their case.
        if is_upper {
            message = message.to_uppercase();
        }
        let mut text = format!("{before}{message}{after}");
        if breaks {
            text = text.replace(' ', "\n  ");
        }
        prop_assert!(is_found(page, &text), "{}: {text:?}", page.id);
    }

    #[test]
    fn no_text_is_too_strange(text in any::<String>(), repeated in 1_usize..50) {
        let found = INDEX.find(&text.repeat(repeated)).errors.len();
        prop_assert!(found <= 5);
    }
}
