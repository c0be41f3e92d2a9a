// The search: its engine on the real index, and its field in the browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { after, before, describe, test } from "node:test";
import { BY_KIND, HARD } from "./queries-by-kind.js";
import { HELD_OUT, QUERIES } from "./queries.js";
import { abbreviations, asShown, engine, index, label, search } from "./search.js";
import { folder, open } from "./site.js";

/** The results of a query, best first: a type, a type with a path, or the address of a page. */
function found(query, limit = 5) {
  return search.search(query, limit).hits.map(label);
}

/** Whether a hit is the expected one. For a page, any of its sections counts. */
function meets(hit, target) {
  return hit === target || (target.endsWith(".html") && hit.startsWith(`${target}#`));
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

  for (const [name, queries] of [["what people mean", QUERIES], ["what people mean, in queries that it was not tuned with", HELD_OUT]]) {
    test(`${name} comes first`, () => {
      const missed = queries.flatMap(([query, place, ...targets]) => {
        const hits = found(query, place);
        const met = hits.some((hit) => targets.some((target) => meets(hit, target)));
        return met ? [] : [`${query}: ${hits.join(", ")} instead of ${targets.join(" or ")}`];
      });
      assert.deepEqual(missed, []);
    });
  }

  for (const [kind, { queries, least }] of Object.entries(HARD)) {
    test(`${kind}: not all find their place among the first three results, but ${least} do`, () => {
      const missed = queries.filter(([query, ...targets]) => !asShown(query, 3).map(label).some((hit) => targets.includes(hit)));
      assert.ok(queries.length - missed.length >= least, missed.map(([query]) => query).join("\n"));
    });
  }

  for (const [kind, queries] of Object.entries(BY_KIND)) {
    test(`${kind}: nine of ten find their page among the first three results`, () => {
      const missed = queries.flatMap(([query, ...targets]) => {
        const hits = asShown(query, 3).map(label);
        return hits.some((hit) => targets.some((target) => meets(hit, target))) ? [] : [`${query}: ${hits.join(", ")} instead of ${targets.join(" or ")}`];
      });
      // A question may have words that no text of its answer has: the search knows words, not meanings.
      const most = Math.floor(queries.length * (kind === "questions" ? 0.2 : 0.1));
      assert.ok(missed.length <= most, missed.join("\n"));
    });
  }

  test("an abbreviation finds what its words find, among the first three results, and also beside other words", () => {
    for (const [abbreviation, words] of Object.entries(abbreviations)) {
      assert.ok(!(words in abbreviations), abbreviation);
      const [first] = found(words);
      assert.ok(first, `${words} finds nothing`);
      assert.ok(found(abbreviation, 3).includes(first), `${abbreviation}: ${found(abbreviation, 3)} instead of ${first}`);
    }
    assert.equal(found("sg rule")[0], found("security group rule")[0]);
    assert.deepEqual(found("prop:az type:nova", 1), ["OS::Nova::Server availability_zone"]);
  });

  test("sections lead to their headings", () => {
    const { pages } = JSON.parse(index);
    const sections = pages.filter(([, url]) => url.startsWith("#"));
    // Those of the guide and of the lists; rules are in an index of their own.
    assert.ok(sections.length > 250, `${sections.length}`);
    for (const [title] of sections.slice(0, 40)) {
      const hits = search.search(title, 50).hits.filter((hit) => hit.name === title);
      assert.ok(hits.length > 0, title);
      for (const { url } of hits.filter((hit) => hit.url.includes("#"))) {
        const [path, anchor] = url.split("#");
        assert.ok(readFileSync(join(folder, path), "utf8").includes(`id="${anchor}"`), url);
      }
    }
  });

  test("a service's name finds its types, before constraints and releases", () => {
    const types = JSON.parse(index).types;
    for (const [query, service] of [
      ["nova", "OS::Nova::"], ["neutron", "OS::Neutron::"], ["octavia", "OS::Octavia::"], ["heat", "OS::Heat::"],
      ["Cinder", "OS::Cinder::"], ["designate", "OS::Designate::"], ["dns", "OS::Designate::"], ["keystone", "OS::Keystone::"],
    ]) {
      const { hits } = search.search(query, 500);
      const own = types.filter((type) => type.startsWith(service));
      const places = own.map((type) => hits.findIndex((hit) => hit.kind === "type" && hit.type === type));
      assert.ok(places.every((place) => place >= 0), `${query} does not find ${own[places.indexOf(-1)]}`);
      const late = hits.findIndex((hit) => hit.kind === "constraint" || hit.kind === "release");
      assert.ok(late < 0 || late > Math.max(...places), `${query}: ${hits[late]?.name}`);
      assert.ok(hits.slice(0, Math.min(3, own.length)).every((hit) => hit.type.startsWith(service)), `${query}: ${found(query)}`);
    }
  });

  test("ids of rules and errors, and names of functions, come first", () => {
    const errors = JSON.parse(readFileSync(join(folder, "errors.json"), "utf8"));
    const ids = new Set([...errors.rules.flatMap((set) => set.rules), ...errors.errors].map(([id]) => id));
    assert.ok(ids.size > 600, `${ids.size}`);
    for (const id of ids) {
      const [hit] = asShown(id, 1);
      assert.equal(hit?.kind === "rule" ? hit.name : hit?.id, id, `${id}: ${hit?.url}`);
    }
    const functions = JSON.parse(index).pages.filter(([, , kind]) => kind === "f");
    assert.ok(functions.length > 40, `${functions.length}`);
    for (const [name] of functions) {
      const [hit] = asShown(name, 1);
      assert.deepEqual([hit.kind, hit.name], ["function", name]);
    }
  });

  test("an abbreviation in a name changes nothing for what has no such name", () => {
    // "sg_rule" is written like a name, "security group rule" is not.
    for (const [query, words] of [["sg_rule", "security group rule"], ["env-file", "environment file"]]) {
      assert.equal(found(query, 1)[0], found(words, 1)[0]);
      const [hit] = search.search(query, 1).hits, [same] = search.search(words, 1).hits;
      assert.ok(hit.score <= same.score + 1e-6, `${query}: ${hit.score} and ${same.score}`);
    }
  });

  test("words that are one word of another name count once", () => {
    // There is a function make_url.
    const score = (query) => search.search(query, 20).hits.find((hit) => hit.type === "OS::Keystone::Endpoint").score;
    assert.ok(score("make url") <= score("url"), `${score("make url")} and ${score("url")}`);
  });

  test("a word is found in any of its forms", () => {
    for (const [one, other] of [
      ["network", "networks"], ["NETWORK", "Network"], ["secret", "secrets"], ["queue", "queues"], ["subnet", "subnets"], ["load balancer", "LoadBalancer"],
      ["keypair", "key pair"], ["floating ip", "FloatingIP"], ["os::nova::server", "OS::Nova::Server"], ["load balancer", "balancer load"],
      ["encryption", "encrypted"], ["data base", "database"],
    ]) assert.equal(found(one)[0], found(other)[0], `${one} and ${other}`);
  });

  test("every word has to be found, but those of the grammar", () => {
    assert.deepEqual(found("server qzxwvk"), []);
    assert.equal(found("how do I attach a volume to a server")[0], "OS::Cinder::VolumeAttachment");
    // One of many words may be missing, and the page says so.
    const partial = search.search("allowed address pairs qzxwvk", 1);
    assert.ok(partial.partial);
    assert.equal(partial.hits[0].path, "allowed_address_pairs");
  });

  test("a name written as it is comes first", () => {
    for (const [query, target] of [
      ["glance.image", "constraints.html#constraint-glance.image"], ["networks.fixed_ip", "OS::Nova::Server networks.fixed_ip"],
      ["OS::Neutron::Port", "OS::Neutron::Port"],
    ]) assert.equal(found(query)[0], target);
  });

  test("paths as Heat writes them, hidden names and other words for functions find what they mean", () => {
    for (const [query, target] of [
      ["networks[0].port", "OS::Nova::Server networks.port"],
      ["resources.server.properties.networks[0].port", "OS::Nova::Server networks.port"],
      ["first_address", "hidden.html#OS::Nova::Server-attr-first_address"],
      ["OS::Neutron::LoadBalancer", "hidden.html#OS::Neutron::LoadBalancer"],
      ["loop", "guide/functions-by-version.html#repeat"],
      ["ternary", "guide/functions-by-version.html#if"],
      ["if condition", "guide/conditions-and-parameters.html#conditions"],
      ["join strings", "guide/functions-by-version.html#list-join"],
      ["depends_on", "guide/start-here.html#a-server"],
      ["suppress a warning", "guide/checking-templates.html#switching-a-rule-off"],
    ]) assert.equal(label(asShown(query, 1)[0]), target, query);
    const shown = asShown("Property error: resources.web.properties.networks[0].port: Error validating value 'x'", 5).map(label);
    assert.ok(shown.includes("OS::Nova::Server networks.port"), shown.join(", "));
  });

  test("names of any kind do no harm, and are found", () => {
    const names = ["a\nb", "", "|", "\\", "\"", "__proto__", "constructor", "\u2028x", "größe", "名前", "x".repeat(5000), "a.b", "%41", "#", "\u0000null", "0", "toString"];
    const odd = engine.createSearch({
      format: 3, stop: "the", filler: "", types: ["My::Odd::Type", "Plain"], status: "00", rank: "00", keywords: [["\n", "a|b", ""], []], text: ["", ""],
      props: [names.map((name) => `00s${name}`), ["00svictim"]], attrs: [names.map((name) => `00-${name}`), []], policy: [[], []],
      said: [["", ...names.map((_, n) => `word${n}`)].join("|"), "|"], pages: [["A\nB", "a.html", "p", "", ""]],
    });
    for (const name of names.filter((name) => /[\p{L}\p{N}]/u.test(name))) {
      assert.ok(odd.search(`prop:${name}`, 50).hits.some((hit) => hit.name === name), JSON.stringify(name.slice(0, 20)));
    }
    assert.equal(odd.search("victim", 1).hits[0].path, "victim");
    assert.equal(odd.search("word3", 1).hits[0].name, "\\");
    assert.equal(odd.search("GRÖSSE".normalize("NFD"), 1).total, 0);
    assert.equal(odd.search("GRÖßE".normalize("NFD"), 1).hits[0].name, "größe");
  });

  test("nonsense finds nothing, and does no harm", () => {
    for (const query of ["", "   ", ":", "type:", "\u0000", "x".repeat(10_000), "((((", "status:nothing", "constructor", "__proto__"]) {
      assert.doesNotThrow(() => search.search(query, 10), query.slice(0, 20));
    }
    assert.deepEqual(found("qzxwvk"), []);
  });

  test("the index is small, and names nothing hidden", () => {
    assert.ok(gzipSync(index, { level: 9 }).length < 60_000);
    assert.ok(!JSON.parse(index).status.includes("3"));
    for (const name of ["OS::Senlin", "OS::Sahara", "OS::Monasca", "OS::Neutron::LBaaS", "neutron.lbaas"]) assert.ok(!index.includes(name), name);
    for (const query of ["OS::Senlin::Cluster", "OS::Neutron::LBaaS::LoadBalancer", "sahara", "monasca"]) {
      assert.ok(found(query, 50).every((hit) => !/Senlin|Sahara|Monasca|LBaaS/.test(hit)), query);
    }
  });
});

