// The search: its engine on the real index, and its field in the browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { folder, open } from "./site.js";

// The engine is a plain script: in here it gets a global object of its own.
const scope = {};
new Function("globalThis", readFileSync(join(folder, "assets/search-engine.js"), "utf8"))(scope);
const index = readFileSync(join(folder, "search-index.json"));
const search = scope.heatSearch.createSearch(JSON.parse(index));

/** What a query finds, best first, as `type path` or the page's name. */
function found(query, limit = 5) {
  return search.search(query, limit).hits.map((hit) => [hit.type, hit.path].filter(Boolean).join(" ") || hit.name);
}

describe("the engine", () => {
  test("types come first at equal match", () => {
    assert.equal(found("server")[0], "OS::Nova::Server");
    assert.equal(found("OS::Neutron::Port")[0], "OS::Neutron::Port");
    assert.equal(found("nova keypair")[0], "OS::Nova::KeyPair");
  });

  test("members of lists are found by name and by path", () => {
    assert.ok(found("fixed_ip", 10).includes("OS::Nova::Server networks.fixed_ip"), found("fixed_ip", 10).join(", "));
    assert.equal(found("networks.fixed_ip")[0], "OS::Nova::Server networks.fixed_ip");
  });

  test("typing errors are forgiven", () => {
    assert.ok(found("fixd ip", 10).some((hit) => hit.includes("fixed_ip")), found("fixd ip", 10).join(", "));
    assert.ok(found("secrity group", 5).includes("OS::Neutron::SecurityGroup"));
    assert.ok(found("loadblancer", 6).includes("OS::Octavia::LoadBalancer"), found("loadblancer", 6).join(", "));
    assert.ok(found("autoscale", 6).includes("OS::Heat::AutoScalingGroup"), found("autoscale", 6).join(", "));
    assert.ok(found("flavour", 5).some((hit) => hit.includes("Flavor")));
  });

  test("filters narrow by kind and status", () => {
    assert.deepEqual(found("type:nova keypair", 1), ["OS::Nova::KeyPair"]);
    const kinds = (query) => new Set(search.search(query, 50).hits.map((hit) => hit.kind));
    assert.deepEqual(kinds("prop:cidr"), new Set(["prop"]));
    assert.deepEqual(kinds("attr:address"), new Set(["attr"]));
    const deprecated = search.search("status:deprecated", 200);
    assert.ok(deprecated.total > 0);
    assert.deepEqual(new Set(deprecated.hits.map((hit) => hit.status)), new Set(["deprecated"]));
  });

  test("nonsense finds nothing, and does no harm", () => {
    for (const query of ["", "   ", ":", "type:", "\u0000", "x".repeat(10_000), "((((", "status:nothing"]) {
      assert.doesNotThrow(() => search.search(query, 10), query.slice(0, 20));
    }
    assert.deepEqual(found("qzxwvk"), []);
  });

  test("the index is small, and names nothing hidden", () => {
    assert.ok(gzipSync(index, { level: 9 }).length < 60_000);
    assert.ok(!JSON.parse(index).types.includes("OS::Senlin::Cluster"));
    assert.ok(!JSON.parse(index).status.includes("3"));
  });
});

describe("the field", () => {
  let site;
  before(async () => (site = await open()));
  after(() => site.close());

  test("keys lead through it", async () => {
    const page = await site.page("types/OS/Nova/Server.html");
    await page.keyboard.press("/");
    assert.equal(await page.evaluate(() => document.activeElement.id), "q");
    await page.keyboard.type("keypair");
    await page.waitForSelector(".hit");
    assert.equal(await page.getAttribute("#q", "aria-expanded"), "true");
    const active = () => page.getAttribute("#q", "aria-activedescendant");
    const first = await active();
    await page.keyboard.press("ArrowDown");
    assert.notEqual(await active(), first);
    await page.keyboard.press("ArrowUp");
    assert.equal(await active(), first);
    await page.keyboard.press("Escape");
    assert.equal(await page.getAttribute("#q", "aria-expanded"), "false");
    await page.keyboard.press("ArrowDown");
    await page.waitForSelector(".hit");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/OS/Nova/KeyPair.html");
    assert.deepEqual(page.complaints, []);
  });

  test("the index is loaded on focus, not before", async () => {
    const page = await site.page("types/OS/Nova/Server.html");
    const indexes = () => page.requests.filter((url) => url.includes("search-index"));
    assert.deepEqual(indexes(), []);
    await page.focus("#q");
    await page.keyboard.type("fixed_ip");
    await page.waitForSelector(".hit");
    assert.equal(indexes().length, 1);
  });

  test("it has a page of its own", async () => {
    const page = await site.page("search.html?q=status:deprecated");
    await page.waitForSelector(".results li");
    assert.ok((await page.locator(".results li").count()) > 0);
    assert.deepEqual(page.complaints, []);
  });
});
