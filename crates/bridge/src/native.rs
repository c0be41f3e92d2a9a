//! A resource type as the classes in `resource.py` call it.

use heat_plugin::engine::{Call, Class, Handler, Hook, Host, Plan, ResourceClass};
use heat_plugin::life_cycle::{Action, Failure, Progress, Signalled, State, Status, TemplateChanges};
use heat_plugin::value::Map;
use heat_plugin::{Value, json};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::call::run;
use crate::pending::Token;
use crate::value::{from_python, from_stored, map_from_python, map_to_python, to_python};

/// A resource type, with the names under which it is registered.
#[pyclass(frozen, module = "heat_plugin_python")]
pub(crate) struct Native {
    class: ResourceClass,
    #[pyo3(get)]
    names: Vec<String>,
}

impl Native {
    pub(crate) fn new(class: ResourceClass, names: &[&str]) -> Self {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let names = if names.is_empty() { vec![class.name().to_owned()] } else { names };
        Self { class, names }
    }

    fn run<T: Send + 'static>(
        &self,
        resource: &Bound<'_, PyAny>,
        call: impl FnOnce(&dyn Class, &dyn Host) -> Result<T, Failure> + Send + 'static,
    ) -> PyResult<T> {
        let class = self.class.clone();
        run(resource, move |host| class.guarded(|class| call(class, host)))
    }
}

fn handler(word: &str) -> PyResult<Handler> {
    Handler::from_word(word).ok_or_else(|| PyValueError::new_err(format!("there is no handler {word}")))
}

/// Returns whether the argument of a handler at this position is a stored value.
fn is_stored(handler: Handler, at: usize) -> bool {
    match handler {
        Handler::Create | Handler::Adopt => false,
        Handler::Update => at == 0,
        _ => true,
    }
}

/// The state before a deletion with a snapshot, from its two words.
fn state(value: &Value) -> State {
    let word = |at: usize| value.get(at).and_then(Value::as_str).unwrap_or_default();
    State {
        action: Action::from_word(word(0)).unwrap_or(Action::Init),
        status: Status::from_word(word(1)).unwrap_or(Status::Complete),
    }
}

fn names(value: &Value) -> Vec<String> {
    let names = value.as_list().into_iter().flat_map(|names| names.iter());
    names.filter_map(|name| name.as_str().map(ToOwned::to_owned)).collect()
}

fn template_changes(value: &Value) -> TemplateChanges {
    TemplateChanges {
        properties: value.get("properties").and_then(Value::as_bool).unwrap_or_default(),
        metadata: value.get("metadata").cloned(),
        update_policy: value.get("update_policy").cloned(),
    }
}

