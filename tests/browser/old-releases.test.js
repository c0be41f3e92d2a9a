// A reader who has chosen an old release stays in it, also on pages that it shares with later releases.
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
const to = (service, type) => `a[href$="${service.split("::").pop()}/${type}.html"]`;

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

test("the chosen release stays from page to page", async () => {
  const page = await site.page("index.html");
  await choose(page, "Xena");
  await shows(page, "xena/index.html", "Xena");
  await page.click('.service a[href$="Cinder/Volume.html"]');
  await shows(page, VOLUME, "Xena");
  await follow(page, "OS::Octavia", "Pool");
  await shows(page, `xena/${POOL}`, "Xena");
  await follow(page, "OS::Nova", "Server");
  await shows(page, "yoga/types/OS/Nova/Server.html", "Xena");
  await page.click(".pages button");
  await page.click('.pages a:text-is("Constraints")');
  await shows(page, "xena/constraints.html", "Xena");
  await page.click('.pages a:text-is("Guide")');
  await shows(page, "guide/start-here.html", "Xena");
  await page.focus("#q");
  await page.keyboard.type("octavia pool");
  await page.waitForSelector(".hit");
  await page.keyboard.press("Enter");
  await shows(page, `xena/${POOL}`, "Xena");
});

test("the anchor of a link is kept", async () => {
  const page = await site.page("xena/index.html");
  await page.goto(`${site.base}${VOLUME}`);
  await shows(page, VOLUME, "Xena");
  await page.evaluate((url) => {
    const link = document.createElement("a");
    link.href = url;
    document.querySelector("main").prepend(link);
    link.click();
  }, `${site.base}${POOL}#prop-session_persistence`);
  await shows(page, `xena/${POOL}#prop-session_persistence`, "Xena");
});

test("it ends with the choice of a different one, and with an address of a different one", async () => {
  const page = await site.page(`xena/${POOL}`);
  await page.click(".edition a");
  await shows(page, POOL, "2026.2");
  await follow(page, "OS::Cinder", "Volume");
  await shows(page, VOLUME, "2026.2");

  // The page of both releases is the same: the choice reloads it.
  await choose(page, "Zed");
  await shows(page, VOLUME, "Zed");
  await choose(page, "2026.2");
  await shows(page, VOLUME, "2026.2");

  await choose(page, "Xena");
  await shows(page, VOLUME, "Xena");
  await page.goto(`${site.base}${POOL}`);
  await shows(page, POOL, "2026.2");
  await follow(page, "OS::Cinder", "Volume");
  await shows(page, VOLUME, "2026.2");
});

test("a type that the release does not have is that of the newest", async () => {
  const page = await site.page("xena/index.html");
  await page.click('.service a[href$="Cinder/Volume.html"]');
  await shows(page, VOLUME, "Xena");
  await follow(page, "OS::Aodh", "PrometheusAlarm"); // added in 2024.2
  await shows(page, "types/OS/Aodh/PrometheusAlarm.html", "2026.2");
  await follow(page, "OS::Octavia", "Pool");
  await shows(page, `xena/${POOL}`, "Xena");
});
