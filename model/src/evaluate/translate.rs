//! Translation: what rules make of a value.
//!
//! Follows `heat.engine.translation.Translation` step by step, state included: what a rule finds is kept by key, and a
//! property that a replace rule emptied stays empty. Where nothing resolves (`client_resolve=False`), nothing is kept.

use super::prepare::{absolute_path, cast_key_to_rule};
use super::properties::{Failed, Properties, Scope};
use super::{Query, ResolveError};
use crate::validate::shortened;
use crate::{RuleKind, Value};

impl Properties<'_> {
    /// Applies the rules for a key to a value (`translate`). Null stands for none.
    pub(super) fn translate(
        &mut self,
        key: &str,
        rules: &[usize],
        value: Value,
        scope: Scope<'_>,
        validate: bool,
    ) -> Result<Value, Failed> {
        if let Some(known) = self.resolved.get(key) {
            return Ok(known.clone());
        }
        let mut value = value;
        for rule in rules {
            if !self.applies(*rule) {
                continue;
            }
            let Some(kind) = self.evaluator.rules.all.get(*rule).map(|rule| rule.rule.rule) else { continue };
            value = match kind {
                RuleKind::Add => self.add(key, *rule, value, scope, validate)?,
                RuleKind::Replace => self.replace(key, *rule, value, scope, validate)?,
                RuleKind::Resolve => {
                    let resolved = self.resolve_and_find(*rule, value)?;
                    self.keep(key, &resolved);
                    resolved
                }
                RuleKind::Delete => {
                    self.keep(key, &Value::Null);
                    Value::Null
                }
            };
        }
        Ok(value)
    }

    /// Applies the rules for a path that is not that of the property being read, if it has any.
    fn translate_other(&mut self, path: &str, value: Value, scope: Scope<'_>) -> Result<(), Failed> {
        let rule_key = cast_key_to_rule(path);
        let rules = self.evaluator.rules.of(&rule_key);
        let has_translation =
            rules.iter().any(|rule| self.applies(*rule)) || self.resolved.contains_key(&rule_key);
        if self.is_active && has_translation {
            self.translate(path, rules, value, scope, false)?;
        }
        Ok(())
    }

    /// Remembers what became of a value, where there are clients (`store_translated_values`).
    fn keep(&mut self, key: &str, value: &Value) {
        if self.context.resolver.is_some() {
            self.resolved.insert(key.to_owned(), value.clone());
        }
    }

    fn add(
        &mut self,
        key: &str,
        rule: usize,
        value: Value,
        scope: Scope<'_>,
        validate: bool,
    ) -> Result<Value, Failed> {
        if (self.context.is_deferred)(&value) {
            return Ok(value);
        }
        let mut items = match value {
            Value::Null => Vec::new(),
            Value::List(items) => items,
            other => {
                let other = shortened(&other).to_string();
                return Err(
                    self.fail(format!("a translation rule adds items to a list, and this is {other}"))
                );
            }
        };
        if let Some(added) = self.rule_value(rule) {
            match added {
                Value::List(added) => items.extend(added.iter().cloned()),
                other => items.push(other.clone()),
            }
        } else {
            let rule = self.evaluator.rules.all.get(rule).map(|rule| rule.rule);
            let path = rule.map(|rule| absolute_path(rule, false)).unwrap_or_default();
            if !path.is_empty() {
                self.translate_other(&path.join("."), Value::Null, scope)?;
                let beside =
                    rule.is_some_and(|rule| rule.value_name.as_ref().is_some_and(|name| !name.is_empty()));
                match self.source(&path, beside.then_some(scope), validate)? {
                    Value::Null => {}
                    Value::List(added) => items.extend(added),
                    other => items.push(other),
                }
            }
        }
        let longer = Value::List(items);
        self.keep(key, &longer);
        if self.context.resolver.is_none() {
            // Heat makes the list longer where it stands: whoever reads it once more finds the added items there, and
            // adds them again.
            self.extended.insert(key.to_owned(), longer.clone());
        }
        Ok(longer)
    }

    fn replace(
        &mut self,
        key: &str,
        position: usize,
        given: Value,
        scope: Scope<'_>,
        validate: bool,
    ) -> Result<Value, Failed> {
        let Some(rule) = self.evaluator.rules.all.get(position).map(|rule| rule.rule) else {
            return Ok(given);
        };
        let full_path = absolute_path(rule, true);
        if full_path.is_empty() {
            let result = self.rule_value(position).cloned().unwrap_or(given);
            self.keep(key, &result);
            return Ok(result);
        }
        let short_path = absolute_path(rule, false);
        let source_key = match (&rule.value_name, key.rsplit_once('.')) {
            (Some(_), Some((around, _))) => format!("{around}.{}", short_path.join(".")),
            (Some(_), None) => short_path.join("."),
            (None, _) => full_path.join("."),
        };
        let beside = rule.value_name.as_ref().is_some_and(|name| !name.is_empty());
        let path = if rule.value_name.is_some() { &short_path } else { &full_path };
        let found = self.source(path, beside.then_some(scope), validate)?;
        self.translate_other(&source_key, found.clone(), scope)?;
        if found.is_truthy() && given.is_truthy() {
            let message = format!(
                "`{}` and `{}` are the old and the new name of the same thing, and cannot both be given",
                cast_key_to_rule(key),
                full_path.join(".")
            );
            return Err(self.fail(message));
        }
        let result = if matches!(found, Value::Null) { given } else { found };
        self.keep(key, &result);
        let emptied = if beside { source_key } else { full_path.join(".") };
        self.keep(&emptied, &Value::Null);
        Ok(result)
    }

    /// The value at a rule's path (`get_value`): as it was given beside the property in `scope`, or read from the top.
    /// No rule applies while it is looked for.
    fn source(&mut self, path: &[String], scope: Option<Scope<'_>>, validate: bool) -> Result<Value, Failed> {
        let Some((first, rest)) = path.split_first() else { return Ok(Value::Null) };
        let value = match scope {
            Some(Scope::Map(map)) => map.get(first).cloned().unwrap_or(Value::Null),
            Some(Scope::List) => Value::Null,
            None if self.evaluator.root.nodes.is_empty() => Value::Null,
            None => {
                let was_active = std::mem::replace(&mut self.is_active, false);
                let read = self.read_root(first, validate);
                self.is_active = was_active;
                let (value, node) = read?;
                value.to_value(node.schema)
            }
        };
        self.descend(&value, rest)
    }

    fn descend(&mut self, value: &Value, path: &[String]) -> Result<Value, Failed> {
        let Some((first, rest)) = path.split_first() else { return Ok(value.clone()) };
        match value {
            Value::Map(map) => map.get(first).map_or(Ok(Value::Null), |value| self.descend(value, rest)),
            Value::List(items) => items
                .iter()
                .map(|item| match item {
                    Value::Map(_) => self.descend(item, path),
                    item if item.is_truthy() => Err(self.fail(format!(
                        "a translation rule looks for `{first}` in {}, which is no map",
                        shortened(item)
                    ))),
                    _ => Ok(Value::Null),
                })
                .collect::<Result<_, _>>()
                .map(Value::List),
            _ => Ok(Value::Null),
        }
    }

    /// Asks for what a name stands for, item by item in lists. An empty value becomes null without being asked for.
    fn resolve_and_find(&mut self, rule: usize, value: Value) -> Result<Value, Failed> {
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
        let (Some(resolver), Some(rule)) = (self.context.resolver, self.evaluator.rules.all.get(rule)) else {
            return Ok(value);
        };
        let rule = rule.rule;
        let query = Query {
            client: rule.client_plugin.as_deref(),
            finder: rule.finder.as_deref(),
            entity: rule.entity.as_deref().filter(|entity| !entity.is_empty()),
            value: &value,
        };
        match resolver.resolve(&query) {
            Ok(found) => Ok(found),
            Err(_) if self.context.ignore_resolve_errors => Ok(value),
            Err(ResolveError { message }) => Err(self.fail(message)),
        }
    }
}
