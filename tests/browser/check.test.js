// The page that checks templates in the browser, with the real checker.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { deflateRawSync, gzipSync } from "node:zlib";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { VIEWS, barriers } from "./axe.js";
import { folder, open } from "./site.js";

let site;
before(async () => (site = await open()));
after(() => site.close());

const settled = (page) =>
  page.waitForFunction(() => !document.querySelector("main").classList.contains("waits"), null, { timeout: 60_000 });

/** Opens the page, and waits until the checker is loaded. */
async function opened(options) {
  const page = await site.page("check.html", options);
  await page.waitForFunction(() => document.querySelector("#verdict").textContent.startsWith("Ready"));
  return page;
}

/** Puts a text into the text area, as pasting does, and waits for the verdict on it. */
async function check(page, text) {
  // Playwright's own `fill` takes minutes for a large text. The wait for the pause after the last key is the page's own: a clock
  // outside it can be ahead of a page that stands still.
  await page.evaluate((text) => {
    const area = document.querySelector("#template");
    area.value = text;
    area.dispatchEvent(new Event("input"));
    return new Promise((resolve) => setTimeout(resolve, 300));
  }, text);
  await settled(page);
  return page.textContent("#verdict");
}

const VALID = `heat_template_version: 2018-08-31
resources:
  net: {type: OS::Neutron::Net}
  subnet: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}, cidr: 10.0.0.0/24}}
`;
const WRONG = VALID.replace("cidr", "cdir").replace("get_resource: net", "get_resource: nte");

test("a template with errors", async () => {
  const page = await opened();
  assert.equal(await check(page, WRONG), "2 errors");
  const findings = await page.locator(".finding").allInnerTexts();
  assert.equal(findings.length, 2);
  assert.match(findings.join("\n"), /unknown-resource[^]*line 4, column[^]*\^\^\^[^]*did you mean net\?/);
  assert.match(findings.join("\n"), /unknown-property[^]*did you mean cidr\?/);
  // Each code leads to the docs of its rule.
  const paths = await page.locator(".finding .meta a").evaluateAll((links) => links.map((link) => [link.href, link.textContent]));
  assert.equal(paths.length, 2);
  for (const [href, id] of paths) {
    assert.equal(href.slice(site.base.length), `rules/template/${id}.html`);
    assert.ok(readFileSync(join(folder, `rules/template/${id}.html`), "utf8").includes(`<h1><code>${id}</code></h1>`), href);
  }
  assert.deepEqual(await page.locator("#numbers i").evaluateAll((marks) => marks.map((mark) => mark.className)), ["error"]);
  assert.deepEqual(page.complaints, []);
});

test("a place leads to the text, with the keyboard alone", async () => {
  const page = await opened();
  const lines = "# 𝄞\n".repeat(200);
  await check(page, WRONG.replace("resources:", `${lines}resources:`));
  await page.locator(".place").first().focus();
  await page.keyboard.press("Enter");
  const selected = await page.evaluate(() => {
    const text = document.activeElement;
    return { id: text.id, text: text.value.slice(text.selectionStart, text.selectionEnd), top: text.scrollTop };
  });
  assert.equal(selected.id, "template");
  assert.match(selected.text, /nte|cdir/);
  assert.ok(selected.top > 1000, `${selected.top}`);
});

test("a template without errors, and its picture", async () => {
  const page = await opened();
  assert.match(await check(page, VALID), /^No findings/);
  assert.equal(await page.locator(".finding").count(), 0);
  assert.deepEqual(await page.locator("#picture .name").allTextContents(), ["net", "subnet"]);
  assert.equal(await page.locator("#picture .line").count(), 1);
  assert.equal(await page.locator("#picture a").first().getAttribute("href"), "types/OS/Neutron/Net.html");
  assert.match(await check(page, ""), /^Ready/);
  assert.equal(await page.isVisible("#drawn"), false);
});

test("the example has findings", async () => {
  const page = await opened();
  await page.click("#example");
  await page.waitForSelector("#picture .graph");
  assert.match(await page.textContent("#verdict"), /^\d errors$/);
});

