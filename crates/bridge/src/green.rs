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
use heat_plugin::engine::{ContextHost, Facts, Host};
use heat_plugin::indexmap::IndexMap;
use heat_plugin::life_cycle::{ContextFacts, Endpoint, Failure, Interface, Token};
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

/// A question of the call to the host of the green thread.
type Request<H> = Box<dyn FnOnce(&H) + Send>;

/// The host of the green thread, as the call's thread asks it.
pub(crate) struct Requests<H: ?Sized>(Mutex<Sender<Request<H>>>);

impl<H: ?Sized> Requests<H> {
    fn ask<T: Send + 'static>(&self, ask: impl FnOnce(&H) -> T + Send + 'static) -> Result<T, Failure> {
        let (sender, answer) = channel();
        let request: Request<H> = Box::new(move |host| drop(sender.send(ask(host))));
        let requests = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = requests.send(request).is_ok();
        drop(requests);
        let answered = if sent { answer.recv().ok() } else { None };
        answered.ok_or_else(|| Failure::failed("The engine does not wait for this handler."))
    }
}

impl<H: ContextHost + ?Sized + 'static> ContextHost for Requests<H> {
    fn context_facts(&self) -> Result<ContextFacts, Failure> {
        self.ask(ContextHost::context_facts)?
    }

    fn token(&self, was_refused: bool) -> Result<Option<Token>, Failure> {
        self.ask(move |host| host.token(was_refused))?
    }

    fn endpoint(&self, service_type: &str, interface: Interface) -> Result<Endpoint, Failure> {
        let service_type = service_type.to_owned();
        self.ask(move |host| host.endpoint(&service_type, interface))?
    }
}

/// The resource in the call's thread, which sends requests to the green thread.
pub(crate) struct Remote {
    pub(crate) facts: Facts,
    pub(crate) requests: Requests<dyn Host>,
}

impl ContextHost for Remote {
    fn context_facts(&self) -> Result<ContextFacts, Failure> {
        self.requests.context_facts()
    }

    fn token(&self, was_refused: bool) -> Result<Option<Token>, Failure> {
        self.requests.token(was_refused)
    }

    fn endpoint(&self, service_type: &str, interface: Interface) -> Result<Endpoint, Failure> {
        self.requests.endpoint(service_type, interface)
    }
}

impl Host for Remote {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn resource_id(&self) -> Option<String> {
        self.requests.ask(Host::resource_id).ok().flatten()
    }

    fn set_resource_id(&self, id: Option<&str>) -> Result<(), Failure> {
        let id = id.map(ToOwned::to_owned);
        self.requests.ask(move |host| host.set_resource_id(id.as_deref()))?
    }

    fn properties(&self) -> Result<Value, Failure> {
        self.requests.ask(Host::properties)?
    }

    fn data(&self) -> Result<IndexMap<String, String>, Failure> {
        self.requests.ask(Host::data)?
    }

    fn set_data(&self, key: &str, value: &str, redact: bool) -> Result<(), Failure> {
        let (key, value) = (key.to_owned(), value.to_owned());
        self.requests.ask(move |host| host.set_data(&key, &value, redact))?
    }

    fn delete_data(&self, key: &str) -> Result<bool, Failure> {
        let key = key.to_owned();
        self.requests.ask(move |host| host.delete_data(&key))?
    }

    fn metadata(&self) -> Result<Value, Failure> {
        self.requests.ask(Host::metadata)?
    }

    fn set_metadata(&self, metadata: &Value) -> Result<(), Failure> {
        let metadata = metadata.clone();
        self.requests.ask(move |host| host.set_metadata(&metadata))?
    }

    fn delete_entity(&self) -> Result<Option<String>, Failure> {
        self.requests.ask(Host::delete_entity)?
    }
}

/// Runs a call in a thread of its own, whose requests the host answers. If the green thread is killed meanwhile, it still waits
/// for the call, and then raises the exception.
pub(crate) fn call_in_thread<H: ?Sized + 'static, T: Send + 'static>(
    py: Python<'_>,
    resource: Option<&Bound<'_, PyAny>>,
    host: &H,
    call: impl FnOnce(Requests<H>) -> T + Send + 'static,
) -> PyResult<thread::Result<T>> {
    let sleep = py.import("time")?.getattr("sleep")?;
    let (requests, inbox) = channel::<Request<H>>();
    let (lines, log) = channel::<Line>();
    let requests = Requests(requests.into());
    let running = thread::Builder::new().spawn(move || within(Scope::Green(lines), || call(requests)))?;
    let write = || {
        for line in log.try_iter() {
            write_now(py, &line, resource);
        }
        write_waiting(py);
    };
    let killed = serve(host, &inbox, &sleep, write);
    let called = py.detach(|| running.join());
    write();
    killed.map(|()| called)
}

/// Answers the requests of the call's thread until that thread ends, and writes to the log meanwhile. Returns the first
/// exception that was thrown into the green thread.
fn serve<H: ?Sized>(
    host: &H,
    inbox: &Receiver<Request<H>>,
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
