// The layout of every kind of page at seven widths: no two texts collide, none is cut, and the search has room.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PAGES } from "./kinds.js";
import { open } from "./site.js";

const WIDTHS = [375, 768, 1024, 1280, 1366, 1440, 1920];

let site;
before(async () => (site = await open()));
after(() => site.close());

/** Runs in the page: pairs of texts that are drawn over each other. */
function collisions() {
  const clips = new Map();
  /** The part of the page to which an element's text is confined by boxes that scroll or cut. */
  const clip = (element) => {
    if (!element || element === document.documentElement || element === document.body) return [-1e6, -1e6, 1e6, 1e6];
    if (clips.has(element)) return clips.get(element);
    const style = getComputedStyle(element);
    let [left, top, right, bottom] = clip(style.position === "fixed" ? null : element.parentElement);
    const box = element.getBoundingClientRect();
    if (style.overflowX !== "visible") [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
    if (style.overflowY !== "visible") [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    clips.set(element, [left, top, right, bottom]);
    return clips.get(element);
  };
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || parent.closest(".vh, .skip, svg, noscript, script, .tool") || !parent.checkVisibility({ visibilityProperty: true })) continue;
    const [left, top, right, bottom] = clip(parent);
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      // The box of a line of text is higher than its letters.
      const slack = box.height * 0.25;
      const text = { node, left: Math.max(box.left, left) + 1, right: Math.min(box.right, right) - 1, top: Math.max(box.top + slack, top), bottom: Math.min(box.bottom - slack, bottom) };
      if (text.right > text.left && text.bottom > text.top) texts.push(text);
    }
  }
  texts.sort((one, other) => one.top - other.top);
  const found = [];
  texts.forEach((one, n) => {
    for (let m = n + 1; m < texts.length && texts[m].top < one.bottom; m++) {
      const other = texts[m];
      if (one.node === other.node || one.left >= other.right || other.left >= one.right) continue;
      found.push(`“${one.node.data.trim().slice(0, 40)}” and “${other.node.data.trim().slice(0, 40)}”`);
    }
  });
  return found;
}

/** Runs in the page: texts of which a part is not shown. Templates and pictures scroll; what folds has a switch that unfolds it. */
function cuts() {
  return [...document.querySelectorAll("body *")]
    .filter((element) => !element.closest("pre, .picture, .thumb, .vh, .pv, .path, .tool, svg, input, textarea, .side, .toc, .folds"))
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.clientWidth > 0)
    .filter((element) => {
      const style = getComputedStyle(element);
      // What is clipped is decoration, such as an arrow at the end of a row; what is hidden or scrolls may be text.
      const isWide = !["visible", "clip"].includes(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
      const isHigh = style.overflowY === "hidden" && element.scrollHeight > element.clientHeight + 1;
      return isWide || isHigh || element.getBoundingClientRect().right > innerWidth + 0.5;
    })
    .map((element) => `${element.tagName.toLowerCase()}.${element.className}: ${element.textContent.trim().slice(0, 40)}`);
}

test("no two texts collide and none is cut, at any width, with everything folded and unfolded", async () => {
  const found = [];
  for (const path of PAGES) {
    const page = await site.page(path);
    await page.waitForFunction(() => !document.querySelector(".asked, .awaits"));
    for (const isOpen of [false, true]) {
      if (isOpen) await page.evaluate(() => document.querySelectorAll("main details:not([name])").forEach((details) => (details.open = true)));
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const what = [...(await page.evaluate(collisions)), ...(await page.evaluate(cuts))];
        found.push(...what.slice(0, 5).map((each) => `${path} at ${width}${isOpen ? ", unfolded" : ""}: ${each}`));
      }
    }
    await page.context().close();
  }
  assert.deepEqual(found, []);
});

test("texts that are drawn over each other, and those that are cut, are noticed", async () => {
  const page = await site.page("404.html");
  await page.evaluate(() => {
    document.querySelector("h1").style.cssText = "width: 2rem; margin-bottom: -2.5rem; overflow: hidden; white-space: nowrap";
  });
  assert.ok((await page.evaluate(collisions)).length > 0);
  assert.match((await page.evaluate(cuts)).join(), /^h1/);
});

/** Runs in the page: the room after the words in the empty search field, up to the key or the button. */
function room() {
  const field = document.getElementById("q");
  const key = field.form.querySelector("kbd");
  const style = getComputedStyle(field);
  const box = field.getBoundingClientRect();
  const canvas = document.createElement("canvas").getContext("2d");
  canvas.font = style.font;
  const end = box.left + parseFloat(style.borderLeftWidth) + parseFloat(style.paddingLeft) + canvas.measureText(field.placeholder).width;
  return (key?.checkVisibility() ? key.getBoundingClientRect().left : box.right - parseFloat(style.paddingRight)) - end;
}

test("the search field is at least 320 pixels wide, and the menu is the same from 1024 pixels", async () => {
  const menus = new Set();
  for (const path of ["index.html", "types/OS/Nova/Server.html", "guide/functions.html"]) {
    const page = await site.page(path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const field = await page.locator("#q").boundingBox();
      assert.ok(field.width >= 320, `${path} at ${width}: ${field.width}`);
      assert.ok((await page.evaluate(room)) >= 0, `${path} at ${width}: the words in the field are cut`);
      if (width < 1024) continue;
      const menu = await page.locator(".pages > :visible:not([popover])").allInnerTexts();
      menus.add(menu.join(" ").trim());
    }
    await page.context().close();
  }
  assert.equal(menus.size, 1, [...menus].join(" | "));
  assert.match([...menus][0], /^Types Guide Releases .*More$/);
});

test("text has at most seven sizes, and most of it that of a body", async () => {
  const sizes = new Map();
  for (const path of PAGES) {
    const page = await site.page(path);
    const counted = await page.evaluate(() =>
      [...document.querySelectorAll("body *")]
        .filter((element) => !element.closest("svg, .vh") && element.checkVisibility())
        .map((element) => [getComputedStyle(element).fontSize, [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()).join("").length])
        .filter(([, length]) => length > 0),
    );
    for (const [size, length] of counted) sizes.set(size, (sizes.get(size) ?? 0) + length);
    await page.context().close();
  }
  assert.ok(sizes.size <= 7, [...sizes.keys()].join(" "));
  assert.ok(sizes.has("16px"));
});
