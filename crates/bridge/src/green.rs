//! Calls of Rust by an engine whose threads are green: eventlet has replaced Python's threads.
//!
//! All of such an engine runs in one thread, and a call that blocks would stop it. So the call runs in a thread of its own,
//! and the green thread sleeps meanwhile, in small steps, which lets other green threads run. The green thread answers the
//! call's requests to the resource, because the engine's objects, such as the sessions of its database, belong to it.
//!
//! All green threads share one stack: while one sleeps, its part of the stack is copied elsewhere, and others overwrite it. So
//! the call must not refer to anything on that stack: it owns its data, as its type requires (`'static`).

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use heat_plugin::Value;
use heat_plugin::engine::{Facts, Host};
use heat_plugin::indexmap::IndexMap;
use heat_plugin::life_cycle::Failure;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::logs::{Line, Scope, within, write_now, write_waiting};

/// Sleep of the green thread between two checks for requests.
const STEP: Duration = Duration::from_millis(5);

/// Returns whether eventlet has replaced Python's threads. It does so before plug-ins are loaded.
pub(crate) fn is_patched(py: Python<'_>) -> bool {
    static PATCHED: PyOnceLock<bool> = PyOnceLock::new();
    let look = || -> PyResult<bool> {
        let modules = py.import("sys")?.getattr("modules")?;
        if !modules.contains("eventlet.patcher")? {
            return Ok(false);
        }
        py.import("eventlet.patcher")?.call_method1("is_monkey_patched", ("thread",))?.is_truthy()
    };
    *PATCHED.get_or_init(py, || look().unwrap_or_default())
}

type Request = Box<dyn FnOnce(&dyn Host) + Send>;

/// The resource in the call's thread, which sends requests to the green thread.
struct Remote {
    facts: Facts,
    requests: Mutex<Sender<Request>>,
}

impl Remote {
    fn ask<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&dyn Host) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let (sender, answer) = channel();
        let request: Request = Box::new(move |host| drop(sender.send(ask(host))));
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = requests.send(request).is_ok();
        drop(requests);
        let answered = if sent { answer.recv().ok() } else { None };
        answered.ok_or_else(|| Failure::failed("The engine does not wait for this handler."))
    }
}

impl Host for Remote {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn resource_id(&self) -> Option<String> {
        self.ask(|host| host.resource_id()).ok().flatten()
    }

    fn set_resource_id(&self, id: Option<&str>) -> Result<(), Failure> {
        let id = id.map(ToOwned::to_owned);
        self.ask(move |host| host.set_resource_id(id.as_deref()))?
    }

    fn properties(&self) -> Result<Value, Failure> {
        self.ask(|host| host.properties())?
    }

    fn data(&self) -> Result<IndexMap<String, String>, Failure> {
        self.ask(|host| host.data())?
    }

    fn set_data(&self, key: &str, value: &str, redact: bool) -> Result<(), Failure> {
        let (key, value) = (key.to_owned(), value.to_owned());
        self.ask(move |host| host.set_data(&key, &value, redact))?
    }

    fn delete_data(&self, key: &str) -> Result<bool, Failure> {
        let key = key.to_owned();
        self.ask(move |host| host.delete_data(&key))?
    }

    fn metadata(&self) -> Result<Value, Failure> {
        self.ask(|host| host.metadata())?
    }

    fn set_metadata(&self, metadata: &Value) -> Result<(), Failure> {
        let metadata = metadata.clone();
        self.ask(move |host| host.set_metadata(&metadata))?
    }
}

/// Runs a call in a thread of its own. If the green thread is killed meanwhile, it still waits for the call, and then raises
/// the exception.
pub(crate) fn call_in_thread<T: Send + 'static>(
    resource: &Bound<'_, PyAny>,
    host: &dyn Host,
    call: impl FnOnce(&dyn Host) -> Result<T, Failure> + Send + 'static,
) -> PyResult<Result<T, Failure>> {
    let py = resource.py();
    let sleep = py.import("time")?.getattr("sleep")?;
    let (requests, inbox) = channel::<Request>();
    let (lines, log) = channel::<Line>();
    let remote = Remote { facts: host.facts().clone(), requests: requests.into() };
    let running = thread::Builder::new().spawn(move || within(Scope::Green(lines), || call(&remote)))?;
    let write = || {
        for line in log.try_iter() {
            write_now(py, &line, Some(resource));
        }
        write_waiting(py);
    };
    let killed = serve(host, &inbox, &sleep, write);
    let called = py.detach(|| running.join());
    write();
    killed?;
    Ok(called.unwrap_or_else(|_| Err(Failure::failed("The handler's thread ended."))))
}

/// Answers the requests of the call's thread until that thread ends, and writes to the log meanwhile. Returns the first
/// exception that was thrown into the green thread.
fn serve(
    host: &dyn Host,
    inbox: &Receiver<Request>,
    sleep: &Bound<'_, PyAny>,
    write: impl Fn(),
) -> PyResult<()> {
    let mut killed = Ok(());
    loop {
        write();
        match inbox.try_recv() {
            Ok(request) => request(host),
            Err(TryRecvError::Disconnected) => return killed,
            Err(TryRecvError::Empty) => {
                if let Err(error) = sleep.call1((STEP.as_secs_f64(),)) {
                    killed = killed.and(Err(error));
                }
            }
        }
    }
}