test("typing checks again", async () => {
  const page = await opened();
  await check(page, VALID);
  await page.locator("#template").press("Control+End");
  await page.keyboard.type("  port: {type: OS::Neutron::Prot}\n");
  // A slow machine also checks what is half typed.
  await page.waitForFunction(() => document.querySelector(".finding")?.innerText.includes("OS::Neutron::Port"));
  assert.equal(await page.textContent("#verdict"), "1 error");
});

test("a fix is applied by its button, and can be undone", async () => {
  const page = await opened();
  await check(page, VALID.replace("cidr", "cdir"));
  await page.locator(".fix").first().click();
  await page.waitForFunction(() => document.querySelector("#verdict").textContent.startsWith("No findings"));
  assert.equal(await page.inputValue("#template"), VALID);
  await page.keyboard.press("Control+Z");
  assert.match(await page.inputValue("#template"), /cdir/);
  assert.deepEqual(page.complaints, []);
});

test("an environment is checked with the template", async () => {
  const page = await opened();
  await check(page, "heat_template_version: 2018-08-31\nparameters: {size: {type: number, constraints: [{range: {max: 3}}]}}\nresources: {value: {type: OS::Heat::Value, properties: {value: {get_param: size}}}}\n");
  await page.click("#with-environment summary");
  await page.fill("#environment", "parameters: {size: 4}\n");
  await page.waitForFunction(() => document.querySelector("#verdict").textContent === "1 error");
  await page.fill("#environment", "parameters: {\n");
  await page.waitForFunction(() => document.querySelector(".place")?.textContent.startsWith("environment, line"));
  await page.click(".place");
  assert.equal(await page.evaluate(() => document.activeElement.id), "environment");
});

test("a template is checked for an earlier release", async () => {
  const page = await opened();
  const flavor = "heat_template_version: 2018-08-31\nresources: {a: {type: OS::Octavia::Flavor, properties: {flavor_profile: x}}}\n";
  assert.match(await check(page, flavor), /^No findings/);
  await page.selectOption("#release", { label: "Heat 11 · Rocky" });
  await page.waitForFunction(() => document.querySelector("#verdict").textContent === "1 error");
  assert.match(await page.innerText(".finding"), /OS::Octavia::Flavor/);
  assert.match(await check(page, "heat_template_version: wallaby\n"), /error/);
  assert.match(await page.innerText("#findings"), /Heat 11\.0\.0 \(Rocky\) does not know the template version/);
  await page.selectOption("#release", "");
  await check(page, flavor);
  assert.match(await page.textContent("#verdict"), /^No findings/);
});

