// Types with unusual names: the addresses of their pages differ from the names, and the search leads there.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { scratch } from "./program.js";
import { engineOf } from "./search.js";
import { open } from "./site.js";

const LONG = "Long".repeat(35);
const NAMES = [
  "My::Plain::Type", "Plain", "My::Größe::名前", "My::constructor", "__proto__", `My::${LONG}`, `My::${LONG}2::${LONG}`, `My::${"名".repeat(70)}`,
  `My::${"𐐀".repeat(60)}`, `My::${"𐐀".repeat(61)}`,
];

let folder, built, site, index;
before(async () => {
  const files = NAMES.map((name, n) => {
    const properties = { "size a": { type: "string", description: `Thing member${n}.` } };
    return [`schemas/${n}.yaml`, JSON.stringify({ type: name, description: `Kind word${n}.`, properties })];
  });
  folder = scratch(Object.fromEntries(files));
  folder.run(["build", "--schemas", "schemas", "--out", "site"]);
  built = join(folder.path, "site");
  index = JSON.parse(readFileSync(join(built, "search-index.json"), "utf8"));
  site = await open(built);
});
after(async () => {
  await site?.close();
  folder?.remove();
});

test("every type has a page, which its results lead to", async () => {
  assert.deepEqual([...index.types].sort(), [...NAMES].sort());
  const odd = engineOf(built).createSearch(index);
  const page = await site.page();
  for (const [n, name] of NAMES.entries()) {
    for (const [query, anchor] of [[`word${n}`, ""], [`member${n}`, "#prop-size%20a"]]) {
      const hit = odd.search(query, 1).hits[0];
      assert.equal(hit?.type, name, query);
      assert.equal(new URL(hit.url, site.base).hash, anchor, name);
      await page.goto(site.base + hit.url);
      assert.equal(await page.locator("main h1").evaluate((title) => title.textContent.replace(/\s+/g, " ").trim()), name);
      if (anchor) assert.equal(await page.locator(":target").getAttribute("id"), "prop-size a", name);
    }
  }
  assert.deepEqual(page.complaints, []);
});

test("a click in the field leads there", async () => {
  const page = await site.page("index.html");
  await page.focus("#q");
  await page.keyboard.type(`word${NAMES.indexOf(`My::${LONG}`)}`);
  await page.waitForSelector(".hit");
  await page.keyboard.press("Enter");
  await page.waitForURL(/types\/My\/~/);
  assert.ok((await page.title()).startsWith(`My::${LONG} `), await page.title());
  assert.deepEqual(page.complaints, []);
});
