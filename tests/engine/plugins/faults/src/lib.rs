//! A plug-in whose handlers do what ends a process, or what disturbs others in it: see `tests/engine/isolation.py`.

use std::fs;
use std::io::Write;
use std::time::Duration;

use heat_plugin::life_cycle::{
    CheckComplete, Completion, Failure, Handled, LifeCycle, Planned, Progress, Resource,
};
use heat_plugin::{HeatResource, Value};

heat_plugin_python::export!(faults, [Fault], constraints: ["my.harmless" = harmless], available: is_available);
// Another version, if the file is called so.
heat_plugin_python::export!(twin, [Twin]);

/// The variable that stops the selection of types.
const SELECTION: &str = "FAULTS_SELECTION";

fn is_available(_: &str) -> bool {
    if let Ok(fault) = std::env::var(SELECTION) {
        _ = happen(&fault);
    }
    true
}

/// The custom constraint `my.harmless`.
fn harmless(value: &Value) -> Result<(), String> {
    happen(value.as_str().unwrap_or_default()).map_err(|failure| failure.message)
}

unsafe extern "C" {
    fn close(descriptor: i32) -> i32;
    fn write(descriptor: i32, data: *const u8, length: usize) -> isize;
    fn kill(process: i32, signal: i32) -> i32;
    fn getpid() -> i32;
}

const SIGKILL: i32 = 9;

fn kill_self() {
    // SAFETY: neither takes pointers.
    unsafe { kill(getpid(), SIGKILL) };
    std::thread::sleep(Duration::from_secs(60));
}

fn overflow(depth: u64) -> u64 {
    let room = std::hint::black_box([depth; 128]);
    if depth == u64::MAX { 0 } else { overflow(depth + 1) + room[(depth % 128) as usize] }
}

struct PanicsAgain;

impl Drop for PanicsAgain {
    fn drop(&mut self) {
        panic!("again, on purpose");
    }
}

/// The open descriptors but those of the standard streams.
fn descriptors(only_sockets: bool) -> Vec<i32> {
    let entries = fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    let of_kind = entries.filter(|entry| {
        let target = fs::read_link(entry.path()).unwrap_or_default();
        !only_sockets || target.to_string_lossy().starts_with("socket:")
    });
    let numbers = of_kind.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers.filter(|number| *number > 2).collect()
}

/// Writes into all sockets: one of them is that of this call.
fn write_to_engine(data: &[u8]) {
    for descriptor in descriptors(true) {
        // SAFETY: the pointer and the length are those of a slice.
        unsafe { write(descriptor, data.as_ptr(), data.len()) };
    }
}

fn frame(text: &str) -> Vec<u8> {
    let length = u32::try_from(text.len()).unwrap_or(u32::MAX).to_be_bytes();
    [&length, text.as_bytes()].concat()
}