test("a link carries the template, its environment and the release", async () => {
  const page = await opened({ permissions: ["clipboard-read", "clipboard-write"] });
  const template = `# ä 𝄞 <script>\n${WRONG}`;
  await check(page, template);
  await page.click("#with-environment summary");
  await page.fill("#environment", "parameter_defaults: {a: 1}\n");
  await page.selectOption("#release", { label: "Heat 18 · Yoga" });
  await page.click("#link");
  await page.waitForFunction(() => document.querySelector("#link").textContent === "Copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.startsWith(`${site.base}check.html#template=`), link);
  const other = await site.page(link.slice(site.base.length));
  await other.waitForFunction(() => document.querySelector("#verdict").textContent === "2 errors");
  assert.equal(await other.inputValue("#template"), template);
  assert.equal(await other.inputValue("#environment"), "parameter_defaults: {a: 1}\n");
  assert.equal(await other.locator("#release option:checked").textContent(), "Heat 18 · Yoga");
  assert.deepEqual(other.complaints, []);
});

test("a template of a page leads to the checker, for the release of the page", async () => {
  for (const [path, release] of [["errors/unknown-property.html", ""], ["architectures/autoscaling.html", ""]]) {
    const page = await site.page(path);
    const link = page.locator("a.try").first();
    const template = await link.locator("xpath=..").locator("code").textContent();
    await page.goto(await link.getAttribute("href"));
    await page.waitForFunction(() => /^(No findings|\d)/.test(document.querySelector("#verdict").textContent));
    assert.equal(await page.inputValue("#template"), template);
    if (release) assert.equal(await page.locator("#release option:checked").textContent(), release);
    assert.deepEqual(page.complaints, []);
  }
});

test("a file of an architecture is saved under its name", async () => {
  const page = await site.page("architectures/autoscaling.html");
  const [saved] = await Promise.all([page.waitForEvent("download"), page.locator(".save").nth(1).click()]);
  assert.equal(saved.suggestedFilename(), "load-balancer.yaml");
  assert.match(readFileSync(await saved.path(), "utf8"), /^heat_template_version: .*\n[^]*\n$/);
});

test("links that carry no template are refused", async () => {
  const pack = (text) => deflateRawSync(Buffer.from(text)).toString("base64url");
  const big = JSON.stringify({ template: "a".repeat(50_000_000), environment: "", release: "" });
  const cases = [
    ["%%%", /has no template/],
    ["", /has no template/],
    [pack("[1]"), /has no template/],
    [pack("null"), /has no template/],
    [pack('{"template": 1}'), /has no template/],
    [pack(big), /has no template/],
    [pack(JSON.stringify({ template: VALID, environment: "", release: "../../../x.json" })), /does not have the release/],
    ["A".repeat(1_200_000), /too long/],
  ];
  for (const [letters, expect] of cases) {
    const page = await site.page(undefined);
    await page.goto(`${site.base}check.html`);
    await page.evaluate((letters) => (location.hash = `template=${letters}`), letters);
    await page.waitForFunction(() => document.querySelector("#verdict").className === "error");
    assert.match(await page.textContent("#verdict"), expect, letters.slice(0, 60));
    assert.ok(page.requests.every((url) => !url.includes("x.json")), "no other file is asked for");
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
  // A text of such a link is a text, and nothing else.
  const page = await site.page(`check.html#template=${pack(JSON.stringify({ template: "<img src=x onerror='window.ran = 1'>", environment: "", release: "" }))}`);
  await page.waitForFunction(() => /error/.test(document.querySelector("#verdict").textContent));
  assert.equal(await page.evaluate(() => window.ran), undefined);
});

test("nothing leaves the page, and its policy holds", async () => {
  const page = await site.page(undefined);
  const refused = [];
  await page.exposeFunction("refused", (directive) => refused.push(directive));
  await page.addInitScript(() => addEventListener("securitypolicyviolation", (event) => globalThis.refused(event.violatedDirective)));
  await page.goto(`${site.base}check.html`);
  await page.waitForFunction(() => document.querySelector("#verdict").textContent.startsWith("Ready"));
  const before = page.requests.length;
  await check(page, WRONG);
  assert.deepEqual(page.requests.slice(before), []);
  assert.ok(page.requests.every((url) => url.startsWith(site.base)), page.requests.join("\n"));
  assert.deepEqual(refused, []);
  assert.equal(page.url(), `${site.base}check.html`);
  assert.equal(await page.evaluate(() => localStorage.length + sessionStorage.length - Number("nav-scroll" in sessionStorage)), 0);
  // Scripts cannot be made from text here either.
  assert.equal(await page.evaluate(() => { const script = document.createElement("script"); script.textContent = "window.ran = 1"; document.body.append(script); return window.ran; }), undefined);
  await page.waitForTimeout(100);
  assert.deepEqual(refused, ["script-src-elem"]);
});

test("no other page loads the checker", async () => {
  for (const path of ["index.html", "types/OS/Nova/Server.html", "guide/checking-templates.html"]) {
    const page = await site.page(path);
    await page.waitForTimeout(200);
    assert.deepEqual(page.requests.filter((url) => url.includes("/checker/")), [], path);
    // WebAssembly is refused by the policy of other pages.
    const compiles = () => WebAssembly.compile(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])).then(() => true, () => false);
    assert.equal(await page.evaluate(compiles), false, path);
  }
});

test("the checker weighs less than 1.5 MB", () => {
  const weight = (name) => gzipSync(readFileSync(join(folder, "assets/checker", name)), { level: 9 }).length;
  // What differs in an earlier release is loaded when the reader chooses it.
  const [chosen, always] = [true, false].map((isRelease) => readdirSync(join(folder, "assets/checker")).filter((name) => name.startsWith("release-") === isRelease));
  const loaded = always.reduce((sum, name) => sum + weight(name), 0);
  assert.ok(loaded > 500_000 && loaded < 1_500_000, `${loaded} bytes`);
  assert.ok(chosen.length > 10, `${chosen.length} releases`);
  for (const name of chosen) assert.ok(weight(name) < 80_000, `${name}: ${weight(name)} bytes`);
});

