// Nothing moves while a page loads, not even if scripts and data arrive late.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PAGES } from "./kinds.js";
import { open } from "./site.js";

/** The time by which scripts and data are late, in milliseconds: longer than the first rendering of a page takes. */
const LATE = 250;
/** The most that may move. Google calls 0.1 good. */
const MOST = 0.05;
// Addresses at which scripts change the page.
const ADDRESSES = [
  "index.html?status=deprecated",
  "types/OS/Nova/Server.html#prop-networks.fixed_ip",
  "types/OS/Nova/Server.html#prop-networks-*-port_extra_properties",
  "types/OS/Neutron/Port.html",
  "search.html?q=no+such+thing",
  "compare.html",
];

let site;
before(async () => (site = await open()));
after(() => site.close());

/** A page whose scripts are late; what moves on it is added up in `window.moved`. */
async function late(view) {
  const page = await site.page(undefined, view);
  // theme.js is in the head for what must not be late; everything waits for it.
  await page.route(/(?<!theme)\.js(?:on)?$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE));
    await route.continue().catch(() => {}); // the page may be gone
  });
  await page.addInitScript(() => {
    window.moved = [];
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries()) {
        const what = sources.map(({ node }) => node?.outerHTML?.slice(0, 60));
        if (!hadRecentInput) window.moved.push({ value, what });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return page;
}

for (const [name, view] of [
  ["phone", { viewport: { width: 375, height: 812 } }],
  ["wide", { viewport: { width: 1440, height: 900 } }],
]) {
  test(`nothing moves while a page loads: ${name}`, async () => {
    const found = [];
    for (const path of [...PAGES, ...ADDRESSES]) {
      const page = await late(view);
      await page.goto(site.base + path);
      await page.waitForFunction(() => document.readyState === "complete" && !document.querySelector(".asked, .awaits, .deep"));
      await page.waitForTimeout(100);
      const moved = await page.evaluate(() => window.moved);
      const sum = moved.reduce((sum, { value }) => sum + value, 0);
      if (sum > MOST) found.push(`${path}: ${sum.toFixed(3)} ${moved.flatMap(({ what }) => what).join(" ")}`);
      await page.context().close();
    }
    assert.deepEqual(found, []);
  });
}

test("nothing moves for a reader who has chosen an old release", async () => {
  for (const viewport of [{ width: 375, height: 812 }, { width: 1440, height: 900 }]) {
    const page = await late({ viewport });
    await page.goto(`${site.base}types/OS/Cinder/Volume.html?release=xena`);
    await page.waitForFunction(() => document.querySelector("button.choice .long").textContent.endsWith("Xena"));
    await page.waitForTimeout(100);
    const sum = (await page.evaluate(() => window.moved)).reduce((sum, { value }) => sum + value, 0);
    assert.ok(sum <= MOST, `${sum.toFixed(3)} at ${viewport.width}`);
    await page.context().close();
  }
});
