// Talks to `heat-codegen language-server` with the protocol's own client library: what the extension starts, without the editor.
"use strict";

const assert = require("node:assert/strict");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const { pathToFileURL } = require("node:url");
const { createProtocolConnection, StreamMessageReader, StreamMessageWriter } = require("vscode-languageserver-protocol/node");
const protocol = require("vscode-languageserver-protocol");

const ROOT = path.resolve(__dirname, "../../..");
const PROGRAM = process.env.HEAT_CODEGEN ?? path.join(ROOT, "target/debug/heat-codegen");

/** Talks about a template of the architectures to a server, which ends with the test. */
async function open(context, file, change) {
  const server = spawn(PROGRAM, ["--schemas", "built-in", "language-server"], { cwd: ROOT });
  context.after(() => server.kill());
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  const uri = pathToFileURL(path.join(ROOT, file)).href;
  const text = change(fs.readFileSync(path.join(ROOT, file), "utf8"));
  const published = new Promise((resolve) => {
    connection.onNotification(protocol.PublishDiagnosticsNotification.type, resolve);
  });
  connection.listen();
  await connection.sendRequest(protocol.InitializeRequest.type, {
    processId: process.pid,
    rootUri: pathToFileURL(ROOT).href,
    capabilities: { textDocument: { completion: { completionItem: { snippetSupport: true } } } },
  });
  await connection.sendNotification(protocol.InitializedNotification.type, {});
  await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: "yaml", version: 1, text },
  });
  const at = (snippet) => {
    const offset = text.indexOf(snippet) + snippet.length;
    const before = text.slice(0, offset).split("\n");
    return { textDocument: { uri }, position: { line: before.length - 1, character: before.at(-1).length } };
  };
  const close = async () => {
    await connection.sendRequest(protocol.ShutdownRequest.type);
    await connection.sendNotification(protocol.ExitNotification.type);
    return new Promise((resolve) => server.on("exit", resolve));
  };
  return { connection, uri, text, published, at, close };
}

const TEMPLATE = "site/architectures/persistent-volumes/template.yaml";
const unchanged = (text) => text;

test("a valid template has no errors", async (context) => {
  const { published, close } = await open(context, TEMPLATE, unchanged);
  assert.deepEqual((await published).diagnostics.filter((found) => found.severity === 1), []);
  assert.equal(await close(), 0);
});

test("an unknown property is reported at its place, with the name that was meant", async (context) => {
  const { published, close } = await open(context, TEMPLATE, (text) => text.replace("flavor: {", "flavr: {"));
  const found = (await published).diagnostics.find((each) => each.code === "unknown-property");
  assert.match(found.message, /did you mean `flavor`/);
  assert.equal(found.range.end.character - found.range.start.character, "flavr".length);
  await close();
});

test("the properties of a server are completed", async (context) => {
  const { connection, at, close } = await open(context, TEMPLATE, (text) => text.replace(/( +)flavor: \{/, "$1key_\n$&"));
  const items = await connection.sendRequest(protocol.CompletionRequest.type, at("  key_"));
  const labels = items.map((item) => item.label);
  assert.ok(labels.includes("key_name"), labels.join(" "));
  assert.ok(!labels.includes("flavor"), "what is set is not offered");
  await close();
});

test("a misspelt name has a quick fix that restores it, and all safe fixes are one action", async (context) => {
  const broken = (text) => text.replace("flavor: {", "flavr: {");
  const { connection, uri, published, close } = await open(context, TEMPLATE, broken);
  const { diagnostics } = await published;
  const found = diagnostics.find((each) => each.code === "unknown-property");
  const ask = (only) => connection.sendRequest(protocol.CodeActionRequest.type, {
    textDocument: { uri },
    range: found.range,
    context: { diagnostics: [found], only },
  });
  const [action] = await ask([protocol.CodeActionKind.QuickFix]);
  assert.equal(action.title, "Change `flavr` to `flavor`");
  assert.deepEqual(action.edit.changes[uri], [{ range: found.range, newText: "flavor" }]);
  assert.deepEqual(await ask([protocol.CodeActionKind.SourceFixAll]), [], "a guess is not safe");
  await close();
});

test("a parameter is renamed wherever it is used", async (context) => {
  const { connection, uri, text, at, close } = await open(context, TEMPLATE, unchanged);
  const edit = await connection.sendRequest(protocol.RenameRequest.type, { ...at("get_param: fla"), newName: "size" });
  const uses = text.match(/\bget_param: flavor\b/g).length;
  assert.equal(edit.changes[uri].length, uses + 1);
  await close();
});
