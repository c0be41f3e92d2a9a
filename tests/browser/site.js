// Serves the built site on loopback and opens pages of it in headless Chromium.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";

/** The built site; `SITE` names a different folder. */
export const folder = process.env.SITE ?? fileURLToPath(new URL("../../target/site/", import.meta.url));

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** Starts a server for a site and the browser; `close` ends both. */
export async function open(served = folder) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
    try {
      const body = await readFile(join(served, path.endsWith("/") ? `${path}index.html` : path));
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/plain" }).end(body);
    } catch {
      response.writeHead(404, { "content-type": TYPES[".html"] }).end(await readFile(join(served, "404.html")).catch(() => ""));
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${server.address().port}/`;
  const browser = await chromium.launch({
    // Chromium without its own window, menus and tabs: with them, each session starts processes that draw those.
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
  });
  return {
    base,
    /** A page with its own session. Messages in its console are added to `page.complaints`. */
    async page(path, options = {}) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      const page = await context.newPage();
      page.complaints = [];
      page.requests = [];
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) page.complaints.push(message.text());
      });
      page.on("pageerror", (error) => page.complaints.push(error.message));
      page.on("request", (request) => page.requests.push(request.url()));
      if (path !== undefined) await page.goto(base + path);
      return page;
    },
    async close() {
      await browser.close();
      server.close();
      server.closeAllConnections();
    },
  };
}