describe("the field", () => {
  let site;
  before(async () => (site = await open()));
  after(() => site.close());

  test("Ctrl-K moves the focus there, also from another field, and the start page has no second one", async () => {
    const page = await site.page("index.html");
    await page.focus("#type-sieve");
    await page.keyboard.press("Control+k");
    assert.equal(await page.evaluate(() => document.activeElement.id), "q");
    assert.equal(await page.locator("form.find").count(), 1);
    await page.keyboard.type("keypair");
    await page.waitForSelector("#q-hits .hit");
    assert.equal(await page.getAttribute("#q", "aria-activedescendant"), "q-hits-0");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/OS/Nova/KeyPair.html");
  });

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

  test("an empty search says where else to look, and takes the query along", async () => {
    const page = await site.page("search.html?q=qzxwvk+%26+more");
    await page.waitForSelector("#nothing:not([hidden])");
    assert.equal(await page.locator(".results li").count(), 0);
    await page.evaluate(() => {
      const link = document.createElement("a");
      link.dataset.query = "";
      link.href = "index.html";
      document.getElementById("nothing").append(link);
    });
    await page.fill("#q", "qzxwvk?=");
    assert.equal(await page.locator("#nothing a[data-query]").last().getAttribute("href"), `${site.base}index.html?q=qzxwvk%3F%3D`);
    await page.fill("#q", "server");
    await page.waitForSelector(".results li");
    assert.equal(await page.locator("#nothing").isVisible(), false);

    const field = await site.page("index.html");
    await field.focus("#q");
    await field.keyboard.type("qzxwvk");
    await field.waitForSelector(".hits-end");
    await field.keyboard.press("Enter");
    await field.waitForURL("**/search.html?q=qzxwvk");
    assert.deepEqual(page.complaints, []);
  });

  test("without scripts the page lists what people call things", async () => {
    const page = await site.page("search.html", { javaScriptEnabled: false });
    assert.ok(await page.locator("dt", { hasText: /^vm$/ }).isVisible());
    await page.click("dl a:text-is('OS::Nova::Server')");
    await page.waitForURL("**/OS/Nova/Server.html");
  });

  test("it has a page of its own", async () => {
    const page = await site.page("search.html?q=status:deprecated");
    await page.waitForSelector(".results li");
    assert.ok((await page.locator(".results li").count()) > 0);
    assert.deepEqual(page.complaints, []);
  });
});
