// Pages on a phone: tables become cards, nothing is clipped, and the drawer has what the head has no place for.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PAGES } from "./kinds.js";
import { open } from "./site.js";

let site;
before(async () => (site = await open()));
after(() => site.close());

const phone = (width = 375) => ({ viewport: { width, height: 812 } });

/** What scrolls sideways or is cut off. Code and pictures keep their width, and scroll within themselves. */
const clipped = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main, main *, .top, .edition")]
      .filter((element) => !element.closest("pre, .picture, .vh, .pv, #path") && element.checkVisibility())
      .filter((element) => {
        const isWide = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
        const isCut = getComputedStyle(element).overflowX !== "visible" && isWide && element.tagName !== "INPUT";
        const { right, width } = element.getBoundingClientRect();
        return isCut || (width > 0 && right > innerWidth + 0.5);
      })
      .map((element) => `${element.tagName} ${element.className} ${element.textContent.trim().slice(0, 40)}`),
  );

test("nothing is clipped, and nothing scrolls sideways", async () => {
  const found = [];
  for (const path of PAGES) {
    const page = await site.page(path, phone());
    await page.waitForFunction(() => !document.querySelector(".asked, .awaits"));
    for (const width of [480, 375, 320]) {
      await page.setViewportSize({ width, height: 812 });
      found.push(...(await clipped(page)).map((what) => `${path} at ${width}: ${what}`));
    }
    await page.context().close();
  }
  assert.deepEqual(found, []);
});

test("each row of a table is a card that names its columns", async () => {
  const rows = async (path) => {
    const page = await site.page(path, phone());
    return page.evaluate(() =>
      [...document.querySelectorAll("main :is(.releases, .guide table) td")]
        .filter((cell) => cell.checkVisibility() && cell.dataset.l)
        .map((cell) => ["::before", "::after"].map((part) => getComputedStyle(cell, part).content).join(" ")),
    );
  };
  assert.ok((await rows("releases.html")).some((label) => label.includes("Hidden")));
  assert.ok((await rows("guide/functions-by-version.html")).some((label) => label.includes("In conditions")));
  const page = await site.page("releases.html", phone());
  const [head, row] = await page.evaluate(() => [
    document.querySelector(".releases thead").checkVisibility(),
    getComputedStyle(document.querySelector(".releases tbody tr")).display,
  ]);
  assert.deepEqual([head, row], [false, "flex"]);
});

test("the drawer marks the page that one is on, and scrolls to it", async () => {
  for (const path of ["types/OS/Zun/Container.html", "yoga/types/OS/Nova/Server.html", "guide/publishing.html"]) {
    const page = await site.page(path, phone());
    await page.click(".tool-nav");
    const link = page.locator("#nav .side-list [aria-current]");
    await page.waitForFunction(() => {
      const box = document.querySelector("#nav .side-list [aria-current]")?.getBoundingClientRect();
      return box && box.top > 0 && box.bottom < innerHeight;
    });
    assert.match(await link.evaluate((element) => element.href), new RegExp(`${path.split("/").pop()}$`));
    await page.context().close();
  }
});

test("the menu comes back when one scrolls up, and covers nothing that a link leads to", async () => {
  const page = await site.page("types/OS/Nova/Server.html", phone());
  const shown = () => page.evaluate(() => Math.round(document.querySelector(".tool-nav").getBoundingClientRect().bottom) > 0);
  await page.mouse.move(180, 500);
  await page.mouse.wheel(0, 300);
  await page.waitForFunction(() => scrollY > 250);
  assert.equal(await shown(), false, "scrolled down");
  await page.mouse.wheel(0, -60);
  await page.waitForFunction(() => getComputedStyle(document.documentElement).getPropertyValue("--menu-row") === "52px");
  assert.equal(await shown(), true, "scrolled up");
  // At the top, all of the head is where it was.
  for (let i = 0; i < 12; i++) await page.mouse.wheel(0, -30);
  await page.waitForFunction(() => scrollY === 0);
  await page.waitForFunction(() => document.querySelector(".top").getBoundingClientRect().top === 0);
  await page.evaluate(() => scrollTo(0, 9000));
  await page.evaluate(() => (location.hash = "prop-flavor"));
  await page.waitForFunction(() => scrollY < 8000);
  const [head, target] = await page.evaluate(() =>
    [".top", "#prop-flavor"].map((selector) => document.querySelector(selector).getBoundingClientRect()).map((box) => [box.top, box.bottom]),
  );
  assert.ok(head[1] <= target[0], `${head} ${target}`);
  await page.context().close();
});

test("the release and the theme can be chosen on the smallest screen, the release without scripts as well", async () => {
  const page = await site.page("types/OS/Nova/Server.html", { ...phone(320), javaScriptEnabled: false });
  assert.equal(await page.isVisible(".top > .choice"), false);
  await page.click(".tool-nav");
  await page.click(".side-tools .choice");
  await page.click("#choice a >> text=Yoga");
  assert.match(page.url(), /yoga\/types\/OS\/Nova\/Server\.html$/);
  const scripted = await site.page("index.html", { ...phone(320), colorScheme: "light" });
  await scripted.click(".tool-nav");
  await scripted.check(".side-tools #th-dark", { force: true });
  assert.equal(await scripted.evaluate(() => document.documentElement.dataset.theme), "dark");
  await scripted.setViewportSize({ width: 1200, height: 800 });
  assert.equal(await scripted.isVisible(".top > .theme"), true);
});

test("the search form is sent by its button, with and without scripts", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await site.page("index.html", { ...phone(), javaScriptEnabled });
    await page.fill("#q", "subnet");
    await page.click(".find button");
    await page.waitForURL("**/search.html?q=subnet");
    if (javaScriptEnabled) await page.waitForSelector(".results li");
    else assert.ok(await page.isVisible("noscript"), "the list of words");
  }
});
