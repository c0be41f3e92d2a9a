//! Tests of `diff`, on folders, facts files and the revisions of a temporary repository.

#![expect(clippy::unwrap_used, reason = "tests say what must hold by panicking")]

mod accepted;
mod formats;
mod json_schema;
mod reports;
mod scope;
mod scratch;
mod sides;
mod unreadable;
mod validation_rules;

use std::fs;
use std::io::Read as _;
use std::process::Stdio;

use crate::support::{fixture, folder, run_in, write};
use insta::assert_snapshot;
use json_schema::hold;
use scratch::{Scratch, copy, folders, ran};
use serde_json::Value;

/// A release table.
const RELEASES: &str = "- {version: 27.0.0, name: '2026.2', date: '2026-09-30'}\n";