fn happen(fault: &str) -> Result<(), Failure> {
    match fault {
        "stack-overflow" => _ = std::hint::black_box(overflow(0)),
        "exit" => std::process::exit(3),
        "abort" => std::process::abort(),
        // SAFETY: none; this is the fault.
        "null-pointer" => {
            _ = unsafe { std::ptr::read_volatile(std::hint::black_box(std::ptr::null::<u8>())) }
        }
        "double-panic" => {
            let _again = PanicsAgain;
            panic!("on purpose");
        }
        "memory" => {
            let mut all = Vec::new();
            while all.len() < 4096 {
                all.push(std::hint::black_box(vec![1_u8; 16 << 20]));
            }
        }
        "hang" => std::thread::sleep(Duration::from_secs(3600)),
        // SAFETY: none of these is used by what runs here afterwards.
        "descriptors" => (0..1024).for_each(|descriptor| _ = unsafe { close(descriptor) }),
        "kill" => kill_self(),
        "garbage" => write_to_engine(&[0x7f; 4096]),
        "no-json" => write_to_engine(&frame("{\"value\": nonsense}")),
        "nested" => write_to_engine(&frame(&"[".repeat(100_000))),
        "too-long" => write_to_engine(&[0xff; 8]),
        "lie" => write_to_engine(&frame("{\"value\": {\"not\": [\"this\"]}}")),
        "within-length" => {
            write_to_engine(&[0]);
            kill_self();
        }
        "within-message" => {
            write_to_engine(&frame("{\"value\": null}")[..10]);
            kill_self();
        }
        "within-request" => {
            write_to_engine(&frame("{\"request\": [\"stored_values\", []]}"));
            kill_self();
        }
        "flood" => {
            let line = [b'x'; 4096];
            let mut output = std::io::stdout().lock();
            for _ in 0..1024 {
                output.write_all(&line)?;
                output.write_all(b"\n")?;
            }
        }
        "environment" => {
            // SAFETY: no other thread of this process reads or writes the environment.
            unsafe {
                std::env::set_var("PATH", "/nowhere");
                std::env::remove_var("HOME");
            }
            std::env::set_current_dir("/proc")?;
        }
        "later" => {
            _ = std::thread::spawn(|| {
                std::thread::sleep(Duration::from_millis(300));
                kill_self();
            })
        }
        "log" => {
            log::info!("a line of the plug-in");
            std::thread::spawn(|| log::warn!("a line of a thread")).join().ok();
        }
        "panic" => panic!("a single panic, on purpose"),
        "long" => return Err(Failure::failed("x".repeat(1_000_000))),
        _ => {}
    }
    Ok(())
}

/// A creation that is polled.
struct Polled {
    left: i64,
    fault: String,
}

impl<R: LifeCycle> CheckComplete<R> for Polled {
    fn check_complete(&mut self, _: &R, _: &Resource<'_>) -> Result<Completion, Failure> {
        happen(&std::mem::take(&mut self.fault))?;
        self.left -= 1;
        Ok(Completion::done_if(self.left <= 0))
    }
}

macro_rules! types {
    ($($(#[$docs:meta])* $type:ident $module:ident = $schema:literal),+ $(,)?) => {
        $(
            $(#[$docs])*
            #[derive(HeatResource)]
            #[heat(schema = $schema)]
            struct $type;

            impl LifeCycle for $type {
                type Pending = Polled;
                type Data = ();

                fn create(&self, properties: &$module::Properties, resource: &Resource<'_>) -> Handled<Self> {
                    resource.set_resource_id(resource.name())?;
                    if properties.at == $module::At::Create {
                        happen(&properties.fault)?;
                    }
                    let fault = if properties.at == $module::At::Poll { properties.fault.clone() } else { String::new() };
                    if properties.polls == 0 && fault.is_empty() {
                        return Ok(Progress::Done);
                    }
                    Ok(Progress::poll(Polled { left: properties.polls, fault }))
                }

                fn validate(&self, properties: &$module::PlannedProperties, _: &Resource<'_>) -> Result<(), Failure> {
                    match (&properties.at, &properties.fault) {
                        (Planned::Known($module::At::Validate), Planned::Known(fault)) => happen(fault),
                        _ => Ok(()),
                    }
                }

                fn delete(&self, _: &$module::StoredProperties, _: &Resource<'_>) -> Handled<Self> {
                    Ok(Progress::Done)
                }

                fn attribute(&self, attribute: $module::Attribute, resource: &Resource<'_>) -> Result<Value, Failure> {
                    match attribute {
                        $module::Attribute::Process => Ok(i64::from(std::process::id()).into()),
                        $module::Attribute::Value => {
                            let properties = $module::StoredProperties::of(resource)?.to_value();
                            let text = |name: &str| properties.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
                            if text("at") == "attribute" {
                                happen(&text("fault"))?;
                            }
                            Ok("read".into())
                        }
                        $module::Attribute::Show => Ok(Value::Null),
                    }
                }
            }
        )+
    };
}

types! {
    /// `My::Faults::Fault`
    Fault fault = "schemas/My/Faults/Fault.yaml",
    /// `My::Faults::Twin`
    Twin twin = "schemas/My/Faults/Twin.yaml",
}
