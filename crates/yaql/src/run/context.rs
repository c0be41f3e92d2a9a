//! Contexts: the variables and functions that are visible to an expression. Each call can have its own context within the context
//! of its caller.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::Lambda;
use crate::data::{Text, Val};
use crate::error::{Outcome, too_deep};

/// Maximum depth of nested contexts and their contents, which are dropped recursively.
const MAX_DEPTH: u32 = 2000;

/// A function defined by `def`.
pub(crate) struct Definition {
    pub(crate) name: Text,
    pub(crate) body: Rc<Lambda>,
}

/// Variables and functions of one layer, and the layers around it.
pub(crate) struct Context {
    parent: Option<Rc<Context>>,
    /// Variables by name, without the `$`.
    data: RefCell<Vec<(Text, Val)>>,
    functions: RefCell<Vec<Rc<Definition>>>,
    depth: Cell<u32>,
}

impl Context {
    pub(crate) fn root() -> Rc<Self> {
        Rc::new(Self {
            parent: None,
            data: RefCell::default(),
            functions: RefCell::default(),
            depth: Cell::new(1),
        })
    }

    pub(crate) fn child(parent: &Rc<Self>) -> Outcome<Rc<Self>> {
        let depth = parent.depth.get() + 1;
        if depth > MAX_DEPTH {
            return Err(too_deep());
        }
        Ok(Rc::new(Self {
            parent: Some(parent.clone()),
            data: RefCell::default(),
            functions: RefCell::default(),
            depth: Cell::new(depth),
        }))
    }

    /// Creates a layer with the variables `$1`, `$2` and so on.
    pub(crate) fn with_args(parent: &Rc<Self>, args: Vec<Val>) -> Outcome<Rc<Self>> {
        let depth = args.iter().map(|arg| arg.depth() + 1).max().unwrap_or(0).max(parent.depth.get() + 1);
        if depth > MAX_DEPTH {
            return Err(too_deep());
        }
        let data = args.into_iter().enumerate().map(|(index, arg)| (number_name(index + 1), arg)).collect();
        Ok(Rc::new(Self {
            parent: Some(parent.clone()),
            data: RefCell::new(data),
            functions: RefCell::default(),
            depth: Cell::new(depth),
        }))
    }

    pub(crate) fn depth(&self) -> u32 {
        self.depth.get()
    }

    pub(crate) fn parent(&self) -> Option<&Rc<Self>> {
        self.parent.as_ref()
    }

    /// Sets a variable of this layer. The name can be passed with or without the `$`.
    pub(crate) fn set(&self, name: &str, value: Val) -> Outcome<()> {
        let depth = value.depth() + 1;
        if depth > MAX_DEPTH {
            return Err(too_deep());
        }
        self.depth.set(self.depth.get().max(depth));
        let name = plain_name(name);
        let mut data = self.data.borrow_mut();
        match data.iter_mut().find(|(known, _)| known.as_str() == name) {
            Some((_, known)) => *known = value,
            None => data.push((name.into(), value)),
        }
        Ok(())
    }

    /// Returns the value of a variable; null if there is none.
    pub(crate) fn get(&self, name: &str) -> Val {
        let name = plain_name(name);
        let mut layer = Some(self);
        while let Some(context) = layer {
            if let Some((_, value)) = context.data.borrow().iter().find(|(known, _)| known.as_str() == name) {
                return value.clone();
            }
            layer = context.parent.as_deref();
        }
        Val::Null
    }

    pub(crate) fn define(&self, definition: Definition) {
        let depth = definition.body.depth() + 1;
        self.depth.set(self.depth.get().max(depth));
        self.functions.borrow_mut().push(Rc::new(definition));
    }

    /// Returns the functions of this layer with a certain name.
    pub(crate) fn defined(&self, name: &str) -> Vec<Rc<Definition>> {
        let functions = self.functions.borrow();
        functions.iter().filter(|definition| definition.name.as_str() == name).cloned().collect()
    }
}

fn plain_name(name: &str) -> &str {
    match name.strip_prefix('$').unwrap_or(name) {
        "" => "1",
        plain => plain,
    }
}

fn number_name(number: usize) -> Text {
    thread_local! {
        static ONE: Text = "1".into();
        static TWO: Text = "2".into();
    }
    match number {
        1 => ONE.with(Clone::clone),
        2 => TWO.with(Clone::clone),
        _ => number.to_string().into(),
    }
}