const repeated = (count, line) => Array.from({ length: count }, (_, index) => line(index)).join("\n");
const HOSTILE = {
  "open brackets": "[".repeat(200_000),
  "open maps": `heat_template_version: 2018-08-31\nresources: ${"{a: ".repeat(20_000)}`,
  "nested functions": `heat_template_version: 2018-08-31\noutputs: {a: {value: ${"{list_join: [',', [".repeat(400)}x${"]]}".repeat(400)}}}`,
  "aliases of aliases": repeated(9, (n) => `k${n}: &k${n} [${n ? Array(9).fill(`*k${n - 1}`) : "x"}]`),
  "a chain of resources": `heat_template_version: 2018-08-31\nresources:\n${repeated(5_000, (n) => `  r${n}: {type: OS::Heat::Value, properties: {value: {get_attr: [r${n + 1}, value]}}}`)}`,
  "many mistakes": `heat_template_version: 2018-08-31\nresources:\n${repeated(8_000, (n) => `  r${n}: {type: None, x: {get_resource: y${n}}}`)}`,
  "a tangle": `heat_template_version: 2018-08-31\nresources:\n${repeated(480, (n) => `  r${n}: {type: OS::Heat::Value, properties: {value: [{get_resource: r${(n * 7) % 480}}, {get_resource: r${(n * n) % 480}}]}}`)}`,
  "a pattern that backtracks": `heat_template_version: 2018-08-31\nparameters: {a: {type: string, default: ${"a".repeat(60)}!, constraints: [{allowed_pattern: '(a+)+$'}]}}`,
  "elements and control characters": "heat_template_version: \u0000\ud800\u202e<img src=x onerror=alert(1)>`</pre><script>alert(1)</script>",
};

test("hostile input does not stop the page", async () => {
  const page = await opened();
  page.on("dialog", (dialog) => (page.complaints.push("dialog"), dialog.dismiss()));
  for (const [name, text] of Object.entries(HOSTILE)) {
    assert.ok(await check(page, text), name);
    // The worker does what grows with the text; the page shows a part of its answer. That is counted, not timed: how long a page
    // stands still says more about the machine.
    // A machine that needs more than 5 seconds for a text has two workers until the one that was given up has ended.
    for (let waits = 0; page.workers().length > 1; waits++) {
      assert.ok(waits < 300, `${name}: ${page.workers().length} workers`);
      await page.waitForTimeout(100);
    }
    const shown = await page.evaluate(() => document.querySelectorAll("*").length);
    assert.ok(shown < 8_000, `${name}: ${shown} elements`);
  }
  assert.match(await check(page, VALID), /^No findings/);
  assert.equal(await page.locator("main script, main img[src=x]").count(), 0);
  assert.deepEqual(page.complaints, []);
});

test("a check that takes too long is given up", async () => {
  // A worker that never answers after it was loaded.
  const page = await site.page(undefined);
  await page.route("**/checker/heat_browser.js", (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: "export default () => {}; export class Checker { check(text) { while (text.includes('forever')); throw new Error(); } }",
    }),
  );
  await page.goto(`${site.base}check.html`);
  await page.waitForFunction(() => document.querySelector("#verdict").textContent.startsWith("Ready"));
  await page.fill("#template", "forever");
  await page.waitForFunction(() => document.querySelector("#verdict").textContent.includes("longer than 5 seconds"));
  // The next change starts anew; one that fails says so.
  await page.fill("#template", "fails");
  await page.waitForFunction(() => document.querySelector("#verdict").textContent.includes("too deep or too large"));
});

test("without the checker, the page says so", async () => {
  const page = await site.page(undefined);
  await page.route("**/checker/*.wasm", (route) => route.abort());
  await page.goto(`${site.base}check.html`);
  await page.waitForFunction(() => document.querySelector("#verdict").textContent.includes("could not be loaded"));
  const plain = await site.page("check.html", { javaScriptEnabled: false });
  assert.match(await plain.innerText("noscript"), /needs JavaScript/);
});

for (const { name, ...view } of VIEWS) {
  test(`findings and the picture have no barriers: ${name}`, async () => {
    const page = await opened({ ...view, bypassCSP: true });
    await page.click("#example");
    await page.waitForSelector("#picture .graph");
    assert.deepEqual(await barriers(page), []);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(wide, 0);
  });
}