#[pymethods]
impl Native {
    /// The schema, as data.
    fn schema<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = serde_json::to_string(self.class.class().schema())
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        let value = json::parse(&text).map_err(|error| PyValueError::new_err(error.to_string()))?;
        to_python(py, &value)
    }

    /// Returns whether the type defines this handler or other method.
    fn defines(&self, hook: &str) -> bool {
        let hook = match hook {
            "restore" => Hook::Restore,
            "signal" => Hook::Signal,
            "preempt" => Hook::Preempt,
            "needs_replace" => Hook::NeedsReplace,
            "prepare_for_replace" => Hook::PrepareForReplace,
            "live_state" => Hook::LiveState,
            other => match Handler::from_word(other) {
                Some(handler) => Hook::Handle(handler),
                None => return false,
            },
        };
        self.class.class().defines(hook)
    }

    /// Returns whether the pending action of this handler can be cancelled.
    fn cancels(&self, word: &str) -> PyResult<bool> {
        Ok(self.class.class().defines(Hook::Cancel(handler(word)?)))
    }

    /// Calls a handler. Returns `None` if the action is complete, and otherwise a token to poll.
    fn handle(
        &self,
        resource: &Bound<'_, PyAny>,
        word: &str,
        arguments: &Bound<'_, PyAny>,
    ) -> PyResult<Option<Token>> {
        let handler = handler(word)?;
        let values = arguments.try_iter()?.enumerate().map(|(at, argument)| {
            let argument = argument?;
            if is_stored(handler, at) { from_stored(&argument) } else { from_python(&argument) }
        });
        let values = values.collect::<PyResult<Vec<Value>>>()?;
        let started = self.run(resource, move |class, host| {
            let at = |at: usize| values.get(at).unwrap_or(&Value::Null);
            let properties = at(0);
            let (names, template_changes) = (names(at(2)), template_changes(at(3)));
            let call = match handler {
                Handler::Create => Call::Create { properties },
                Handler::Update => Call::Update {
                    before: at(0),
                    after: at(1),
                    changed: &names,
                    template_changes: &template_changes,
                },
                Handler::Delete => Call::Delete { properties },
                Handler::SnapshotDelete => Call::SnapshotDelete { before: state(at(0)), properties: at(1) },
                Handler::Suspend => Call::Suspend { properties },
                Handler::Resume => Call::Resume { properties },
                Handler::Check => Call::Check { properties },
                Handler::Snapshot => Call::Snapshot { properties },
                Handler::DeleteSnapshot => Call::DeleteSnapshot { snapshot: at(0) },
                Handler::Adopt => Call::Adopt { existing: at(0) },
            };
            class.handle(call, host)
        })?;
        Ok(match started {
            Progress::Done => None,
            Progress::Pending { pending, delay } => Some(Token::new(pending, delay)),
        })
    }

    fn validate(
        &self,
        resource: &Bound<'_, PyAny>,
        properties: &Bound<'_, PyAny>,
        unknown: &Bound<'_, PyAny>,
        given: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (properties, unknown) = (map_from_python(properties)?, map_from_python(unknown)?);
        let given = map_from_python(given)?;
        self.run(resource, move |class, host| {
            class.validate(Plan { properties: &properties, unknown: &unknown, given: &given }, host)
        })
    }

    fn attribute<'py>(&self, resource: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let name = name.to_owned();
        let value = self.run(resource, move |class, host| class.attribute(&name, host))?;
        to_python(resource.py(), &value)
    }

    fn show<'py>(&self, resource: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let shown = self.run(resource, move |class, host| class.show(host))?;
        shown.map(|shown| to_python(resource.py(), &shown)).transpose()
    }

    fn reference_id(&self, resource: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        self.run(resource, move |class, host| class.reference_id(host))
    }

    fn restore<'py>(
        &self,
        resource: &Bound<'py, PyAny>,
        properties: &Bound<'_, PyAny>,
        snapshot: &Bound<'_, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (properties, snapshot): (Map, Value) = (map_from_python(properties)?, from_python(snapshot)?);
        let restored = self.run(resource, move |class, host| class.restore(properties, &snapshot, host))?;
        map_to_python(resource.py(), &restored)
    }

    /// Handles a signal. Returns the text of the event: empty for Heat's own text, `None` for no event.
    fn signal(&self, resource: &Bound<'_, PyAny>, details: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let details = from_python(details)?;
        Ok(match self.run(resource, move |class, host| class.signal(&details, host))? {
            Signalled::Handled => Some(String::new()),
            Signalled::Described(text) => Some(text),
            Signalled::NothingToDo => None,
        })
    }

    fn preempt(&self, resource: &Bound<'_, PyAny>) -> PyResult<()> {
        self.run(resource, move |class, host| class.preempt(host))
    }

    fn needs_replace(&self, resource: &Bound<'_, PyAny>, after: &Bound<'_, PyAny>) -> PyResult<bool> {
        let after = from_python(after)?;
        self.run(resource, move |class, host| class.needs_replace(&after, host))
    }

    fn needs_replace_failed(&self, resource: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.run(resource, move |class, host| class.needs_replace_failed(host))
    }

    fn needs_replace_with_prop_diff(
        &self,
        resource: &Bound<'_, PyAny>,
        changed: Vec<String>,
        after: &Bound<'_, PyAny>,
        before: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        let (after, before) = (from_python(after)?, from_stored(before)?);
        self.run(resource, move |class, host| {
            class.needs_replace_with_prop_diff(&changed, &after, &before, host)
        })
    }

    fn needs_replace_with_tmpl_diff(
        &self,
        resource: &Bound<'_, PyAny>,
        changes: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        let changes = template_changes(&from_python(changes)?);
        self.run(resource, move |class, host| class.needs_replace_with_tmpl_diff(&changes, host))
    }

    fn prepare_for_replace(&self, resource: &Bound<'_, PyAny>) -> PyResult<()> {
        self.run(resource, move |class, host| class.prepare_for_replace(host))
    }

    fn restore_prev_rsrc(&self, resource: &Bound<'_, PyAny>, convergence: bool) -> PyResult<()> {
        self.run(resource, move |class, host| class.restore_prev_rsrc(convergence, host))
    }

    fn live_state<'py>(
        &self,
        resource: &Bound<'py, PyAny>,
        stored: &Bound<'_, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let stored = from_stored(stored)?;
        let live = self.run(resource, move |class, host| class.live_state(&stored, host))?;
        map_to_python(resource.py(), &live)
    }
}
