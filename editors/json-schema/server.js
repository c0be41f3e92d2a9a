// The YAML language server, as an editor starts it: over its standard streams.
"use strict";

const { spawn } = require("node:child_process");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { createProtocolConnection, StreamMessageReader, StreamMessageWriter } = require("vscode-languageserver-protocol/node");
const protocol = require("vscode-languageserver-protocol");

const SERVER = path.join(__dirname, "node_modules/yaml-language-server/bin/yaml-language-server");

class Server {
  /** Starts a server. The settings are those of VS Code, without the prefix `yaml.`; the folder is that of the documents. */
  static async start(settings, folder) {
    const server = new Server();
    server.folder = folder;
    server.waiting = new Map();
    server.opened = 0;
    server.process = spawn(process.execPath, [process.env.YAML_LANGUAGE_SERVER ?? SERVER, "--stdio"], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    server.connection = createProtocolConnection(
      new StreamMessageReader(server.process.stdout),
      new StreamMessageWriter(server.process.stdin),
    );
    server.connection.onNotification(protocol.PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => {
      server.waiting.get(uri)?.(diagnostics);
    });
    server.connection.onRequest(protocol.ConfigurationRequest.type, ({ items }) =>
      items.map(({ section }) => (section === "yaml" ? { schemaStore: { enable: false }, ...settings } : {})),
    );
    server.connection.onRequest(protocol.RegistrationRequest.type, () => null);
    server.connection.listen();
    await server.connection.sendRequest(protocol.InitializeRequest.type, {
      processId: process.pid,
      rootUri: pathToFileURL(folder).href,
      capabilities: {
        workspace: { configuration: true },
        textDocument: {
          completion: { completionItem: { snippetSupport: true, documentationFormat: ["markdown"] } },
          hover: { contentFormat: ["markdown"] },
        },
      },
    });
    await server.connection.sendNotification(protocol.InitializedNotification.type, {});
    await server.connection.sendNotification(protocol.DidChangeConfigurationNotification.type, { settings: {} });
    return server;
  }

  /** Opens a document, in which `‸` is the cursor, and waits for what is reported about it. */
  async open(textWithCursor) {
    const [before, after = ""] = textWithCursor.split("‸");
    this.opened += 1;
    const uri = pathToFileURL(path.join(this.folder, `${this.opened}.yaml`)).href;
    const published = new Promise((resolve) => this.waiting.set(uri, resolve));
    await this.connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId: "yaml", version: 1, text: before + after },
    });
    const diagnostics = await published;
    const lines = before.split("\n");
    const position = { line: lines.length - 1, character: lines.at(-1).length };
    return { at: { textDocument: { uri }, position }, diagnostics };
  }

  /** What the schema finds in a text, as `LINE: MESSAGE`. What the server itself says about YAML is left out. */
  async findings(text) {
    const { diagnostics } = await this.open(text);
    const found = diagnostics.filter(({ source }) => source.startsWith("yaml-schema: "));
    return found.map(({ range, message }) => `${range.start.line + 1}: ${message}`);
  }

  /** What is offered at the cursor, by its label. */
  async completions(text) {
    const { at } = await this.open(text);
    const list = await this.connection.sendRequest(protocol.CompletionRequest.type, at);
    return new Map(list.items.map((item) => [item.label, item]));
  }

  /** What is shown about the word at the cursor, as Markdown. */
  async hover(text) {
    const { at } = await this.open(text);
    const hover = await this.connection.sendRequest(protocol.HoverRequest.type, at);
    return hover?.contents.value ?? "";
  }

  async stop() {
    await this.connection.sendRequest(protocol.ShutdownRequest.type);
    const ended = new Promise((resolve) => this.process.on("exit", resolve));
    await this.connection.sendNotification(protocol.ExitNotification.type);
    await ended;
  }
}

module.exports = { Server };
