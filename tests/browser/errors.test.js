// The errors of Heat in the search: what people paste finds its page, in the script as in the program, and in the field.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { after, before, describe, test } from "node:test";
import { scratch } from "./program.js";
import { folder, open } from "./site.js";

/** What people paste, and the page that explains it. */
const PASTED = [
  ["The Parameter (key_name) was not provided.", "parameter-not-provided"],
  ["ERROR: The Parameter (flavour) was not defined in template.", "parameter-not-defined"],
  ["ERROR: Property error: : resources.server.properties.image: : Error validating value 'debian': No images matching {'name': 'debian'}.", "image-not-found"],
  ["Property error: resources.web.properties.networks[0]: Unknown Property nework", "unknown-property"],
  ["Property error: resources.subnet.properties: Property network not assigned", "property-not-assigned"],
  ["StackValidationFailed: resources.a: Property error: a.Properties.size: 0 is out of range (min: 1, max: None)", "out-of-range"],
  ["Circular Dependency Found: {a: {b}, b: {a}}", "circular-dependency"],
  ["HTTP 400: ERROR: The Resource Type (OS::Nova::Instance) could not be found.", "resource-type-not-found"],
  ["The specified reference \"netwrok\" (in subnet.Properties.network) is incorrect.", "reference-incorrect"],
  ["The Referenced Attribute (server first_adress) is incorrect.", "referenced-attribute-incorrect"],
  ["ERROR: The Stack (web) already exists.", "stack-exists"],
  ["Stack web already has an action (UPDATE) in progress.", "action-in-progress"],
  ["Resource CREATE failed: ResourceInError: resources.server: Went to status ERROR due to \"Message: No valid host was found. , Code: 500\"", "no-valid-host"],
  ["resources.wait: WaitConditionTimeout: 0 of 1 received", "wait-condition-timeout"],
  ["Create timed out", "timed-out"],
  ["You are not authorized to use resource_types:OS::Nova::Flavor.", "type-not-authorized"],
  ["The template version is invalid: \"2018-08-30\". \"heat_template_version\" should be one of: 2013-05-23, 2014-10-16", "unknown-template-version"],
  ["{\"explanation\": \"The server could not comply\", \"error\": {\"message\": \"Unknown Property \\\"a\\\"\", \"type\": \"StackValidationFailed\"}}", "unknown-property"],
  ["template format version not found", "template-format-version-not-found"],
  ["deployment to server failed: deploy_status_code : Deployment exited with non-zero status code: 127", "deployment-failed"],
  ["No valid host was found. There are not enough hosts available.", "no-valid-host"],
  ["Invalid key_name provided. (HTTP 400)", "key-name-invalid"],
  ["ERROR: Unknown resource Type : My::LoadBalancer", "resource-type-not-found"],
  ["Resource CREATE failed: NeutronClientException: resources.monitor: 404 Not Found  The resource could not be found.", "api-not-found"],
  ["{u'message': u'NoValidHost', u'details': u'No valid host was found. Exceeded max scheduling attempts 3'}", "no-valid-host"],
  ["Property error : dns: private_net_id Must be a valid network ID", "property-error"],
  ["parameter was not provided", "parameter-not-provided"],
  ["circular dependency", "circular-dependency"],
  ["Property error: resources.v.properties.volume_type: Error validating value '': The VolumeType () could not be found.", "volume-type-unknown"],
  ["ERROR: Property error : my_server: image Value must be a string", "must-be-a-string"],
  ["Expected HTTP response code [202 204] when accessing [DELETE https://a/v2.0/networks/b], but got 500 instead: {\"NeutronError\": {\"message\": \"Request Failed: internal server error while processing your request.\"}}", "service-failed"],
  ["16-08-02 [overcloud]: CREATE_FAILED Create timed out\nStack overcloud CREATE_FAILED", "timed-out"],
  ["Error 100: OpenStack API Conflict (Unable to complete operation for network a. The IP address 10.0.0.5 is in use.). Check task debug log.", "ip-address-in-use"],
  ["Task failed 'port.create' -> No more IP addresses available on network a. [status_code=409]", "no-more-ip-addresses"],
  ["the instance has an error status: Please try again later [Error: Volume a could not be found.].", "volume-not-in-cinder"],
  ["fatal: [a]: FAILED! => {\"msg\": \"non-zero return code\", \"rc\": 1, \"stderr\": \"ERROR: The Stack (a) already exists.\"}", "stack-exists"],
  ["Cluster error, stack status: CREATE_FAILED, stack_id: a, reason: Resource CREATE failed: ResourceInError: resources.b: Went to status ERROR due to \"Message: No valid host was found. , Code: 500\"", "no-valid-host"],
];

// What people type who have no message at hand, and names of exceptions.
const TYPED = [
  ["valid host", "no-valid-host"],
  ["stack timeout", "timed-out"],
  ["rollback failed", "resource-failed"],
  ["subnet in use", "ports-in-use-on-subnet"],
  ["keypair found", "key-not-found"],
  ["failing deployments", "deployment-failed"],
  ["deadlock", "database-deadlock"],
  ["EndpointNotFound: An unknown exception occurred.", "endpoint-not-found"],
];

const scope = {};
for (const name of ["search-words.js", "search-errors.js"]) new Function("globalThis", readFileSync(join(folder, "assets", name), "utf8"))(scope);
const index = readFileSync(join(folder, "errors.json"));
const errors = scope.heatErrors.createErrors(JSON.parse(index));

