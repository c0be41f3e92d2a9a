// The history of the releases: what each one hid, the links to that page, and the comparison of two releases.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open } from "./site.js";

let site;
before(async () => (site = await open()));
after(() => site.close());

const LOAD_BALANCER = "OS::Neutron::LBaaS::LoadBalancer";

/** The names that are visible on the page of what each release hid. */
const shown = (page) =>
  page.evaluate(() => [...document.querySelectorAll(".gone tbody tr")].filter((row) => row.checkVisibility()).map((row) => row.id));

/** Follows a link, and returns what the page of what each release hid then shows. */
async function lookUp(page, link) {
  await page.click(link);
  await page.waitForURL("**/hidden.html?q=*");
  await page.waitForFunction(() => document.getElementById("picked").textContent);
  return shown(page);
}

test("long names break where their parts do", async () => {
  for (const width of [1440, 1300, 1000, 390]) {
    const page = await site.page("hidden.html", { viewport: { width, height: 900 } });
    // A part of a name that is split across two lines has a rectangle on each.
    const broken = await page.evaluate(() => {
      const found = [];
      for (const name of document.querySelectorAll(".gone :is(code, .of)")) {
        const walker = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          for (const word of walker.currentNode.textContent.matchAll(/\S+/g)) {
            const range = document.createRange();
            range.setStart(walker.currentNode, word.index);
            range.setEnd(walker.currentNode, word.index + word[0].length);
            if (range.getClientRects().length > 1) found.push(name.textContent);
          }
        }
      }
      return found;
    });
    assert.deepEqual(broken, [], `${width} px`);
    await page.context().close();
  }
});

test("a hidden name is filtered for, and its replacement is a link", async () => {
  const page = await site.page(`hidden.html?q=${LOAD_BALANCER}`);
  await page.waitForFunction(() => document.getElementById("picked").textContent.startsWith("1 of "));
  assert.deepEqual(await shown(page), [LOAD_BALANCER]);
  assert.equal(await page.inputValue("#name"), LOAD_BALANCER);
  await page.click(`[id="${LOAD_BALANCER}"] td a`);
  await page.waitForURL("**/types/OS/Octavia/LoadBalancer.html");
  assert.deepEqual(page.complaints, []);
});

test("the filter takes types, properties and parts of names, and stays in the address", async () => {
  const page = await site.page("hidden.html");
  const all = await shown(page);
  assert.ok(all.length >= 60, String(all.length));
  for (const [query, expected] of [
    ["os::neutron::port network_id", ["OS::Neutron::Port-prop-network_id"]],
    ["OS::Neutron::Port.fixed_ips.subnet_id", ["OS::Neutron::Port-prop-fixed_ips.subnet_id"]],
    ["first_address", ["OS::Nova::Server-attr-first_address"]],
    ["senlin receiver", ["OS::Senlin::Receiver"]],
  ]) {
    await page.fill("#name", query);
    assert.deepEqual(await shown(page), expected, query);
    assert.equal(new URL(page.url()).searchParams.get("q"), query);
  }
  await page.fill("#name", "OS::Nova::Server");
  assert.equal(await page.locator("#nothing").isVisible(), false);
  await page.fill("#name", "no such name");
  assert.deepEqual(await shown(page), []);
  assert.match(await page.getAttribute("#nothing a", "href"), /search\.html\?q=no%20such%20name$/);
  await page.fill("#name", "");
  assert.equal((await shown(page)).length, all.length);
  assert.deepEqual(page.complaints, []);
});

test("the page is the whole list without JavaScript", async () => {
  const page = await site.page(`hidden.html?q=${LOAD_BALANCER}`, { javaScriptEnabled: false });
  assert.ok(await page.isVisible(`[id="${LOAD_BALANCER}"]`));
  assert.ok(await page.isVisible("[id='OS::Neutron::Port-prop-network_id']"));
  assert.equal(await page.isVisible("#pick"), false);
  const lost = await site.page("types/OS/Neutron/LBaaS/LoadBalancer.html", { javaScriptEnabled: false });
  await lost.click(".ways a[href$='hidden.html']");
  assert.match(lost.url(), /hidden\.html$/);
});

