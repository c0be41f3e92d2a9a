//! Translation: applies rules to values.
//!
//! Follows `heat.engine.translation.Translation` step by step, including its state: results of rules are kept by key, and a
//! property that a replace rule emptied stays empty. Without a resolver (`client_resolve=False`), nothing is kept.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::prepare::{Node, Rule, cast_key_to_rule};
use super::properties::{Mode, Properties, RecordedFailure, Scope};
use super::wording::Problem;
use super::{Query, ResolveError, Resolved};
use crate::validate::{ErrorKind, PythonException, shortened};
use crate::value::List;
use crate::{RuleKind, TranslationRule, Value};

/// Mode of translating a value.
#[derive(Clone, Copy)]
pub(super) struct How {
    /// `true` if a value taken from another property is checked against the constraints of that property.
    pub(super) validate: bool,
    /// `true` if the result has to be kept.
    pub(super) keep: bool,
}

impl<'e> Properties<'e> {
    /// Applies the rules for the property being read.
    pub(super) fn translate_here(
        &mut self,
        node: &Node<'_>,
        value: Value,
        scope: Scope<'_>,
        validate: bool,
    ) -> Result<Value, RecordedFailure> {
        let key = std::mem::take(&mut self.key);
        let how = How { validate, keep: node.is_source || !self.one_shot };
        let translated = self.translate(&key, &node.rules, value, scope, how);
        self.key = key;
        translated
    }

    /// Reads another top-level property on behalf of the one being read; errors get the path and name of the latter.
    pub(super) fn read_root(
        &mut self,
        name: &str,
        validate: bool,
    ) -> Result<(Resolved, &'e Node<'e>), RecordedFailure> {
        let Ok(node) = self.node(name) else {
            let message = format!("a translation rule takes its value from `{name}`, which does not exist");
            return Err(self.fail_with(PythonException::KeyError, message));
        };
        let own_key = std::mem::replace(&mut self.key, name.to_owned());
        let known = self.errors.len();
        let mode = Mode { validate, translate: true };
        let read_it = |this: &mut Self| this.property_value(node, this.data.get(name), this.scope(), mode);
        let read = if validate { read_it(self) } else { self.blindly(read_it) };
        self.key = own_key;
        let steps = self.path.len();
        for error in self.errors.iter_mut().skip(known) {
            if self.context.wording.is_none() {
                let _ = write!(error.message, " (given as `{name}`)");
            }
            if error.kind == ErrorKind::Missing && error.path.0.len() == steps {
                error.heat_steps = steps;
            }
        }
        read.map(|value| (value, node))
    }

    /// Applies the rules for a key to a value (`translate`). Null means that there is no value. `keep` tells whether the result
    /// has to be kept.
    pub(super) fn translate(
        &mut self,
        key: &str,
        rules: &[usize],
        value: Value,
        scope: Scope<'_>,
        how: How,
    ) -> Result<Value, RecordedFailure> {
        if let Some(known) = self.resolved.get(key) {
            return Ok(known.clone());
        }
        let mut value = value;
        let mut grown = None;
        for position in rules {
            let evaluator = self.evaluator;
            let Some(rule) = evaluator.rules.all.get(*position).filter(|_| self.applies(*position)) else {
                continue;
            };
            value = match rule.written.rule {
                RuleKind::Add => {
                    let was_list = matches!(value, Value::List(_));
                    let longer = self.add(key, *position, rule, value, scope, how)?;
                    grown = was_list.then(|| longer.clone());
                    longer
                }
                RuleKind::Replace => self.replace(key, *position, rule, value, scope, how)?,
                RuleKind::Resolve => {
                    let resolved = self.resolve_and_find(rule.written, value)?;
                    self.keep(key, &resolved, how);
                    resolved
                }
                RuleKind::Delete => {
                    self.keep(key, &Value::Null, how);
                    Value::Null
                }
            };
        }
        self.grown = grown;
        Ok(value)
    }

