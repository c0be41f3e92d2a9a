//! Plug-ins: those in Rust, those that are written in Python, and the classes that the bridge makes.

mod bridge_classes;
mod plugin;
mod python_plugins;
