//! Tests of the distributed files: the packages, and the GitHub action.

mod action;
mod packages;