    /// Applies the rules for a path other than that of the property being read, if it has any. `rule_key` is
    /// the path without the steps that are digits.
    fn translate_other(
        &mut self,
        path: &str,
        rule_key: &str,
        value: &Value,
        scope: Scope<'_>,
    ) -> Result<(), RecordedFailure> {
        let evaluator = self.evaluator;
        let rules = evaluator.rules.of(rule_key);
        let has_translation =
            rules.iter().any(|rule| self.applies(*rule)) || self.resolved.contains_key(rule_key);
        if !(self.is_active && has_translation) {
            return Ok(());
        }
        // Each step leads to another rule: after as many steps as there are rules, one has been visited
        // before. Heat recurses until Python's stack is exhausted.
        if self.rules_followed > evaluator.rules.all.len() {
            self.is_circular = true;
            let message = format!("the translation rules form a cycle through `{rule_key}`");
            // If the value at which the cycle closes is set, the code that reads it catches any exception.
            let is_given = path.split('.').next().is_some_and(|name| self.data.contains_key(name));
            let raised = if is_given { PythonException::ValueError } else { PythonException::Other };
            return Err(self.fail_with(raised, message));
        }
        self.rules_followed += 1;
        let translated =
            self.translate(path, rules, value.clone(), scope, How { validate: false, keep: true });
        self.rules_followed -= 1;
        translated.map(drop)
    }

    /// Keeps the result for a value, if there are clients (`store_translated_values`).
    fn keep(&mut self, key: &str, value: &Value, how: How) {
        if how.keep && self.context.resolver.is_some() {
            self.resolved.insert(key.to_owned(), value.clone());
        }
    }

    fn add(
        &mut self,
        key: &str,
        position: usize,
        rule: &Rule<'_>,
        value: Value,
        scope: Scope<'_>,
        how: How,
    ) -> Result<Value, RecordedFailure> {
        if (self.context.is_deferred)(&value) {
            return Ok(value);
        }
        let mut items = match value {
            Value::Null => List::default(),
            Value::List(items) => items,
            other => {
                let message = self.say(Problem::NotExtensible(key), || {
                    format!("a translation rule adds items to a list, but this is {}", shortened(&other))
                });
                return Err(self.fail(message));
            }
        };
        if let Some(added) = self.rule_value(position) {
            match added {
                Value::List(added) => items.extend(added.iter().cloned()),
                other => items.push(other.clone()),
            }
        } else if !rule.short_source.is_empty() {
            let rule_key = cast_key_to_rule(&rule.short_source_key);
            self.translate_other(&rule.short_source_key, &rule_key, &Value::Null, scope)?;
            match self.source(&rule.short_source, rule.beside.then_some(scope), how.validate)? {
                Value::Null => {}
                Value::List(added) => items.extend(added),
                other => items.push(other),
            }
        }
        let longer = Value::List(items);
        self.keep(key, &longer, how);
        if self.context.resolver.is_none() {
            // Heat extends the list in place: code that reads it again finds the added items there, and adds them again.
            self.extended.insert(key.to_owned(), longer.clone());
        }
        Ok(longer)
    }

    fn replace(
        &mut self,
        key: &str,
        position: usize,
        rule: &Rule<'_>,
        given: Value,
        scope: Scope<'_>,
        how: How,
    ) -> Result<Value, RecordedFailure> {
        if rule.source.is_empty() {
            let result = self.rule_value(position).cloned().unwrap_or(given);
            self.keep(key, &result, how);
            return Ok(result);
        }
        let is_named = rule.written.value_name.is_some();
        // The path next to the property, or from the top. An item of a list has the rules of the list, but
        // finds the path next to it at its own position.
        let (source_key, rule_key) = match key.rsplit_once('.') {
            Some((around, step)) if is_named => {
                let source_key = format!("{around}.{}", rule.short_source_key);
                let is_member = rule.written.translation_path.last().is_some_and(|last| last == step);
                let rule_key = if is_member {
                    Cow::Borrowed(rule.source_rule_key.as_str())
                } else {
                    Cow::Owned(cast_key_to_rule(&source_key))
                };
                (Cow::Owned(source_key), rule_key)
            }
            None if is_named => (
                Cow::Borrowed(rule.short_source_key.as_str()),
                Cow::Owned(cast_key_to_rule(&rule.short_source_key)),
            ),
            _ => (Cow::Borrowed(rule.source_key.as_str()), Cow::Borrowed(rule.source_rule_key.as_str())),
        };
        let path = if is_named { &rule.short_source } else { &rule.source };
        let mut found = self.source(path, rule.beside.then_some(scope), how.validate)?;
        self.grown = None;
        let leads_on =
            rule.source_has_rules || !self.resolved.is_empty() || matches!(rule_key, Cow::Owned(_));
        let followed =
            if leads_on { self.translate_other(&source_key, &rule_key, &found, scope) } else { Ok(()) };
        if let Err(failed) = followed {
            // Python's stack is exhausted at the deepest point, where the value is looked up.
            return Err(if self.is_circular { self.left_inactive(failed) } else { failed });
        }
        if let Some(grown) = self.grown.take() {
            found = grown;
        }
        if found.is_truthy() && given.is_truthy() {
            let new = cast_key_to_rule(key);
            let old = &rule.source_key;
            let message = self.say(Problem::Conflict(&new, old), || {
                format!("`{new}` and `{old}` are the old and the new name of the same property and cannot both be given")
            });
            self.error(ErrorKind::Conflict, message);
            return Err(RecordedFailure);
        }
        let result = if matches!(found, Value::Null) { given } else { found };
        self.keep(key, &result, how);
        let emptied = if rule.beside { &*source_key } else { &*rule.source_key };
        self.keep(emptied, &Value::Null, How { keep: rule.source_has_default || !self.one_shot, ..how });
        Ok(result)
    }

