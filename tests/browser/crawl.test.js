// Every link of every page leads somewhere, also those of old releases and of search results, ids are unique, and pages are described.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { crawl, filesOf } from "./crawl.js";
import { folder, open } from "./site.js";

let site, page;
before(async () => {
  site = await open();
  page = await site.page();
});
after(() => site.close());

describe("the built site", () => {
  test("has no dead links", async (context) => {
    const { problems, counts, others } = await crawl(page, filesOf(folder));
    assert.deepEqual(problems.slice(0, 50), [], `${problems.length} problems`);
    assert.ok(counts.pages > 300 && counts.links > 100_000 && counts.anchors > 20_000, JSON.stringify(counts));
    context.diagnostic(`${JSON.stringify(counts)}; other sites: ${[...others].join(", ") || "none"}`);
  });

  // The crawl itself: it has to find each of these in a page that is fine otherwise. The pages that this one links to are left out.
  const at = "types/OS/Nova/Server.html";
  const { paths, read } = filesOf(folder);
  const near = new Set([...paths].filter((path) => path.startsWith("assets/") || path === at || path === "types/OS/Nova/KeyPair.html"));
  let usual; // the problems of such a part of the site

  for (const [name, plant, expected] of [
    ["a page that does not exist", `<a href="OS/Nova/NoSuchType.html">x</a>`, /no types\/OS\/Nova\/OS\/Nova\/NoSuchType\.html/],
    ["an anchor that does not exist", `<a href="#prop-no_such_property">x</a>`, /has no id "prop-no_such_property"/],
    ["an anchor that another page does not have", `<a href="KeyPair.html#prop-flavor">x</a>`, /KeyPair\.html has no id "prop-flavor"/],
    ["an id that occurs twice", `<p id="prop-flavor"></p>`, /the id "prop-flavor" occurs twice/],
    ["a missing script", `<script src="../../../assets/none.js"></script>`, /no assets\/none\.js/],
    ["a missing image", `<img srcset="none.png 2x" src="../../../assets/favicon.svg">`, /srcset "none\.png"/],
    ["a link in a picture", `<svg><a href="None.html"><text>x</text></a></svg>`, /no types\/OS\/Nova\/None\.html/],
    ["a form that is sent nowhere", `<form action="../none.html"></form>`, /no types\/OS\/none\.html/],
    ["a label of nothing", `<label for="none">x</label>`, /for="none"/],
    ["a link that runs a script", `<a href="javascript:alert(1)">x</a>`, /scheme javascript:/],
  ]) {
    test(`with ${name}, fails`, async () => {
      const planted = (path) => (path === at ? read(path).replace("</main>", `${plant}</main>`) : read(path));
      usual ??= new Set((await crawl(page, { paths: near, read })).problems);
      const { problems } = await crawl(page, { paths: near, read: planted });
      const found = problems.filter((problem) => !usual.has(problem));
      assert.ok(found.length === 1 && expected.test(found[0]), found.join("\n"));
    });
  }

  test("with a search result that leads nowhere, fails", async () => {
    const index = JSON.parse(read("search-index.json"));
    index.props[0].push("00sno_such_property");
    const few = new Set(["search-index.json", `types/${index.types[0].split("::").join("/")}.html`]);
    assert.ok([...few].every((path) => paths.has(path)), [...few].join());
    const { problems } = await crawl(page, { paths: few, read: (path) => (path === "search-index.json" ? JSON.stringify(index) : read(path)) });
    assert.equal(problems.filter((problem) => problem.includes("no_such_property")).length, 1);
  });
});
