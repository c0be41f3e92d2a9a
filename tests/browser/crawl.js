// Finds dead links in a built site. The build checks its own links; this reads the files as a browser does, without the build's
// lists of pages and anchors.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The site's address while it is read. Nothing is sent there. */
const ORIGIN = "https://site.invalid";

/** The files of a site: `paths` are all of them, and `read` returns the text of one. */
export function filesOf(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = new Set(entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(join(folder, "/").length)));
  return { paths, read: (path) => readFileSync(join(folder, path), "utf8") };
}

/** What a page refers to, and the ids in it. This runs in the browser, whose parser builds the document from the text. */
function parse(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const all = [...page.querySelectorAll("*")];
  const refers = (names) => all.flatMap((element) => names.filter((name) => element.hasAttribute(name)).map((name) => ({ name, value: element.getAttribute(name) })));
  return {
    ids: all.filter((element) => element.hasAttribute("id")).map((element) => element.id),
    base: page.querySelector("base") !== null,
    links: refers(["href", "xlink:href", "src", "action", "formaction", "poster", "data-root", "data-home", "data-hidden", "data-target"]),
    sets: all.filter((element) => element.srcset).map((element) => element.srcset),
    // Attributes whose value is the id of another element, or several ids.
    idrefs: refers(["for", "popovertarget", "aria-controls", "aria-describedby", "aria-labelledby", "aria-owns", "list", "headers"]),
    // Search engines show both; pages that they must not list need none.
    named: page.title !== "" && (page.querySelector("meta[name=description]")?.content || page.querySelector("meta[name=robots]")?.content === "noindex"),
    canonical: page.querySelector("link[rel=canonical]")?.getAttribute("href") ?? null,
  };
}

/** The addresses in a search index, relative to the site's root. */
function* searchAddresses(index) {
  for (const [n, type] of index.types.entries()) {
    const page = index.urls?.[n] ?? `types/${type.split("::").map(encodeURIComponent).join("/")}.html`;
    yield page;
    for (const [kind, lists] of [["prop", index.props], ["attr", index.attrs], ["policy", index.policy]]) {
      const parents = [];
      for (const line of lists[n]) {
        parents.length = Math.min(parseInt(line[0], 36), parents.length);
        parents.push(line.slice(3));
        yield `${page}#${kind}-${encodeURI(parents.join("."))}`;
      }
    }
  }
  for (const page of index.pages) yield page[1];
}

/** Where in a site an address leads, seen from a page: its path and the id in it. Nothing for other sites. */
function lead(address, from, home) {
  const url = new URL(address, `${ORIGIN}${home}${from}`);
  const inside = url.origin === ORIGIN && url.pathname.startsWith(home);
  if (!inside) return { outside: url };
  const path = decodeURIComponent(url.pathname.slice(home.length));
  return { path: path === "" || path.endsWith("/") ? `${path}index.html` : path, id: url.hash.slice(1) };
}

/**
 * Reads all pages of a site with the given browser page. `problems` are dead links, duplicate ids and pages without a description, `counts`
 * says how much was checked, and `others` are the hosts of links to other sites.
 */
export async function crawl(browserPage, { paths, read }) {
  const names = [...paths].filter((path) => path.endsWith(".html")).sort();
  const pages = new Map();
  for (const name of names) pages.set(name, await browserPage.evaluate(parse, read(name)));

  const problems = [];
  const counts = { pages: pages.size, links: 0, anchors: 0, ids: 0, searched: 0 };
  const others = new Set();
  // Where the site is published; only pages of sites that were built with an address say so.
  const published = pages.get("index.html")?.canonical?.replace(/index\.html$/, "") ?? null;
  const root = published ? new URL(published).pathname : "/";

  function follow(address, from, what) {
    counts.links++;
    let target;
    try {
      target = lead(published && address.startsWith(published) ? ORIGIN + root + address.slice(published.length) : address, from, root);
    } catch {
      return problems.push(`${from}: ${what} "${address}" is not an address`);
    }
    if (target.outside) {
      const { protocol, host, href } = target.outside;
      if (protocol === "http:" || protocol === "https:") {
        if (href.startsWith(ORIGIN)) problems.push(`${from}: ${what} "${address}" leads out of the site`);
        else others.add(host);
      } else if (protocol !== "mailto:" && protocol !== "data:") problems.push(`${from}: ${what} "${address}" has the scheme ${protocol}`);
      return;
    }
    if (!paths.has(target.path)) return problems.push(`${from}: ${what} "${address}": there is no ${target.path}`);
    if (!target.id) return;
    counts.anchors++;
    const ids = pages.get(target.path)?.known;
    if (!ids) return problems.push(`${from}: ${what} "${address}" has an anchor, and ${target.path} is not a page`);
    // As in browsers: the fragment itself is looked up first, then what it encodes.
    let decoded = target.id;
    try { decoded = decodeURIComponent(target.id); } catch { /* a literal percent sign */ }
    if (!ids.has(target.id) && !ids.has(decoded)) problems.push(`${from}: ${what} "${address}": ${target.path} has no id "${decoded}"`);
  }

  for (const [name, page] of pages) {
    page.known = new Set(page.ids);
    counts.ids += page.ids.length;
    page.ids.filter((id, n) => page.ids.indexOf(id) !== n).forEach((id) => problems.push(`${name}: the id "${id}" occurs twice`));
    if (page.known.has("")) problems.push(`${name}: an id is empty`);
    if (!page.named) problems.push(`${name}: the page has no title or no description`);
    if (page.base) problems.push(`${name}: a base element changes what links mean`);
  }
  for (const [name, page] of pages) {
    for (const link of page.links) {
      // A folder, to which scripts add the rest.
      if (link.name === "data-root" || link.name === "data-home") {
        const folder = lead(link.value || "./", name, root);
        if (folder.outside || !paths.has(folder.path)) problems.push(`${name}: ${link.name} "${link.value}" is not a folder with an index`);
      } else follow(link.value, name, link.name);
    }
    for (const set of page.sets) set.split(",").forEach((each) => follow(each.trim().split(/\s+/)[0], name, "srcset"));
    for (const { name: attribute, value } of page.idrefs) {
      for (const id of value.split(/\s+/)) if (!page.known.has(id)) problems.push(`${name}: ${attribute}="${value}", but there is no such id`);
    }
  }
  for (const path of paths) {
    if (path.endsWith("search-index.json")) {
      const before = counts.links;
      for (const address of searchAddresses(JSON.parse(read(path)))) follow(address, "", path);
      counts.searched += counts.links - before;
    } else if (/(^|\/)(sitemap\.xml|releases\.atom|llms\.txt)$/.test(path) && published) {
      for (const [address] of read(path).matchAll(/https?:[^\s<>")\]&]+/g)) if (address.startsWith(published)) follow(address, "", path);
    } else if (path.endsWith(".css")) {
      for (const [, , address] of read(path).matchAll(/url\(\s*(["']?)(?!data:|["'])([^)]*?)\1\s*\)/g)) follow(address, path, "url()");
    }
  }
  return { problems, counts, others };
}
