// A reader who has chosen an old release stays in it, also on pages that it shares with later releases. The address names it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open } from "./site.js";

let site;
before(async () => (site = await open()));
after(() => site.close());

const VOLUME = "types/OS/Cinder/Volume.html"; // the same in all releases since Xena
const POOL = "types/OS/Octavia/Pool.html"; // in Xena, a change of `session_persistence` replaced the pool

/** Chooses a release in the head of the page. */
async function choose(page, release) {
  await page.click("button.choice >> nth=0");
  await page.click(`#choice a >> text=${release}`);
}

/** A link to a type. Its text has places at which it can break, between which `:text-is` would find parts. */
const to = (service, type) => `a[href*="${service.split("::").pop()}/${type}.html"]`;

/** Follows a link in the left column, which is a drawer on the page of a type. */
async function follow(page, service, type) {
  const link = page.locator(`[data-s="${service}"] ${to(service, type)}`);
  if (await page.isVisible(".tool-nav")) await page.click(".tool-nav");
  if (!(await link.isVisible())) await page.click(`[data-s="${service}"] summary`);
  await link.click();
}

/** Waits for a page of the site that is shown as one of a release. */
async function shows(page, path, release) {
  await page.waitForURL(`${site.base}${path}`);
  await page.waitForFunction((release) => document.querySelector("button.choice .long").textContent.endsWith(release), release);
  assert.deepEqual(page.complaints, []);
}

/** Opens an address as another reader: nothing is kept from page to page but the address. */
async function sent(path, release, landing = path) {
  const page = await site.page(path);
  await shows(page, landing, release);
  await page.context().close();
}

test("the chosen release stays from page to page, and a link sent shows the same", async () => {
  const page = await site.page("index.html");
  await choose(page, "Xena");
  await shows(page, "xena/index.html", "Xena");
  await page.click('.service a[href*="Cinder/Volume.html"]');
  await shows(page, `${VOLUME}?release=xena`, "Xena");
  await sent(`${VOLUME}?release=xena`, "Xena");
  await follow(page, "OS::Octavia", "Pool");
  await shows(page, `xena/${POOL}`, "Xena");
  await follow(page, "OS::Nova", "Server");
  await shows(page, "yoga/types/OS/Nova/Server.html?release=xena", "Xena");
  await sent("yoga/types/OS/Nova/Server.html?release=xena", "Xena");
  await page.click(".pages button");
  await page.click('.pages a:text-is("Constraints")');
  await shows(page, "xena/constraints.html", "Xena");
  await page.click('.pages a:text-is("Guide")');
  await shows(page, "guide/start-here.html?release=xena", "Xena");
  await sent("guide/start-here.html?release=xena", "Xena");
  await page.focus("#q");
  await page.keyboard.type("cinder volume");
  await page.waitForSelector(".hit");
  await page.keyboard.press("Enter");
  await shows(page, `${VOLUME}?release=xena`, "Xena");
  await page.goBack();
  await shows(page, "guide/start-here.html?release=xena", "Xena");
});

test("every type of a release has an address", async () => {
  const page = await site.page("xena/index.html");
  const shown = await page.evaluate(() => [...document.querySelectorAll('.services a[href*="types/"]')].map((link) => link.href));
  assert.ok(shown.length > 150, `${shown.length} types`);
  for (const address of shown) {
    const path = address.slice(address.indexOf("types/")).split("?")[0];
    const answer = await page.request.get(`${site.base}xena/${path}`);
    assert.equal(answer.status(), 200, path);
  }
});

test("the address of a type in a release leads to its page, with the release and the anchor", async () => {
  await sent(`xena/${VOLUME}#prop-size`, "Xena", `${VOLUME}?release=xena#prop-size`);
  await sent(`xena/${POOL}#prop-session_persistence`, "Xena");
  await sent("xena/types/OS/Nova/Server.html", "Xena", "yoga/types/OS/Nova/Server.html?release=xena");
  const page = await site.page(`xena/${VOLUME}`, { javaScriptEnabled: false });
  assert.match(await page.textContent("h1"), /^OS::Cinder::Volume in Heat 17 · Xena$/);
  await page.click("main a >> nth=0");
  assert.equal(page.url(), `${site.base}${VOLUME}?release=xena`);
});

test("an address by hand with another release leads to the page of that release", async () => {
  await sent(`${POOL}?release=xena#prop-session_persistence`, "Xena", `xena/${POOL}#prop-session_persistence`);
  await sent("constraints.html?release=xena", "Xena", "xena/constraints.html");
  // No release of this site.
  await sent(`${POOL}?release=none`, "2026.2");
});

test("the switcher names the release that is shown, and leads to every other", async () => {
  const page = await site.page(`xena/${POOL}`);
  await page.click(".edition a");
  await shows(page, POOL, "2026.2");
  await follow(page, "OS::Cinder", "Volume");
  await shows(page, VOLUME, "2026.2");
  await choose(page, "Zed");
  await shows(page, `${VOLUME}?release=zed`, "Zed");
  assert.equal(await page.locator("#choice [aria-current]").count(), 1);
  assert.match(await page.locator("#choice [aria-current]").textContent(), /Zed$/);
  await choose(page, "2026.2");
  await shows(page, VOLUME, "2026.2");
  // Another address is another release.
  await page.goto(`${site.base}xena/${POOL}`);
  await page.goto(`${site.base}${POOL}`);
  await shows(page, POOL, "2026.2");
});

test("a type that the release does not have says so, and the release stays", async () => {
  const page = await site.page("xena/index.html");
  await page.click('.service a[href*="Cinder/Volume.html"]');
  await shows(page, `${VOLUME}?release=xena`, "Xena");
  await follow(page, "OS::Aodh", "PrometheusAlarm"); // added in 2024.2
  await shows(page, "types/OS/Aodh/PrometheusAlarm.html?release=xena", "Xena");
  assert.equal(
    await page.textContent(".edition"),
    "Heat 17 · Xena does not have this type. The page is that of Heat 27 · 2026.2.",
  );
  await follow(page, "OS::Octavia", "Pool");
  await shows(page, `xena/${POOL}`, "Xena");
  await page.goto(`${site.base}types/OS/Aodh/PrometheusAlarm.html`);
  await choose(page, "Zed");
  await shows(page, "types/OS/Aodh/PrometheusAlarm.html?release=zed", "Zed");
  assert.match(await page.textContent(".edition"), /Zed does not have this type/);
  const plain = await site.page("xena/types/OS/Aodh/PrometheusAlarm.html", { javaScriptEnabled: false });
  assert.match(await plain.textContent("main"), /Heat 17 · Xena does not have this type/);
});

test("the page that checks templates has the release of the reader", async () => {
  const page = await site.page("guide/start-here.html?release=xena");
  await page.waitForFunction(() => document.querySelector("button.choice.old"));
  await page.click('.pages a:text-is("Check")');
  await shows(page, "check.html?release=xena", "Xena");
  await page.waitForFunction(() => document.querySelector("#release").value === "release-xena.json");
});
