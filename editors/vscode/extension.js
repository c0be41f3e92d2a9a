// Starts `heat-codegen language-server` when a Heat template or an environment is opened.
"use strict";

const { commands, workspace, window } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

/** What declares the version of a template, and sections that only environments have; the server says little about other documents. */
const KEYS =
  /^[\s{"']*(heat_template_version|HeatTemplateFormatVersion|AWSTemplateFormatVersion|resource_registry|parameter_defaults)["']?\s*:/m;

const LANGUAGES = ["yaml", "json"];

let client;
let starting;

function isForHeat(document) {
  return LANGUAGES.includes(document.languageId) && KEYS.test(document.getText());
}

function newClient() {
  const settings = workspace.getConfiguration("heat");
  const schemas = settings.get("schemas");
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const server = {
    command: settings.get("path"),
    args: [...(schemas ? ["--schemas", schemas] : []), "language-server"],
    options: folder?.scheme === "file" ? { cwd: folder.fsPath } : {},
  };
  return new LanguageClient("heat", "Heat templates", server, {
    documentSelector: LANGUAGES.flatMap((language) =>
      ["file", "untitled"].map((scheme) => ({ language, scheme })),
    ),
    initializationOptions: {
      docsUrl: settings.get("docsUrl") || undefined,
      environments: settings.get("environments"),
      enable: settings.get("enable"),
    },
    synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.{yaml,yml,json,template}") },
  });
}

/** Starts the server, once there is a template or an environment. */
async function start(document) {
  if (client || starting || !isForHeat(document)) {
    return;
  }
  starting = newClient();
  try {
    await starting.start();
    client = starting;
  } catch (error) {
    window.showErrorMessage(
      `heat-codegen cannot be started: ${error.message}. Install it, or set heat.path to where it is.`,
    );
  } finally {
    starting = undefined;
  }
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.stop();
}

async function restart() {
  await stop();
  for (const document of workspace.textDocuments) {
    await start(document);
  }
}

exports.activate = async (context) => {
  context.subscriptions.push(
    workspace.onDidOpenTextDocument(start),
    // A document becomes a template when somebody writes the version.
    workspace.onDidChangeTextDocument((event) => start(event.document)),
    workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("heat") && restart()),
    commands.registerCommand("heat.restart", restart),
  );
  await restart();
};

exports.deactivate = stop;
