//! What is given away: the packages, and the action of GitHub.

mod action;
mod packages;
