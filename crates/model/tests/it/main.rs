//! Integration tests of the schema language: values, constraints, rules and updates.

mod cron;
mod evaluate;
mod hostile_values;
mod pattern;
mod serialised;
mod update;
mod validate;
mod validation_rules;
