//! Reading the members of a map and the items of a list, for which Heat creates nested property objects.

use indexmap::IndexMap;

use super::Resolved;
use super::prepare::{Members, Node};
use super::properties::{Mode, PathStep, Properties, Scope};
use crate::Value;
use crate::validate::PythonException;

impl<'e> Properties<'e> {
    /// Returns the values of the members, in schema order. Unknown names are errors if `validate` is set.
    pub(super) fn slots<'d>(
        &mut self,
        members: &'e Members<'e>,
        data: &'d IndexMap<String, Value>,
        validate: bool,
    ) -> Vec<Option<&'d Value>> {
        let mut slots = vec![None; members.nodes.len()];
        for (name, value) in data {
            let position = members.position(name);
            match position.and_then(|position| Some((slots.get_mut(position)?, members.nodes.get(position)?)))
            {
                Some((slot, node)) => *slot = self.given(node, Some(value)),
                None if validate && !self.is_full() => self.unknown(name, members),
                None => {}
            }
        }
        slots
    }

    /// Returns whether all members or items must be validated before any of them is read, as in Heat. This only makes a
    /// difference if reading a list twice makes it longer.
    pub(super) fn reads_twice(&self, mode: Mode, touched_below: bool) -> bool {
        let extends = self.evaluator.rules.any_adds && self.context.resolver.is_none();
        mode.validate && mode.translate && self.is_active && touched_below && extends
    }

    /// Reads the members of a map.
    pub(super) fn members(
        &mut self,
        members: &'e Members<'e>,
        data: &IndexMap<String, Value>,
        mode: Mode,
    ) -> Vec<Resolved> {
        let known = self.errors.len();
        let slots = self.slots(members, data, mode.validate);
        let mut values = Vec::with_capacity(slots.len());
        for (node, slot) in members.nodes.iter().zip(&slots) {
            if self.is_full() {
                break;
            }
            if (slot.is_none() && self.reads_as_null(node, &slots))
                || (mode.validate && self.skips(node, mode))
            {
                values.push(Resolved::NULL);
                continue;
            }
            values.push(self.member(PathStep::Name(node.name), node, *slot, Scope::Map(data), mode));
        }
        if !(mode.validate && members.touched_below) || self.errors.len() > known {
            return values;
        }
        let twice = self.reads_twice(mode, members.touched_below);
        let mode = Mode { validate: false, ..mode };
        self.blindly(|this| {
            for ((node, slot), value) in members.nodes.iter().zip(&slots).zip(&mut values) {
                if twice || this.skips(node, mode) {
                    *value = this.member(PathStep::Name(node.name), node, *slot, Scope::Map(data), mode);
                }
            }
        });
        values
    }

    /// Reads the items of a list.
    pub(super) fn items(&mut self, node: &'e Node<'e>, items: &[Value], mode: Mode) -> Vec<Resolved> {
        let known = self.errors.len();
        let read = |this: &mut Self, mode: Mode| -> Vec<Resolved> {
            let mut values = Vec::with_capacity(items.len());
            for (index, item) in items.iter().enumerate() {
                if this.is_full() {
                    break;
                }
                values.push(this.member(PathStep::Item(index), node, Some(item), Scope::List, mode));
            }
            values
        };
        let unvalidated = Mode { validate: false, ..mode };
        if !mode.validate || self.skips(node, mode) {
            return self.blindly(|this| read(this, unvalidated));
        }
        let values = read(self, mode);
        if self.errors.len() == known && self.reads_twice(mode, node.touched_below) {
            return self.blindly(|this| read(this, unvalidated));
        }
        values
    }

    /// Returns whether validation skips a property because a rule has taken its value.
    pub(super) fn skips(&self, node: &Node<'_>, mode: Mode) -> bool {
        mode.translate && node.touched && self.is_gone(node)
    }

    /// Reads a member or an item; null if it cannot be read.
    pub(super) fn member(
        &mut self,
        place: PathStep<'e>,
        node: &'e Node<'e>,
        given: Option<&Value>,
        scope: Scope<'_>,
        mode: Mode,
    ) -> Resolved {
        match self.fast_path(place, node, given, mode) {
            Some(value) => value,
            None => self.member_in_full(place, node, given, scope, mode),
        }
    }

    /// Like [`member`](Self::member), on the slow path.
    pub(super) fn member_in_full(
        &mut self,
        place: PathStep<'e>,
        node: &'e Node<'e>,
        given: Option<&Value>,
        scope: Scope<'_>,
        mode: Mode,
    ) -> Resolved {
        self.at_node(place, node, |this| {
            let known = this.errors.len();
            let value = this.property_value(node, given, scope, mode);
            if !mode.validate {
                return value.unwrap_or(Resolved::NULL);
            }
            for error in this.errors.iter_mut().skip(known) {
                if error.raised == PythonException::ValueError {
                    error.raised = PythonException::StackValidationFailed;
                }
            }
            if value.is_ok() && given.is_some() {
                this.check_implemented(node);
            }
            value.unwrap_or(Resolved::NULL)
        })
    }
}
