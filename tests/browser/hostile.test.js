// A site of hostile schemas, tables, history and guide, with the pages' content security policy disabled: none of the text
// runs, leads elsewhere, or becomes an element. `cargo test -p heat-codegen --test it hostile_site` writes the site.
import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { open } from "./site.js";

const folder = process.env.HOSTILE_SITE ?? fileURLToPath(new URL("../../target/tmp/hostile-site/", import.meta.url));

let site;
before(async () => {
  assert.ok(existsSync(folder), "run `cargo test -p heat-codegen --test it hostile_site` first: it writes the site");
  site = await open(folder);
});
after(() => site?.close());

const pages = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".html"))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

/** Opens a page without its policy; `wrong` collects everything that an attack would do. */
async function watched(path) {
  const page = await site.page(undefined, { bypassCSP: true });
  page.wrong = [];
  page.on("dialog", (dialog) => (page.wrong.push(`dialog ${dialog.message()}`), dialog.dismiss()));
  page.on("pageerror", (error) => page.wrong.push(`error ${error.message}`));
  page.on("popup", () => page.wrong.push("popup"));
  page.on("request", (request) => {
    if (!request.url().startsWith(site.base)) page.wrong.push(`request ${request.url()}`);
  });
  await page.addInitScript(() => (globalThis.evil = () => (globalThis.wasEvil = true)));
  await page.goto(site.base + path.split("/").map(encodeURIComponent).join("/"));
  return page;
}

/** The items on a page that should not be there. */
const found = (page) =>
  page.evaluate(() => {
    const wrong = [];
    if (globalThis.wasEvil) wrong.push("a script ran");
    for (const element of document.querySelectorAll("x-evil, iframe, object, embed, base, meta[http-equiv=refresh]")) {
      wrong.push(element.outerHTML.slice(0, 200));
    }
    for (const element of document.querySelectorAll("*")) {
      for (const { name, value } of element.attributes) {
        const leads = ["href", "src", "action", "formaction"].includes(name);
        if (name.startsWith("on") || (leads && /^\s*(javascript|data|vbscript):/i.test(value))) {
          wrong.push(`${element.tagName} ${name}=${value.slice(0, 100)}`);
        }
      }
    }
    return wrong;
  });

test("nothing hostile becomes of a page", async () => {
  const all = pages();
  assert.ok(all.length > 15, `${all.length} pages`);
  for (const path of all) {
    const page = await watched(path);
    await page.waitForTimeout(100);
    assert.equal(new URL(page.url()).origin + "/", site.base, `${path} led to ${page.url()}`);
    assert.deepEqual([...page.wrong, ...(await found(page))], [], path);
    await page.context().close();
  }
});

test("nothing hostile becomes of what scripts make", async () => {
  for (const query of ["evil", "everything", "text", "member", "grizzly", "Heat"]) {
    const page = await watched("search.html");
    await page.goto(`${site.base}search.html?q=${encodeURIComponent(query)}`);
    await page.fill("#q", query);
    await page.waitForTimeout(400);
    assert.deepEqual([...page.wrong, ...(await found(page))], [], query);
    await page.context().close();
  }
  const page = await watched("compare.html");
  await page.waitForTimeout(400);
  for (const name of ["from", "to"]) {
    const select = page.locator(`select[name=${name}]`);
    for (let index = 0; index < (await select.locator("option").count()); index += 1) {
      await select.selectOption({ index });
      await page.waitForTimeout(300);
      assert.deepEqual([...page.wrong, ...(await found(page))], [], `${name} ${index}`);
    }
  }
});
