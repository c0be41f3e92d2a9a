// Pages in the browser: deep links, themes, reading without JavaScript, old addresses, weight.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { folder, open } from "./site.js";

let site;
before(async () => (site = await open()));
after(() => site.close());

const SERVER = "types/OS/Nova/Server.html";

/** The id of the address's target, if it is visible. */
const target = (page) =>
  page.evaluate(() => {
    const element = document.querySelector(":target");
    return element?.checkVisibility() ? element.id : null;
  });

test("a deep link opens what it points into", async () => {
  const id = "prop-networks.port_extra_properties.allowed_address_pairs.mac_address";
  const page = await site.page(`${SERVER}#${id}`);
  await page.waitForFunction(() => document.querySelector(":target")?.checkVisibility());
  assert.equal(await target(page), id);
  assert.deepEqual(page.complaints, []);
});

test("the path line says where one is", async () => {
  const page = await site.page(`${SERVER}#prop-networks.fixed_ip`);
  await page.waitForFunction(() => document.querySelector("#path")?.textContent.includes("networks"));
  assert.match(await page.textContent("#path"), /networks\s*›\s*\[\]/);
});

test("old addresses lead to the new pages", async () => {
  const cases = {
    "OS::Nova::Server-prop-flavor": "/types/OS/Nova/Server.html#prop-flavor",
    "OS::Nova::Server": "/types/OS/Nova/Server.html",
    "OS::Nova::Server-prop-networks-*-fixed_ip": "/types/OS/Nova/Server.html#prop-networks.fixed_ip",
    "OS::Neutron::Port-prop-binding:vnic_type": "/types/OS/Neutron/Port.html#prop-binding:vnic_type",
    "OS::Heat::ResourceGroup-attrs": "/types/OS/Heat/ResourceGroup.html#attributes",
  };
  for (const [anchor, expected] of Object.entries(cases)) {
    const page = await site.page(`template_guide/openstack.html#${anchor}`);
    await page.waitForURL((url) => !url.pathname.includes("template_guide"));
    const address = await page.evaluate(() => location.pathname + location.hash);
    assert.equal(decodeURIComponent(address), expected, anchor);
    if (expected.includes("#")) assert.ok(await target(page), anchor);
    await page.context().close();
  }
  // Items that have been removed since stay on the page of old addresses, which lists the existing ones.
  const gone = await site.page("template_guide/openstack.html#OS::Nothing::AtAll-prop-x");
  await gone.waitForTimeout(300);
  assert.match(gone.url(), /template_guide/);
  assert.ok(await gone.isVisible("main li a"));
});

