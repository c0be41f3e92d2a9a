//! Tests of plug-ins: in Rust, in Python, and of the classes that the bridge creates.

mod bridge_classes;
mod plugin;
mod python_lives;
mod python_plugins;
