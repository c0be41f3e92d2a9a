//! The program and the library from outside: one test binary, so that the program is linked once.
//!
//! Each module is about a command, a page or an attack. What several use is in [`support`].

mod action;
mod architecture;
mod architectures;
mod bad_input;
mod bridge_classes;
mod built_in;
mod check;
mod checker_page;
mod commands_agree;
mod deployment;
mod descriptions;
mod diff;
mod explanations;
mod graph;
mod guide;
mod heat_release;
mod hidden_names;
mod history;
mod hostile_names;
mod hostile_site;
mod import;
mod language_server;
mod links;
mod packages;
mod past;
mod plan;
mod plugin;
mod publish;
mod python_plugins;
mod releases;
mod resolve;
mod site;
mod support;
mod template_upgrade;
mod templates;
mod type_pages;
mod types;
mod validate;
mod written_templates;