test("old addresses lead there with the name", async () => {
  const page = await site.page("types/OS/Neutron/LBaaS/LoadBalancer.html");
  assert.deepEqual(await lookUp(page, "#lost a"), [LOAD_BALANCER]);
  // For a property of a type without a page, the type is looked up.
  const part = await site.page("types/OS/Sahara/Cluster.html");
  assert.deepEqual(await lookUp(part, "#lost a"), ["OS::Sahara::Cluster", "OS::Sahara::ClusterTemplate"]);
  const old = await site.page(`template_guide/openstack.html#${LOAD_BALANCER}-prop-name`);
  assert.deepEqual(await lookUp(old, "#lost a"), [LOAD_BALANCER]);
  const property = await site.page("types/OS/Nova/Server.html#prop-networks-*-uuid");
  assert.deepEqual(await lookUp(property, "#missing a"), ["OS::Nova::Server-prop-networks.uuid"]);
  const known = await site.page("types/OS/Nova/Server.html#prop-flavor");
  assert.equal(await known.locator("#missing").count(), 0);
});

test("a search for a hidden name leads to its row there", async () => {
  const page = await site.page(`search.html?q=${LOAD_BALANCER}`);
  const first = await page.waitForSelector(".results li:first-child a");
  assert.equal(await first.getAttribute("href"), `hidden.html#${LOAD_BALANCER}`);
  const found = await site.page("search.html?q=OS::Nova::Server");
  await found.waitForSelector(".results li");
  assert.equal(await found.isVisible("#lost"), false);

  const field = await site.page("index.html");
  await field.fill("#q", "OS::Senlin::Receiver");
  await field.waitForSelector("a.hit[href='hidden.html#OS::Senlin::Receiver']");
});

test("two releases are compared, and without JavaScript the releases are links", async () => {
  const page = await site.page("compare.html?from=14.0.0&to=12.0.0");
  await page.waitForSelector("#comparison section");
  assert.match(await page.textContent("#compared"), /^\d+ changes in 2 releases$/);
  // In 13.0.0, a port's address could no longer be updated in place; 14.0.0 added a type, which 13.0.0 does not have.
  assert.ok(await page.isVisible("#comparison [data-k='prop mac_address update_allowed']"));
  assert.equal(await page.locator("#comparison dt", { hasText: "OS::Ironic::Port" }).count(), 1);
  assert.equal(await page.locator("#steps li:visible").count(), 2);
  await page.selectOption("[name=from]", "13.0.0");
  await page.waitForFunction(() => document.querySelector("#compared").textContent.endsWith("1 release"));
  assert.equal(await page.locator("#comparison [data-k='prop mac_address update_allowed']").count(), 1);
  const link = await page.getAttribute("#comparison dt a", "href");
  assert.ok(link.startsWith(site.base + "types/"), link);
  await page.selectOption("[name=to]", "13.0.0");
  await page.waitForFunction(() => document.querySelector("#compared").textContent.includes("the same release"));
  assert.deepEqual(page.complaints, []);

  const plain = await site.page("compare.html", { javaScriptEnabled: false });
  assert.equal(await plain.isVisible("#compare"), false);
  await plain.click("#steps a >> text=2024.1");
  assert.match(plain.url(), /releases\/2024\.1\.html$/);
});

/** The headings of a comparison, each with the types under it. */
const headings = (page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll("#comparison section")].map((section) => [
        section.dataset.s,
        [...section.querySelectorAll("dt .type")].map((type) => type.textContent),
      ]),
    ),
  );

test("a type stands under one heading of a comparison, by what became of it in the end", async () => {
  const page = await site.page("compare.html?from=21.0.0&to=23.0.0");
  await page.waitForSelector("#comparison section");
  const { placeholders, deprecated, added, ...others } = await headings(page);
  // Deprecated in 22.0.0, hidden and a placeholder in 23.0.0.
  assert.equal(placeholders.length, 24);
  assert.ok(placeholders.includes("OS::Sahara::Cluster"));
  assert.deepEqual(deprecated, ["OS::Monasca::AlarmDefinition", "OS::Monasca::Notification"]);
  assert.deepEqual(added, ["OS::Aodh::PrometheusAlarm"]);
  assert.deepEqual(Object.keys(others), ["changed"]);
  const row = page.locator("#comparison [data-t], #comparison dl > div").filter({ hasText: "OS::Sahara::ClusterTemplate" });
  assert.deepEqual(await row.locator("li").evaluateAll((lines) => lines.map((line) => line.dataset.c)), ["placeholders", "hidden"]);

  // Items that were added and removed in between exist at neither end.
  const whole = await site.page("compare.html?from=15.0.0&to=27.0.0");
  await whole.waitForSelector("#comparison section");
  const all = Object.values(await headings(whole)).flat();
  assert.equal(all.includes("OS::Vitrage::Template"), false);
  assert.equal(new Set(all).size, all.length);
});

