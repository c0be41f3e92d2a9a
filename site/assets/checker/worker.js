// Checks templates beside the page, so that a template that takes long does not stop it.
import init, { Checker } from "./heat_browser.js";

const file = (name) => fetch(new URL(name, import.meta.url)).then((answer) => {
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
});

// The module is compiled from its bytes: not every server knows its media type.
const load = async () => {
  const [module_or_path, catalogue] = await Promise.all([
    file("heat_browser_bg.wasm").then((answer) => answer.arrayBuffer()),
    file("catalogue.json").then((answer) => answer.text()),
  ]);
  await init({ module_or_path });
  return new Checker(catalogue);
};

const loaded = load();
loaded.then(
  () => postMessage({ kind: "ready" }),
  (error) => postMessage({ kind: "unavailable", message: String(error) }),
);

// The release that the checker is set to, by the name of its file.
let chosen = "";
const choose = async (checker, release) => {
  if (release === chosen) return;
  checker.choose_release(release ? await file(release).then((answer) => answer.text()) : "");
  chosen = release;
};

addEventListener("message", async ({ data: { id, text, environment, release } }) => {
  const checker = await loaded;
  try {
    await choose(checker, release);
  } catch {
    postMessage({ kind: "unknown release", id });
    return;
  }
  try {
    const answer = checker.check(text, environment, Date.now());
    const { errors, warnings, findings, lines } = answer;
    postMessage({ kind: "findings", id, errors, warnings, findings, lines });
    postMessage({ kind: "graph", id, graph: answer.graph() });
    answer.free();
  } catch {
    // The module is not usable after that; the page starts another worker.
    postMessage({ kind: "failed", id });
  }
});