test("the theme follows the system, and the switch", async () => {
  const background = (page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await background(await site.page("index.html", { colorScheme: "light" }));
  const dark = await background(await site.page("index.html", { colorScheme: "dark" }));
  assert.notEqual(light, dark);
  const page = await site.page("index.html", { colorScheme: "light" });
  await page.check("#th-dark", { force: true });
  assert.equal(await background(page), dark);
  await page.reload();
  assert.equal(await background(page), dark);
  await page.check("#th-auto", { force: true });
  assert.equal(await background(page), light);
});

test("everything can be read without JavaScript", async () => {
  const page = await site.page(SERVER, { javaScriptEnabled: false });
  assert.ok(await page.isVisible("#prop-flavor"));
  await page.click("#prop-networks details summary");
  assert.ok(await page.isVisible("[id='prop-networks.fixed_ip']"));
  const phone = await site.page(SERVER, { javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const nav = phone.locator("[data-s='OS::Nova'] a").first();
  assert.equal(await nav.isVisible(), false);
  await phone.click(".tool-nav");
  assert.equal(await nav.isVisible(), true);
});

test("no page scrolls sideways, however narrow the window", async () => {
  const paths = [SERVER, "index.html", "properties.html", "constraints.html", "life-cycle.html", "deprecations.html", "guide/writing-a-schema.html", "guide/start-here.html", "guide/functions.html", "architectures.html", "architectures/private-network.html", "architectures/nested-stacks.html", "releases.html", "releases/2026.2.html", "releases/2024.2.html", "compare.html", "hidden.html"];
  for (const path of paths) {
    const page = await site.page(path);
    for (const width of [320, 390, 700, 834, 1000, 1199, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${path} is ${over} px too wide at ${width}`);
    }
    await page.context().close();
  }
});

test("the status filter of the index narrows it", async () => {
  const page = await site.page("index.html?status=deprecated");
  await page.waitForFunction(() => document.querySelector("#status-deprecated").checked);
  const shown = await page.evaluate(() =>
    [...document.querySelectorAll(".service dl > div")].filter((entry) => entry.checkVisibility()).map((entry) => entry.className),
  );
  assert.ok(shown.length > 0 && shown.every((name) => name === "deprecated"), shown.join());
});

test("names and snippets can be copied", async () => {
  const page = await site.page(SERVER);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = async (selector) => {
    await page.locator(selector).first().click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.equal(await copied(".title .copy"), "OS::Nova::Server");
  assert.match(await copied(".code .copy"), /^heat_template_version: [^]*^  server:\n    type: OS::Nova::Server\n/m);
});

test("the largest page is light, and asks nobody else", async () => {
  const page = await site.page(SERVER);
  await page.waitForLoadState("networkidle");
  assert.ok(page.requests.every((url) => url.startsWith(site.base)), page.requests.join("\n"));
  const loaded = page.requests.map((url) => url.slice(site.base.length).split("?")[0]);
  const weight = [...new Set(loaded)].map((path) => gzipSync(readFileSync(join(folder, path)), { level: 9 }).length);
  const total = weight.reduce((sum, bytes) => sum + bytes, 0);
  assert.ok(total < 45_000, `${total} bytes: ${loaded.join(", ")}`);
});

test("only the properties that replace the resource are left by the filter", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await site.page(`${SERVER}#prop-flavor`, { javaScriptEnabled });
    const shown = (id) => page.isVisible(`[id='${id}']`);
    await page.check("#only-replace");
    // What the address points to stays.
    assert.deepEqual(await Promise.all(["prop-flavor", "prop-image", "prop-key_name", "attr-name"].map(shown)), [true, false, true, true]);
    const outline = page.locator("#toc .pr a:visible");
    assert.ok((await outline.count()) > 5);
    assert.equal(await page.locator("#toc a[href='#prop-image']").isVisible(), false);
    await page.uncheck("#only-replace");
    assert.ok(await shown("prop-image"));
    await page.context().close();
  }
});

test("a filter leaves the properties with these words, and a link shows what it leads to", async () => {
  const page = await site.page(SERVER);
  const shown = () => page.locator(".rows > .props > .prop:visible").evaluateAll((rows) => rows.map((row) => row.id));
  const all = (await shown()).length;
  assert.equal(await page.textContent(".count"), "");
  await page.fill("#sieve", "user_data");
  assert.equal(await page.textContent(".count"), `3 of ${all}`);
  assert.deepEqual((await shown()).sort(), ["prop-user_data", "prop-user_data_format", "prop-user_data_update_policy"]);
  assert.equal(await page.locator("#toc a[href='#prop-image']").isVisible(), false);
  // A nested property is found as well, with what it is in.
  await page.fill("#sieve", "fixed_ip");
  assert.ok((await shown()).includes("prop-networks"));
  await page.evaluate(() => (location.hash = "#prop-image"));
  await page.waitForSelector("#prop-image:visible");
  assert.equal((await shown()).length, all);
  await page.fill("#sieve", "no such word");
  assert.deepEqual(await shown(), []);
  assert.equal(await page.textContent(".count"), `0 of ${all}`);
  // Attributes, too, and what is in their place in the outline.
  await page.fill("#sieve", "console");
  assert.deepEqual(await shown(), ["attr-console_urls"]);
  assert.equal(await page.locator("#toc a[href='#attr-name']").isVisible(), false);
});

test("what the filter finds inside a property is unfolded, as long as it is there", async () => {
  const page = await site.page(SERVER);
  const inside = () => Promise.all(["networks.fixed_ip", "block_device_mapping_v2.image"].map((path) => page.isVisible(`[id='prop-${path}']`)));
  await page.click("#prop-block_device_mapping_v2 details summary");
  await page.fill("#sieve", "fixed_ip");
  assert.deepEqual(await inside(), [true, false]);
  const [top, height] = await page.evaluate(() => [document.getElementById("prop-networks.fixed_ip").getBoundingClientRect().top, innerHeight]);
  assert.ok(top > 0 && top < height * 0.8, `${top} of ${height}`);
  await page.fill("#sieve", "networks");
  assert.deepEqual(await inside(), [false, false]);
  await page.fill("#sieve", "networks.fixed_ip");
  assert.deepEqual(await inside(), [true, false]);
  // What the reader unfolded stays so.
  await page.fill("#sieve", "");
  assert.deepEqual(await inside(), [false, true]);
});

test("the first match of the filter is in view, wherever one was", async () => {
  for (const [width, height] of [[1280, 800], [1366, 768], [375, 812]]) {
    const page = await site.page(SERVER, { viewport: { width, height } });
    await page.fill("#sieve", "volume");
    const seen = (word) => page.evaluate((word) => {
      const found = (row) => row.checkVisibility() && row.id.split(".").pop().includes(word);
      const first = [...document.querySelectorAll(".rows .prop")].find(found).getBoundingClientRect();
      const bar = document.querySelector(".seek").getBoundingClientRect();
      return [bar.top >= 0 && bar.bottom <= first.top, first.top < innerHeight * 0.8];
    }, word);
    assert.deepEqual(await seen("volume"), [true, true], `${width}`);
    await page.fill("#sieve", "");
    await page.evaluate(() => document.getElementById("attributes").scrollIntoView());
    // The field is still there, and what is found is above.
    await page.fill("#sieve", "key_name");
    assert.deepEqual(await seen("key_name"), [true, true], `${width}, scrolled`);
    await page.context().close();
  }
});

test("the first property begins within the first screen", async () => {
  const types = ["Nova/Server", "Neutron/Port", "Heat/ResourceGroup", "Aodh/Alarm", "Cinder/Volume", "Neutron/RouterInterface", "Heat/WaitCondition"];
  for (const [width, height, limit] of [[1920, 1080, 640], [1366, 768, 640], [1280, 800, 640], [1024, 768, 768], [375, 812, 1050]]) {
    const page = await site.page(SERVER, { viewport: { width, height } });
    for (const type of types) {
      await page.goto(`${site.base}types/OS/${type}.html`);
      const top = await page.evaluate(() => document.querySelector(".pr .prop").getBoundingClientRect().top + scrollY);
      assert.ok(top <= limit, `${type} at ${width}: ${top}`);
    }
    await page.context().close();
  }
});

test("a mark says what it means, beside itself", async () => {
  const page = await site.page(SERVER, { viewport: { width: 1366, height: 768 } });
  assert.equal(await page.isVisible("#marks"), false);
  await page.click("#prop-flavor > .prop-head > .up");
  assert.match(await page.innerText("#marks"), /interrupts/);
  await page.keyboard.press("Escape");
  assert.equal(await page.isVisible("#marks"), false);
  const still = await site.page(SERVER, { javaScriptEnabled: false });
  await still.click(".marks");
  assert.equal(await still.isVisible("#marks"), true);
});

test("after a link to a property, the outline marks it and not an example beside the text", async () => {
  const page = await site.page(`${SERVER}#prop-flavor`, { viewport: { width: 1280, height: 800 } });
  await page.waitForSelector("#toc a[aria-current][href='#prop-flavor']");
});

test("the template beside the properties shows the one that is pointed at", async () => {
  const page = await site.page(SERVER, { viewport: { width: 1366, height: 768 } });
  const lit = () =>
    page.evaluate(() => {
      const spot = document.querySelector(".use .spot");
      if (!spot) return null;
      const pre = spot.parentElement;
      const row = parseFloat(getComputedStyle(pre).lineHeight);
      const first = Math.round((parseFloat(spot.style.top) - parseFloat(getComputedStyle(pre).paddingTop)) / row);
      const box = spot.getBoundingClientRect();
      const frame = pre.getBoundingClientRect();
      return { text: pre.textContent.split("\n").slice(first, first + Math.round(parseFloat(spot.style.height) / row)).join("\n"), seen: box.top >= frame.top && box.top < frame.bottom };
    });
  await page.hover("#prop-key_name .prop-text");
  assert.deepEqual(await lit(), { text: "      key_name: { get_param: key_name }", seen: true });
  await page.hover("#prop-networks > .prop-text");
  assert.deepEqual(await lit(), { text: "      networks:\n        - port: { get_resource: port }", seen: true });
  // What the example does without has a sample value.
  await page.hover("#prop-config_drive .prop-text");
  assert.equal(await lit(), null);
  assert.match(await page.textContent(".peek"), /config_drive: true/);
  await page.goto(`${site.base}${SERVER}#prop-flavor`);
  await page.reload();
  assert.match((await lit()).text, /^ +flavor:/);
});

test("the first property of a server begins within a screen and a half", async () => {
  for (const viewport of [{ width: 375, height: 812 }, { width: 1366, height: 768 }, { width: 1440, height: 900 }]) {
    const page = await site.page(SERVER, { viewport });
    const top = await page.evaluate(() => document.querySelector("#prop-flavor").getBoundingClientRect().top);
    assert.ok(top < viewport.height * 1.5, `${viewport.width}: ${top}`);
  }
});

test("the syntax leads to every property", async () => {
  const page = await site.page(SERVER);
  const [links, rows] = await page.evaluate(() => [
    [...document.querySelectorAll(".skeleton a")].map((link) => decodeURIComponent(link.hash.slice(1))),
    [...document.querySelectorAll(".pr .prop")].map((row) => row.id).filter((id) => !document.getElementById(id).closest("section").querySelector("#deprecated")),
  ]);
  assert.deepEqual(links.sort(), rows.sort());
  await page.click(".skeleton summary");
  assert.equal(await page.isVisible(".use > details >> nth=0 >> pre"), false);
  await page.click(".skeleton a >> text=key_name");
  assert.equal(await target(page), "prop-key_name");
});

test("types, rules and names can be filtered", async () => {
  const home = await site.page("index.html");
  await home.fill("#type-sieve", "floating ip");
  const types = await home.locator(".service dl dt:visible").allInnerTexts();
  assert.ok(types.includes("FloatingIP") && types.length < 12, types.join());
  await home.fill("#type-sieve", "qzxwvk");
  assert.ok(await home.isVisible("#no-type"));
  for (const [path, word, row] of [["guide/template-rules.html", "missing-property", ".guide tbody tr:visible"], ["properties.html", "allowed_address", ".az dl > div:visible"]]) {
    const page = await site.page(path);
    const all = await page.locator(row).count();
    await page.fill(".sift .sieve", word);
    const left = await page.locator(row).allInnerTexts();
    assert.ok(left.length > 0 && left.length < 10 && all > 50, `${path}: ${left.length} of ${all}`);
    assert.ok(left.every((text) => text.includes(word)), left.join());
  }
});

test("a heading shows that it is a link, within the window", async () => {
  const icon = (page, id) =>
    page.evaluate((id) => {
      const link = document.querySelector(`[id="${id}"] a[href="#${id}"]`);
      const style = getComputedStyle(link, "::after");
      const box = link.getBoundingClientRect();
      return { opacity: Number(style.opacity), inside: box.left >= 0 && box.right + parseFloat(style.width) <= innerWidth };
    }, id);
  const page = await site.page(SERVER);
  assert.equal((await icon(page, "prop-flavor")).opacity, 0);
  await page.focus("#prop-flavor a");
  await page.waitForFunction(() => getComputedStyle(document.querySelector("#prop-flavor a"), "::after").opacity === "1");
  const phone = await site.page(SERVER, { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });
  for (const id of ["prop-flavor", "prop-software_config_transport", "attr-os_collect_config"]) {
    assert.deepEqual(await icon(phone, id), { opacity: 1, inside: true }, id);
  }
});

test("long lists of values unfold without JavaScript", async () => {
  const page = await site.page("types/OS/Neutron/SecurityGroupRule.html", { javaScriptEnabled: false });
  const last = page.locator("#prop-protocol code", { hasText: /^vrrp$/ });
  assert.equal(await last.isVisible(), false);
  await page.click("#prop-protocol summary");
  assert.ok(await last.isVisible());
});

test("the tiles of the index follow its filter", async () => {
  const page = await site.page("index.html");
  const tiles = () =>
    page.evaluate(() =>
      [...document.querySelectorAll(".tiles li")]
        .filter((item) => item.checkVisibility())
        .map((item) => [item.querySelector("code").textContent, [...item.querySelectorAll("small")].find((count) => count.checkVisibility()).textContent]),
    );
  const sections = () =>
    page.evaluate(() => [...document.querySelectorAll(".service")].filter((each) => each.checkVisibility()).map((each) => each.querySelector("h2").id));
  const all = await tiles();
  for (const status of ["unsupported", "deprecated", "supported"]) {
    await page.check(`#status-${status}`);
    const shown = await tiles();
    assert.deepEqual(shown.map(([name]) => name).sort(), (await sections()).sort(), status);
    const rows = await page.locator(".service dl > div:visible").count();
    assert.equal(shown.reduce((sum, [, count]) => sum + Number(count), 0), rows, status);
  }
  await page.check("#status-all");
  assert.deepEqual(await tiles(), all);
});

test("a printed page has the legend and all properties, and folds the complete snippet", async () => {
  const page = await site.page(SERVER);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.isVisible(".legend"), true);
  assert.equal(await page.isVisible("[id='prop-networks.fixed_ip']"), true);
  assert.equal(await page.isVisible(".use > details[open] pre"), true);
  assert.equal(await page.isVisible(".all-properties"), false);
  assert.equal(await page.isVisible(".top"), false);
});

test("the call that reads an attribute can be copied", async () => {
  const page = await site.page(`${SERVER}#attr-addresses`);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.click("#attr-addresses .copy");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "{ get_attr: [server, addresses] }");
  const plain = await site.page(SERVER, { javaScriptEnabled: false });
  assert.equal(await plain.isVisible("#attr-addresses .copy"), false);
  assert.ok(await plain.isVisible("#attr-addresses .get"));
});

test("the pictures of services fit their column, and their types are links", async () => {
  const page = await site.page("index.html");
  const pictures = page.locator(".relate");
  assert.ok((await pictures.count()) > 10);
  for (const picture of await pictures.all()) {
    await picture.locator("summary").click();
    const frame = picture.locator(".picture");
    assert.ok(await frame.evaluate((element) => element.scrollWidth <= element.clientWidth), await frame.getAttribute("aria-label"));
  }
  await page.locator(".relate a", { hasText: /LoadBalancer$/ }).first().click();
  await page.waitForURL("**/types/OS/Octavia/LoadBalancer.html");
});

test("an old release marks what is different today", async () => {
  const page = await site.page("rocky/types/OS/Octavia/Listener.html");
  const marks = await page.locator("main a.today").evaluateAll((links) => links.map((link) => link.href));
  assert.ok(marks.length > 0);
  assert.match(await page.textContent(".came-later"), /allowed_cidrs/);
  const links = [...marks, ...(await page.locator(".came-later a").evaluateAll((all) => all.map((link) => link.href)))];
  for (const link of links) {
    assert.match(link, /(?<!rocky)\/types\/OS\/Octavia\/Listener\.html#/);
    const today = await site.page(link.slice(site.base.length));
    assert.ok(await target(today), link);
    await today.context().close();
  }
  const today = await site.page("types/OS/Octavia/Listener.html");
  assert.equal(await today.locator(".today, .came-later").count(), 0);
});

test("the templates of the guide can be copied", async () => {
  const page = await site.page("guide/existing-resources.html");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.click("figure.code .copy >> nth=0");
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^heat_template_version: 2018-08-31\n/);
});