test("a comparison can be narrowed to some types, and its link keeps that", async () => {
  const page = await site.page("compare.html?from=18.0.0&to=24.0.0");
  const types = () => page.locator("#comparison [data-t], #comparison dl > div dt").allInnerTexts();
  await page.waitForSelector("#comparison dt");
  const all = (await types()).length;
  await page.fill("[name=type]", "nova server");
  await page.waitForFunction(() => document.querySelectorAll("#comparison dt").length < 5);
  assert.ok((await types()).every((name) => /Nova::Server/.test(name)) && all > 5, (await types()).join());
  assert.match(page.url(), /type=nova%20server$/);
  const again = await site.page(page.url().slice(site.base.length));
  await again.waitForSelector("#comparison dt");
  assert.deepEqual(await again.locator("#comparison dt").allInnerTexts(), await types());
});

test("a comparison begins with a table of types and kinds, filtered by service", async () => {
  const page = await site.page("compare.html?from=18.0.0&to=24.0.0");
  await page.waitForSelector("#matrix tbody tr");
  const heads = await page.locator("#matrix thead th").allInnerTexts();
  assert.deepEqual(heads, ["Type", "Placeholder", "Hidden", "Deprecated", "Changed", "Added", "Breaking"]);
  // The table counts the lines below it.
  const counts = await page.evaluate(() => {
    const sum = (rows) => rows.reduce((total, row) => total + [...row.querySelectorAll("a:not(.breaking)")].reduce((sum, link) => sum + Number(link.textContent), 0), 0);
    return [sum([...document.querySelectorAll("#matrix td")]), document.querySelectorAll("#comparison li").length];
  });
  assert.equal(counts[0], counts[1]);
  const targets = await page.locator("#matrix td a").evaluateAll((links) => links.map((link) => Boolean(document.getElementById(decodeURIComponent(link.hash.slice(1))))));
  assert.ok(targets.length > 20 && targets.every(Boolean));
  await page.selectOption("[name=service]", "OS::Nova");
  await page.waitForFunction(() => [...document.querySelectorAll("#matrix th[scope=row]")].every((name) => name.textContent.startsWith("OS::Nova::")));
  assert.match(page.url(), /service=OS%3A%3ANova$/);
  const again = await site.page(page.url().slice(site.base.length));
  await again.waitForSelector("#matrix tbody tr");
  assert.equal(await again.inputValue("[name=service]"), "OS::Nova");
  assert.deepEqual(await again.locator("#matrix th[scope=row]").allInnerTexts(), await page.locator("#matrix th[scope=row]").allInnerTexts());
  assert.deepEqual(page.complaints, []);
});

test("one type is shown with both sides", async () => {
  const page = await site.page("compare.html?from=12.0.0&to=27.0.0");
  await page.click("#matrix a[data-only='OS::Neutron::Port']");
  await page.waitForSelector("#matrix .both tbody tr");
  assert.match(page.url(), /type=OS%3A%3ANeutron%3A%3APort$/);
  assert.deepEqual(await page.locator("#matrix thead th").allInnerTexts(), ["What changed", "Stein", "2026.2"]);
  const row = (name) => page.locator("#matrix .both tbody tr").filter({ hasText: name }).first().locator("td").evaluateAll((cells) => cells.map((cell) => cell.textContent.replace(/\s+/g, " ").trim()));
  assert.deepEqual(await row("allowed_address_pairs.ip_address"), ["net_cidr", "The custom constraint of a property became wider ip_or_cidr"]);
  assert.deepEqual(await row("binding:vnic_type"), ["–", "also smart-nic"]);
  assert.deepEqual(await row("propagate_uplink_status"), ["–", "Added"]);
  assert.deepEqual(await row("mac_address"), ["Changed A change that was made in place now replaces the resource, breaking"]);
  // The columns are in the order of the releases, whichever is chosen first.
  const swapped = await site.page("compare.html?from=24.0.0&to=12.0.0&type=OS::Neutron::Port");
  await swapped.waitForSelector("#matrix .both tbody tr");
  assert.deepEqual(await swapped.locator("#matrix thead th").allInnerTexts(), ["What changed", "Stein", "2025.1"]);
  await page.click("#matrix a[data-only='']");
  await page.waitForSelector("#matrix .matrix");
  assert.deepEqual(page.complaints, []);
});