describe("the script", () => {
  for (const [text, page] of [...PASTED, ...TYPED]) {
    test(text, () => assert.equal(errors.find(text).hits[0]?.id, page));
  }

  test("it finds what the program finds", () => {
    const { run, remove } = scratch({});
    try {
      for (const [text] of [...PASTED, ["not an allowed"], ["Property error: a: Value 'x' is not an integer"], ["\u001b[31mVolume\u001b[0m in use"], ...TYPED]) {
        // The program exits with 1 if it finds nothing.
        const said = JSON.parse(run(["explain", "--format", "json", text], [0, 1]) || "[]");
        const found = errors.find(text);
        assert.deepEqual(found.hits.map((hit) => hit.id), said.map((page) => page.id), text);
        assert.equal(found.exact, said[0]?.is_exact ?? false, text);
      }
    } finally {
      remove();
    }
  });

  test("rules are found by their ids", () => {
    assert.equal(errors.named("missing-property")[0].url, "rules/template/missing-property.html");
    assert.equal(errors.named("required-with-default")[0].url, "rules/lint/required-with-default.html");
    assert.equal(errors.named("property-removed")[0].url, "rules/diff/property-removed.html");
    assert.deepEqual(errors.named("duplicate-key").map((hit) => hit.words), ["template rule", "lint rule"]);
    assert.equal(errors.named("unused param")[0].name, "unused-parameter");
    assert.deepEqual(errors.named("a"), []);
  });

  test("an error is found by its id, after a rule with the same one", () => {
    assert.deepEqual(errors.named("stack-exists").map((hit) => hit.url), ["errors/stack-exists.html"]);
    const both = errors.named("circular-dependency").map((hit) => hit.url);
    assert.deepEqual(both, ["rules/template/circular-dependency.html", "errors/circular-dependency.html"]);
    const other = { kind: "type", name: "Stack", url: "types/OS/Heat/Stack.html" };
    const shown = errors.added("circular-dependency", { total: 1, partial: false, hits: [other], words: [] }).hits.map((hit) => hit.url);
    assert.deepEqual(shown, [...both, other.url]);
  });

  test("what only has some words of a message is left out", () => {
    const other = { kind: "type", name: "Server", url: "types/OS/Nova/Server.html" };
    const urls = (query, partial) => errors.added(query, { total: 1, partial, hits: [other], words: [] }).hits.map((hit) => hit.url);
    assert.deepEqual(urls("Unknown Property a", true), ["errors/unknown-property.html"]);
    assert.deepEqual(urls("Unknown Property a", false), ["errors/unknown-property.html", other.url]);
    // What is nearly a message comes first, what only has some of its words last.
    assert.deepEqual(urls("parameter not provided", false), ["errors/parameter-not-provided.html", other.url]);
    assert.deepEqual(urls("volume size invalid", false).at(0), other.url);
    const circular = ["rules/template/circular-dependency.html", other.url, "errors/circular-dependency.html"];
    assert.deepEqual(urls("circular dependency", false), circular);
    assert.deepEqual(urls("boot from volume", false), [other.url]);
  });

  test("the index is small", () => {
    assert.ok(gzipSync(index, { level: 9 }).length < 28_000, `${gzipSync(index, { level: 9 }).length}`);
  });
});

describe("the field", () => {
  let site;
  before(async () => { site = await open(); });
  after(() => site.close());

  /** The first entry of the list for a query. */
  async function first(page, query) {
    await page.fill("#q", query);
    await page.waitForSelector("#q-hits:not([hidden]) a");
    return page.getAttribute("#q-hits a", "href");
  }

  test("a message that is pasted leads to its page", async () => {
    const page = await site.page("index.html");
    assert.match(await first(page, "The Parameter (size) was not provided."), /errors\/parameter-not-provided\.html$/);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/errors/parameter-not-provided.html");
    assert.deepEqual(page.complaints, []);
  });

  test("what is around a message is taken off, and an unknown reason is said to be one", async () => {
    const page = await site.page("index.html");
    const wrapped = (reason) => `Resource CREATE failed: BadRequest: resources.web.resources[0]: Went to status ERROR due to "Message: ${reason}, Code: 500"`;
    assert.match(await first(page, wrapped("No valid host was found. There are not enough hosts available.")), /errors\/no-valid-host\.html$/);
    await page.goto(`${site.base}search.html?q=${encodeURIComponent(wrapped("The moon is in the way"))}`);
    await page.waitForSelector("#results a");
    assert.equal(await page.textContent("#found"), "The reason is not known: “The moon is in the way”. Ask Nova, which says so.");
    assert.match(await page.getAttribute("#results a", "href"), /errors\/(resource-failed|went-to-status-error)\.html$/);
    assert.deepEqual(page.complaints, []);
  });

  test("the class of an exception leads to its error", async () => {
    const page = await site.page("index.html");
    assert.match(await first(page, "WaitConditionTimeout"), /errors\/wait-condition-timeout\.html$/);
  });

  test("the index of errors is loaded only when it is needed", async () => {
    const page = await site.page("index.html");
    await first(page, "server");
    assert.ok(!page.requests.some((url) => url.endsWith("errors.json")), page.requests.join("\n"));
    await first(page, "missing-property");
    assert.ok(page.requests.some((url) => url.endsWith("errors.json")));
  });

  test("the page of the search lists them", async () => {
    const page = await site.page("search.html?q=Circular%20Dependency%20Found");
    await page.waitForSelector("#results a");
    assert.match(await page.getAttribute("#results a", "href"), /errors\/circular-dependency\.html$/);
  });
});