    /// Returns the value at a rule's path (`get_value`): the value set next to the property in `scope`, or read from the top. No
    /// rule applies while it is looked up.
    fn source(
        &mut self,
        path: &[String],
        scope: Option<Scope<'_>>,
        validate: bool,
    ) -> Result<Value, RecordedFailure> {
        let Some((first, rest)) = path.split_first() else { return Ok(Value::Null) };
        let value = match scope {
            Some(Scope::Map(map)) => map.get(first).cloned().unwrap_or(Value::Null),
            Some(Scope::List) => Value::Null,
            None if self.evaluator.root.nodes.is_empty() => Value::Null,
            None => {
                let was_active = std::mem::replace(&mut self.is_active, false);
                let read = self.read_root(first, validate);
                self.is_active = was_active;
                match read {
                    Ok((value, node)) => value.to_value(node.schema),
                    Err(failed) => return Err(self.left_inactive(failed)),
                }
            }
        };
        self.descend(&value, rest).map_err(|failed| self.left_inactive(failed))
    }

    /// Heat never switches translation on again after a rule fails to find its value: any other property of
    /// the same data is read untranslated. When errors are collected, the errors of all rules are wanted.
    fn left_inactive(&mut self, failed: RecordedFailure) -> RecordedFailure {
        self.is_active = self.collects;
        failed
    }

    fn descend(&mut self, value: &Value, path: &[String]) -> Result<Value, RecordedFailure> {
        let Some((first, rest)) = path.split_first() else { return Ok(value.clone()) };
        match value {
            Value::Map(map) => map.get(first).map_or(Ok(Value::Null), |value| self.descend(value, rest)),
            Value::List(items) => items
                .iter()
                .map(|item| match item {
                    Value::Map(_) => self.descend(item, path),
                    item if item.is_truthy() => {
                        let item = shortened(item);
                        let message =
                            format!("a translation rule looks for `{first}` in {item}, which is not a map");
                        Err(self.fail_with(PythonException::Other, message))
                    }
                    _ => Ok(Value::Null),
                })
                .collect::<Result<_, _>>()
                .map(Value::List),
            _ => Ok(Value::Null),
        }
    }

    /// Resolves a name, item by item in lists. An empty value becomes null without a query.
    fn resolve_and_find(&mut self, rule: &TranslationRule, value: Value) -> Result<Value, RecordedFailure> {
        if (self.context.is_deferred)(&value) {
            return Ok(value);
        }
        if !value.is_truthy() {
            return Ok(Value::Null);
        }
        if let Value::List(items) = value {
            return items
                .into_iter()
                .map(|item| self.resolve_and_find(rule, item))
                .collect::<Result<_, _>>()
                .map(Value::List);
        }
        let Some(resolver) = self.context.resolver else { return Ok(value) };
        let query = Query {
            client: rule.client_plugin.as_deref(),
            finder: rule.finder.as_deref(),
            entity: rule.entity.as_deref().filter(|entity| !entity.is_empty()),
            value: &value,
        };
        match resolver.resolve(&query) {
            Ok(found) => self.not_too_deep(&found).map(|()| found),
            Err(_) if self.context.ignore_resolve_errors => Ok(value),
            Err(ResolveError { message }) => Err(self.fail_with(PythonException::Other, message)),
        }
    }
}
